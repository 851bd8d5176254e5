// Package thin leaves out of what is written to a terminal whatever its screen
// shows already, and sends the rest by colour.
//
// Bubble Tea's renderer finds the lines that changed and sends each from its
// first to its last changed cell, left to right. A step of a solver changes cells
// all over a picture, so that most of what is sent is there already, and most of
// the rest names the same few colours over and over. A [Writer] follows the
// cursor, the colours and the cells of the screen as the text makes them; of the
// cells that changed it writes those of the same colours together. That takes
// about half the bytes of a step, and less where a picture is in true colour.
//
// It knows the sequences that Bubble Tea writes. After any other it passes
// everything on as it is until the cursor is placed anew, and takes no cell for
// known.
//
// The package knows no lab and no connection.
package thin

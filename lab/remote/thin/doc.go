// Package thin writes frames to a terminal, and of each only what the terminal's
// screen does not show already, sorted by colour.
//
// A step of a solver changes cells all over a picture, and most of what is left
// names the same few colours over and over. A [Screen] knows what every cell of
// the terminal shows; of a new frame it writes the cells that differ, those of the
// same colours together, and after them those whose colours and place take the fewest
// bytes to name. That takes about half the bytes of writing each line from
// its first to its last change, and a fraction of the time and memory of a
// renderer that knows all a terminal can do: a cell is twelve bytes here.
//
// What looks the same is the same: a blank has no foreground of its own, and a half
// block is one pair of colours whichever half it names.
//
// A frame is text and colours: lines of runes, and SGR sequences between them.
// Whatever else is in it is left out.
//
// The package knows no lab and no connection.
package thin

// Package player moves through a run: it steps by update or by line, searches, plays,
// and switches between the branches that a student has made. Runs are extended
// aside, and the results arrive as messages. It knows no screen, no key and no
// exercise.
package player

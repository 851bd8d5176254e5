// Package plain is the lab as a conversation: text, questions and answers line
// by line on the normal screen, with figures in words. It is for screen
// readers, for terminals that can do no more, and for pipes.
//
// Everything the screens offer can be done here. The output is sentences:
// there are no control sequences in it, no cursor moves and no box art, lines
// fit the width, and in the seven-bit profile every byte is ASCII.
//
// A talk takes one line after the other, in the contents or for the lesson, the
// exercise in hand: its step, its answers, its hints. Beside the question a lesson
// has a stage, which says the pictures and facts, and that a player, which goes
// along the computation and its branches. All of them speak with one voice.
//
// The package knows no Bubble Tea and no mathematics.
package plain

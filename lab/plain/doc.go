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
// along the computation; a tree is the player with its branches. A quiz asks about
// the step to come. Lesson and quiz have a form each, which takes answers field by
// field. All of them speak with one voice.
//
// A line that begins with a command is one, also where an answer is asked for; see
// form.commands. What the student makes of a computation is kept as the screen
// keeps it, in package lasting.
//
// What a figure shows it says itself, and ascii.Since what changed in it. A text of
// a lesson names keys, in place of which commands are said; where that does not do,
// the worksheet has a block aloud.
//
// The package knows no Bubble Tea and no mathematics.
package plain

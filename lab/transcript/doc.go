// Package transcript runs the lab as a conversation: text, questions and answers line by
// line on the normal screen, with figures described in words. It serves screen readers,
// simple terminals and pipes.
//
// Students can do everything here that the screens offer. The output is sentences
// without control sequences, cursor moves or box art. Lines fit the width, and in the
// seven-bit profile every byte is ASCII.
//
// Start with Run. A talk reads one line after the other and passes it to the contents or
// to the lesson, which is the open exercise with its current task, answers and hints. A
// lesson has a stage, which describes pictures and facts. The stage has a player, which
// passes commands to the debugger of package core, the same as behind the screens, and
// writes where the run has arrived. A prediction asks about the next step of the run.
// Lesson and prediction each have a form, which reads the answers field by field. All of
// them write through one voice.
//
// A line that begins with the name of a command is a command, even when an answer is
// expected; see form.commands.
//
// A figure describes itself, and ascii.Since describes what changed in it. If the text
// of an exercise names a key, the transcript names the command instead. Where that is
// not enough, the worksheet has a block to be read aloud.
//
// The package must not know Bubble Tea or any mathematics.
package transcript

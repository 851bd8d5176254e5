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

import (
	"context"
	"errors"
	"io"
	"time"

	"kernellab/ascii"
	"kernellab/lab/progress"
	"kernellab/lab/study"
)

// Options configures a transcript.
type Options struct {
	// Width is the number of columns. If zero, DefaultWidth is used; the minimum is 20.
	Width int
	// Profile selects UTF-8 or ASCII. Colours are never used.
	Profile ascii.Profile
	// Start is the ID of the exercise to open first. If empty, the contents are listed.
	Start string
	// Warnings are written after the greeting.
	Warnings []string
	// Forgets reports that nothing is saved and that the student has been informed.
	Forgets bool
	// Echo has each input line written after its prompt, because the input does not come
	// from a terminal that shows it.
	Echo bool
	// Files writes the files of “record”. It is required if an exercise has a run.
	Files Files
	// Now is the clock. If nil, time.Now is used.
	Now func() time.Time
}

// DefaultWidth is the width of a transcript on an output without a width.
const DefaultWidth = 76

// Run holds the conversation until the student quits, in ends, or ctx is done. In each
// case it saves the progress and reports it. If saving fails when the student quits, Run
// asks for confirmation first. The error comes from reading or writing, or is an
// *UnsavedError if the last save failed. A goroutine that waits for a line may outlive
// Run until in returns a line or ends. Run panics without a student.
func Run(ctx context.Context, s *study.Student, in io.Reader, out io.Writer, o Options) error {
	if s == nil {
		panic("transcript: no student")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	t := &talk{ctx: ctx, student: s, voice: newVoice(out, o), now: o.Now, echoes: o.Echo, forgets: o.Forgets,
		files: o.Files}
	t.greet(o.Warnings)
	t.enter(o.Start)
	err := t.converse(readLines(ctx, in))
	t.leave()
	if err != nil {
		return err
	}
	if t.saveErr != nil {
		return errors.Join(t.voice.err, &UnsavedError{t.saveErr})
	}
	return t.voice.err
}

// UnsavedError reports that not everything has been saved. The student's next Leave
// includes it.
type UnsavedError struct{ Err error }

func (e *UnsavedError) Error() string { return "not everything is saved: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *UnsavedError) Unwrap() error { return e.Err }

// talk is the conversation. It passes each line to the open exercise or to the contents,
// and saves.
type talk struct {
	ctx     context.Context
	student *study.Student
	*voice
	now     func() time.Time
	echoes  bool
	files   Files
	forgets bool

	lesson  *lesson // the open exercise; nil in the contents
	insists string  // the exercise that the student was advised to open later

	quit    bool
	saveErr error // of the latest save
}

// converse answers lines until the conversation ends.
func (t *talk) converse(lines <-chan input) error {
	for !t.quit && t.voice.err == nil {
		t.promptLine()
		select {
		case <-t.ctx.Done():
			t.line("")
			return nil
		case line, open := <-lines:
			if !open {
				t.line("")
				return nil
			}
			if line.err != nil {
				t.line("")
				return line.err
			}
			t.handle(line)
		}
	}
	return nil
}

// handle handles one line.
func (t *talk) handle(line input) {
	t.voice.warned, t.voice.warning = t.voice.warning, ""
	if t.lesson != nil {
		t.lesson.work.Touch(t.now())
	}
	if t.echoes {
		t.echo(line.text)
	}
	switch {
	case line.problem != "":
		t.say(line.problem)
	case t.lesson != nil && t.lesson.asked().asks() && !t.lesson.asked().commands(line.text):
		t.lesson.answer(line.text)
	default:
		t.command(line.text)
	}
	if t.lesson != nil && t.lesson.over {
		t.comeBack()
	}
	if t.lesson != nil {
		study.KeepDebug(t.lesson.work, t.lesson.stage.player.Document())
	}
	t.save()
}

// promptLine asks for the next line.
func (t *talk) promptLine() {
	switch {
	case t.lesson == nil:
		t.prompt("Number of an exercise, or a command:")
	case t.lesson.asked().asks():
		t.lesson.asked().promptField()
	default:
		t.prompt("Enter or a command:")
	}
}

func (t *talk) greet(warnings []string) {
	v := t.voice
	v.say("This is kernellab as a conversation. It says everything in sentences and asks for one line at a time.")
	v.say("At the name of an answer, such as “x =”, type the answer, or a command. An empty line goes on. “help” lists the commands, “quit” saves and leaves.")
	for _, w := range warnings {
		v.say(w)
	}
}

// save writes what has changed. It reports only failures, and the first success after
// one.
func (t *talk) save() { t.saveWith(t.student.Save()) }

func (t *talk) saveWith(save func() error) {
	if save == nil {
		return
	}
	before := t.saveErr
	notices, failures := progress.Sort(save())
	for _, n := range notices {
		t.say(progress.Words(n))
	}
	t.saveErr = errors.Join(failures...)
	switch {
	case t.saveErr == nil && before != nil:
		t.say("Saved again.")
	case t.saveErr != nil && (before == nil || progress.Cause(before) != progress.Cause(t.saveErr)):
		t.say("What you did last is not saved: " + progress.Cause(t.saveErr) +
			". It is kept here, and saving is tried again with every line.")
	}
}

// stop ends the conversation. If saving fails, it asks for confirmation: the same
// command again leaves without saving.
func (t *talk) stop(string) {
	t.save()
	t.quit = t.saveErr == nil || t.confirmed("quit", "If you leave now, what is not saved is lost.")
}

func (t *talk) leave() {
	t.saveWith(t.student.Leave())
	switch {
	case t.forgets:
		t.say("Nothing is kept of this. Until next time.")
	case t.saveErr != nil:
		t.say("Some of what you did is not saved.")
	default:
		t.say("Your progress is saved. Until next time.")
	}
}

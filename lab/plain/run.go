package plain

import (
	"context"
	"errors"
	"io"
	"time"

	"kernellab/ascii"
	"kernellab/lab/progress"
	"kernellab/lab/study"
)

// Options is what varies between two transcripts.
type Options struct {
	// Width is where lines end; zero means DefaultWidth, and less than 20 means 20.
	Width int
	// Profile decides between UTF-8 and ASCII; colours are never used.
	Profile ascii.Profile
	// Start is the id of an exercise to open at once; empty for the contents.
	Start string
	// Warnings are said after the greeting.
	Warnings []string
	// Forgets: nothing is kept, and the student has been told.
	Forgets bool
	// Echo: the input comes from no terminal that shows it, so each line is
	// written after its prompt.
	Echo bool
	// Files is where “record” writes; a conversation with a run needs it.
	Files Files
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// DefaultWidth is where lines end on anything that has no width of its own.
const DefaultWidth = 76

// Run holds the conversation until the student quits, in ends, or ctx is done;
// in all three progress is saved and said to be. A student who quits while
// saving fails is asked first. The error is one of reading, writing or, an
// *UnsavedError, of a last save that failed. A goroutine that waits for a line
// may outlast Run until in gives one or ends.
func Run(ctx context.Context, s *study.Student, in io.Reader, out io.Writer, o Options) error {
	if s == nil {
		panic("plain: no student")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	t := &talk{ctx: ctx, student: s, voice: newVoice(out, o), now: o.Now, echo: o.Echo, forgets: o.Forgets, files: o.Files}
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

// UnsavedError says that not everything has been saved. It is in the student's
// next Leave.
type UnsavedError struct{ Err error }

func (e *UnsavedError) Error() string { return "not everything is saved: " + e.Err.Error() }

// Unwrap returns why.
func (e *UnsavedError) Unwrap() error { return e.Err }

// talk is the conversation: it takes a line after the other, gives it to the
// exercise in hand or to the contents, and saves.
type talk struct {
	ctx     context.Context
	student *study.Student
	voice   *voice
	now     func() time.Time
	echo    bool
	files   Files
	forgets bool

	lesson  *lesson // the exercise in hand; nil in the contents
	insists string  // the exercise that was told to be meant for later

	quit    bool
	saveErr error // of the latest save
}

// converse answers lines until the conversation ends.
func (t *talk) converse(lines <-chan input) error {
	for !t.quit && t.voice.err == nil {
		t.prompt()
		select {
		case <-t.ctx.Done():
			t.voice.line("")
			return nil
		case line, open := <-lines:
			if !open {
				t.voice.line("")
				return nil
			}
			if line.err != nil {
				t.voice.line("")
				return line.err
			}
			t.hear(line)
		}
	}
	return nil
}

// hear answers one line.
func (t *talk) hear(line input) {
	t.voice.warned, t.voice.warning = t.voice.warning, ""
	if t.lesson != nil {
		t.lesson.work.Touch(t.now())
	}
	if t.echo {
		t.voice.echo(line.text)
	}
	switch {
	case line.problem != "":
		t.voice.say(line.problem)
	case t.lesson != nil && t.lesson.asked().asks() && !t.lesson.asked().commands(line.text):
		t.lesson.answer(line.text)
	default:
		t.command(line.text)
	}
	if t.lesson != nil && t.lesson.over {
		t.comeBack()
	}
	if t.lesson != nil {
		study.KeepDebug(t.lesson.work, t.lesson.stage.player.kept())
	}
	t.save()
}

// prompt asks for the next line.
func (t *talk) prompt() {
	switch {
	case t.lesson == nil:
		t.voice.prompt("Number of an exercise, or a command:")
	case t.lesson.asked().asks():
		t.lesson.asked().prompt()
	default:
		t.voice.prompt("Enter or a command:")
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

// save writes what has changed, and says so only where it cannot, or could not
// and now can.
func (t *talk) save() { t.write(t.student.Save()) }

func (t *talk) write(save func() error) {
	if save == nil {
		return
	}
	before := t.saveErr
	notices, failures := progress.Sort(save())
	for _, n := range notices {
		t.voice.say(progress.Words(n))
	}
	t.saveErr = errors.Join(failures...)
	switch {
	case t.saveErr == nil && before != nil:
		t.voice.say("Saved again.")
	case t.saveErr != nil && (before == nil || progress.Cause(before) != progress.Cause(t.saveErr)):
		t.voice.say("What you did last is not saved: " + progress.Cause(t.saveErr) + ". It is kept here, and saving is tried again with every line.")
	}
}

// stop ends the conversation. While saving fails it asks first, having tried
// once more; the same command again leaves all the same.
func (t *talk) stop(string) {
	t.save()
	t.quit = t.saveErr == nil || t.voice.twice("quit", "If you leave now, what is not saved is lost.")
}

func (t *talk) leave() {
	t.write(t.student.Leave())
	switch {
	case t.forgets:
		t.voice.say("Nothing is kept of this. Until next time.")
	case t.saveErr != nil:
		t.voice.say("Some of what you did is not saved.")
	default:
		t.voice.say("Your progress is saved. Until next time.")
	}
}

// Package transcript runs the lab as a conversation: text, questions and answers line by
// line on the normal screen, with figures described in words. It serves screen readers,
// simple terminals and pipes.
//
// Students can do here everything that the screens offer. The output consists of
// sentences, without control sequences, cursor movement or box drawing. Lines fit the
// width, and in the ASCII profile every byte is ASCII.
//
// Start with Run. A conversation reads one line after the other and passes it to the
// table of contents or to the lesson, which is the open exercise with its current task,
// answers and hints. A lesson has a stage, which describes pictures and facts. The stage
// has a player for the run, a solver that is executed step by step. The player passes
// commands to the debugger of package core, which the screens use too, and writes the new
// position in the run. A prediction asks about the next step of the run. Lesson and
// prediction each have a form, which reads the answers field by field. All of them write
// through one printer.
//
// A line that begins with the name of a command is a command, even when an answer is
// expected; see form.isCommand.
//
// A figure describes itself, and ascii.ChangesSince describes what changed in it. If the text
// of an exercise names a key, the transcript names the command instead. If that is not
// enough, the worksheet contains a separate text for the transcript.
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
	// SavesNothing reports that nothing is saved and that the student has been informed.
	SavesNothing bool
	// If Echo is set, each input line is written after its prompt, because the input
	// does not come from a terminal that shows it.
	Echo bool
	// Files writes the files of the command “record”. It is required if an exercise has a run.
	Files Files
	// Now is the clock. If nil, time.Now is used.
	Now func() time.Time
}

// DefaultWidth is the width of a transcript if the width of the output is not known.
const DefaultWidth = 76

// Run runs the conversation until the student quits, the input ends, or ctx is done. In each
// case it saves the progress and writes whether that succeeded. If saving fails when
// the student quits, Run asks for confirmation first. The error comes from reading or
// writing, or is an *UnsavedError if the last save failed. A goroutine that waits for a
// line may outlive Run until the input has another line or ends. Run panics if s is nil.
func Run(ctx context.Context, s *study.Student, in io.Reader, out io.Writer, o Options) error {
	if s == nil {
		panic("transcript: no student")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c := &conversation{ctx: ctx, student: s, printer: newPrinter(out, o), Options: o}
	c.greet()
	c.enter(o.Start)
	err := c.converse(readLines(ctx, in))
	c.leave()
	if err != nil {
		return err
	}
	if c.saveErr != nil {
		return errors.Join(c.err, &UnsavedError{c.saveErr})
	}
	return c.err
}

// UnsavedError reports that not everything has been saved. The next call of
// [study.Student.Leave] tries to save the rest.
type UnsavedError struct{ Err error }

func (e *UnsavedError) Error() string { return "not everything is saved: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *UnsavedError) Unwrap() error { return e.Err }

// conversation passes each line to the open exercise or to the contents, and saves.
type conversation struct {
	ctx     context.Context
	student *study.Student
	*printer
	Options

	lesson        *lesson // the open exercise; nil in the contents
	advisedToWait string  // ID of the exercise for which the advice to wait was given last

	quit    bool
	saveErr error // error of the latest save, or nil
}

// converse answers lines until the conversation ends.
func (c *conversation) converse(lines <-chan input) error {
	for !c.quit && c.err == nil {
		c.promptLine()
		select {
		case <-c.ctx.Done():
			c.writeLine("")
			return nil
		case line, open := <-lines:
			if !open {
				c.writeLine("")
				return nil
			}
			if line.err != nil {
				c.writeLine("")
				return line.err
			}
			c.handle(line)
		}
	}
	return nil
}

// handle handles one line.
func (c *conversation) handle(line input) {
	c.warnedBefore, c.warnedNow = c.warnedNow, ""
	if c.lesson != nil {
		c.lesson.work.RecordAction(c.Now())
	}
	if c.Echo {
		c.echo(line.text)
	}
	switch {
	case line.problem != "":
		c.say(line.problem)
	case c.lesson != nil && c.lesson.currentForm().asks() && !c.lesson.currentForm().isCommand(line.text):
		c.lesson.answer(line.text)
	default:
		c.runCommand(line.text)
	}
	if c.lesson != nil && c.lesson.finished {
		c.returnToParent()
	}
	if c.lesson != nil {
		study.StoreDebug(c.lesson.work, c.lesson.stage.player.Document())
	}
	c.save()
}

// promptLine asks for the next line.
func (c *conversation) promptLine() {
	switch {
	case c.lesson == nil:
		c.prompt("Number of an exercise, or a command:")
	case c.lesson.currentForm().asks():
		c.lesson.currentForm().promptField()
	default:
		c.prompt("Enter or a command:")
	}
}

func (c *conversation) greet() {
	c.say("This is kernellab as a conversation. It says everything in sentences and asks for one line at a time.")
	c.say("At the name of an answer, such as “x =”, type the answer, or a command. An empty line goes on. “help” lists the commands, “quit” saves and leaves.")
}

// save saves what has changed, with the function that Student.Save returns. It writes a
// message only about failures, and about the first success after one.
func (c *conversation) save() { c.saveWith(c.student.Save()) }

func (c *conversation) saveWith(save func() error) {
	if save == nil {
		return
	}
	previousErr := c.saveErr
	c.saveErr = save()
	switch {
	case c.saveErr == nil && previousErr != nil:
		c.say("Saved again.")
	case c.saveErr != nil && (previousErr == nil || progress.Cause(previousErr) != progress.Cause(c.saveErr)):
		c.say("What you did last has not been saved: " + progress.Cause(c.saveErr) +
			". It is kept here, and saving is tried again with every line.")
	}
}

// stop ends the conversation. If saving fails, it asks for confirmation: the same
// command again leaves without saving.
func (c *conversation) stop(string) {
	c.save()
	c.quit = c.saveErr == nil || c.isConfirmed("quit", "If you leave now, what is not saved is lost.")
}

func (c *conversation) leave() {
	c.saveWith(c.student.Leave())
	switch {
	case c.SavesNothing:
		c.say("Nothing of this is saved. Until next time.")
	case c.saveErr != nil:
		c.say("Some of what you did is not saved.")
	default:
		c.say("Your progress is saved. Until next time.")
	}
}

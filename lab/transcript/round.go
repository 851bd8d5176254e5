package transcript

import (
	"io"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/lab/study"
)

// A round asks tasks outside their exercises: the tasks due for review, a warm-up, or a test of a
// unit.

// beginRound begins the round r. When the round ends, parent continues: the lesson from which the
// round was begun. If parent is nil, the contents, which are the list of exercises, are shown
// instead. If err is not nil, beginRound only writes err. If r is nil, there is nothing to ask, and
// it only writes the notice.
func (c *conversation) beginRound(r *study.Round, err error, notice string, parent *lesson) {
	switch {
	case err != nil:
		c.say(withFullStop("This cannot be asked: " + err.Error()))
		return
	case r == nil:
		c.say(notice)
		return
	}
	if r.Kind() == study.TestingOut {
		_, total := r.Place()
		c.sayf("%d tasks, without hints; a wrong answer ends the test, and nothing is lost.", total)
	}
	c.begin(r.Work())
	c.lesson.parent = parent
}

// review begins a round of everything that is due.
func (c *conversation) review(string) {
	r, err := c.student.BeginReview()
	c.beginRound(r, err, "Nothing is due for review. Tasks that you solve come back after some days.", nil)
}

// warmUp begins the warm-up of the open exercise.
func (c *conversation) warmUp(string) {
	if !c.hasLesson() {
		return
	}
	r, err := c.student.BeginWarmUp(c.lesson.work)
	c.beginRound(r, err, "There is no warm-up: no task of an earlier unit is due, or you have begun the exercise.", c.lesson)
}

// testOut begins a round of three tasks of a unit.
func (c *conversation) testOut(arg string) {
	id := strings.TrimPrefix(strings.ToLower(strings.TrimSpace(arg)), "unit ")
	var names []string
	for _, u := range c.student.Units() {
		names = append(names, u.ID)
		if !strings.EqualFold(u.ID, id) || len(u.Exercises) == 0 {
			continue
		}
		if u.Done == len(u.Exercises) {
			c.say("Every exercise of unit " + u.ID + " is done or tested out.")
			return
		}
		tasks, err := c.student.PlanTestOut(u.Exercises[0].ID)(c.ctx)
		if c.ctx.Err() != nil {
			return
		}
		var r *study.Round
		if err == nil {
			r, err = c.student.BeginTestOut(u.Exercises[0].ID, tasks)
		}
		c.beginRound(r, err, "Nothing in unit "+u.ID+" can be asked alone.", nil)
		return
	}
	c.sayProblem(arg, "There is no unit “%s”.", "Type “test-out” and a unit: "+strings.Join(names, ", ")+".")
}

// returnToParent returns from a finished lesson to its parent lesson, or to the contents.
func (c *conversation) returnToParent() {
	parent := c.lesson.parent
	if parent == nil {
		c.leaveToOverview()
		return
	}
	c.lesson = parent
	c.say("Back to exercise " + parent.work.ID() + ".")
	parent.openTask()
}

// roundEnded reports whether the task belongs to a round that has ended.
func (l *lesson) roundEnded() bool {
	r := l.work.Round()
	return r != nil && r.Finished()
}

// nextTask goes to the next task of a round. After the last one it ends the lesson.
func (l *lesson) nextTask() {
	r := l.work.Round()
	hasNext, err := r.Next()
	if err != nil {
		l.say(withFullStop("The next task cannot be asked: " + err.Error()))
	}
	if l.finished = !hasNext; l.finished {
		return
	}
	l.work = r.Work()
	l.openTask()
}

// nextTaskSentence returns a sentence about what an empty line does after a task of a round.
func (l *lesson) nextTaskSentence() string {
	switch r := l.work.Round(); {
	case r.Kind() == study.WarmingUp:
		return "An empty line goes to the exercise."
	case r.IsLast():
		return "An empty line goes to the contents."
	}
	return "An empty line brings the next task."
}

// skipInRound skips the current task if it belongs to a round. In an unfinished test-out it only
// says that no task can be skipped. It reports whether the task belongs to a round.
func (l *lesson) skipInRound() bool {
	switch r := l.work.Round(); {
	case r == nil:
		return false
	case r.Kind() == study.TestingOut && !r.Finished():
		l.say("No task of a test-out can be skipped. “contents” ends it, and nothing is lost.")
	default:
		l.nextTask()
	}
	return true
}

// refusesHelp reports whether the round forbids hints. If so, it says why.
func (l *lesson) refusesHelp() bool {
	if l.work.Round().AllowsHelp() {
		return false
	}
	l.say("A test-out has no hints.")
	return true
}

// exportRun writes a file: the run with its branches, its steps as a table, or the pictures of the
// current step. If arg is not one of these formats, it lists the formats.
func (l *lesson) exportRun(arg string) {
	p := l.stage.player
	export := p.Player.Abilities().Export
	if export == nil {
		l.say("Nothing here can be recorded.")
		return
	}
	format := strings.ToLower(arg)
	var write func(io.Writer) error
	name := study.RunFileName(l.work.Exercise(), format)
	switch {
	case slices.Contains(export.Formats(), format):
		write = func(w io.Writer) error { return export.Write(w, format, p.Player.UpdatedBranches().Others()) }
	case format == "svg":
		name = study.PictureFileName(l.work.Exercise(), p.frameNumber())
		write = func(w io.Writer) error {
			return l.files.Picture(w, study.PictureTitle(l.work.Exercise(), p.frameNumber()), *p.frame())
		}
	default:
		if arg != "" {
			l.say("“" + arg + "” cannot be written.")
		}
		l.listFormats(export)
		return
	}
	l.writeFile(name, write)
}

func (l *lesson) listFormats(export exercises.Export) {
	l.say("Type “record” and what to write:")
	for _, f := range export.Formats() {
		text := "“" + f + "”: its steps, as " + strings.ToUpper(f) + "."
		if f == "run" {
			text = "“run”: a file to replay it, with its branches."
		}
		l.writeItem("  ", text)
	}
	l.writeItem("  ", "“svg”: the pictures of this step, as SVG.")
}

// Files writes files for the student.
type Files struct {
	// Write creates a file with the given name, or with a similar one if there is such a file
	// already, and calls writeText to write its content. It returns the path of the file.
	Write func(name string, writeText func(io.Writer) error) (path string, err error)
	// Picture writes a frame as an SVG with a title.
	Picture func(w io.Writer, title string, f exercises.Frame) error
}

// writeFile writes a file and says where the file is.
func (l *lesson) writeFile(name string, write func(io.Writer) error) {
	path, err := l.files.Write(name, write)
	if err != nil {
		l.say(withFullStop("Not written: " + err.Error()))
		return
	}
	l.say("Written to " + path + ".")
}

package lab

import (
	"context"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/player"
)

// whatIf is the step after the frame on the stage, taken otherwise: the
// choices stand in place of the scene's controls, the frame they would lead to
// in place of the run's. Nothing is kept until it is taken.
type whatIf struct {
	open     bool
	from     player.Moment
	controls []exercises.Control
	answers  exercises.Answers
	selected int

	again  bool // the choices have changed since the preview under way began
	frame  exercises.Frame
	known  bool   // frame is that of the choices, or of those before
	refuse string // why the choice cannot be taken
	serial int    // of the frames shown

	// The jobs outlive what they are for: an answer that comes too late is never
	// taken for that of a later question.
	previews, forks job.Job
}

// previewMsg brings the frame that the choices lead to, forkMsg the run that
// took them.
type (
	previewMsg struct {
		job.Address
		controls []exercises.Control
		frame    exercises.Frame
		err      error
	}
	forkMsg struct {
		job.Address
		run exercises.Run
		err error
	}
)

// begin asks what else the next step could be.
func (w *whatIf) begin(a job.Asker, from player.Moment) tea.Cmd {
	w.leave()
	w.open, w.from, w.answers = true, from, exercises.Answers{}
	return w.preview(a)
}

// leave puts the run's own frame back on the stage.
func (w *whatIf) leave() {
	w.previews.Stop()
	w.forks.Stop()
	*w = whatIf{serial: w.serial, previews: w.previews, forks: w.forks}
}

// waits reports that the choices are on their way.
func (w *whatIf) waits() bool { return w.open && len(w.controls) == 0 && w.previews.Busy() }

// preview asks for the choices and the frame they lead to.
func (w *whatIf) preview(a job.Asker) tea.Cmd {
	if w.again = w.previews.Busy(); w.again {
		return nil
	}
	run, at, answers := w.from.Run.Abilities().Branching, w.from.At, w.answers
	return a.Ask(&w.previews, func(_ context.Context, to job.Address) tea.Msg {
		frame, err := run.Preview(at, answers)
		return previewMsg{to, run.Options(at, answers), frame, err}
	})
}

// previewed takes a preview in. It is not ok where there is no choice at all.
func (w *whatIf) previewed(a job.Asker, m previewMsg) (cmd tea.Cmd, ok bool) {
	if !w.previews.Finish(m.Address) || !w.open {
		return nil, true
	}
	if w.again {
		return w.preview(a), true
	}
	if len(m.controls) == 0 {
		w.leave()
		return nil, false
	}
	w.offer(m.controls)
	w.refuse = ""
	if m.err != nil {
		w.refuse = sentence(m.err)
	} else {
		w.frame, w.known = m.frame, true
		w.serial++
	}
	return nil, true
}

// offer puts new choices in place of the old ones; the one that was selected
// stays so, where it is still there.
func (w *whatIf) offer(controls []exercises.Control) {
	if w.selected < len(w.controls) {
		name := w.controls[w.selected].Name
		if i := slices.IndexFunc(controls, func(c exercises.Control) bool { return c.Name == name }); i >= 0 {
			w.selected = i
		}
	}
	w.controls = controls
	w.selected = min(w.selected, len(w.controls)-1)
}

// sentence is an error as a sentence for the student.
func sentence(err error) string {
	if s := err.Error(); s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return err.Error() + "."
}

// move goes to another choice, around the end.
func (w *whatIf) move(n int) {
	if k := len(w.controls); k > 0 {
		w.selected = (w.selected + n + k) % k
	}
}

// nudge moves the choice selected by n values.
func (w *whatIf) nudge(a job.Asker, n int) tea.Cmd {
	if w.selected >= len(w.controls) {
		return nil
	}
	return w.set(a, w.selected, w.controls[w.selected].Nudge(n))
}

// point puts point i, counted from 0, into the choice that is selected, where
// that is one of points: its values are their numbers, counted from 1.
func (w *whatIf) point(a job.Asker, i int) tea.Cmd {
	number := strconv.Itoa(i + 1)
	if i < 0 || w.selected >= len(w.controls) || !slices.ContainsFunc(w.controls[w.selected].Choices, func(c exercises.Choice) bool { return c.Value == number }) {
		return nil
	}
	return w.set(a, w.selected, number)
}

// set puts choice i at a value and asks what it leads to.
func (w *whatIf) set(a job.Asker, i int, value string) tea.Cmd {
	c := w.controls[i]
	w.selected = i
	if w.forks.Busy() || c.Value == value {
		return nil
	}
	w.controls = slices.Clone(w.controls)
	w.controls[i].Value = value
	w.answers = w.answers.With(c.Name, value)
	return w.preview(a)
}

// take forks the run by the choices.
func (w *whatIf) take(a job.Asker) tea.Cmd {
	if w.forks.Busy() || w.refuse != "" && !w.previews.Busy() {
		return nil
	}
	run, at, answers := w.from.Run.Abilities().Branching, w.from.At, w.answers
	return a.Ask(&w.forks, func(ctx context.Context, to job.Address) tea.Msg {
		forked, err := run.Fork(ctx, at, answers)
		return forkMsg{to, forked, err}
	})
}

// forked takes in the run that took the choices, or why there is none. It is the
// fork and the step in which it differs, nil where there is none.
func (w *whatIf) forked(m forkMsg) (run exercises.Run, at int) {
	if !w.forks.Finish(m.Address) || !w.open {
		return nil, 0
	}
	switch {
	case m.err != nil:
		w.refuse = sentence(m.err)
		return nil, 0
	case m.run == nil:
		w.refuse = "This step cannot be taken."
		return nil, 0
	}
	at = w.from.At + 1
	w.leave()
	return m.run, at
}

// shows reports that the frame on the stage is the one considered, and not the
// run's own.
func (w *whatIf) shows() bool { return w.open && w.known && w.refuse == "" }

// moment is the run that took the step considered, at that step; not ok where the
// stage shows the run's own frame.
func (w *whatIf) moment() (now player.Moment, ok bool) {
	if !w.shows() || w.frame.Of == nil {
		return now, false
	}
	return player.Guest(w.frame.Of, w.serial), true
}

// over lays the frame considered over a sight.
func (w *whatIf) over(v sight) sight {
	v.guest, v.event = "What if", ""
	v.controls, v.control = w.controls, w.selected
	v.facts, v.formula, v.towards = w.frame.Notes, w.frame.Formula, 0
	v.status = w.status()
	switch {
	case w.refuse != "":
		v.facts, v.formula = []ascii.Line{ascii.Inked(w.refuse, ascii.Bad)}, nil
		return v
	case !w.known:
		return v
	}
	v.key.whatIf, v.inspect = w.serial, w.frame.Inspect
	v.figures = slices.Clone(w.frame.Figures)
	if len(v.figures) > 0 {
		v.figures[0].Title = strings.TrimSuffix("What if: "+v.figures[0].Title, ": ")
	}
	return v
}

// status is the line below the timeline while a choice is considered.
func (w *whatIf) status() ascii.Line {
	head := ascii.Span{Text: "what if  ", Ink: ascii.Warn}
	switch {
	case w.forks.Busy():
		return ascii.Line{head, {Text: "taking the step; esc stops", Ink: ascii.Dim}}
	case w.refuse != "":
		return ascii.Line{head, {Text: "no step", Ink: ascii.Bad}}
	case !w.known:
		return ascii.Line{head}
	}
	return append(ascii.Line{head}, w.frame.Status...)
}

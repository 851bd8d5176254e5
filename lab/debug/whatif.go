package debug

import (
	"context"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/pictures"
	"kernellab/lab/player"
)

// WhatIf is the step after the frame on the stage, taken otherwise: the
// choices stand in place of the scene's controls, the frame they would lead to
// in place of the run's. Nothing is kept until it is taken.
type WhatIf struct {
	Open     bool
	from     player.Moment
	Controls []exercises.Control
	answers  exercises.Answers
	selected int

	again  bool // the choices have changed since the preview under way began
	frame  exercises.Frame
	Known  bool   // frame is that of the choices, or of those before
	Refuse string // why the choice cannot be taken
	serial int    // of the frames shown

	// The jobs outlive what they are for: an answer that comes too late is never
	// taken for that of a later question.
	previews, forks job.Job
}

// PreviewMsg brings the frame that the choices lead to, forkMsg the run that
// took them.
type (
	PreviewMsg struct {
		job.Address
		controls []exercises.Control
		frame    exercises.Frame
		err      error
	}
	ForkMsg struct {
		job.Address
		Run exercises.Run
		Err error
	}
)

// Begin asks what else the next step could be.
func (w *WhatIf) Begin(a job.Asker, from player.Moment) tea.Cmd {
	w.Leave()
	w.Open, w.from, w.answers = true, from, exercises.Answers{}
	return w.preview(a)
}

// Leave puts the run's own frame back on the stage.
func (w *WhatIf) Leave() {
	w.previews.Stop()
	w.forks.Stop()
	*w = WhatIf{serial: w.serial, previews: w.previews, forks: w.forks}
}

// HoldsKeys reports that the choices are on their way.
func (w *WhatIf) HoldsKeys() bool { return w.Open && len(w.Controls) == 0 && w.previews.Busy() }

// preview asks for the choices and the frame they lead to.
func (w *WhatIf) preview(a job.Asker) tea.Cmd {
	if w.again = w.previews.Busy(); w.again {
		return nil
	}
	run, at, answers := w.from.Run.Abilities().Branching, w.from.At, w.answers
	return a.Ask(&w.previews, func(_ context.Context, to job.Address) tea.Msg {
		frame, err := run.Preview(at, answers)
		return PreviewMsg{to, run.Options(at, answers), frame, err}
	})
}

// Previewed takes a preview in. It is not ok where there is no choice at all.
func (w *WhatIf) Previewed(a job.Asker, m PreviewMsg) (cmd tea.Cmd, ok bool) {
	if !w.previews.Finish(m.Address) || !w.Open {
		return nil, true
	}
	if w.again {
		return w.preview(a), true
	}
	if len(m.controls) == 0 {
		w.Leave()
		return nil, false
	}
	w.offer(m.controls)
	w.Refuse = ""
	if m.err != nil {
		w.Refuse = sentence(m.err)
	} else {
		w.frame, w.Known = m.frame, true
		w.serial++
	}
	return nil, true
}

// offer puts new choices in place of the old ones; the one that was selected
// stays so, where it is still there.
func (w *WhatIf) offer(controls []exercises.Control) {
	if w.selected < len(w.Controls) {
		name := w.Controls[w.selected].Name
		if i := slices.IndexFunc(controls, func(c exercises.Control) bool { return c.Name == name }); i >= 0 {
			w.selected = i
		}
	}
	w.Controls = controls
	w.selected = min(w.selected, len(w.Controls)-1)
}

// sentence is an error as a sentence for the student.
func sentence(err error) string {
	if s := err.Error(); s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return err.Error() + "."
}

// Move goes to another choice, around the end.
func (w *WhatIf) Move(n int) {
	if k := len(w.Controls); k > 0 {
		w.selected = (w.selected + n + k) % k
	}
}

// Nudge moves the choice selected by n values.
func (w *WhatIf) Nudge(a job.Asker, n int) tea.Cmd {
	if w.selected >= len(w.Controls) {
		return nil
	}
	return w.Set(a, w.selected, w.Controls[w.selected].Nudge(n))
}

// Point puts point i, counted from 0, into the choice that is selected, where
// that is one of points: its values are their numbers, counted from 1.
func (w *WhatIf) Point(a job.Asker, i int) tea.Cmd {
	number := strconv.Itoa(i + 1)
	if i < 0 || w.selected >= len(w.Controls) || !slices.ContainsFunc(w.Controls[w.selected].Choices, func(c exercises.Choice) bool { return c.Value == number }) {
		return nil
	}
	return w.Set(a, w.selected, number)
}

// Set puts choice i at a value and asks what it leads to.
func (w *WhatIf) Set(a job.Asker, i int, value string) tea.Cmd {
	c := w.Controls[i]
	w.selected = i
	if w.forks.Busy() || c.Value == value {
		return nil
	}
	w.Controls = slices.Clone(w.Controls)
	w.Controls[i].Value = value
	w.answers = w.answers.With(c.Name, value)
	return w.preview(a)
}

// Take forks the run by the choices.
func (w *WhatIf) Take(a job.Asker) tea.Cmd {
	if w.forks.Busy() || w.Refuse != "" && !w.previews.Busy() {
		return nil
	}
	run, at, answers := w.from.Run.Abilities().Branching, w.from.At, w.answers
	return a.Ask(&w.forks, func(ctx context.Context, to job.Address) tea.Msg {
		forked, err := run.Fork(ctx, at, answers)
		return ForkMsg{to, forked, err}
	})
}

// Forked takes in the run that took the choices, or why there is none. It is the
// fork and the step in which it differs, nil where there is none.
func (w *WhatIf) Forked(m ForkMsg) (run exercises.Run, at int) {
	if !w.forks.Finish(m.Address) || !w.Open {
		return nil, 0
	}
	switch {
	case m.Err != nil:
		w.Refuse = sentence(m.Err)
		return nil, 0
	case m.Run == nil:
		w.Refuse = "This step cannot be taken."
		return nil, 0
	}
	at = w.from.At + 1
	w.Leave()
	return m.Run, at
}

// shows reports that the frame on the stage is the one considered, and not the
// run's own.
func (w *WhatIf) shows() bool { return w.Open && w.Known && w.Refuse == "" }

// moment is the run that took the step considered, at that step; not ok where the
// stage shows the run's own frame.
func (w *WhatIf) moment() (now player.Moment, ok bool) {
	if !w.shows() || w.frame.Of == nil {
		return now, false
	}
	return player.Guest(w.frame.Of, w.serial), true
}

// over lays the frame considered over a view.
func (w *WhatIf) over(v pictures.View) pictures.View {
	v.Override, v.Event = "What if", ""
	v.Controls, v.FocusedControl = w.Controls, w.selected
	v.Facts, v.Formula, v.ShownLines = w.frame.Notes, w.frame.Formula, 0
	v.Status = w.status()
	switch {
	case w.Refuse != "":
		v.Facts, v.Formula = []ascii.Line{ascii.Inked(w.Refuse, ascii.Bad)}, nil
		return v
	case !w.Known:
		return v
	}
	v.Key.WhatIf, v.Inspect = w.serial, w.frame.Inspect
	v.Figures = slices.Clone(w.frame.Figures)
	if len(v.Figures) > 0 {
		v.Figures[0].Title = strings.TrimSuffix("What if: "+v.Figures[0].Title, ": ")
	}
	return v
}

// status is the line below the timeline while a choice is considered.
func (w *WhatIf) status() ascii.Line {
	head := ascii.Span{Text: "what if  ", Ink: ascii.Warn}
	switch {
	case w.forks.Busy():
		return ascii.Line{head, {Text: "taking the step; esc stops", Ink: ascii.Dim}}
	case w.Refuse != "":
		return ascii.Line{head, {Text: "no step", Ink: ascii.Bad}}
	case !w.Known:
		return ascii.Line{head}
	}
	return append(ascii.Line{head}, w.frame.Status...)
}

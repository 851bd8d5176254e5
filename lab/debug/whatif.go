package debug

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/pictures"
)

// WhatIf considers an alternative to the step after the frame on the stage. Its choices
// replace the scene's controls, and the frame that they lead to replaces the run's.
// Nothing is kept until the student takes the step.
type WhatIf struct {
	Open     bool
	from     core.Moment
	Controls []exercises.Control
	answers  exercises.Answers
	selected int

	stale   bool // the choices have changed since the current preview began
	frame   exercises.Frame
	Known   bool   // frame belongs to these choices or to earlier ones
	Refusal string // why the choice is not possible, or ""
	serial  int    // of the frames shown

	// The jobs outlive their questions, so that a late answer is never mistaken for the
	// answer to a later question.
	previews, forks core.Job
}

// PreviewMsg carries the frame that the choices lead to, ForkMsg the run that took
// them.
type (
	PreviewMsg struct {
		core.Address
		controls []exercises.Control
		frame    exercises.Frame
		err      error
	}
	ForkMsg struct {
		core.Address
		Run exercises.Run
		Err error
	}
)

// Begin requests the alternatives of the next step.
func (w *WhatIf) Begin(a core.Asker, from core.Moment) core.Work {
	w.Close()
	w.Open, w.from, w.answers = true, from, exercises.Answers{}
	return w.preview(a)
}

// Close shows the run's own frame again.
func (w *WhatIf) Close() {
	w.previews.Stop()
	w.forks.Stop()
	*w = WhatIf{serial: w.serial, previews: w.previews, forks: w.forks}
}

// HoldsKeys reports whether the choices are on their way.
func (w *WhatIf) HoldsKeys() bool { return w.Open && len(w.Controls) == 0 && w.previews.Busy() }

// preview requests the choices and the frame that they lead to.
func (w *WhatIf) preview(a core.Asker) core.Work {
	if w.stale = w.previews.Busy(); w.stale {
		return nil
	}
	run, at, answers := w.from.Run.Abilities().Branching, w.from.At, w.answers
	return a.Ask(&w.previews, func(_ context.Context, to core.Address) any {
		frame, err := run.Preview(at, answers)
		return PreviewMsg{to, run.Options(at, answers), frame, err}
	})
}

// ReceivePreview stores a preview. ok is false if there is no choice at all.
func (w *WhatIf) ReceivePreview(a core.Asker, m PreviewMsg) (cmd core.Work, ok bool) {
	if !w.previews.Finish(m.Address) || !w.Open {
		return nil, true
	}
	if w.stale {
		return w.preview(a), true
	}
	if len(m.controls) == 0 {
		w.Close()
		return nil, false
	}
	w.setControls(m.controls)
	w.Refusal = ""
	if m.err != nil {
		w.Refusal = sentence(m.err)
	} else {
		w.frame, w.Known = m.frame, true
		w.serial++
	}
	return nil, true
}

// setControls replaces the choices. The selected one stays selected if it still exists.
func (w *WhatIf) setControls(controls []exercises.Control) {
	if w.selected < len(w.Controls) {
		name := w.Controls[w.selected].Name
		if i := slices.IndexFunc(controls, func(c exercises.Control) bool { return c.Name == name }); i >= 0 {
			w.selected = i
		}
	}
	w.Controls = controls
	w.selected = min(w.selected, len(w.Controls)-1)
}

// sentence returns an error as a sentence for the student.
func sentence(err error) string {
	if s := err.Error(); s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return err.Error() + "."
}

// Move selects another choice, wrapping around at the ends.
func (w *WhatIf) Move(n int) {
	if k := len(w.Controls); k > 0 {
		w.selected = (w.selected + n + k) % k
	}
}

// Nudge changes the selected choice by n values.
func (w *WhatIf) Nudge(a core.Asker, n int) core.Work {
	if w.selected >= len(w.Controls) {
		return nil
	}
	return w.Set(a, w.selected, w.Controls[w.selected].Nudge(n))
}

// SetPoint chooses point i, counted from 0, if the selected choice is one of points.
// Its values are their numbers, counted from 1.
func (w *WhatIf) SetPoint(a core.Asker, i int) core.Work {
	number := strconv.Itoa(i + 1)
	if i < 0 || w.selected >= len(w.Controls) || !slices.ContainsFunc(w.Controls[w.selected].Choices,
		func(c exercises.Choice) bool { return c.Value == number }) {
		return nil
	}
	return w.Set(a, w.selected, number)
}

// Set changes choice i to a value and requests what it leads to.
func (w *WhatIf) Set(a core.Asker, i int, value string) core.Work {
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

// Fork requests the run that takes the choices.
func (w *WhatIf) Fork(a core.Asker) core.Work {
	if w.forks.Busy() || w.Refusal != "" && !w.previews.Busy() {
		return nil
	}
	run, at, answers := w.from.Run.Abilities().Branching, w.from.At, w.answers
	return a.Ask(&w.forks, func(ctx context.Context, to core.Address) any {
		forked, err := run.Fork(ctx, at, answers)
		return ForkMsg{to, forked, err}
	})
}

// ReceiveFork returns the run that took the choices and the first step in which it
// differs. run is nil if there is none.
func (w *WhatIf) ReceiveFork(m ForkMsg) (run exercises.Run, at int) {
	if !w.forks.Finish(m.Address) || !w.Open {
		return nil, 0
	}
	switch {
	case m.Err != nil:
		w.Refusal = sentence(m.Err)
		return nil, 0
	case m.Run == nil:
		w.Refusal = "This step cannot be taken."
		return nil, 0
	}
	at = w.from.At + 1
	w.Close()
	return m.Run, at
}

// showsStep reports whether the frame on the stage is the alternative and not the run's
// own.
func (w *WhatIf) showsStep() bool { return w.Open && w.Known && w.Refusal == "" }

// moment returns the run that took the alternative, at that step. ok is false if the
// stage shows the run's own frame.
func (w *WhatIf) moment() (now core.Moment, ok bool) {
	if !w.showsStep() || w.frame.Of == nil {
		return now, false
	}
	return core.Guest(w.frame.Of, w.serial), true
}

// applyTo returns a view with the alternative frame on top.
func (w *WhatIf) applyTo(v pictures.View) pictures.View {
	v.Override, v.Event = "What if", ""
	v.Controls, v.FocusedControl = w.Controls, w.selected
	v.Facts, v.Formula, v.ShownLines = w.frame.Notes, w.frame.Formula, 0
	v.Status = w.status()
	switch {
	case w.Refusal != "":
		v.Facts, v.Formula = []ascii.Line{ascii.Inked(w.Refusal, ascii.Bad)}, nil
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

// status returns the line below the timeline.
func (w *WhatIf) status() ascii.Line {
	head := ascii.Span{Text: "what if  ", Ink: ascii.Warn}
	switch {
	case w.forks.Busy():
		return ascii.Line{head, {Text: "taking the step; esc stops", Ink: ascii.Dim}}
	case w.Refusal != "":
		return ascii.Line{head, {Text: "no step", Ink: ascii.Bad}}
	case !w.Known:
		return ascii.Line{head}
	}
	return append(ascii.Line{head}, w.frame.Status...)
}

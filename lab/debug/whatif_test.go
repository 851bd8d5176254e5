package debug

import (
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/pictures"
)

// A choice that appears or disappears, as the clip does, does not change the selection.
func TestWhatIf_selectedChoiceStaysSelected(t *testing.T) {
	named := func(names ...string) (out []exercises.Control) {
		for _, n := range names {
			out = append(out, exercises.Control{Name: n})
		}
		return out
	}
	w := &WhatIf{}
	w.setControls(named("k", "l", "C", "rule"))
	w.Move(2)
	for _, names := range [][]string{{"k", "l", "clip", "C", "rule"}, {"k", "l", "C", "rule"}, {"C"}} {
		w.setControls(named(names...))
		if got := w.Controls[w.selected].Name; got != "C" {
			t.Errorf("selected among %v = %s, want C", names, got)
		}
	}
	w.setControls(named("k"))
	if w.selected != 0 {
		t.Errorf("selected of one choice = %d, want 0", w.selected)
	}
}

// An open what-if puts its controls on a view at once and its frame when it is known. If
// the choice is refused, it shows only the reason.
func TestWhatIf_appliesToView(t *testing.T) {
	own := pictures.View{Figures: []exercises.Figure{{Title: "own"}}, Facts: []ascii.Line{ascii.Plain("own")},
		Event: "an event"}
	w := WhatIf{Open: true, Controls: []exercises.Control{{Name: "k"}}}
	if v := w.applyTo(own); v.Override != "What if" || v.Figures[0].Title != "own" || len(v.Controls) != 1 ||
		v.Event != "" {
		t.Errorf("view before the frame is known = %+v, want the run's own figures", v)
	}
	w.frame = exercises.Frame{Figures: []exercises.Figure{{Title: "other"}, {Title: "chart"}},
		Notes: []ascii.Line{ascii.Plain("other")}}
	w.Known = true
	if v := w.applyTo(own); v.Figures[0].Title != "What if: other" || v.Figures[1].Title != "chart" ||
		v.Facts[0].String() != "other" {
		t.Errorf("view with the frame = %+v, want its figures", v)
	}
	if w.frame.Figures[0].Title != "other" {
		t.Errorf("applyTo changed the frame to %+v, want it unchanged", w.frame)
	}
	w.Refusal = "C is negative."
	if v := w.applyTo(own); v.Figures[0].Title != "own" || v.Facts[0].String() != "C is negative." || v.Formula != nil {
		t.Errorf("view after a refusal = %+v, want only the reason", v)
	}
}

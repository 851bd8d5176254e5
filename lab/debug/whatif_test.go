package debug

import (
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/pictures"
)

// A choice that comes up or goes, as the clip does, leaves the selection where
// it was.
func TestSelectedChoiceStaysSelected(t *testing.T) {
	named := func(names ...string) (out []exercises.Control) {
		for _, n := range names {
			out = append(out, exercises.Control{Name: n})
		}
		return out
	}
	w := &WhatIf{}
	w.offer(named("k", "l", "C", "rule"))
	w.Move(2)
	for _, names := range [][]string{{"k", "l", "clip", "C", "rule"}, {"k", "l", "C", "rule"}, {"C"}} {
		w.offer(named(names...))
		if got := w.Controls[w.selected].Name; got != "C" {
			t.Errorf("among %v %s is selected, want C", names, got)
		}
	}
	w.offer(named("k"))
	if w.selected != 0 {
		t.Errorf("choice %d of one is selected", w.selected)
	}
}

// The choices lie over a view only while they are open: their controls at once,
// their frame when it is there, and where a choice is refused the reason alone.
func TestWhatIfOverASight(t *testing.T) {
	own := pictures.View{Figures: []exercises.Figure{{Title: "own"}}, Facts: []ascii.Line{ascii.Plain("own")}, Event: "an event"}
	w := WhatIf{Open: true, Controls: []exercises.Control{{Name: "k"}}}
	if v := w.over(own); v.Override != "What if" || v.Figures[0].Title != "own" || len(v.Controls) != 1 || v.Event != "" {
		t.Errorf("before its frame is there: %+v", v)
	}
	w.frame = exercises.Frame{Figures: []exercises.Figure{{Title: "other"}, {Title: "chart"}}, Notes: []ascii.Line{ascii.Plain("other")}}
	w.Known = true
	if v := w.over(own); v.Figures[0].Title != "What if: other" || v.Figures[1].Title != "chart" || v.Facts[0].String() != "other" {
		t.Errorf("with its frame: %+v", v)
	}
	if w.frame.Figures[0].Title != "other" {
		t.Error("the frame itself has changed")
	}
	w.Refuse = "C is negative."
	if v := w.over(own); v.Figures[0].Title != "own" || v.Facts[0].String() != "C is negative." || v.Formula != nil {
		t.Errorf("refused: %+v", v)
	}
}

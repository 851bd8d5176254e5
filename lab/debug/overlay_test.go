package debug

import (
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/pictures"
)

// An open what-if puts its controls on a view at once and its frame when it is known. If
// the choice is refused, it shows only the reason.
func TestOverlayWhatIf(t *testing.T) {
	own := pictures.View{Figures: []exercises.Figure{{Title: "own"}}, Facts: []ascii.Line{ascii.Plain("own")},
		Event: "an event"}
	w := &core.WhatIf{Open: true, Controls: []exercises.Control{{Name: "k"}}}
	if v := overlayWhatIf(w, own); v.Override != "What if" || v.Figures[0].Title != "own" || len(v.Controls) != 1 ||
		v.Event != "" {
		t.Errorf("view before the frame is known = %+v, want the run's own figures", v)
	}
	w.Frame = exercises.Frame{Figures: []exercises.Figure{{Title: "other"}, {Title: "chart"}},
		Notes: []ascii.Line{ascii.Plain("other")}}
	w.Known = true
	if v := overlayWhatIf(w, own); v.Figures[0].Title != "What if: other" || v.Figures[1].Title != "chart" ||
		v.Facts[0].String() != "other" {
		t.Errorf("view with the frame = %+v, want its figures", v)
	}
	if w.Frame.Figures[0].Title != "other" {
		t.Errorf("overlayWhatIf changed the frame to %+v, want it unchanged", w.Frame)
	}
	w.Refusal = "C is negative."
	if v := overlayWhatIf(w, own); v.Figures[0].Title != "own" || v.Facts[0].String() != "C is negative." || v.Formula != nil {
		t.Errorf("view after a refusal = %+v, want only the reason", v)
	}
}

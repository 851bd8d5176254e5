package debug

import (
	"fmt"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/pictures"
	"kernellab/lab/theme"
	"kernellab/testdata/support/check"
)

// If not all laws fit, the laws that do not hold come first.
func TestLedger_manyLaws(t *testing.T) {
	var l core.Ledger
	l.Loaded = true
	for i := range 12 {
		l.Items = append(l.Items, exercises.Invariant{Law: ascii.Plain(fmt.Sprintf("law %d", i)), Value: "0",
			Holds: i != 11})
	}
	text := func(w, h int) string {
		var out []string
		for _, line := range ledgerDocument(&l, theme.New(ascii.TrueColor, true), w, h).Lines() {
			if n := line.Width(); n > w {
				t.Fatalf("line width = %d, want at most %d", n, w)
			}
			out = append(out, line.String())
		}
		return strings.Join(out, "\n")
	}
	if got := text(60, 20); strings.Count(got, "\n") != 12 ||
		!strings.HasSuffix(strings.Fields(got)[len(strings.Fields(got))-1], "0") {
		t.Errorf("got in one column, want 12 laws:\n%s", got)
	}
	if got := strings.Split(text(60, 5), "\n"); !strings.Contains(got[1], "law 11") {
		t.Errorf("got with too little room, want law 11 first:\n%s", strings.Join(got, "\n"))
	}
}

// An open what-if shows its controls at once, and its frame as soon as the frame is known. If
// the run refuses the choice, the view shows only the reason.
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
	w.Loaded = true
	if v := overlayWhatIf(w, own); v.Figures[0].Title != "What if: other" || v.Figures[1].Title != "chart" ||
		v.Facts[0].String() != "other" {
		t.Errorf("view with the frame = %+v, want its figures", v)
	}
	check.That(t, w.Frame.Figures[0].Title == "other",
		"overlayWhatIf changed the frame to %+v, want it unchanged", w.Frame)
	w.Refusal = "C is negative."
	if v := overlayWhatIf(w, own); v.Figures[0].Title != "own" || v.Facts[0].String() != "C is negative." || v.Formula != nil {
		t.Errorf("view after a refusal = %+v, want only the reason", v)
	}
}

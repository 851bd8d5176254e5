package exercise

import (
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
)

func TestLayoutExercise(t *testing.T) {
	for _, c := range []struct {
		w, h        int
		pane        pane
		small, wide bool
		text, stage ascii.Rect
	}{
		{w: 200, h: 60, wide: true, text: ascii.Rect{X: 2, Y: 2, W: 56, H: 56},
			stage: ascii.Rect{X: 61, Y: 2, W: 138, H: 56}},
		{w: 120, h: 36, wide: true, text: ascii.Rect{X: 2, Y: 2, W: 40, H: 32},
			stage: ascii.Rect{X: 45, Y: 2, W: 74, H: 32}},
		{w: 80, h: 24, pane: textPane, text: ascii.Rect{X: 2, Y: 2, W: 76, H: 20}},
		{w: 80, h: 24, pane: StagePane, stage: ascii.Rect{X: 2, Y: 2, W: 76, H: 20}},
		{w: 40, h: 12, small: true},
		{w: 0, h: 0, small: true},
	} {
		l := LayoutExercise(c.w, c.h, c.pane)
		if l.tooSmall != c.small || !c.small && l.narrow == c.wide || l.Text != c.text || l.Stage != c.stage {
			t.Errorf("LayoutExercise(%d, %d, %d) = %+v, want text %v, stage %v", c.w, c.h, c.pane, l, c.text, c.stage)
		}
	}
}

// Every rectangle is on the screen, and no two overlap.
func TestLayoutExercise_noOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(0, 220).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		l := LayoutExercise(w, h, pane(rapid.IntRange(0, 2).Draw(t, "pane")))
		disjoint(t, ascii.Rect{W: w, H: h}, l.header, l.Text, l.question, l.Stage, l.footer)
	})
}

func disjoint(t *rapid.T, within ascii.Rect, parts ...ascii.Rect) {
	for i, a := range parts {
		if a.Empty() {
			continue
		}
		if a.Intersect(within) != a {
			t.Fatalf("part %d = %+v, want it inside %+v", i, a, within)
		}
		for j, b := range parts[:i] {
			if !b.Empty() && !a.Intersect(b).Empty() {
				t.Fatalf("parts %d = %+v and %d = %+v overlap, want none to", j, b, i, a)
			}
		}
	}
}

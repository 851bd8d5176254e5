package lab

import (
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
)

func TestExerciseLayout(t *testing.T) {
	for _, c := range []struct {
		w, h        int
		pane        pane
		small, wide bool
		text, stage ascii.Rect
	}{
		{w: 200, h: 60, wide: true, text: ascii.Rect{X: 2, Y: 2, W: 56, H: 56}, stage: ascii.Rect{X: 61, Y: 2, W: 138, H: 56}},
		{w: 120, h: 36, wide: true, text: ascii.Rect{X: 2, Y: 2, W: 40, H: 32}, stage: ascii.Rect{X: 45, Y: 2, W: 74, H: 32}},
		{w: 80, h: 24, pane: textPane, text: ascii.Rect{X: 2, Y: 2, W: 76, H: 20}},
		{w: 80, h: 24, pane: stagePane, stage: ascii.Rect{X: 2, Y: 2, W: 76, H: 20}},
		{w: 40, h: 12, small: true},
		{w: 0, h: 0, small: true},
	} {
		l := layoutExercise(c.w, c.h, c.pane)
		if l.tooSmall != c.small || !c.small && l.narrow == c.wide || l.text != c.text || l.stage != c.stage {
			t.Errorf("%d×%d pane %d: %+v", c.w, c.h, c.pane, l)
		}
	}
}

// Every part lies on the screen and no two share a cell.
func TestPartsOfTheScreenDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(0, 220).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		l := layoutExercise(w, h, pane(rapid.IntRange(0, 2).Draw(t, "pane")))
		disjoint(t, ascii.Rect{W: w, H: h}, l.header, l.text, l.question, l.stage, l.footer)
	})
}

func TestPartsOfTheContentsDoNotOverlap(t *testing.T) {
	for w := 0; w < 220; w += 7 {
		for h := 0; h < 70; h += 3 {
			c := layoutContents(w, h)
			parts := []ascii.Rect{c.header, c.list, c.detail, c.footer}
			for i, a := range parts {
				if !a.Empty() && a.Intersect(ascii.Rect{W: w, H: h}) != a {
					t.Fatalf("part %d %+v leaves %d×%d", i, a, w, h)
				}
				for _, b := range parts[:i] {
					if !a.Empty() && !b.Empty() && !a.Intersect(b).Empty() {
						t.Fatalf("%+v and %+v share cells of %d×%d", b, a, w, h)
					}
				}
			}
		}
	}
}

// Every part lies on the stage and no two share a cell.
func TestPartsOfTheStageDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		area := ascii.Rect{X: 2, Y: 2, W: rapid.IntRange(0, 220).Draw(t, "w"), H: rapid.IntRange(0, 70).Draw(t, "h")}
		n := rapid.IntRange(0, 3)
		p := stageParts{
			mains: n.Draw(t, "mains"), charts: n.Draw(t, "charts"), strips: n.Draw(t, "strips"), tables: n.Draw(t, "tables"),
			high: rapid.IntRange(0, 20).Draw(t, "high"), wordy: rapid.Bool().Draw(t, "wordy"), rows: rapid.IntRange(0, 40).Draw(t, "rows"), state: rapid.IntRange(0, 40).Draw(t, "state"), columns: rapid.IntRange(0, 90).Draw(t, "columns"), tall: rapid.IntRange(0, 10).Draw(t, "tall"),
			controls: n.Draw(t, "controls"), timeline: rapid.Bool().Draw(t, "run"), lines: n.Draw(t, "lines"),
		}
		s := layoutStage(area, p)
		if len(s.mains) != p.mains && p.mains > 0 || len(s.charts) != p.charts || len(s.strips) != p.strips {
			t.Fatalf("%+v: %d mains, %d charts, %d strips placed", p, len(s.mains), len(s.charts), len(s.strips))
		}
		all := []ascii.Rect{s.controls, s.timeline, s.status, s.lines}
		for _, list := range [][]ascii.Rect{s.mains, s.charts, s.strips, s.tables, s.states} {
			all = append(all, list...)
		}
		for i, a := range all {
			if !a.Empty() && a.Intersect(area) != a {
				t.Fatalf("%+v leaves %+v", a, area)
			}
			for _, b := range all[:i] {
				if !a.Empty() && !b.Empty() && !a.Intersect(b).Empty() {
					t.Fatalf("%+v and %+v share cells", b, a)
				}
			}
		}
	})
}

func disjoint(t *rapid.T, within ascii.Rect, parts ...ascii.Rect) {
	for i, a := range parts {
		if a.Empty() {
			continue
		}
		if a.Intersect(within) != a {
			t.Fatalf("part %d %+v leaves %+v", i, a, within)
		}
		for j, b := range parts[:i] {
			if !b.Empty() && !a.Intersect(b).Empty() {
				t.Fatalf("parts %d %+v and %d %+v share cells", j, b, i, a)
			}
		}
	}
}

func TestStageLayoutAt120(t *testing.T) {
	s := layoutStage(ascii.Rect{X: 45, Y: 2, W: 74, H: 32}, stageParts{mains: 1, charts: 2, timeline: true, lines: 2})
	if len(s.charts) != 2 || s.charts[0].W < 26 || s.charts[0].X <= s.mains[0].X+s.mains[0].W || s.charts[1].Y <= s.charts[0].Y {
		t.Errorf("charts should stand beside the picture: %+v", s)
	}
	if s.mains[0].W < 40 || s.mains[0].H < 24 {
		t.Errorf("the picture is small: %+v", s.mains[0])
	}
	if s.timeline.H != 1 || s.status.Y != s.timeline.Y+1 || s.lines.Y != s.status.Y+s.status.H || s.lines.H != 2 {
		t.Errorf("timeline, status, formula should follow each other: %+v", s)
	}
}

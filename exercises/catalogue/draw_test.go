package catalogue

import (
	"context"
	"math"
	"slices"
	"testing"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/check"
)

// size is the size in cells at which a figure is drawn.
type size struct{ w, h int }

// stageLook says how thoroughly a stage is tested.
type stageLook struct {
	frames   int // maximum number of frames by which a run is extended
	sizes    []size
	controls bool            // whether controls are moved
	profiles []ascii.Profile // profiles for each size; if nil, ASCII and a Unicode profile that depends on the size
}

// checkStage tests the scenes of a task before it is answered, with its reference, with the
// examples of misconceptions, and with answers that cannot be read.
func checkStage(t *testing.T, s task) {
	whole := stageLook{frames: thorough(5, 10), controls: true,
		sizes: []size{{}, {1, 1}, {200, 2}, {3, 50}, {40, 12}, {78, 18}, {140, 55}}}
	if thorough(0, 1) == 1 {
		whole.profiles = []ascii.Profile{ascii.TrueColor, ascii.Indexed256, ascii.ANSI16, ascii.Mono, ascii.SevenBit}
	}
	brief := stageLook{frames: thorough(3, 10), controls: thorough(0, 1) == 1, sizes: []size{{3, 2}, {78, 18}}}
	checkScene(t, s, s.earlierAnswers, whole)
	whole.sizes = whole.sizes[thorough(3, 0):]
	checkScene(t, s, s.answered(), whole)
	checkScene(t, s, nil, brief)
	for _, m := range s.info.Misconceptions[:min(len(s.info.Misconceptions), thorough(2, 1000))] {
		checkScene(t, s, s.earlierAnswers.Joined(m.Example), brief)
	}
	for _, f := range s.info.Fields {
		checkScene(t, s, s.earlierAnswers.With(f.Name, "(("), stageLook{frames: 1})
	}
}

func checkScene(t *testing.T, s task, a exercises.Answers, look stageLook) {
	t.Helper()
	scene := s.Scene(t.Context(), a)
	checkFigures(t, scene.Figures, look)
	checkLines(t, "note", slices.Concat(scene.Predicted, scene.Notes))
	checkLines(t, "formula", scene.Formula)
	if scene.Inspect != nil {
		checkLines(t, "inspector", slices.Concat(scene.Inspect(0), scene.Inspect(1)))
	}
	for i, c := range scene.Controls {
		checkControl(t, c)
		if slices.ContainsFunc(scene.Controls[:i], func(o exercises.Control) bool { return o.Name == c.Name }) ||
			slices.ContainsFunc(s.info.Fields, func(f exercises.Field) bool { return f.Name == c.Name }) {
			t.Errorf("control %s: got a name that is taken, want one of its own", c.Name)
		}
		for _, text := range []string{c.Nudge(1), c.Nudge(-1), "nonsense"} {
			if look.controls {
				s.Scene(t.Context(), a.With(c.Name, text))
			}
		}
	}
	if scene.Run != nil {
		checkFrames(t, scene.Run, look)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	s.Scene(stopped, a)
	s.Check(stopped, a)
}

func checkControl(t *testing.T, c exercises.Control) {
	t.Helper()
	checkText(t, "control", c.Label)
	if c.IsChoice() {
		if !slices.ContainsFunc(c.Choices, func(o exercises.Choice) bool { return o.Value == c.Value }) {
			t.Errorf("control %s: got the value %q, want one of its choices", c.Name, c.Value)
		}
		return
	}
	if !(c.Min < c.Max) || !(c.Step > 0) || c.Log && !(c.Min > 0) {
		t.Errorf("control %s: got the range %v to %v in steps of %v, want a range and steps above 0", c.Name, c.Min,
			c.Max, c.Step)
	}
	if f := c.Fraction(); math.IsNaN(f) || f < 0 || f > 1 {
		t.Errorf("control %s: its value %q is at %v, want 0 to 1", c.Name, c.Value, f)
	}
}

// checkFrames extends a run as far as look says and tests some of its frames.
func checkFrames(t *testing.T, r exercises.Run, look stageLook) {
	t.Helper()
	n := r.Len()
	longer, err := r.Extend(t.Context(), look.frames, exercises.Condition{})
	if err != nil || n < 1 {
		t.Errorf("Extend of a run of %d frames: error %v, want a run of at least 1 frame that extends", n, err)
		return
	}
	if _, done := r.Done(); r.Len() != n || done && longer.Len() != n {
		t.Errorf("extended to %d, a run of %d frames (done: %v) has %d, want it unchanged, and no more frames if it is done",
			longer.Len(), n, done, r.Len())
	}
	reason, done := longer.Done()
	if checkText(t, "reason", reason); done && reason == "" {
		t.Error("got no reason for the end of the run, want one")
	}
	for i := range longer.Len() {
		if i > 2 && i < longer.Len()-2 && i%7 != 0 {
			continue
		}
		f := longer.Frame(i)
		checkText(t, "event", longer.Event(i))
		checkLines(t, "frame", slices.Concat([]ascii.Line{f.Status}, f.Formula, f.Notes))
		if f.Why != nil {
			checkLines(t, "why", f.Why())
		}
		if f.Inspect != nil {
			checkLines(t, "inspector", slices.Concat(f.Inspect(0), f.Inspect(1)))
		}
		checkFigures(t, f.Figures, look)
	}
}

func checkLines(t *testing.T, what string, lines []ascii.Line) {
	t.Helper()
	for _, l := range lines {
		checkText(t, what, l.String())
	}
}

func checkFigures(t *testing.T, list []exercises.Figure, look stageLook) {
	t.Helper()
	unicode := []ascii.Profile{ascii.TrueColor, ascii.Indexed256, ascii.ANSI16, ascii.Mono}
	for _, f := range list {
		if checkText(t, "figure title", f.Title); f.Plot == nil {
			t.Errorf("figure %q: got no plot, want one", f.Title)
			continue
		}
		words := f.Plot.Words()
		check.That(t, len(words) != 0, "figure %q: got no words, want some", f.Title)
		for _, w := range words {
			checkText(t, "words", w)
		}
		for i, at := range look.sizes {
			profiles := look.profiles
			if profiles == nil {
				profiles = []ascii.Profile{unicode[i%len(unicode)], ascii.SevenBit}
			}
			for _, p := range profiles {
				checkDrawing(t, f, at, p)
			}
		}
	}
}

// checkDrawing draws a figure into the middle of a grid that is larger by a cell on every side. The
// figure must not draw on this border.
func checkDrawing(t *testing.T, f exercises.Figure, at size, p ascii.Profile) {
	t.Helper()
	g := ascii.NewGrid(at.w+2, at.h+2)
	area := ascii.Rect{X: 1, Y: 1, W: at.w, H: at.h}
	f.Plot.Draw(g, area, ascii.View{Profile: p})
	for y := range g.H {
		for x := range g.W {
			c := g.At(x, y)
			switch {
			case !area.Contains(x, y) && c != (ascii.Cell{}):
				t.Errorf("figure %q at %d×%d draws at (%d, %d), want nothing outside of its area", f.Title, at.w,
					at.h, x-1, y-1)
			case p == ascii.SevenBit && c.Rune != 0 && (c.Rune < ' ' || c.Rune >= utf8.RuneSelf-1):
				t.Errorf("figure %q draws %q in the seven-bit profile, want only ASCII", f.Title, c.Rune)
			case int(c.Fg) >= ascii.NumInks || int(c.Bg) >= ascii.NumInks:
				t.Errorf("figure %q: got inks %d and %d, want below %d", f.Title, c.Fg, c.Bg, ascii.NumInks)
			default:
				continue
			}
			return
		}
	}
}

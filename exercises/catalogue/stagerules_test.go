package catalogue

import (
	"context"
	"math"
	"slices"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
)

// checkStages holds every scene of an exercise to the rules about pictures:
// for an empty form, for the reference, and for each misconception.
func checkStages(e *exercises.Exercise, o stageOptions) []string {
	l := &ledger{}
	before := exercises.Answers{}
	for _, s := range e.Steps {
		in := s.Info()
		l.where = e.ID + " " + in.Name
		l.scene(s, before, o)
		l.scene(s, nil, o)
		for _, m := range in.Misconceptions {
			l.scene(s, over(before, m.Example), o)
		}
		for _, f := range in.Fields {
			l.scene(s, before.With(f.Name, "(("), stageOptions{frames: 1})
		}
		before = over(before, in.Reference)
		l.scene(s, before, o)
	}
	return l.found
}

// stageOptions says how much of a stage is looked at.
type stageOptions struct {
	frames int // of a run
	sizes  []ascii.Rect
	all    bool // profiles at each size; else one with Unicode, another at the next, and seven bits
}

// profiles are those in which a figure is drawn at the i-th size.
func (o stageOptions) profiles(i int) []ascii.Profile {
	unicode := []ascii.Profile{ascii.TrueColor, ascii.Indexed256, ascii.ANSI16, ascii.Mono}
	if o.all {
		return append(unicode, ascii.SevenBit)
	}
	return []ascii.Profile{unicode[i%len(unicode)], ascii.SevenBit}
}

// scene holds one scene to the rules.
func (l *ledger) scene(s exercises.Step, a exercises.Answers, o stageOptions) {
	ctx := context.Background()
	sc := s.Scene(ctx, a)
	l.figures(sc.Figures, o)
	l.lines("note", sc.Notes)
	l.lines("formula", sc.Formula)
	l.inspect(sc.Inspect)
	l.controls(sc.Controls, s.Info())
	for _, c := range sc.Controls {
		for _, text := range []string{c.Nudge(1), c.Nudge(-1), "nonsense"} {
			s.Scene(ctx, a.With(c.Name, text))
		}
	}
	if sc.Run != nil {
		l.run(ctx, sc.Run, o)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	s.Scene(stopped, a)
	s.Check(stopped, a)
}

func (l *ledger) controls(list []exercises.Control, in exercises.Info) {
	seen := map[string]bool{}
	for _, c := range list {
		if seen[c.Name] || slices.ContainsFunc(in.Fields, func(f exercises.Field) bool { return f.Name == c.Name }) {
			l.add("control %s: its name is taken", c.Name)
		}
		seen[c.Name] = true
		l.text("control", c.Label)
		if c.IsChoice() {
			if !slices.ContainsFunc(c.Choices, func(ch exercises.Choice) bool { return ch.Value == c.Value }) {
				l.add("control %s: its value %q is not offered", c.Name, c.Value)
			}
			continue
		}
		if !(c.Min < c.Max) || !(c.Step > 0) || c.Log && !(c.Min > 0) {
			l.add("control %s: range %v to %v in steps of %v", c.Name, c.Min, c.Max, c.Step)
		}
		if f := c.Fraction(); math.IsNaN(f) || f < 0 || f > 1 {
			l.add("control %s: its value %q stands at %v", c.Name, c.Value, f)
		}
	}
}

// run walks a run to its end, or as far as the options say.
func (l *ledger) run(ctx context.Context, r exercises.Run, o stageOptions) {
	n := r.Len()
	if n < 1 {
		l.add("a run without frames")
		return
	}
	longer, err := r.Extend(ctx, o.frames, exercises.Break{})
	if err != nil {
		l.add("the run does not extend: %v", err)
		return
	}
	if r.Len() != n {
		l.add("extending changed the run itself")
	}
	if _, done := r.Done(); done && longer.Len() != n {
		l.add("a run that is done grew from %d to %d frames", n, longer.Len())
	}
	for _, b := range longer.Breaks() {
		l.text("break", b.Label)
	}
	if reason, done := longer.Done(); done && reason == "" {
		l.add("the run is done and does not say why")
	} else {
		l.text("reason", reason)
	}
	for i := range longer.Len() {
		if i > 2 && i < longer.Len()-2 && i%7 != 0 {
			continue
		}
		f := longer.Frame(i)
		l.text("event", longer.Event(i))
		l.lines("status", []ascii.Line{f.Status})
		l.lines("formula", f.Formula)
		if f.Why != nil {
			l.lines("why", f.Why())
		}
		l.lines("note", f.Notes)
		l.inspect(f.Inspect)
		l.figures(f.Figures, o)
	}
}

func (l *ledger) inspect(f func(int) []ascii.Line) {
	if f == nil {
		return
	}
	for _, i := range []int{0, 1} {
		l.lines("inspector", f(i))
	}
}

func (l *ledger) figures(list []exercises.Figure, o stageOptions) {
	for _, f := range list {
		l.text("figure title", f.Title)
		if f.Plot == nil {
			l.add("figure %q has no plot", f.Title)
			continue
		}
		words := f.Plot.Words()
		if len(words) == 0 {
			l.add("figure %q says nothing in words", f.Title)
		}
		for _, w := range words {
			l.text("words", w)
		}
		for i, size := range o.sizes {
			for _, p := range o.profiles(i) {
				l.draw(f, size, p)
			}
		}
	}
}

// draw draws a figure into the middle of a grid that is larger by a cell on
// every side, and looks at the rim.
func (l *ledger) draw(f exercises.Figure, size ascii.Rect, p ascii.Profile) {
	g := ascii.NewGrid(size.W+2, size.H+2)
	area := ascii.Rect{X: 1, Y: 1, W: size.W, H: size.H}
	f.Plot.Draw(g, area, ascii.View{Profile: p})
	for y := range g.H {
		for x := range g.W {
			c := g.At(x, y)
			if !area.Contains(x, y) && c != (ascii.Cell{}) {
				l.add("figure %q at %d×%d draws outside its area, at (%d, %d)", f.Title, size.W, size.H, x-1, y-1)
				return
			}
			if p == ascii.SevenBit && !sevenBit(c.Rune) {
				l.add("figure %q draws %q in the seven-bit profile", f.Title, c.Rune)
				return
			}
			if int(c.Fg) >= ascii.NumInks || int(c.Bg) >= ascii.NumInks {
				l.add("figure %q uses an ink that does not exist", f.Title)
				return
			}
		}
	}
}

// sevenBit reports whether a cell's rune is printable ASCII or a blank.
func sevenBit(r rune) bool { return r == 0 || r >= ' ' && r < utf8.RuneSelf && r != 0x7f }

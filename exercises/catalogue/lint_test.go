package catalogue

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"kernellab/ascii"
	"kernellab/exercises"
)

// The checks in this file are about the pictures and the texts of the worksheets here.
// checkAudit applies them to tasks of many seeds.

// A drawn task is degenerate if its picture cannot show it. The picture has apartW by
// apartH cells, as on a narrow screen. The boundary and both margins must be visible as
// separate lines, by their cells or by the dots in them. If the boundary separates all
// points, points of different classes must be in different cells. For a run, this
// applies to its last step or to step apartFrames.
const (
	apartW, apartH = 48, 19
	apartFrames    = 200
	apartDots      = 24   // on either side of a line that crosses the picture, not just a corner of it: three cells
	apartZero      = 1e-9 // an f that is 0 up to rounding separates nothing
)

// pictures checks the pictures of a task at its start and with its reference answer.
func (a *audit) pictures(s exercises.Task, before exercises.Answers) {
	said := map[string]bool{}
	for _, answers := range []exercises.Answers{before, before.Joined(s.Info().Reference)} {
		for _, f := range lastFigures(a.ctx, s.Scene(a.ctx, answers)) {
			for _, text := range hiddenParts(f.Plot) {
				if text = fmt.Sprintf("in %d×%d cells of “%s” %s", apartW, apartH, f.Title, text); !said[text] {
					said[text] = true
					a.add("%s", text)
				}
			}
		}
	}
}

// lastFigures returns the figures of a scene, or those of the last step of its run.
func lastFigures(ctx context.Context, s exercises.Scene) []exercises.Figure {
	if s.Run == nil {
		return s.Figures
	}
	run := s.Run
	if longer, err := run.Extend(ctx, apartFrames, exercises.Condition{}); err == nil {
		run = longer
	}
	return run.Frame(run.Len() - 1).Figures
}

// pointFigure is a picture of a field with points.
type pointFigure interface {
	ascii.Figure
	ascii.Picker
}

// hiddenParts returns which parts of a decision picture cannot be seen in it. It ignores
// other figures, and lines that do not cross the picture.
func hiddenParts(plot ascii.Figure) (out []string) {
	p, ok := plot.(pointFigure)
	m, decides := decisionIn(plot)
	if !ok || !decides {
		return nil
	}
	g := ascii.NewGrid(apartW, apartH)
	v := ascii.View{Profile: ascii.TrueColor, Aspect: 2}
	p.Draw(g, g.Bounds(), v)
	f := valuesAtDots(m)
	reached := func(low, high float64, dots int) bool {
		for _, v := range f {
			if low < v && v < high {
				dots--
			}
		}
		return dots <= 0
	}
	for _, line := range []struct {
		level float64
		ink   ascii.Ink
		name  string
		drawn bool
	}{
		{0, ascii.Boundary, "the boundary", true},
		{1, ascii.MarginPos, "the margin f = 1", m.Levels == ascii.WithMargins},
		{-1, ascii.MarginNeg, "the margin f = −1", m.Levels == ascii.WithMargins},
	} {
		crosses := reached(math.Inf(-1), line.level-apartZero, apartDots) &&
			reached(line.level+apartZero, math.Inf(1), apartDots)
		between := line.level != 0 && reached(line.level/2-0.25, line.level/2+0.25, 1)
		if line.drawn && crosses && !between && !hasInk(g, line.ink) {
			out = append(out, line.name+" is hidden")
		}
	}
	return append(out, crowdedCells(p, m, g.Bounds(), v)...)
}

// decisionIn returns the map of a figure that shows a boundary between points of two
// classes.
func decisionIn(plot ascii.Figure) (ascii.Map, bool) {
	m, ok := plot.(ascii.Map)
	if lifted, is := plot.(ascii.Lift); is {
		m = lifted.Plane()
		ok = true
	}
	classes := map[int]bool{}
	for _, k := range m.Marks {
		classes[k.Class] = true
	}
	return m, ok && m.Field != nil && m.Levels != ascii.NoLines && classes[1] && classes[-1]
}

// valuesAtDots returns the field of a map at the dots of its cells, two across and four down.
func valuesAtDots(m ascii.Map) []float64 {
	x, y := m.Ranges()
	xs, ys := make([]float64, 2*apartW), make([]float64, 4*apartH)
	for i := range xs {
		xs[i] = x.Min + (float64(i)+0.5)/float64(len(xs))*x.Span()
	}
	for i := range ys {
		ys[i] = y.Max - (float64(i)+0.5)/float64(len(ys))*y.Span()
	}
	f := make([]float64, len(xs)*len(ys))
	m.Field.Sample(f, xs, ys)
	return f
}

func hasInk(g *ascii.Grid, ink ascii.Ink) bool {
	for y := range g.H {
		for x := range g.W {
			if g.At(x, y).Fg == ink {
				return true
			}
		}
	}
	return false
}

// crowdedCells reports points of two classes in one cell, if every point is on its side of the
// boundary, because the boundary passes between them unseen.
func crowdedCells(p pointFigure, m ascii.Map, area ascii.Rect, v ascii.View) (out []string) {
	first := map[[2]int]int{}
	for i, k := range m.Marks {
		f := [1]float64{}
		m.Field.Sample(f[:], []float64{k.X}, []float64{k.Y})
		if k.Class != 0 && f[0]*float64(k.Class) <= 0 {
			return nil
		}
		x, y, ok := p.Place(area, v, i)
		if !ok || k.Class == 0 {
			continue
		}
		j, taken := first[[2]int{x, y}]
		switch {
		case !taken:
			first[[2]int{x, y}] = i
		case m.Marks[j].Class != k.Class:
			out = append(out, fmt.Sprintf("points %d and %d of two classes share a cell", j+1, i+1))
		}
	}
	return out
}

// A computed task may be asked without the tasks before it, in a review or a test-out.
// These checks find out what can be decided about that: it needs a set-up, or a text of
// its own that does not begin by referring back, and the letters in its question and
// its labels must occur in that text or on the stage.

// checkAlone reports what a later task lacks if it is asked without the others.
func (a *audit) checkAlone(s exercises.Task) {
	info := s.Info()
	if !info.NeedsComputation() {
		return
	}
	told := slices.Concat(info.SetUp, info.Text)
	if len(told) == 0 {
		a.add("asked alone it has no text: add a block alone")
		return
	}
	if first := firstWord(told[0].Text.String()); len(info.SetUp) == 0 && slices.Contains(backReferences(), first) {
		a.add("asked alone it begins with %q, which points back: add a block alone", first)
	}
	known := letters(textOf(told) + " " + strings.Join(sceneTexts(s.Scene(a.ctx, nil)), "\n"))
	for _, l := range letters(askedText(info)) {
		if !slices.Contains(known, l) && !slices.Contains(labLetters(), l) {
			a.add("asked alone it does not say what %s is: add a block alone", l)
		}
	}
}

// backReferences returns words with which a text begins if it refers back to an earlier text.
func backReferences() []string {
	return strings.Fields(
		"and again also another both but here hence in it its last more next now once one or same so such that the then there they those with",
	)
}

// labLetters returns the letters of the lab's notation, which are in the window of symbols.
func labLetters() []string {
	return strings.Fields("n d p x z φ k K y t a α w b f λ C γ η s u σ i j e O R W Σ P")
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
}

func askedText(info exercises.Info) string {
	out := info.Question.String()
	for _, f := range info.Fields {
		out += "\n" + f.Label
	}
	return out
}

// letters returns the single letters in a text, without index and prime. These are the
// symbols in it.
func letters(text string) (out []string) {
	runes := []rune(text)
	at := func(i int) rune {
		if i < 0 || i >= len(runes) {
			return ' '
		}
		return runes[i]
	}
	for i, r := range runes {
		if !unicode.IsLetter(r) || isScript(r) || unicode.IsLetter(at(i-1)) && !isScript(at(i-1)) ||
			unicode.IsLetter(at(i+1)) && !isScript(at(i+1)) || at(i-1) == '’' || at(i-1) == '\'' ||
			strings.ContainsRune("aAI", r) {
			continue
		}
		if l := string(r); !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// isScript reports whether a rune is an index or an exponent.
func isScript(r rune) bool { return unicode.Is(unicode.Lm, r) || unicode.Is(unicode.No, r) }

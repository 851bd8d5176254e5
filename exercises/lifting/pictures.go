package lifting

import (
	"context"
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
)

// marks are the points of a 1-D set.
func marks(set *dataset.Set) []ascii.Mark {
	out := make([]ascii.Mark, set.Len())
	for i := range out {
		out[i] = ascii.Mark{X: set.Point(i)[0], Class: int(set.Label(i))}
	}
	return out
}

// around is the part of the line shown: the points with some room on either
// side.
func around(set *dataset.Set) ascii.Range {
	lo, hi := span(set)
	room := 0.08 * (hi - lo)
	return ascii.Range{Min: lo - room, Max: hi + room}
}

// cutPicture is the number line with a threshold; points on the wrong side
// stand out.
func cutPicture(set *dataset.Set, c cut) ascii.Figure {
	m := marks(set)
	for i := range m {
		m[i].Focus = c.side*(m[i].X-c.at)*float64(m[i].Class) <= 0
	}
	return ascii.NumberLine{
		X: around(set), Marks: m, Label: "x₁", HasCursor: true, Cursor: c.at,
		F: func(x float64) float64 { return c.side * math.Max(-1, math.Min(1, x-c.at)) },
	}
}

// liftScene is the lifted set for a feature as typed so far; the number line
// alone while there is no feature.
func liftScene(ctx context.Context, text string, set *dataset.Set) exercises.Scene {
	l, err := liftText(ctx, text, set)
	if err != nil {
		s := exercises.Scene{Figures: []exercises.Figure{{
			Title: "The number line, waiting for a second coordinate", Role: exercises.Main,
			Plot: ascii.NumberLine{X: around(set), Marks: marks(set), Label: "x₁"},
		}}}
		if _, isSyntax := err.(*answer.SyntaxError); !isSyntax {
			s.Notes = []ascii.Line{{{Text: err.Error(), Ink: ascii.Warn}}}
		}
		return s
	}
	pic := ascii.Lift{X: around(set), F: func(x float64) float64 { return l.f.Value(x) }, Marks: marks(set), XLabel: "x₁", YLabel: "x₂"}
	title := "x₂ = " + l.expr.String() + ": no line separates"
	notes := []ascii.Line{{{Text: "Not separable yet.", Ink: ascii.Dim}}}
	if l.margin.Separable {
		pic.HasLine, pic.W1, pic.W2, pic.B = true, l.margin.W[0], l.margin.W[1], l.margin.B
		title = "x₂ = " + l.expr.String() + ": a line separates"
		notes = []ascii.Line{{{Text: "A line separates, with margin ", Ink: ascii.Text}, {Text: stage.Num(l.margin.Width), Ink: ascii.Strong}, {Text: ".", Ink: ascii.Text}}}
	}
	return exercises.Scene{
		Figures: []exercises.Figure{{Title: title, Role: exercises.Main, Plot: pic}},
		Notes:   notes,
		Inspect: func(i int) []ascii.Line { return l.inspect(i) },
	}
}

// inspect describes a lifted point.
func (l lifted) inspect(i int) []ascii.Line {
	if i < 0 || i >= l.set.Len() {
		return nil
	}
	x, h := l.set.Point(i)[0], l.heights[i]
	out := []ascii.Line{plainf("point %d: x₁ = %s, x₂ = %s, class %s", i+1, stage.Num(x), stage.Num(h), answer.Signed(l.set.Label(i)))}
	if l.margin.Separable {
		f := l.margin.W[0]*x + l.margin.W[1]*h + l.margin.B
		out = append(out, plainf("f = %s, at distance %s from the line", stage.Num(f), stage.Num(math.Abs(f)*l.margin.Width)))
	}
	return out
}

// lineScene is the number line alone.
func lineScene(set *dataset.Set) exercises.Scene {
	line := ascii.NumberLine{X: around(set), Marks: marks(set), Label: "x₁"}
	return exercises.Scene{Figures: []exercises.Figure{{Title: "The number line", Role: exercises.Main, Plot: line}}}
}

// rootsScene is the number line with the roots typed so far, nil where one is
// missing.
func rootsScene(set *dataset.Set, at []float64) exercises.Scene {
	s := lineScene(set)
	line := s.Figures[0].Plot.(ascii.NumberLine)
	line.Roots = at
	s.Figures[0].Plot = line
	return s
}

// planeScene is the lift x₂ = (x₁ + 1)² with the line x₂ = h.
func planeScene(set *dataset.Set, h float64) exercises.Scene {
	square := func(x float64) float64 { return (x + 1) * (x + 1) }
	return exercises.Scene{Figures: []exercises.Figure{{
		Title: "The lifted plane and the line x₂ = " + answer.Shown(h), Role: exercises.Main,
		Plot: ascii.Lift{
			X: around(set), F: square, Marks: marks(set), XLabel: "x₁", YLabel: "x₂",
			HasLine: true, W2: 1, B: -h, BoundaryOnly: true,
		},
	}}}
}

// quadraticScene is a quadratic as a parabola over the number line, and what
// its sign says below: its roots and the intervals between them.
func quadraticScene(set *dataset.Set, q quadratic) exercises.Scene {
	m := marks(set)
	for i := range m {
		m[i].Y = q.at(m[i].X)
	}
	plane := ascii.Map{
		X: around(set), Marks: m, XLabel: "x₁", YLabel: "f", Levels: ascii.BoundaryOnly,
		Field:  ascii.FieldFunc(func(_, y float64) float64 { return y }),
		Curves: []ascii.CurveLine{{F: q.at}},
	}
	line := ascii.NumberLine{X: around(set), F: q.at, Marks: marks(set), Roots: q.roots(), Label: "x₁"}
	wrong := misclassified(set, func(x []float64) float64 { return q.at(x[0]) })
	note := plainf("The sign is right at all %d points.", set.Len())
	if len(wrong) > 0 {
		note = ascii.Line{{Text: fmt.Sprintf("The sign is wrong at %d of %d points.", len(wrong), set.Len()), Ink: ascii.Warn}}
	}
	return exercises.Scene{
		Figures: []exercises.Figure{
			{Title: "f = ax₁² + bx₁ + c: above 0 is +1, below 0 is −1", Role: exercises.Main, Plot: plane},
			{Title: "What it says of the line", Role: exercises.Strip, Plot: line},
		},
		Notes: []ascii.Line{note},
	}
}

// roots are the real zeros in rising order.
func (q quadratic) roots() []float64 {
	if q.a == 0 {
		if q.b == 0 {
			return nil
		}
		return []float64{-q.c / q.b}
	}
	d := q.b*q.b - 4*q.a*q.c
	if d < 0 {
		return nil
	}
	// The larger root in size first, so that nothing cancels.
	h := -(q.b + math.Copysign(math.Sqrt(d), q.b)) / 2
	if h == 0 {
		return []float64{0}
	}
	u, v := h/q.a, q.c/h
	return []float64{math.Min(u, v), math.Max(u, v)}
}

package kit

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// lineScene is a line w₁x₁ + w₂x₂ + b = 0 of the plane with the two lines where
// it is ±1, points, and their perpendiculars onto the line.
func lineScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	s := lineFigure{title: by.title(p, "line"), by: by, notes: livesOf(p, "notes", by), feet: p.Flag("feet"), b: by.law(p, "b", p.Needed("b"))}
	w := p.Texts("w")
	if len(w) != 2 {
		p.Fail("w", "write two formulas, as [3, 4*c]", "%d weights", len(w))
		return nil
	}
	s.w = [2]answer.Func{by.law(p, "w", w[0]), by.law(p, "w", w[1])}
	for _, part := range p.Parts("points", "name", "x", "y", "class") {
		s.points = append(s.points, ascii.Mark{X: part.Float("x"), Y: part.Float("y"), Class: part.Int("class"), Label: part.Text("name")})
	}
	return s.scene
}

// lineFigure is the line, as its sliders have it, and what does not move.
type lineFigure struct {
	title  func(exercises.Answers) string
	by     levers
	w      [2]answer.Func
	b      answer.Func
	points []ascii.Mark
	feet   bool
	notes  []live
}

func (s lineFigure) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	at := s.by.values(a)
	w1, w2, b := s.w[0].Value(at...), s.w[1].Value(at...), s.b.Value(at...)
	x, y := s.span(w1, w2, b)
	m := ascii.Map{X: x, Y: y, Equal: true, XLabel: "x₁", YLabel: "x₂", Marks: s.points, Field: ascii.FieldFunc(func(x, y float64) float64 { return w1*x + w2*y + b })}
	for _, q := range s.points {
		if s.feet {
			m.Curves = append(m.Curves, ascii.CurveLine{Points: []ascii.Point{{X: q.X, Y: q.Y}, foot(w1, w2, b, q)}, Ink: ascii.Accent, Name: "The way to the foot of the perpendicular"})
		}
	}
	return exercises.Scene{
		Figures:  []exercises.Figure{stage.Main(s.title(a), m)},
		Controls: s.by.controls(a), Notes: shown(ctx, s.notes, a),
	}
}

// foot is the nearest place to a point on w₁x₁ + w₂x₂ + b = 0; the point itself
// for w = 0.
func foot(w1, w2, b float64, q ascii.Mark) ascii.Point {
	square := w1*w1 + w2*w2
	if square == 0 {
		return ascii.Point{X: q.X, Y: q.Y}
	}
	by := (w1*q.X + w2*q.Y + b) / square
	return ascii.Point{X: q.X - by*w1, Y: q.Y - by*w2}
}

// span is the part of the plane that has all points and their feet in it.
func (s lineFigure) span(w1, w2, b float64) (x, y ascii.Range) {
	var xs, ys []float64
	for _, q := range s.points {
		f := foot(w1, w2, b, q)
		xs, ys = append(xs, q.X, f.X), append(ys, q.Y, f.Y)
	}
	return ascii.RangeOf(xs...).Pad(0.25), ascii.RangeOf(ys...).Pad(0.25)
}

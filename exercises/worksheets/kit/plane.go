package kit

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// planeScene shows points and lines of a plane, and a linear function of the place.
func planeScene(p *worksheets.Params) worksheets.SceneFunc {
	by, known, numbers := leversOf(p, "sliders"), p.Fields("right"), p.Fields("numbers")
	sliders := len(by.list)
	for _, field := range known { // its letter is 1 if the answer is right, else 0
		by.list = append(by.list, exercises.Control{Name: field, Max: 1})
	}
	title, notes := by.title(p, "plane"), livesOf(p, "notes", by)
	still := ascii.Map{X: ascii.Range{Min: p.Float("from"), Max: p.Float("to")}, SameScale: p.Flag("square"),
		Y: ascii.Range{Min: p.Float("low"), Max: p.Float("high")}}
	if axes := p.Texts("axes"); len(axes) == 2 {
		still.XLabel, still.YLabel = axes[0], axes[1]
	}
	if p.Flag("origin") {
		still.Cross = &ascii.Point{}
	}
	parts := planeParts(p, by)
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		letters, plot := a.Joined(nil), still
		for _, field := range known {
			letters[field] = map[bool]string{true: "1", false: "0"}[p.Right(ctx, a, field)]
		}
		at := by.values(letters)
		for _, part := range parts {
			if p.Right(ctx, a, part.once...) {
				part.add(at, &plot)
			}
		}
		plot.Bare = !p.Right(ctx, a, numbers...)
		return exercises.Scene{Figures: []exercises.Figure{stage.Main(title(letters), plot)},
			Controls: by.controls(a)[:sliders], Notes: visibleLines(ctx, notes, a)}
	}
}

// planePart is a part of a plane: a point, a line or the score. add draws it for some values of the
// levers. It is left out until the answers in all fields of once are right.
type planePart struct {
	once []string
	add  func(at []float64, m *ascii.Map)
}

// planeParts reads the parts of a plane from the parameters points, lines and score.
func planeParts(p *worksheets.Params, by levers) (parts []planePart) {
	for _, part := range p.Parts("points", "name", "at", "from", "class", "selected") {
		place := by.place(part, "at", part.Texts("at"))
		mark := ascii.Mark{Label: part.Text("name"), Class: part.Int("class"), Selected: part.Flag("selected")}
		begin := part.Texts("from")
		from := by.place(part, "from", begin)
		parts = append(parts, planePart{add: func(at []float64, m *ascii.Map) {
			q, mark := place(at), mark
			mark.X, mark.Y = q.X, q.Y
			m.Marks = append(m.Marks, mark)
			if len(begin) > 0 {
				m.Curves = append(m.Curves, ascii.CurveLine{Points: []ascii.Point{from(at), q}, Dotted: true})
			}
		}})
	}
	for _, part := range p.Parts("lines", "name", "from", "to", "dotted", "once") {
		from, to := by.place(part, "from", part.Texts("from")), by.place(part, "to", part.Texts("to"))
		line := ascii.CurveLine{Name: part.Text("name"), Dotted: part.Flag("dotted")}
		parts = append(parts, planePart{part.Fields("once"), func(at []float64, m *ascii.Map) {
			line := line
			line.Points = []ascii.Point{from(at), to(at)}
			m.Curves = append(m.Curves, line)
		}})
	}
	if score := p.Texts("score"); len(score) > 0 {
		w, name := by.place(p, "score", score[:min(2, len(score))]), p.Text("perpendicular")
		b := by.law(p, "score", score[len(score)-1])
		parts = append(parts, planePart{add: func(at []float64, m *ascii.Map) {
			addScore(m, w(at), b.Value(at...), name)
		}})
	}
	return parts
}

// place parses the two coordinates of a point, each a formula of the levers. The returned function
// computes the point from the positions of the levers. Without coordinates, place returns nil.
func (by levers) place(p *worksheets.Params, name string, texts []string) func(at []float64) ascii.Point {
	if len(texts) == 0 {
		return nil
	} else if len(texts) != 2 {
		p.Fail(name, "write it as [1, 2]", "%s has %d coordinates", name, len(texts))
		return nil
	}
	x, y := by.law(p, name, texts[0]), by.law(p, name, texts[1])
	return func(at []float64) ascii.Point { return ascii.Point{X: x.Value(at...), Y: y.Value(at...)} }
}

// addScore shows w·x + b with the lines where it is 0 and ±1. If perpendicular is not empty, lines of
// this name lead from the points to the line at right angles. The plane shows all of them if it has
// no bounds yet.
func addScore(m *ascii.Map, w ascii.Point, b float64, perpendicular string) {
	m.Field = ascii.FieldFunc(func(x, y float64) float64 { return w.X*x + w.Y*y + b })
	var x, y []float64
	for _, q := range m.Marks {
		x, y = append(x, q.X), append(y, q.Y)
		if perpendicular == "" || w == (ascii.Point{}) {
			continue
		}
		multiple := (w.X*q.X + w.Y*q.Y + b) / (w.X*w.X + w.Y*w.Y)
		f := ascii.Point{X: q.X - multiple*w.X, Y: q.Y - multiple*w.Y}
		x, y = append(x, f.X), append(y, f.Y)
		m.Curves = append(m.Curves,
			ascii.CurveLine{Points: []ascii.Point{{X: q.X, Y: q.Y}, f}, Ink: ascii.Accent, Name: perpendicular})
	}
	if m.X.Span() == 0 {
		m.X, m.Y = ascii.RangeOf(x...).Pad(0.25), ascii.RangeOf(y...).Pad(0.25)
	}
}

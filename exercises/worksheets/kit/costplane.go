package kit

import (
	"context"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// costPlaneScene is the plane of two sizes, both on logarithmic scales, coloured by
// which of two costs is the smaller, with a line that is typed.
func costPlaneScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	s := costPlane{title: by.title(p, "plane"), by: by, notes: livesOf(p, "notes", by)}
	s.x, s.y = axisOf(p, "x"), axisOf(p, "y")
	costs := p.Parts("costs", "name", "of")
	if len(costs) != 2 {
		p.Fail("costs", "give two, as {name: kernel, of: n^2 d}", "%d costs", len(costs))
		return nil
	}
	for i, c := range costs {
		s.names[i], s.costs[i] = c.Needed("name"), by.law(c, "of", c.Needed("of"), s.x.name, s.y.name)
	}
	for _, part := range p.Parts("typed", "field", "name") {
		s.field, s.typed = part.Field("field"), part.Needed("name")
	}
	for _, part := range p.Parts("points", "name", "x", "y") {
		s.points = append(s.points, ascii.Mark{X: math.Log10(part.Float("x")), Y: math.Log10(part.Float("y")), Label: part.Needed("name")})
	}
	return s.scene
}

// costPlane is two costs over two sizes.
type costPlane struct {
	title  func(exercises.Answers) string
	by     levers
	x, y   axis
	names  [2]string
	costs  [2]answer.Func // of x, y and the levers
	field  string         // of a formula y(x), or ""
	typed  string         // what its line is called
	points []ascii.Mark
	notes  []live
}

// axis is one of the sizes.
type axis struct {
	name string
	span ascii.Range // of its logarithm
}

func axisOf(p *worksheets.Params, name string) axis {
	if parts := p.Parts(name, "name", "from", "to"); len(parts) == 1 {
		part := parts[0]
		from, to := part.Float("from"), part.Float("to")
		if from <= 0 || to <= from {
			part.Fail("from", "give 0 < from < to", "it goes from %v to %v", from, to)
		}
		return axis{part.Needed("name"), ascii.Range{Min: math.Log10(from), Max: math.Log10(to)}}
	}
	p.Fail(name, "write {name: d, from: 1, to: 1000}", "%s is missing", name)
	return axis{}
}

func (s costPlane) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	at := s.by.values(a)
	m := ascii.Map{
		X: s.x.span, Y: s.y.span, XLabel: "log₁₀ " + s.x.name, YLabel: "log₁₀ " + s.y.name,
		Levels: ascii.BoundaryOnly, Marks: s.points, Field: ascii.FieldFunc(s.ratio(at)),
	}
	if f, ok := s.line(ctx, a, at); ok {
		m.Curves = []ascii.CurveLine{{F: f, Ink: ascii.Accent, Name: s.typed}}
	}
	return exercises.Scene{
		Figures:  []exercises.Figure{stage.Main(s.title(a), m)},
		Controls: s.by.controls(a),
		Notes:    append([]ascii.Line{s.legend(at)}, shown(ctx, s.notes, a)...),
	}
}

// legend says on which side which cost is the smaller.
func (s costPlane) legend(at []float64) ascii.Line {
	names, inks := s.names, [2]ascii.Ink{ascii.MarkPos, ascii.MarkNeg}
	if s.ratio(at)(s.x.span.Min, s.y.span.Max) < 0 {
		names, inks = [2]string{names[1], names[0]}, [2]ascii.Ink{inks[1], inks[0]}
	}
	return ascii.Line{
		{Text: "above the edge ", Ink: ascii.Dim}, {Text: names[0], Ink: inks[0]}, {Text: " are cheaper, below it ", Ink: ascii.Dim}, {Text: names[1], Ink: inks[1]},
	}
}

// ratio is the logarithm of the second cost over the first: positive where the
// first is the cheaper.
func (s costPlane) ratio(at []float64) func(x, y float64) float64 {
	return func(x, y float64) float64 {
		letters := slices.Concat([]float64{math.Pow(10, x), math.Pow(10, y)}, at)
		return math.Log10(s.costs[1].Value(letters...) / s.costs[0].Value(letters...))
	}
}

// line is the size upwards that is typed as a formula of the size across and
// the levers.
func (s costPlane) line(ctx context.Context, a exercises.Answers, at []float64) (func(float64) float64, bool) {
	letters := slices.Concat([]string{s.x.name}, s.by.letters())
	e, err := answer.Parse(ctx, a[s.field], answer.Scope{Vars: letters})
	if s.field == "" || err != nil {
		return nil, false
	}
	f, err := e.Compile(letters...)
	if err != nil {
		return nil, false
	}
	return func(x float64) float64 {
		return math.Log10(f.Value(slices.Concat([]float64{math.Pow(10, x)}, at)...))
	}, true
}

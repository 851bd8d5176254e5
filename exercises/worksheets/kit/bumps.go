package kit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// mostGaps is how fine a grid of bumps is drawn at most.
const mostGaps = 40

// bumpGrid is Gaussian bumps on a grid over [0, 1]: on a line all of them, and in
// the plane their centres, with a circle at σ about the middle one.
func bumpGrid(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	g := gridOfBumps{
		by: by, title: by.title(p, "bump-grid"), line: or(p.Text("line"), "On a line, all bumps"),
		gaps: by.law(p, "gaps", p.Needed("gaps")), width: by.law(p, "width", p.Needed("width")), notes: livesOf(p, "notes", by),
	}
	return g.scene
}

// gridOfBumps is so many gaps along an axis, and bumps of a width at their ends.
type gridOfBumps struct {
	by          levers
	title       func(exercises.Answers) string
	line        string
	gaps, width answer.Func
	notes       []live
}

func (g gridOfBumps) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	at := g.by.values(a)
	gaps, width := int(math.Round(math.Max(1, math.Min(g.gaps.Value(at...), mostGaps)))), g.width.Value(at...)
	h := 1 / float64(gaps)
	unit := ascii.Range{Min: 0, Max: 1}.Pad(0.1)
	middle := float64(gaps/2) * h
	plane := ascii.Map{X: unit, Y: unit, Equal: true, XLabel: "x₁", YLabel: "x₂", Curves: []ascii.CurveLine{around(middle, middle, width)}}
	line := ascii.Chart{X: unit, Y: ascii.Range{Min: 0, Max: 1.1}, XLabel: "x"}
	for i := range gaps + 1 {
		mu := float64(i) * h
		line.Series = append(line.Series, bumpAt(mu, width, unit, i%2 == 1))
		for j := range gaps + 1 {
			plane.Marks = append(plane.Marks, ascii.Mark{X: mu, Y: float64(j) * h})
		}
	}
	return exercises.Scene{
		Controls: g.by.controls(a), Notes: shown(ctx, g.notes, a),
		Figures: []exercises.Figure{
			stage.Main(g.title(a), plane),
			stage.Chart(g.line, line),
		},
	}
}

// bumpAt is exp(−(x − μ)²/(2σ²)) over a part of the line.
func bumpAt(mu, sigma float64, over ascii.Range, dim bool) ascii.ChartSeries {
	s := ascii.ChartSeries{Ink: ascii.Series(0), Dim: dim}
	for j := range 81 {
		x := over.Min + float64(j)/80*over.Span()
		s.X, s.Y = append(s.X, x), append(s.Y, math.Exp(-(x-mu)*(x-mu)/(2*sigma*sigma)))
	}
	return s
}

// around is a circle.
func around(x, y, radius float64) ascii.CurveLine {
	out := ascii.CurveLine{Ink: ascii.Series(0)}
	const pieces = 36
	for i := range pieces + 1 {
		turn := 2 * math.Pi * float64(i) / pieces
		out.Points = append(out.Points, ascii.Point{X: x + radius*math.Cos(turn), Y: y + radius*math.Sin(turn)})
	}
	return out
}

// coverScene is points drawn in a cube, with a ball around each, and how much of the
// cube they reach in several dimensions.
func coverScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	title, count, notes := by.title(p, "cover"), by.law(p, "points", p.Needed("points")), livesOf(p, "notes", by)
	called, drawn, most := or(p.Text("called"), "of the cube near a point"), max(p.Int("drawn"), 1), 1
	c := cover{radius: p.Float("radius")}
	for _, text := range p.Texts("dimensions") {
		d, err := strconv.Atoi(text)
		if err != nil || d < 1 || d > 100 {
			p.Fail("dimensions", "write [1, 2, 3]", "%q is no number of dimensions", text)
			continue
		}
		c.dims, most = append(c.dims, d), max(most, d)
	}
	r := rand.New(rand.NewPCG(p.Brief().Seed, uint64(p.Int("stream"))))
	c.points = uniform(r, drawn, max(most, 2))
	c.places = uniform(r, max(p.Int("places"), 1), max(most, 2))
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		n := int(math.Max(1, math.Min(count.Value(by.values(a)...), float64(drawn))))
		return exercises.Scene{
			Controls: by.controls(a), Notes: shown(ctx, notes, a),
			Figures: []exercises.Figure{
				stage.Main(title(a), c.plane(n)),
				stage.Table(fmt.Sprintf("Measured at %d places drawn in the cube", len(c.places)), c.table(n, called)),
			},
		}
	}
}

// uniform draws n points of the cube [0, 1]ᵈ.
func uniform(r *rand.Rand, n, d int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		for range d {
			out[i] = append(out[i], r.Float64())
		}
	}
	return out
}

// cover is points of a cube, and places in it; those of fewer dimensions are their
// first coordinates.
type cover struct {
	points, places [][]float64
	dims           []int
	radius         float64
}

// reached is the share of the places in d dimensions with one of the first n points
// within the radius.
func (c cover) reached(n, d int) float64 {
	count := 0
	for _, place := range c.places {
		for _, x := range c.points[:n] {
			square := 0.0
			for j := range d {
				square += (x[j] - place[j]) * (x[j] - place[j])
			}
			if square <= c.radius*c.radius {
				count++
				break
			}
		}
	}
	return float64(count) / float64(len(c.places))
}

// plane is the first n points by their first two coordinates.
func (c cover) plane(n int) ascii.Map {
	unit := ascii.Range{Min: 0, Max: 1}
	plane := ascii.Map{X: unit, Y: unit, Equal: true, XLabel: "x₁", YLabel: "x₂"}
	for _, x := range c.points[:n] {
		plane.Marks = append(plane.Marks, ascii.Mark{X: x[0], Y: x[1]})
		plane.Curves = append(plane.Curves, around(x[0], x[1], c.radius))
	}
	return plane
}

// table is what n points reach, by dimension.
func (c cover) table(n int, called string) ascii.Table {
	table := ascii.Table{Columns: []ascii.Column{{Title: "d"}, {Title: called, Right: true}}}
	for _, d := range c.dims {
		table.Rows = append(table.Rows, []ascii.Line{ascii.Plain(strconv.Itoa(d)), ascii.Plainf("%.0f %%", 100*c.reached(n, d))})
	}
	return table
}

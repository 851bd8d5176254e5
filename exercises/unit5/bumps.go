package unit5

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// gridOfBumps builds exercise 5.5: Gaussian bumps on a grid, and at random points of a cube.
func gridOfBumps(b worksheets.Brief) worksheets.Parts {
	r := lesson.Rand(b.Seed, 55)
	c := cover{points: uniformPoints(r, 100, 10), places: uniformPoints(r, 1000, 10)}
	return worksheets.Parts{Tasks: worksheets.Tasks{"count": {Scene: bumpGrid}, "cure": {Scene: c.scene}}}
}

// bumpGrid shows bumps on a grid over [0, 1]: on a line, all bumps, and in the plane, the lines of
// the grid, which cross at the centres, and a circle of radius σ = h around the middle centre.
func bumpGrid(_ context.Context, a exercises.Answers) exercises.Scene {
	gaps := int(lesson.SliderValue(a, "gaps"))
	h := 1 / float64(gaps)
	unit := ascii.RangeOf(0, 1).Pad(0.1)
	middle := float64(gaps/2) * h
	plane := ascii.Map{X: unit, Y: unit, SameScale: true, XLabel: "x₁", YLabel: "x₂",
		Curves: []ascii.CurveLine{circleAround(middle, middle, h)}}
	line := func(points ...ascii.Point) {
		plane.Curves = append(plane.Curves, ascii.CurveLine{Ink: ascii.Axis, Points: points})
	}
	chart := ascii.Chart{X: unit, Y: ascii.RangeOf(0, 1.1), XLabel: "x"}
	for i := range gaps + 1 {
		mu := float64(i) * h
		chart.Series = append(chart.Series, bumpAt(mu, h, unit, i%2 == 1))
		line(ascii.Point{X: mu}, ascii.Point{X: mu, Y: 1})
		line(ascii.Point{Y: mu}, ascii.Point{X: 1, Y: mu})
	}
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main("", plane), stage.Chart("All bumps on a line", chart)},
	}
}

// bumpAt returns exp(−(x − μ)²/(2σ²)) over the domain.
func bumpAt(mu, sigma float64, domain ascii.Range, dim bool) ascii.ChartSeries {
	s := ascii.ChartSeries{Ink: ascii.Series(0), Dim: dim}
	for j := range 81 {
		x := domain.Min + float64(j)/80*domain.Span()
		s.Add(x, math.Exp(-(x-mu)*(x-mu)/(2*sigma*sigma)))
	}
	return s
}

// circleAround returns the circle of a radius around (x, y).
func circleAround(x, y, radius float64) ascii.CurveLine {
	out := ascii.CurveLine{Ink: ascii.Series(0)}
	const pieces = 36
	for i := range pieces + 1 {
		turn := 2 * math.Pi * float64(i) / pieces
		out.Points = append(out.Points, ascii.Point{X: x + radius*math.Cos(turn), Y: y + radius*math.Sin(turn)})
	}
	return out
}

// uniformPoints draws n points of the cube [0, 1]ᵈ.
func uniformPoints(r *rand.Rand, n, d int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		for range d {
			out[i] = append(out[i], r.Float64())
		}
	}
	return out
}

// cover holds points of a cube, and places at which to test whether a point is near. For a cube of
// d dimensions, only the first d coordinates are used.
type cover struct{ points, places [][]float64 }

// coverRadius is 2σ. At a smaller distance from its centre, a bump counts as not small.
const coverRadius = 0.2

// scene shows the first points with a ball around each, and the fraction of the cube
// that the balls cover in several dimensions.
func (c cover) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	n := int(lesson.SliderValue(a, "points"))
	table := ascii.Table{Columns: ascii.Columns("d", "within 2σ of a point")}
	for _, d := range []int{1, 2, 3, 10} {
		table.Add(ascii.Plain(strconv.Itoa(d)), ascii.Plainf("%.0f %%", 100*c.coveredFraction(n, d)))
	}
	return exercises.Scene{Figures: []exercises.Figure{
		stage.Main("", c.plane(n)),
		stage.Table(fmt.Sprintf("Of %d places in the cube", len(c.places)), table),
	}}
}

// coveredFraction returns the fraction of the places, in d dimensions, that are within coverRadius of one
// of the first n points.
func (c cover) coveredFraction(n, d int) float64 {
	count := 0
	for _, place := range c.places {
		if slices.ContainsFunc(c.points[:n], func(x []float64) bool {
			return floats.Distance(x[:d], place[:d], 2) <= coverRadius
		}) {
			count++
		}
	}
	return float64(count) / float64(len(c.places))
}

// plane shows where the first n points reach, by their first two coordinates.
func (c cover) plane(n int) ascii.Map {
	edge := ascii.CurveLine{Ink: ascii.Axis, Name: "the unit square",
		Points: []ascii.Point{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}, {}}}
	reach := ascii.RangeOf(-coverRadius, 1+coverRadius)
	return ascii.Map{X: reach, Y: reach, SameScale: true, XLabel: "x₁", YLabel: "x₂", Curves: []ascii.CurveLine{edge},
		Levels: ascii.BoundaryOnly, Field: ascii.FieldFunc(func(x, y float64) float64 {
			near := math.Inf(1)
			for _, p := range c.points[:n] {
				near = min(near, math.Hypot(p[0]-x, p[1]-y))
			}
			return 10 * (coverRadius - near)
		})}
}

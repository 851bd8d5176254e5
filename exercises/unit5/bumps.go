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

// curseOfDimensionality builds the Go part of exercise 5.5: Gaussian bumps whose centres
// are on a grid, and random points of a cube, around which the bumps cover only a fraction of the
// cube. A scene is what a task shows next to its text.
func curseOfDimensionality(input worksheets.LessonInput) worksheets.LessonOutput {
	r := lesson.Rand(input.Seed, 55)
	c := coverage{points: uniformPoints(r, 100, 10), testPoints: uniformPoints(r, 1000, 10)}
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{"count": {Scene: bumpGrid}, "cure": {Scene: c.scene}}}
}

// bumpGrid shows bumps on a grid over [0, 1] whose gaps have the width h. On a line, it shows all
// bumps. In the plane, it shows the lines of the grid, which cross at the centres of the bumps, and a
// circle of radius σ = h around the centre in the middle.
func bumpGrid(_ context.Context, a exercises.Answers) exercises.Scene {
	gaps := int(lesson.SliderValue(a, "gaps"))
	h := 1 / float64(gaps)
	axis := ascii.RangeOf(0, 1).Pad(0.1)
	middle := float64(gaps/2) * h
	plane := ascii.Map{X: axis, Y: axis, SameScale: true, XLabel: "x₁", YLabel: "x₂",
		Curves: []ascii.CurveLine{circleAround(middle, middle, h)}}
	addLine := func(points ...ascii.Point) {
		plane.Curves = append(plane.Curves, ascii.CurveLine{Ink: ascii.Axis, Points: points})
	}
	chart := ascii.Chart{X: axis, Y: ascii.RangeOf(0, 1.1), XLabel: "x"}
	for i := range gaps + 1 {
		mu := float64(i) * h
		chart.Series = append(chart.Series, bumpSeries(mu, h, axis, i%2 == 1))
		addLine(ascii.Point{X: mu}, ascii.Point{X: mu, Y: 1})
		addLine(ascii.Point{Y: mu}, ascii.Point{X: 1, Y: mu})
	}
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main("", plane), stage.SideFigure("All bumps on a line", chart)},
	}
}

// bumpSeries returns the curve exp(−(x − μ)²/(2σ²)) over the domain.
func bumpSeries(mu, sigma float64, domain ascii.Range, dimmed bool) ascii.ChartSeries {
	s := ascii.ChartSeries{Ink: ascii.Series(0), Dim: dimmed}
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
		angle := 2 * math.Pi * float64(i) / pieces
		out.Points = append(out.Points, ascii.Point{X: x + radius*math.Cos(angle), Y: y + radius*math.Sin(angle)})
	}
	return out
}

// uniformPoints returns n random points of the cube [0, 1]ᵈ.
func uniformPoints(r *rand.Rand, n, d int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		for range d {
			out[i] = append(out[i], r.Float64())
		}
	}
	return out
}

// coverage estimates the fraction of a cube that is covered by balls around points. It counts the test
// points that are in a ball. For a cube of d dimensions, only the first d coordinates are used.
type coverage struct{ points, testPoints [][]float64 }

// coverRadius is the radius of the balls, 2σ. Farther from its centre, a bump is small.
const coverRadius = 0.2

// scene shows the first points with a ball around each, and the fraction of the cube
// that the balls cover in several dimensions.
func (c coverage) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	n := int(lesson.SliderValue(a, "points"))
	table := ascii.Table{Columns: ascii.Columns("d", "within 2σ of a point")}
	for _, d := range []int{1, 2, 3, 10} {
		table.Add(ascii.Plain(strconv.Itoa(d)), ascii.Plainf("%.0f %%", 100*c.coveredFraction(n, d)))
	}
	return exercises.Scene{Figures: []exercises.Figure{
		stage.Main("", c.ballMap(n)),
		stage.Table(fmt.Sprintf("Of %d places in the cube", len(c.testPoints)), table),
	}}
}

// coveredFraction returns the fraction of the test points, in d dimensions, that are within coverRadius
// of one of the first n points.
func (c coverage) coveredFraction(n, d int) float64 {
	coveredCount := 0
	for _, testPoint := range c.testPoints {
		if slices.ContainsFunc(c.points[:n], func(x []float64) bool {
			return floats.Distance(x[:d], testPoint[:d], 2) <= coverRadius
		}) {
			coveredCount++
		}
	}
	return float64(coveredCount) / float64(len(c.testPoints))
}

// ballMap shows the balls around the first n points in the plane of the first two coordinates.
func (c coverage) ballMap(n int) ascii.Map {
	unitSquare := ascii.CurveLine{Ink: ascii.Axis, Name: "the unit square",
		Points: []ascii.Point{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}, {}}}
	axis := ascii.RangeOf(-coverRadius, 1+coverRadius)
	return ascii.Map{X: axis, Y: axis, SameScale: true, XLabel: "x₁", YLabel: "x₂",
		Curves: []ascii.CurveLine{unitSquare}, Levels: ascii.BoundaryOnly,
		Field: ascii.FieldFunc(func(x, y float64) float64 {
			nearest := math.Inf(1)
			for _, p := range c.points[:n] {
				nearest = min(nearest, math.Hypot(p[0]-x, p[1]-y))
			}
			return 10 * (coverRadius - nearest)
		})}
}

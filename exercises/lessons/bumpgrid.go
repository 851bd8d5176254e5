package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// gridOfBumps is 5.5: bumps on a grid, and bumps at the data. What is asked of them is
// in the worksheet.
func gridOfBumps(b worksheets.Brief) (worksheets.Parts, error) {
	cure := newBumps(b.Seed)
	return worksheets.Parts{Steps: map[string]worksheets.Behaviour{"count": {Scene: gridScene}, "cure": {Scene: cure.scene}}}, nil
}

// bump is exp(−r²/(2σ²)).
func bump(r, sigma float64) float64 { return math.Exp(-r * r / (2 * sigma * sigma)) }

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

// gridScene is the grid on a line, with all its bumps, and in the plane, with one.
func gridScene(_ context.Context, a exercises.Answers) exercises.Scene {
	k := exercises.Control{Name: "gaps", Label: "1/h", Min: 2, Max: 8, Step: 1, Value: stage.Chosen(a, "gaps", "4")}
	gaps := int(k.Number())
	h := 1 / float64(gaps)
	unit := ascii.Range{Min: 0, Max: 1}.Pad(0.1)
	middle := float64(gaps/2) * h
	plane := ascii.Map{X: unit, Y: unit, Equal: true, XLabel: "x₁", YLabel: "x₂", Curves: []ascii.CurveLine{around(middle, middle, h)}}
	line := ascii.Chart{X: unit, Y: ascii.Range{Min: 0, Max: 1.1}, XLabel: "x"}
	for i := range gaps + 1 {
		mu := float64(i) * h
		s := ascii.ChartSeries{Ink: ascii.Series(0), Dim: i%2 == 1}
		for j := range 81 {
			x := unit.Min + float64(j)/80*unit.Span()
			s.X, s.Y = append(s.X, x), append(s.Y, bump(x-mu, h))
		}
		line.Series = append(line.Series, s)
		for j := range gaps + 1 {
			plane.Marks = append(plane.Marks, ascii.Mark{X: mu, Y: float64(j) * h})
		}
	}
	return exercises.Scene{
		Controls: []exercises.Control{k},
		Figures: []exercises.Figure{
			{Title: fmt.Sprintf("In the plane, h = 1/%d: one circle at σ", gaps), Role: exercises.Main, Plot: plane},
			{Title: "On a line, all bumps", Role: exercises.Chart, Plot: line},
		},
	}
}

// The bumps at the data: up to bumpsMost points, their width, and at how many places
// of the cube it is looked whether a bump is near.
const (
	bumpsMost   = 100
	bumpsWidth  = 0.1
	bumpsPlaces = 1000
)

func bumpsDims() []int { return []int{1, 2, 3, 10} }

// bumps are points of a cube, and places in it; those of fewer dimensions are their
// first coordinates.
type bumps struct{ points, places [][]float64 }

func newBumps(seed uint64) bumps {
	r := rand.New(rand.NewPCG(seed, 55))
	draw := func(n int) [][]float64 {
		out := make([][]float64, n)
		for i := range out {
			for range bumpsDims()[len(bumpsDims())-1] {
				out[i] = append(out[i], r.Float64())
			}
		}
		return out
	}
	return bumps{draw(bumpsMost), draw(bumpsPlaces)}
}

// reached is the share of the places in d dimensions with one of the first n points
// within 2σ.
func (b bumps) reached(n, d int) float64 {
	count := 0
	for _, place := range b.places {
		for _, x := range b.points[:n] {
			square := 0.0
			for j := range d {
				square += (x[j] - place[j]) * (x[j] - place[j])
			}
			if square <= 4*bumpsWidth*bumpsWidth {
				count++
				break
			}
		}
	}
	return float64(count) / bumpsPlaces
}

// scene is the plane with bumps at the first points, and what of the cube they reach.
func (b bumps) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	c := exercises.Control{Name: "points", Label: "n", Min: 5, Max: bumpsMost, Step: 5, Value: stage.Chosen(a, "points", "10")}
	n := int(c.Number())
	unit := ascii.Range{Min: 0, Max: 1}
	plane := ascii.Map{X: unit, Y: unit, Equal: true, XLabel: "x₁", YLabel: "x₂"}
	for _, x := range b.points[:n] {
		plane.Marks = append(plane.Marks, ascii.Mark{X: x[0], Y: x[1]})
		plane.Curves = append(plane.Curves, around(x[0], x[1], 2*bumpsWidth))
	}
	table := ascii.Table{Columns: []ascii.Column{{Title: "d"}, {Title: "of the cube within 2σ of a point", Right: true}}}
	for _, d := range bumpsDims() {
		table.Rows = append(table.Rows, []ascii.Line{ascii.Plain(strconv.Itoa(d)), ascii.Plain(fmt.Sprintf("%.0f %%", 100*b.reached(n, d)))})
	}
	return exercises.Scene{
		Controls: []exercises.Control{c},
		Figures: []exercises.Figure{
			{Title: fmt.Sprintf("%d bumps at %d points, circles at 2σ = 0.2", n, n), Role: exercises.Main, Plot: plane},
			{Title: fmt.Sprintf("Measured at %d places drawn in the cube", bumpsPlaces), Role: exercises.Table, Plot: table},
		},
	}
}

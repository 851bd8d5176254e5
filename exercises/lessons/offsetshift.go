package lessons

import (
	"context"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// How far the two points of 5.7 are shifted, and the C of its machines.
const (
	shiftMost = 12.0
	shiftStep = 0.5
	shiftC    = 10.0
)

// shifts are the three support vector machines, for each shift on the slider.
func shifts(p, q float64) [][]cutLine {
	var out [][]cutLine
	for s := 0.0; s <= shiftMost; s += shiftStep {
		var row []cutLine
		for i := range ways() {
			m := shifted(i, p+s, q+s)
			m.span.Max = q + shiftMost + 1
			row = append(row, m)
		}
		out = append(out, row)
	}
	return out
}

// shifted is the machine of a way on two points.
func shifted(way int, p, q float64) cutLine {
	set, kernel := pairAt(p, q), offsetKernel(way)
	if way == 2 {
		m := svm(set, kernel, shiftC)
		return newCut(set, m.Alpha, m.F.Bias, q)
	}
	alpha, ok := solvers.CoordinateAscent(solvers.NewDense(kernels.Gram(kernel, set.Points())), set.Labels(), shiftC, 1e-6, 1_000_000)
	if !ok {
		panic(fmt.Sprintf("lessons: the machine with %s did not stop on %v and %v", ways()[way], p, q))
	}
	return newCut(set, alpha, ownOffset(way, set, alpha, 0), q)
}

// leaves is the least shift on the slider at which the boundary of k + 1 is no
// longer between the points.
func leaves(moved [][]cutLine) float64 {
	for i, row := range moved {
		if row[1].right() < 2 {
			return float64(i) * shiftStep
		}
	}
	return shiftMost + shiftStep
}

// shiftScene is the three machines at one shift, and their boundaries over all
// shifts so far.
func shiftScene(p, q float64, moved [][]cutLine) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		by := stage.Slider("shift", "shift", 0, shiftMost, shiftStep, a, "0")
		at := min(int(by.Number()/shiftStep+0.5), len(moved)-1)
		title := fmt.Sprintf("x₁ = %s, x₂ = %s", exercises.FormatNumber(p+by.Number()), exercises.FormatNumber(q+by.Number()))
		all := board(title, moved[at])
		return exercises.Scene{
			Controls: []exercises.Control{by},
			Figures:  []exercises.Figure{boundaries(moved, at), all[0], all[2]},
		}
	}
}

// boundaries is where the three machines have their boundary, beside where the
// points are, over the shift up to a place.
func boundaries(moved [][]cutLine, at int) exercises.Figure {
	chart := ascii.Chart{
		XLabel: "shift", X: ascii.Range{Min: 0, Max: shiftMost}, Y: ascii.Range{Min: -1, Max: moved[0][0].span.Max},
		HasCursor: true, Cursor: float64(at) * shiftStep,
	}
	points := [2]ascii.ChartSeries{{Name: "x₁", Ink: ascii.MarkNeg, Kind: ascii.Dots}, {Name: "x₂", Ink: ascii.MarkPos, Kind: ascii.Dots}}
	lines := make([]ascii.ChartSeries, len(ways()))
	for i, name := range ways() {
		lines[i] = ascii.ChartSeries{Name: name, Ink: []ascii.Ink{ascii.Symbol1, ascii.Symbol3, ascii.Symbol4}[i]}
	}
	for s, row := range moved[:at+1] {
		x := float64(s) * shiftStep
		for i, m := range row {
			lines[i].X, lines[i].Y = append(lines[i].X, x), append(lines[i].Y, m.cut())
		}
		for i := range points {
			points[i].X, points[i].Y = append(points[i].X, x), append(points[i].Y, row[0].set.Point(i)[0])
		}
	}
	chart.Series = append(points[:], lines...)
	return stage.Main("Boundary over the shift", chart)
}

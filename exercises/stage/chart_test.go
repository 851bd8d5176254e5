package stage

import (
	"math"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// An axis is logarithmic by itself where its values are positive and span three
// decades, and nowhere else.
func TestAxesAreLogarithmicByThemselves(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   bool
	}{
		{[]float64{1, 10, 1000}, true}, {[]float64{1, 10, 999}, false}, {[]float64{0, 1, 1000}, false},
		{[]float64{-1, 1000}, false}, {[]float64{5, 0.001, math.Inf(1), math.NaN()}, true}, {nil, false},
	} {
		if got := decades([]ascii.ChartSeries{{Y: c.values}}); got != c.want {
			t.Errorf("%v: %v", c.values, got)
		}
	}
}

// What the formula of a descent tells of stands out on the picture, among the bars
// and in the table.
func TestThePointOfTheFormulaStandsOut(t *testing.T) {
	r, err := Start(model("moons", "rbf(sigma=0.7)"), solvers.LeastSquares{Eta: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	r = extended(t, r, 4)
	f := r.Frame(3)
	table, _ := rosterOf(f)
	first := table.Order[0]
	picture, bars := f.Figures[0].Plot.(ascii.Map), f.Figures[2].Plot.(ascii.Bars)
	if !picture.Marks[first].Focus || bars.Bars[first].Tag.Text == "" || cellAt(table, first, 0) != bars.Bars[first].Tag.Text {
		t.Errorf("point %d: in focus %v, its bar has %q, its row %q", first+1, picture.Marks[first].Focus, bars.Bars[first].Tag.Text, cellAt(table, first, 0))
	}
	if got, want := f.Formula[0].String()[:len("a"+anatomy.Sub(first+1))], "a"+anatomy.Sub(first+1); got != want {
		t.Errorf("the formula tells of %q, row %d is the first", got, first+1)
	}
}

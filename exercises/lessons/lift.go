package lessons

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// liftTheLine is 1.2: a threshold on a line, then a second coordinate.
func liftTheLine(b worksheets.Brief) worksheets.Parts {
	set := dataset.Worksheet1D(b.Seed)
	best, fewest := bestCut(set)
	vars := worksheets.Vars{"n": set.Len(), "best": fewest, "bestAt": anatomy.Num(best.at), "bestSide": best.plus()}
	for name, f := range map[string]func(x float64) float64{
		"refMargin": func(x float64) float64 { return (x + 1) * (x + 1) },
		"tenMargin": func(x float64) float64 { return 10 * (x + 1) * (x + 1) },
	} {
		width := widest(set, f)
		vars[name] = anatomy.Num(width)
	}
	squares := make([]string, 0, 3)
	for _, c := range []float64{1, 10, 10_000} {
		width := widest(set, func(x float64) float64 { return c * x * x })
		squares = append(squares, anatomy.Num(width))
	}
	vars["squareMargins"] = squares[0] + ", " + squares[1] + " and " + squares[2]
	return worksheets.Parts{
		Vars: vars,
		Steps: map[string]worksheets.Behaviour{
			"threshold": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return thresholdScene(set, a) }},
		},
	}
}

// widest is the widest margin of a set on a line, lifted by a feature.
func widest(set *dataset.Set, f func(x float64) float64) float64 {
	rows := make([][]float64, set.Len())
	for i := range rows {
		x := set.Point(i)[0]
		rows[i] = []float64{x, f(x)}
	}
	return must(solvers.HardMargin(rows, set.Labels())).Width
}

// A cut classifies the number line: side·(x − at) > 0 is called +1.
type cut struct {
	at   float64
	side float64 // +1 or −1
}

// plus is the side that is called +1.
func (c cut) plus() string {
	if c.side < 0 {
		return "left"
	}
	return "right"
}

// wrong reports whether a cut errs on a point.
func (c cut) wrong(x, label float64) bool { return c.side*(x-c.at)*label <= 0 }

// errors counts the points of a set on a line that a cut classifies wrongly.
func (c cut) errors(set *dataset.Set) int {
	n := 0
	for i := range set.Len() {
		if c.wrong(set.Point(i)[0], set.Label(i)) {
			n++
		}
	}
	return n
}

// bestCut tries the middle of every gap and both ends, both ways round. The ends,
// which call every point the same, come last: a cut that errs as seldom among
// the points is shown before them. Middles are tenths, as the slider has them;
// the points are tenths too, and a gap is wider than one.
func bestCut(set *dataset.Set) (best cut, fewest int) {
	x := set.Column(0)
	slices.Sort(x)
	var places []float64
	for i := range len(x) - 1 {
		places = append(places, math.Round((x[i]+x[i+1])*5)/10)
	}
	places = append(places, x[0]-1, x[len(x)-1]+1)
	fewest = math.MaxInt
	for _, at := range places {
		for _, side := range []float64{1, -1} {
			if n := (cut{at, side}).errors(set); n < fewest {
				best, fewest = cut{at, side}, n
			}
		}
	}
	return best, fewest
}

// cutControls are the slider of t and the choice of side. The slider begins
// among the points of class −1, where a cut is at its worst.
func cutControls(set *dataset.Set, a exercises.Answers) (t, side exercises.Control) {
	lo, hi := set.Bounds()
	t = exercises.Control{Name: "t", Label: "t", Min: math.Floor(lo[0]) - 0.5, Max: math.Ceil(hi[0]) + 0.5, Step: 0.1, Value: a["t"]}
	if t.Value == "" {
		t.Value = "-1"
	}
	return t, stage.ChoiceControl("side", "+1 is", a, "right",
		exercises.Choice{Value: "right", Label: "right of t"}, exercises.Choice{Value: "left", Label: "left of t"})
}

// thresholdScene is the number line with a threshold to slide; points on the
// wrong side stand out.
func thresholdScene(set *dataset.Set, a exercises.Answers) exercises.Scene {
	t, side := cutControls(set, a)
	c := cut{at: t.Number(), side: 1}
	if side.Value == "left" {
		c.side = -1
	}
	marks, span := stage.OnLine(set)
	for i, m := range marks {
		marks[i].Focus = c.wrong(m.X, float64(m.Class))
	}
	line := ascii.NumberLine{
		X: span, Marks: marks, Label: "x₁", HasCursor: true, Cursor: c.at,
		F: func(x float64) float64 { return c.side * math.Max(-1, math.Min(1, x-c.at)) },
	}
	return exercises.Scene{
		Figures:  []exercises.Figure{{Title: "The number line", Role: exercises.Main, Plot: line, Sets: []string{t.Name}}},
		Controls: []exercises.Control{t, side},
		Notes: []ascii.Line{{
			{Text: fmt.Sprintf("t = %s: ", anatomy.Num(c.at)), Ink: ascii.Text},
			{Text: fmt.Sprintf("%d errors", c.errors(set)), Ink: ascii.Warn},
			{Text: fmt.Sprintf(" of %d points", set.Len()), Ink: ascii.Dim},
		}},
	}
}

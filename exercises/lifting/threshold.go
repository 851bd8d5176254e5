package lifting

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// A cut classifies the number line: side·(x − at) > 0 is called +1.
type cut struct {
	at   float64
	side float64 // +1 or −1
}

// errors counts the points of a 1-D set that a cut classifies wrongly.
func (c cut) errors(set *dataset.Set) int {
	n := 0
	for i := range set.Len() {
		if c.side*(set.Point(i)[0]-c.at)*set.Label(i) <= 0 {
			n++
		}
	}
	return n
}

// bestCut tries the middle of every gap, both ways round, and both ends.
func bestCut(set *dataset.Set) (cut, int) {
	best, fewest := cut{}, math.MaxInt
	try := func(at float64) {
		for _, side := range []float64{1, -1} {
			if n := (cut{at, side}).errors(set); n < fewest {
				best, fewest = cut{at, side}, n
			}
		}
	}
	lo, hi := span(set)
	try(lo - 1)
	try(hi + 1)
	for i := range set.Len() {
		x := set.Point(i)[0]
		next := math.Inf(1)
		for j := range set.Len() {
			if z := set.Point(j)[0]; z > x {
				next = math.Min(next, z)
			}
		}
		if !math.IsInf(next, 1) {
			try((x + next) / 2)
		}
	}
	return best, fewest
}

// threshold lets the student slide a cut and asks for the fewest errors.
func threshold(set *dataset.Set) worksheets.Behaviour {
	best, fewest := bestCut(set)
	want := strconv.Itoa(fewest)
	blanks := []answer.Blank{{Name: "fewest", Label: "fewest errors", Judge: answer.ExactlyText(want)}}
	return worksheets.Behaviour{
		Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return numberLine(set, a) },
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			r := answer.JudgeForm(ctx, a, blanks)
			if r.Accepted {
				r.Fact = []ascii.Line{plainf("Every cut was tried, both ways round: %d errors is the fewest, for example at t = %s.", fewest, stage.Num(best.at))}
			}
			return r
		},
		Same:      answer.SameText(answer.Scope{}),
		Echo:      echoNumbers,
		Vars:      map[string]string{"best": want, "bestAt": stage.Num(best.at)},
		Reference: exercises.Answers{"fewest": want},
	}
}

// cutControls are the slider of t and the choice of side.
func cutControls(set *dataset.Set, a exercises.Answers) []exercises.Control {
	lo, hi := span(set)
	t := exercises.Control{Name: "t", Label: "t", Min: math.Floor(lo) - 0.5, Max: math.Ceil(hi) + 0.5, Step: 0.1, Value: a["t"]}
	if t.Value == "" {
		t.Value = "0"
	}
	side := exercises.Control{Name: "side", Label: "+1 is", Value: a["side"], Choices: []exercises.Choice{
		{Value: "right", Label: "right of t"}, {Value: "left", Label: "left of t"},
	}}
	if side.Value == "" {
		side.Value = "right"
	}
	return []exercises.Control{t, side}
}

func numberLine(set *dataset.Set, a exercises.Answers) exercises.Scene {
	controls := cutControls(set, a)
	c := cut{at: controls[0].Number(), side: 1}
	if controls[1].Value == "left" {
		c.side = -1
	}
	n := c.errors(set)
	return exercises.Scene{
		Figures:  []exercises.Figure{{Title: "The number line", Role: exercises.Main, Plot: cutPicture(set, c)}},
		Controls: controls,
		Notes: []ascii.Line{{
			{Text: fmt.Sprintf("t = %s: ", stage.Num(c.at)), Ink: ascii.Text},
			{Text: fmt.Sprintf("%d errors", n), Ink: ascii.Warn},
			{Text: fmt.Sprintf(" of %d points", set.Len()), Ink: ascii.Dim},
		}},
	}
}

// span is the smallest and largest x₁ of a set.
func span(set *dataset.Set) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range set.Len() {
		lo, hi = math.Min(lo, set.Point(i)[0]), math.Max(hi, set.Point(i)[0])
	}
	return lo, hi
}

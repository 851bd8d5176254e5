package unit7

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// plainAscent builds exercise 7.5: the problems of plain gradient ascent on the dual.
func plainAscent(b worksheets.Brief) worksheets.Parts {
	s := newSlope(b.Seed)
	p := newPartner(b.Seed, s)
	n, sum := len(s.t), s.eta*s.labelSum()
	broken := s.walked(maxAscent, exercises.Break{Name: "negative"})
	below := broken.Len() - 1
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"n": n, "pos": s.count(1), "neg": s.count(-1),
			"eta": s.eta, "sum": sum, "plain": s.eta * float64(n), "minusSum": -sum, "one": math.Abs(sum),
			"ones":  lesson.TypedVector(slices.Repeat([]float64{1}, n)),
			"delta": p.delta, "tk": answer.Signed(s.t[p.k]), "tl": answer.Signed(s.t[p.l]),
			"k": lesson.PointNumber(p.k), "l": lesson.PointNumber(p.l),
			"below": below, "belowBefore": below - 1, "belowAfter": below + 1,
			"least":   anatomy.Num(broken.Last().Detail.(*solvers.AscentDetail).Least),
			"partner": p.change(), "minusPartner": -p.change(),
		},
		Sets: map[string]exercises.Data{"five": s.model().Set},
		Steps: worksheets.Steps{
			"gradient": {
				Tables: lesson.FieldTable(s.startTable(),
					lesson.FieldColumn{Title: "∂g/∂αᵢ", Of: lesson.BlankOf(slopeName)}), Scene: s.slopesScene,
				Hand: s.gradient(),
			},
			"step":  {Scene: s.afterOneStep},
			"alone": {Scene: p.aloneScene},
			"two":   {Scene: p.pairScene},
		},
	}
}

// maxAscent is the number of steps of gradient ascent, which suffices to see both
// constraints violated at every rate of the slider.
const maxAscent = 60

// slope is the dual of a small set on which gradient ascent is tried.
type slope struct {
	x    [][]float64
	t    []float64
	gram *solvers.Dense
	eta  float64
}

// newSlope draws points and a rate until gradient ascent violates both constraints: Σαt
// = 0 at once and α ≥ 0 later. The rate is not to blame, because g rises at every step
// if η·λ_max ≤ 1.
func newSlope(seed uint64) slope {
	r := lesson.Rand(seed, 75)
	for {
		s := drawSlope(r)
		if s.eta*solvers.LambdaMax(s.gram) > 1 {
			continue
		}
		last := s.walked(maxAscent, exercises.Break{Name: "negative"}).Last()
		if last.Detail.(*solvers.AscentDetail).Least < 0 {
			return s
		}
	}
}

// drawSlope draws five points of the plane, three of one class and two of the other, at
// least 1 apart, and a rate.
func drawSlope(r *rand.Rand) slope {
	s := slope{t: []float64{1, 1, 1, -1, -1}, eta: []float64{0.05, 0.08, 0.1, 0.2}[r.IntN(4)]}
	if r.IntN(2) == 0 {
		s.t = []float64{1, 1, -1, -1, -1}
	}
	for len(s.x) < len(s.t) {
		side := s.t[len(s.x)]
		x := []float64{side + float64(r.IntN(3)-1), float64(r.IntN(5) - 2)}
		if !taken(s.x, x) {
			s.x = append(s.x, x)
		}
	}
	s.gram = solvers.LinearGram(s.x)
	return s
}

func taken(xs [][]float64, x []float64) bool {
	return slices.ContainsFunc(xs, func(z []float64) bool { return slices.Equal(z, x) })
}

func (s slope) count(label float64) (n int) {
	for _, t := range s.t {
		if t == label {
			n++
		}
	}
	return n
}

func (s slope) labelSum() float64 { return float64(s.count(1) - s.count(-1)) }

// model returns the points with the linear kernel.
func (s slope) model() stage.Model {
	return stage.Model{Set: dataset.NewClassification("five points", s.x, s.t), Kernel: kernels.Linear{}}
}

// walked returns the ascent at the exercise's own rate.
func (s slope) walked(steps int, until exercises.Break) solvers.Trace {
	return lesson.OnStage(s.model(), solvers.Ascent{Eta: s.eta, MaxSteps: maxAscent}, steps, until).Trace()
}

// startTable shows the points with α = 0.
func (s slope) startTable() exercises.Figure {
	return lesson.PointTable("The dual variables", len(s.t),
		lesson.Column{Title: "i", Of: lesson.PointNumber, Left: true},
		lesson.Each("x", s.x, lesson.Coordinates).AtLeft(),
		lesson.Each("t", s.t, answer.Signed),
		lesson.Column{Title: "αᵢ", Of: func(int) string { return "0" }},
	)
}

// afterOneStep shows the table at the start and, once the sum is right, the table after
// the step with the violated constraints.
func (s slope) afterOneStep(ctx context.Context, a exercises.Answers) exercises.Scene {
	sum := s.eta * s.labelSum()
	if a.Awaits("sum") || !answer.Exactly(sum)(ctx, a["sum"]).Accepted {
		return exercises.Scene{Figures: []exercises.Figure{s.startTable()},
			Notes: ascii.PlainLines("η = " + answer.DisplayDecimal(s.eta))}
	}
	table := stage.AscentTable(s.model(), s.walked(1, exercises.Break{}).Last())
	table.Title = "The dual variables after one step"
	return exercises.SceneOf(table, stage.BalanceNote(sum))
}

func slopeName(i int) string { return "slope" + lesson.PointNumber(i) }

// gradient calculates the slopes at α = 0. All are 1, because every sum is 0.
func (s slope) gradient() answer.Working {
	constant := func(v float64) func(answer.Numbers) float64 { return func(answer.Numbers) float64 { return v } }
	var out answer.Working
	for i, t := range s.t {
		out = append(out, answer.Quantity{Name: slopeName(i), Value: constant(1), Slips: []answer.Slip{
			{ID: "labels", Value: constant(t), Whole: true},
			{ID: "zeros", Value: constant(0), Whole: true},
			{ID: "own-term", Value: constant(1 - s.gram.At(i, i)), Whole: true},
		}})
	}
	return out
}

// slopesScene shows the points, and a bar for every typed slope.
func (s slope) slopesScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	points := ascii.Map{XLabel: "x₁", YLabel: "x₂"}
	bars := ascii.Bars{Vertical: true, Range: ascii.RangeOf(-2, 2), Said: func(v float64) string {
		if math.IsNaN(v) {
			return ""
		}
		return ascii.FormatValue(v)
	}}
	for i, t := range s.t {
		points.Marks = append(points.Marks,
			ascii.Mark{X: s.x[i][0], Y: s.x[i][1], Class: int(t), Label: lesson.PointNumber(i)})
		b := ascii.Bar{Label: "α" + anatomy.Sub(i+1), Ink: ascii.Symbol1}
		if b.Value = lesson.TypedNumber(ctx, a, slopeName(i)); !math.IsNaN(b.Value) {
			bars.Range = bars.Range.With(b.Value)
		}
		bars.Bars = append(bars.Bars, b)
	}
	return exercises.Scene{Figures: []exercises.Figure{
		stage.Main("The slopes that you type", bars),
		stage.Chart("The points", points),
	}}
}

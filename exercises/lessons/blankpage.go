package lessons

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// unseen is a loss that no exercise before 6.7 has, in the words of its task.
type unseen struct {
	loss                 solvers.Loss
	name, is, labels     string
	slope, minus, update string // ∂ℓ_i/∂f_i, minus it, and what a step adds to a_i, as they are typed
	slip, slipSays       string // a likely wrong slope, and what is said to it
	signs                string // y where the labels are −1 and +1
	curve, tangent       string // ℓ at y = 1 as a function of f, and ∂ℓ/∂f there
	y                    func(x float64) float64
	expects              func(f float64) float64 // of y, where the score is f
	axis                 string                  // what expects is called
}

// unseenLosses are those of which a student gets one.
func unseenLosses() []unseen {
	return []unseen{
		{
			loss: solvers.SquaredHingeLoss(), name: "squared hinge", is: "½·max(0, 1 − yᵢfᵢ)²", labels: "yᵢ = −1 or +1", signs: "y",
			curve: "((1 - f + |1 - f|)/2)^2/2", tangent: "-(1 - f + |1 - f|)/2",
			slope: "-y_i max(0, 1 - y_i f_i)", minus: "y_i max(0, 1 - y_i f_i)", update: "y_i max(0, 1 - y_i Σ_j a_j K_ij)",
			slip: "max(0, 1 - y_i f_i)", slipSays: "The inner derivative is missing: 1 − yf changes by −y when f changes by 1.",
			y: func(x float64) float64 { return math.Copysign(1, math.Sin(2*x)) }, expects: plainly, axis: "f",
		},
		{
			loss: solvers.FourthPowerLoss(), name: "fourth power", is: "¼(fᵢ − yᵢ)⁴", labels: "yᵢ any number",
			curve: "(f - 1)^4/4", tangent: "(f - 1)^3",
			slope: "(f_i - y_i)^3", minus: "(y_i - f_i)^3", update: "(y_i - Σ_j a_j K_ij)^3",
			slip: "4 (f_i - y_i)^3", slipSays: "The 4 of the power and the ¼ in front make 1.",
			y: func(x float64) float64 { return math.Sin(2 * x) }, expects: plainly, axis: "f",
		},
		{
			loss: solvers.WaitingLoss(), name: "waiting time", is: "fᵢ + yᵢe^(−fᵢ)", labels: "yᵢ > 0, a time, where e^f is expected",
			curve: "f + e^(-f)", tangent: "1 - e^(-f)",
			slope: "1 - y_i e^(-f_i)", minus: "y_i e^(-f_i) - 1", update: "(y_i e^(-Σ_j a_j K_ij) - 1)",
			slip: "1 + y_i e^(-f_i)", slipSays: "The inner derivative of e^(−f) is −1.",
			y: func(x float64) float64 { return math.Exp(math.Sin(2 * x)) }, expects: math.Exp, axis: "e^f",
		},
	}
}

// plainly is f itself.
func plainly(f float64) float64 { return f }

// blankPage is 6.7: one loss of those that have not been seen, and its descent.
func blankPage(b worksheets.Brief) (worksheets.Parts, error) {
	r := rand.New(rand.NewPCG(b.Seed, 67))
	all := unseenLosses()
	l := all[r.IntN(len(all))]
	d, level, step := newUnseenRun(r, l)
	atU := strings.NewReplacer("f", "u")
	return worksheets.Parts{
		Vars: map[string]string{
			"curve": l.curve, "touch": atU.Replace(l.curve), "tangent": atU.Replace(l.tangent),
			"name": l.name, "is": l.is, "labels": l.labels, "slope": l.slope, "minus": l.minus, "update": l.update, "slip": l.slip, "slipsays": l.slipSays,
			"signs": l.signs, "level": anatomy.Num(level), "step": strconv.Itoa(step), "before": strconv.Itoa(step - 1), "rate": anatomy.Num(unseenRate),
		},
		Steps: map[string]worksheets.Behaviour{"see": {Scene: d.scene}},
	}, nil
}

// The run of the loss: so many points, so long steps, so many of them.
const (
	unseenPoints = 10
	unseenRate   = 0.03
	unseenSteps  = 60
)

// unseenRun is the descent that was written down, step by step.
type unseenRun struct {
	unseen
	x     [][]float64
	y     []float64
	steps []solvers.Step
}

// newUnseenRun draws points for a loss, and a level that the sum of the losses
// passes clearly between two steps.
func newUnseenRun(r *rand.Rand, l unseen) (d unseenRun, level float64, step int) {
	for {
		d = unseenRun{unseen: l}
		for i := range unseenPoints {
			x := -2 + 4*(float64(i)+0.2+0.6*r.Float64())/unseenPoints
			d.x, d.y = append(d.x, []float64{x}), append(d.y, l.y(x))
		}
		d.steps = d.walked()
		first, last := d.steps[0].Objective, d.steps[unseenSteps].Objective
		level = twoDigits(last + (0.2+0.3*r.Float64())*(first-last))
		for step = 0; step < unseenSteps && d.steps[step].Objective > level; step++ {
		}
		gap := 0.02 * math.Abs(level) / unseenPoints
		if step > 3 && step < unseenSteps && d.steps[step-1].Objective > level+gap && d.steps[step].Objective < level-gap {
			return d, level, step
		}
	}
}

func (d unseenRun) walked() []solvers.Step {
	p, err := solvers.NewDual(solvers.NewDense(d.gram()), d.y)
	if err != nil {
		panic(err)
	}
	descent := solvers.LossDescent{Loss: d.loss, Eta: unseenRate}
	s, err := descent.Start(p)
	if err != nil {
		panic(err)
	}
	out := []solvers.Step{s}
	for range unseenSteps {
		s = descent.Next(p, s)
		out = append(out, s)
	}
	return out
}

func (d unseenRun) kernel() kernels.RBF { return kernels.RBF{Sigma: 0.7} }

func (d unseenRun) gram() *mat.SymDense { return kernels.Gram(d.kernel(), d.x) }

// scene is f after some steps, above the labels, and a.
func (d unseenRun) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	at := exercises.Control{Name: "after", Label: "after step", Max: unseenSteps, Step: 1, Value: stage.Chosen(a, "after", "0")}
	s := d.steps[int(at.Number())]
	curve := ascii.ChartSeries{Name: d.axis, Ink: ascii.Symbol2}
	points := ascii.ChartSeries{Name: "y", Kind: ascii.Dots, Ink: ascii.Symbol3}
	longest := slices.MaxFunc(d.steps[unseenSteps].CoefCopy(), func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	bars := ascii.Bars{Vertical: true, Range: ascii.RangeOf(-math.Abs(longest), math.Abs(longest))}
	for i, x := range d.x {
		points.X, points.Y = append(points.X, x[0]), append(points.Y, d.y[i])
		bars.Bars = append(bars.Bars, ascii.Bar{Label: strconv.Itoa(i + 1), Value: s.Coef().At(i), Ink: ascii.Symbol1})
	}
	for x := -2.2; x <= 2.2; x += 0.04 {
		f := 0.0
		for i, z := range d.x {
			f += s.Coef().At(i) * d.kernel().Eval([]float64{x}, z)
		}
		curve.X, curve.Y = append(curve.X, x), append(curve.Y, d.expects(f))
	}
	chart := ascii.Chart{XLabel: "x", Y: ascii.Range{Min: -1.6, Max: 3}, Series: []ascii.ChartSeries{points, curve}}
	return exercises.Scene{
		Controls: []exercises.Control{at},
		Figures: []exercises.Figure{
			{Title: d.axis + " by your update, " + d.name + " loss", Role: exercises.Main, Plot: chart}, {Title: "a", Role: exercises.Chart, Plot: bars},
		},
		Notes: []ascii.Line{ascii.Plain(fmt.Sprintf("After step %d: Σℓ = %s.", int(at.Number()), anatomy.Num(s.Objective)))},
	}
}

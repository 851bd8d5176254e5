package lessons

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// zeroOne is 6.2: logistic regression with labels 0 and 1.
func zeroOne(b worksheets.Brief) (worksheets.Parts, error) {
	f := newFirstStep(b.Seed)
	return worksheets.Parts{
		Vars: f.vars(),
		Steps: map[string]worksheets.Behaviour{
			"slope": {Scene: slopeScene, Judges: map[string]worksheets.Judge{"slope": slopeJudge{}}},
			"first": {Scene: f.bars},
		},
	}, nil
}

// sigmoidValue is the scope of formulas in the value s, and sigmoidOfU that of
// formulas with s(u).
func sigmoidValue() answer.Scope { return answer.Scope{Vars: []string{"s"}} }
func sigmoidOfU() answer.Scope   { return answer.Scope{Vars: []string{"u"}, Logistic: true} }

// slopeJudge accepts s(1−s) in s, and with s(u) written out; a formula in u
// alone is right and in another form.
type slopeJudge struct{}

// Check decides about a formula.
func (slopeJudge) Check(ctx context.Context, text string) answer.Result {
	r := answer.JudgeExpr(ctx, text, answer.ExprTask{Scope: sigmoidValue(), Want: "s(1-s)"})
	if r.Verdict != exercises.Unreadable {
		return r
	}
	inU := answer.JudgeExpr(ctx, text, answer.ExprTask{Scope: sigmoidOfU(), Want: "s(u)(1-s(u))"})
	if inU.Verdict == exercises.Unreadable {
		return r
	}
	if inU.Accepted && !strings.Contains(inU.Reading, "s(u)") {
		inU.Verdict, inU.Accepted, inU.Misconception = exercises.OtherForm, false, "in-u"
	}
	return inU
}

// Echo reads a formula in s, or in u.
func (slopeJudge) Echo(ctx context.Context, text string) exercises.Echo {
	if e := answer.EchoOf(ctx, text, sigmoidOfU()); e.Problem == "" {
		return e
	}
	return answer.EchoOf(ctx, text, sigmoidValue())
}

// Same compares two formulas in s.
func (slopeJudge) Same(ctx context.Context, typed, example string) bool {
	return answer.SameText(sigmoidValue())(ctx, "", typed, example)
}

// slopeScene draws s, its slope measured on the curve, and the student's
// formula.
func slopeScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	const reach, marks, fine = 6.0, 25, 241
	const h = 1e-4
	slope := func(u float64) float64 { return (solvers.Sigmoid(u+h) - solvers.Sigmoid(u-h)) / (2 * h) }
	chart := ascii.Chart{XLabel: "u", Y: ascii.Range{Min: -0.3, Max: 1.1}, Series: []ascii.ChartSeries{
		sampled("s", solvers.Sigmoid, reach, fine, ascii.Symbol2),
		sampled("slope", slope, reach, marks, ascii.Accent),
	}}
	chart.Series[1].Kind = ascii.Dots
	if formula, err := answer.Parse(ctx, a["slope"], sigmoidValue()); err == nil {
		if f, err := formula.Compile("s"); err == nil {
			yours := func(u float64) float64 { return f.Value(solvers.Sigmoid(u)) }
			chart.Series = append(chart.Series, sampled("yours", yours, reach, fine, ascii.Symbol3))
		}
	}
	return exercises.Scene{Figures: []exercises.Figure{{Title: "s(u) and its slope", Role: exercises.Main, Plot: chart}}}
}

// sampled is a function at n points, evenly spread over [−reach, reach].
func sampled(name string, f func(float64) float64, reach float64, n int, ink ascii.Ink) ascii.ChartSeries {
	s := ascii.ChartSeries{Name: name, Ink: ink}
	for i := range n {
		u := reach * (2*float64(i)/float64(n-1) - 1)
		s.X, s.Y = append(s.X, u), append(s.Y, f(u))
	}
	return s
}

// firstStep is the step from a = 0 on four labels.
type firstStep struct {
	gamma float64
	y     []float64 // 0 or 1
}

// newFirstStep draws the labels, both classes among them, and γ.
func newFirstStep(seed uint64) firstStep {
	r := rand.New(rand.NewPCG(seed, 62))
	f := firstStep{gamma: []float64{0.1, 0.2, 0.4, 0.5, 0.6}[r.IntN(5)], y: []float64{1, 0, float64(r.IntN(2)), float64(r.IntN(2))}}
	r.Shuffle(len(f.y), func(i, j int) { f.y[i], f.y[j] = f.y[j], f.y[i] })
	return f
}

// with is γ times a residual for each label, as a student would type it.
func (f firstStep) with(residual func(y float64) float64) string {
	out := make([]float64, len(f.y))
	for i, y := range f.y {
		out[i] = f.gamma * residual(y)
	}
	return typed(out)
}

func (f firstStep) vars() map[string]string {
	return map[string]string{
		"gamma": answer.Shown(f.gamma), "half": answer.Shown(f.gamma / 2), "labels": strings.Trim(typed(f.y), "[]"),
		"a":     shown(f.with(func(y float64) float64 { return y - 0.5 })),
		"sZero": f.with(func(y float64) float64 { return y }), "sOne": f.with(func(y float64) float64 { return y - 1 }),
		"noHalf": f.with(func(y float64) float64 { return 2*y - 1 }), "onesOnly": f.with(func(y float64) float64 { return y / 2 }),
		"allAlike": f.with(func(float64) float64 { return 0.5 }),
	}
}

// bars shows the student's a, each in the colour of its class, between ±γ.
func (f firstStep) bars(ctx context.Context, a exercises.Answers) exercises.Scene {
	own, problem := answer.Values(ctx, a["first"], len(f.y))
	b := ascii.Bars{Range: ascii.RangeOf(-f.gamma, f.gamma)}
	for i, y := range f.y {
		bar := ascii.Bar{Label: fmt.Sprintf("a%s  y = %s", stage.Sub(i+1), answer.Shown(y)), Class: int(2*y) - 1}
		if problem == nil {
			bar.Value = own[i]
		}
		b.Bars = append(b.Bars, bar)
	}
	return exercises.Scene{Figures: []exercises.Figure{{Title: "your a, from −γ to γ", Role: exercises.Main, Plot: b}}}
}

package dual

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
		Vars: map[string]string{
			"gamma": answer.Shown(f.gamma), "half": answer.Shown(f.gamma / 2), "labels": f.labelText(),
			"a": strings.ReplaceAll(vector(f.a()), "-", "−"),
		},
		Steps: map[string]worksheets.Behaviour{
			"slope":  slopeStep(),
			"cancel": cancelStep(),
			"update": inductionStep(logisticTask(), "γ Σᵢ (yᵢ − s(wᵀφᵢ)) φᵢ"),
			"first":  f.step(),
			"watch":  on(watchPrimal(), nil, nil),
		},
	}, nil
}

// slopeStep asks for s′ as a function of s. The student's formula is drawn
// over the slope of the curve itself.
func slopeStep() worksheets.Behaviour {
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return slopeScene(ctx, a["slope"]) },
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return judgeSlope(ctx, a["slope"]).Report("slope")
		},
		Same: answer.SameText(sigmoidValue()),
		Echo: func(ctx context.Context, _, text string) exercises.Echo {
			if e := answer.EchoOf(ctx, text, sigmoidOf("u")); e.Problem == "" {
				return e
			}
			return answer.EchoOf(ctx, text, sigmoidValue())
		},
	}
}

// sigmoidValue is the scope of formulas in the value s.
func sigmoidValue() answer.Scope { return answer.Scope{Vars: []string{"s"}} }

// sigmoidOf is the scope of formulas with s(…) of one variable.
func sigmoidOf(name string) answer.Scope {
	return answer.Scope{Vars: []string{name}, Logistic: true}
}

// judgeSlope accepts s(1−s) in s, and with s(u) written out; a formula in u
// alone is right and in another form.
func judgeSlope(ctx context.Context, text string) answer.Result {
	r := answer.JudgeExpr(ctx, text, answer.ExprTask{
		Scope: sigmoidValue(), Want: "s(1-s)",
		Mistakes: []answer.Mistake{
			{ID: "one-minus", Form: "1-s"},
			{ID: "inner-sign", Form: "-s(1-s)"},
			{ID: "square", Form: "s^2"},
			{ID: "tanh", Form: "1-s^2"},
			{ID: "exponential", Form: "s"},
		},
	})
	if r.Verdict != exercises.Unreadable {
		return r
	}
	inU := answer.JudgeExpr(ctx, text, answer.ExprTask{Scope: sigmoidOf("u"), Want: "s(u)(1-s(u))"})
	if inU.Verdict == exercises.Unreadable {
		return r
	}
	if inU.Accepted && !strings.Contains(inU.Reading, "s(u)") {
		inU.Verdict, inU.Accepted, inU.Misconception = exercises.OtherForm, false, "in-u"
	}
	return inU
}

// slopeScene draws s, its slope measured on the curve, and the student's
// formula.
func slopeScene(ctx context.Context, text string) exercises.Scene {
	const reach, marks, fine = 6.0, 25, 241
	const h = 1e-4
	slope := func(u float64) float64 { return (solvers.Sigmoid(u+h) - solvers.Sigmoid(u-h)) / (2 * h) }
	chart := ascii.Chart{XLabel: "u", Y: ascii.Range{Min: -0.3, Max: 1.1}, Series: []ascii.ChartSeries{
		sampled("s", solvers.Sigmoid, reach, fine, ascii.Symbol2),
		sampled("slope", slope, reach, marks, ascii.Accent),
	}}
	chart.Series[1].Kind = ascii.Dots
	if formula, err := answer.Parse(ctx, text, sigmoidValue()); err == nil {
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

// cancelStep asks for the other factor, and for the product of the two.
func cancelStep() worksheets.Behaviour {
	scope := answer.Scope{Vars: []string{"y", "s"}}
	outer := answer.ExprTask{Scope: scope, Want: "y/s - (1-y)/(1-s)", Mistakes: []answer.Mistake{
		{ID: "inner-sign", Form: "y/s + (1-y)/(1-s)"},
		{ID: "turned", Form: "(1-y)/(1-s) - y/s"},
		{ID: "first-only", Form: "y/s"},
	}}
	product := answer.ExprTask{Scope: scope, Want: "y - s", Mistakes: []answer.Mistake{
		{ID: "inner-sign", Form: "y(1-s) + (1-y)s"},
		{ID: "turned", Form: "s - y"},
		{ID: "first-only", Form: "y(1-s)"},
		{ID: "added", Form: "y + s"},
	}}
	blanks := []answer.Blank{
		{Name: "outer", Label: "d/ds", Judge: func(ctx context.Context, text string) answer.Result { return answer.JudgeExpr(ctx, text, outer) }},
		{Name: "product", Label: "the product", Judge: func(ctx context.Context, text string) answer.Result {
			return simplified(answer.JudgeExpr(ctx, text, product))
		}},
	}
	return worksheets.Behaviour{
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeForm(ctx, a, blanks)
		},
		Same: answer.SameText(scope),
		Echo: echo(scope),
	}
}

// simplified turns down a right product that is still a product of brackets, or
// has fractions.
func simplified(r answer.Result) answer.Result {
	open := strings.Contains(r.Reading, "·(") || strings.Contains(r.Reading, ")·") || strings.Contains(r.Reading, "/")
	if r.Accepted && open {
		r.Verdict, r.Accepted, r.Misconception = exercises.OtherForm, false, "not-simplified"
		r.Fact = []ascii.Line{ascii.Plain("equal, and there is a shorter form.")}
	}
	return r
}

// logisticTask asks for the dual update of one aᵢ with labels 0 and 1.
func logisticTask() answer.ExprTask {
	return answer.ExprTask{
		Scope: answer.DualScope(answer.DualNames{Weights: "a", Targets: "y", Scalars: []string{"gamma", "n"}, Logistic: true}),
		Want:  "a_i + gamma (y_i - s(sum(j, a_j K_ij)))",
		Mistakes: []answer.Mistake{
			{ID: "uphill", Form: "a_i - gamma (y_i - s(sum(j, a_j K_ij)))"},
			{ID: "no-s", Form: "a_i + gamma (y_i - sum(j, a_j K_ij))"},
			{ID: "row-sum", Form: "a_i + gamma (y_i - s(sum(j, K_ij)))"},
			{ID: "own-only", Form: "a_i + gamma (y_i - s(a_i K_ii))"},
			{ID: "own-only", Form: "a_i + gamma (y_i - s(a_i))"},
			{ID: "change-only", Form: "gamma (y_i - s(sum(j, a_j K_ij)))"},
			{ID: "no-label", Form: "a_i - gamma s(sum(j, a_j K_ij))"},
			{ID: "no-rate", Form: "a_i + y_i - s(sum(j, a_j K_ij))"},
			{ID: "mean", Form: "a_i + gamma/n (y_i - s(sum(j, a_j K_ij)))"},
			{ID: "mean", Form: "a_i + 2gamma/n (y_i - s(sum(j, a_j K_ij)))"},
			{ID: "both-factors", Form: "a_i + gamma (y_i - s(sum(j, a_j K_ij))) s(sum(j, a_j K_ij)) (1 - s(sum(j, a_j K_ij)))"},
		},
	}
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

func (f firstStep) labelText() string { return strings.Trim(vector(f.y), "[]") }

// a is what the step gives: γ(y − s(0)).
func (f firstStep) a() []float64 {
	return f.with(func(y float64) float64 { return y - solvers.Sigmoid(0) })
}

// with is γ times a residual for each label.
func (f firstStep) with(residual func(y float64) float64) []float64 {
	out := make([]float64, len(f.y))
	for i, y := range f.y {
		out[i] = f.gamma * residual(y)
	}
	return out
}

// step asks for a after one step.
func (f firstStep) step() worksheets.Behaviour {
	task := exactVector(f.a(), "a₁", "a₂", "a₃", "a₄")
	example := func(residual func(float64) float64) exercises.Answers {
		return exercises.Answers{"first": vector(f.with(residual))}
	}
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return f.bars(ctx, a["first"]) },
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeVector(ctx, a["first"], task).Report("first")
		},
		Same:      answer.SameText(answer.Scope{}),
		Echo:      echo(answer.Scope{}),
		Reference: exercises.Answers{"first": vector(f.a())},
		Examples: map[string]exercises.Answers{
			"s-zero":    example(func(y float64) float64 { return y }),
			"s-one":     example(func(y float64) float64 { return y - 1 }),
			"no-half":   example(func(y float64) float64 { return 2*y - 1 }),
			"ones-only": example(func(y float64) float64 { return y / 2 }),
			"all-alike": example(func(float64) float64 { return 0.5 }),
		},
	}
}

// bars shows the student's a, each in the colour of its class, between ±γ.
func (f firstStep) bars(ctx context.Context, text string) exercises.Scene {
	own, problem := answer.Values(ctx, text, len(f.y))
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

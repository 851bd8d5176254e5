package lessons

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// zeroOne is 6.2: logistic regression with labels 0 and 1.
func zeroOne(b worksheets.Brief) worksheets.Parts {
	f := newFirstStep(b.Seed)
	return worksheets.Parts{
		Vars: f.vars(),
		Steps: map[string]worksheets.Behaviour{
			"slope": {Judges: map[string]worksheets.Judge{"slope": slopeJudge()}},
			"first": {Scene: f.bars},
		},
	}
}

// sigmoidValue is the scope of formulas in the value s, and sigmoidOfU that of
// formulas with s(u).
func sigmoidValue() answer.Scope {
	return answer.Scope{Vars: []string{"s"}, Unit: []string{"s"}, Alias: map[string]string{"sigma": "s"}}
}
func sigmoidOfU() answer.Scope { return answer.Scope{Vars: []string{"u"}, Logistic: true} }

// slopeJudge accepts s(1−s) in s, and with s(u) written out; a formula in u
// alone is right and in another form.
func slopeJudge() worksheets.Judge {
	j := worksheets.Written(sigmoidValue(), "", func(ctx context.Context, text string) answer.Result {
		r := answer.JudgeExpr(ctx, text, answer.ExprTask{Scope: sigmoidValue(), Want: "s(1-s)"})
		if r.Verdict != exercises.Unreadable {
			return r
		}
		inU := answer.JudgeExpr(ctx, text, answer.ExprTask{Scope: sigmoidOfU(), Want: "s(u)(1-s(u))", Form: answer.InValue})
		switch inU.Verdict {
		case exercises.Unreadable:
			return r
		case exercises.OtherForm:
			inU.Misconception, inU.Fact = "in-u", nil // its other form is the answer
		}
		return inU
	})
	inS := j.Echo
	j.Echo = func(ctx context.Context, text string) exercises.Echo {
		if e := answer.EchoOf(ctx, text, sigmoidOfU()); e.Problem == "" {
			return e
		}
		return inS(ctx, text)
	}
	return j
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

func (f firstStep) vars() worksheets.Vars {
	return worksheets.Vars{
		"gamma": f.gamma, "half": f.gamma / 2, "labels": strings.Trim(typed(f.y), "[]"),
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
		bar := ascii.Bar{Label: fmt.Sprintf("a%s  y = %s", anatomy.Sub(i+1), answer.Shown(y)), Class: int(2*y) - 1}
		if problem == nil {
			bar.Value = own[i]
		}
		b.Bars = append(b.Bars, bar)
	}
	return exercises.Scene{Figures: []exercises.Figure{stage.Main("your a, from −γ to γ", b)}}
}

package unit6

import (
	"context"
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// zeroOne builds the Go part of exercise 6.2: logistic regression with labels 0 and 1.
func zeroOne(input worksheets.LessonInput) worksheets.LessonOutput {
	f := newFirstStep(input.Seed)
	return worksheets.LessonOutput{
		Vars: f.vars(),
		Tasks: worksheets.Tasks{
			"slope": {Judges: worksheets.Judges{"slope": slopeJudge()}},
			"first": {Scene: f.barsScene},
			"watch": {FocusesStage: true},
		},
	}
}

// scopeInS returns the scope of formulas in the letter s, which is the value s(u).
func scopeInS() answer.Scope {
	return answer.Scope{Vars: []string{"s"}, InUnitInterval: []string{"s"}, Alias: map[string]string{"sigma": "s"}}
}

// scopeInU returns the scope of formulas in the letter u and the function s.
func scopeInU() answer.Scope { return answer.Scope{Vars: []string{"u"}, Logistic: true} }

// slopeJudge accepts s(1−s) and s(u)(1−s(u)). If a correct formula contains u outside s(u), the
// verdict is OtherForm.
func slopeJudge() worksheets.Judge {
	j := worksheets.ExprJudge(scopeInS(), "", func(ctx context.Context, text string) answer.Result {
		r := answer.ExprTask{Scope: scopeInS(), Want: "s(1-s)"}.Judge(ctx, text)
		if r.Verdict != exercises.Unreadable {
			return r
		}
		result := answer.ExprTask{Scope: scopeInU(), Want: "s(u)(1-s(u))", Form: answer.OnlyLogisticForm}.
			Judge(ctx, text)
		switch result.Verdict {
		case exercises.Unreadable:
			return r
		case exercises.OtherForm:
			result.Misconception, result.Fact = "in-u", nil // the fact would name the other form, which is the answer
		}
		return result
	})
	echoInS := j.Echo
	j.Echo = func(ctx context.Context, text string) exercises.Echo {
		if e := answer.EchoOf(ctx, text, scopeInU()); e.Problem == "" {
			return e
		}
		return echoInS(ctx, text)
	}
	return j
}

// firstStep is the step from a = 0 with four labels.
type firstStep struct {
	gamma float64
	y     []float64 // 0 or 1
}

// newFirstStep draws the labels, which include both classes, and η.
func newFirstStep(seed uint64) firstStep {
	r := lesson.Rand(seed, 62)
	f := firstStep{gamma: []float64{0.1, 0.2, 0.4, 0.5, 0.6}[r.IntN(5)],
		y: []float64{1, 0, float64(r.IntN(2)), float64(r.IntN(2))}}
	r.Shuffle(len(f.y), func(i, j int) { f.y[i], f.y[j] = f.y[j], f.y[i] })
	return f
}

// typedSteps formats a vector of η times the residuals, as a student would type it.
func (f firstStep) typedSteps(residual func(y float64) float64) string {
	out := make([]float64, len(f.y))
	for i, y := range f.y {
		out[i] = f.gamma * residual(y)
	}
	return lesson.TypedVector(out)
}

func (f firstStep) vars() worksheets.Vars {
	return worksheets.Vars{
		"gamma": f.gamma, "half": f.gamma / 2, "labels": strings.Trim(lesson.TypedVector(f.y), "[]"),
		"a":        lesson.WithMinusSigns(f.typedSteps(func(y float64) float64 { return y - 0.5 })),
		"sZero":    f.typedSteps(func(y float64) float64 { return y }),
		"sOne":     f.typedSteps(func(y float64) float64 { return y - 1 }),
		"noHalf":   f.typedSteps(func(y float64) float64 { return 2*y - 1 }),
		"onesOnly": f.typedSteps(func(y float64) float64 { return y / 2 }),
		"allAlike": f.typedSteps(func(float64) float64 { return 0.5 }),
	}
}

// barsScene shows the student's a, each in the colour of its class, between ±η.
func (f firstStep) barsScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	typed, problem := answer.ParseNumbers(ctx, a["first"], len(f.y))
	b := ascii.Bars{Range: ascii.RangeOf(-f.gamma, f.gamma)}
	for i, y := range f.y {
		bar := ascii.Bar{Label: fmt.Sprintf("a%s  y = %s", anatomy.Sub(i+1), answer.DisplayDecimal(y)),
			Class: int(2*y) - 1}
		if problem == nil {
			bar.Value = typed[i]
		}
		b.Bars = append(b.Bars, bar)
	}
	return exercises.SceneOf(stage.Main("your a, from −η to η", b))
}

// plusMinus builds the Go part of exercise 6.3: logistic regression with labels −1 and +1.
func plusMinus(input worksheets.LessonInput) worksheets.LessonOutput {
	p := newThreeScores(input.Seed)
	vars := p.vars()
	vars["vanishes"], vars["lastLeft"], vars["farEnd"] = vanishingScore(), vanishingScore()-1, farthestScore
	vars["lost"] = anatomy.Num(53 * math.Ln2)
	return worksheets.LessonOutput{Vars: vars, Tasks: worksheets.Tasks{"side": {FocusesStage: true}}}
}

// farthestScore is the largest f for which the text of the exercise computes 1 − s(f).
const farthestScore = 45

// vanishingScore returns the smallest whole f for which 1 − s(f) is 0 in floating point.
func vanishingScore() int {
	f := 0
	for 1-solvers.Sigmoid(float64(f)) != 0 {
		f++
	}
	return f
}

// threeScores holds the labels and scores of three points. The score of one has the wrong sign.
type threeScores struct {
	y, f                          [3]float64
	wrong, barelyRight, confident int // their indices
}

// newThreeScores draws a point on the wrong side of the boundary, one just on the right side and one
// far on the right side. Both classes occur.
func newThreeScores(seed uint64) threeScores {
	r := lesson.Rand(seed, 63)
	margins := [3]float64{-float64(1+r.IntN(3)) - 0.5, float64(1+r.IntN(4)) / 10, float64(4 + r.IntN(3))}
	order := r.Perm(3)
	p := threeScores{wrong: order[0], barelyRight: order[1], confident: order[2]}
	label := float64(2*r.IntN(2) - 1)
	for kind, i := range order {
		p.y[i] = label
		p.f[i] = p.y[i] * margins[kind]
		label = -label
	}
	return p
}

func (p threeScores) vars() worksheets.Vars {
	v := worksheets.Vars{
		"wrong": lesson.PointNumber(p.wrong), "close": lesson.PointNumber(p.barelyRight),
		"confident": lesson.PointNumber(p.confident), "margin": p.y[p.wrong] * p.f[p.wrong],
	}
	sizes := make([]string, len(p.y))
	for i := range p.y {
		n := lesson.PointNumber(i)
		v["y"+n], v["f"+n], v["m"+n] = answer.SignedDecimal(p.y[i]), p.f[i], p.y[i]*p.f[i]
		sizes[i] = fmt.Sprintf("a%s moves by %sη", anatomy.Sub(i+1), anatomy.Digits(solvers.Sigmoid(-p.y[i]*p.f[i]), 2))
	}
	v["sizes"] = strings.Join(sizes, ", ") + "."
	return v
}

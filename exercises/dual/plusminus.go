package dual

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// plusMinus is 6.3: logistic regression with labels −1 and +1.
func plusMinus(b worksheets.Brief) (worksheets.Parts, error) {
	p := newPush(b.Seed)
	return worksheets.Parts{
		Steps: map[string]worksheets.Behaviour{
			"plus":   plusStep(),
			"minus":  minusStep(),
			"update": exprStep("update", signedTask(), nil),
			"push":   p.step(),
			"side":   on(watchForms(), nil, nil),
		},
	}, nil
}

// plusStep is the case y = +1: 1 − s(f) as one value of s.
func plusStep() worksheets.Behaviour {
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return proof(ctx, a) },
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return judgePlus(ctx, a["plus"]).Report("plus")
		},
		Same: answer.SameText(sigmoidOf("f")),
		Echo: echo(sigmoidOf("f")),
	}
}

// judgePlus accepts s(−f) in any form in which s(f) does not occur.
func judgePlus(ctx context.Context, text string) answer.Result {
	r := answer.JudgeExpr(ctx, text, answer.ExprTask{Scope: sigmoidOf("f"), Want: "s(-f)", Mistakes: []answer.Mistake{
		{ID: "even", Form: "s(f)"},
		{ID: "odd", Form: "-s(f)"},
		{ID: "odd", Form: "-s(-f)"},
		{ID: "shifted", Form: "s(1-f)"},
	}})
	if r.Accepted && strings.Contains(r.Reading, "s(f)") {
		r.Verdict, r.Accepted, r.Misconception = exercises.OtherForm, false, "unchanged"
	}
	return r
}

// minusStep is the case y = −1.
func minusStep() worksheets.Behaviour {
	blanks := minusBlanks()
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return proof(ctx, a) },
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			r := answer.JudgeForm(ctx, a, blanks)
			if r.Accepted {
				r.Fact = []ascii.Line{ascii.Plain("And y·σ(−yf) with y = −1 is (−1)·σ(f): the same. Both cases are done.")}
			}
			return r
		},
		Same: answer.SameText(sigmoidOf("f")),
		Echo: echo(sigmoidOf("f")),
	}
}

func minusBlanks() []answer.Blank {
	residual := answer.ExprTask{Scope: sigmoidOf("f"), Want: "-s(f)", Mistakes: []answer.Mistake{
		{ID: "label-kept", Form: "-1-s(f)"},
		{ID: "plus-again", Form: "s(-f)"},
		{ID: "unsigned", Form: "s(f)"},
		{ID: "reflected", Form: "-s(-f)"},
	}}
	return []answer.Blank{
		{Name: "label", Label: "y′", Judge: answer.Exactly(0, answer.Mistake{ID: "label-kept", Form: "-1"}, answer.Mistake{ID: "plus-again", Form: "1"})},
		{Name: "minus", Label: "y′ − s(f)", Judge: func(ctx context.Context, text string) answer.Result { return answer.JudgeExpr(ctx, text, residual) }},
	}
}

// proof is the proof by cases as far as the student has it.
func proof(ctx context.Context, a exercises.Answers) exercises.Scene {
	open := ascii.Line{{Text: "…", Ink: ascii.Faint}}
	good := func(s string) ascii.Line { return ascii.Line{{Text: s, Ink: ascii.Good}} }
	plus, label, minus := open, open, open
	signedPlus, signedMinus := open, open
	if judgePlus(ctx, a["plus"]).Accepted {
		plus, signedPlus = good("1 − s(f) = s(−f)"), ascii.Plain("(+1)·σ(−f)")
	}
	blanks := minusBlanks()
	if blanks[0].Judge(ctx, a["label"]).Accepted {
		label = good("0")
	}
	if blanks[1].Judge(ctx, a["minus"]).Accepted {
		minus, signedMinus = good("0 − s(f) = −s(f)"), ascii.Plain("(−1)·σ(f)")
	}
	table := ascii.Table{
		Columns: []ascii.Column{{Title: "y"}, {Title: "y′"}, {Title: "y′ − s(f)", Width: 18}, {Title: "y·σ(−yf)", Width: 10}},
		Rows: [][]ascii.Line{
			{{{Text: "+1", Ink: ascii.MarkPos}}, ascii.Plain("1"), plus, signedPlus},
			{{{Text: "−1", Ink: ascii.MarkNeg}}, label, minus, signedMinus},
		},
	}
	return exercises.Scene{Figures: []exercises.Figure{{Title: "The two cases", Role: exercises.Table, Plot: table}}}
}

// signedTask asks for the update with labels −1 and +1.
func signedTask() answer.ExprTask {
	return answer.ExprTask{
		Scope: answer.DualScope(answer.DualNames{Weights: "a", Targets: "y", Signs: true, Scalars: []string{"eta"}, Logistic: true}),
		Want:  "a_i + eta s(-y_i sum(j, a_j K_ij)) y_i",
		Mistakes: []answer.Mistake{
			{ID: "zero-one", Form: "a_i + eta (y_i - s(sum(j, a_j K_ij)))"},
			{ID: "inside-sign", Form: "a_i + eta s(y_i sum(j, a_j K_ij)) y_i"},
			{ID: "no-label", Form: "a_i + eta s(-y_i sum(j, a_j K_ij))"},
			{ID: "inside-label", Form: "a_i + eta s(-sum(j, a_j K_ij)) y_i"},
			{ID: "labels-twice", Form: "a_i + eta s(-y_i sum(j, a_j y_j K_ij)) y_i"},
			{ID: "uphill", Form: "a_i - eta s(-y_i sum(j, a_j K_ij)) y_i"},
			{ID: "row-sum", Form: "a_i + eta s(-y_i sum(j, K_ij)) y_i"},
			{ID: "change-only", Form: "eta s(-y_i sum(j, a_j K_ij)) y_i"},
		},
	}
}

// push is three points of which one is on the wrong side.
type push struct {
	y, f                    [3]float64
	wrong, close, confident int // which is which
}

// newPush draws a point that is wrong, one that is barely right and one that
// is right by far, of both classes.
func newPush(seed uint64) push {
	r := rand.New(rand.NewPCG(seed, 63))
	margins := [3]float64{-float64(1+r.IntN(3)) - 0.5, float64(1+r.IntN(4)) / 10, float64(4 + r.IntN(3))}
	at := r.Perm(3)
	p := push{wrong: at[0], close: at[1], confident: at[2]}
	side := float64(2*r.IntN(2) - 1)
	for kind, i := range at {
		p.y[i] = side
		p.f[i] = p.y[i] * margins[kind]
		side = -side
	}
	return p
}

// size is how far a step moves aᵢ, in units of η.
func (p push) size(i int) float64 { return solvers.Sigmoid(-p.y[i] * p.f[i]) }

// step asks which of the three a moves farthest.
func (p push) step() worksheets.Behaviour {
	value := func(i int) string { return fmt.Sprint(i + 1) }
	var choices []exercises.Choice
	var fact string
	for i := range p.y {
		choices = append(choices, exercises.Choice{Value: value(i), Label: fmt.Sprintf("point %d: y = %s, f = %s", i+1, signed(p.y[i]), answer.Shown(p.f[i]))})
		fact += fmt.Sprintf("a%s moves by %sη", stage.Sub(i+1), stage.Num(twoDigits(p.size(i))))
		fact += [...]string{", ", ", ", "."}[i]
	}
	judge := worksheets.Choice("push", value(p.wrong))
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			return p.curve(judge(ctx, a).Accepted)
		},
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			r := judge(ctx, a)
			if r.Accepted {
				r.Fact = []ascii.Line{ascii.Plain(fact)}
			}
			return r
		},
		Choices:   map[string][]exercises.Choice{"push": choices},
		Vars:      map[string]string{"wrong": value(p.wrong), "sizes": fact, "margin": answer.Shown(p.y[p.wrong] * p.f[p.wrong])},
		Reference: exercises.Answers{"push": value(p.wrong)},
		Examples:  map[string]exercises.Answers{"confident": {"push": value(p.confident)}, "barely": {"push": value(p.close)}},
	}
}

// curve draws how far a point moves against its margin yf; the three points are
// on it once the question is answered.
func (p push) curve(answered bool) exercises.Scene {
	var x, y []float64
	for m := -4.0; m <= 7; m += 0.25 {
		x, y = append(x, m), append(y, solvers.Sigmoid(-m))
	}
	chart := ascii.Chart{XLabel: "yf", Y: ascii.Range{Max: 1}, Series: []ascii.ChartSeries{{Name: "σ(−yf)", X: x, Y: y, Ink: ascii.Symbol3}}}
	if answered {
		for i := range p.y {
			chart.Series = append(chart.Series, ascii.ChartSeries{
				Name: fmt.Sprintf("point %d", i+1), X: []float64{p.y[i] * p.f[i]}, Y: []float64{p.size(i)}, Ink: ascii.Series(i), Kind: ascii.Dots,
			})
		}
	}
	return exercises.Scene{Figures: []exercises.Figure{{Title: "|Δa|/η against the margin yf", Role: exercises.Main, Plot: chart}}}
}

func signed(y float64) string {
	if y > 0 {
		return "+1"
	}
	return "−1"
}

// twoDigits keeps two significant digits.
func twoDigits(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(v/unit) * unit
}

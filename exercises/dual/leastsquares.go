package dual

import (
	"context"
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// leastSquares is 6.1: gradient descent on the mean squared error, carried
// over from w to dual weights a.
func leastSquares(b worksheets.Brief) (worksheets.Parts, error) {
	p := newThreePoints(b.Seed)
	return worksheets.Parts{
		Vars: p.vars(),
		Steps: map[string]worksheets.Behaviour{
			"hand":   p.handStep(),
			"limit":  p.limitStep(),
			"beyond": p.beyondStep(),
			"side":   on(p.sideBySide(), nil, map[string]*dataset.Set{"three": p.model(kernels.Linear{}).Set}),
		},
	}, nil
}

func (p threePoints) vars() map[string]string {
	return map[string]string{
		"eta": answer.Shown(p.eta), "rate": answer.Shown(p.rate), "lambda": answer.Shown(p.lambda()), "limit": three(p.limit()), "above": three(1.1 * p.limit()),
		"t":     answer.Shown(p.t[0]) + ", " + answer.Shown(p.t[1]) + ", " + answer.Shown(p.t[2]),
		"first": vectorShown(p.first), "scores": vectorShown(p.scores), "second": vectorShown(p.second),
		"f1": answer.Shown(p.first[0]), "q1": stage.Paren(p.scores[0]), "t1": answer.Shown(p.t[0]), "s1": answer.Shown(p.second[0]),
		"factorAbove": answer.Shown(1 - 2*1.1), "kRow": p.rowTerms(), "q1Plain": answer.Shown(p.scores[0]),
	}
}

func vectorShown(v [3]float64) string {
	return "(" + answer.Shown(v[0]) + ", " + answer.Shown(v[1]) + ", " + answer.Shown(v[2]) + ")"
}

// rowTerms is f₁ = (Ka′)₁ with its numbers in place.
func (p threePoints) rowTerms() string {
	text := ""
	for j := range p.x {
		if j > 0 {
			text += " + "
		}
		text += stage.Paren(p.k(0, j)) + "·" + stage.Paren(p.first[j])
	}
	return text
}

// three writes a positive number with three significant digits.
func three(v float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(v))-2)
	return answer.Shown(math.Round(v/unit) * unit)
}

// inductionStep asks for the dual update that belongs to a change of w; the
// bracket of the picture fills as the student types.
func inductionStep(task answer.ExprTask, change string) worksheets.Behaviour {
	return exprStep("update", task, func(ctx context.Context, a exercises.Answers) exercises.Scene {
		bracket := ascii.Span{Text: "…", Ink: ascii.Faint}
		if r := answer.JudgeExpr(ctx, a["update"], task); r.Reading != "" {
			bracket = ascii.Span{Text: r.Reading, Ink: ascii.Text}
			if r.Accepted {
				bracket.Ink = ascii.Good
			}
		}
		return induction(change, bracket)
	})
}

// induction is the step from w = Σ aᵢφᵢ to the next w, with a bracket to fill.
func induction(change string, bracket ascii.Span) exercises.Scene {
	w, sum := ascii.Span{Text: "w", Ink: ascii.Symbol2}, ascii.Span{Text: "Σᵢ aᵢ φᵢ", Ink: ascii.Symbol1}
	plain := func(s string) ascii.Span { return ascii.Span{Text: s, Ink: ascii.Text} }
	lines := []ascii.Line{
		{},
		{w, plain(" = "), sum, {Text: "    so far", Ink: ascii.Dim}},
		{},
		{w, plain(" ← "), w, plain(" + " + change)},
		{plain("  = "), sum, plain(" + " + change)},
		{plain("  = Σᵢ [ "), bracket, plain(" ] φᵢ")},
		{},
		{{Text: "The bracket is the new aᵢ, and w is again a sum of the φᵢ.", Ink: ascii.Dim}},
	}
	return exercises.Scene{Figures: []exercises.Figure{{Title: "w as a sum of the φᵢ", Role: exercises.Main, Plot: ascii.TextBlock{Lines: lines, Wrap: true}}}}
}

// exprStep is a step with one formula to write.
func exprStep(field string, task answer.ExprTask, scene func(context.Context, exercises.Answers) exercises.Scene) worksheets.Behaviour {
	return worksheets.Behaviour{
		Scene: scene,
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeExpr(ctx, a[field], task).Report(field)
		},
		Same: answer.SameText(task.Scope),
		Echo: echo(task.Scope),
	}
}

// limitStep asks for the largest stable η, to three digits.
func (p threePoints) limitStep() worksheets.Behaviour {
	n, lambda := 3.0, p.lambda()
	slips := map[string]float64{"fastest": n / (2 * lambda), "twice": 2 * n / lambda, "no-n": 1 / lambda, "upside-down": lambda / n}
	examples := map[string]exercises.Answers{}
	var mistakes []answer.Mistake
	for _, id := range []string{"fastest", "twice", "no-n", "upside-down"} {
		examples[id] = exercises.Answers{"limit": three(slips[id])}
		mistakes = append(mistakes, answer.Mistake{ID: id, Form: fmt.Sprintf("%.12g", slips[id])})
	}
	task := answer.NumberTask{Want: answer.MustParse("3/"+answer.Decimal(lambda), answer.Scope{}), Digits: 3, Mistakes: mistakes}
	return worksheets.Behaviour{
		Scene: func(context.Context, exercises.Answers) exercises.Scene {
			return exercises.Scene{
				Figures: []exercises.Figure{p.table()},
				Notes:   []ascii.Line{ascii.Plain("λ_max(K) = " + answer.Shown(lambda) + ",  n = 3")},
			}
		},
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeNumber(ctx, a["limit"], task).Report("limit")
		},
		Echo:      echo(answer.Scope{}),
		Reference: exercises.Answers{"limit": three(p.limit())},
		Examples:  examples,
	}
}

// beyondStep takes down what the student expects of an η above the limit.
func (p threePoints) beyondStep() worksheets.Behaviour {
	return worksheets.Behaviour{Check: worksheets.Prediction("beyond")}
}

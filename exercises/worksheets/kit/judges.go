package kit

import (
	"context"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// judges are the deciders of exercises/answer, by name.
func judges() map[string]worksheets.Maker[worksheets.Judge] {
	made := func(make func(*worksheets.Params) judge, takes ...string) worksheets.Maker[worksheets.Judge] {
		return worksheets.Maker[worksheets.Judge]{Takes: takes, Make: func(p *worksheets.Params) worksheets.Judge { return make(p) }}
	}
	return map[string]worksheets.Maker[worksheets.Judge]{
		"number":       made(number, "number", "digits", "units", "also"),
		"expr":         made(expr, "expr", "in", "form", "rules", "also"),
		"choice":       made(choice, "choice"),
		"prediction":   made(prediction, "prediction", "told"),
		"vector":       made(vector, "vector", "digits", "names"),
		"proportional": made(proportional, "proportional", "either-sign"),
		"span":         made(span, "span", "outside", "nonzero"),
		"formula":      made(formula, "formula", "letters", "where"),
		"chain":        {Takes: []string{"chain", "without", "through", "letters", "where", "given", "reasons", "reasons-of", "solution"}, Make: chain},
		"walk":         {Takes: []string{"walk", "without", "at-once", "letters", "signs", "bits", "given", "facts", "hence", "start", "reasons", "reasons-of", "solution"}, Make: walk},
		"features":     made(features, "features", "x", "z", "params", "canonical"),
		"families":     made(families, "families", "params", "canonical"),
		"set":          made(set, "set", "max", "noun", "size"),
		"interval":     made(interval, "interval", "digits"),
		"growth":       made(growth, "growth", "in", "order"),
		"derivation":   {Takes: []string{"derivation", "to", "in", "form", "lines", "solution"}, Make: derivation},
		"matrix":       made(matrix, "matrix", "in", "digits"),
		"psd":          made(psd, "psd", "size", "negative"),
		"kernel":       made(kernel, "kernel", "x", "z", "params", "nonnegative"),
		"lift":         made(lift, "lift", "than", "wider"),
		"witness":      made(witness, "witness", "x", "z", "params"),

		"subset-features": made(subsetFeatures, "subset-features", "universe", "canonical"),
		"set-witness":     made(setWitness, "set-witness"),
		"counterexample":  made(counterexample, "counterexample", "in", "given", "whole", "left", "right", "reference"),
	}
}

// number asks for one number: exact, or right to so many digits.
func number(p *worksheets.Params) judge {
	text, digits := p.Needed("number"), p.Int("digits")
	if text == "inf" {
		return numberOf(answer.NumberTask{Infinite: true}, text)
	}
	want, _ := expression(p, "number", text, answer.Scope{})
	j := numberOf(answer.NumberTask{Want: want, Digits: digits, Units: p.Texts("units")}, text)
	for _, other := range p.Texts("also") {
		if want, ok := expression(p, "also", other, answer.Scope{}); ok {
			j.check = orNumber(j.check, answer.NumberTask{Want: want, Units: p.Texts("units")})
		}
	}
	return j
}

// orNumber accepts another number too, exactly.
func orNumber(check func(context.Context, string) answer.Result, other answer.NumberTask) func(context.Context, string) answer.Result {
	return func(ctx context.Context, text string) answer.Result {
		r := check(ctx, text)
		if again := answer.JudgeNumber(ctx, text, other); !r.Accepted && again.Accepted {
			return again
		}
		return r
	}
}

func numberOf(t answer.NumberTask, reference string) judge {
	j := written(t.Scope(), reference, func(ctx context.Context, text string) answer.Result { return answer.JudgeNumber(ctx, text, t) })
	j.same = func(ctx context.Context, typed, example string) bool { return isMistake(ctx, t, typed, example) }
	return j
}

// isMistake tells whether a number is that of an example, as far as its digits
// can tell.
func isMistake(ctx context.Context, t answer.NumberTask, typed, example string) bool {
	if _, err := answer.Parse(ctx, example, answer.Scope{}); err != nil {
		return false
	}
	t.Mistakes = []answer.Mistake{{ID: "this", Form: example}}
	return answer.JudgeNumber(ctx, typed, t).Misconception == "this"
}

// expr asks for an expression, in any form or in one.
func expr(p *worksheets.Params) judge {
	s := scopeOf(p)
	t := answer.ExprTask{Scope: s, Want: p.Needed("expr"), Form: form(p), Rules: p.Texts("rules")}
	if _, ok := expression(p, "expr", t.Want, s); !ok {
		t.Want = "0"
	}
	for _, id := range t.Rules {
		if _, ok := answer.Rule(id); !ok {
			p.Fail("rules", "", "there is no mal-rule %q", id)
		}
	}
	also := p.Texts("also")
	for _, text := range also {
		expression(p, "also", text, s)
	}
	j := written(s, t.Want, func(ctx context.Context, text string) answer.Result {
		r := answer.JudgeExpr(ctx, text, t)
		for i := 0; i < len(also) && r.Verdict == exercises.Undecided; i++ {
			other := t
			other.Want = also[i]
			if again := answer.JudgeExpr(ctx, text, other); again.Accepted {
				return again
			}
		}
		return r
	})
	j.rule = answer.RuleText(s)
	return j
}

// form is the form asked for, where the form is the task.
func form(p *worksheets.Params) answer.Form {
	switch p.Choice("form", "any", "expanded", "factored", "exact", "opened", "single", "short", "value", "halves") {
	case "expanded":
		return answer.Expanded
	case "factored":
		return answer.Factored
	case "exact":
		return answer.Exact
	case "opened":
		return answer.Opened
	case "single":
		return answer.Single
	case "short":
		return answer.Short
	case "value":
		return answer.OneValue
	case "halves":
		return answer.Halves
	}
	return answer.AnyForm
}

// choice asks for one of the options.
func choice(p *worksheets.Params) judge {
	want := p.Needed("choice")
	return judge{
		check: func(_ context.Context, text string) answer.Result {
			return answer.JudgeChoice(text, answer.ChoiceTask{Want: want})
		},
		reference: want,
	}
}

// prediction takes down what the student expects; the truth is shown later.
func prediction(p *worksheets.Params) judge {
	turnsOut, told := p.Text("prediction"), p.Flag("told")
	return judge{reference: turnsOut, foretells: true, check: func(_ context.Context, text string) answer.Result {
		headline := "Noted. Now see."
		switch {
		case text == "":
			return answer.Result{Verdict: exercises.Empty, At: -1}
		case told && text == turnsOut:
			headline = "As foretold."
		case told:
			headline = "It went the other way."
		}
		return answer.Result{Verdict: exercises.Noted, Accepted: true, Headline: headline, At: -1}
	}}
}

// vector asks for numbers in order.
func vector(p *worksheets.Params) judge {
	text := p.Needed("vector")
	want, _ := expression(p, "vector", text, answer.Scope{})
	t := answer.VectorTask{Want: want.List(), Digits: p.Int("digits"), Names: p.Texts("names")}
	return written(t.Scope(), text, func(ctx context.Context, text string) answer.Result { return answer.JudgeVector(ctx, text, t) })
}

// proportional asks for a vector up to a positive factor.
func proportional(p *worksheets.Params) judge {
	text := p.Needed("proportional")
	want, _ := expression(p, "proportional", text, answer.Scope{})
	t := answer.ProportionalTask{Want: want.List(), EitherSign: p.Flag("either-sign")}
	j := written(answer.Scope{}, text, func(ctx context.Context, text string) answer.Result { return answer.JudgeProportional(ctx, text, t) })
	j.echo = func(ctx context.Context, text string) exercises.Echo {
		return answer.EchoOf(ctx, answer.Ratio(text), answer.Scope{})
	}
	return j
}

// span asks for a vector in the span of some, or outside of it.
func span(p *worksheets.Params) judge {
	t := answer.SpanTask{Outside: p.Flag("outside"), NonZero: p.Flag("nonzero")}
	texts := p.Texts("span")
	for _, text := range texts {
		e, _ := expression(p, "span", text, answer.Scope{})
		t.Of = append(t.Of, e.List())
	}
	reference := ""
	if !t.Outside && len(texts) > 0 {
		reference = texts[0]
	}
	if len(t.Of) == 0 || slices.ContainsFunc(t.Of, func(v []answer.Expr) bool { return len(v) == 0 || len(v) != len(t.Of[0]) }) {
		p.Fail("span", `give vectors of one length, as ["[1, 0]", "[1, 1]"]`, "no span")
		t.Of = [][]answer.Expr{{answer.Int(1)}}
	}
	return written(answer.Scope{}, reference, func(ctx context.Context, text string) answer.Result { return answer.JudgeSpan(ctx, text, t) })
}

// features asks for a feature map of a kernel.
func features(p *worksheets.Params) judge {
	t := answer.FeatureTask{
		X: orAll(p.Texts("x"), "x1", "x2"), Z: orAll(p.Texts("z"), "z1", "z2"), Params: p.Texts("params"),
		Kernel: p.Needed("features"), Canonical: p.Texts("canonical"),
	}
	if _, ok := expression(p, "features", t.Kernel, t.Scope()); !ok {
		t.Kernel = "1"
	}
	reference := "[" + strings.Join(t.Canonical, ", ") + "]"
	return written(t.Scope(), reference, func(ctx context.Context, text string) answer.Result { return answer.JudgeFeatures(ctx, text, t) })
}

// set asks for numbered things in any order.
func set(p *worksheets.Params) judge {
	t := answer.SetTask{Max: p.Int("max"), Noun: p.Text("noun"), Size: p.Int("size")}
	text := p.Text("set")
	want, stop := answer.ReadSet(text, t)
	if stop != nil {
		p.Fail("set", "", "%q is no set: %s", text, stop.Fact)
	}
	t.Want = want
	check := func(_ context.Context, text string) answer.Result { return answer.JudgeSet(text, t) }
	return judge{
		check: check, echo: echoOf(check), reference: text,
		same: func(_ context.Context, typed, example string) bool {
			a, noA := answer.ReadSet(typed, t)
			b, noB := answer.ReadSet(example, t)
			return noA == nil && noB == nil && slices.Equal(a, b)
		},
	}
}

// interval asks for an interval with its ends.
func interval(p *worksheets.Params) judge {
	text := p.Needed("interval")
	t, err := answer.ReadInterval(text)
	if err != nil {
		p.Fail("interval", "", "%q is no interval: %v", text, err)
	}
	t.Digits = p.Int("digits")
	check := func(ctx context.Context, text string) answer.Result { return answer.JudgeInterval(ctx, text, t) }
	return judge{
		check: check, echo: echoOf(check), reference: text, relates: true,
		same: func(ctx context.Context, typed, example string) bool {
			other, err := answer.ReadInterval(example)
			return err == nil && answer.JudgeInterval(ctx, typed, other).Accepted
		},
	}
}

// growth asks for a growth rate, as O(n²d).
func growth(p *worksheets.Params) judge {
	t := answer.GrowthTask{Vars: p.Texts("in"), Want: p.Needed("growth"), Order: p.Texts("order")}
	if _, ok := expression(p, "growth", t.Want, answer.Scope{Vars: t.Vars}); !ok {
		t.Want = "1"
	}
	check := func(ctx context.Context, text string) answer.Result { return answer.JudgeGrowth(ctx, text, t) }
	return judge{
		check: check, echo: echoOf(check), reference: "O(" + t.Want + ")",
		same: func(ctx context.Context, typed, example string) bool {
			if _, err := answer.Parse(ctx, example, answer.Scope{Vars: t.Vars}); err != nil {
				return false
			}
			return answer.JudgeGrowth(ctx, typed, answer.GrowthTask{Vars: t.Vars, Want: example, Order: t.Order}).Accepted
		},
	}
}

// matrix asks for a matrix, entry by entry.
func matrix(p *worksheets.Params) judge {
	s := scopeOf(p)
	t := answer.MatrixTask{Scope: s, Want: p.Needed("matrix"), Digits: p.Int("digits")}
	if _, ok := expression(p, "matrix", t.Want, s); !ok {
		t.Want = "[[0]]"
	}
	check := func(ctx context.Context, text string) answer.Result { return answer.JudgeMatrix(ctx, text, t) }
	return judge{
		check: check, echo: echoOf(check), reference: t.Want,
		same: func(ctx context.Context, typed, example string) bool {
			if _, err := answer.Parse(ctx, example, s); err != nil {
				return false
			}
			return answer.JudgeMatrix(ctx, typed, answer.MatrixTask{Scope: s, Want: example, Digits: t.Digits}).Accepted
		},
	}
}

// psd asks for a positive semidefinite matrix of some size.
func psd(p *worksheets.Params) judge {
	t := answer.PSDTask{Size: max(p.Int("size"), 1), Negative: p.Flag("negative")}
	text := p.Needed("psd")
	check := func(ctx context.Context, text string) answer.Result { return answer.JudgePSD(ctx, text, t) }
	if r := check(context.Background(), text); !r.Accepted {
		p.Fail("psd", "", "%q is none: %s %v", text, r.Verdict.Words(), r.Fact)
	}
	return judge{check: check, echo: echoOf(check), reference: text}
}

// kernelTask reads what a function of two points may be written in.
func kernelTask(p *worksheets.Params) answer.KernelTask {
	return answer.KernelTask{X: orAll(p.Texts("x"), "x"), Z: orAll(p.Texts("z"), "z"), Params: p.Texts("params")}
}

// kernel asks for a function that is a kernel: proved by the closure rules or
// refuted by points.
func kernel(p *worksheets.Params) judge {
	t := kernelTask(p)
	t.NonNegative = p.Flag("nonnegative")
	return written(t.Scope(), p.Text("kernel"), func(ctx context.Context, text string) answer.Result { return answer.JudgeKernel(ctx, text, t) })
}

// witness asks for points and a vector that show that a function is no kernel,
// with a bar between them.
func witness(p *worksheets.Params) judge {
	t := answer.WitnessTask{KernelTask: kernelTask(p), Kernel: p.Needed("witness")}
	if _, ok := expression(p, "witness", t.Kernel, t.Scope()); !ok {
		t.Kernel = "1"
	}
	check := func(ctx context.Context, text string) answer.Result { return answer.JudgeWitness(ctx, text, t) }
	return judge{check: check, echo: echoOf(check), same: func(ctx context.Context, typed, example string) bool {
		a, okA := answer.ReadWitness(ctx, typed)
		b, okB := answer.ReadWitness(ctx, example)
		return okA && okB && slices.EqualFunc(a, b, slices.Equal[[]float64])
	}}
}

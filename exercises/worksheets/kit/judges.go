package kit

import (
	"context"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// judges returns the judges by name. A judge decides whether the text that a student types into a
// field is right. Its maker reads its parameters from the worksheet, the Markdown file of the
// exercise. The decisions are made in package answer.
func judges() map[string]worksheets.Maker[worksheets.Judge] {
	return map[string]worksheets.Maker[worksheets.Judge]{
		"number":       makerOf(number, "number", "digits", "units", "also", "where"),
		"expr":         makerOf(equalTo, "expr", "in", "form", "also"),
		"choice":       makerOf(choice, "choice"),
		"prediction":   makerOf(prediction, "prediction", "told"),
		"vector":       makerOf(vector, "vector", "names"),
		"proportional": makerOf(proportional, "proportional", "either-sign"),
		"span":         makerOf(span, "span"),
		"formula":      makerOf(formula, "formula", "form", "letters", "where"),
		"walk": makerOf(walk, "walk", "without", "at-once", "letters", "signs", "bits", "given", "facts", "hence",
			"start", "alias", "either-sign", "reasons", "reasons-of", "solution"),
		"features": makerOf(features, "features", "params", "canonical"),
		"set":      makerOf(set, "set", "max", "noun", "size"),
		"interval": makerOf(interval, "interval", "in"),
		"growth":   makerOf(growth, "growth", "in", "order"),
		"matrix":   makerOf(matrixEntries, "matrix", "in", "digits"),
		"witness":  makerOf(witness, "witness"),

		"chain": makerOf(chain, "chain", "without", "through", "letters", "where", "given", "reasons", "reasons-of",
			"solution"),
		"conditions": makerOf(conditions, "conditions", "in", "names", "unknowns", "where"),
		"objective":  makerOf(objective, "objective", "in", "also", "unknowns"),
	}
}

// number makes a judge for one number, exact or to a number of digits.
func number(p *worksheets.Params) worksheets.Judge {
	text, digits := p.RequiredText("number"), p.Int("digits")
	want, _ := expression(p, "number", text, answer.Scope{})
	j := numberOf(answer.NumberTask{Want: want, Digits: digits, Units: p.Texts("units"), Where: p.TextMap("where")},
		text)
	for _, other := range p.Texts("also") {
		want, _ := expression(p, "also", other, answer.Scope{})
		previousCheck, exactTask := j.Check, answer.NumberTask{Want: want, Units: p.Texts("units")}
		j.Check = func(ctx context.Context, text string) answer.Result {
			r := previousCheck(ctx, text)
			if otherResult := exactTask.Judge(ctx, text); !r.Accepted && otherResult.Accepted {
				return otherResult
			}
			return r
		}
	}
	return j
}

// numberOf returns the judge of a number. The judge's Same reports whether two numbers agree
// in the required digits.
func numberOf(t answer.NumberTask, reference string) worksheets.Judge {
	j := worksheets.ExprJudge(t.Scope(), reference, t.Judge)
	j.Same = func(ctx context.Context, typed, example string) bool {
		if _, err := answer.Parse(ctx, example, answer.Scope{}); err != nil {
			return false
		}
		taskWithExample := t
		taskWithExample.Mistakes = []answer.Mistake{{ID: "this", Answer: example}}
		r := taskWithExample.Judge(ctx, typed)
		return r.Misconception == "this" || r.Accepted && t.Judge(ctx, example).Accepted
	}
	return j
}

// equalTo makes a judge for an expression. The judge may require a form, such as a single term.
func equalTo(p *worksheets.Params) worksheets.Judge {
	t := answer.ExprTask{Scope: scopeOf(p), Want: p.RequiredText("expr"), Form: form(p)}
	t.Scope.Entries = 1 // one entry, so the echo reads 0,5 as one number and not as a list
	if _, ok := expression(p, "expr", t.Want, t.Scope); !ok {
		t.Want = "0"
	}
	also := p.Texts("also")
	for _, text := range also {
		expression(p, "also", text, t.Scope)
	}
	return worksheets.ExprJudge(t.Scope, t.Want, func(ctx context.Context, text string) answer.Result {
		r := t.Judge(ctx, text)
		for i := 0; i < len(also) && r.Verdict == exercises.Undecided; i++ {
			otherTask := t
			otherTask.Want = also[i]
			if otherResult := otherTask.Judge(ctx, text); otherResult.Accepted {
				return otherResult
			}
		}
		return r
	})
}

// form returns the required form, or the zero value if every form is accepted.
func form(p *worksheets.Params) answer.Form {
	return map[string]answer.Form{"opened": answer.ExpandedForm, "single": answer.OneTermForm,
		"short": answer.CollectedForm,
		"value": answer.OneLogisticForm}[p.Choice("form", "any", "opened", "single", "short", "value")]
}

// choice makes a judge for one of the options.
func choice(p *worksheets.Params) worksheets.Judge {
	want := p.RequiredText("choice")
	return worksheets.Judge{
		Check: func(_ context.Context, text string) answer.Result {
			return answer.JudgeChoice(text, want)
		},
		Reference: want,
	}
}

// prediction makes a judge that accepts and records any prediction. If the parameter "told" is set,
// the headline states whether the prediction is right.
func prediction(p *worksheets.Params) worksheets.Judge {
	outcome, showsOutcome := p.Text("prediction"), p.Flag("told")
	return worksheets.Judge{Reference: outcome, Predicts: true,
		Check: func(_ context.Context, text string) answer.Result {
			headline := "Noted. Go on and see."
			switch {
			case text == "":
				return answer.Result{Verdict: exercises.Empty, At: -1}
			case showsOutcome && text == outcome:
				headline = "As you predicted."
			case showsOutcome:
				headline = "It turned out differently."
			}
			return answer.Result{Verdict: exercises.Noted, Accepted: true, Headline: headline, At: -1}
		}}
}

// vector makes a judge for numbers in order.
func vector(p *worksheets.Params) worksheets.Judge {
	text := p.RequiredText("vector")
	want, _ := expression(p, "vector", text, answer.Scope{})
	t := answer.VectorTask{Want: want.List(), Names: p.Texts("names")}
	return worksheets.ExprJudge(t.Scope(), text, t.Judge)
}

// proportional makes a judge for a vector up to a positive factor.
func proportional(p *worksheets.Params) worksheets.Judge {
	text := p.RequiredText("proportional")
	want, _ := expression(p, "proportional", text, answer.Scope{})
	t := answer.ProportionalTask{Want: want.List(), EitherSign: p.Flag("either-sign")}
	j := worksheets.ExprJudge(answer.Scope{}, text, t.Judge)
	j.Echo = func(ctx context.Context, text string) exercises.Echo {
		return answer.EchoOf(ctx, answer.RatioToList(text), answer.Scope{})
	}
	return j
}

// span makes a judge that accepts a vector if it is outside the span of the given vectors.
func span(p *worksheets.Params) worksheets.Judge {
	var t answer.SpanTask
	texts := p.Texts("span")
	for _, text := range texts {
		e, _ := expression(p, "span", text, answer.Scope{})
		t.Vectors = append(t.Vectors, e.List())
	}
	if len(t.Vectors) == 0 ||
		slices.ContainsFunc(t.Vectors,
			func(v []answer.Expr) bool { return len(v) == 0 || len(v) != len(t.Vectors[0]) }) {
		p.Fail("span", `give vectors of one length, as ["[1, 0]", "[1, 1]"]`, "no span")
		t.Vectors = [][]answer.Expr{{answer.Int(1)}}
	}
	return worksheets.ExprJudge(answer.Scope{}, "", t.Judge)
}

// features makes a judge for a feature map of a kernel.
func features(p *worksheets.Params) worksheets.Judge {
	t := answer.FeatureTask{
		X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}, Params: p.Texts("params"), Kernel: p.RequiredText("features"),
		Canonical: p.Texts("canonical"),
	}
	if _, ok := expression(p, "features", t.Kernel, t.Scope()); !ok {
		t.Kernel = "1"
	}
	reference := "[" + strings.Join(t.Canonical, ", ") + "]"
	return worksheets.ExprJudge(t.Scope(), reference, t.Judge)
}

// set makes a judge for a set of numbers, in any order.
func set(p *worksheets.Params) worksheets.Judge {
	t := answer.SetTask{Max: p.Int("max"), Noun: p.Text("noun"), Size: p.Int("size")}
	text := p.Text("set")
	want, problem := answer.ReadSet(text, t)
	if problem != nil {
		p.Fail("set", "", "%.60q is not a set: %s", text, problem.Fact)
	}
	t.Want = want
	j := worksheets.CheckJudge(text, t.Judge)
	j.Same = func(_ context.Context, typed, example string) bool {
		a, problemA := answer.ReadSet(typed, t)
		b, problemB := answer.ReadSet(example, t)
		return problemA == nil && problemB == nil && slices.Equal(a, b)
	}
	return j
}

// interval makes a judge for an interval. An answer must also include or exclude the same ends.
func interval(p *worksheets.Params) worksheets.Judge {
	text, scope := p.RequiredText("interval"), scopeOf(p)
	t, err := answer.ReadInterval(text, scope)
	if err != nil {
		p.Fail("interval", "", "%.60q is not an interval: %v", text, err)
	}
	j := worksheets.CheckJudge(text, t.Judge)
	j.Relates = true
	j.Same = func(ctx context.Context, typed, example string) bool {
		other, err := answer.ReadInterval(example, scope)
		return err == nil && other.Judge(ctx, typed).Accepted
	}
	return j
}

// conditions makes a judge for inequalities and equations. They must restrict the unknowns to
// the same set of points as the reference does.
func conditions(p *worksheets.Params) worksheets.Judge {
	t := answer.ConditionsTask{Scope: scopeOf(p), Want: p.Texts("conditions"), Names: p.Texts("names"),
		Unknowns: p.Texts("unknowns"), Where: p.TextMap("where")}
	for name, text := range t.Where {
		expression(p, "where", text, t.Scope)
		t.Scope.Arrays = append(t.Scope.Arrays, answer.Array{Name: name, Dims: []int{t.Scope.N}})
	}
	for _, text := range t.Want {
		if e := t.Echo(context.Background(), text); e.Problem != "" || e.Reading == "" {
			p.Fail("conditions", "", "%.60q cannot be read: %s", text, e.Problem)
			return worksheets.Judge{}
		}
	}
	return worksheets.Judge{Reference: strings.Join(t.Want, "; "), Check: t.Judge, Echo: t.Echo, Same: t.Same,
		Relates: true}
}

// objective makes a judge for an objective function to be minimised or maximised.
func objective(p *worksheets.Params) worksheets.Judge {
	t := answer.ObjectiveTask{Scope: scopeOf(p), Want: p.RequiredText("objective"), Also: p.Texts("also"),
		Unknowns: p.Texts("unknowns")}
	if e := t.Echo(context.Background(), t.Want); e.Problem != "" {
		p.Fail("objective", "", "%.60q cannot be read: %s", t.Want, e.Problem)
		return worksheets.Judge{}
	}
	return worksheets.Judge{Reference: t.Want, Check: t.Judge, Echo: t.Echo, Same: t.Same, Relates: true}
}

// growth makes a judge for a growth rate such as O(n²d).
func growth(p *worksheets.Params) worksheets.Judge {
	want, s := p.RequiredText("growth"), answer.Scope{Vars: p.Texts("in")}
	if _, ok := expression(p, "growth", want, s); !ok {
		want = "1"
	}
	order := p.Texts("order")
	j := comparing(s, "O("+want+")", want, func(ctx context.Context, text, want string) answer.Result {
		return answer.GrowthTask{Vars: s.Vars, Want: want, Order: order}.Judge(ctx, text)
	})
	same := j.Same
	j.Same = func(ctx context.Context, typed, example string) bool {
		return same(ctx, typed, strings.TrimPrefix(example, "O"))
	}
	return j
}

// matrixEntries makes a judge that compares a matrix entry by entry.
func matrixEntries(p *worksheets.Params) worksheets.Judge {
	want, s, digits := p.RequiredText("matrix"), scopeOf(p), p.Int("digits")
	if _, ok := expression(p, "matrix", want, s); !ok {
		want = "[[0]]"
	}
	return comparing(s, want, want, func(ctx context.Context, text, want string) answer.Result {
		return answer.MatrixTask{Scope: s, Want: want, Digits: digits}.Judge(ctx, text)
	})
}

// comparing returns a judge that compares a text with the wanted answer. The judge's Same compares
// a text with an example of a misconception as if the example were the wanted answer.
func comparing(s answer.Scope, reference, want string,
	judge func(ctx context.Context, text, want string) answer.Result) worksheets.Judge {
	j := worksheets.CheckJudge(reference,
		func(ctx context.Context, text string) answer.Result { return judge(ctx, text, want) })
	j.Same = func(ctx context.Context, typed, example string) bool {
		_, err := answer.Parse(ctx, example, s)
		return err == nil && judge(ctx, typed, example).Accepted
	}
	return j
}

// witness makes a judge for a proof that a function is not a kernel. The student types real numbers
// as points, then a bar, then a vector.
func witness(p *worksheets.Params) worksheets.Judge {
	t := answer.WitnessTask{KernelTask: answer.KernelTask{X: []string{"x"}, Z: []string{"z"}},
		Kernel: p.RequiredText("witness")}
	if _, ok := expression(p, "witness", t.Kernel, t.Scope()); !ok {
		t.Kernel = "1"
	}
	j := worksheets.CheckJudge("", t.Judge)
	j.Same = func(ctx context.Context, typed, example string) bool {
		a, okA := answer.ReadWitness(ctx, typed)
		b, okB := answer.ReadWitness(ctx, example)
		return okA && okB && slices.EqualFunc(a, b, slices.Equal[[]float64])
	}
	return j
}

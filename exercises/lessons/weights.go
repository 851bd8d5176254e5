package lessons

import (
	"context"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
	"kernellab/exercises/dataset"
	"kernellab/exercises/worksheets"
)

// A weightsTask asks for the weights of one classifier, up to a positive factor.
// Others that classify the set as well are accepted, and it is said that another
// was asked for.
type weightsTask struct {
	set   *dataset.Set
	names []string                     // the fields, in order
	want  []string                     // the weights asked for, up to a positive factor
	slips [][]string                   // known mistakes; some of them classify too, by luck
	f     func(v, x []float64) float64 // the score of x under weights v
	show  func(v, x []float64) string  // how a fact calls f(x): "At x₁ = 2 your quadratic is 5"
	equal string                       // the fact where the weights are those asked for
	asked string                       // what was asked for: "the line x₂ = 0.49"
}

// behaviour is a step that asks for the weights; scene shows them as far as they
// are typed.
func (t weightsTask) behaviour(scene func(v []float64) exercises.Scene) worksheets.Behaviour {
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			v, _ := answer.ValuesOf(ctx, a, t.names...)
			return scene(v)
		},
		Check: t.check,
	}
}

// check judges weights by what they do: a positive multiple of those wanted,
// others that classify all the same, a sign turned round, or points on the wrong
// side.
func (t weightsTask) check(ctx context.Context, a exercises.Answers) exercises.Report {
	var blanks []answer.Blank
	for _, n := range t.names {
		blanks = append(blanks, answer.Blank{Name: n, Label: n, Judge: anyNumber})
	}
	report := answer.JudgeForm(ctx, a, blanks)
	v, ok := answer.ValuesOf(ctx, a, t.names...)
	if !report.Accepted {
		return report
	}
	report.Fact = nil
	if err := budget.Ended(ctx); !ok || err != nil {
		return undecidedFor(err)
	}
	texts := make([]string, len(t.names))
	for i, n := range t.names {
		texts[i] = a[n]
	}
	like := func(w []string) answer.Result {
		return answer.JudgeProportional(ctx, "["+strings.Join(texts, ", ")+"]", answer.ProportionalTask{Want: answer.Exprs(answer.Scope{}, w...)})
	}
	multiple := like(t.want)
	wrong := misclassified(t.set, func(x []float64) float64 { return t.f(v, x) })
	switch {
	case multiple.Accepted: // those wanted classify all, and no float can say otherwise
		report.Fact = append(multiple.Fact, ascii.Plain(t.equal))
		return report
	case len(wrong) == 0 && slices.ContainsFunc(t.slips, func(w []string) bool { return like(w).Accepted }):
		return exercises.Report{Verdict: exercises.NotEqual, Fact: []ascii.Line{ascii.Plainf("Its sign gives all %d labels, by luck. Asked for is %s.", t.set.Len(), t.asked)}}
	case len(wrong) == 0 && budget.Ended(ctx) != nil: // no slip could be told from another boundary
		return undecidedFor(budget.Ended(ctx))
	case len(wrong) == 0:
		report.Headline = "It classifies every point, and another was asked for."
		report.Fact = []ascii.Line{ascii.Plainf("Its sign gives all %d labels, as many boundaries do, so it counts. Asked for was %s.", t.set.Len(), t.asked)}
		return report
	}
	x := t.set.Point(wrong[0])
	verb := "are"
	if len(wrong) == 1 {
		verb = "is"
	}
	report = exercises.Report{Verdict: exercises.NotEqual, Fact: []ascii.Line{ascii.Plainf("%d of the %d points %s on the wrong side. %s, and the label is %s.",
		len(wrong), t.set.Len(), verb, t.show(v, x), answer.Signed(t.set.Label(wrong[0])))}}
	if len(misclassified(t.set, func(x []float64) float64 { return -t.f(v, x) })) == 0 {
		report.Misconception = "sign-flip"
	}
	return report
}

// undecidedFor is the report where judging was not finished, for a reason.
func undecidedFor(err error) exercises.Report {
	r := exercises.Report{Verdict: exercises.Undecided}
	if err != nil {
		r.Fact = []ascii.Line{ascii.Plain(err.Error())}
	}
	return r
}

// anyNumber accepts whatever is one number.
func anyNumber(ctx context.Context, text string) answer.Result {
	if _, problem := answer.Values(ctx, text, 1); problem != nil {
		return *problem
	}
	return answer.Result{Verdict: exercises.Equal, Accepted: true, Reading: answer.EchoOf(ctx, text, answer.Scope{}).Reading, At: -1}
}

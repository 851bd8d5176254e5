package lifting

import (
	"context"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
)

// numbers reads the fields as numbers. The report has each field's reading; it
// is accepted where all of them are numbers, and only then are there values.
func numbers(ctx context.Context, a exercises.Answers, names []string) ([]float64, exercises.Report) {
	blanks := make([]answer.Blank, len(names))
	for i, n := range names {
		blanks[i] = answer.Blank{Name: n, Label: n, Judge: anyNumber}
	}
	report := answer.JudgeForm(ctx, a, blanks)
	if !report.Accepted {
		return nil, report
	}
	values := make([]float64, len(names))
	for i, n := range names {
		v, problem := answer.Values(ctx, a[n], 1)
		if problem != nil { // the form has accepted it
			panic("lifting: " + n + " is no number any more")
		}
		values[i] = v[0]
	}
	return values, report
}

// anyNumber accepts whatever is one number.
func anyNumber(ctx context.Context, text string) answer.Result {
	if _, problem := answer.Values(ctx, text, 1); problem != nil {
		return *problem
	}
	return answer.Result{Verdict: exercises.Equal, Accepted: true, Reading: answer.EchoOf(ctx, text, answer.Scope{}).Reading, At: -1}
}

// A weightsTask asks for the weights of a classifier, any that are right at
// every point of the set.
type weightsTask struct {
	set   *dataset.Set
	names []string                     // the fields, in order
	want  []answer.Expr                // the weights asked for, up to a positive factor
	f     func(v, x []float64) float64 // the score of x under weights v
	show  func(v, x []float64) string  // how a fact calls f(x): "At x₁ = 2 your quadratic is 5"
	// equal is the fact where the weights are those asked for, works where
	// other weights classify every point.
	equal, works string
}

// judge judges weights by what they do: a positive multiple of those wanted,
// others that classify, a sign turned round, or points on the wrong side.
func (t weightsTask) judge(ctx context.Context, a exercises.Answers) exercises.Report {
	v, report := numbers(ctx, a, t.names)
	if v == nil {
		return report
	}
	texts := make([]string, len(t.names))
	for i, n := range t.names {
		texts[i] = a[n]
	}
	multiple := answer.JudgeProportional(ctx, "["+strings.Join(texts, ", ")+"]", answer.ProportionalTask{Want: t.want})
	wrong := misclassified(t.set, func(x []float64) float64 { return t.f(v, x) })
	report.Fact = nil
	switch {
	case len(wrong) == 0 && multiple.Accepted:
		report.Fact = append(multiple.Fact, plainf("%s", t.equal))
		return report
	case len(wrong) == 0:
		report.Headline = "It classifies every point."
		report.Fact = append(report.Fact, plainf("%s", t.works))
		return report
	}
	report.Verdict, report.Accepted, report.Fields = exercises.NotEqual, false, nil
	x := t.set.Point(wrong[0])
	report.Fact = append(report.Fact, plainf("%d of the %d points are on the wrong side. %s, and the label is %s.",
		len(wrong), t.set.Len(), t.show(v, x), answer.Signed(t.set.Label(wrong[0]))))
	if len(misclassified(t.set, func(x []float64) float64 { return -t.f(v, x) })) == 0 {
		report.Misconception = "sign-flip"
	}
	return report
}

// misclassified lists the points with t·f ≤ 0, or where f is not a number.
func misclassified(set *dataset.Set, f func([]float64) float64) []int {
	var out []int
	for i := range set.Len() {
		if !(set.Label(i)*f(set.Point(i)) > 0) {
			out = append(out, i)
		}
	}
	return out
}

package lifting

import (
	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
)

// numbers reads the fields as numbers. Where one is missing or cannot be read,
// typed is nil and the report says so; otherwise the report has the fields'
// readings.
func numbers(a exercises.Answers, names []string) (typed []answer.Expr, values []float64, report exercises.Report) {
	blanks := make([]answer.Blank, len(names))
	for i, n := range names {
		blanks[i] = answer.Blank{Name: n, Label: n, Judge: readable}
	}
	report = answer.JudgeForm(a, blanks)
	if !report.Accepted {
		return nil, nil, report
	}
	for _, n := range names {
		e, err := answer.Parse(a[n], answer.Scope{})
		if err != nil {
			return nil, nil, exercises.Report{Verdict: exercises.Unreadable}
		}
		v, err := e.Eval(nil)
		if err != nil {
			return nil, nil, exercises.Report{Verdict: exercises.Unreadable, Fact: []ascii.Line{plainf("%s: %v.", n, err)}}
		}
		typed, values = append(typed, e), append(values, v)
	}
	return typed, values, report
}

// readable accepts any number that can be read.
func readable(text string) answer.Result {
	r := answer.JudgeExpr(text, answer.ExprTask{Want: "0"})
	switch r.Verdict {
	case exercises.NotEqual, exercises.Close, exercises.OtherForm:
		r.Verdict, r.Accepted, r.Fact, r.Advice, r.Misconception = exercises.Equal, true, nil, nil, ""
	}
	return r
}

// weightsTask is what judging a weight vector needs to know of its data.
type weightsTask struct {
	errors  func() []int       // points on the wrong side, or on the boundary
	flipped func() []int       // the same with every sign turned
	show    func(i int) string // what happens at a wrong point
	equal   string             // the fact where the weights are those asked for
	works   string             // the fact where other weights classify every point
}

// judgeWeights judges weights by what they do: proportional to those wanted,
// with the sign told apart, or else by classifying every point.
func judgeWeights(report exercises.Report, typed, want []answer.Expr, t weightsTask) exercises.Report {
	wrong := t.errors()
	report.Fact = nil
	switch {
	case len(wrong) == 0 && proportional(typed, want):
		report.Verdict, report.Accepted = exercises.Equal, true
		report.Fact = []ascii.Line{ascii.Plain(t.equal)}
		return report
	case len(wrong) == 0:
		report.Verdict, report.Accepted, report.Headline = exercises.Equal, true, "It classifies every point."
		report.Fact = []ascii.Line{ascii.Plain(t.works)}
		return report
	}
	report.Verdict, report.Accepted = exercises.NotEqual, false
	report.Fact = []ascii.Line{plainf("%d of the points are on the wrong side. %s", len(wrong), t.show(wrong[0]))}
	if len(t.flipped()) == 0 {
		report.Misconception = "sign-flip"
	}
	report.Fields = nil
	return report
}

// proportional reports u = factor·v with one factor for all entries, decided
// exactly by 2×2 minors.
func proportional(u, v []answer.Expr) bool {
	for i := range u {
		for j := range i {
			if eq, ok := answer.Same(product(u[i], v[j]), product(u[j], v[i])); !eq || !ok {
				return false
			}
		}
	}
	return true
}

func product(a, b answer.Expr) answer.Expr {
	return answer.MustParse("("+a.String()+")*("+b.String()+")", answer.Scope{})
}

// misclassified lists the points with t·f ≤ 0.
func misclassified(set *dataset.Set, f func([]float64) float64) []int {
	var out []int
	for i := range set.Len() {
		if !(set.Label(i)*f(set.Point(i)) > 0) {
			out = append(out, i)
		}
	}
	return out
}

func sign(label float64) string {
	if label > 0 {
		return "+1"
	}
	return "−1"
}

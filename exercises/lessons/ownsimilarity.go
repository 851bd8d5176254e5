package lessons

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// ownSimilarity asks for a function of two points at which a look at K says
// nothing: for a kernel, or for one that is no kernel. None of those given counts,
// nor one of them times a positive number.
type ownSimilarity struct {
	field  string
	sample sample
	kernel bool
	given  []exercises.Choice
	few    string // what the given ones are called, as "one of the six"
	wrong  string // the misconception of an answer of the other kind, "" for none
	// more is the verdict on a function of the right kind, with what proves or
	// refutes it.
	more func(e answer.Expr, facts []string) answer.Result
}

// asked asks for a function of two numbers whose signs say nothing: a kernel that
// is negative at some pair of the sample's points, or one that is no kernel although
// it is negative at none.
func (s sample) asked(field string, kernel bool) ownSimilarity {
	return ownSimilarity{field: field, sample: s, kernel: kernel, given: similarities(), few: "one of the six", more: func(e answer.Expr, facts []string) answer.Result {
		return s.signs(e, kernel, facts)
	}}
}

// judge proves or refutes, and looks on.
func (o ownSimilarity) judge() map[string]worksheets.Judge {
	scope := o.sample.task.Scope()
	return map[string]worksheets.Judge{o.field: worksheets.Written(scope, "", func(ctx context.Context, text string) answer.Result {
		return answer.Judged(ctx, text, scope, o.decide)
	})}
}

func (o ownSimilarity) decide(e answer.Expr) answer.Result {
	task := o.sample.task
	for _, c := range o.given {
		if given, err := answer.ParseOwn(c.Value, task.Scope()); err == nil && e.IsMultipleOf(given) {
			return finding(exercises.NotEqual, "given", "That is "+o.few+", or one of them times a positive number. Find one of your own.")
		}
	}
	f := task.DecideAt(e, o.sample.points)
	switch {
	case f.Asymmetric:
		return finding(exercises.NotEqual, "asymmetric", f.Why)
	case o.kernel && f.Proved:
		return o.more(e, f.Derivation)
	case o.kernel && f.Refuted:
		return finding(exercises.NotEqual, o.wrong, f.Why)
	case f.Refuted:
		return o.more(e, []string{f.Why})
	case f.Proved:
		return finding(exercises.NotEqual, o.wrong, f.Derivation...)
	case f.Why != "":
		return finding(exercises.Undecided, "", f.Why)
	}
	return finding(exercises.Undecided, "", "No vᵀKv below 0 at any points that I tried, and no rule proves it. So I cannot tell.")
}

// signs is the verdict on a function of the right kind, by its signs at the
// sample.
func (s sample) signs(e answer.Expr, kernel bool, facts []string) answer.Result {
	g, ok := s.gram(e)
	if err := e.Ended(); !ok && err != nil {
		return finding(exercises.Undecided, "", "The signs: "+err.Error()+".")
	}
	if !ok {
		return finding(exercises.NotEqual, "", "It has no finite value at some pair of the points.")
	}
	negative, at, dust := 0, [2]int{}, 1e-12*mat.Max(absolute(g))
	for i := range s.points {
		for j := range i + 1 {
			if g.At(i, j) < -dust {
				negative, at = negative+1, [2]int{i, j}
			}
		}
	}
	x, z := s.place(at[0]), s.place(at[1])
	switch {
	case kernel && negative == 0:
		return finding(exercises.NotEqual, "positive", "A kernel. It is negative at no pair of the points, and has to be at one.")
	case !kernel && negative > 0:
		return finding(exercises.NotEqual, "negative", fmt.Sprintf("No kernel. But it is negative at x = %s, z = %s.", x, z))
	case kernel:
		facts = append(facts[:len(facts):len(facts)], fmt.Sprintf("And it is negative, at x = %s, z = %s for one.", x, z))
	}
	return found(facts)
}

// found is the verdict on what was asked for.
func found(facts []string) answer.Result {
	r := finding(exercises.Equal, "", facts...)
	r.Accepted = true
	return r
}

// absolute is the matrix of the sizes of the entries.
func absolute(g *mat.SymDense) mat.Matrix {
	var out mat.Dense
	out.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, g)
	return &out
}

// finding is a result with facts, a line each.
func finding(v exercises.Verdict, known string, facts ...string) answer.Result {
	return answer.Result{Verdict: v, Misconception: known, At: -1, Fact: plain(facts...)}
}

package lessons

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// ownSimilarity asks for a function of two numbers whose signs say nothing: a
// kernel that is negative at some pair of the sample's points, or one that is
// no kernel although it is negative at none. Neither may be one of the six.
type ownSimilarity struct {
	sample sample
	kernel bool
}

var _ worksheets.Judge = ownSimilarity{}

// Check proves or refutes, and looks at the signs.
func (o ownSimilarity) Check(ctx context.Context, text string) answer.Result {
	return answer.Judged(ctx, text, onTheLine().Scope(), func(e answer.Expr) answer.Result {
		for _, c := range similarities() {
			if given, err := answer.ParseOwn(c.Value, onTheLine().Scope()); err == nil && e.IsMultipleOf(given) {
				return finding(exercises.NotEqual, "given", "That is one of the six, or one of them times a positive number. Find one of your own.")
			}
		}
		f := onTheLine().Decide(e)
		switch {
		case f.Asymmetric:
			return finding(exercises.NotEqual, "asymmetric", f.Why)
		case o.kernel && f.Proved:
			return o.signs(e, f.Derivation)
		case o.kernel && f.Refuted:
			return finding(exercises.NotEqual, "", f.Why)
		case !o.kernel && f.Refuted:
			return o.signs(e, []string{f.Why})
		case !o.kernel && f.Proved:
			return finding(exercises.NotEqual, "", f.Derivation...)
		case f.Why != "":
			return finding(exercises.Undecided, "", f.Why)
		}
		return finding(exercises.Undecided, "", "No vᵀKv below 0 at any points that I tried, and no rule proves it. So I cannot tell.")
	})
}

// signs is the verdict on a function of the right kind, by its signs at the
// sample.
func (o ownSimilarity) signs(e answer.Expr, facts []string) answer.Result {
	g, ok := o.sample.gram(e, len(o.sample.points))
	if err := e.Ended(); !ok && err != nil {
		return finding(exercises.Undecided, "", "The signs: "+err.Error()+".")
	}
	if !ok {
		return finding(exercises.NotEqual, "", "It has no finite value at some pair of the points.")
	}
	negative, at, dust := 0, [2]int{}, 1e-12*mat.Max(absolute(g))
	for i := range o.sample.points {
		for j := range i + 1 {
			if g.At(i, j) < -dust {
				negative, at = negative+1, [2]int{i, j}
			}
		}
	}
	x, z := answer.Shown(o.sample.points[at[0]][0]), answer.Shown(o.sample.points[at[1]][0])
	switch {
	case o.kernel && negative == 0:
		return finding(exercises.NotEqual, "positive", "A kernel. It is negative at no pair of the points, and has to be at one.")
	case !o.kernel && negative > 0:
		return finding(exercises.NotEqual, "negative", fmt.Sprintf("No kernel. But it is negative at x = %s, z = %s.", x, z))
	case o.kernel:
		facts = append(facts[:len(facts):len(facts)], fmt.Sprintf("And it is negative, at x = %s, z = %s for one.", x, z))
	}
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

// Echo reads a function of x and z.
func (ownSimilarity) Echo(ctx context.Context, text string) exercises.Echo {
	return answer.EchoOf(ctx, text, onTheLine().Scope())
}

// Same compares two functions.
func (ownSimilarity) Same(ctx context.Context, typed, example string) bool {
	return answer.SameText(onTheLine().Scope())(ctx, "", typed, example)
}

// finding is a result with facts, a line each.
func finding(v exercises.Verdict, known string, facts ...string) answer.Result {
	r := answer.Result{Verdict: v, Misconception: known, At: -1}
	for _, f := range facts {
		r.Fact = append(r.Fact, ascii.Plain(f))
	}
	return r
}

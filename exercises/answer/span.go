package answer

import (
	"context"
	"slices"

	"kernellab/exercises"
)

// SpanTask asks for a vector by where it lies: in the span of some vectors, or
// outside of it.
type SpanTask struct {
	Of      [][]Expr // vectors of one length, exact numbers
	Outside bool
	// NonZero refuses the zero vector, which lies in every span.
	NonZero bool
}

// JudgeSpan decides exactly whether a vector lies in the span.
func JudgeSpan(ctx context.Context, text string, t SpanTask) Result {
	return Judged(ctx, text, Scope{}, t.judge)
}

func (t SpanTask) judge(e Expr) Result {
	entries := e.Entries(len(t.Of[0]))
	if want := len(t.Of[0]); len(entries) != want {
		return newResult(exercises.NotEqual, "This has %s; %d are asked for.", countOf(len(entries), "entry", "entries"), want).known("length", "")
	}
	v, err := exactVector(entries)
	if err != nil {
		return undecided(err)
	}
	if allZero(v) && (t.NonZero || t.Outside) {
		return newResult(exercises.NotEqual, "The zero vector lies in every span: take all weights 0.").known("zero", "")
	}
	outside := !allZero(t.rest(v))
	switch {
	case outside && t.Outside:
		return newResult(exercises.Equal, "No weights give it: it is independent of them.")
	case outside:
		return newResult(exercises.NotEqual, "No weights give this vector: it lies outside of the span.").known("outside", "")
	case t.Outside:
		return newResult(exercises.NotEqual, "This vector lies in the span.").known("inside", "")
	}
	return newResult(exercises.Equal, "It lies in the span.")
}

func allZero(v []surd) bool {
	return !slices.ContainsFunc(v, func(x surd) bool { return !x.isZero() })
}

// rest is what is left of a vector when the span is taken from it, 0 where it lies
// inside: exact elimination, in which only the task's own numbers are divided by.
func (t SpanTask) rest(v []surd) []surd {
	var done [][]surd
	for _, of := range t.Of {
		row, err := exactVector(of)
		if err != nil {
			panic("answer: a vector of a span: " + err.Error())
		}
		if row = reduced(row, done); !allZero(row) {
			done = append(done, row)
		}
	}
	return reduced(v, done)
}

// reduced takes multiples of rows from a vector so that it is 0 where each of
// them begins.
func reduced(v []surd, rows [][]surd) []surd {
	out := slices.Clone(v)
	for _, row := range rows {
		at := slices.IndexFunc(row, func(x surd) bool { return !x.isZero() })
		inv, ok := row[at].inv()
		if !ok {
			panic("answer: a number of a span has too many roots")
		}
		factor := out[at].mul(inv).neg()
		for j := range out {
			out[j] = out[j].add(factor.mul(row[j]))
		}
	}
	return out
}

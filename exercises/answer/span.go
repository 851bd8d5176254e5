package answer

import (
	"context"

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

// JudgeSpan decides exactly where a vector lies. It says by how much the vector
// is outside only as far as that is a fact: the rank grows by one with it.
func JudgeSpan(ctx context.Context, text string, t SpanTask) Result {
	return Judged(ctx, text, Scope{}, t.judge)
}

func (t SpanTask) judge(e Expr) Result {
	entries := e.List()
	if want := len(t.Of[0]); len(entries) != want {
		return newResult(exercises.NotEqual, "This has %s; %d are asked for.", countOf(len(entries), "entry", "entries"), want).known("length", "")
	}
	v, err := exactVector(entries)
	if err != nil {
		return undecided(err)
	}
	var rows [][]surd
	for _, of := range t.Of {
		row, err := exactVector(of)
		if err != nil {
			panic("answer: a vector of a span: " + err.Error())
		}
		rows = append(rows, row)
	}
	if allZero(v) && (t.NonZero || t.Outside) {
		return newResult(exercises.NotEqual, "The zero vector lies in every span: take all weights 0.").known("zero", "")
	}
	outside := rank(append(rows, v)) > rank(rows)
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
	for _, x := range v {
		if !x.isZero() {
			return false
		}
	}
	return true
}

// rank is the number of independent rows, by exact elimination.
func rank(rows [][]surd) int {
	m := make([][]surd, len(rows))
	for i, r := range rows {
		m[i] = append([]surd(nil), r...)
	}
	found := 0
	for col := 0; col < len(m[0]) && found < len(m); col++ {
		pivot := found
		for pivot < len(m) && m[pivot][col].isZero() {
			pivot++
		}
		if pivot == len(m) {
			continue
		}
		m[found], m[pivot] = m[pivot], m[found]
		inv, ok := m[found][col].inv()
		if !ok {
			panic("answer: a number without inverse that is not 0")
		}
		for i := found + 1; i < len(m); i++ {
			factor := m[i][col].mul(inv).neg()
			for j := col; j < len(m[i]); j++ {
				m[i][j] = m[i][j].add(factor.mul(m[found][j]))
			}
		}
		found++
	}
	return found
}

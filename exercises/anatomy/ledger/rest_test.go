package ledger

import (
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// law is the law of a name at the last frame of a trace.
func law(t *testing.T, m anatomy.Model, tr solvers.Trace, name string) exercises.Invariant {
	t.Helper()
	for _, r := range Invariants(m, []solvers.Trace{tr}, tr.Len()-1) {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("there is no law %s", name)
	return exercises.Invariant{}
}

// Where a penalised descent has come to rest λa = y − s(f), in the words of its
// form; one that says so too early breaks that law.
func TestAtRest(t *testing.T) {
	m := model(t, dataset.MustBuiltin("worksheet1d"), "rbf(sigma=0.5)")
	for form, words := range map[solvers.LogisticForm]string{solvers.ZeroOne: "λaᵢ = yᵢ − s(fᵢ) at rest", solvers.PlusMinus: "λaᵢ = s(−yᵢfᵢ)·yᵢ at rest"} {
		s := solvers.Logistic{Gamma: .3, Lambda: .5, Tol: 1e-6, Form: form}
		tr := traces(t, m, s, 2000)[0]
		if tr.Last().Status != solvers.Converged {
			t.Fatalf("after %d steps it is %v", tr.Last().N, tr.Last().Status)
		}
		if r := law(t, m, tr, "rest"); !r.Holds || r.Law.String() != words {
			t.Errorf("%s: %v, %s", r.Law, r.Holds, r.Note)
		}
		early := tr.Cut(1)
		last := early.Last()
		last.Status = solvers.Converged
		if r := law(t, m, early.Cut(0).With(last), "rest"); r.Holds {
			t.Errorf("after one step: %s is %s", r.Law, r.Value)
		}
	}
	flat := model(t, dataset.MustBuiltin("worksheet1d"), "linear")
	tr := traces(t, flat, solvers.Logistic{Gamma: .05, Lambda: .5, Tol: 1e-3}, 5000)[0]
	if r := law(t, flat, tr, "rest"); !r.Holds || r.Law.String() != "λaᵢ = yᵢ − s(fᵢ) at rest (K is singular: not promised)" {
		t.Errorf("where K is singular: %s, %v", r.Law, r.Holds)
	}
}

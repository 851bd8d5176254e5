package explain

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
	"kernellab/testdata/support/anatomytest"
	"kernellab/testdata/support/must"
)

// brokenLaws returns the laws that do not hold.
func brokenLaws(rows []exercises.Invariant) []exercises.Invariant {
	var out []exercises.Invariant
	for _, r := range rows {
		if !r.Holds {
			out = append(out, r)
		}
	}
	return out
}

// testKernels are PSD kernels of every kind, some with a finite map.
var testKernels = []string{"linear", "poly(degree=2,c=1)", "poly(degree=3,c=0.5)", "rbf(sigma=0.5)", "rbf(sigma=3)",
	"0.3*rbf(sigma=1)+0.7*linear"}

// laws returns the laws at a frame.
func laws(d *anatomy.Accounts, tr []solvers.Trace, i int, opening bool) []exercises.Invariant {
	a, ok := d.Account(tr, i, opening)
	if !ok {
		return nil
	}
	return Ledger(a)
}

// holds checks that the laws hold at the first 40 frames of a run, at some later ones and at the
// last.
func holds(t testing.TB, where string, m anatomytest.Model, tr []solvers.Trace) {
	t.Helper()
	b := anatomy.NewAccounts(m)
	for i := 0; i < tr[0].Len(); i += 1 + i/40*7 {
		checkLawsHold(t, where, b, tr, i)
	}
	checkLawsHold(t, where, b, tr, tr[0].Len()-1)
}

func checkLawsHold(t testing.TB, where string, b *anatomy.Accounts, tr []solvers.Trace, i int) {
	t.Helper()
	rows := laws(b, tr, i, false)
	if len(rows) == 0 {
		t.Errorf("%s frame %d: got no laws, want some", where, i)
	}
	seen := map[string]bool{}
	for _, r := range rows {
		if !r.Holds {
			t.Errorf("%s frame %d: %s (%s) = %s, want it to hold: %s", where, i, r.Name, r.Law, r.Value, r.Note)
		}
		if seen[r.Name] || r.Value == "" || len(r.Law) == 0 || r.Holds != (r.Note == "") {
			t.Errorf("%s frame %d: got row %+v, want one per name with a value", where, i, r)
		}
		if !slices.Contains(maySmall, r.Name) && digitsOfRounding.MatchString(r.Value) {
			t.Errorf("%s frame %d: %s (%s) = %s, want 0 for rounding errors", where, i, r.Name, r.Law, r.Value)
		}
		seen[r.Name] = true
	}
}

// maySmall names the laws whose number may be very small without being a rounding error.
var maySmall = []string{"fall", "objective", "rise", "dW", "gap", "claim", "s", "star", "alnew", "r", "anew", "margin",
	"sum", "z1", "z2", "m11", "m12", "l21"}

// digitsOfRounding matches a number that can only be a rounding error on data of this
// size.
var digitsOfRounding = regexp.MustCompile(`e−(1[3-9]|[2-9][0-9])`)

// classSets returns the built-in sets with classes, and the smallest of the public sets.
func classSets(t testing.TB) []*dataset.Set {
	t.Helper()
	f := must.Value(os.Open("../../../testdata/oracle/five.csv"))
	defer f.Close()
	out := []*dataset.Set{must.Value(dataset.Read("five", f, dataset.Options{}))}
	for _, name := range dataset.Names() {
		if s := dataset.MustBuiltin(name); s.Task() == dataset.Classification {
			out = append(out, s)
		}
	}
	return out
}

// No law is broken in a correct run: on every built-in set, with every pair rule, kernels of every
// kind and small, usual and infinite C. Each set and kernel is tested with some of the rules, and
// in the nightly run with all of them.
func TestLedger_holdsForSMO(t *testing.T) {
	for _, set := range classSets(t) {
		for j, kernel := range testKernels {
			for r, rule := range solvers.PairRules() {
				c := []float64{.05, 1, 100, math.Inf(1)}[(j+r)%4]
				if (j+r)%3 != 0 && os.Getenv("THOROUGH") == "" {
					continue
				}
				m := modelWith(t, set, kernel)
				tr := tracesOf(t, m, solvers.SMO{C: c, Rule: rule, Seed: 4, Tol: 1e-4}, 120)
				holds(t, fmt.Sprintf("%s %s %v C=%v", set.Name(), kernel, rule, c), m, tr)
			}
		}
	}
}

// In a long run, scores are updated incrementally for 500 updates at a time.
func TestLedger_holdsForLongRun(t *testing.T) {
	for _, c := range []float64{1e4, math.Inf(1)} {
		m := anatomytest.NewModel(t, "blobs_overlap", "poly(degree=3,c=1)")
		tr := tracesOf(t, m, solvers.SMO{C: c, Rule: solvers.Random}, 4000)
		b := anatomy.NewAccounts(m)
		for i := 0; i < tr[0].Len(); i += 97 {
			checkLawsHold(t, fmt.Sprint("C = ", c), b, tr, i)
		}
		checkLawsHold(t, fmt.Sprint("C = ", c), b, tr, tr[0].Len()-1)
	}
}

// Each set is tested with every third kernel, and in the nightly run with every one.
func TestLedger_holdsForOtherSolvers(t *testing.T) {
	for i, set := range append(classSets(t), dataset.MustBuiltin("sine_reg")) {
		for j, kernel := range testKernels {
			if (i+j)%3 != 0 && os.Getenv("THOROUGH") == "" {
				continue
			}
			m := modelWith(t, set, kernel)
			g := must.Value(m.Gram())
			eta, gamma := solvers.MaxEta(g), solvers.SafeGamma(g)
			list := map[string]solvers.Solver{
				"ls half": solvers.LeastSquares{Eta: eta / 2},
				"ls edge": solvers.LeastSquares{Eta: .999 * eta, Tol: 1e-3},
				"ls past": solvers.LeastSquares{Eta: 1.4 * eta},
				"ridge 0": solvers.Ridge{}, "ridge 1e-9": solvers.Ridge{Lambda: 1e-9},
				"ridge 1": solvers.Ridge{Lambda: 1},
			}
			if set.Task() == dataset.Classification {
				list["logistic"] = solvers.Logistic{Gamma: gamma / 3, Tol: 1e-1}
				list["logistic ±1"] = solvers.Logistic{Gamma: .99 * gamma, Form: solvers.PlusMinus}
				penalised := solvers.Logistic{Lambda: .4, Tol: 1e-2}
				penalised.Gamma = .9 * penalised.SafeStep(g)
				list["logistic λ"] = penalised
				list["logistic λ past"] = solvers.Logistic{Gamma: 40 * gamma, Lambda: 3, Form: solvers.PlusMinus}
				list["ascent"] = solvers.Ascent{Eta: 1.9 / solvers.LambdaMax(g)}
				list["logistic past"] = solvers.Logistic{Gamma: 30 * gamma}
				list["perceptron"] = solvers.Perceptron{}
				list["perceptron drawn"] = solvers.Perceptron{Seed: 7, MaxPasses: 30}
				list["perceptron visits"] = solvers.Perceptron{EveryVisit: true, NoBias: true}
			}
			for name, s := range list {
				holds(t, fmt.Sprintf("%s %s %s", set.Name(), kernel, name), m, tracesOf(t, m, s, 150))
			}
		}
	}
}

// Random integer points have ties, duplicates and singular matrices.
func TestLedger_holdsForRandomProblems(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(rt, "n")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		x, y := make([][]float64, n), make([]float64, n)
		for i := range x {
			x[i] = []float64{float64(r.IntN(7) - 3), float64(r.IntN(7)-3) / 2}
			y[i] = 1 - 2*float64(i%2)
		}
		x[0][0] = 1 // otherwise K may be 0, and every step size is allowed
		m := modelWith(rt, dataset.NewClassification("random", x, y), rapid.SampledFrom(testKernels).Draw(rt, "kernel"))
		g := must.Value(m.Gram())
		list := []solvers.Solver{
			solvers.SMO{C: rapid.SampledFrom([]float64{.01, 1, 1e4, math.Inf(1)}).Draw(rt, "C"),
				Rule: solvers.PairRule(rapid.IntRange(0, 4).Draw(rt, "rule")), Tol: 1e-6},
			solvers.Perceptron{MaxPasses: 20}, solvers.Perceptron{MaxPasses: 5, EveryVisit: true},
			solvers.Logistic{Gamma: solvers.SafeGamma(g) * rapid.Float64Range(.01, 3).Draw(rt, "γ")},
			solvers.Logistic{Gamma: solvers.SafeGamma(g) * rapid.Float64Range(.01, 3).Draw(rt, "γ"),
				Lambda: rapid.Float64Range(0, 5).Draw(rt, "penalty"), Tol: 1e-3},
			solvers.Ascent{Eta: rapid.Float64Range(.01, 3).Draw(rt, "η of ascent") / solvers.LambdaMax(g)},
			solvers.LeastSquares{Eta: solvers.MaxEta(g) * rapid.Float64Range(.01, 3).Draw(rt, "η")},
			solvers.Ridge{Lambda: rapid.SampledFrom([]float64{0, 1e-12, 1e-3, 10}).Draw(rt, "λ")},
		}
		s := rapid.SampledFrom(list).Draw(rt, "solver")
		holds(t, fmt.Sprintf("%T%+v on %v %v", s, s, x, m.Kernel), m, tracesOf(t, m, s, 60))
		if t.Failed() {
			rt.FailNow()
		}
	})
}

// A pair that the student chooses, valid or not, breaks no law.
func TestLedger_holdsForChosenPair(t *testing.T) {
	m := anatomytest.NewModel(t, "moons", "rbf(sigma=1)")
	s := solvers.SMO{C: .5}
	tr := tracesOf(t, m, s, 20)[0]
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		k, l := r.IntN(m.Set.Len()), r.IntN(m.Set.Len())
		if k == l {
			continue
		}
		tr = tr.Append(s.Update(tr.Problem(), tr.Last(), k, l))
	}
	holds(t, "what if", m, []solvers.Trace{tr})
}

// Runs that continue with other parameters, or visit points out of turn, break no law.
func TestLedger_holdsForForks(t *testing.T) {
	m := anatomytest.NewModel(t, "blobs_overlap", "linear")
	for _, pair := range [][2]solvers.Restater{
		{solvers.SMO{C: 1}, solvers.SMO{C: 10}},
		{solvers.Perceptron{}, solvers.Perceptron{MaxPasses: 3}},
		{solvers.Logistic{Gamma: .001}, solvers.Logistic{Gamma: .002, Tol: 1e9}},
		{solvers.LeastSquares{Eta: .001}, solvers.LeastSquares{Eta: .01}},
	} {
		tr := tracesOf(t, m, pair[0], 9)[0]
		again := must.Value(pair[1].Restate(tr.Problem(), tr.Last()))
		tr = tr.Append(again).Resume(pair[1], tr.Problem())
		at := tr.Len() - 1
		if s, ok := pair[1].(solvers.Perceptron); ok {
			for i := range m.Set.Len() {
				tr = tr.Append(s.Visit(tr.Problem(), tr.Last(), i))
			}
		}
		tr = must.Value(tr.Extend(t.Context(), 20, nil))
		b := anatomy.NewAccounts(m)
		for _, r := range brokenLaws(laws(b, []solvers.Trace{tr}, at, true)) {
			t.Errorf("%T opening: got broken law %+v, want none", pair[0], r)
		}
		for i := at; i < tr.Len(); i++ {
			checkLawsHold(t, fmt.Sprintf("%T", pair[0]), b, []solvers.Trace{tr}, i)
		}
	}
}

// If the kernel is not PSD, that law is broken and no other.
func TestLedger_indefiniteKernel(t *testing.T) {
	for _, c := range []float64{1, math.Inf(1)} {
		m := anatomytest.NewModel(t, "moons", `expr("tanh(dot-1)")`)
		tr := tracesOf(t, m, solvers.SMO{C: c, MaxUpdates: 200}, 100)
		b := anatomy.NewAccounts(m)
		for i := range tr[0].Len() {
			rows := brokenLaws(laws(b, tr, i, false))
			if len(rows) != 1 || rows[0].Name != "psd" {
				t.Fatalf("C = %v frame %d: got broken laws %+v, want psd alone", c, i, rows)
			}
		}
	}
}

// The laws hold if the companion of a trace has fewer steps. Frames that do not exist have no laws.
func TestLedger_shortCompanion(t *testing.T) {
	m := anatomytest.NewModel(t, "moons", "linear")
	tr := tracesOf(t, m, solvers.Logistic{Gamma: .01}, 5)
	tr[1] = tr[1].Cut(2)
	holds(t, "short", m, tr)
	for _, i := range []int{-1, 6, 100} {
		if rows := laws(anatomy.NewAccounts(m), tr, i, false); rows != nil {
			t.Errorf("frame %d, which does not exist: got laws %v, want none", i, rows)
		}
	}
	if laws(anatomy.NewAccounts(m), nil, 0, false) != nil {
		t.Error("no run: got laws, want none")
	}
}

// A penalised descent at rest satisfies λa = y − s(f). One that claims to be at rest too
// early does not.
func TestLedger_atRest(t *testing.T) {
	rest := func(kernel string, early bool) exercises.Invariant {
		m := anatomytest.NewModel(t, "worksheet1d", kernel)
		tr := tracesOf(t, m, solvers.Logistic{Gamma: .05, Lambda: .5, Tol: 1e-6}, 5000)[0]
		if early {
			last := tr.At(1)
			last.Status = solvers.Converged
			tr = tr.Cut(0).Append(last)
		}
		rows := laws(anatomy.NewAccounts(m), []solvers.Trace{tr}, tr.Len()-1, false)
		at := slices.IndexFunc(rows, func(r exercises.Invariant) bool { return r.Name == "rest" })
		if at < 0 {
			t.Fatalf("%s: got no law of rest at step %d, which is %v, want one", kernel, tr.Len()-1, tr.Last().Status)
		}
		return rows[at]
	}
	const definite, singular = "rbf(sigma=0.5)", "linear"
	if r := rest(definite, false); !r.Holds || r.Law.String() != "λa = y − s(f) at rest" {
		t.Errorf("at rest: got %+v, want λa = y − s(f) to hold", r)
	}
	if r := rest(definite, true); r.Holds {
		t.Errorf("after one step: got %+v, want it broken", r)
	}
	if r := rest(singular, true); !r.Holds || r.Law.String() != "λa = y − s(f) at rest (not promised, because K is singular)" {
		t.Errorf("with a singular K: got %+v, want it to hold with that remark", r)
	}
}

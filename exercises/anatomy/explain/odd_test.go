package explain

import (
	"context"
	"kernellab/testdata/support/anatomytest"
	"kernellab/testdata/support/must"
	"math"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// twins returns four points, two of which coincide and have different labels.
func twins(t *testing.T) *dataset.Set {
	t.Helper()
	set, err := dataset.Read("twins", strings.NewReader("x1,x2,label\n0,0,1\n0,0,-1\n1,0,1\n0,2,-1\n"),
		dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// If κ = 0 or κ < 0, every blank of the form can be filled for every pair of every step,
// and the numbers are those of the solver.
func TestByHand_flatPairs(t *testing.T) {
	const dist = `expr("dist")` // ‖x − z‖: no kernel, κ = −2‖xk − xₗ‖
	kinds := map[string]int{}
	for _, r := range []run{
		runOf(t, anatomytest.Model{Set: twins(t), Kernel: kernels.Linear{}}, solvers.SMO{C: 1}, 12),
		newRun(t, "worksheet1d", dist, solvers.SMO{C: 1}, 12),
		newRun(t, "xor4", dist, solvers.SMO{C: 1, Rule: solvers.MaxViolation}, 12),
	} {
		for i := 0; i+1 < r.traces[0].Len(); i++ {
			for _, q := range answered(t, r, i) {
				if q.Info().Name == "kappa" {
					kinds[q.Info().Reference[field]]++
				}
			}
			u := newPair(r, i)
			by := ByHand(u.Account)
			fields := map[string]bool{}
			for _, f := range by.Info().Fields {
				fields[f.Name] = true
			}
			for k := range u.Y {
				for l := range u.Y {
					if k == l {
						continue
					}
					form := u.form(k, l)
					a := form.filled(form.right, exercises.Answers{"k": pointNumber(k), "l": pointNumber(l)})
					for _, e := range form.Derivation {
						if !fields[e.Name] {
							t.Fatalf("%s step %d: pair %s wants %s, which has no field", r.name, i, pairName(k, l),
								e.Name)
						}
					}
					d := solvers.PairUpdate(u.SMOState.Gram, u.Y, u.Alpha, u.Bias, u.C, k, l)
					if got := form.right["alnew"]; math.Abs(got-d.NewAl) > 1e-9 {
						t.Fatalf("%s step %d: pair %s: got αₗ = %v, want %v as of the solver", r.name, i,
							pairName(k, l), got, d.NewAl)
					}
					if got := check(by, a); got.Accepted != (u.PairViolation(k, l) > 0 || u.taken(k, l)) {
						t.Fatalf("%s step %d: pair %s: got %v, want it accepted only if it raises g: %s", r.name, i,
							pairName(k, l),
							got.Verdict, reportText(got))
					}
					by.Scene(context.Background(), a)
				}
			}
		}
	}
	if kinds["zero"] == 0 || kinds["negative"] == 0 {
		t.Errorf("signs of κ: got %v, want zero and negative", kinds)
	}
}

// After a fork the pair is not that of the rule and may not violate any condition. Then
// there is no question about the pair, and the others are about the update as it was.
func TestQuestions_chosenPair(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 6)
	tr := r.traces[0]
	smo := tr.Solver().(solvers.SMO)
	var asking, silent int
	for k := range r.model.Set.Len() {
		for l := range r.model.Set.Len() {
			if k == l {
				continue
			}
			forked := tr.Cut(3).Append(smo.Update(tr.Problem(), tr.At(3), k, l))
			at := run{name: pairName(k, l), model: r.model, traces: []solvers.Trace{forked}}
			u, named := newPair(at, 3), false
			for _, q := range answered(t, at, 3) {
				named = named || q.Info().Name == "pair"
			}
			if valid := u.PairViolation(k, l) > 0; named != valid {
				t.Errorf("pair %s: got asked for %v, want %v as it can raise g or not", pairName(k, l), named, valid)
			}
			if named {
				asking++
			} else {
				silent++
			}
		}
	}
	if asking == 0 || silent == 0 {
		t.Errorf("got %d pairs asked for, %d not, want some of each", asking, silent)
	}
}

// A primal trace has the questions that make sense for a design matrix.
func TestQuestions_primal(t *testing.T) {
	set := dataset.MustBuiltin("blobs_sep")
	m := anatomytest.Model{Set: set, Kernel: kernels.Linear{}}
	p := must.Value(m.Primal())
	for _, s := range []solvers.Solver{solvers.Perceptron{}, solvers.Perceptron{EveryVisit: true},
		solvers.Logistic{Gamma: .01}, solvers.LeastSquares{Eta: .01}, solvers.Ridge{Lambda: .5}} {
		tr := anatomytest.Trace(t, s, p, 6)
		r := run{name: s.Name(), model: m, traces: []solvers.Trace{tr}}
		n := 0
		for i := range tr.Len() - 1 {
			n += len(answered(t, r, i))
		}
		if n == 0 {
			t.Errorf("%s: got no questions, want some", s.Name())
		}
	}
}

// K is that of four points in the plane, or of points on a line with the features
// 1, x, x², x³.
func TestQuestions_rankAndDefiniteness(t *testing.T) {
	for _, c := range []struct {
		set, kernel    string
		lambda         float64
		rank, definite string
	}{
		{"xor4", "linear", 0, "2", "no"},
		{"xor4", "poly(degree=2,c=1)", 0, "4", "yes"},
		{"xor4", "linear", .1, "2", "yes"},
		{"sine_reg", "poly(degree=3,c=1)", .1, "4", "yes"},
	} {
		r := newRun(t, c.set, c.kernel, solvers.Ridge{Lambda: c.lambda}, 6)
		asked := exercises.Answers{}
		for i := range 2 {
			for _, q := range questionsAt(r, i) {
				asked[q.Info().Name] = q.Info().Reference[field]
			}
		}
		if asked["rank"] != c.rank || asked["definite"] != c.definite {
			t.Errorf("%v: got rank %q, definite %q, want %q, %q", c, asked["rank"], asked["definite"], c.rank,
				c.definite)
		}
	}
}

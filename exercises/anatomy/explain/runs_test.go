package explain

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/anatomytest"
	"kernellab/testdata/support/must"
)

// run is the run of a solver on a built-in set, with the kernel computed again by its
// formula.
type run struct {
	name     string
	model    anatomytest.Model
	traces   []solvers.Trace
	k        func(x, z []float64) float64
	accounts *anatomy.Accounts
}

// kernel formulas, apart from the package that the runs use.
var formulas = map[string]func(x, z []float64) float64{
	"linear": inner,
	"poly(degree=2,c=1)": func(x, z []float64) float64 {
		return math.Pow(inner(x, z)+1, 2)
	},
	"poly(degree=3,c=1)": func(x, z []float64) float64 {
		return math.Pow(inner(x, z)+1, 3)
	},
	"rbf(sigma=1)":  func(x, z []float64) float64 { return math.Exp(-apart(x, z) / 2) },
	"rbf(sigma=.5)": func(x, z []float64) float64 { return math.Exp(-2 * apart(x, z)) },
}

func inner(x, z []float64) float64 {
	var sum float64
	for i := range x {
		sum += x[i] * z[i]
	}
	return sum
}

func apart(x, z []float64) float64 {
	var sum float64
	for i := range x {
		sum += (x[i] - z[i]) * (x[i] - z[i])
	}
	return sum
}

func newRun(t testing.TB, set, kernel string, s solvers.Solver, steps int) run {
	t.Helper()
	r := runOf(t, anatomytest.NewModel(t, set, kernel), s, steps)
	r.name, r.k = fmt.Sprintf("%s %s %s", s.Name(), set, kernel), formulas[kernel]
	return r
}

// runOf returns the run of a solver in the dual, without the formula of its kernel.
func runOf(t testing.TB, m anatomytest.Model, s solvers.Solver, steps int) run {
	t.Helper()
	p, err := m.Dual()
	if err != nil {
		t.Fatalf("%s on %s: got error %v, want a problem", s.Name(), m.Set.Name(), err)
	}
	return run{name: s.Name() + " " + m.Set.Name(), model: m, accounts: anatomy.NewAccounts(m),
		traces: []solvers.Trace{anatomytest.Trace(t, s, p, steps)}}
}

func runs(t testing.TB) []run {
	inf := math.Inf(1)
	return []run{
		newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 40),
		newRun(t, "worksheet1d", "rbf(sigma=1)", solvers.SMO{C: .5, Rule: solvers.MaxViolation}, 40),
		newRun(t, "moons", "rbf(sigma=.5)", solvers.SMO{C: 2, Rule: solvers.MaxError}, 25),
		newRun(t, "blobs_sep", "linear", solvers.SMO{C: inf}, 25),
		newRun(t, "xor4", "poly(degree=2,c=1)", solvers.SMO{C: inf, Rule: solvers.MaxErrorLiteral}, 9),
		newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 10, Rule: solvers.MaxErrorLiteral}, 12),
		newRun(t, "circles", "rbf(sigma=1)", solvers.SMO{C: 1, Rule: solvers.Random, Seed: 5}, 20),
		newRun(t, "xor4", "poly(degree=2,c=1)", solvers.Perceptron{EveryVisit: true}, 40),
		newRun(t, "parabola", "poly(degree=2,c=1)", solvers.Perceptron{}, 30),
		newRun(t, "moons", "rbf(sigma=.5)", solvers.Perceptron{EveryVisit: true, NoBias: true}, 120),
		newRun(t, "blobs_sep", "linear", solvers.Perceptron{}, 30),
		newRun(t, "parabola", "poly(degree=2,c=1)", solvers.Perceptron{Seed: 3}, 30),
		newRun(t, "xor4", "linear", solvers.Perceptron{Seed: 5, MaxPasses: 3}, 30),
		newRun(t, "moons", "rbf(sigma=.5)", solvers.Perceptron{Seed: 4, EveryVisit: true}, 60),
		newRun(t, "circles", "rbf(sigma=1)", solvers.Logistic{Gamma: .1}, 15),
		newRun(t, "moons", "poly(degree=3,c=1)", solvers.Logistic{Gamma: .01, Form: solvers.PlusMinus}, 15),
		newRun(t, "circles", "rbf(sigma=1)", solvers.Logistic{Gamma: .1, Lambda: .5}, 15),
		newRun(t, "moons", "poly(degree=3,c=1)", solvers.Logistic{Gamma: .01, Lambda: 20, Form: solvers.PlusMinus}, 15),
		newRun(t, "worksheet1d", "rbf(sigma=1)", solvers.Ascent{Eta: .1}, 12),
		newRun(t, "sine_reg", "rbf(sigma=.5)", solvers.LeastSquares{Eta: .5}, 15),
		newRun(t, "blobs_overlap", "linear", solvers.LeastSquares{Eta: 5}, 11),
		newRun(t, "sine_reg", "poly(degree=3,c=1)", solvers.Ridge{Lambda: .1}, 6),
		newRun(t, "sine_reg", "rbf(sigma=.5)", solvers.Ridge{Lambda: .01}, 6),
		newRun(t, "xor4", "linear", solvers.Ridge{}, 6),
		newRun(t, "xor4", "poly(degree=2,c=1)", solvers.Ridge{}, 6),
	}
}

// each calls visit for every step of every run.
func each(t *testing.T, visit func(r run, i int)) {
	t.Helper()
	for _, r := range runs(t) {
		for i := 0; i+1 < r.traces[0].Len(); i++ {
			visit(r, i)
		}
	}
}

// account returns the account of the step from frame i to frame i+1.
func (r run) account(i int) anatomy.Account {
	if r.accounts == nil {
		r.accounts = anatomy.NewAccounts(r.model)
	}
	a, _ := r.accounts.Account(r.traces, i+1, false)
	return a
}

func questionsAt(r run, i int) []exercises.Task { return QuestionTasks(r.account(i)) }

func handAt(r run, i int) exercises.Task { return ByHand(r.account(i)) }

// asked returns all tasks about the step after frame i of a run.
func asked(r run, i int) []exercises.Task {
	out := questionsAt(r, i)
	if by := handAt(r, i); by != nil {
		out = append(out, by)
	}
	return out
}

// answered returns all tasks about a step, which must accept their references and have
// scenes.
func answered(t *testing.T, r run, i int) []exercises.Task {
	t.Helper()
	all := asked(r, i)
	for _, q := range all {
		q.Scene(t.Context(), q.Info().Reference)
		if got := check(q, q.Info().Reference); !got.Accepted || got.Verdict != exercises.Equal {
			t.Fatalf("%s step %d, %s: got %v for %v, want it accepted: %s", r.name, i, q.Info().Name, got.Verdict,
				q.Info().Reference, reportText(got))
		}
	}
	return all
}

// pointNumber writes the number of a point.
func pointNumber(i int) string { return strconv.Itoa(i + 1) }

// pairName writes a pair as the student knows it.
func pairName(k, l int) string { return fmt.Sprintf("(%d, %d)", k+1, l+1) }

func check(s exercises.Task, a exercises.Answers) exercises.Report {
	return s.Check(context.Background(), a)
}

func reportText(r exercises.Report) string {
	var lines []string
	for _, l := range append(r.Fact, r.Advice...) {
		lines = append(lines, l.String())
	}
	for _, f := range r.Fields {
		lines = append(lines, f.Message)
	}
	return strings.Join(lines, "\n")
}

// pairUpdate is an update of SMO as seen from the step before it.
type pairUpdate struct {
	anatomy.SMOState
	anatomy.Account
	smo  solvers.SMO
	k, l int // the pair that was taken
}

// newPair returns the update after frame i.
func newPair(r run, i int) pairUpdate {
	t := r.traces[0]
	smo, d := t.Solver().(solvers.SMO), t.At(i+1).Detail.(*solvers.SMODetail)
	points := anatomy.Points{Gram: t.Problem().Gram(), Y: t.Problem().Labels()}
	return pairUpdate{points.SMOState(smo.C, t.At(i)), r.account(i), smo, d.K, d.L}
}

// taken reports whether two points are the pair that was taken.
func (u pairUpdate) taken(k, l int) bool { return k == u.k && l == u.l || k == u.l && l == u.k }

// form returns the form in which a student computes the update of a pair.
func (u pairUpdate) form(k, l int) form {
	return newForm(u.HandMove().Blanks(anatomy.Move{K: k + 1, L: l + 1}))
}

func modelWith(t interface{ Fatal(...any) }, set *dataset.Set, kernel string) anatomytest.Model {
	k := must.Value(kernels.Parse(kernel))
	return anatomytest.Model{Set: set, Kernel: k}
}

// tracesOf runs a solver n steps on a model, with its primal companion if the lab has
// one.
func tracesOf(t testing.TB, m anatomytest.Model, s solvers.Solver, n int) []solvers.Trace {
	t.Helper()
	problems := []*solvers.Problem{must.Value(m.Dual())}
	if s.Name() != "smo" && s.Name() != "ascent" {
		if q, err := m.Primal(); err == nil {
			problems = append(problems, q)
		}
	}
	var out []solvers.Trace
	for _, q := range problems {
		out = append(out, anatomytest.Trace(t, s, q, n))
	}
	return out
}

// raw is a step of a run, computed from the points, the labels and the coefficients alone.
type raw struct {
	run     run
	i       int
	x       [][]float64
	y, coef []float64
	b       float64
}

func rawOf(r run, i int) raw {
	s := r.traces[0].At(i)
	return raw{r, i, r.model.Set.Points(), r.model.Set.Labels(), s.CoefCopy(), s.Bias}
}

func (r raw) k(i, j int) float64 { return r.run.k(r.x[i], r.x[j]) }

// f returns Σ c k + b, with the labels inside for SMO and the perceptron.
func (r raw) f(i int, signed bool) float64 {
	sum := r.b
	for j, a := range r.coef {
		if signed {
			a *= r.y[j]
		}
		sum += a * r.k(i, j)
	}
	return sum
}

// dualWith returns g with two α replaced.
func (r raw) dualWith(k, l int, ak, al float64) float64 {
	alpha := append([]float64(nil), r.coef...)
	alpha[k], alpha[l] = ak, al
	var w float64
	for i, a := range alpha {
		w += a
		for j, b := range alpha {
			if a != 0 && b != 0 {
				w -= a * b * r.y[i] * r.y[j] * r.k(i, j) / 2
			}
		}
	}
	return w
}

// violates reports whether a pair can raise g, computed from the points.
func (r raw) violates(k, l int, c float64) bool {
	step := r.y[k]*(r.f(k, true)-r.y[k]) - r.y[k]*(r.f(l, true)-r.y[l]) // dW along +αₖ is −step
	if math.Abs(step) < 1e-9 {
		u := newPair(r.run, r.i)
		return u.PairViolation(k, l) > 0 // rounding decides
	}
	s := r.y[k] * r.y[l]
	if step > 0 { // αₖ has to shrink, αₗ to move by s
		return r.coef[k] > 0 && (s > 0 && r.coef[l] < c || s < 0 && r.coef[l] > 0)
	}
	return r.coef[k] < c && (s > 0 && r.coef[l] > 0 || s < 0 && r.coef[l] < c)
}

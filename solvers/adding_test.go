package solvers_test

import (
	"bytes"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/anatomy/explain"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// toy adds its Kind to solvers.Toy. A solver of the program is listed in
// anatomy.All and does not need such a type.
type toy struct{ solvers.Toy }

var _ anatomy.KindProvider = toy{}

// Kind returns what the panels say about the solver.
func (toy) Kind() anatomy.Kind {
	return anatomy.Kind{
		Name: "toy", Title: "the toy", Letter: "a", Objective: "objective", ObjectiveLabel: "objective",
		Rule:     "The points take turns, and each makes its own row of (K + λI)a = y hold.",
		Specimen: toy{solvers.Toy{Lambda: .1}}, Derive: deriveToy,
		Words: func() anatomy.Derivation { return turn{}.derivation() },
	}
}

// turn holds what a step starts from, as the files of anatomy do.
type turn struct {
	p      anatomy.Points
	lambda float64
	a      []float64
	i      int
}

func deriveToy(c anatomy.Change) anatomy.Derivation {
	d, ok := c.Now.Detail.(*solvers.ToyDetail)
	if !ok {
		return nil
	}
	return turn{c.Points, c.Solver.(toy).Lambda, c.Before.CoefCopy(), d.Point}.derivation()
}

// derivation returns the quantities of the step in the order of computation.
func (u turn) derivation() anatomy.Derivation {
	said := func(of func(d *solvers.ToyDetail) float64) func(solvers.Step) (float64, bool) {
		return func(s solvers.Step) (float64, bool) {
			d, ok := s.Detail.(*solvers.ToyDetail)
			if !ok {
				return 0, false
			}
			return of(d), true
		}
	}
	given := func(name, sign string, now func() float64) anatomy.Quantity {
		return anatomy.Quantity{Name: name, Symbol: sign, Ink: ascii.Text,
			Compute: func(anatomy.Numbers) float64 { return now() }}
	}
	sub := anatomy.Sub(u.i + 1)
	return anatomy.Derivation{
		given("y", "y"+sub, func() float64 { return u.p.Y[u.i] }),
		given("a", "a"+sub, func() float64 { return u.a[u.i] }),
		given("f", "f(x"+sub+")", func() float64 { return u.p.Scores(u.a, nil)[u.i] }),
		given("lambda", "λ", func() float64 { return u.lambda }),
		given("k", "K"+sub+sub, func() float64 { return u.p.Gram.At(u.i, u.i) }),
		{
			Name: "r", Symbol: "r", Ink: ascii.Text, Formula: "{y} − {f} − {lambda}{a}", Word: "r", Help: "what " +
				"the row is short of",
			Compute: func(anatomy.Numbers) float64 {
				return u.p.Y[u.i] - u.p.Scores(u.a,
					nil)[u.i] - u.lambda*u.a[u.i]
			},
			Recorded: said(func(d *solvers.ToyDetail) float64 { return d.Residual }),
		},
		{
			Name: "pivot", Symbol: "p", Ink: ascii.Text, Formula: "{k} + {lambda}",
			Compute:  func(anatomy.Numbers) float64 { return u.p.Gram.At(u.i, u.i) + u.lambda },
			Recorded: said(func(d *solvers.ToyDetail) float64 { return d.Pivot }),
		},
		{
			Name: "anew", Symbol: "a" + sub, Ink: anatomy.InkA, Formula: "{a} + {r}/{pivot}", From: []string{"r",
				"pivot"},
			Compute:  func(n anatomy.Numbers) float64 { return u.a[u.i] + n["r"]/n["pivot"] },
			Recorded: said(func(d *solvers.ToyDetail) float64 { return d.New }),
		},
	}
}

// painter draws the coefficients, as the file of a solver in stage does.
type painter struct{}

func (painter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	return exercises.Frame{Status: ascii.Plain("a" + anatomy.Sub(1) + " = " +
		"" + anatomy.Num(traces[0].At(i).Coef().At(0)))}
}
func (painter) Event(_, _ solvers.Step) string                { return "" }
func (painter) Breaks() []exercises.Break                     { return nil }
func (painter) Holds(string, solvers.Step, solvers.Step) bool { return false }

// A solver added as the package comment describes works like any other: it
// runs, is explained, checked by the ledger, asked about, debugged and
// exported.
func TestToy_worksEverywhere(t *testing.T) {
	m := stage.Model{Set: dataset.MustBuiltin("worksheet1d"), Kernel: kernels.RBF{Sigma: 1}}
	p, err := m.Dual()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := solvers.NewTrace(toy{solvers.Toy{Lambda: .5}}, p)
	if err != nil {
		t.Fatal(err)
	}
	run, err := stage.NewRun(m, painter{}, tr).Extend(t.Context(), 1000, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	r := run.(stage.Run)
	last := r.Trace().Last()
	if last.Status != solvers.Converged {
		t.Fatalf("after %d steps the toy is %v, want %v", last.N, last.Status, solvers.Converged)
	}
	ridge, err := solvers.Ridge{Lambda: .5}.Solve(p)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range ridge.CoefCopy() {
		if !anatomy.Same(a, last.Coef().At(i)) {
			t.Errorf("a%d of the toy = %v, want %v as ridge regression has it", i+1, last.Coef().At(i), a)
		}
	}
	panel := ""
	for _, l := range r.Frame(7).Why() {
		panel += l.String() + "\n"
	}
	for _, want := range []string{"The points take turns", "r = y", "p = K", "objective: "} {
		if !strings.Contains(panel, want) {
			t.Errorf("Why(): want %q, got\n%s", want, panel)
		}
	}
	for i := range 20 {
		for _, law := range r.Invariants(i) {
			if !law.Holds {
				t.Errorf("step %d: law %s is broken, want it to hold: %s", i, law.Name, law.Note)
			}
		}
	}
	if n := len(r.Invariants(7)); n < 4 {
		t.Errorf("Invariants(7) returns %d laws, want at least 4", n)
	}
	for _, q := range append(r.Questions(7), r.ByHand(7)) {
		if got := q.Check(t.Context(), q.Info().Reference); !got.Accepted {
			t.Errorf("%s: got %v refused, want it accepted: %+v", q.Info().Name, q.Info().Reference, got)
		}
	}
	if b, err := r.Watch("abs(r) < 1e-3"); err != nil || !r.Holds(last.N, b) {
		t.Errorf("Watch(\"abs(r) < 1e-3\"): got error %v, want a condition that holds at the last step", err)
	}
	for _, format := range r.Formats() {
		var out bytes.Buffer
		if err := r.Write(&out, format, nil); err != nil || out.Len() == 0 {
			t.Errorf("Write(%s): got %d bytes, error %v, want an export", format, out.Len(), err)
		}
	}
}

// The ledger detects a wrong step of the toy.
func TestToy_ledgerFindsMistake(t *testing.T) {
	m := stage.Model{Set: dataset.MustBuiltin("worksheet1d"), Kernel: kernels.RBF{Sigma: 1}}
	p, err := m.Dual()
	if err != nil {
		t.Fatal(err)
	}
	right, wrong := toy{solvers.Toy{Lambda: .5}}, toy{solvers.Toy{Lambda: .4}}
	tr, err := solvers.NewTrace(wrong, p)
	if err != nil {
		t.Fatal(err)
	}
	if tr, err = tr.Extend(t.Context(), 9, nil); err != nil {
		t.Fatal(err)
	}
	tr = tr.Resume(right, p)
	red := 0
	a, _ := anatomy.NewDesk(m).Account([]solvers.Trace{tr}, 9, false)
	for _, law := range explain.Ledger(a) {
		if !law.Holds {
			red++
		}
	}
	text := ""
	for _, l := range explain.Why(a) {
		text += l.String()
	}
	if red == 0 || !strings.Contains(text, "the step has") {
		t.Errorf("got %d broken laws, want at least 1, and Why to say what the step has, got %s", red, text)
	}
}

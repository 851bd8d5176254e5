package explain

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
	"kernellab/testdata/support/anatomytest"
)

// panel returns what the panel says about a frame.
func panel(d *anatomy.Accounts, traces []solvers.Trace, i int) []ascii.Line {
	a, ok := d.Account(traces, i, false)
	if !ok {
		return nil
	}
	return Why(a)
}

func whole(lines []ascii.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// Every formula of a step has a line with its law and its number, and nothing
// contradicts the step.
func TestWhy_showsEveryFormula(t *testing.T) {
	each(t, func(r run, i int) {
		a := r.account(i)
		text, values := strings.ReplaceAll(whole(Why(a)), "\n   ", ""), a.Derivation.Check(a.Now).Want
		for _, q := range a.Derivation.Formulas() {
			if want := a.Derivation.Equation(q.Name, values).String(); !strings.Contains(text, want) {
				t.Fatalf("%s step %d: want %q in\n%s", r.name, i, want, text)
			}
		}
		if strings.Contains(text, "the step has") {
			t.Fatalf("%s step %d: want a right step not to be contradicted, got\n%s", r.name, i, text)
		}
	})
}

// After an update, f with b₁ has no error at k, and f with b₂ none at l.
func TestWhy_plattOffsets(t *testing.T) {
	each(t, func(r run, i int) {
		if _, ok := r.traces[0].Solver().(solvers.SMO); !ok {
			return
		}
		d, after := r.traces[0].At(i+1).Detail.(*solvers.SMODetail), rawOf(r, i+1)
		after.b = 0
		n := r.account(i).Derivation.Values()
		for name, p := range map[string]int{"b1": d.K, "b2": d.L} {
			if want := after.y[p] - after.f(p, true); !anatomy.LooksEqual(n[name], want) {
				t.Errorf("%s step %d: %s = %v, want %v", r.name, i, name, n[name], want)
			}
		}
	})
}

// A step whose clip was left out on request is explained and not contradicted.
func TestWhy_stepWithoutClip(t *testing.T) {
	m := anatomytest.NewModel(t, "moons", "rbf(sigma=1)")
	s := solvers.SMO{C: .3}
	tr := tracesOf(t, m, s, 60)[0]
	clipped := 0
	for i := 1; i < tr.Len(); i++ {
		d := tr.At(i).Detail.(*solvers.SMODetail)
		free := s.UpdateUnclipped(tr.Problem(), tr.At(i-1), d.K, d.L)
		if got := free.Detail.(*solvers.SMODetail); got.ClipOmitted != d.Clipped || got.Clipped {
			t.Fatalf("step %d: got free %v, clipped %v, want %v, false", i, got.ClipOmitted, got.Clipped, d.Clipped)
		}
		text := whole(panel(anatomy.NewAccounts(m), []solvers.Trace{tr.Cut(i - 1).Append(free)}, i))
		if strings.Contains(text, "the step has") || strings.Contains(text, "clip is left out") != d.Clipped {
			t.Errorf("step %d, clipped %v: got\n%s\nwant the missing clip explained", i, d.Clipped, text)
		}
		if d.Clipped {
			clipped++
		}
	}
	if clipped == 0 || clipped == tr.Len()-1 {
		t.Errorf("got %d of %d steps clipped, want some clipped and some not", clipped, tr.Len()-1)
	}
}

// Every frame has a panel whose lines fit.
func TestWhy_fits(t *testing.T) {
	for _, set := range []string{"moons", "worksheet1d"} {
		m := anatomytest.NewModel(t, set, "poly(degree=2,c=1)")
		for _, s := range []solvers.Solver{solvers.SMO{C: math.Inf(1), Rule: solvers.MaxErrorLiteral},
			solvers.SMO{C: 10}, solvers.SMO{C: .3, Rule: solvers.MaxError}, solvers.Perceptron{},
			solvers.Logistic{Gamma: .001}, solvers.LeastSquares{Eta: 1}, solvers.Ridge{Lambda: 1}, solvers.Ridge{}} {
			tr := tracesOf(t, m, s, 40)
			for i := range tr[0].Len() {
				lines := panel(anatomy.NewAccounts(m), tr, i)
				if len(lines) < 3 {
					t.Errorf("%s %s frame %d: got %d lines, want at least 3", set, s.Name(), i, len(lines))
				}
				for _, l := range lines {
					if n := utf8.RuneCountInString(l.String()); n > Width {
						t.Errorf("%s frame %d: got %d columns, want at most %d: %s", s.Name(), i, n, Width, l)
					}
				}
			}
			if panel(anatomy.NewAccounts(m), tr, -1) != nil || panel(anatomy.NewAccounts(m), tr, tr[0].Len()) != nil ||
				panel(anatomy.NewAccounts(m), nil, 0) != nil {
				t.Errorf("%s: a frame that does not exist has a panel, want none", s.Name())
			}
		}
	}
}

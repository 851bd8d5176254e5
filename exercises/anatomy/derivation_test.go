package anatomy

import (
	"math"
	"testing"

	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// shortPair returns the update of two of four points on a line, whose numbers are short.
func shortPair(t *testing.T) (Pair, solvers.Step) {
	t.Helper()
	g := solvers.LinearGram([][]float64{{1}, {2}, {-1}, {3}})
	y := []float64{1, 1, -1, -1}
	p := must.Value(solvers.NewDual(g, y))
	s := solvers.SMO{C: 1}
	before := must.Value(s.StartAt(p, []float64{.5, 0, .25, .25}))
	now := s.Update(p, before, 1, 3)
	q, ok := PairOf(Points{Gram: g, Y: y}.SMOState(s.C, before), now)
	if !ok {
		t.Fatal("PairOf: got no update, want one")
	}
	return q, now
}

// A law is written in symbols and with its numbers, which have brackets and dots where
// they are needed, and gives the value of its left-hand side.
func TestLaw_text(t *testing.T) {
	p, _ := shortPair(t)
	derivation := p.Derivation()
	n := derivation.Values()
	tests := []struct{ name, symbols, numbers string }{
		{"s", "tₖ·tₗ", "(+1)·(−1)"},
		{"gamma", "αₖ + s·αₗ", "0 + (−1)·0.25"},
		{"kappa", "Kₖₖ + Kₗₗ − 2Kₖₗ", "4 + 9 − 2·6"},
		{"ek", "f(x₂) − t", Num(n["fk"]) + " − (+1)"},
		{"lo", "max(0, αₗ − αₖ)", "max(0, 0.25)"},
		{"hi", "min(C, C + αₗ − αₖ)", "min(1, 1.25)"},
		{"star", "αₗ + tₗ(Eₖ − Eₗ)/κ", "0.25 + (−1)(" + Num(n["ek"]) + " − " + Paren(n["el"]) + ")/1"},
		{"aknew", "αₖ + s(αₗ old − αₗ)", "0 + (−1)(0.25 − " + Num(n["alnew"]) + ")"},
		{"dW", "tₗ(Eₖ − Eₗ)Δ − ½κΔ²", Num(n["slope"]) + "·" + Paren(n["delta"]) + " − ½·1·" + Paren(n["delta"]) + "²"},
	}
	for _, tt := range tests {
		check.Equal(t, derivation.Symbols(tt.name).String(), tt.symbols, "%s", tt.name)
		check.Equal(t, derivation.Filled(tt.name, n).String(), tt.numbers, "%s with its numbers", tt.name)
	}
	check.Equal(t, derivation.Equation("kappa", n).String(), "κ = Kₖₖ + Kₗₗ − 2Kₖₗ = 4 + 9 − 2·6 = 1", "the equation of κ")
}

// The laws of an update follow its definitions and agree with the solver.
func TestPair_laws(t *testing.T) {
	p, now := shortPair(t)
	derivation := p.Derivation()
	want, said := derivation.Values(), derivation.Recorded(now)
	for name, v := range said {
		check.That(t, LooksEqual(v, want[name]), "the step says %s = %v, want %v by its law", name, v, want[name])
	}
	after := p.After(want["aknew"], want["alnew"])
	if gain := after.DualObjective() - p.DualObjective(); math.Abs(gain-want["dW"]) > 1e-12 {
		t.Errorf("g gained %v, want %v by its law", gain, want["dW"])
	}
	if sum := want["aknew"]*p.Y[1] + want["alnew"]*p.Y[3]; math.Abs(sum+.25) > 1e-12 {
		t.Errorf("the pair's part of Σαt goes from −0.25 to %v, want it unchanged", sum)
	}
}

// A slip in a quantity changes that quantity and those computed from it, but none that is computed
// before.
func TestDerivation_WithSlip(t *testing.T) {
	p, _ := shortPair(t)
	derivation := p.Derivation()
	truth, bad := derivation.Values(), derivation.WithSlip("errors-swapped", "star")
	check.That(t, bad["star"] != truth["star"] && bad["ek"] == truth["ek"] && bad["kappa"] == truth["kappa"],
		"with the errors swapped: %v, want another αₗ* than in %v alone", bad, truth)
	if got := derivation.WithSlip("errors-swapped", "kappa"); got["star"] != truth["star"] {
		t.Errorf("a slip that star does not have: got star = %v, want %v", got["star"], truth["star"])
	}
	own := Numbers{"ek": 7}
	if got := derivation.WithSlipFrom(own, "errors-swapped", "star"); got["ek"] != 7 {
		t.Errorf("a number that stands before the slip is %v, want 7", got["ek"])
	}
}

// Setting a parameter to its own text changes nothing. All lists each solver once.
func TestKind_parametersReadBack(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range All() {
		if k.Name != k.Example.Name() || seen[k.Name] || k.Title == "" || k.Letter == "" || k.Objective == "" {
			t.Errorf("the entry of %s: got %+v, want every field once", k.Name, k)
		}
		seen[k.Name] = true
		s := k.Example
		for _, p := range k.Parameters {
			text := p.Text(s)
			if got := p.Set(s, text); got != s || text == "" {
				t.Errorf("%s: Set(%s=%s) = %v, want the solver unchanged", k.Name, p.Name, text, got)
			}
			check.Equal(t, p.Text(nil), "", "%s: Text(nil) of %s", k.Name, p.Name)
		}
		if got, ok := KindOf(s); !ok || got.Name != k.Name {
			t.Errorf("KindOf(%s) = %s, %v, want itself", k.Name, got.Name, ok)
		}
	}
	if _, ok := KindOf(nil); ok {
		t.Error("KindOf(nil): got an entry, want none")
	}
	if _, ok := OwnKind(FaultySolver{Correct: solvers.SMO{C: 1}}); ok {
		t.Error("OwnKind of a faulty solver: got an entry, want none")
	}
}

func TestFaultySolver_refusesOtherSolvers(t *testing.T) {
	p := must.Value(solvers.NewDual(solvers.LinearGram([][]float64{{1}, {2}}), []float64{1, -1}))
	for _, right := range []solvers.Solver{solvers.SMO{C: 1}, nil} {
		if _, err := (FaultySolver{Correct: right, Fault: FaultStrict}).Start(p); err == nil {
			t.Errorf("%v with a fault of the perceptron: got no error, want one", right)
		}
	}
}

// What a step records is compared with its own formula: a wrong number is wrong alone,
// what follows from it is not.
func TestDerivation_Check(t *testing.T) {
	p, now := shortPair(t)
	d := *now.Detail.(*solvers.SMODetail)
	d.Ek += 1e-3
	now.Detail = &d
	c := p.Derivation().Check(now)
	for name := range c.Recorded {
		if c.Holds(name) != (name != "ek") {
			t.Errorf("%s is recorded as %v with %v by its formula: Holds = %v, want %v", name, c.Recorded[name],
				c.Want[name], c.Holds(name), name != "ek")
		}
	}
}

// A number behind a bare minus has no dot: −y·f is −1·(−0.5), not −·1·(−0.5).
func TestQuantity_termAfterMinus(t *testing.T) {
	residual := Derivation{Given("y", "y", 1), Given("f", "f", -0.5)}
	check.Equal(t, residual.spell("s(−{y}·{f})·{y}", residual.Values()).String(), "s(−1·(−0.5))·1", "the residual")
}

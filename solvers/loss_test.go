package solvers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// allLosses returns every loss, grouped by the kind of label.
func allLosses() []Loss {
	return []Loss{
		SquaredLoss(), ZeroOne.Loss(), PlusMinus.Loss(), perceptronLoss(),
		HingeLoss(), SquaredHingeLoss(), ExponentialLoss(), PoissonLoss(),
		FourthPowerLoss(), WaitingTimeLoss(),
	}
}

// perceptronLoss is max(0, −yf). Its slope at a mistake, yf ≤ 0, is −y, so a step of gradient
// descent adds a multiple of y to a, as [Perceptron] does.
func perceptronLoss() Loss { return hinge("perceptron", 0) }

// labelsOf returns some labels that the loss takes.
func labelsOf(l Loss) []float64 {
	return map[LabelKind][]float64{Reals: {-1.5, 0, 2}, Bits: {0, 1}, Signs: {-1, 1}, Counts: {0, 1, 4},
		Positives: {0.5, 2, 3}}[l.Labels]
}

// scoresAround returns scores on both sides of every kink.
func scoresAround() []float64 {
	var out []float64
	for f := -4.0; f <= 4; f += 0.25 {
		out = append(out, f)
	}
	return out
}

// subdifferential returns the least and the greatest slope of a line that touches a
// convex loss at f: the slopes just before and just after it (Rockafellar, Convex
// Analysis, 1970, §23).
func subdifferential(l Loss, y, f float64) (low, high float64) {
	return l.Slope(y, math.Nextafter(f, math.Inf(-1))), l.Slope(y, math.Nextafter(f, math.Inf(1)))
}

// nearlyEqual reports whether two slopes agree up to the last digits, as the slopes on
// both sides of a point do if there is no kink.
func nearlyEqual(a, b float64) bool { return math.Abs(a-b) <= 1e-14*(1+math.Abs(a)) }

func TestLoss_slopeIsFiniteDifference(t *testing.T) {
	const h = 1e-6
	for _, l := range append(allLosses(), ZeroOneSubtracted.Loss()) {
		for _, y := range labelsOf(l) {
			for _, f := range scoresAround() {
				left, right := (l.Value(y, f)-l.Value(y, f-h))/h, (l.Value(y, f+h)-l.Value(y, f))/h
				low, high := subdifferential(l, y, f)
				scale := 1e-4 * (1 + math.Abs(l.Value(y, f)))
				if math.Abs(left-low) > scale || math.Abs(right-high) > scale {
					t.Errorf("%s, y = %v, f = %v: slopes before and after [%v, %v], want the differences %v and %v",
						l.Name, y,
						f, low, high, left, right)
				}
				if s := l.Slope(y, f); !nearlyEqual(s, low) && !nearlyEqual(s, high) ||
					!nearlyEqual(math.Abs(s), math.Max(math.Abs(low), math.Abs(high))) {
					t.Errorf("%s, y = %v, f = %v: Slope = %v, want the larger in size of [%v, %v]", l.Name, y, f, s,
						low, high)
				}
			}
		}
	}
}

func TestLoss_convex(t *testing.T) {
	for _, l := range allLosses() {
		for _, y := range labelsOf(l) {
			for _, f := range scoresAround() {
				_, high := subdifferential(l, y, f)
				for _, g := range scoresAround() {
					if under := l.Value(y, f) + high*(g-f); under > l.Value(y, g)+1e-9*(1+math.Abs(under)) {
						t.Errorf("%s, y = %v: the tangent at %v is %v at %v, want at most the loss %v", l.Name, y, f,
							under, g,
							l.Value(y, g))
					}
					if low, _ := subdifferential(l, y, g); g > f && low < high {
						t.Errorf("%s, y = %v: the slope falls from %v at %v to %v at %v, want it to rise", l.Name, y,
							high, f, low, g)
					}
				}
			}
		}
	}
}

func TestLogisticForm_sameLoss(t *testing.T) {
	bits, signs := ZeroOne.Loss(), PlusMinus.Loss()
	for _, f := range append(scoresAround(), 40, -40, 800, -800) {
		for _, y := range []float64{-1, 1} {
			b := (y + 1) / 2
			if bits.Value(b, f) != signs.Value(y, f) || bits.Slope(b, f) != signs.Slope(y, f) {
				t.Errorf("y = %v, f = %v: loss of 0/1 %v with slope %v, want %v with %v as of ±1", y, f,
					bits.Value(b, f),
					bits.Slope(b, f), signs.Value(y, f), signs.Slope(y, f))
			}
			if v := bits.Value(b, f); v < 0 || math.IsInf(v, 0) {
				t.Errorf("y = %v, f = %v: the loss is %v, want it finite and at least 0", y, f, v)
			}
			if f := max(-15, min(15, f)); math.Abs(bits.Value(b,
				f)+b*math.Log(Sigmoid(f))+(1-b)*math.Log(1-Sigmoid(f))) > 1e-8 {
				t.Errorf("y = %v, f = %v: the loss is %v, want the negative log-likelihood", y, f, bits.Value(b, f))
			}
		}
	}
}

// y − s(f) must not cancel if s(f) is near 1.
func TestLogisticForm_largeScores(t *testing.T) {
	if got := ZeroOne.Loss().residual(1, 50); got == 0 {
		t.Errorf("residual(1, 50) = %v, want more than 0", got)
	}
}

func TestLabelKind_Accepts(t *testing.T) {
	for _, c := range []struct {
		labels LabelKind
		takes  []float64
		not    []float64
	}{
		{Reals, []float64{-2.5, 0, 7}, []float64{math.NaN(), math.Inf(1)}},
		{Bits, []float64{0, 1}, []float64{-1, 0.5, math.NaN()}},
		{Signs, []float64{-1, 1}, []float64{0, 2, math.NaN()}},
		{Positives, []float64{0.1, 3}, []float64{0, -1, math.NaN(), math.Inf(1)}},
		{Counts, []float64{0, 3}, []float64{-1, 1.5, math.NaN(), math.Inf(1)}},
	} {
		for _, y := range c.takes {
			check.That(t, c.labels.Accepts(y), "%v.Takes(%v) = false, want true", c.labels, y)
		}
		for _, y := range c.not {
			check.That(t, !c.labels.Accepts(y), "%v.Takes(%v) = true, want false", c.labels, y)
		}
	}
	p := dual(t, NewDense(randomK(1, 2)), []float64{1, -1})
	if _, err := (LossDescent{Loss: PoissonLoss(), Eta: 1}).Start(p); err == nil {
		t.Error("Start of the Poisson loss with label −1: got no error, want one")
	}
}

// randomK returns a regular Gram matrix of n points with eigenvalues about 1.
func randomK(seed uint64, n int) *mat.SymDense {
	r := rand.New(rand.NewPCG(seed, 6))
	x := mat.NewDense(n, n+2, nil)
	for i := range n {
		for j := range n + 2 {
			x.Set(i, j, r.NormFloat64()/math.Sqrt(float64(n)))
		}
	}
	var k mat.SymDense
	k.SymOuterK(1, x)
	return &k
}

// stepAfter returns step n of the descent d from zero.
func stepAfter(t *testing.T, d LossDescent, p *Problem, n int) Step {
	t.Helper()
	s := must.Value(d.Start(p))
	for range n {
		s = d.Next(p, s)
	}
	return s
}

// exampleLabels returns n labels by repeating those of labelsOf.
func exampleLabels(l Loss, n int) []float64 {
	some, y := labelsOf(l), make([]float64, n)
	for i := range y {
		y[i] = some[i%len(some)]
	}
	return y
}

// The step agrees with the formula for every loss, and the primal takes the
// same step.
func TestLossDescent_update(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	phi := make([][]float64, 4)
	for i := range phi {
		phi[i] = []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
	}
	for _, l := range allLosses() {
		for _, lambda := range []float64{0, 0.3} {
			y := exampleLabels(l, 4)
			primal := primalOf(t, phi, y)
			inA := dual(t, LinearGram(phi), y)
			d := LossDescent{Loss: l, Eta: 0.05, Lambda: lambda}
			previous, next := stepAfter(t, d, inA, 6), stepAfter(t, d, inA, 7)
			for i := range y {
				want := (1-d.Eta*lambda)*previous.coef[i] - d.Eta*l.Slope(y[i], previous.F(i))
				if math.Abs(next.coef[i]-want) > 1e-12 {
					t.Errorf("%s, λ = %v: a%d is %v, want %v", l.Name, lambda, i+1, next.coef[i], want)
				}
				if w := stepAfter(t, d, primal, 7); math.Abs(w.F(i)-next.F(i)) > 1e-9 {
					t.Errorf("%s, λ = %v: f(x%d) of the primal is %v, want %v as of the dual", l.Name, lambda, i+1,
						w.F(i), next.F(i))
				}
			}
		}
	}
}

// Every loss has a unique name. FirstSteps returns the step at zero and the steps after it.
func TestLossByName_all(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range Losses() {
		found, ok := LossByName(l.Name)
		check.That(t, ok && found.Name == l.Name && !seen[l.Name],
			"LossByName(%q): %q, %v, seen before: %v, want itself once", l.Name, found.Name, ok, seen[l.Name])
		seen[l.Name] = true
	}
	if _, ok := LossByName("none"); ok {
		t.Error("LossByName(\"none\"): got a loss, want none")
	}
	k := mat.NewSymDense(2, []float64{2, 1, 1, 3})
	d := LossDescent{Loss: SquaredLoss(), Eta: 0.1}
	steps, err := d.FirstSteps(k, []float64{1, -1}, 3)
	check.Must(t, err == nil && len(steps) == 4,
		"Walk of 3 steps: got %d steps, error %v, want 4", len(steps), err)
	for i, want := range []float64{0.1, 0.1 + 0.1*(1-0.1)} {
		if got := steps[i+1].Coef().At(0); math.Abs(got-want) > 1e-12 {
			t.Errorf("a after step %d is %v, want %v", i+1, got, want)
		}
	}
	if _, err := (LossDescent{Loss: HingeLoss(), Eta: 0.1}).FirstSteps(k, []float64{1, 2}, 3); err == nil {
		t.Error("FirstSteps of the hinge loss with label 2: got no error, want one")
	}
}

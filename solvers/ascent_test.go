package solvers

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// A step of gradient ascent moves every α by η times the derivative of W, which
// differences of W give, and W rises while η < 2/λmax.
func TestAscentFollowsTheGradientOfTheDual(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 4))
		x, y := make([][]float64, 7), make([]float64, 7)
		for i := range x {
			y[i] = 1 - 2*float64(i%2)
			x[i] = []float64{r.NormFloat64() + y[i], r.NormFloat64()}
		}
		g := LinearGram(x)
		p, err := NewDual(g, y)
		if err != nil {
			t.Fatal(err)
		}
		s := Ascent{Eta: 1.9 / LambdaMax(g), MaxSteps: 30}
		at, err := s.Start(p)
		if err != nil {
			t.Fatal(err)
		}
		for !at.Status.Done() {
			next, err := s.Next(p, at)
			if err != nil {
				t.Fatal(err)
			}
			for i := range x {
				const h = 1e-5
				up, down := at.CoefCopy(), at.CoefCopy()
				up[i], down[i] = up[i]+h, down[i]-h
				slope := (DualObjective(g, y, up) - DualObjective(g, y, down)) / (2 * h)
				if moved := next.Coef().At(i) - at.Coef().At(i); math.Abs(moved-s.Eta*slope) > 1e-6*(1+math.Abs(slope)) {
					t.Fatalf("seed %d step %d: α%d moved by %v, want %v", seed, next.N, i+1, moved, s.Eta*slope)
				}
				var f float64
				for j, a := range next.Coef().All() {
					f += a * y[j] * g.At(i, j)
				}
				if math.Abs(f-next.F(i)) > 1e-9*(1+math.Abs(f)) {
					t.Fatalf("seed %d: f%d is %v, want %v", seed, i+1, next.F(i), f)
				}
			}
			if next.Objective < at.Objective-1e-9*math.Abs(at.Objective) {
				t.Errorf("seed %d step %d: W falls from %v to %v", seed, next.N, at.Objective, next.Objective)
			}
			at = next
		}
		if at.N != 30 || at.Status != IterationLimit || at.Sentence == "" {
			t.Errorf("seed %d: ended at %d, %v", seed, at.N, at.Status)
		}
	}
}

// Where the rate is too large the numbers run away, and the run says so; what it
// cannot take is reported.
func TestAscentEnds(t *testing.T) {
	x, y := [][]float64{{1, 0}, {0, 2}, {3, 1}}, []float64{1, -1, 1}
	p, err := NewDual(LinearGram(x), y)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := NewTrace(Ascent{Eta: 10}, p)
	if err != nil {
		t.Fatal(err)
	}
	if tr, err = tr.Extend(t.Context(), 1000, nil); err != nil || tr.Last().Status != Diverged {
		t.Errorf("ended as %v after %d steps: %v", tr.Last().Status, tr.Len(), err)
	}
	primal, err := NewPrimal(x, y)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (Ascent{Eta: 1}).Start(primal); err == nil {
		t.Error("it takes a design matrix")
	}
	for _, eta := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := (Ascent{Eta: eta}).Start(p); err == nil {
			t.Errorf("it takes η = %v", eta)
		}
	}
}

// The rate is blamed where W falls for it, and not where the dual has no top, as with
// two points in one place and no bound on α.
func TestAscentSaysWhyNumbersRunAway(t *testing.T) {
	for _, c := range []struct {
		x    [][]float64
		eta  float64
		want string
	}{
		{[][]float64{{1}, {2}}, 10, "The rate is too large"},
		{[][]float64{{3e-5}, {3e-5}}, 1e8, "W has risen with them"}, // 2/λmax is above 10⁹
	} {
		p, err := NewDual(LinearGram(c.x), []float64{1, -1})
		if err != nil {
			t.Fatal(err)
		}
		tr, err := NewTrace(Ascent{Eta: c.eta}, p)
		if err != nil {
			t.Fatal(err)
		}
		if tr, err = tr.Extend(t.Context(), 1000, nil); err != nil {
			t.Fatal(err)
		}
		if last := tr.Last(); last.Status != Diverged || !strings.Contains(last.Sentence, c.want) {
			t.Errorf("%v with η = %g: %v, %q, W = %g", c.x, c.eta, last.Status, last.Sentence, last.Objective)
		}
	}
}

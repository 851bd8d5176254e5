package anatomy

import (
	"math/rand/v2"
	"testing"

	"kernellab/solvers"
)

// The partner with the largest gain is the one that the second-order rule takes.
func TestGainsAgreeWithTheChoice(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	x, y := make([][]float64, 60), make([]float64, 60)
	for i := range x {
		y[i] = 1 - 2*float64(i%2)
		x[i] = []float64{r.NormFloat64() + y[i]/3, r.NormFloat64(), r.NormFloat64()}
	}
	g := solvers.LinearGram(x)
	p, err := solvers.NewDual(g, y)
	if err != nil {
		t.Fatal(err)
	}
	s := solvers.SMO{C: 1}
	tr, err := solvers.NewTrace(s, p)
	if err != nil {
		t.Fatal(err)
	}
	if tr, err = tr.Extend(t.Context(), 40, nil); err != nil {
		t.Fatal(err)
	}
	for i := 1; i < tr.Len(); i++ {
		d := tr.At(i).Detail.(*solvers.SMODetail)
		m := Points{Gram: g, Y: y}.Machine(s.C, tr.At(i-1))
		best := -1
		for j := range y {
			if j != d.K && m.Violation(d.K, j) > 0 && (best < 0 || m.Promise(d.K, j) > m.Promise(d.K, best)) {
				best = j
			}
		}
		if best != d.L {
			t.Errorf("step %d: the gains say %d, the rule took %d", i, best, d.L)
		}
	}
}

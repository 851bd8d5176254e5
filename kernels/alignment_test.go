package kernels

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Alignment is a cosine: 1 with itself and a multiple, by hand for two points, and
// not above 1.
func TestAlignment(t *testing.T) {
	y := []float64{1, -1}
	for _, c := range []float64{0, 0.2, 0.5, 0.9} {
		k := mat.NewSymDense(2, []float64{1, c, c, 1})
		if got, want := Alignment(k, Target(y)), (2-2*c)/(2*math.Sqrt(2+2*c*c)); math.Abs(got-want) > 1e-15 {
			t.Errorf("c = %v: %v, want %v", c, got, want)
		}
		if got := Alignment(k, k); math.Abs(got-1) > 1e-15 {
			t.Errorf("with itself: %v", got)
		}
	}
	if got := Alignment(mat.NewSymDense(2, nil), Target(y)); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// No weights of a fine grid on the simplex are better aligned.
func TestAlignedWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 5))
	for range 10 {
		var x [][]float64
		var y []float64
		for i := range 12 {
			x, y = append(x, []float64{r.NormFloat64(), r.NormFloat64()}), append(y, float64(1-2*(i%2)))
		}
		grams := []*mat.SymDense{Gram[[]float64](RBF{Sigma: 0.5}, x), Gram[[]float64](Linear{}, x), Gram[[]float64](Poly{Degree: 2, C: 1}, x)}
		beta, ok := AlignedWeights(grams, Target(y))
		if !ok {
			t.Fatal("no kernel is aligned")
		}
		of := func(b []float64) float64 {
			sum := mat.NewSymDense(12, nil)
			for m, k := range grams {
				var part mat.SymDense
				part.ScaleSym(b[m], k)
				sum.AddSym(sum, &part)
			}
			return Alignment(sum, Target(y))
		}
		best := of(beta)
		for i := range 21 {
			for j := range 21 - i {
				b := []float64{float64(i) / 20, float64(j) / 20, float64(20-i-j) / 20}
				if got := of(b); got > best+1e-9 {
					t.Errorf("%v has alignment %v, %v only %v", b, got, beta, best)
				}
			}
		}
	}
}

package structured

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/kernels"
	"kernellab/testdata/support/check"
)

// |A ∩ B| and 2^|A ∩ B| are inner products of their features, so their Gram
// matrix on all subsets has no negative eigenvalue. That of Overlap has one.
func TestSetFunction_positiveSemidefinite(t *testing.T) {
	for n := 1; n <= 6; n++ {
		all := Subsets(n)
		for _, a := range all {
			for _, b := range all {
				var elements, subsets float64
				for e := range n {
					if a.Has(e) && b.Has(e) {
						elements++
					}
				}
				for _, s := range all {
					if a&s == s && b&s == s {
						subsets++
					}
				}
				if Intersection().Eval(a, b) != elements || AllSubsets().Eval(a, b) != subsets {
					t.Errorf("%v, %v: Intersection = %v, AllSubsets = %v, want %v, %v", a, b, Intersection().Eval(a, b),
						AllSubsets().Eval(a, b), elements, subsets)
				}
			}
		}
		for _, k := range []SetFunction{Intersection(), AllSubsets()} {
			if least := leastEigenvalue(kernels.Gram[Set](k, all)); least < -1e-12*math.Ldexp(1, 2*n) {
				t.Errorf("%v on %d elements: least eigenvalue = %v, want 0 or more", k, n, least)
			}
		}
		if least := leastEigenvalue(kernels.Gram[Set](Overlap(), all)); n > 1 && least > -0.1 {
			t.Errorf("Overlap on %d elements: least eigenvalue = %v, want below −0.1", n, least)
		}
	}
	k := kernels.Gram[Set](Overlap(), []Set{SetOf(0), SetOf(1), SetOf(0, 1)})
	v := mat.NewVecDense(3, []float64{1, 1, -1})
	if got := mat.Inner(v, k, v); got != -1 {
		t.Errorf("vᵀKv = %v, want −1", got)
	}
}

// The number of common walks is the inner product of the counts of label
// sequences.
func TestCommonWalks_innerProduct(t *testing.T) {
	g := Graph{[]string{"a", "b", "a", "c"}, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}}}
	h := Graph{[]string{"b", "a", "b", "c"}, [][2]int{{0, 1}, {1, 2}, {2, 0}, {1, 3}}}
	for length := range 6 {
		for _, pair := range [][2]Graph{{g, h}, {g, g}, {h, h}} {
			var want float64
			other := pair[1].Walks(length)
			for s, n := range pair[0].Walks(length) {
				want += float64(n * other[s])
			}
			check.Equal(t, (CommonWalks{length}).Eval(pair[0], pair[1]), want, "length %d: Eval", length)
		}
	}
}

// Walks counts the walks with length edges by the sequence of labels that they
// read. The counts are the features of [CommonWalks]. A walk may go back along an
// edge.
func (g Graph) Walks(length int) map[string]int {
	next := g.neighbours()
	at := make([]map[string]int, len(g.Labels)) // the walks that end at each vertex
	for v, l := range g.Labels {
		at[v] = map[string]int{l: 1}
	}
	for range length {
		step := make([]map[string]int, len(at))
		for v := range at {
			step[v] = map[string]int{}
			for _, u := range next[v] {
				for s, n := range at[u] {
					step[v][s+g.Labels[v]] += n
				}
			}
		}
		at = step
	}
	out := map[string]int{}
	for _, all := range at {
		for s, n := range all {
			out[s] += n
		}
	}
	return out
}

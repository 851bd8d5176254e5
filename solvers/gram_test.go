package solvers

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// view hides a matrix's memory.
type view struct{ mat.Symmetric }

// TestNewDenseCopiesBothHalves does so for sizes around a tile, from memory and
// entry by entry.
func TestNewDenseCopiesBothHalves(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{1, 2, 63, 64, 65, 200} {
		m := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				m.SetSym(i, j, r.Float64())
			}
		}
		for _, from := range []mat.Symmetric{m, view{m}} {
			d := NewDense(from)
			for i := range n {
				for j := range n {
					if d.At(i, j) != m.At(i, j) {
						t.Fatalf("n = %d: entry (%d, %d) is %v, want %v", n, i, j, d.At(i, j), m.At(i, j))
					}
				}
			}
		}
	}
}

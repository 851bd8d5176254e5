package unit1

import (
	"context"
	"math/big"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/lessontest"
)

// TestWorksheet1D_isAsTheTextsSay checks what the texts mention about the nine points:
// the quadratic kernel has 3 features, K has rank 3, and the SVM with C = 10 makes no
// error. No threshold separates them.
func TestWorksheet1D_isAsTheTextsSay(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		set := dataset.Worksheet1D(seed)
		k := kernels.Poly{Degree: 2, C: 1}
		if n, m := set.Len(), k.Dim(1); n != 9 || m != 3 {
			t.Fatalf("seed %d: got %d points and %d features, want 9 and 3", seed, n, m)
		}
		gram := kernels.Gram(k, set.Points())
		values, rank := solvers.Eigenvalues(gram.SymmetricDim(), gram.At), 0
		for _, v := range values {
			if v > 1e-10*values[len(values)-1] {
				rank++
			}
		}
		m, err := stage.Model{Set: set, Kernel: k}.SVM(context.Background(), 10)
		if err != nil || rank != 3 || stage.Wrong(m.F, set) != 0 {
			t.Errorf("seed %d: got rank %d, %d errors, error %v, want 3 and 0", seed, rank, stage.Wrong(m.F, set),
				err)
		}
		if line, err := solvers.HardMargin(set.Points(), set.Labels()); err != nil || line.Separable {
			t.Errorf("seed %d: HardMargin: separable %v, error %v, want no threshold that separates the nine points",
				seed, line.Separable, err)
		}
	}
	for _, c := range [][3]int64{{786, 2, 308505}, {787, 3, 80931145}} {
		if got := new(big.Int).Binomial(c[0], c[1]); got.Int64() != c[2] {
			t.Errorf("C(%d, %d) = %v, want %d", c[0], c[1], got, c[2])
		}
	}
}

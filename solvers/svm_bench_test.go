package solvers

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkSolveSVM is the fast path on two overlapping clouds, from rows that
// are there already; what computing them costs is measured where they are.
func BenchmarkSolveSVM(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		x, y := clouds(n, 2, .6, 1)
		g := kernelGram(rbf(1), x)
		for _, c := range []float64{1, 100} {
			b.Run(fmt.Sprintf("n=%d/C=%v", n, c), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s, err := SolveSVM(context.Background(), g, y, Options{C: c})
					if err != nil || s.Status != Converged {
						b.Fatal(s.Status, err)
					}
					b.ReportMetric(float64(s.Iterations), "updates")
				}
			})
		}
	}
}

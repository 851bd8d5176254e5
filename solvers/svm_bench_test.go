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

// BenchmarkScans are the two passes of an update over 10000 scores.
func BenchmarkScans(b *testing.B) {
	const n = 10_000
	score, up, diag := make1(n, .1), make1(n, 1), make1(n, 1)
	row := make([]float32, n)
	b.Run("advance", func(b *testing.B) {
		for b.Loop() {
			advance(score, up, row, row, .5, -.5)
		}
	})
	b.Run("partner", func(b *testing.B) {
		for b.Loop() {
			bestPartner(score, up, diag, row, 2, 1)
		}
	})
}

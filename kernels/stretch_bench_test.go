package kernels

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// normalPoints draws points of d coordinates.
func normalPoints(n, d int) [][]float64 {
	r := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, d)
		for j := range points[i] {
			points[i][j] = r.NormFloat64()
		}
	}
	return points
}

// BenchmarkRow is one row of a Gram matrix over 4000 points.
func BenchmarkRow(b *testing.B) {
	const n = 4000
	for _, k := range []Kernel[[]float64]{Linear{}, Poly{Degree: 3, C: 1}, RBFFromGamma(.05)} {
		for _, d := range []int{2, 20} {
			points := normalPoints(n, d)
			b.Run(fmt.Sprintf("%v/d=%d/stretch", k, d), func(b *testing.B) {
				s := NewStretches(k, points)
				dst := make([]float32, n)
				for b.Loop() {
					s.Fill32(dst, 7, 0)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/entry")
			})
			b.Run(fmt.Sprintf("%v/d=%d/row", k, d), func(b *testing.B) {
				s := NewRows(k, points)
				dst := make([]float64, n)
				for b.Loop() {
					s.Row(dst, 7)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/entry")
			})
		}
	}
}

// BenchmarkGramBySize is a whole Gram matrix, one half computed, on all cores.
func BenchmarkGramBySize(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		points := normalPoints(n, 20)
		b.Run(fmt.Sprintf("rbf/n=%d/d=20", n), func(b *testing.B) {
			for b.Loop() {
				Gram(Kernel[[]float64](RBFFromGamma(.05)), points)
			}
		})
	}
}

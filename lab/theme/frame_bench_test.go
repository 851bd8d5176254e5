package theme_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"kernellab/ascii"
	"kernellab/kernels"
	"kernellab/lab/theme"
)

// BenchmarkLiveFrame draws a whole live frame of the decision picture: the field of a
// kernel expansion on the pixels, level lines, marks, and the encoding for the
// terminal. The limit with 200 support vectors and the RBF kernel is 2 ms at 80×24 and
// 8 ms at 200×60.
func BenchmarkLiveFrame(b *testing.B) {
	kinds := map[string]kernels.Kernel[[]float64]{
		"rbf":  kernels.RBF{Sigma: 0.5},
		"poly": kernels.Poly{Degree: 3, C: 1},
	}
	for _, size := range [][2]int{{54, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, sv := range []int{50, 200, 1000} {
			for name, k := range kinds {
				b.Run(fmt.Sprintf("%s/sv=%d/%dx%d", name, sv, size[0], size[1]), func(b *testing.B) {
					f := expansion(k, sv)
					grid, palette := ascii.NewGrid(size[0], size[1]), theme.Palette(ascii.TrueColor, true)
					var out string
					b.ReportAllocs()
					for b.Loop() {
						grid.Reset(size[0], size[1])
						picture(f).Draw(grid, grid.Bounds(), ascii.View{})
						out = grid.Encode(palette)
					}
					b.ReportMetric(float64(len(out)), "bytes/frame")
				})
			}
		}
	}
}

// expansion returns f over two moons, with every point as a support vector.
func expansion(k kernels.Kernel[[]float64], n int) kernels.Expansion {
	r := rand.New(rand.NewPCG(1, 2))
	f := kernels.Expansion{Kernel: k}
	for i := range n {
		t := math.Pi * r.Float64()
		x, c := []float64{math.Cos(t), math.Sin(t)}, 1.0
		if i%2 == 1 {
			x, c = []float64{1 - x[0], 0.5 - x[1]}, -1
		}
		f.Points = append(f.Points, []float64{x[0] + 0.1*r.NormFloat64(), x[1] + 0.1*r.NormFloat64()})
		f.Coef = append(f.Coef, c*r.Float64())
	}
	return f
}

func picture(f kernels.Expansion) ascii.Map {
	m := ascii.Map{Field: f, X: ascii.Range{Min: -1.6, Max: 2.6}, Y: ascii.Range{Min: -1.2, Max: 1.7}}
	for i, p := range f.Points {
		m.Marks = append(m.Marks, ascii.Mark{X: p[0], Y: p[1], Class: int(math.Copysign(1, f.Coef[i])),
			Kind: ascii.FreeSV})
	}
	return m
}

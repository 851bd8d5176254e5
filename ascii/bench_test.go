package ascii

import (
	"fmt"
	"math"
	"testing"
)

var benchSizes = [][2]int{{54, 20}, {120, 36}, {200, 60}}

// cheap is a field that costs almost nothing, so that the drawing is measured.
type cheap struct{}

func (cheap) Sample(dst, xs, ys []float64) {
	sx := make([]float64, len(xs))
	for c, x := range xs {
		sx[c] = math.Sin(3 * x)
	}
	for r, y := range ys {
		sy := 2 * math.Cos(3*y)
		for c, s := range sx {
			dst[r*len(xs)+c] = s * sy
		}
	}
}

func benchBySize(b *testing.B, run func(b *testing.B, w, h int)) {
	for _, s := range benchSizes {
		b.Run(fmt.Sprintf("%dx%d", s[0], s[1]), func(b *testing.B) {
			b.ReportAllocs()
			run(b, s[0], s[1])
		})
	}
}

func benchMap() Map {
	m := moonMap()
	m.Field, m.Marks = cheap{}, nil
	marks, _ := moons(200)
	m.Marks = marks
	return m
}

func BenchmarkMap(b *testing.B) {
	m := benchMap()
	benchBySize(b, func(b *testing.B, w, h int) {
		g := NewGrid(w, h)
		for b.Loop() {
			m.Draw(g, g.Bounds(), View{})
		}
	})
}

func BenchmarkChart(b *testing.B) {
	c := alphas()
	benchBySize(b, func(b *testing.B, w, h int) {
		g := NewGrid(w, h)
		for b.Loop() {
			g.Reset(w, h)
			c.Draw(g, g.Bounds(), View{})
		}
	})
}

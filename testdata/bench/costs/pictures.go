package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"kernellab/ascii"
	"kernellab/kernels"
	"kernellab/lab/theme"
)

// expansion is a decision function of n support vectors in the plane.
func expansion(kernel string, n int) kernels.Expansion {
	k, err := kernels.Parse(kernel)
	if err != nil {
		panic(err)
	}
	r := rand.New(rand.NewPCG(1, uint64(n)))
	e := kernels.Expansion{Kernel: k}
	for i := range n {
		e.Points = append(e.Points, []float64{2 * r.NormFloat64(), 2 * r.NormFloat64()})
		e.Coef = append(e.Coef, float64(1-2*(i%2)))
	}
	return e
}

func axis(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 6*float64(i)/float64(n-1) - 3
	}
	return v
}

// targets are the figures that the drawing was designed to, in milliseconds,
// for 50, 200 and 1000 support vectors at 160×100 and at 400×240 pixels.
var targets = map[string][6]float64{
	"rbf(sigma=1)":       {0.23, 0.75, 3.6, 0.76, 2.9, 14.3},
	"poly(degree=3,c=1)": {0.04, 0.04, 0.05, 0.21, 0.22, 0.22},
}

func pictures() {
	fmt.Println("\n## Pictures")
	fmt.Println("\nDecision function on a grid of pixels, ms (in brackets the design's figure):")
	fmt.Println("\n| kernel | 160×100: 50 SVs | 200 | 1000 | 400×240: 50 SVs | 200 | 1000 | step |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, kernel := range []string{"rbf(sigma=1)", "poly(degree=3,c=1)", "0.5*rbf(sigma=1)+0.5*poly(degree=2,c=1)", `expr("exp(-dist)")`} {
		fmt.Printf("| `%s` |", kernel)
		for i := range 6 {
			size := [2]int{160, 100}
			if i >= 3 {
				size = [2]int{400, 240}
			}
			n := [3]int{50, 200, 1000}[i%3]
			fmt.Printf(" %.2f%s |", sample(expansion(kernel, n), size), target(kernel, i))
		}
		fmt.Printf(" %.3f |\n", step(expansion(kernel, 200)))
	}
	fmt.Println("\nThe last column is one SMO step of a kept field at 160×100, two points and the bias, in ms (0.008).")
	frames()
}

func target(kernel string, i int) string {
	if t, ok := targets[kernel]; ok {
		return fmt.Sprintf(" (%.2f)", t[i])
	}
	return ""
}

func sample(e kernels.Expansion, size [2]int) float64 {
	xs, ys := axis(size[0]), axis(size[1])
	dst := make([]float64, len(xs)*len(ys))
	return least(func() { e.Sample(dst, xs, ys) })
}

func step(e kernels.Expansion) float64 {
	field := e.Keep(axis(160), axis(100))
	i, b := 0, 0.0
	return least(func() {
		field.Update(i%200, 1e-3)
		field.Update((i+7)%200, -1e-3)
		b = 1e-3 - b
		field.SetBias(b)
		i++
	})
}

// frames measures drawing a decision map with 200 marks, field included, and
// encoding it.
func frames() {
	fmt.Println("\nA whole frame, `rbf(sigma=1)`, 200 support vectors and marks, true colour:")
	fmt.Println("\n| cells | field, contours, marks ms | encode ms | together ms | bytes |")
	fmt.Println("| --- | --- | --- | --- | --- |")
	var pixels, cost []float64
	for _, size := range [][2]int{{54, 20}, {120, 36}, {200, 60}} {
		e := expansion("rbf(sigma=1)", 200)
		m := ascii.Map{X: ascii.Range{Min: -3, Max: 3}, Y: ascii.Range{Min: -3, Max: 3}, Field: e}
		for i, p := range e.Points {
			m.Marks = append(m.Marks, ascii.Mark{X: p[0], Y: p[1], Class: int(math.Copysign(1, e.Coef[i]))})
		}
		g := ascii.NewGrid(size[0], size[1])
		pal := theme.Palette(ascii.TrueColor, true)
		draw := least(func() { g.Reset(size[0], size[1]); m.Draw(g, g.Bounds(), ascii.View{}) })
		buf := g.AppendEncoded(nil, pal)
		encode := least(func() { buf = g.AppendEncoded(buf[:0], pal) })
		fmt.Printf("| %d×%d | %.2f | %.3f | %.2f | %d |\n", size[0], size[1], draw, encode, draw+encode, len(buf))
		pixels, cost = append(pixels, float64(size[0]*size[1])), append(cost, draw+encode)
	}
	fmt.Printf("\nFrame time grows with the number of cells to the power %.2f.\n", exponent(pixels, cost))
}

package kit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// spectrumScene is the eigenvalues of K + λI for points of the plane with normal
// coordinates, its condition number, and the dual weights of targets drawn with them.
func spectrumScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	s := spectrum{
		by: by, title: by.title(p, "spectrum"), kernel: kernelOf(p, by), weights: p.Flag("weights"),
		count: by.law(p, "points", p.Needed("points")), lambda: by.law(p, "lambda", or(p.Text("lambda"), "0")),
	}
	if text := p.Text("near"); text != "" {
		near := by.law(p, "near", text)
		s.near = &near
	}
	r := rand.New(rand.NewPCG(p.Brief().Seed, uint64(p.Int("stream"))))
	for range max(p.Int("drawn"), 2) {
		s.x = append(s.x, []float64{r.NormFloat64(), r.NormFloat64()})
		s.y = append(s.y, r.NormFloat64())
	}
	return s.scene
}

// spectrum is points of the plane with targets, and which of them are taken.
type spectrum struct {
	by            levers
	title         func(exercises.Answers) string
	kernel        func(exercises.Answers) (kernels.Kernel[[]float64], error)
	count, lambda answer.Func
	near          *answer.Func // how far the last of them is from the first; nil: where it was drawn
	weights       bool
	x             [][]float64
	y             []float64
}

func (s spectrum) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	scene := exercises.Scene{Controls: s.by.controls(a)}
	k, err := s.kernel(a)
	if err != nil {
		return scene
	}
	at := s.by.values(a)
	x, y := s.taken(at)
	lambda := s.lambda.Value(at...)
	g := kernels.Gram(k, x)
	for i := range x {
		g.SetSym(i, i, g.At(i, i)+lambda)
	}
	scene.Figures, scene.Notes = []exercises.Figure{eigenBars(s.title(a), g)}, []ascii.Line{conditionWords(g)}
	if !s.weights {
		return scene
	}
	solved, err := solvers.SolveRidge(kernels.Gram(k, x), y, lambda)
	if err != nil {
		scene.Notes = append(scene.Notes, stage.Warning(err.Error()))
		return scene
	}
	scene.Notes = append(scene.Notes, weightWords("", solved.Coef), weightWords("Shortest least squares answer: ", shortest(kernels.Gram(k, x), y)))
	return scene
}

// taken are the first points with their targets, the last of them moved to the first
// where it is to be near.
func (s spectrum) taken(at []float64) ([][]float64, []float64) {
	n := int(math.Max(2, math.Min(s.count.Value(at...), float64(len(s.x)))))
	x := slices.Clone(s.x[:n])
	if s.near != nil {
		x[n-1] = []float64{x[0][0] + s.near.Value(at...), x[0][1]}
	}
	return x, s.y[:n]
}

// weightWords say how long a is, and what its first and last entries are.
func weightWords(of string, a []float64) ascii.Line {
	return ascii.Plainf("%s‖a‖ = %s; a₁ = %s and a%s = %s.", of, said(floats.Norm(a, 2)), said(a[0]), anatomy.Sub(len(a)), said(a[len(a)-1]))
}

// shortest is the least of all a with the smallest ‖y − Ka‖: what eigenvalues that
// are lost in rounding would have to say is left out.
func shortest(g *mat.SymDense, y []float64) []float64 {
	var e mat.EigenSym
	out := make([]float64, len(y))
	if !e.Factorize(g, true) {
		return out
	}
	values := e.Values(nil)
	var u mat.Dense
	e.VectorsTo(&u)
	for j, v := range values {
		if v > lost(values) {
			column := mat.Col(nil, j, &u)
			floats.AddScaled(out, floats.Dot(column, y)/v, column)
		}
	}
	return out
}

// lost is up to where an eigenvalue cannot be told from 0: n times the rounding of
// the largest, which is the last.
func lost(values []float64) float64 {
	return values[len(values)-1] * float64(len(values)) * 0x1p-52
}

func said(v float64) string { return quantity(v, "3") }

// conditionWords say rank and condition number; the rank counts eigenvalues
// above n times the rounding of the largest.
func conditionWords(g *mat.SymDense) ascii.Line {
	values := solvers.Eigenvalues(g.SymmetricDim(), g.At)
	most, least, rank := values[len(values)-1], values[0], 0
	for _, v := range values {
		if v > lost(values) {
			rank++
		}
	}
	if rank < len(values) {
		return stage.Warning(fmt.Sprintf("K has rank %d of %d: it is singular, as far as 53 bits can tell.", rank, len(values)))
	}
	return ascii.Plainf("All %d eigenvalues are positive. Condition number %s / %s = %s.", rank, said(most), said(least), exercises.Typeset(anatomy.Plain(most/least, 2)))
}

// eigenBars shows eigenvalues by size on a logarithmic scale; what is not
// positive, or lost in rounding, stands at the lower end.
func eigenBars(title string, g *mat.SymDense) exercises.Figure {
	values := solvers.Eigenvalues(g.SymmetricDim(), g.At)
	chart := ascii.Bars{Range: ascii.Range{Min: 0, Max: 21}, Said: func(v float64) string { return said(math.Pow(10, v-19)) }}
	for i := len(values) - 1; i >= 0; i-- {
		chart.Bars = append(chart.Bars, ascii.Bar{Label: "μ" + anatomy.Sub(len(values)-i), Value: math.Log10(max(values[i], 1e-19)) + 19, Ink: ascii.Symbol1})
	}
	return stage.Main(title, chart)
}

package lessons

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// fourierTwins are a machine with an RBF kernel, and the linear one on random
// features of the same kernel: logistic regression by the same steps of gradient
// descent with the same penalty, from zero, or ridge regression on the labels.
type fourierTwins struct {
	seed  uint64
	model stage.Model
}

func newTwins(seed uint64) fourierTwins {
	return fourierTwins{seed, stage.Model{Set: dataset.MustBuiltin("moons"), Kernel: kernels.RBF{Sigma: 0.5}}}
}

// twinSteps and twinPenalty are how both are trained.
const (
	twinSteps   = 150
	twinPenalty = 0.1
)

// descend trains on a problem and returns the coefficients.
func descend(ctx context.Context, p *solvers.Problem, gamma float64, steps int) ([]float64, error) {
	trace, err := solvers.NewTrace(solvers.Logistic{Gamma: gamma, Lambda: twinPenalty}, p)
	if err != nil {
		return nil, err
	}
	trace, err = trace.Extend(ctx, steps, nil)
	return trace.Last().CoefCopy(), err
}

// mapped are the rows z(x) of some points.
func mapped(f kernels.Fourier, points [][]float64) [][]float64 {
	out := make([][]float64, len(points))
	for i, x := range points {
		out[i] = make([]float64, f.Dim(len(x)))
		f.MapTo(out[i], x)
	}
	return out
}

// trained are the coefficients a of the kernel machine, and the weights w on the
// features z of its points.
func (t fourierTwins) trained(ctx context.Context, machine string, z [][]float64) (a, w []float64, err error) {
	if machine == "ridge" {
		return t.ridge(z)
	}
	gram, err := t.model.Gram()
	if err != nil {
		return nil, nil, err
	}
	gamma := 0.5 * solvers.GammaSafe(gram)
	dual, err := t.model.Dual()
	if err != nil {
		return nil, nil, err
	}
	if a, err = descend(ctx, dual, gamma, twinSteps); err != nil {
		return nil, nil, err
	}
	primal, err := solvers.NewPrimal(z, t.model.Labels())
	if err != nil {
		return nil, nil, err
	}
	w, err = descend(ctx, primal, gamma, twinSteps)
	return a, w, err
}

// ridge is a = (K + λI)⁻¹y, and w = Zᵀ(ZZᵀ + λI)⁻¹y, which 5.2 has shown to be
// (ZᵀZ + λI)⁻¹Zᵀy.
func (t fourierTwins) ridge(z [][]float64) (a, w []float64, err error) {
	k := kernels.Gram[[]float64](t.model.Kernel, t.model.Set.Points())
	if a, err = ridgeDual(k, t.model.Labels()); err != nil {
		return nil, nil, err
	}
	v, err := ridgeDual(kernels.Gram[[]float64](kernels.Linear{}, z), t.model.Labels())
	if err != nil {
		return nil, nil, err
	}
	w = make([]float64, len(z[0]))
	for i, row := range z {
		floats.AddScaled(w, v[i], row)
	}
	return a, w, nil
}

// ridgeDual solves (K + λI)a = y.
func ridgeDual(k *mat.SymDense, y []float64) ([]float64, error) {
	n := k.SymmetricDim()
	shifted := mat.NewSymDense(n, nil)
	shifted.CopySym(k)
	for i := range n {
		shifted.SetSym(i, i, k.At(i, i)+twinPenalty)
	}
	var factor mat.Cholesky
	if !factor.Factorize(shifted) {
		return nil, errors.New("K + λI is not positive definite")
	}
	a := mat.NewVecDense(n, nil)
	err := factor.SolveVecTo(a, mat.NewVecDense(n, y))
	return a.RawVector().Data, err
}

func (t fourierTwins) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	count := exercises.Control{Name: "features", Label: "m", Min: 4, Max: 1024, Step: math.Log10(2), Log: true, Value: stage.Chosen(a, "features", "4")}
	m := 2 * int(math.Round(count.Number()/2))
	which := stage.ChoiceControl("twins", "machine", a, "logistic", exercises.Choice{Value: "logistic", Label: "logistic"}, exercises.Choice{Value: "ridge", Label: "ridge"})
	scene := exercises.Scene{Controls: []exercises.Control{count, which}}
	z := kernels.NewFourier(rand.New(rand.NewPCG(t.seed, 960)), t.model.Kernel.(kernels.RBF), 2, m, true)
	coef, w, err := t.trained(ctx, which.Value, mapped(z, t.model.Set.Points()))
	if err != nil {
		return scene
	}
	f := kernels.Expansion{Kernel: t.model.Kernel, Points: t.model.Set.Points(), Coef: coef}
	x, y := ascii.RangeOf(t.model.Set.Column(0)...).Pad(0.12), ascii.RangeOf(t.model.Set.Column(1)...).Pad(0.12)
	g := sampled(x, y, func(p []float64) float64 {
		row := make([]float64, m)
		z.MapTo(row, p)
		return floats.Dot(w, row)
	})
	picture := ascii.Map{X: x, Y: y, Field: f, Beside: g, Levels: ascii.BoundaryOnly, XLabel: "x₁", YLabel: "x₂"}
	for i := range t.model.Set.Len() {
		p := t.model.Set.Point(i)
		picture.Marks = append(picture.Marks, ascii.Mark{X: p[0], Y: p[1], Class: int(t.model.Set.Label(i))})
	}
	scene.Figures = []exercises.Figure{{Title: fmt.Sprintf("kernel: filled; linear on m = %d features: dotted", m), Role: exercises.Main, Plot: picture}}
	scene.Notes = []ascii.Line{ascii.Plain(fmt.Sprintf("They disagree on %s %% of the picture. Kept: %d numbers a, and all points; %d numbers w.", anatomy.Digits(100*g.apart(f), 2), t.model.Set.Len(), m))}
	return scene
}

// lattice is a function of the plane on a grid, and between its points bilinear:
// a picture that is drawn often and costs much to compute.
type lattice struct {
	x, y   ascii.Range
	values []float64
}

// latticeSide is the number of points of a lattice in each direction.
const latticeSide = 48

func sampled(x, y ascii.Range, f func(p []float64) float64) lattice {
	l := lattice{x, y, make([]float64, latticeSide*latticeSide)}
	for i := range l.values {
		l.values[i] = f(l.point(i))
	}
	return l
}

// point is the place of value i.
func (l lattice) point(i int) []float64 {
	const last = latticeSide - 1
	return []float64{l.x.Min + l.x.Span()*float64(i%latticeSide)/last, l.y.Min + l.y.Span()*float64(i/latticeSide)/last}
}

// apart is the share of the lattice on which another function has the other sign.
func (l lattice) apart(f kernels.Expansion) float64 {
	n := 0
	for i, v := range l.values {
		if v*f.Eval(l.point(i)) < 0 {
			n++
		}
	}
	return float64(n) / float64(len(l.values))
}

// Sample is the lattice as a field.
func (l lattice) Sample(dst, xs, ys []float64) {
	place := func(r ascii.Range, v float64) (int, float64) {
		t := (v - r.Min) / r.Span() * (latticeSide - 1)
		i := int(math.Max(0, math.Min(math.Floor(t), latticeSide-2)))
		return i, t - float64(i)
	}
	for r, y := range ys {
		j, v := place(l.y, y)
		for c, x := range xs {
			i, u := place(l.x, x)
			at := func(i, j int) float64 { return l.values[j*latticeSide+i] }
			dst[r*len(xs)+c] = (1-v)*((1-u)*at(i, j)+u*at(i+1, j)) + v*((1-u)*at(i, j+1)+u*at(i+1, j+1))
		}
	}
}

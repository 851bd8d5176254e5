package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

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
// descent with the same penalty, from zero, or ridge regression on the labels. What
// is learned with the kernel is learned once.
type fourierTwins struct {
	seed            uint64
	model           stage.Model
	logistic, ridge stage.Kept[firstTwin]
}

// firstTwin is what is learned with the kernel, and its values on the lattice.
type firstTwin struct {
	kernels.Expansion
	gamma float64
	seen  lattice
}

func newTwins(seed uint64) *fourierTwins {
	return &fourierTwins{seed: seed, model: stage.Model{Set: dataset.MustBuiltin("moons"), Kernel: kernels.RBF{Sigma: 0.5}}}
}

// first is what is learned with the kernel by a machine, "logistic" or "ridge".
func (t *fourierTwins) first(ctx context.Context, machine string) (firstTwin, error) {
	if machine == "ridge" {
		return t.ridge.Get(ctx, func(context.Context) (firstTwin, error) {
			a := must(solvers.SolveRidge(kernels.Gram[[]float64](t.model.Kernel, t.model.Set.Points()), t.model.Labels(), twinPenalty))
			return t.seenAs(a.Coef, 0), nil
		})
	}
	return t.logistic.Get(ctx, func(ctx context.Context) (firstTwin, error) {
		gamma := 0.5 * solvers.GammaSafe(must(t.model.Gram()))
		a, err := descend(ctx, must(t.model.Dual()), gamma, twinSteps)
		if err != nil {
			return firstTwin{}, err
		}
		return t.seenAs(a, gamma), nil
	})
}

// seenAs is the machine of coefficients a.
func (t *fourierTwins) seenAs(a []float64, gamma float64) firstTwin {
	one := firstTwin{gamma: gamma, Expansion: kernels.Expansion{Kernel: t.model.Kernel, Points: t.model.Set.Points(), Coef: a}}
	one.seen = newLattice(ascii.RangeOf(t.model.Set.Column(0)...).Pad(0.12), ascii.RangeOf(t.model.Set.Column(1)...).Pad(0.12))
	one.Sample(one.seen.values, one.seen.ticks(one.seen.x), one.seen.ticks(one.seen.y))
	return one
}

// second is the weights w on the features z of the points, by the same machine. For
// ridge they are Zᵀ(ZZᵀ + λI)⁻¹y, which 5.2 has shown to be (ZᵀZ + λI)⁻¹Zᵀy.
func (t *fourierTwins) second(ctx context.Context, machine string, gamma float64, z [][]float64) ([]float64, error) {
	if machine != "ridge" {
		return descend(ctx, must(solvers.NewPrimal(z, t.model.Labels())), gamma, twinSteps)
	}
	a := must(solvers.SolveRidge(kernels.Gram[[]float64](kernels.Linear{}, z), t.model.Labels(), twinPenalty))
	w := make([]float64, len(z[0]))
	for i, row := range z {
		floats.AddScaled(w, a.Coef[i], row)
	}
	return w, nil
}

// twinSteps and twinPenalty are how both are trained.
const (
	twinSteps   = 150
	twinPenalty = 0.1
)

// descend trains on a problem and returns the coefficients.
func descend(ctx context.Context, p *solvers.Problem, gamma float64, steps int) ([]float64, error) {
	trace, err := must(solvers.NewTrace(solvers.Logistic{Gamma: gamma, Lambda: twinPenalty}, p)).Extend(ctx, steps, nil)
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

func (t *fourierTwins) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	count := stage.LogSlider("features", "m", 4, 1024, math.Log10(2), a, "4")
	m := 2 * int(math.Round(count.Number()/2))
	which := stage.ChoiceControl("twins", "machine", a, "logistic", exercises.Choice{Value: "logistic", Label: "logistic"}, exercises.Choice{Value: "ridge", Label: "ridge"})
	scene := exercises.Scene{Controls: []exercises.Control{count, which}}
	f, err := t.first(ctx, which.Value)
	if err != nil {
		return scene
	}
	z := kernels.NewFourier(rand.New(rand.NewPCG(t.seed, 960)), t.model.Kernel.(kernels.RBF), 2, m, true)
	w, err := t.second(ctx, which.Value, f.gamma, mapped(z, t.model.Set.Points()))
	if err != nil {
		return scene
	}
	x, y := f.seen.x, f.seen.y
	g := newLattice(x, y)
	z.Plane(g.values, w, g.ticks(x), g.ticks(y))
	picture := ascii.Map{X: x, Y: y, Field: f.Expansion, Beside: g, Levels: ascii.BoundaryOnly, XLabel: "x₁", YLabel: "x₂"}
	for i := range t.model.Set.Len() {
		p := t.model.Set.Point(i)
		picture.Marks = append(picture.Marks, ascii.Mark{X: p[0], Y: p[1], Class: int(t.model.Set.Label(i))})
	}
	scene.Figures = []exercises.Figure{stage.Main(fmt.Sprintf("kernel: filled; linear on m = %d features: dotted", m), picture)}
	scene.Notes = []ascii.Line{ascii.Plainf("They disagree on %s %% of the picture. Kept: %d numbers a, and all points; %d numbers w.", anatomy.Digits(100*g.apart(f.seen), 2), t.model.Set.Len(), m)}
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

func newLattice(x, y ascii.Range) lattice {
	return lattice{x, y, make([]float64, latticeSide*latticeSide)}
}

// ticks are the places of a lattice in a direction.
func (l lattice) ticks(r ascii.Range) []float64 {
	out := make([]float64, latticeSide)
	for i := range out {
		out[i] = r.Min + r.Span()*float64(i)/(latticeSide-1)
	}
	return out
}

// apart is the share of the lattice on which another function has the other sign.
func (l lattice) apart(other lattice) float64 {
	n := 0
	for i, v := range l.values {
		if v*other.values[i] < 0 {
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

package stage

import (
	"context"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
)

// Decades are Count numbers at equal distances on a logarithmic scale: 10^From,
// 10^(From+Step), and so on.
type Decades struct {
	From, Step float64
	Count      int
}

// At returns the i-th number, counted from 0.
func (d Decades) At(i int) float64 { return math.Pow(10, d.From+float64(i)*d.Step) }

// Range returns the range of their decimal logarithms.
func (d Decades) Range() ascii.Range {
	return ascii.Range{Min: d.From, Max: d.From + float64(d.Count-1)*d.Step}
}

// Slider returns a slider over the numbers.
func (d Decades) Slider(name, label string, a exercises.Answers, initial string) exercises.Control {
	return LogSlider(name, label, d.At(0), d.At(d.Count-1), d.Step, a, initial)
}

// Nearest returns the index of the number nearest to v > 0, such as the rounded value of a
// slider.
func (d Decades) Nearest(v float64) int {
	return max(0, min(d.Count-1, int(math.Round((math.Log10(v)-d.From)/d.Step))))
}

// Plane is a grid of pairs of σ and C for support vector machines with an RBF kernel.
type Plane struct{ Sigma, C Decades }

// OverPlane returns the values of at for all pairs in a plane. Entry [i][j] belongs to the i-th σ
// and the j-th C. If at returns an error, OverPlane stops and returns it. If at trains a machine,
// call OverPlane in the background job of a scene.
func OverPlane[T any](p Plane, at func(kernel kernels.RBF, c float64) (T, error)) ([][]T, error) {
	out := make([][]T, p.Sigma.Count)
	for i := range out {
		out[i] = make([]T, p.C.Count)
		for j := range out[i] {
			v, err := at(kernels.RBF{Sigma: p.Sigma.At(i)}, p.C.At(j))
			if err != nil {
				return nil, err
			}
			out[i][j] = v
		}
	}
	return out, nil
}

// Least returns the pair with the smallest value. Among equals it is the one with the largest σ,
// then the smallest C.
func (p Plane) Least(value func(i, j int) float64) (bestI, bestJ int) {
	bestI = p.Sigma.Count - 1
	for i := bestI; i >= 0; i-- {
		for j := range p.C.Count {
			if value(i, j) < value(bestI, bestJ) {
				bestI, bestJ = i, j
			}
		}
	}
	return bestI, bestJ
}

// Picture shows a value from 0 to most for each pair in the plane as a colour. It interpolates
// between the pairs. The axes are logarithmic.
func (p Plane) Picture(value func(i, j int) float64, most float64) ascii.Map {
	x, y := p.Sigma.Range(), p.C.Range()
	return ascii.Map{
		X: x.Pad(.05), Y: y.Pad(.05), // room for marks at the border
		Field: ascii.FieldFunc(func(u, v float64) float64 {
			at := Bilinear(value, p.Sigma.Count, p.C.Count, (u-x.Min)/p.Sigma.Step, (v-y.Min)/p.C.Step)
			return 3.3 * (at/most - 0.5)
		}),
		Levels: ascii.NoLines,
		XLabel: "log₁₀ σ", YLabel: "log₁₀ C",
	}
}

// Mark returns a mark for the picture at a pair of σ and C.
func (p Plane) Mark(sigma, c float64, label string) ascii.Mark {
	return ascii.Mark{X: math.Log10(sigma), Y: math.Log10(c), Selected: true, Label: label}
}

// Bilinear returns the bilinear interpolant at (x, y) of the values at(i, j) at the points (i, j)
// of a grid of m × n points.
func Bilinear(at func(i, j int) float64, m, n int, x, y float64) float64 {
	i, j := max(0, min(int(x), m-2)), max(0, min(int(y), n-2))
	u, v := x-float64(i), y-float64(j)
	return (1-u)*((1-v)*at(i, j)+v*at(i, j+1)) + u*((1-v)*at(i+1, j)+v*at(i+1, j+1))
}

// CrossValidate divides the points into folds of consecutive points. For each fold, it trains a
// machine with this C on all other folds and returns its number of errors in the fold. The sizes
// of the folds differ by at most one. There must not be more folds than points.
func (m Model) CrossValidate(ctx context.Context, c float64, folds int) ([]int, error) {
	wrong, at := make([]int, folds), make([]int, m.Set.Len())
	for i := range at {
		at[i] = i * folds / len(at)
	}
	for f := range folds {
		rest := m
		held, others := m.Set.Hold(at, f)
		rest.Set = others
		machine, err := rest.SVM(ctx, c)
		if err != nil {
			return nil, err
		}
		wrong[f] = Wrong(machine.F, held)
	}
	return wrong, nil
}

// Validation is the result of choosing σ and C for a set by cross-validation.
type Validation struct {
	Plane   Plane
	Wrong   [][][]int // errors by σ, C and fold
	I, J    int       // the pair with the fewest errors; among equals, the largest σ, then the smallest C
	Machine           // trained on the whole set with this pair
}

// Validate cross-validates with each pair in the plane.
func (p Plane) Validate(ctx context.Context, set *dataset.Set, folds int) (v Validation, err error) {
	v.Plane = p
	v.Wrong, err = OverPlane(p, func(k kernels.RBF, c float64) ([]int, error) {
		return Model{Set: set, Kernel: k}.CrossValidate(ctx, c, folds)
	})
	if err != nil {
		return v, err
	}
	v.I, v.J = p.Least(func(i, j int) float64 { return float64(v.Errors(i, j)) })
	v.Machine, err = p.Train(ctx, set, v.I, v.J)
	return v, err
}

// Train trains a machine with the i-th σ and the j-th C.
func (p Plane) Train(ctx context.Context, set *dataset.Set, i, j int) (Machine, error) {
	return Model{Set: set, Kernel: kernels.RBF{Sigma: p.Sigma.At(i)}}.SVM(ctx, p.C.At(j))
}

// Errors returns the number of errors in all folds with the i-th σ and the j-th C.
func (v Validation) Errors(i, j int) (n int) {
	for _, wrong := range v.Wrong[i][j] {
		n += wrong
	}
	return n
}

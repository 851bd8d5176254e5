package stage

import (
	"context"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
)

// Decades are numbers at equal distances on a logarithmic scale: 10^From, 10^(From+Step), and
// so on.
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

// Nearest returns the index of the number nearest to v > 0. A slider rounds its value.
func (d Decades) Nearest(v float64) int {
	return max(0, min(d.Count-1, int(math.Round((math.Log10(v)-d.From)/d.Step))))
}

// Plane is a grid in the plane of σ and C, the settings of a support vector machine with an RBF
// kernel.
type Plane struct{ Sigma, C Decades }

// OverPlane computes a value at each place of a plane, for example from a machine trained with
// these settings. Entry [i][j] belongs to the i-th σ and the j-th C. It trains many machines,
// so call it in the background job of a scene. It returns the first error of at.
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

// Picture shows values at the places of the plane as colours between those of 0 and of most,
// and interpolates in between. The axes are logarithmic.
func (p Plane) Picture(value func(i, j int) float64, most float64) ascii.Map {
	x, y := p.Sigma.Range(), p.C.Range()
	return ascii.Map{
		X: x, Y: y,
		Field: ascii.FieldFunc(func(u, v float64) float64 {
			at := Bilinear(value, p.Sigma.Count, p.C.Count, (u-x.Min)/p.Sigma.Step, (v-y.Min)/p.C.Step)
			return 3.3 * (at/most - 0.5)
		}),
		Levels: ascii.NoLines,
		XLabel: "log₁₀ σ", YLabel: "log₁₀ C",
	}
}

// Mark returns a mark for the picture.
func (p Plane) Mark(sigma, c float64, label string) ascii.Mark {
	return ascii.Mark{X: math.Log10(sigma), Y: math.Log10(c), Selected: true, Label: label}
}

// Bilinear interpolates values on a grid of m × n places at any place, given in steps of the
// grid from its first place.
func Bilinear(at func(i, j int) float64, m, n int, x, y float64) float64 {
	i, j := max(0, min(int(x), m-2)), max(0, min(int(y), n-2))
	u, v := x-float64(i), y-float64(j)
	return (1-u)*((1-v)*at(i, j)+v*at(i, j+1)) + u*((1-v)*at(i+1, j)+v*at(i+1, j+1))
}

// CrossValidate cuts the points into folds of consecutive points and returns the number of
// errors in each fold, made by the machine with this C that has learned all other folds. The
// folds differ by at most one point in size, and there must not be more folds than points.
func (m Model) CrossValidate(ctx context.Context, c float64, folds int) ([]int, error) {
	wrong, n := make([]int, folds), m.Set.Len()
	for f := range folds {
		var learned, held []int
		for i := range n {
			if i*folds/n == f {
				held = append(held, i)
			} else {
				learned = append(learned, i)
			}
		}
		rest := m
		rest.Set = m.Set.Subset(learned)
		machine, err := rest.SVM(ctx, c)
		if err != nil {
			return nil, err
		}
		wrong[f] = Wrong(machine.F, m.Set.Subset(held))
	}
	return wrong, nil
}

// Validation is the choice of σ and C for a set by cross-validation.
type Validation struct {
	Plane   Plane
	Wrong   [][][]int // errors by σ, C and fold
	I, J    int       // the σ and C with the fewest errors; of equals, the widest σ, then the smallest C
	Machine           // has learned the whole set with this pair
}

// Validate cross-validates at each place of the plane.
func (p Plane) Validate(ctx context.Context, set *dataset.Set, folds int) (v Validation, err error) {
	v.Plane = p
	v.Wrong, err = OverPlane(p, func(k kernels.RBF, c float64) ([]int, error) {
		return Model{Set: set, Kernel: k}.CrossValidate(ctx, c, folds)
	})
	if err != nil {
		return v, err
	}
	v.I = p.Sigma.Count - 1
	for i := v.I; i >= 0; i-- {
		for j := range p.C.Count {
			if v.Errors(i, j) < v.Errors(v.I, v.J) {
				v.I, v.J = i, j
			}
		}
	}
	v.Machine, err = p.Train(ctx, set, v.I, v.J)
	return v, err
}

// Train trains a machine at a place of the plane.
func (p Plane) Train(ctx context.Context, set *dataset.Set, i, j int) (Machine, error) {
	return Model{Set: set, Kernel: kernels.RBF{Sigma: p.Sigma.At(i)}}.SVM(ctx, p.C.At(j))
}

// Errors returns the number of errors in all folds at a place of the plane.
func (v Validation) Errors(i, j int) (n int) {
	for _, wrong := range v.Wrong[i][j] {
		n += wrong
	}
	return n
}

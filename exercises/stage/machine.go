package stage

import (
	"context"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// Machine is a support vector machine at its end.
type Machine struct {
	Model
	solvers.Solution
	C float64
	F kernels.Expansion
}

// SVM solves the machine of a model with C > 0, +Inf for a hard margin, by the
// fast path. It ends with ctx, and then its error is that of ctx. It takes some
// milliseconds for a hundred points, so it is for the job of a scene and not for
// a key press.
func (m Model) SVM(ctx context.Context, c float64) (Machine, error) {
	g, err := m.Gram()
	if err != nil {
		return Machine{}, err
	}
	s, err := solvers.SolveSVM(ctx, g, m.Set.Labels(), solvers.Options{C: c, MaxIter: machineSteps})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Machine{}, err
	}
	coef := make([]float64, len(s.Alpha))
	for i, a := range s.Alpha {
		coef[i] = a * m.Set.Label(i)
	}
	f := kernels.Expansion{Kernel: m.Kernel, Points: m.Set.Points(), Coef: coef, Bias: s.Bias}
	return Machine{Model: m, Solution: s, C: c, F: f}, nil
}

// machineSteps bounds the updates of a machine: a tenth of a second for a
// hundred points.
const machineSteps = 500_000

// Margin is the distance of the margin from the boundary, in feature space.
func (m Machine) Margin() float64 { return 1 / math.Sqrt(m.NormSq) }

// Picture is the decision map, with the support vectors marked; margins draws those
// too.
func (m Machine) Picture(title string, margins bool) exercises.Figure {
	return m.Map(m.F, MapOptions{Title: title, Margins: margins, Kind: m.Standing})
}

// Standing is how point i is marked, by its α.
func (m Machine) Standing(i int) ascii.MarkKind { return Standing(m.Alpha[i], m.C) }

// Wrong counts the points of a set that f has on the wrong side, those on the
// boundary among them.
func Wrong(f kernels.Expansion, set *dataset.Set) int {
	var wrong int
	for i := range set.Len() {
		if set.Label(i)*f.Eval(set.Point(i)) <= 0 {
			wrong++
		}
	}
	return wrong
}

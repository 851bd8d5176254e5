package lessons

import (
	"math"
	"math/rand/v2"
	"slices"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// otherQuadratics is 3.4: (xᵀz + c)², and what c = 0 cannot do.
func otherQuadratics(b worksheets.Brief) worksheets.Parts {
	blobs := dataset.MustBuiltin("blobs_sep")
	even := quadraticSVM(blobs, 0)
	least := leastOffset(blobs)
	x, f := clearPoint(even, b.Seed)
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"at": place(x), "mirrored": place([]float64{-x[0], -x[1]}), "f": shown(anatomy.Plain(f, 3)),
			"least": least, "wrong": anatomy.Num(float64(stage.Wrong(even.F, blobs))), "n": anatomy.Num(float64(blobs.Len())),
		},
		Steps: map[string]worksheets.Behaviour{"guess": {Scene: alone(
			pointsAlone(dataset.MustBuiltin("circles"), "two circles"),
			pointsAlone(dataset.MustBuiltin("parabola"), "a parabola"),
			pointsAlone(blobs, "separable blobs"),
		)}},
	}
}

// offsets are the c on the control of 3.4, in rising order.
func offsets() []float64 { return []float64{0, 0.0001, 0.001, 0.01, 0.1, 1, 10} }

// quadraticSVM is the machine of (xᵀz + c)² with C = 10.
func quadraticSVM(set *dataset.Set, c float64) stage.Machine {
	return svm(set, kernels.Poly{Degree: 2, C: c}, 10)
}

// leastOffset is the least of the offsets with which no point of a set is on
// the wrong side.
func leastOffset(set *dataset.Set) float64 {
	all := offsets()
	return all[slices.IndexFunc(all, func(c float64) bool { return stage.Wrong(quadraticSVM(set, c).F, set) == 0 })]
}

// clearPoint draws a point of the machine's set, to one decimal, at which f is
// not small.
func clearPoint(m stage.Machine, seed uint64) (x []float64, f float64) {
	r := rand.New(rand.NewPCG(seed, 34))
	for math.Abs(f) < 0.2 {
		at := m.Model.Set.Point(r.IntN(m.Model.Set.Len()))
		x = []float64{math.Round(10*at[0]) / 10, math.Round(10*at[1]) / 10}
		f = m.F.Eval(x)
	}
	return x, f
}

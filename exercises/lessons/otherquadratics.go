package lessons

import (
	"context"
	"math"
	"math/rand/v2"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// otherQuadratics is 3.4: (xᵀz + c)², and what c = 0 cannot do.
func otherQuadratics(b worksheets.Brief) (worksheets.Parts, error) {
	blobs := dataset.MustBuiltin("blobs_sep")
	even, err := quadraticSVM(blobs, 0)
	if err != nil {
		return worksheets.Parts{}, err
	}
	least, err := leastOffset(blobs)
	if err != nil {
		return worksheets.Parts{}, err
	}
	x, f := clearPoint(even, b.Seed)
	return worksheets.Parts{
		Vars: map[string]string{
			"at": place(x), "mirrored": place([]float64{-x[0], -x[1]}), "f": shown(anatomy.Plain(f, 3)),
			"least": answer.Decimal(least), "wrong": anatomy.Num(float64(stage.Wrong(even.F, blobs))), "n": anatomy.Num(float64(blobs.Len())),
		},
		Steps: map[string]worksheets.Behaviour{"guess": {Scene: alone(
			pointsAlone(dataset.MustBuiltin("circles"), "two circles"),
			pointsAlone(dataset.MustBuiltin("parabola"), "a parabola"),
			pointsAlone(blobs, "separable blobs"),
		)}},
	}, nil
}

// offsets are the c on the control of 3.4, in rising order.
func offsets() []float64 { return []float64{0, 0.0001, 0.001, 0.01, 0.1, 1, 10} }

// quadraticSVM is the machine of (xᵀz + c)² with C = 10.
func quadraticSVM(set *dataset.Set, c float64) (stage.Machine, error) {
	return stage.Model{Set: set, Kernel: kernels.Poly{Degree: 2, C: c}}.SVM(context.Background(), 10)
}

// leastOffset is the least of the offsets with which no point of a set is on
// the wrong side.
func leastOffset(set *dataset.Set) (float64, error) {
	for _, c := range offsets() {
		m, err := quadraticSVM(set, c)
		if err != nil || stage.Wrong(m.F, set) == 0 {
			return c, err
		}
	}
	return math.NaN(), nil
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

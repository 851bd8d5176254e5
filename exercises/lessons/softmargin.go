package lessons

import (
	"context"
	"math/rand/v2"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// softMargin is 7.2: how many points of two clouds are support vectors at two
// places of the slider of C, which its worksheet draws.
func softMargin(b worksheets.Brief) worksheets.Parts {
	c := newClouds(rand.New(rand.NewPCG(b.Seed, 72)))
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"n": cloudPoints, "many": c.many, "few": c.few, "bound": c.bound,
		},
		Sets: map[string]exercises.Data{"clouds": c.set},
	}
}

// The clouds have so many points, and C is asked for at these two places; at the
// least C of the slider every point is a support vector.
const (
	cloudPoints         = 80
	manyC, fewC, leastC = 0.01, 10, 0.0001
)

// clouds are two clouds that no line separates: many and few of their points are
// support vectors at the two C, and bound of the few are at C.
type clouds struct {
	set              *dataset.Set
	many, few, bound int
}

// newClouds draws until the counts are three, and do not hang on how exactly the
// machine is solved.
func newClouds(r *rand.Rand) clouds {
	for {
		c := clouds{set: dataset.BlobsOverlapping(cloudPoints, r.Uint64())}
		if c.count() {
			return c
		}
	}
}

// count counts them, and reports whether the counts will do.
func (c *clouds) count() bool {
	m := stage.Model{Set: c.set, Kernel: kernels.Linear{}}
	gram := must(m.Gram())
	var counts [2][3]int
	for i, tol := range []float64{0, 1e-7} {
		for j, at := range []float64{leastC, manyC, fewC} {
			s := must(solvers.SolveSVM(context.Background(), gram, m.Labels(), solvers.Options{C: at, Tol: tol}))
			counts[i][j], c.bound = s.Supports(), s.AtBound(at)
		}
	}
	c.many, c.few = counts[0][1], counts[0][2]
	return counts[0] == counts[1] && counts[0][0] == cloudPoints && c.bound > 0 && c.bound < c.few && c.few < c.many
}

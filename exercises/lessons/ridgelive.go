package lessons

import (
	"math"
	"math/rand/v2"
	"slices"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// sinePoints are as many of the noisy sine as are drawn for a student, and
// sineWidth is an RBF that suits them.
const (
	sinePoints = 16
	sineWidth  = 0.6
)

// ridgeLive is 5.3: points of a noisy sine, and the weight of the one that a fit
// misses most.
func ridgeLive(b worksheets.Brief) worksheets.Parts {
	r := rand.New(rand.NewPCG(b.Seed, 53))
	all := dataset.MustBuiltin("sine_reg")
	chosen := r.Perm(all.Len())[:sinePoints]
	slices.SortFunc(chosen, func(i, j int) int { return int(math.Copysign(1, all.Point(i)[0]-all.Point(j)[0])) })
	set := all.Subset(chosen)
	lambda := []float64{0.1, 0.2, 0.5}[r.IntN(3)]
	fit := must(solvers.SolveRidge(kernels.Gram(kernels.RBF{Sigma: sineWidth}, set.Points()), set.Labels(), lambda))
	i := farthest(set.Labels(), fit.Scores)
	y, f := math.Round(set.Label(i)*1000)/1000, math.Round(fit.Scores[i]*1000)/1000 // as the text has them
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"n": sinePoints, "i": anatomy.Sub(i + 1), "lambda": lambda, "y": y, "f": f,
			"weight": (y - f) / lambda, "product": (y - f) * lambda, "residual": y - f,
		},
		Sets: map[string]exercises.Data{"sine": set},
	}
}

// farthest is the point with the largest residual.
func farthest(y, f []float64) int {
	at := 0
	for i := range y {
		if math.Abs(y[i]-f[i]) > math.Abs(y[at]-f[at]) {
			at = i
		}
	}
	return at
}

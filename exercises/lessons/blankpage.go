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

// The run of 6.7: so many points, so long steps, so many of them.
const (
	unseenPoints = 10
	unseenRate   = 0.03
	unseenSteps  = 60
)

// blankPage is 6.7: points for the loss that its worksheet has drawn, and a level that
// the sum of the losses passes clearly between two steps.
func blankPage(b worksheets.Brief) worksheets.Parts {
	r := rand.New(rand.NewPCG(b.Seed, 67))
	r.IntN(3) // that is which loss, drawn by the worksheet from the same stream
	loss, _ := solvers.LossNamed(b.Texts["name"])
	descent := solvers.LossDescent{Loss: loss, Eta: unseenRate}
	for {
		set := unseenSet(r, loss.Labels)
		steps := must(descent.Walk(kernels.Gram(kernels.RBF{Sigma: 0.7}, set.Points()), set.Labels(), unseenSteps))
		first, last := steps[0].Objective, steps[unseenSteps].Objective
		level := twoDigits(last + (0.2+0.3*r.Float64())*(first-last))
		step := slices.IndexFunc(steps, func(s solvers.Step) bool { return s.Objective <= level })
		gap := 0.02 * math.Abs(level) / unseenPoints
		if step > 3 && step < unseenSteps && steps[step-1].Objective > level+gap && steps[step].Objective < level-gap {
			return worksheets.Parts{
				Vars: worksheets.Vars{"level": anatomy.Num(level), "step": step, "before": step - 1, "rate": anatomy.Num(unseenRate)},
				Sets: map[string]exercises.Data{"points": set},
			}
		}
	}
}

// unseenSet draws points whose labels follow a sine, as far as such labels can.
func unseenSet(r *rand.Rand, kind solvers.Labels) *dataset.Set {
	var x [][]float64
	var y []float64
	for i := range unseenPoints {
		at := -2 + 4*(float64(i)+0.2+0.6*r.Float64())/unseenPoints
		label := math.Sin(2 * at)
		switch kind {
		case solvers.Signs:
			label = math.Copysign(1, label)
		case solvers.Positives:
			label = math.Exp(label)
		}
		x, y = append(x, []float64{at}), append(y, label)
	}
	return dataset.NewRegression("points", x, y)
}

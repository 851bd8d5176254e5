package dual

import (
	"context"
	"math"

	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

const (
	trainSteps = 200 // of gradient descent, wherever 6.4 trains by itself
	trainShare = 0.5 // γ as a share of solvers.GammaSafe
	goalSigma  = 0.5 // the width that the target loss comes from
)

// heldOut is points to train on, and as many of the same kind held out.
type heldOut struct{ train, held *dataset.Set }

// drawHalves draws two moons and divides them.
func drawHalves(seed uint64) heldOut {
	train, held := dataset.Moons(120, 0.15, seed).Split(seed, 0.5)
	return heldOut{train: train, held: held}
}

// coin is the loss of predicting ½ for each point: n ln 2, where training
// begins.
func (h heldOut) coin() float64 { return float64(h.train.Len()) * math.Ln2 }

// fit is a model after trainSteps steps, with its loss on either half.
type fit struct {
	model       stage.Model
	trace       solvers.Trace
	train, held float64
}

// fit trains with a kernel.
func (h heldOut) fit(ctx context.Context, k kernels.Kernel[[]float64]) (fit, error) {
	f := fit{model: stage.Model{Set: h.train, Kernel: k}}
	trace, err := logisticTrace(f.model)
	if err != nil {
		return f, err
	}
	if f.trace, err = trace.Extend(ctx, trainSteps, nil); err != nil {
		return f, err
	}
	last := f.trace.Last()
	f.train, f.held = last.Objective, lossOn(h.held, f.model.Expansion(last))
	return f, nil
}

// lossOn is the logistic loss of f on a set.
func lossOn(set *dataset.Set, f kernels.Expansion) float64 {
	scores := make([]float64, set.Len())
	for i := range scores {
		scores[i] = f.Eval(set.Point(i))
	}
	return solvers.LogisticLoss(set.Labels(), scores)
}

// logisticTrace starts dual logistic regression with γ a share of the largest
// step that surely lowers the loss.
func logisticTrace(m stage.Model) (solvers.Trace, error) {
	problem, err := m.Dual()
	if err != nil {
		return solvers.Trace{}, err
	}
	return solvers.NewTrace(solvers.Logistic{Gamma: trainShare * solvers.GammaSafe(problem.Gram())}, problem)
}

// goal is the training loss to reach: a tenth above what the RBF of width
// goalSigma reaches, to two digits.
func (h heldOut) goal() (float64, error) {
	f, err := h.fit(context.Background(), kernels.RBF{Sigma: goalSigma})
	if err != nil {
		return 0, err
	}
	unit := math.Pow(10, math.Floor(math.Log10(f.train))-1)
	return math.Ceil(1.1*f.train/unit) * unit, nil
}

// widths are the σ of the chart of losses, 0.01 to 10 in quarters of a decade.
func widths() []float64 {
	out := make([]float64, 13)
	for i := range out {
		out[i] = math.Pow(10, -2+float64(i)/4)
	}
	return out
}

// losses are the losses on either half, by width.
type losses struct{ sigma, train, held []float64 }

// sweep trains once for every width.
func (h heldOut) sweep(ctx context.Context) (losses, error) {
	l := losses{sigma: widths()}
	for _, s := range l.sigma {
		f, err := h.fit(ctx, kernels.RBF{Sigma: s})
		if err != nil {
			return losses{}, err
		}
		l.train, l.held = append(l.train, f.train), append(l.held, f.held)
	}
	return l, nil
}

// best is the width with the smallest loss on the points held out.
func (l losses) best() (sigma, held float64) {
	held = math.Inf(1)
	for i, v := range l.held {
		if v < held {
			sigma, held = l.sigma[i], v
		}
	}
	return sigma, held
}

package lessons

import (
	"fmt"
	"math"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// kernelLogistic is 6.4: logistic regression from K alone, and what the width
// of the kernel does to points that were held out.
func kernelLogistic(b worksheets.Brief) worksheets.Parts {
	h := drawHalves(b.Seed)
	goal := h.goal()
	small := newTrial(h)
	t := target{halves: h, goal: goal}
	w := h.best()
	train := pointsAlone(h.train, fmt.Sprintf("%d points to train on", h.train.Len()))
	held := pointsAlone(h.held, fmt.Sprintf("%d points held out", h.held.Len()))
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"n": h.train.Len(), "steps": trainSteps,
			"bestSigma": w.text, "bestLoss": anatomy.Num(w.held), "bestTrain": anatomy.Num(w.train),
			"goal": anatomy.Num(goal), "coin": anatomy.Num(h.coin()), "goalSigma": anatomy.Num(goalSigma),
			"trainOn": ownOr(b.Data, "Two moons are on the stage.", "Your own points are on the stage; moons and circles stand beside them under data."),
		},
		Sets: map[string]exercises.Data{"moons": h.train},
		Steps: map[string]worksheets.Behaviour{
			"score":  {Scene: small.scene},
			"zeros":  {Scene: alone(train)},
			"target": {Scene: t.scene, Check: t.check},
			"narrow": {Scene: alone(train, held)},
			"curve":  {Scene: h.curveScene(), Check: w.check},
		},
	}
}

// ownOr says which points a stage begins with: the student's own where it can
// take them.
func ownOr(data exercises.Data, without, with string) string {
	if _, _, ok := stage.OwnSet(data, 0); ok {
		return with
	}
	return without
}

const (
	trainSteps = 200 // of gradient descent, wherever 6.4 trains by itself
	trainShare = 0.5 // γ as a share of solvers.GammaSafe
	goalSigma  = 0.5 // the width that the target loss comes from
)

// heldOut is points to train on, and as many of the same kind held out.
type heldOut struct{ train, held *dataset.Set }

// drawHalves draws two moons and divides them.
func drawHalves(seed uint64) (h heldOut) {
	drawnApart(seed, func(from uint64) *dataset.Set {
		h.train, h.held = dataset.Moons(120, 0.15, from).Split(from, 0.5)
		return h.train
	})
	return h
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
func (h heldOut) fit(k kernels.Kernel[[]float64]) fit {
	f := fit{model: stage.Model{Set: h.train, Kernel: k}}
	f.trace = walked(f.model, solvers.Logistic{Gamma: trainShare * solvers.GammaSafe(must(f.model.Gram()))}, trainSteps)
	last := f.trace.Last()
	f.train, f.held = last.Objective, lossOn(h.held, f.model.Expansion(last))
	return f
}

// lossOn is the logistic loss of f on a set.
func lossOn(set *dataset.Set, f kernels.Expansion) float64 {
	scores := make([]float64, set.Len())
	for i := range scores {
		scores[i] = f.Eval(set.Point(i))
	}
	return solvers.LogisticLoss(set.Labels(), scores)
}

// goal is the training loss to reach: a tenth above what the RBF of width
// goalSigma reaches, to two digits.
func (h heldOut) goal() float64 {
	loss := h.fit(kernels.RBF{Sigma: goalSigma}).train
	unit := math.Pow(10, math.Floor(math.Log10(loss))-1)
	return math.Ceil(1.1*loss/unit) * unit
}

// end is the last frame of the run.
func (f fit) end() exercises.Frame {
	return stage.DescentPainter{Model: f.model, Logistic: true}.Paint([]solvers.Trace{f.trace}, f.trace.Len()-1)
}

package lessons

import (
	"context"
	"fmt"
	"math"
	"strconv"

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
func kernelLogistic(b worksheets.Brief) (worksheets.Parts, error) {
	h := drawHalves(b.Seed)
	goal, err := h.goal()
	if err != nil {
		return worksheets.Parts{}, err
	}
	small, err := newTrial(h)
	if err != nil {
		return worksheets.Parts{}, err
	}
	t := target{halves: h, goal: goal}
	w, err := h.best()
	if err != nil {
		return worksheets.Parts{}, err
	}
	train := pointsAlone(h.train, fmt.Sprintf("%d points to train on", h.train.Len()))
	held := pointsAlone(h.held, fmt.Sprintf("%d points held out", h.held.Len()))
	return worksheets.Parts{
		Vars: map[string]string{
			"n": strconv.Itoa(h.train.Len()), "steps": strconv.Itoa(trainSteps),
			"bestSigma": w.text, "bestLoss": anatomy.Num(w.held), "bestTrain": anatomy.Num(w.train),
			"goal": anatomy.Num(goal), "coin": anatomy.Num(h.coin()), "goalSigma": anatomy.Num(goalSigma),
			"trainOn": onStage(b.Data, "Two moons are on the stage.", "Your own points are on the stage; moons and circles stand beside them under data."),
		},
		Sets: map[string]exercises.Data{"moons": h.train},
		Steps: map[string]worksheets.Behaviour{
			"score":  {Scene: small.scene},
			"zeros":  {Scene: alone(train)},
			"target": {Scene: t.scene, Check: t.check},
			"narrow": {Scene: alone(train, held)},
			"curve":  {Scene: h.curveScene(), Check: w.check},
		},
	}, nil
}

// onStage says which points a stage begins with: the student's own where it can
// take them.
func onStage(data exercises.Data, without, with string) string {
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
func drawHalves(seed uint64) heldOut {
	halves := func(from uint64) (train, held *dataset.Set) { return dataset.Moons(120, 0.15, from).Split(from, 0.5) }
	train, held := halves(apartSeed(seed, func(from uint64) *dataset.Set { train, _ := halves(from); return train }))
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
	gram, err := f.model.Gram()
	if err != nil {
		return f, err
	}
	if f.trace, err = walked(ctx, f.model, solvers.Logistic{Gamma: trainShare * solvers.GammaSafe(gram)}, trainSteps); err != nil {
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

// end is the last frame of the run.
func (f fit) end() exercises.Frame {
	return stage.DescentPainter{Model: f.model, Logistic: true}.Paint([]solvers.Trace{f.trace}, f.trace.Len()-1)
}

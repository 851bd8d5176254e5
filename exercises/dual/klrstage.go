package dual

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/debug"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// trainStage is the stage of 6.4: training step by step, on moons, circles or
// the student's own points.
type trainStage struct {
	halves heldOut
	own    stage.StageSet // Set is nil where there is none
	note   string
}

func (t trainStage) sets() []stage.StageSet {
	sets := []stage.StageSet{
		{Name: "moons", Label: "two moons", Set: t.halves.train, Kernel: "rbf"},
		{Name: "circles", Label: "two circles", Set: dataset.MustBuiltin("circles"), Kernel: "rbf"},
	}
	if t.own.Set != nil {
		sets = append([]stage.StageSet{t.own}, sets...)
	}
	return sets
}

// scene is a run with data, kernel, σ and γ on controls.
func (t trainStage) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	data, chosen := stage.SetControl("data", t.sets(), a)
	kernel := stage.KernelControl("kernel", a, chosen.Kernel)
	sigma := stage.SigmaControl("sigma", chosen.Set, a, goalSigma)
	share := exercises.Control{
		Name: "share", Label: "γ·λ/8", Min: 0.01, Max: 1, Step: 0.1, Log: true,
		Value: stage.Chosen(a, "share", exercises.FormatNumber(trainShare)),
	}
	scene := exercises.Scene{Controls: []exercises.Control{data, kernel}}
	if kernel.Value == "rbf" {
		scene.Controls = append(scene.Controls, sigma)
	}
	scene.Controls = append(scene.Controls, share)
	model := stage.Model{Set: chosen.Set, Kernel: stage.KernelOf(kernel.Value, sigma.Number())}
	if chosen.Set.Dim() > 2 {
		columns, pair := stage.ColumnsControl("columns", chosen.Set, a)
		model.Pair = pair
		scene.Controls = append(scene.Controls, columns)
	}
	if note, ok := model.SliceNote(); ok {
		scene.Notes = append(scene.Notes, note)
	}
	if t.note != "" {
		scene.Notes = append(scene.Notes, stage.Warning(t.note))
	}
	trace, err := logisticTrace(model, share.Number())
	if err != nil {
		scene.Notes = append(scene.Notes, stage.Warning(err.Error()))
		return scene
	}
	scene.Notes = append(scene.Notes, stage.YouSaid(a["zeros"], expectedZeros())...)
	scene.Run = debug.Wrap(model, stage.NewRun(countingZeros{stage.DescentPainter{Model: model, Logistic: true}}, trace))
	return scene
}

// countingZeros is logistic regression with its zeros counted beside it.
type countingZeros struct{ stage.DescentPainter }

var _ stage.Painter = countingZeros{}

// Repaint shows a fork.
func (countingZeros) Repaint(m stage.Model, _ solvers.Solver) stage.Painter {
	return countingZeros{stage.DescentPainter{Model: m, Logistic: true}}
}

// Paint makes frame i.
func (c countingZeros) Paint(traces []solvers.Trace, i int) exercises.Frame {
	f := c.DescentPainter.Paint(traces, i)
	f.Notes = append([]ascii.Line{ascii.Plain(zeroNote(traces[0].At(i).CoefCopy()))}, f.Notes...)
	return f
}

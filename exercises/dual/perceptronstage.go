package dual

import (
	"context"
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/debug"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// perceptronStage is where 6.5 is watched.
type perceptronStage struct {
	four *dataset.Set
	own  stage.StageSet // Set is nil where there is none
	note string
}

// onStage says which points the stage begins with.
func (p perceptronStage) onStage() string {
	if p.own.Set == nil {
		return "The stage holds the four points."
	}
	return "Your own points are on the stage; choose the four points under data for the run you foretold."
}

// watch is the run that was foretold; the student's own points stand first.
func (p perceptronStage) watch(_ context.Context, a exercises.Answers) exercises.Scene {
	sets := []stage.StageSet{
		{Name: "xor4", Label: "the four points", Set: p.four, Kernel: "poly"},
		{Name: "circles", Label: "two circles", Set: dataset.MustBuiltin("circles"), Kernel: "poly"},
		{Name: "moons", Label: "two moons", Set: dataset.MustBuiltin("moons"), Kernel: "rbf"},
	}
	if p.own.Set != nil {
		sets = append([]stage.StageSet{p.own}, sets...)
	}
	return p.scene(a, "watch", sets, 0)
}

// endless begins with points that the kernel cannot separate.
func (p perceptronStage) endless(_ context.Context, a exercises.Answers) exercises.Scene {
	sets := []stage.StageSet{
		{Name: "xor4", Label: "the four points", Set: p.four, Kernel: "linear"},
		{Name: "blobs", Label: "two overlapping blobs", Set: dataset.MustBuiltin("blobs_overlap"), Kernel: "linear"},
	}
	if p.own.Set != nil {
		sets = append(sets, p.own)
	}
	scene := p.scene(a, "end", sets, 20)
	scene.Notes = append(stage.YouSaid(a["forever"], expectedEnds()), scene.Notes...)
	return scene
}

// expectedEnds are the predictions for points that cannot be separated.
func expectedEnds() map[string]string {
	return map[string]string{
		"stops": "it stops, with the fewest mistakes possible",
		"zero":  "it stops with no mistake",
		"never": "it never stops",
	}
}

// scene is a run with data and kernel on controls, whose names begin with
// step. With a cap above 0 the passes are limited, on a control too.
func (p perceptronStage) scene(a exercises.Answers, step string, sets []stage.StageSet, limit float64) exercises.Scene {
	data, chosen := stage.SetControl(step+"data", sets, a)
	kernel := stage.KernelControl(step+"kernel", a, chosen.Kernel)
	sigma := stage.SigmaControl(step+"sigma", chosen.Set, a, 0.5)
	scene := exercises.Scene{Controls: []exercises.Control{data, kernel}}
	if kernel.Value == "rbf" {
		scene.Controls = append(scene.Controls, sigma)
	}
	model := stage.Model{Set: chosen.Set, Kernel: stage.KernelOf(kernel.Value, sigma.Number())}
	if chosen.Set.Dim() > 2 {
		columns, pair := stage.ColumnsControl(step+"columns", chosen.Set, a)
		model.Pair = pair
		scene.Controls = append(scene.Controls, columns)
	}
	if note, ok := model.SliceNote(); ok {
		scene.Notes = append(scene.Notes, note)
	}
	solver := solvers.Perceptron{EveryVisit: chosen.Name == "xor4"}
	if limit > 0 {
		passes := exercises.Control{
			Name: step + "passes", Label: "passes", Min: 5, Max: 200, Step: 5,
			Value: stage.Chosen(a, step+"passes", exercises.FormatNumber(limit)),
		}
		solver.MaxEpochs = int(passes.Number())
		scene.Controls = append(scene.Controls, passes)
	}
	if p.note != "" {
		scene.Notes = append(scene.Notes, stage.Warning(p.note))
	}
	problem, err := model.Dual()
	var trace solvers.Trace
	if err == nil {
		trace, err = solvers.NewTrace(solver, problem)
	}
	if err != nil {
		scene.Notes = append(scene.Notes, stage.Warning(err.Error()))
		return scene
	}
	scene.Run = debug.Wrap(model, stage.NewRun(goingRound{stage.PerceptronPainter{Model: model}}, trace))
	return scene
}

// goingRound is the perceptron with a word where it has come full circle.
type goingRound struct{ stage.PerceptronPainter }

var _ stage.Painter = goingRound{}

// Repaint shows a fork. In a drawn order no pass is like another, so there is
// no circle to be told of.
func (goingRound) Repaint(m stage.Model, s solvers.Solver) stage.Painter {
	if p, ok := s.(solvers.Perceptron); ok && p.Seed != 0 {
		return stage.PerceptronPainter{Model: m}
	}
	return goingRound{stage.PerceptronPainter{Model: m}}
}

// Paint makes frame i.
func (g goingRound) Paint(traces []solvers.Trace, i int) exercises.Frame {
	f := g.PerceptronPainter.Paint(traces, i)
	c, ok := circle(traces[0], i)
	if !ok {
		return f
	}
	f.Notes = append([]ascii.Line{
		stage.Warning(fmt.Sprintf("Full circle: f is what it was after update %d, at the same place of a pass. From here everything repeats, %d updates a round.", c.from, c.updates)),
		ascii.Plain(fmt.Sprintf("Only α grows: Σα = %s. What one round adds to w and b cancels out.", stage.Num(sum(traces[0].At(i).CoefCopy())))),
	}, f.Notes...)
	return f
}

// round is a way back to an earlier f.
type round struct {
	from    int // updates made when f was the same before
	updates int // made since
}

// lookBack is how many steps a circle may have to be noticed.
const lookBack = 600

// circle looks for the last earlier step from which the perceptron went on
// exactly as it will from step i: the same f at every point, the same place in
// a pass, and mistakes in between. The coefficients need not be the same.
func circle(t solvers.Trace, i int) (round, bool) {
	now := t.At(i)
	place := t.Problem().Len()
	at := func(s solvers.Step) int { return s.Detail.(*solvers.PerceptronDetail).Visits % place }
	if i == 0 || now.Status == solvers.Converged {
		return round{}, false
	}
	for j := i - 1; j >= max(0, i-lookBack); j-- {
		before := t.At(j)
		if before.Updates < now.Updates && at(before) == at(now) && sameScores(before, now, place) {
			return round{from: before.Updates, updates: now.Updates - before.Updates}, true
		}
	}
	return round{}, false
}

func sameScores(s, t solvers.Step, n int) bool {
	for i := range n {
		a, b := s.F(i), t.F(i)
		if math.Abs(a-b) > 1e-9*(1+math.Abs(a)) {
			return false
		}
	}
	return true
}

func sum(v []float64) float64 {
	var s float64
	for _, x := range v {
		s += x
	}
	return s
}

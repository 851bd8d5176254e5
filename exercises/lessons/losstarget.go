package lessons

import (
	"context"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/kernels"
)

// target is a training loss to reach by choosing the kernel and its width; the
// controls are the answer.
type target struct {
	halves heldOut
	goal   float64
}

// controls start at the linear kernel, which does not get there.
func (t target) controls(a exercises.Answers) (kernel, sigma exercises.Control) {
	return stage.KernelControl("goalkernel", a, "linear"), stage.SigmaControl("goalsigma", t.halves.train, a, 3)
}

// fit trains with the controls as they stand.
func (t target) fit(a exercises.Answers) fit {
	kernel, sigma := t.controls(a)
	return t.halves.fit(stage.KernelOf(kernel.Value, sigma.Number()))
}

func (t target) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	kernel, sigma := t.controls(a)
	scene := exercises.Scene{Controls: []exercises.Control{kernel}}
	if kernel.Value == "rbf" {
		scene.Controls = append(scene.Controls, sigma)
	}
	f := t.fit(a)
	end := f.end()
	scene.Figures, scene.Inspect = end.Figures[:3], end.Inspect
	scene.Figures[1].Title = "training loss"
	scene.Notes = []ascii.Line{t.standing(f)}
	return scene
}

// standing says the loss reached beside the target.
func (t target) standing(f fit) ascii.Line {
	ink := ascii.Bad
	if f.train <= t.goal {
		ink = ascii.Good
	}
	return ascii.Line{
		{Text: fmt.Sprintf("%s, after %d steps: training loss ", kernelWords(f.model.Kernel), trainSteps), Ink: ascii.Text},
		{Text: anatomy.Num(f.train), Ink: ink},
		{Text: fmt.Sprintf(", target %s", anatomy.Num(t.goal)), Ink: ascii.Dim},
	}
}

func kernelWords(k kernels.Kernel[[]float64]) string {
	switch k := k.(type) {
	case kernels.RBF:
		return "RBF with σ = " + anatomy.Num(k.Sigma)
	case kernels.Poly:
		return fmt.Sprintf("polynomial of degree %d", k.Degree)
	}
	return "linear kernel"
}

// check trains with the controls and looks at the loss. Controls that were
// never touched are no answer yet.
func (t target) check(_ context.Context, a exercises.Answers) exercises.Report {
	kernel, _ := t.controls(a)
	if a["goalkernel"] == "" && a["goalsigma"] == "" {
		return exercises.Report{Verdict: exercises.Empty, Headline: "Choose a kernel and σ on the controls first."}
	}
	f := t.fit(a)
	r := exercises.Report{Verdict: exercises.NotEqual, Headline: "Not there yet.", Fact: []ascii.Line{t.standing(f)}}
	switch {
	case f.train <= t.goal:
		r.Verdict, r.Accepted, r.Headline = exercises.Equal, true, "Reached."
	case kernel.Value == "rbf":
		r.Misconception = "wide"
	default:
		r.Misconception = "polynomial"
	}
	return r
}

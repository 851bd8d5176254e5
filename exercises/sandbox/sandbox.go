// Package sandbox provides the bench that belongs to no unit. It offers any data,
// including points placed one by one, any kernel, including a typed one, and any
// solver, with all their parameters on controls. It asks nothing, marks nothing and
// is never done. The package lists what is offered and reads the two fields.
// Package bench implements the choices. It knows nothing of screens and draws
// nothing from the seed.
package sandbox

import (
	"context"
	"errors"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/bench"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
)

// Summary returns the entry of the sandbox in the contents.
func Summary() exercises.Summary {
	return exercises.Summary{
		ID: "S", Title: "Sandbox",
		Goal:  "Any data, also points that you place; any kernel, also one that you type; any solver, with the steps visible.",
		Tasks: []string{stepName}, StepTitles: []string{"Try anything"}, TakesData: true,
	}
}

const (
	stepName = "bench"
	title    = "Sandbox"
)

// Open returns the sandbox. If the student has own data, they are among the
// choices.
func Open(o exercises.Options) (*exercises.Exercise, error) {
	scene, err := offered().Scene(bench.Source{Own: o.Data})
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	return &exercises.Exercise{Summary: Summary(), Unit: title, Seed: o.Seed, Tasks: []exercises.Task{step{scene}}}, nil
}

// offered returns a bench with all choices.
func offered() bench.Bench {
	b := bench.Bench{Second: "primal", Targets: true, Kernels: []string{"linear", "power", "rbf", "typed"}}
	for _, k := range anatomy.All() {
		b.Run = append(b.Run, k.Name)
	}
	for _, name := range append([]string{"own", "placed"}, dataset.Names()...) {
		b.Data = append(b.Data, bench.Data{Set: name})
	}
	return b
}

// step is the only task.
type step struct{ scene bench.Scene }

var _ exercises.Echoer = step{}

// Info returns the text and the two fields.
func (step) Info() exercises.Info {
	return exercises.Info{
		Name: stepName, Title: "Try anything", Text: text(), Bench: true, OnStage: true,
		Fields: []exercises.Field{
			{Name: bench.PointsField, Label: "points =", Width: 24, Placeholder: "0.5 1 +; -1 2 -"},
			{Name: bench.TypedField, Label: "k(x, z) =", Placeholder: "exp(-dist)"},
		},
	}
}

// Scene returns the stage.
func (s step) Scene(ctx context.Context, a exercises.Answers) exercises.Scene { return s.scene(ctx, a) }

// Check accepts everything, because there is nothing to judge.
func (step) Check(context.Context, exercises.Answers) exercises.Report {
	return exercises.Report{Verdict: exercises.Noted, Accepted: true, Headline: "Taken."}
}

// Echo returns how a field is read.
func (step) Echo(_ context.Context, field, text string) exercises.Echo {
	switch field {
	case bench.PointsField:
		return echoPoints(text)
	case bench.TypedField:
		return echoKernel(text)
	}
	return exercises.Echo{At: -1}
}

func echoPoints(text string) exercises.Echo {
	points, err := bench.ReadPlaced(text)
	if fault, ok := errors.AsType[*bench.PlacedError](err); ok {
		return exercises.Echo{Problem: bench.Sentence(fault.Msg), At: fault.At}
	}
	negative, positive := points.Count()
	return exercises.Echo{Reading: fmt.Sprintf("%s: %d ◇, %d □", ascii.Count(len(points), "point"), positive, negative),
		At: -1}
}

func echoKernel(text string) exercises.Echo {
	k, err := bench.ReadKernel(text)
	if err != nil {
		words, at := bench.Fault(err)
		return exercises.Echo{Problem: bench.Sentence(words), At: at}
	}
	return exercises.Echo{Reading: kernels.Describe(k), At: -1}
}

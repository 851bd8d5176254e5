// Package sandbox provides an exercise outside the units, in which students can try things.
// It offers any data, including points placed one by one, any kernel, including a typed
// one, and any solver, with controls for all parameters. It has no questions and is never
// done. Start with Open.
//
// The package lists the choices and parses the two fields, for points and for a kernel. Package bench
// implements the choices. Package sandbox knows nothing of screens, and it uses the seed only to
// record it.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/bench"
	"kernellab/exercises/dataset"
	"kernellab/exercises/runfile"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// Summary returns the entry of the sandbox in the table of contents.
func Summary() exercises.Summary {
	return exercises.Summary{
		ID: "S", Title: "Sandbox",
		Goal:  "Any data, also points that you place; any kernel, also one that you type; any solver, with the steps visible.",
		Tasks: []string{taskName}, TaskTitles: []string{"Try anything"}, TakesData: true,
	}
}

const (
	initialSet = "xor4" // the initial set if the student has no data
	taskName   = "bench"
	unitTitle  = "Sandbox"
)

// Open returns the sandbox as an exercise. If the student has a data set, o.Data, it is among the
// choices.
func Open(o exercises.Options) (*exercises.Exercise, error) {
	scene, err := fullBench().Scene(bench.Source{Own: o.Data})
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	return &exercises.Exercise{Summary: Summary(), Unit: unitTitle, Seed: o.Seed,
		Tasks: []exercises.Task{task{scene}}}, nil
}

// fullBench returns a bench, which is a set of controls for data, kernel and solver, with all choices.
func fullBench() bench.Bench {
	b := bench.Bench{Second: "primal", Targets: true, Kernel: "rbf",
		Kernels: []string{"linear", "power", "rbf", "typed"}}
	for _, k := range anatomy.All() {
		b.Run = append(b.Run, k.Name)
	}
	otherSets := slices.DeleteFunc(dataset.Names(), func(name string) bool { return name == initialSet })
	for _, name := range append([]string{"own", initialSet, "placed"}, otherSets...) {
		b.Data = append(b.Data, bench.Data{Set: name})
	}
	return b
}

// task is the only task of the sandbox.
type task struct{ scene bench.Scene }

var _ exercises.Echoer = task{}

// Info returns the text and the two fields.
func (task) Info() exercises.Info {
	return exercises.Info{
		Name: taskName, Title: "Try anything", Text: instructions(), AsksNothing: true, FocusesStage: true,
		Fields: []exercises.Field{
			{Name: bench.PointsField, Label: "points =", Width: 24, Placeholder: "0.5 1 +; -1 2 -"},
			{Name: bench.TypedField, Label: "k(x, z) =", Placeholder: "exp(-dist)"},
		},
	}
}

// Scene returns what the stage, the part of the screen next to the text, shows for the answers.
func (s task) Scene(ctx context.Context, a exercises.Answers) exercises.Scene { return s.scene(ctx, a) }

// Check accepts everything, because there is nothing to judge.
func (task) Check(context.Context, exercises.Answers) exercises.Report {
	return exercises.Report{Verdict: exercises.Noted, Accepted: true, Headline: "Taken."}
}

// Echo describes how the text in a field is understood, or what is wrong with it.
func (task) Echo(_ context.Context, field, text string) exercises.Echo {
	switch field {
	case bench.PointsField:
		return echoPoints(text)
	case bench.TypedField:
		return echoKernel(text)
	}
	return exercises.Echo{At: -1}
}

func echoPoints(text string) exercises.Echo {
	points, err := bench.ReadPlacedPoints(text)
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
		message, at := bench.DescribeKernelError(err)
		return exercises.Echo{Problem: bench.Sentence(message), At: at}
	}
	return exercises.Echo{Reading: kernels.Describe(k), At: -1}
}

// instructions returns the text of the task. Paragraphs that mention keys have another text for the
// transcript, the output of kernellab --plain.
func instructions() []exercises.Block {
	return []exercises.Block{
		paragraph("Any data, any kernel, any solver, and all their numbers."),
		paragraphWithSpokenText("`strong|Points of your own.` Choose “points you place” as data. A click places a point or aims at one. With keys: `tab` to “place a point”, the arrows, `enter`.",
			"Points of your own. “set data placed” chooses them. They are in the field “points”, which “answer” asks for: two coordinates from −3 to 3 and a class each. Or “set x1” and “set x2” to a place, “set class”, and “press place”; if there is a point already, that takes it away. “press steps” starts a computation to step through, and leads back."),
		paragraphWithSpokenText("`strong|Kernels.` `typed` is the one below: rbf(sigma=0.5) + linear, or a formula of two points in dot, dist, dist2, x1, z1 …",
			"Kernels. “set kernel typed” takes the one in the field “k(x, z)”: rbf(sigma=0.5) + linear, or a formula of two points in dot, dist, dist2 and x1, z1, x2, z2."),
		paragraph("To find out:"),
		item("Which kernel parts four points that no line does?"),
		item("One □ among many ◇: from which C on does it get an island?"),
		item("Is dist a kernel? Is exp(-dist)?"),
	}
}

func paragraph(text string) exercises.Block {
	return exercises.Block{Kind: exercises.Paragraph, Text: worksheets.Inked(text)}
}

func item(text string) exercises.Block {
	return exercises.Block{Kind: exercises.Item, Mark: "•", Text: worksheets.Inked(text)}
}

// paragraphWithSpokenText returns a paragraph with another text for the transcript, where there are
// no keys.
func paragraphWithSpokenText(text, spoken string) exercises.Block {
	b := paragraph(text)
	b.SpokenText = worksheets.Inked(spoken)
	return b
}

// errUnsupportedSettings is the error for a run file with settings that the sandbox does not offer.
var errUnsupportedSettings = errors.New("the sandbox has no controls for these settings of the solver, or not for so many points")

// Answers returns the answers with which the sandbox shows the run of a run file, provided that the
// points of the file are the student's own data. root identifies the settings of that run.
func Answers(ctx context.Context, f runfile.File) (a exercises.Answers, root string, err error) {
	kind, _ := anatomy.OwnKind(f.Solver)
	a = exercises.Answers{"data": "own", "solver": kind.Name, "kernel": "typed", bench.TypedField: fmt.Sprint(f.Kernel)}
	for _, p := range kind.Parameters {
		a[p.Name] = p.Text(f.Solver)
		a[bench.RecordedPrefix+p.Name] = a[p.Name]
	}
	a["passes"], a["visits"] = a["max-epochs"], "mistake"
	if a["every-visit"] == "true" {
		a["visits"] = "visit"
	}
	run, err := stage.Start(stage.TrainingData{Set: f.Set, Kernel: f.Kernel, DrawnColumns: f.Pair}, f.Solver)
	if err != nil {
		return nil, "", err
	}
	ex, err := Open(exercises.Options{Data: f.Set})
	if err != nil {
		return nil, "", err
	}
	sandboxRun := ex.Tasks[0].Scene(ctx, a).Run
	if b := exercises.AbilitiesOf(sandboxRun).Branching; sandboxRun == nil || b == nil || b.Root() != run.Root() {
		return nil, "", errUnsupportedSettings
	}
	return a, run.Root(), nil
}

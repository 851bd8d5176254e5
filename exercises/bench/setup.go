package bench

import (
	"context"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/kernels"
)

// setUp is what is learned from: the points and the kernel in force, with the
// controls of both.
type setUp struct {
	model    stage.Model
	controls []exercises.Control
	place    *placing // nil: the points are not placed
	typed    bool     // the kernel is
	fault    string   // why what was typed is no formula
	waiting  []string // what was typed or placed, and is not in force
}

// setUp reads the answers.
func (b Bench) setUp(sets []stage.StageSet, a exercises.Answers) setUp {
	var out setUp
	if i := slices.IndexFunc(sets, func(s stage.StageSet) bool { return s.Name == placed }); i >= 0 {
		out.place = b.placing(a)
		sets = slices.Clone(sets)
		sets[i] = out.place.set()
	}
	data, chosen := stage.SetControl(b.Names+"data", sets, a)
	if chosen.Name != placed {
		if out.place != nil && a[b.Names+PointsField] != "" {
			out.waiting = append(out.waiting, "Your points wait: to have them, choose them as data.")
		}
		out.place = nil
	}
	kernel := stage.KernelControl(b.Names+"kernel", a, chosen.Kernel, b.Kernels...)
	sigma := chosen.SigmaControl(b.Names+"sigma", a)
	out.model = stage.Model{Set: chosen.Set}
	if out.typed = kernel.Value == typed; out.typed {
		out.model.Kernel, out.fault = typedKernel(a[b.Names+TypedField])
	} else {
		out.model.Kernel = stage.KernelOf(kernel.Value, sigma.Number())
		if slices.Contains(b.Kernels, typed) && a[b.Names+TypedField] != "" {
			out.waiting = append(out.waiting, "The kernel that you typed waits: to have it, choose “typed”.")
		}
	}
	if len(sets) > 1 {
		out.controls = append(out.controls, data)
	}
	if len(kernel.Choices) > 1 {
		out.controls = append(out.controls, kernel)
	}
	if kernel.Value == "rbf" {
		out.controls = append(out.controls, sigma)
	}
	if chosen.Set.Dim() > 2 {
		columns, pair := stage.ColumnsControl(b.Names+"columns", chosen.Set, a)
		out.model.Pair = pair
		out.controls = append(out.controls, columns)
	}
	return out
}

// typedKernel is the kernel of a text, or one that stands in for it until it can be
// read, and why it cannot.
func typedKernel(text string) (k kernels.Kernel[[]float64], fault string) {
	if text == "" {
		return kernels.Linear{}, "Type a kernel into k(x, z) =, as rbf(sigma=0.5) or exp(-dist)."
	}
	k, err := ReadKernel(text)
	if err != nil {
		words, _ := Fault(err)
		return kernels.Linear{}, "The kernel cannot be read yet: " + strings.TrimSuffix(words, "?") + "."
	}
	return k, ""
}

// lacks says what there has to be before anything can be learned; "" where all is
// there.
func (s setUp) lacks() string {
	if s.place != nil && s.place.lacks() != "" {
		return s.place.lacks()
	}
	return s.fault
}

// shown is a scene with its run, or while points are placed with where it leads; with
// what is missing there is no run.
func (s setUp) shown(ctx context.Context, scene exercises.Scene, run exercises.Run, missing string) exercises.Scene {
	for _, what := range s.waiting {
		scene.Notes = append(scene.Notes, ascii.Line{{Text: what, Ink: ascii.Dim}})
	}
	if missing != "" {
		scene.Notes, scene.Figures = append(scene.Notes, stage.Warning(missing)), s.bare()
		return scene
	}
	scene.Notes = append(scene.Notes, s.notes()...)
	if s.place == nil || s.place.steps {
		scene.Run = run
		return scene
	}
	figure, lines := s.place.solved(ctx, s.model, run)
	scene.Figures, scene.Notes = []exercises.Figure{figure}, append(scene.Notes, lines...)
	return scene
}

// bare is what there is to see where there is no run: points that are being placed.
func (s setUp) bare() []exercises.Figure {
	if s.place == nil {
		return []exercises.Figure{s.model.Map(kernels.Expansion{Kernel: kernels.Linear{}}, stage.MapOptions{Title: s.model.Set.Title()})}
	}
	return []exercises.Figure{s.place.picture()}
}

// notes are what there is to say of points and kernel beside the run.
func (s setUp) notes() (out []ascii.Line) {
	if s.typed {
		out = indefinite(s.model)
	}
	if s.place != nil && s.place.full() != "" {
		out = append(out, stage.Warning(s.place.full()))
	}
	return out
}

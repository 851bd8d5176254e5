package kit

import (
	"context"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// regionsScene is the decision map of a support vector machine, whose kernel and
// C may be computed with levers, on one of several sets.
func regionsScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	title, kernel, notes := by.title(p, "regions"), kernelOf(p, by), livesOf(p, "notes", by)
	c := by.law(p, "bound", or(p.Text("bound"), "1"))
	sets := setsOf(p)
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		scene := exercises.Scene{Controls: by.controls(a), Notes: shown(ctx, notes, a)}
		if len(sets) == 0 {
			return scene
		}
		control, chosen := stage.SetControl(p.Text("names")+"data", sets, a)
		if len(sets) > 1 {
			scene.Controls = append(scene.Controls, control)
		}
		k, err := kernel(a)
		if err != nil {
			return scene
		}
		m, err := stage.Model{Set: chosen.Set, Kernel: k}.SVM(ctx, c.Value(by.values(a)...))
		if err != nil {
			scene.Notes = append(scene.Notes, stage.Warning(err.Error()))
			return scene
		}
		scene.Figures = []exercises.Figure{m.Picture(title(a), false)}
		scene.Notes = append(errorWords(m), scene.Notes...)
		return scene
	}
}

// setsOf are the sets that a scene offers.
func setsOf(p *worksheets.Params) []stage.StageSet {
	var out []stage.StageSet
	for _, name := range p.Texts("data") {
		set, err := setNamed(p, name)
		if err != nil {
			p.Fail("data", "", "%v", err)
			continue
		}
		out = append(out, stage.StageSet{Name: name, Label: set.Title(), Set: set})
	}
	return out
}

// setNamed is a set of the lesson, or a built-in one.
func setNamed(p *worksheets.Params, name string) (*dataset.Set, error) {
	if set, ok := p.Sets()[name].(*dataset.Set); ok {
		return set, nil
	}
	return dataset.Builtin(name)
}

// errorWords say how many points are on the wrong side, and whether the machine
// came to its end.
func errorWords(m stage.Machine) []ascii.Line {
	n, wrong := m.Model.Set.Len(), stage.Wrong(m.F, m.Model.Set)
	ink := ascii.Bad
	if wrong == 0 {
		ink = ascii.Good
	}
	out := []ascii.Line{{
		{Text: m.Model.Set.Title() + ": ", Ink: ascii.Text}, {Text: fmt.Sprintf("%d of %d points on the wrong side", wrong, n), Ink: ink},
	}}
	if about := dataset.About(m.Model.Set.Name()); about != "" {
		out = append(out, ascii.Inked(about, ascii.Dim))
	}
	out = append(out, ascii.Inked("filled: α = C; white, black on a light screen: 0 < α < C", ascii.Dim))
	if m.Status != solvers.Converged {
		out = append(out, stage.Warning("The solver stopped before its end."))
	}
	return out
}

// kernelOf is the kernel of a scene for some answers; its text may be computed
// with levers. At every lever's start it has to be one.
func kernelOf(p *worksheets.Params, by levers) func(exercises.Answers) (kernels.Kernel[[]float64], error) {
	text := p.Needed("kernel")
	by.read(p, "kernel", text)
	of := func(a exercises.Answers) (kernels.Kernel[[]float64], error) {
		return kernels.Parse(by.fill(text, by.values(a)))
	}
	if _, err := of(nil); err != nil {
		p.Fail("kernel", "", "%v", err)
	}
	return of
}

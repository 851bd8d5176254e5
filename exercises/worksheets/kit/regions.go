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

// regionsC is C of the machines of the scene regions.
const regionsC = 10

// regionsScene is the decision map of a support vector machine, whose kernel may be
// computed with levers, on one of several sets.
func regionsScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	title, kernel := by.title(p, "regions"), kernelOf(p, by)
	var sets []stage.StageSet
	for _, name := range p.Texts("data") {
		set, err := dataset.Builtin(name)
		if err != nil {
			p.Fail("data", "", "%v", err)
			return nil
		}
		sets = append(sets, stage.StageSet{Name: name, Label: set.Title(), Set: set})
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		control, chosen := stage.SetControl("data", sets, a)
		scene := exercises.Scene{Controls: append(by.controls(a), control)}
		k, err := kernel(a)
		if err != nil {
			return scene
		}
		m, err := stage.Model{Set: chosen.Set, Kernel: k}.SVM(ctx, regionsC)
		if err != nil {
			scene.Notes = append(scene.Notes, stage.Warning(err.Error()))
			return scene
		}
		scene.Figures = []exercises.Figure{m.Picture(title(a), false)}
		scene.Notes = errorWords(m)
		return scene
	}
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

package dual

import (
	"context"
	"fmt"
	"math"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
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
func (t target) fit(ctx context.Context, a exercises.Answers) (fit, error) {
	kernel, sigma := t.controls(a)
	return t.halves.fit(ctx, stage.KernelOf(kernel.Value, sigma.Number()))
}

func (t target) step() worksheets.Behaviour {
	return worksheets.Behaviour{
		Scene: t.scene,
		Check: t.check,
		Reference: exercises.Answers{
			"goalkernel": "rbf", "goalsigma": exercises.FormatNumber(goalSigma),
		},
		Examples: map[string]exercises.Answers{
			"polynomial": {"goalkernel": "linear"},
			"wide":       {"goalkernel": "rbf", "goalsigma": "3"},
		},
	}
}

func (t target) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	kernel, sigma := t.controls(a)
	scene := exercises.Scene{Controls: []exercises.Control{kernel}}
	if kernel.Value == "rbf" {
		scene.Controls = append(scene.Controls, sigma)
	}
	f, err := t.fit(ctx, a)
	if err != nil {
		scene.Notes = []ascii.Line{stage.Warning(err.Error())}
		return scene
	}
	scene.Figures, scene.Inspect = f.figures(), f.inspect()
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
		{Text: stage.Num(f.train), Ink: ink},
		{Text: fmt.Sprintf(", target %s", stage.Num(t.goal)), Ink: ascii.Dim},
	}
}

func kernelWords(k kernels.Kernel[[]float64]) string {
	switch k := k.(type) {
	case kernels.RBF:
		return "RBF with σ = " + stage.Num(k.Sigma)
	case kernels.Poly:
		return fmt.Sprintf("polynomial of degree %d", k.Degree)
	}
	return "linear kernel"
}

// check trains with the controls and looks at the loss. Controls that were
// never touched are no answer yet.
func (t target) check(ctx context.Context, a exercises.Answers) exercises.Report {
	kernel, _ := t.controls(a)
	if a["goalkernel"] == "" && a["goalsigma"] == "" {
		return exercises.Report{Verdict: exercises.Empty, Headline: "Choose a kernel and σ on the controls first."}
	}
	f, err := t.fit(ctx, a)
	if err != nil {
		return exercises.Report{Verdict: exercises.Undecided, Fact: []ascii.Line{ascii.Plain(err.Error())}}
	}
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

// figures are the pictures of a fit at its end.
func (f fit) figures() []exercises.Figure {
	last := f.trace.Last()
	return []exercises.Figure{
		f.model.Map(f.model.Expansion(last), stage.MapOptions{Probability: true}),
		stage.History("training loss", f.trace, f.trace.Len()-1, false, stage.Track{Name: "loss", Of: func(s solvers.Step) float64 { return s.Objective }}),
		stage.CoefBars("every a", "a", f.model, last, nil),
	}
}

func (f fit) inspect() func(int) []ascii.Line {
	return stage.DescentPainter{Model: f.model, Logistic: true}.Paint([]solvers.Trace{f.trace}, f.trace.Len()-1).Inspect
}

// heldScene shows the two halves.
func (h heldOut) heldScene(context.Context, exercises.Answers) exercises.Scene {
	return exercises.Scene{Figures: []exercises.Figure{
		pointsAlone(h.train, fmt.Sprintf("%d points to train on", h.train.Len())),
		pointsAlone(h.held, fmt.Sprintf("%d points held out", h.held.Len())),
	}}
}

// expectedHeld are the predictions for σ → 0, in words.
func expectedHeld() map[string]string {
	return map[string]string{
		"falls": "it falls to 0 with the training loss",
		"coin":  "it rises again, to that of a coin toss",
		"grows": "it grows beyond all bounds",
	}
}

// curveScene is the fit of one width beside the losses of all of them, which
// are computed once.
func (h heldOut) curveScene() func(context.Context, exercises.Answers) exercises.Scene {
	swept := sync.OnceValues(func() (losses, error) { return h.sweep(context.Background()) })
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		sigma := stage.SigmaControl("fitsigma", h.train, a, goalSigma)
		scene := exercises.Scene{Controls: []exercises.Control{sigma}, Notes: stage.YouSaid(a["narrow"], expectedHeld())}
		f, err := h.fit(ctx, kernels.RBF{Sigma: sigma.Number()})
		if err != nil {
			return scene // cancelled: nothing can fail on these points
		}
		all, err := swept()
		if err != nil {
			return scene
		}
		scene.Figures = []exercises.Figure{f.figures()[0], h.lossChart(all, sigma.Number()), f.figures()[2]}
		scene.Inspect = f.inspect()
		best, least := all.best()
		scene.Notes = append(scene.Notes,
			ascii.Line{
				{Text: "σ = " + stage.Num(sigma.Number()) + ": ", Ink: ascii.Text},
				{Text: "training loss " + stage.Num(f.train), Ink: ascii.Series(0)},
				{Text: ", ", Ink: ascii.Text},
				{Text: "held-out loss " + stage.Num(f.held), Ink: ascii.Series(1)},
			},
			ascii.Line{{Text: fmt.Sprintf("least held-out loss of the chart: %s, at σ = %s; a coin toss: %s", stage.Num(least), stage.Num(best), stage.Num(h.coin())), Ink: ascii.Dim}})
		return scene
	}
}

func (h heldOut) lossChart(l losses, sigma float64) exercises.Figure {
	x := make([]float64, len(l.sigma))
	for i, s := range l.sigma {
		x[i] = math.Log10(s)
	}
	return exercises.Figure{Title: "loss after training, by σ", Role: exercises.Chart, Plot: ascii.Chart{
		Series: []ascii.ChartSeries{
			{Name: "training", X: x, Y: l.train, Ink: ascii.Series(0)}, {Name: "held out", X: x, Y: l.held, Ink: ascii.Series(1)},
		},
		XLabel:    "log₁₀ σ",
		HasCursor: true, Cursor: math.Log10(sigma),
		Refs: []ascii.RefLine{{Y: h.coin(), Label: "coin toss"}},
	}}
}

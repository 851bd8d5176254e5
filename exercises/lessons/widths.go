package lessons

import (
	"context"
	"math"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/kernels"
)

// widths are the σ of the chart of losses, 0.01 to 10 in quarters of a decade.
func widths() []float64 {
	out := make([]float64, 13)
	for i := range out {
		out[i] = math.Pow(10, -2+float64(i)/4)
	}
	return out
}

// losses are the losses on either half, by width.
type losses struct{ sigma, train, held []float64 }

// sweep trains once for each of some widths.
func (h heldOut) sweep(widths []float64) losses {
	l := losses{sigma: widths}
	for _, s := range l.sigma {
		f := h.fit(kernels.RBF{Sigma: s})
		l.train, l.held = append(l.train, f.train), append(l.held, f.held)
	}
	return l
}

// width is the place of the slider with the least held-out loss, and the losses
// there: what a σ of the student's is held to.
type width struct {
	halves             heldOut
	sigma, train, held float64
	text               string // σ as the slider has it
}

// best looks for it among the places of the slider where the best for two moons
// is.
func (h heldOut) best() width {
	const from, to = 0.1, 1.01
	least := width{held: math.Inf(1)}
	for text := exercises.FormatNumber(from); ; {
		at := h.widthControl(exercises.Answers{"fitsigma": text})
		if at.Number() > to {
			return least
		}
		if f := h.fit(kernels.RBF{Sigma: at.Number()}); f.held < least.held {
			least = width{halves: h, sigma: at.Number(), train: f.train, held: f.held, text: at.Value}
		}
		text = at.Nudge(1)
	}
}

// asGood is by how much a held-out loss may exceed the least: with other points
// held out the least would be elsewhere.
const asGood = 1.1

// widthControl is the slider of σ. It begins far too wide.
func (h heldOut) widthControl(a exercises.Answers) exercises.Control {
	return stage.SigmaControl("fitsigma", h.train, a, 3)
}

// check trains with the σ chosen and looks at the held-out loss. A slider that
// was never touched is no answer yet.
func (w width) check(_ context.Context, a exercises.Answers) exercises.Report {
	if a["fitsigma"] == "" {
		return exercises.Report{Verdict: exercises.Empty, Headline: "Move σ first."}
	}
	sigma := w.halves.widthControl(a).Number()
	f := w.halves.fit(kernels.RBF{Sigma: sigma})
	r := exercises.Report{
		Verdict: exercises.NotEqual, Headline: "Not there yet.",
		Fact: []ascii.Line{ascii.Plainf("At σ = %s the held-out loss is %s.", anatomy.Num(sigma), anatomy.Num(f.held))},
	}
	switch {
	case f.held <= asGood*w.held:
		r.Verdict, r.Accepted, r.Headline = exercises.Equal, true, "There it is least."
		if f.held > w.held {
			r.Headline = "Near enough."
			r.Fact = append(r.Fact, ascii.Plainf("The least of the slider is %s, at σ = %s.", anatomy.Num(w.held), w.text))
		}
	case sigma < w.sigma:
		r.Misconception = "narrow"
	default:
		r.Misconception = "wide"
	}
	return r
}

// curveScene is the fit of one width beside the losses of all of them, which
// are computed once.
func (h heldOut) curveScene() func(context.Context, exercises.Answers) exercises.Scene {
	swept := sync.OnceValue(func() losses { return h.sweep(widths()) })
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		sigma := h.widthControl(a)
		scene := exercises.Scene{Controls: []exercises.Control{sigma}}
		f, all := h.fit(kernels.RBF{Sigma: sigma.Number()}), swept()
		end := f.end()
		scene.Figures = []exercises.Figure{end.Figures[0], h.lossChart(all, sigma.Number()), end.Figures[2]}
		scene.Inspect = end.Inspect
		scene.Notes = []ascii.Line{
			{
				{Text: "σ = " + anatomy.Num(sigma.Number()) + ": ", Ink: ascii.Text},
				{Text: "training loss " + anatomy.Num(f.train), Ink: ascii.Series(0)},
				{Text: ", ", Ink: ascii.Text},
				{Text: "held-out loss " + anatomy.Num(f.held), Ink: ascii.Series(1)},
			},
			ascii.Inked("a coin toss: "+anatomy.Num(h.coin()), ascii.Dim),
		}
		return scene
	}
}

func (h heldOut) lossChart(l losses, sigma float64) exercises.Figure {
	x := make([]float64, len(l.sigma))
	for i, s := range l.sigma {
		x[i] = math.Log10(s)
	}
	return stage.Chart("loss after training, by σ", ascii.Chart{
		Series: []ascii.ChartSeries{
			{Name: "training", X: x, Y: l.train, Ink: ascii.Series(0)}, {Name: "held out", X: x, Y: l.held, Ink: ascii.Series(1)},
		},
		XLabel:    "log₁₀ σ",
		HasCursor: true, Cursor: math.Log10(sigma),
		Refs: []ascii.RefLine{{Y: h.coin(), Label: "coin toss"}},
	})
}

package lessons

import (
	"fmt"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// learning is the primal perceptron on φ, its boundary drawn over the true one.
// The dual perceptron walks beside it, for the debugger's sake.
func learning(set *dataset.Set) stage.Run {
	model := stage.Model{Set: set, Kernel: must(kernels.Parse(`features("x1","x2","x1^2","x2^2","x1*x2")`))}
	both := must(stage.Start(model, solvers.Perceptron{MaxEpochs: 5000}))
	return stage.NewRun(model, curvePainter{set: set}, both.Traces()...)
}

// curvePainter shows the primal perceptron in the plane of the data; it is the
// last of the traces.
type curvePainter struct{ set *dataset.Set }

var _ stage.Painter = curvePainter{}

// Repaint shows a fork: nothing here depends on the order of the points.
func (c curvePainter) Repaint(stage.Model, solvers.Solver) stage.Painter { return c }

// Paint makes frame i.
func (c curvePainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	t := traces[len(traces)-1]
	now := t.At(i)
	d := now.Detail.(*solvers.PerceptronDetail)
	v := append(now.CoefCopy(), now.Bias) // w and b, as score takes them
	f := exercises.Frame{
		Figures: []exercises.Figure{c.picture(v, d.Point), stage.History("points on the wrong side", t, i, false, stage.OnTheWrongSide(t))},
		Status:  ascii.Plainf("epoch %d, update %d: %d points on the wrong side", d.Epoch, now.Updates, d.Errors),
		Notes:   weightNotes(v),
		Inspect: scoreAt(c.set, v, "f"),
	}
	switch {
	case i == 0:
		f.Formula = []ascii.Line{ascii.Plain("start: w = 0 and b = 0, so f = 0 everywhere and the first point is a mistake")}
	case d.Mistake:
		f.Formula = c.update(d)
	default:
		f.Formula = []ascii.Line{ascii.Plain("a whole epoch without a mistake: the perceptron stops")}
		f.Notes = append(f.Notes, ascii.Plain("It separates the points, and is another curve than x₁ = x₂² + 5."))
	}
	return f
}

func (c curvePainter) picture(v []float64, focus int) exercises.Figure {
	fig := plane(c.set, v)
	fig.Title = "Learned boundary and true curve"
	m := fig.Plot.(ascii.Map)
	if focus >= 0 {
		m.Marks[focus].Focus = true
	}
	fig.Plot = m
	return fig
}

// update is the formula of a mistake with its numbers in place.
func (c curvePainter) update(d *solvers.PerceptronDetail) []ascii.Line {
	x, y := c.set.Point(d.Point), c.set.Label(d.Point)
	features := make([]string, 0, 5)
	for _, p := range curveFeatures(x) {
		features = append(features, anatomy.Num(p))
	}
	return []ascii.Line{
		ascii.Inked(fmt.Sprintf("y·f = %s ≤ 0 at point %d: a mistake", anatomy.Num(d.Margin), d.Point+1), ascii.Bad),
		ascii.Plainf("w ← w + yφ(x) = w + (%s)·(%s)", answer.Signed(y), strings.Join(features, ", ")),
		ascii.Plainf("b ← b + y = b + (%s)", answer.Signed(y)),
	}
}

// weightNotes are w and b beside those of the true curve.
func weightNotes(v []float64) []ascii.Line {
	w := make([]string, 5)
	for i := range w {
		w[i] = anatomy.Num(v[i])
	}
	return []ascii.Line{
		ascii.Plain("w = (" + strings.Join(w, ", ") + ")"),
		ascii.Plain("b = " + anatomy.Num(v[5])),
		ascii.Inked("true, up to a positive factor: (1, 0, 0, −1, 0) and −5", ascii.Dim),
	}
}

// Event names the end, and each new pass.
func (curvePainter) Event(prev, now solvers.Step) string {
	switch d := now.Detail.(*solvers.PerceptronDetail); {
	case now.Status.Done():
		return now.Status.Words()
	case d.Epoch != passOf(prev):
		return fmt.Sprintf("epoch %d begins", d.Epoch)
	}
	return ""
}

func passOf(s solvers.Step) int { return s.Detail.(*solvers.PerceptronDetail).Epoch }

// Breaks lists what the run can be asked to stop at.
func (curvePainter) Breaks() []exercises.Break {
	return []exercises.Break{{Name: "pass", Label: "a new epoch begins"}}
}

// Holds reports whether a break holds.
func (curvePainter) Holds(name string, prev, now solvers.Step) bool {
	return name == "pass" && passOf(now) != passOf(prev)
}

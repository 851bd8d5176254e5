package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// run starts the solver and returns its run. The notes of each frame begin with the notes of the
// bench.
func (b Bench) run(input runInput, problem *solvers.Problem, s solvers.Solver,
	a exercises.Answers) (exercises.Run, error) {
	data := input.data
	traces, err := b.traces(data, problem, s)
	if err != nil {
		return nil, err
	}
	p := annotatedPainter{names: b.Notes, expected: b.Prediction.Words[a[b.Prediction.Field]],
		placesPoints: input.editor != nil}.Repaint(data, s)
	return stage.NewRun(data, p, traces...), nil
}

// traces returns the trace (the list of steps) of the run and, if there is a second run, its trace.
func (b Bench) traces(data stage.TrainingData, problem *solvers.Problem, s solvers.Solver) ([]solvers.Trace, error) {
	if b.Second == "primal" {
		r, err := stage.Start(data, s)
		return r.Traces(), err
	}
	runs := []solvers.Solver{s}
	if l, ok := s.(solvers.Logistic); ok && b.Second == "form" {
		l.Form = otherForm(l.Form)
		runs = append(runs, l)
	}
	traces := make([]solvers.Trace, len(runs))
	for i, solver := range runs {
		var err error
		if traces[i], err = solvers.NewTrace(solver, problem); err != nil {
			return nil, err
		}
	}
	return traces, nil
}

// otherForm returns a form of logistic regression that computes the residuals by another formula:
// y′ − s(f) instead of s(−yf)·y, or the other way round. So it is not trivial that the results agree.
func otherForm(f solvers.LogisticForm) solvers.LogisticForm {
	if f == solvers.PlusMinus {
		return solvers.ZeroOneSubtracted
	}
	return solvers.PlusMinus
}

// annotatedPainter draws frames with a painter of package stage. It puts the notes of a bench before
// the notes of each frame.
type annotatedPainter struct {
	stage.Painter
	names        []string // names of the notes, see Bench.Notes
	expected     string   // the outcome that the student predicted, in words
	notes        []frameNotes
	placesPoints bool // whether the student places the points, so that the axes must not change
}

// Repaint returns the painter for other data or another solver.
func (t annotatedPainter) Repaint(data stage.TrainingData, s solvers.Solver) stage.Painter {
	t.Painter, _ = stage.PainterOf(data, s)
	t.notes = nil
	for _, name := range t.names {
		t.notes = append(t.notes, notes()[name](setting{data: data, solver: s, expected: t.expected}))
	}
	if len(t.notes) == 0 && !t.placesPoints {
		return t.Painter
	}
	return t
}

// Paint draws frame i with the notes.
func (t annotatedPainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	f := t.Painter.Paint(traces[:1], i)
	var lines []ascii.Line
	for _, note := range t.notes {
		lines = append(lines, note(traces, i)...)
	}
	f.Notes = slices.Concat(lines, f.Notes)
	if t.placesPoints {
		f.Figures = slices.Clone(f.Figures)
		for i := range f.Figures {
			f.Figures[i] = fixedAxes(f.Figures[i])
		}
	}
	return f
}

// maxRounding is the largest difference that rounding alone explains. Results of two runs that
// differ by less count as equal.
const maxRounding = 1e-12

// primalNotes shows w of the primal, Φᵀa of the dual, and their difference.
func primalNotes(s setting) frameNotes {
	rows, ok := s.data.Features()
	if !ok {
		return noNotes
	}
	return notesOnPair(func(dual, primal solvers.Step) []ascii.Line {
		w, fromDual := primal.CoefCopy(), anatomy.FeatureWeights(rows, dual.Weights())
		return []ascii.Line{
			numbersLine("primal   w = ", w, ascii.Symbol2),
			numbersLine("dual   Φᵀa = ", fromDual, ascii.Symbol1),
			differenceLine("w", w, fromDual),
		}
	})
}

// formNotes shows a in both forms of logistic regression, their difference, and the values of the
// formulas 1 − s(f) and s(−f) at the largest f.
func formNotes(setting) frameNotes {
	return notesOnPair(func(plusMinus, zeroOne solvers.Step) []ascii.Line {
		u, v := plusMinus.CoefCopy(), zeroOne.CoefCopy()
		largestF := zeroOne.F(0)
		for i := range u {
			largestF = max(largestF, zeroOne.F(i))
		}
		return []ascii.Line{
			differenceLine("a", u, v),
			{{Text: "largest f = " + anatomy.Num(largestF) + ":  ", Ink: ascii.Dim},
				{Text: NearlyOne(largestF), Ink: ascii.Text}},
			numbersLine("labels ±1  a = ", u, ascii.Symbol1),
			numbersLine("labels 0/1 a = ", v, ascii.Symbol2),
		}
	})
}

// NearlyOne formats 1 − s(f) and s(−f). They are the same number, but the first is
// computed by a subtraction that loses digits if s(f) is near 1.
func NearlyOne(f float64) string {
	return fmt.Sprintf("1 − s(f) = %s,  s(−f) = %s", anatomy.Num(1-solvers.Sigmoid(f)),
		anatomy.Num(solvers.Sigmoid(-f)))
}

// notesOnPair returns the notes on two runs at the same frame. If only one of the runs has this
// frame, there are no notes.
func notesOnPair(describe func(stepA, stepB solvers.Step) []ascii.Line) frameNotes {
	return func(traces []solvers.Trace, i int) []ascii.Line {
		if len(traces) < 2 || i >= traces[1].Len() {
			return nil
		}
		return describe(traces[0].At(i), traces[1].At(i))
	}
}

// differenceLine shows the difference of two vectors, as the function difference computes it. It is
// relative to the largest entry of u if that entry is above 1, because rounding errors grow with the
// numbers.
func differenceLine(letter string, u, v []float64) ascii.Line {
	d := difference(u, v)
	ink := ascii.Good
	if d > maxRounding {
		ink = ascii.Bad
	}
	return ascii.Line{{Text: "largest difference ", Ink: ascii.Dim}, {Text: anatomy.Digits(d, 2), Ink: ink},
		{Text: " relative to max(1, |" + letter + "|)", Ink: ascii.Dim}}
}

// difference returns maxⱼ |uⱼ − vⱼ| / max(1, maxⱼ |uⱼ|).
func difference(u, v []float64) float64 {
	size, worst := 1.0, 0.0
	for j := range u {
		size = max(size, math.Abs(u[j]))
		worst = max(worst, math.Abs(u[j]-v[j]))
	}
	return worst / size
}

// shownEntries is the number of entries of a vector that fit into a note.
const shownEntries = 2

// numbersLine returns the first entries of a vector with six significant digits behind a
// label, so that vectors can be compared by eye.
func numbersLine(label string, v []float64, ink ascii.Ink) ascii.Line {
	var parts []string
	for j, x := range v {
		if j == shownEntries {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, anatomy.Digits(x, 6))
	}
	text := strings.Join(parts, ", ")
	if len(v) > 1 {
		text = "(" + text + ")"
	}
	return ascii.Line{{Text: label, Ink: ascii.Dim}, {Text: text, Ink: ink}}
}

// polynomialName is the name of the polynomial kernel with sliders for degree and offset.
const polynomialName = "power"

// kernelControl returns the control for the kernel. Its initial value is the suitable kernel of the
// set. If this is the quadratic kernel and the bench does not offer it, the initial value is power.
func (b Bench) kernelControl(kernelName string, a exercises.Answers) exercises.Control {
	if kernelName == "poly" && len(b.Kernels) > 0 && !slices.Contains(b.Kernels, kernelName) {
		kernelName = polynomialName
	}
	c := stage.KernelControl(b.NamePrefix+"kernel", a, kernelName, b.Kernels...)
	for i := range c.Choices {
		if c.Choices[i].Value == polynomialName {
			c.Choices[i].Label = "polynomial"
		}
	}
	return c
}

// polynomial returns the kernel (xᵀz + c)ᵖ and the sliders for p and c. The initial values p = 2 and
// c = 1 give the quadratic kernel.
func (b Bench) polynomial(a exercises.Answers) (kernels.Kernel[[]float64], []exercises.Control) {
	p := stage.Slider(b.NamePrefix+"degree", "degree p", 1, 12, 1, a, "2")
	c := stage.Slider(b.NamePrefix+"offset", "offset c", 0, 10, 0.5, a, "1")
	return kernels.Poly{Degree: int(math.Round(p.Number())), C: c.Number()}, []exercises.Control{p, c}
}

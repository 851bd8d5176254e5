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

// run starts the solver, with what is told beside its frames.
func (b Bench) run(at setUp, problem *solvers.Problem, s solvers.Solver, a exercises.Answers) (exercises.Run, error) {
	m := at.model
	traces, err := b.traces(m, problem, s)
	if err != nil {
		return nil, err
	}
	p := telling{names: b.Notes, foretold: b.Foretold.in(a), placed: at.place != nil}.Repaint(m, s)
	return stage.NewRun(m, p, traces...), nil
}

// traces are the run, and what goes beside it.
func (b Bench) traces(m stage.Model, problem *solvers.Problem, s solvers.Solver) ([]solvers.Trace, error) {
	if b.Beside == "primal" {
		r, err := stage.Start(m, s)
		return r.Traces(), err
	}
	walks := []solvers.Solver{s}
	if l, ok := s.(solvers.Logistic); ok && b.Beside == "form" {
		l.Form = otherForm(l.Form)
		walks = append(walks, l)
	}
	traces := make([]solvers.Trace, len(walks))
	for i, walk := range walks {
		var err error
		if traces[i], err = solvers.NewTrace(walk, problem); err != nil {
			return nil, err
		}
	}
	return traces, nil
}

// otherForm is a form that computes its residuals by another formula: beside
// s(−yf)·y it is y′ − s(f) with its subtraction, so that agreement is found and
// not built in.
func otherForm(f solvers.LogisticForm) solvers.LogisticForm {
	if f == solvers.PlusMinus {
		return solvers.Subtracted
	}
	return solvers.PlusMinus
}

// telling is the stage's own painter of a solver, with a bench's notes before
// those of each frame.
type telling struct {
	stage.Painter
	names    []string
	foretold string
	notes    []teller
	placed   bool // the points are: the axes stay
}

// Repaint shows the run under a setting.
func (t telling) Repaint(m stage.Model, s solvers.Solver) stage.Painter {
	t.Painter, _ = stage.PainterOf(m, s)
	t.notes = nil
	for _, name := range t.names {
		if note := noteOf(name); note != nil {
			t.notes = append(t.notes, note(setting{model: m, solver: s, foretold: t.foretold}))
		}
	}
	if len(t.notes) == 0 && !t.placed {
		return t.Painter
	}
	return t
}

// Paint makes frame i. What goes beside the run is told of in the notes.
func (t telling) Paint(traces []solvers.Trace, i int) exercises.Frame {
	f := t.Painter.Paint(traces[:1], i)
	var lines []ascii.Line
	for _, tell := range t.notes {
		lines = append(lines, tell(traces, i)...)
	}
	f.Notes = slices.Concat(lines, f.Notes)
	if t.placed {
		f.Figures = slices.Clone(f.Figures)
		for i := range f.Figures {
			f.Figures[i] = still(f.Figures[i])
		}
	}
	return f
}

// sameTo is the difference up to which two paths count as one: rounding alone
// explains it.
const sameTo = 1e-12

// primalBeside shows w of the primal beside Φᵀa of the dual, with their
// difference.
func primalBeside(s setting) teller {
	rows, ok := s.model.Features()
	if !ok {
		return silent
	}
	return lockstep(func(dual, primal solvers.Step) []ascii.Line {
		w, pulled := primal.CoefCopy(), pulledBack(rows, dual)
		return []ascii.Line{
			{{Text: "primal   w = ", Ink: ascii.Dim}, {Text: digits(w), Ink: ascii.Symbol2}},
			{{Text: "dual   Φᵀa = ", Ink: ascii.Dim}, {Text: digits(pulled), Ink: ascii.Symbol1}},
			differenceLine(w, pulled),
		}
	})
}

// formsBeside shows a in both forms, with their difference, and what the two
// formulas make of the largest f.
func formsBeside(setting) teller {
	return lockstep(func(plusMinus, zeroOne solvers.Step) []ascii.Line {
		u, v := plusMinus.CoefCopy(), zeroOne.CoefCopy()
		top := zeroOne.F(0)
		for i := range u {
			top = math.Max(top, zeroOne.F(i))
		}
		return []ascii.Line{
			{{Text: "labels ±1  a = ", Ink: ascii.Dim}, {Text: digits(u), Ink: ascii.Symbol1}},
			{{Text: "labels 0/1 a = ", Ink: ascii.Dim}, {Text: digits(v), Ink: ascii.Symbol2}},
			differenceLine(u, v),
			{{Text: "largest f = " + anatomy.Num(top) + ":  ", Ink: ascii.Dim}, {Text: NearlyOne(top), Ink: ascii.Text}},
		}
	})
}

// NearlyOne is 1 − s(f) beside s(−f): they are one number, and the first is
// computed by a subtraction that takes its digits away where s(f) is near 1.
func NearlyOne(f float64) string {
	return fmt.Sprintf("1 − s(f) = %s,  s(−f) = %s", anatomy.Num(1-solvers.Sigmoid(f)), anatomy.Num(solvers.Sigmoid(-f)))
}

// lockstep tells of two runs at one position, as far as both go.
func lockstep(tell func(first, second solvers.Step) []ascii.Line) teller {
	return func(traces []solvers.Trace, i int) []ascii.Line {
		if len(traces) < 2 || i >= traces[1].Len() {
			return nil
		}
		return tell(traces[0].At(i), traces[1].At(i))
	}
}

// pulledBack is Φᵀa, one number a feature.
func pulledBack(rows [][]float64, dual solvers.Step) []float64 {
	out := make([]float64, len(rows[0]))
	for i, a := range dual.Weights() {
		for j, v := range rows[i] {
			out[j] += a * v
		}
	}
	return out
}

// differenceLine tells how far two vectors are apart, against their size where
// that is above 1: rounding grows with the numbers.
func differenceLine(u, v []float64) ascii.Line {
	d := difference(u, v)
	ink := ascii.Good
	if d > sameTo {
		ink = ascii.Bad
	}
	return ascii.Line{{Text: "largest difference ", Ink: ascii.Dim}, {Text: anatomy.Num(twoDigits(d)), Ink: ink}}
}

// difference is max |uⱼ − vⱼ| over max(1, |uⱼ|).
func difference(u, v []float64) float64 {
	size, worst := 1.0, 0.0
	for j := range u {
		size = math.Max(size, math.Abs(u[j]))
		worst = math.Max(worst, math.Abs(u[j]-v[j]))
	}
	return worst / size
}

// shownEntries is how many entries of a vector the notes have room for.
const shownEntries = 2

// digits writes the first entries of a vector with nine significant digits, so
// that two vectors can be compared by eye.
func digits(v []float64) string {
	var parts []string
	for j, x := range v {
		if j == shownEntries {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, strings.Replace(fmt.Sprintf("%.9g", x), "-", "−", 1))
	}
	if len(v) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// power names the polynomial kernel with degree and offset on sliders.
const power = "power"

// kernelControl chooses the kernel, beginning with one that suits the set. Where the
// quadratic one suits it and is not offered, the polynomial one is it.
func (b Bench) kernelControl(suits string, a exercises.Answers) exercises.Control {
	if suits == "poly" && len(b.Kernels) > 0 && !slices.Contains(b.Kernels, suits) {
		suits = power
	}
	c := stage.KernelControl(b.Names+"kernel", a, suits, b.Kernels...)
	for i := range c.Choices {
		if c.Choices[i].Value == power {
			c.Choices[i].Label = "polynomial"
		}
	}
	return c
}

// polynomial is (xᵀz + c)ᵖ with p and c on sliders; it begins as the quadratic kernel.
func (b Bench) polynomial(a exercises.Answers) (kernels.Kernel[[]float64], []exercises.Control) {
	p := exercises.Control{Name: b.Names + "degree", Label: "degree p", Min: 1, Max: 12, Step: 1, Value: stage.Chosen(a, b.Names+"degree", "2")}
	c := exercises.Control{Name: b.Names + "offset", Label: "offset c", Min: 0, Max: 10, Step: 0.5, Value: stage.Chosen(a, b.Names+"offset", "1")}
	return kernels.Poly{Degree: int(math.Round(p.Number())), C: c.Number()}, []exercises.Control{p, c}
}

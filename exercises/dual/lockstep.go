package dual

import (
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// sameTo is the difference up to which two paths count as one: rounding alone
// explains it.
const sameTo = 1e-12

// pair shows a descent on dual weights together with a second trace that
// should take the same steps.
type pair struct {
	stage.DescentPainter
	// beside describes the two at one position.
	beside func(main, other solvers.Step) []ascii.Line
	// after adds what is worth saying about the path so far; may be nil.
	after func(main solvers.Trace, i int) []ascii.Line
	// again is the same painter under another setting.
	again func(m stage.Model, s solvers.Solver) stage.Painter
}

// Repaint shows a fork under its own model and step size.
func (p pair) Repaint(m stage.Model, s solvers.Solver) stage.Painter { return p.again(m, s) }

var _ stage.Painter = pair{}

// Paint makes frame i: that of the descent, with the two side by side in the
// notes.
func (p pair) Paint(traces []solvers.Trace, i int) exercises.Frame {
	f := p.DescentPainter.Paint(traces[:1], i)
	var notes []ascii.Line
	if len(traces) > 1 && i < traces[1].Len() {
		notes = p.beside(traces[0].At(i), traces[1].At(i))
	}
	if p.after != nil {
		notes = append(notes, p.after(traces[0], i)...)
	}
	f.Notes = append(notes, f.Notes...)
	return f
}

// primalBeside shows w of the primal beside Φᵀa of the dual, with their
// difference.
func primalBeside(m stage.Model) func(dual, primal solvers.Step) []ascii.Line {
	return func(dual, primal solvers.Step) []ascii.Line {
		w, pulled := primal.CoefCopy(), pulledBack(m, dual)
		return []ascii.Line{
			{{Text: "primal   w = ", Ink: ascii.Dim}, {Text: digits(w), Ink: ascii.Symbol2}},
			{{Text: "dual   Φᵀa = ", Ink: ascii.Dim}, {Text: digits(pulled), Ink: ascii.Symbol1}},
			differenceLine(w, pulled),
		}
	}
}

// pulledBack is Φᵀa, one number a feature.
func pulledBack(m stage.Model, dual solvers.Step) []float64 {
	rows, ok := m.Features()
	if !ok {
		return nil
	}
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
	return ascii.Line{{Text: "largest difference ", Ink: ascii.Dim}, {Text: stage.Num(round2(d)), Ink: ink}}
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

// round2 keeps two significant digits.
func round2(v float64) float64 {
	if v == 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(v/unit) * unit
}

// shownWeights is how many entries of a vector the notes have room for.
const shownWeights = 2

// digits writes the first entries of a vector with ten significant digits, so
// that two vectors can be compared by eye.
func digits(v []float64) string {
	var parts []string
	for j, x := range v {
		if j == shownWeights {
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

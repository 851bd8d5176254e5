package stage

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// AscentPainter shows gradient ascent on the dual: every α with its slope, and
// what the steps do to W and to the constraints.
type AscentPainter struct{ Model Model }

var _ Painter = AscentPainter{}

// Paint makes frame i.
func (p AscentPainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	t := traces[0]
	now, d := t.At(i), ascent(t.At(i))
	f := exercises.Frame{Figures: []exercises.Figure{
		AscentTable(p.Model, now),
		pathChart("g(α)", t, i, func(s solvers.Step) float64 { return s.Objective }),
		pathChart("Σ αᵢtᵢ, feasible at 0", t, i, func(s solvers.Step) float64 { return ascent(s).Sum }),
	}}
	f.Status = ascii.Plain(fmt.Sprintf("step %d", i))
	f.Formula = []ascii.Line{ascii.Plain("αᵢ ← αᵢ + η·(1 − tᵢ Σⱼ αⱼtⱼKᵢⱼ)")}
	f.Notes = []ascii.Line{
		BalanceNote(d.Sum),
		{{Text: "smallest αᵢ = ", Ink: ascii.Dim}, {Text: Four(d.Least), Ink: fence(d.Least < 0)}, {Text: "   needed: 0 or more", Ink: ascii.Dim}},
		{{Text: "g = ", Ink: ascii.Dim}, {Text: Four(now.Objective), Ink: ascii.Text}},
	}
	return f
}

func ascent(s solvers.Step) *solvers.AscentDetail { return s.Detail.(*solvers.AscentDetail) }

// AscentTable is every α at a step, and the slope of W along it.
func AscentTable(m Model, s solvers.Step) exercises.Figure {
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "i"}, {Title: "x"}, {Title: "t", Right: true}, {Title: "αᵢ", Right: true}, {Title: "∂g/∂αᵢ", Right: true}, {Title: ""},
	}}
	d, _ := anatomy.Points{Y: m.Set.Labels()}.Descent(solvers.Ascent{})
	for i, a := range s.Coef().All() {
		note, ink := ascii.Line{}, ascii.Text
		if a < 0 {
			ink, note = ascii.Bad, ascii.Line{{Text: "below 0", Ink: ascii.Bad}}
		}
		x := make([]string, m.Set.Dim())
		for j, v := range m.Set.Point(i) {
			x[j] = answer.Shown(v)
		}
		table.Rows = append(table.Rows, []ascii.Line{
			ascii.Plain(strconv.Itoa(i + 1)), ascii.Plain("(" + strings.Join(x, ", ") + ")"),
			ascii.Plain(answer.Signed(d.Y[i])), {{Text: Four(a), Ink: ink}}, ascii.Plain(Four(d.R(i, s.F(i)))), note,
		})
	}
	return exercises.Figure{Title: "The dual variables", Role: exercises.Table, Plot: table}
}

// pathChart is a number along the steps up to frame i.
func pathChart(name string, t solvers.Trace, i int, of func(solvers.Step) float64) exercises.Figure {
	values := make([]float64, i+1)
	for j := range values {
		values[j] = of(t.At(j))
	}
	return exercises.Figure{Title: name, Role: exercises.Chart, Plot: ascii.Chart{
		Series: []ascii.ChartSeries{{Y: values}}, XLabel: "step", HasCursor: true, Cursor: float64(i),
		Refs: []ascii.RefLine{{Y: 0}},
	}}
}

// BalanceNote says Σ αᵢtᵢ against the 0 that is needed.
func BalanceNote(sum float64) ascii.Line {
	return ascii.Line{{Text: "Σ αᵢtᵢ = ", Ink: ascii.Dim}, {Text: Four(sum), Ink: fence(math.Abs(sum) > 1e-9)}, {Text: "   needed: 0", Ink: ascii.Dim}}
}

func fence(broken bool) ascii.Ink {
	if broken {
		return ascii.Bad
	}
	return ascii.Good
}

// Four writes a number with four decimals.
func Four(v float64) string {
	if math.Abs(v) >= 1e5 {
		return anatomy.Num(v)
	}
	return answer.Shown(math.Round(v*1e4) / 1e4)
}

// Event names the frame at which a constraint is first broken, or the end.
func (AscentPainter) Event(prev, now solvers.Step) string {
	was, d := ascent(prev), ascent(now)
	switch {
	case math.Abs(was.Sum) <= 1e-9 && math.Abs(d.Sum) > 1e-9 && prev.N == 0:
		return "Σ αᵢtᵢ leaves 0"
	case d.Least < 0 && was.Least >= 0:
		return "an αᵢ falls below 0"
	}
	return ""
}

// Breaks lists the breaks: an α below 0.
func (AscentPainter) Breaks() []exercises.Break {
	return []exercises.Break{{Name: "negative", Label: "an αᵢ falls below 0"}}
}

// Holds reports whether a break holds.
func (AscentPainter) Holds(name string, _, now solvers.Step) bool {
	return name == "negative" && slices.Min(now.CoefCopy()) < 0
}

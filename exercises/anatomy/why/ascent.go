package why

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// ascent is the panel of a step of gradient ascent on the dual.
func (v view) ascent(s solvers.Ascent) []ascii.Line {
	out := []ascii.Line{
		heading("The rule: gradient ascent on the dual"), sentence("Every α goes up the slope of W along it; neither Σαt = 0 nor α ≥ 0 is looked at."),
		dim("αᵢ ← αᵢ + η·∂W/∂αᵢ,  ∂W/∂αᵢ = 1 − tᵢ Σⱼ αⱼtⱼKᵢⱼ"),
	}
	if d, ok := v.now().Detail.(*solvers.AscentDetail); !ok || v.i == 0 || d.Gradient().Len() == 0 {
		return append(out, sentence("No step led here. At α = 0 every slope is 1."))
	}
	was, now := v.Climb(s, v.before()), v.Climb(s, v.now())
	at := was.Steepest()
	sheet := was.Sheet(at)
	want, said := sheet.Truth(), sheet.Said(v.now())
	out = append(out, v.slopes(was, at)...)
	out = append(out, heading("The arithmetic"))
	for _, name := range []string{"g", "anew"} {
		p := anatomy.Pen{Line: sheet.Equation(name, want)}
		out = append(out, p.Says(want[name], said[name]).Line)
	}
	var w, sum anatomy.Pen
	w.Text("W: %s → %s", anatomy.Num(was.W()), anatomy.Num(now.W())).Says(now.W(), v.now().Objective)
	sum.Text("Σαt: %s → %s, and the dual wants 0", anatomy.Num(was.Balance()), anatomy.Num(now.Balance()))
	return append(out, w.Line, sum.Line, sentence("So: W is steepest along α%s, and every α moved by η times its slope.", anatomy.Sub(at+1)))
}

// slopes is the table of all points; one is marked.
func (v view) slopes(was anatomy.Climb, most int) []ascii.Line {
	rows := make([]row, was.Len())
	for i := range rows {
		g := was.Gradient(i, was.Score[i])
		rows[i] = row{point: i, worth: math.Abs(g), ink: ascii.Text, cells: []string{
			"", fmt.Sprint(i + 1), anatomy.Label(was.Y[i]), cell(was.Score[i]), cell(g), cell(was.Alpha[i]), cell(v.now().Coef().At(i)),
		}}
		if i == most {
			rows[i].cells[0], rows[i].ink, rows[i].keep = "→", ascii.Select, true
		}
	}
	return table([]string{"", "i", "t", "f", "∂W/∂α", "α old", "α new"}, rows)
}

package stage

import (
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// inspector describes the points that there are.
func inspector(m Model, describe func(i int) []ascii.Line) func(i int) []ascii.Line {
	return func(i int) []ascii.Line {
		if i < 0 || i >= m.Set.Len() {
			return nil
		}
		return describe(i)
	}
}

// ending is how a solver ended, none before that.
func ending(s solvers.Step) []ascii.Line {
	if !s.Status.Done() {
		return nil
	}
	return []ascii.Line{ascii.Plain(s.Sentence)}
}

// inspectPoint is the first line of every inspector: where the point is.
func inspectPoint(set *dataset.Set, i int) ascii.Line {
	x := set.Point(i)
	values := make([]string, len(x))
	for j, v := range x {
		values[j] = anatomy.Digits(v, 4)
	}
	var p anatomy.Pen
	p.Ink(ascii.Strong, fmt.Sprintf("point %d", i+1))
	p.Text("  %s = (%s)", strings.Join(set.Columns(), ", "), strings.Join(values, ", "))
	if set.Task() == dataset.Regression {
		return p.Text("  target %s", anatomy.Num(set.Label(i))).Line
	}
	return p.Text("  class %s", anatomy.Label(set.Label(i))).Line
}

// inspect describes a point at a step.
func (p SMOPainter) inspect(s solvers.Step, i int) []ascii.Line {
	set, c := p.Model.Set, p.Solver.C
	t, a, f := set.Label(i), s.Coef().At(i), s.F(i)
	var alpha, score, kkt anatomy.Pen
	alpha.Ink(anatomy.InkA, fmt.Sprintf("α%s = %s", anatomy.Sub(i+1), anatomy.Num(a))).Text("  %s", standing(a, c))
	score.Text("f = %s   E = f − t = %s   t·f = %s", anatomy.Num(f), anatomy.Num(f-t), anatomy.Num(t*f))
	kkt.Text("%s", condition(a, c, t*f))
	m := anatomy.Machine{Points: anatomy.Points{Y: set.Labels()}, C: c, Alpha: s.CoefCopy()}
	_, ways := m.Ways(i)
	return []ascii.Line{inspectPoint(set, i), alpha.Line, score.Line, kkt.Line, {{Text: ways, Ink: ascii.Dim}}}
}

// standing says which kind of point an α makes.
func standing(a, c float64) string {
	switch {
	case a == 0:
		return "not a support vector"
	case a == c:
		return "support vector at the bound C"
	}
	return "free support vector"
}

// condition says the KKT condition of a point with its number in place.
func condition(a, c, margin float64) string {
	const tol = 1e-3
	var want string
	var ok bool
	switch {
	case a == 0:
		want, ok = "α = 0 wants t·f ≥ 1", margin >= 1-tol
	case a == c && !math.IsInf(c, 1):
		want, ok = "α = C wants t·f ≤ 1", margin <= 1+tol
	default:
		want, ok = "a free α wants t·f = 1", math.Abs(margin-1) <= tol
	}
	if ok {
		return want + ": satisfied"
	}
	return fmt.Sprintf("%s: violated, it is %s", want, anatomy.Num(margin))
}

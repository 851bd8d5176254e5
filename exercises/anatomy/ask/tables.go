package ask

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// scene is the table of all that a pair is chosen by.
func (u pairUpdate) scene() exercises.Scene {
	return exercises.Scene{
		Figures: []exercises.Figure{u.table(-1, -1)},
		Notes:   []ascii.Line{u.constants()},
	}
}

// ruleScene is the table of all that the rule looks at, given the k that is
// chosen so far, −1 for none.
func (u pairUpdate) ruleScene(k int) exercises.Scene {
	s := u.scene()
	switch {
	case u.rule.PairRule == solvers.SecondOrder && k < 0:
		s.Figures = []exercises.Figure{u.whole(nil)}
		s.Notes = append(s.Notes, line("Fill in k, and the table has κ = K_kk + K_ℓℓ − 2K_kℓ of k with every point."))
	case u.rule.PairRule == solvers.SecondOrder:
		s.Figures = []exercises.Figure{u.whole(func(l int) float64 { return u.Kappa(k, l) })}
	case !u.rule.Extreme():
		s.Figures = []exercises.Figure{u.whole(nil)}
		s.Notes = append(s.Notes, line("A point violates its condition where E = F + b lies below −%s and tα may grow (up), or above %s and tα may shrink (low). The search goes on from point %d, and from 1 again after %d.",
			show(u.tol()/2), show(u.tol()/2), u.start()+1, len(u.Y)))
	}
	return s
}

// tol is the violation below which the solver has converged.
func (u pairUpdate) tol() float64 { return cmp.Or(u.smo.Tol, anatomy.Tol) }

// start is the point from which a rule that goes through the points in order
// looks for k: the one after the last k.
func (u pairUpdate) start() int {
	if d, ok := u.prev.Detail.(*solvers.SMODetail); ok {
		return (d.K + 1) % len(u.Y)
	}
	return 0
}

// whole is the table of all points, with κ where there is one.
func (u pairUpdate) whole(kappa func(l int) float64) exercises.Figure {
	all := make([]int, len(u.Y))
	for i := range all {
		all[i] = i
	}
	return u.rows("The points before the step", all, u.F, kappa, -1, -1)
}

// constants are what all points share; F is without b.
func (u pairUpdate) constants() ascii.Line {
	return line("b = %s, C = %s; F = f − b − t", showTo(u.Bias, u.resolution(u.step(u.k, u.l))), show(u.C))
}

// table is how the points stand before the update; −1: no pair is marked.
func (u pairUpdate) table(k, l int) exercises.Figure {
	return u.points("The points before the step", u.F, k, l)
}

// extremes is how many points a table shows of those with the lowest F that
// can grow, and as many of those with the highest F that can shrink.
const extremes = 12

// points is the table of the points with F; where there are many, of those
// that count.
func (u pairUpdate) points(title string, f func(i int) float64, k, l int) exercises.Figure {
	return u.rows(title, u.shown(f, k, l), f, nil, k, l)
}

// rows is the table of some points with F, and with κ where there is one.
func (u pairUpdate) rows(title string, points []int, f, kappa func(i int) float64, k, l int) exercises.Figure {
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "i", Right: true}, {Title: "t", Right: true}, {Title: "α", Right: true}, {Title: "F", Right: true}, {Title: "tα may"},
	}}
	if kappa != nil {
		table.Columns = append(table.Columns, ascii.Column{Title: "κ", Right: true})
	}
	fine := u.resolution(u.step(u.k, u.l))
	for _, i := range points {
		ink, may := ascii.Text, "   "
		switch i {
		case k:
			ink = ascii.Symbol1
		case l:
			ink = ascii.Symbol2
		}
		if u.Up(i) {
			may = "up "
		}
		if u.Low(i) {
			may += "low"
		}
		row := []ascii.Line{
			{{Text: pointNumber(i), Ink: ink}}, ascii.Plain(answer.Signed(u.Y[i])), {{Text: show(u.Alpha[i]), Ink: ink}},
			{{Text: showTo(f(i), fine), Ink: ink}}, {{Text: may, Ink: ascii.Dim}},
		}
		if kappa != nil {
			row = append(row, ascii.Plain(show(kappa(i))))
		}
		table.Rows = append(table.Rows, row)
	}
	if n := len(table.Rows); n < len(u.Y) {
		title += fmt.Sprintf(", the %d of %d with the most extreme F", n, len(u.Y))
	}
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: table}
}

// shown lists the points of a table, in order.
func (u pairUpdate) shown(f func(i int) float64, k, l int) []int {
	var up, low []int
	for i := range u.Y {
		if u.Up(i) {
			up = append(up, i)
		}
		if u.Low(i) {
			low = append(low, i)
		}
	}
	slices.SortStableFunc(up, func(a, b int) int { return cmp.Compare(f(a), f(b)) })
	slices.SortStableFunc(low, func(a, b int) int { return cmp.Compare(f(b), f(a)) })
	if len(u.Y) <= 2*extremes {
		extreme := make([]int, len(u.Y))
		for i := range extreme {
			extreme[i] = i
		}
		return extreme
	}
	out := append(up[:min(extremes, len(up))], low[:min(extremes, len(low))]...)
	for _, i := range []int{k, l} {
		if i >= 0 {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// weights is the table of what f at a point is a sum of: the coefficients that
// are not 0, with their entries of K, told so finely that the sum comes out to
// a resolution.
func weights(title, letter string, coef []float64, k func(j int) float64, resolution float64) exercises.Figure {
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "j", Right: true}, {Title: letter, Right: true}, {Title: "K", Right: true},
	}}
	each := resolution / float64(len(coef))
	for j, c := range coef {
		if c == 0 {
			continue
		}
		table.Rows = append(table.Rows, []ascii.Line{
			ascii.Plain(pointNumber(j)), ascii.Plain(showTo(c, each/math.Max(1e-300, math.Abs(k(j))))), ascii.Plain(showTo(k(j), each/math.Abs(c))),
		})
	}
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: table}
}

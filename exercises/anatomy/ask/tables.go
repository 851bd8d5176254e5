package ask

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// scene is the table of all that a pair is chosen by.
func (u pairUpdate) scene() exercises.Scene {
	return exercises.Scene{
		Figures: []exercises.Figure{u.table(-1, -1)},
		Notes:   []ascii.Line{u.constants()},
	}
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
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "i", Right: true}, {Title: "t", Right: true}, {Title: "α", Right: true}, {Title: "F", Right: true}, {Title: "tα may"},
	}}
	fine := u.resolution(u.step(u.k, u.l))
	for _, i := range u.shown(f, k, l) {
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
		table.Rows = append(table.Rows, []ascii.Line{
			{{Text: pointNumber(i), Ink: ink}}, ascii.Plain(answer.Signed(u.Y[i])), {{Text: show(u.Alpha[i]), Ink: ink}},
			{{Text: showTo(f(i), fine), Ink: ink}}, {{Text: may, Ink: ascii.Dim}},
		})
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

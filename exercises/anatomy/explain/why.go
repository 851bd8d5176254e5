package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
)

// Width is what the lines of [Why] are made for, in columns. Numbers of unusual
// length make a line longer.
const Width = 84

// Why explains how a step came about: the rule, the points with what the rule looks
// at, and the arithmetic. Of a start it says that no step led there. It is empty in
// the primal.
func Why(a anatomy.Account) []ascii.Line {
	if a.Primal {
		return nil
	}
	out := []ascii.Line{heading("The rule: " + a.Rule.Title)}
	for _, s := range a.Rule.Sentences {
		out = append(out, ascii.Plain(s))
	}
	if a.Rule.Formula != "" {
		out = append(out, dim(a.Rule.Formula))
	}
	if a.Derivation == nil {
		return append(append(out, ascii.Plain(cmp.Or(a.Rule.Start, "No step led here."))), points(a)...)
	}
	out = append(out, points(a)...)
	out = append(out, of(a.Choice)...)
	out = append(out, heading("The arithmetic"))
	out = append(out, a.Given...)
	check := a.Derivation.Check(a.Now)
	for _, q := range a.Derivation.Formulas() {
		out = append(out, arithmetic(a.Derivation, q, check)...)
	}
	if a.Objective != "" {
		out = append(out, ascii.Plain(fmt.Sprintf("%s: %s → %s", a.Objective, anatomy.Num(a.Before.Objective), anatomy.Num(a.Now.Objective))))
	}
	return append(out, of(a.Remarks)...)
}

// of returns the lines that a function makes, none for nil.
func of(lines func() []ascii.Line) []ascii.Line {
	if lines == nil {
		return nil
	}
	return lines()
}

// heading is a short title over a part of the panel.
func heading(text string) ascii.Line { return ascii.Inked(text, ascii.Strong) }

// dim is a line of secondary text.
func dim(text string) ascii.Line { return ascii.Inked(text, ascii.Dim) }

// arithmetic is the line of a quantity: its law, with numbers, the result, what the step
// has if that is something else, and the note on it. What has no room goes on a line of
// its own.
func arithmetic(d anatomy.Derivation, q anatomy.Quantity, check anatomy.Check) []ascii.Line {
	result := anatomy.Pen{Line: d.Result(q.Name, check.Want)}
	if v, ok := check.Recorded[q.Name]; ok && !q.Context && !check.Right(q.Name) {
		result.Says(check.Want[q.Name], v)
	}
	out := []ascii.Line{d.Law(q.Name)}
	add := func(gap string, more ascii.Line) {
		if last := &out[len(out)-1]; last.Width()+len(gap)+more.Width() <= Width {
			*last = append(append(*last, ascii.Plain(gap)...), more...)
		} else {
			out = append(out, append(ascii.Plain("   "), more...))
		}
	}
	add("", result.Line)
	if q.Note != nil && q.Note(check.Want) != "" {
		add("    ", dim(q.Note(check.Want)))
	}
	return out
}

// The numbers of points in a table: all are shown up to allRows, otherwise fewRows.
const (
	allRows = 30
	fewRows = 12
)

// points is the table of the points as the step found them; where there are many, of
// those that it is about and the best, and how many are left out.
func points(a anatomy.Account) []ascii.Line {
	t := a.Points
	if t == nil {
		return nil
	}
	table := ascii.Table{}
	columns := append(slices.Clone(t.Columns), t.More...)
	for _, head := range []string{"", "i", t.Label.Head, t.Letter, "f"} {
		table.Columns = append(table.Columns, ascii.Column{Title: head, Right: true})
	}
	for _, c := range columns {
		table.Columns = append(table.Columns, ascii.Column{Title: c.Head, Right: true})
	}
	marks, n := marked(a), t.At.Coef().Len()
	for _, i := range shown(n, marks, t.Rank) {
		row := []ascii.Line{readable(ascii.Line{marks[i]}), ascii.Plain(strconv.Itoa(i + 1)), t.Label.Cell(t.At, i), ascii.Plain(anatomy.Digits(t.At.Coef().At(i), 3)), ascii.Plain(anatomy.Digits(t.At.F(i), 3))}
		for _, c := range columns {
			row = append(row, readable(c.Cell(t.At, i)))
		}
		if marks[i].Ink == anatomy.InkL || marks[i].Text == anatomy.PlainMark { // what the rule chose
			for c := range row {
				row[c] = ascii.Inked(row[c].String(), ascii.Select)
			}
		}
		table.Rows = append(table.Rows, row)
	}
	out := append([]ascii.Line{table.Header(Width, ascii.View{})}, table.Lines(Width, ascii.View{})...)
	if left := n - len(table.Rows); left > 0 {
		out = append(out, dim(fmt.Sprintf("%d more points are not shown", left)))
	}
	return out
}

// readable returns a cell without the signs that a transcript cannot print.
func readable(cell ascii.Line) ascii.Line {
	out := slices.Clone(cell)
	for i, span := range cell {
		out[i].Text = strings.NewReplacer("✓ ", "", "✗ ", "", "✓", "ok", anatomy.PlainMark, "→").Replace(span.Text)
	}
	return out
}

// marked are the points that the step is about, with their letters, and the runner-up.
func marked(a anatomy.Account) map[int]ascii.Span {
	out := map[int]ascii.Span{a.Points.Runner: {Text: "2nd", Ink: ascii.Text}}
	if a.Points.Movers != nil && a.Derivation != nil {
		for _, m := range a.Points.Movers(a.Now) {
			out[m.Point] = m.Mark
		}
	}
	return out
}

// shown lists the points of a table of n: if there are many, those that are marked and
// those that rank highest.
func shown(n int, marks map[int]ascii.Span, rank func(i int) float64) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	if n <= allRows {
		return out
	}
	worth := func(i int) float64 {
		switch _, marked := marks[i]; {
		case marked:
			return math.Inf(1)
		case rank == nil:
			return 0
		}
		return rank(i)
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(worth(b), worth(a)) })
	out = out[:fewRows]
	slices.Sort(out)
	return out
}

// Package explain explains a step in words and numbers. It has a function for each view of an
// account, for the steps of all solvers and of other computations:
//
//	Why            the rule, the points with the numbers that the rule compares, and
//	               the arithmetic with its numbers filled in
//	Ledger         the invariants of the step, each with its number
//	QuestionTasks  small exercises about the next step
//	ByHand         the step as a form to fill in
//
// Package breakpoint implements the language of conditions on steps.
//
// An [anatomy.Account] holds the facts. What is special about a kind of solver is in the solver's
// files in package anatomy. To see how the next step is predicted, read [QuestionTasks] in
// prediction.go, then the questions of the kind (smo_questions.go for SMO), and then form.go, which
// judges the answers.
//
// Every number is computed from the points, the kernel and the coefficients before the step. The
// numbers that the step recorded are not trusted: if one differs, [Why] adds "the step has …", and
// [Ledger] reports a violated law. If a number is a sum, the difference allowed for rounding is
// proportional to the size of its terms.
//
// All results are immutable and safe for concurrent use. The package knows nothing of pictures,
// screens or terminals.
package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
)

// Width is the width of the lines of [Why], in columns. Unusually long numbers may make a
// line longer.
const Width = 84

// Why explains a step: the rule, the points with the numbers that the rule compares, and the
// arithmetic. For an initial state, it explains that no step led there. It returns nil in the
// primal.
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
		return append(append(out, ascii.Plain(cmp.Or(a.Rule.Start, "No step led here."))), pointLines(a)...)
	}
	out = append(out, pointLines(a)...)
	out = append(out, linesOf(a.Choice)...)
	out = append(out, heading("The arithmetic"))
	out = append(out, a.FormulaNotes...)
	check := a.Derivation.Check(a.Now)
	for _, q := range a.Derivation.Formulas() {
		out = append(out, arithmetic(a.Derivation, q, check)...)
	}
	if a.Objective != "" {
		out = append(out,
			ascii.Plain(
				fmt.Sprintf("%s: %s → %s", a.Objective, anatomy.Num(a.Before.Objective), anatomy.Num(a.Now.Objective)),
			))
	}
	return append(out, linesOf(a.Remarks)...)
}

// linesOf calls a function that may be nil.
func linesOf(lines func() []ascii.Line) []ascii.Line {
	if lines == nil {
		return nil
	}
	return lines()
}

// heading returns the title of a part of the panel "why".
func heading(text string) ascii.Line { return ascii.Inked(text, ascii.Strong) }

// dim returns a line of secondary text.
func dim(text string) ascii.Line { return ascii.Inked(text, ascii.Dim) }

// arithmetic returns the lines for a quantity: its formula in symbols and with numbers, the result,
// the recorded number if it differs from the result, and a note. If these parts do not fit on one
// line, some have lines of their own.
func arithmetic(d anatomy.Derivation, q anatomy.Quantity, check anatomy.Check) []ascii.Line {
	result := anatomy.Pen{Line: d.Result(q.Name, check.Want)}
	if v, ok := check.Recorded[q.Name]; ok && !q.Context && !check.Right(q.Name) {
		result.AddRecorded(check.Want[q.Name], v)
	}
	out := []ascii.Line{d.Definition(q.Name)}
	add := func(separator string, part ascii.Line) {
		if last := &out[len(out)-1]; last.Width()+len(separator)+part.Width() <= Width {
			*last = append(append(*last, ascii.Plain(separator)...), part...)
		} else {
			out = append(out, append(ascii.Plain("   "), part...))
		}
	}
	add("", result.Line)
	if q.Note != nil && q.Note(check.Want) != "" {
		add("    ", dim(q.Note(check.Want)))
	}
	return out
}

// A table shows all points if there are at most allRows points, and otherwise at most fewRows.
const (
	allRows = 30
	fewRows = 12
)

// pointLines returns the table of the points before the step. If there are many points, the table
// shows only the marked points and those of the highest rank, and the number of hidden points.
func pointLines(a anatomy.Account) []ascii.Line {
	t := a.Points
	if t == nil {
		return nil
	}
	table := ascii.Table{}
	columns := append(slices.Clone(t.Columns), t.MoreColumns...)
	for _, head := range []string{"", "i", t.Label.Head, t.Letter, "f"} {
		table.Columns = append(table.Columns, ascii.Column{Title: head, Right: true})
	}
	for _, c := range columns {
		table.Columns = append(table.Columns, ascii.Column{Title: c.Head, Right: true})
	}
	marks, n := markedPoints(a), t.Step.Coef().Len()
	for _, i := range shownPoints(n, marks, t.Rank) {
		row := []ascii.Line{readable(ascii.Line{marks[i]}), ascii.Plain(strconv.Itoa(i + 1)), t.Label.Cell(t.Step, i),
			ascii.Plain(anatomy.Digits(t.Step.Coef().At(i), 3)), ascii.Plain(anatomy.Digits(t.Step.F(i), 3))}
		for _, c := range columns {
			row = append(row, readable(c.Cell(t.Step, i)))
		}
		if marks[i].Ink == anatomy.InkL || marks[i].Text == anatomy.PlainMark { // the rule chose this point
			for c := range row {
				row[c] = ascii.Inked(row[c].String(), ascii.Select)
			}
		}
		table.Rows = append(table.Rows, row)
	}
	out := append([]ascii.Line{table.Header(Width, ascii.View{})}, table.Lines(Width, ascii.View{})...)
	if hiddenCount := n - len(table.Rows); hiddenCount > 0 {
		out = append(out, dim(fmt.Sprintf("%d more points are not shown", hiddenCount)))
	}
	return out
}

// readable replaces symbols that a transcript cannot print.
func readable(cell ascii.Line) ascii.Line {
	out := slices.Clone(cell)
	for i, span := range cell {
		out[i].Text = strings.NewReplacer("✓ ", "", "✗ ", "", "✓", "ok", anatomy.PlainMark, "→").Replace(span.Text)
	}
	return out
}

// markedPoints returns the marks of points in the table: "2nd" for the runner-up, and the marks of
// the points that the step visits or changes.
func markedPoints(a anatomy.Account) map[int]ascii.Span {
	out := map[int]ascii.Span{a.Points.RunnerUp: {Text: "2nd", Ink: ascii.Text}}
	if a.Points.Movers != nil && a.Derivation != nil {
		for _, m := range a.Points.Movers(a.Now) {
			out[m.Point] = m.Mark
		}
	}
	return out
}

// shownPoints returns the points among 0 … n−1 that a table shows. If n is at most allRows, it
// returns all points, and otherwise the marked points and the points of the highest rank.
func shownPoints(n int, marks map[int]ascii.Span, rank func(i int) float64) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	if n <= allRows {
		return out
	}
	priority := func(i int) float64 {
		switch _, isMarked := marks[i]; {
		case isMarked:
			return math.Inf(1)
		case rank == nil:
			return 0
		}
		return rank(i)
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(priority(b), priority(a)) })
	out = out[:fewRows]
	slices.Sort(out)
	return out
}

// Ledger returns the invariants of a step: first the laws of the account, then the quantities of
// the derivation, whose recorded numbers must follow from the formulas. The order is fixed. A given
// number is listed only if the recorded number is wrong. In the primal the ledger is empty.
func Ledger(a anatomy.Account) []exercises.Invariant {
	if a.Primal {
		return nil
	}
	var out []exercises.Invariant
	if a.Laws != nil {
		for _, l := range a.Laws() {
			out = append(out, lawRow(l))
		}
	}
	return append(out, derivedRows(a, out)...)
}

func lawRow(l anatomy.Law) exercises.Invariant {
	row := exercises.Invariant{Name: l.Name, Law: ascii.Plain(l.Formula), Value: l.Shown, Holds: l.Holds()}
	if l.WhyWaived != "" {
		row.Waived = true
		row.Law = ascii.Plain(fmt.Sprintf("%s (not promised, because %s)", l.Formula, l.WhyWaived))
	}
	if l.Shown == "" {
		row.Value = anatomy.Rounded(l.Got, l.Tol)
	}
	if !row.Holds {
		row.Note = l.Note
	}
	if !row.Holds && l.Note == "" {
		note := [...]string{anatomy.Equals: "Computed in another way, it is %s, but the step has %s.",
			anatomy.AtMost:  "It may be at most %s, but it is %s.",
			anatomy.AtLeast: "It must be at least %s, but it is %s."}
		row.Note = fmt.Sprintf(note[l.Relation], anatomy.Num(l.Want), anatomy.Num(l.Got))
	}
	return row
}

// derivedRows returns the rows of the quantities whose names are not among the laws. A quantity
// with SharesRow set shares the row of the quantity before it. A quantity that occurs in several
// derivations has one row. It comes from the first derivation in which the quantity is wrong, or
// from the first of all if it is never wrong.
func derivedRows(a anatomy.Account, laws []exercises.Invariant) []exercises.Invariant {
	derivations := []anatomy.Derivation{a.Derivation}
	if a.OtherDerivations != nil {
		derivations = append(derivations, a.OtherDerivations()...)
	}
	var out []exercises.Invariant
	for n, d := range derivations {
		check := d.Check(a.Now)
		for _, q := range d {
			sameName := func(l exercises.Invariant) bool { return l.Name == q.Name }
			_, isRecorded := check.Recorded[q.Name]
			isWrong := !check.Holds(q.Name)
			if !isRecorded || q.Context || !isWrong && (n > 0 || q.Formula == "") ||
				slices.ContainsFunc(laws, sameName) {
				continue
			}
			row := quantityRow(d, q, check)
			switch at := slices.IndexFunc(out, sameName); {
			case at < 0 && q.SharesRow && len(out) > 0:
				joinRows(&out[len(out)-1], row)
			case at < 0:
				out = append(out, row)
			case out[at].Holds:
				out[at] = row
			}
		}
	}
	return out
}

// joinRows appends the law, the value and the note of row to those of target.
func joinRows(target *exercises.Invariant, row exercises.Invariant) {
	target.Law = append(append(target.Law, ascii.Plain(", ")...), row.Law...)
	target.Value, target.Holds = target.Value+", "+row.Value, target.Holds && row.Holds
	target.Note = strings.TrimSpace(target.Note + " " + row.Note)
}

// quantityRow returns the row of a quantity.
func quantityRow(d anatomy.Derivation, q anatomy.Quantity, check anatomy.Check) exercises.Invariant {
	v, tol := check.Recorded[q.Name], check.Tolerance[q.Name]
	row := exercises.Invariant{Name: q.Name, Law: ascii.Plain(q.Symbol), Value: q.InFormula(v),
		Holds: check.Holds(q.Name)}
	if q.Formula != "" {
		row.Law = ascii.Plain(d.Definition(q.Name).String())
	}
	if math.Abs(v) <= tol && q.Options == nil && !q.Signed {
		row.Value = anatomy.Rounded(v, tol)
	}
	if !row.Holds {
		row.Note = fmt.Sprintf("%s is %s by its formula, but the step has %s.", q.Symbol,
			q.InFormula(check.Want[q.Name]), q.InFormula(v))
	}
	return row
}

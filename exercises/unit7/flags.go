package unit7

import (
	"context"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/worksheets"
)

// flagTask is a table column of flags, such as "up" or "yes", that the student fills in. The flag
// of a point describes what the rule of the task allows the point to do. The name of its field in
// the form is the value of field, followed by the number of the point.
type flagTask struct {
	field    string
	n        int
	flag     func(i int) string // the correct flag of a point
	question func(i int) string // for a wrong flag that no known slip explains: what to look at in the row
	slips    []flagSlip
}

// flagSlip is a known wrong rule for the flags. It is recognised if it explains every wrong flag.
// If explainsAll is true, it must explain the correct flags as well.
type flagSlip struct {
	id          string
	flag        func(i int) string
	explainsAll bool
	feedback    func(i int) string // feedback on a flag that follows from the rule, without the correct flag
}

func (f flagTask) fieldName(i int) string { return f.field + lesson.PointNumber(i) }

// blank returns the cell of a point's flag.
func (f flagTask) blank(i int) exercises.Cell { return exercises.Cell{Field: f.fieldName(i)} }

// check judges each flag separately. If a known wrong rule explains the wrong flags, its feedback is
// given.
func (f flagTask) check(ctx context.Context, a exercises.Answers) exercises.Report {
	slip, found := f.matchingSlip(a)
	var blanks []answer.Blank
	for i := range f.n {
		blanks = append(blanks,
			answer.Blank{Name: f.fieldName(i), Label: "point " + lesson.PointNumber(i),
				Judge: func(_ context.Context, text string) answer.Result {
					r := answer.JudgeChoice(text, f.flag(i))
					if r.Verdict == exercises.NotEqual {
						feedback := f.question(i)
						if found {
							feedback = slip.feedback(i)
						}
						r.Fact = ascii.PlainLines(feedback)
					}
					return r
				}})
	}
	r := answer.JudgeForm(ctx, a, blanks)
	if r.Verdict.CountsAsAttempt() && !r.Accepted {
		r.Misconception = slip.id
	}
	return r
}

// matchingSlip returns the first wrong rule that explains the flags filled in so far.
func (f flagTask) matchingSlip(a exercises.Answers) (flagSlip, bool) {
	for _, s := range f.slips {
		if f.explains(s, a) {
			return s, true
		}
	}
	return flagSlip{}, false
}

func (f flagTask) explains(s flagSlip, a exercises.Answers) bool {
	anyWrong := false
	for i := range f.n {
		flag := a[f.fieldName(i)]
		if flag == "" {
			continue
		}
		if (s.explainsAll || flag != f.flag(i)) && flag != s.flag(i) {
			return false
		}
		anyWrong = anyWrong || flag != f.flag(i)
	}
	return anyWrong
}

// slipsDiffer reports whether a student who follows one wrong rule at every point is recognised
// by this rule and not by an earlier one in slips.
func (f flagTask) slipsDiffer() bool {
	for _, s := range f.slips {
		a := exercises.Answers{}
		for i := range f.n {
			a[f.fieldName(i)] = s.flag(i)
		}
		if first, found := f.matchingSlip(a); !found || first.id != s.id {
			return false
		}
	}
	return true
}

// vars returns the correct flags and the flags of the wrong rules, for references and examples.
func (f flagTask) vars() worksheets.Vars {
	out := worksheets.Vars{}
	for i := range f.n {
		out[f.fieldName(i)] = f.flag(i)
		for _, s := range f.slips {
			out[strings.ReplaceAll(s.id, "-", "_")+lesson.PointNumber(i)] = s.flag(i)
		}
	}
	return out
}

// The flags of a point: the directions in which tα of the point may change.
const (
	mayGrow   = "up"
	mayShrink = "low"
	mayBoth   = "both"
)

// flagOf returns the flag of a point whose tα may grow, shrink, or both. One of the two is true,
// because C > 0.
func flagOf(canGrow, canShrink bool) string {
	switch {
	case canGrow && canShrink:
		return mayBoth
	case canGrow:
		return mayGrow
	}
	return mayShrink
}

// flags returns the task of finding the directions in which tα of each point may change.
func (p updatePrediction) flags() flagTask {
	t, alpha := func(i int) float64 { return p.Y[i] }, func(i int) float64 { return p.Alpha[i] }
	// flagByAlpha returns the flag of a point, given whether its α may grow or shrink.
	flagByAlpha := func(i int, canGrow, canShrink bool) string {
		if t(i) > 0 {
			return flagOf(canGrow, canShrink)
		}
		return flagOf(canShrink, canGrow)
	}
	return flagTask{
		field: "may", n: p.Len(),
		flag: func(i int) string { return flagOf(p.InUp(i), p.InLow(i)) },
		question: func(i int) string {
			return "Where is α = " + alphaText(alpha(i), p.C) + " in [0, C]? With t = " +
				answer.SignedDecimal(t(i)) +
				", tα moves " + map[bool]string{true: "as α does.", false: "the other way."}[t(i) > 0]
		},
		slips: []flagSlip{
			{id: "by-error", explainsAll: true, feedback: lesson.Constant("F only says which direction raises g."),
				flag: func(i int) string { return flagOf(p.F(i) < 0, p.F(i) >= 0) }},
			{id: "without-t", feedback: lesson.Constant("That is what α may do."),
				flag: func(i int) string { return flagOf(alpha(i) < p.C, alpha(i) > 0) }},
			{id: "no-bound", feedback: lesson.Constant("Is there room above this α?"),
				flag: func(i int) string { return flagByAlpha(i, true, alpha(i) > 0) }},
			{id: "no-zero", feedback: lesson.Constant("Is there room below this α?"),
				flag: func(i int) string { return flagByAlpha(i, alpha(i) < p.C, true) }},
			{id: "no-box", feedback: lesson.Constant("Is α at 0 or at C here?"), flag: lesson.Constant(mayBoth)},
		},
	}
}

// flagTable returns the table of the points with a blank for every flag.
func flagTable(m anatomy.SMOState, title string, blank func(int) exercises.Cell,
	point lesson.Column) map[string]exercises.FieldTable {
	table := lesson.PointTable("", m.Len(), point.AlignLeft(), lesson.ValuesColumn("t", m.Y, answer.SignedDecimal),
		lesson.Column{Title: "α", Text: func(i int) string { return alphaText(m.Alpha[i], m.C) }},
		lesson.FormattedColumn("F", m.F, threeDecimals).WithInk(point.Ink))
	return lesson.FieldTables(table, lesson.FieldColumn{Title: title, Cell: blank})
}

// flagScene shows f over the line, with arrows next to every point for the directions
// in its flag.
func (p updatePrediction) flagScene(_ context.Context, a exercises.Answers) exercises.Scene {
	s := p.scene(false)
	figure := s.Figures[1]
	figure.Title, figure.Role = "f along the line, and your flags: ↑ tα may grow, ↓ may shrink", exercises.Main
	marks := figure.Plot.(ascii.Map).Marks
	arrows := map[string]string{mayGrow: "↑", mayShrink: "↓", mayBoth: "↑↓"}
	for i := range marks {
		marks[i].Label += arrows[a[p.flags().fieldName(i)]]
	}
	return exercises.Scene{Figures: []exercises.Figure{figure}, Notes: s.Notes}
}

// alphaText formats an α for a column. An α at the bound is written exactly like C.
func alphaText(alpha, c float64) string {
	if alpha == c {
		return answer.DisplayDecimal(c)
	}
	return threeDecimals(alpha)
}

// flagsDiffer reports whether no α between the bounds looks like a bound, and the wrong rules can
// be told apart.
func (p updatePrediction) flagsDiffer() bool {
	return !slices.ContainsFunc(p.Alpha, func(a float64) bool { return looksEqual(a, 0) || looksEqual(a, p.C) }) &&
		p.flags().slipsDiffer()
}

// looksEqual reports whether a number differs from a bound but looks equal to it in a table.
func looksEqual(a, bound float64) bool { return a != bound && math.Abs(a-bound) < 2e-3 }

package stage

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// pointsTable returns the table of the points at frame i, with one row for each point and the
// solver's columns. ok is false if the frame has no points or already has a table, and in the
// primal.
func pointsTable(r Run, i int, f exercises.Frame) (exercises.Figure, bool) {
	seg := r.segmentAt(i)
	if f.Inspect == nil || exercises.FigureIndex(f.Figures, exercises.Table) >= 0 || seg.primal() {
		return exercises.Figure{}, false
	}
	now := r.traces[0].At(i)
	rows := pointRows{
		data: seg.data, current: now, columns: seg.kind.ColumnsFor(seg.problem().Labels(), seg.solver()),
		marks: map[int]ascii.Span{}, switchedPoints: map[int]bool{},
	}
	if seg.kind.Restarts && now.Updates == 0 {
		rows.unsolved = true
	}
	if !r.startsSegment(i) {
		rows.recordStep(r.traces[0].At(i - 1))
	}
	return exercises.Figure{Role: exercises.State, Plot: rows.table(seg.kind.Letter)}, true
}

// pointRows holds the data of the table of the points at a step.
type pointRows struct {
	data           TrainingData
	current        solvers.Step
	columns        anatomy.PointColumns
	movedPoints    []int
	marks          map[int]ascii.Span
	switchedPoints map[int]bool // points that changed sides in the step
	unsolved       bool         // there are no coefficients yet
}

// recordStep records which points moved or changed sides in the step from previous to s.current.
func (s *pointRows) recordStep(previous solvers.Step) {
	s.switchedPoints = switchedSides(previous, s.current)
	if s.columns.Movers == nil {
		return
	}
	for _, m := range s.columns.Movers(s.current) {
		s.movedPoints = append(s.movedPoints, m.Point)
		s.marks[m.Point] = m.Mark
	}
}

// switchedSides returns the points that changed to the other side of the boundary in a
// step.
func switchedSides(previous, current solvers.Step) map[int]bool {
	out := map[int]bool{}
	for i, f := range current.Scores().All() {
		if was := previous.F(i); was*(f+current.Bias) < 0 {
			out[i] = true
		}
	}
	return out
}

// order returns first the points that moved, and then the others by descending violation.
func (s *pointRows) order() []int {
	n := s.data.Set.Len()
	priority := make([]float64, n)
	order := make([]int, n)
	for i := range order {
		order[i] = i
		if s.columns.Violation != nil {
			priority[i] = s.columns.Violation(s.current, i)
		}
		if at := slices.Index(s.movedPoints, i); at >= 0 {
			priority[i] = math.Inf(1)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(priority[j], priority[i]) })
	// The points that moved keep their order.
	copy(order, s.movedPoints)
	return order
}

// The widths of the columns. Every number and word fits into them.
const (
	labelWidth = 2
	inputWidth = 13 // width of two coordinates
	oneWidth   = 8  // width of one coordinate
)

// table lays out the rows: mark, number, input, label, coefficient, f, and the solver's columns.
func (s *pointRows) table(letter string) ascii.PointTable {
	n, dim := s.data.Set.Len(), s.data.Set.Dim()
	number := func(title string) ascii.Column {
		return ascii.Column{Title: title, Width: anatomy.NumberWidth, Right: true}
	}
	columns := []ascii.Column{{Width: 1}, {Title: fmt.Sprintf("i/%d", n), Width: 2 + len(fmt.Sprint(n)), Right: true}}
	if dim <= 2 {
		columns = append(columns, ascii.Column{Title: "x", Width: []int{oneWidth, oneWidth, inputWidth}[dim]})
	}
	label := number(s.columns.Label.Head)
	if s.data.classes() {
		label.Width = labelWidth
	}
	columns = append(columns, label, number(letter), number("f"))
	for _, c := range s.columns.Columns {
		if c.Width == 0 {
			columns = append(columns, number(c.Head))
			continue
		}
		columns = append(columns, ascii.Column{Title: c.Head, Width: c.Width, Legend: c.Legend})
	}
	return ascii.PointTable{Columns: columns, OptionalColumn: optionalColumn(dim), Order: s.order(),
		Pinned:   len(s.movedPoints),
		Cells:    s.row,
		Sentence: s.sentence(letter)}
}

// optionalColumn returns the index of the column that is left out if the table is too wide: the
// column of x, or 0 for none if x has more than two coordinates, because then it has no column.
func optionalColumn(dim int) int {
	if dim <= 2 {
		return 2
	}
	return 0
}

// row returns the row of point i.
func (s *pointRows) row(i int) []ascii.Line {
	number := fmt.Sprintf("%d ", i+1)
	if s.switchedPoints[i] {
		number = fmt.Sprintf("‹%d›", i+1)
	}
	out := []ascii.Line{{s.marks[i]}, {{Text: number, Ink: ascii.Strong}}}
	if s.data.Set.Dim() <= 2 {
		out = append(out, ascii.Plain(s.input(i)))
	}
	out = append(out, s.columns.Label.Cell(s.current, i))
	if s.unsolved {
		for range 2 + len(s.columns.Columns) {
			out = append(out, ascii.Plain("–"))
		}
		return out
	}
	out = append(out,
		ascii.Inked(anatomy.NumInTable(s.current.Coef().At(i)), cmp.Or(s.marks[i].Ink, ascii.Text)),
		ascii.Plain(anatomy.NumInTable(s.current.F(i))))
	for _, c := range s.columns.Columns {
		out = append(out, c.Cell(s.current, i))
	}
	return out
}

// sentence returns the row of a point as a sentence.
func (s *pointRows) sentence(letter string) func(i int) string {
	return func(i int) string {
		parts := []string{s.columns.Label.Sentence(s.current, i)}
		if s.data.Set.Dim() <= 2 {
			parts = append([]string{"x = " + s.input(i)}, parts...)
		}
		if !s.unsolved {
			parts = append(parts, letter+" = "+anatomy.Num(s.current.Coef().At(i)), "f = "+anatomy.Num(s.current.F(i)))
			for _, c := range s.columns.Columns {
				parts = append(parts, c.Sentence(s.current, i))
			}
		}
		if s.switchedPoints[i] {
			parts = append(parts, "on the other side now")
		}
		name := fmt.Sprintf("Point %d", i+1)
		if l := s.marks[i].Text; l != "" && l != anatomy.PlainMark {
			name += ", " + l
		}
		return name + ": " + strings.Join(parts, ", ") + "."
	}
}

// input returns the coordinates of point i with two digits, or with one digit if the column is too
// narrow.
func (s *pointRows) input(i int) string {
	var text string
	for digits := 2; digits > 0; digits-- {
		for _, comma := range []string{", ", ","} {
			if text = formatVector(s.data.Set.Point(i), digits, comma); ascii.Width(text) <= inputWidth {
				return text
			}
		}
	}
	return text
}

// formatVector formats a vector with the given number of digits per entry.
func formatVector(x []float64, digits int, comma string) string {
	out := make([]string, len(x))
	for j, v := range x {
		out[j] = anatomy.Digits(v, digits)
	}
	return "(" + strings.Join(out, comma) + ")"
}

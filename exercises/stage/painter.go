package stage

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
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// Painter draws the frames of a run: the pictures and texts that show a step of a solver. All
// methods are pure.
type Painter interface {
	// Paint draws the frame at position i of the traces, without the reasons, which the run
	// adds. The first trace is the main one. The other traces run in lockstep with the main
	// trace, as a primal with its dual, and may be shorter.
	Paint(traces []solvers.Trace, i int) exercises.Frame
	// Event says what happened between two consecutive steps, or returns "".
	Event(prev, now solvers.Step) string
	// Conditions lists the predefined conditions at which a run can stop.
	Conditions() []exercises.Condition
}

// Repainter is a painter that can adapt to other parameters. Any other painter may have texts that
// depend on the old parameters, so the result of [PainterOf], if there is one, replaces it.
type Repainter interface {
	Painter
	Repaint(data TrainingData, s solvers.Solver) Painter
}

// painters returns the painter of each kind of solver by name.
func painters() map[string]func(TrainingData, solvers.Solver) Painter {
	return map[string]func(TrainingData, solvers.Solver) Painter{
		"smo": func(data TrainingData, s solvers.Solver) Painter {
			return SMOPainter{Data: data, Solver: s.(solvers.SMO)}
		},
		"perceptron": func(data TrainingData, _ solvers.Solver) Painter { return PerceptronPainter{Data: data} },
		"logistic": func(data TrainingData, _ solvers.Solver) Painter {
			return DescentPainter{Data: data, Logistic: true}
		},
		"least-squares": func(data TrainingData, _ solvers.Solver) Painter { return DescentPainter{Data: data} },
		"ascent":        func(data TrainingData, _ solvers.Solver) Painter { return AscentPainter{Data: data} },
		"ridge": func(data TrainingData, s solvers.Solver) Painter {
			return RidgePainter{Data: data, Lambda: s.(solvers.Ridge).Lambda}
		},
	}
}

// PainterOf returns the painter of this package for the dual steps of a solver. ok is false if there
// is none.
func PainterOf(data TrainingData, s solvers.Solver) (Painter, bool) {
	kind, _ := anatomy.OwnKind(s)
	painter, ok := painters()[kind.Name]
	if !ok {
		return nil, false
	}
	return painter(data, s), true
}

// alphaConditions lists a condition for each of n points: the α of the point changes. verb
// describes the change in the label of the condition.
func alphaConditions(n int, verb string) []exercises.Condition {
	out := make([]exercises.Condition, n)
	for i := range out {
		point := strconv.Itoa(i + 1)
		out[i] = exercises.Condition{Name: "alpha" + point, Label: "α" + anatomy.Sub(i+1) + " " + verb,
			Text: "alpha[" + point + "] changes"}
	}
	return out
}

// painterAfterChange returns the painter to use under a new setting.
func painterAfterChange(p Painter, data TrainingData, s solvers.Solver, primal bool) Painter {
	if r, ok := p.(Repainter); ok {
		return r.Repaint(data, s)
	}
	if primal {
		return p // the painters of this package show dual traces
	}
	if own, ok := PainterOf(data, s); ok {
		return own
	}
	return p
}

// Frame returns frame i, with notes that say why the run ended or how it was forked. The reasons of
// the step are computed on demand.
func (r Run) Frame(i int) exercises.Frame {
	f := paintFrame(r, i)
	if end := endReason(r); end != "" && i == r.Len()-1 {
		f.Notes = append(slices.Clip(f.Notes), ascii.Plain(end))
	}
	if n := len(r.choices); n > 0 && r.choices[n-1].Frame+1 == i {
		f.Notes = append(
			[]ascii.Line{
				{{Text: "Here this run was forked: ", Ink: ascii.Dim},
					{Text: r.choices[n-1].Description, Ink: ascii.Accent}},
			}, f.Notes...,
		)
	}
	return f
}

// paintFrame returns frame i without the notes on the end of the run and on the fork that led to it.
func paintFrame(r Run, i int) exercises.Frame {
	seg := r.segmentAt(i)
	traces := r.tracesIn(seg)
	f := seg.painter.Paint(traces, i)
	if f.Why == nil && r.replacements.why == "" {
		f.Why = seg.why(traces, i)
		f = seg.withCode(f, traces, i)
	}
	if chart, ok := trainingError(r, i); ok {
		f.Figures = append(f.Figures, chart)
	}
	if seg.firstFrame == i && seg.changeText != "" {
		f = segmentStartFrame(f, seg)
	}
	f.Figures = annotateFigures(r, i, f.Figures)
	if table, ok := pointsTable(r, i, f); ok {
		f.Figures = append(f.Figures, table)
	}
	return f
}

// segmentStartFrame returns the first frame of a segment, the part of a run after a fork that changed
// a parameter. No step led to this frame. It has the coefficients of the frame before the fork.
func segmentStartFrame(f exercises.Frame, s segment) exercises.Frame {
	explanation := "The coefficients are those of the other run at this step; f and everything that follows from it are recomputed."
	if s.kind.Restarts {
		explanation = "The stages begin again with K."
	}
	f.Formula = []ascii.Line{
		{{Text: "from here on: ", Ink: ascii.Dim}, {Text: s.changeText, Ink: ascii.Accent}},
		ascii.Plain(explanation),
	}
	f.Why, f.Code = nil, exercises.Code{}
	return f
}

// trainingError returns the chart of the fraction of points on the wrong side or, for regression, of
// the mean squared error. ok is false if other pictures already show the training error, or if
// it has no meaning.
func trainingError(r Run, i int) (exercises.Figure, bool) {
	seg := r.segmentAt(i)
	if seg.kind.OmitTrainingError {
		return exercises.Figure{}, false
	}
	title, name, measure := "training error, share wrong", "wrong", wrongSide
	if seg.data.Set.Task() == dataset.Regression {
		title, name, measure = "training error, mean square", "mse", squaredError
	}
	y := seg.problem().Labels()
	return History(title, r.traces[0], i, false, Track{Name: name, Value: func(s solvers.Step) float64 {
		var sum float64
		for i, score := range s.Scores().All() {
			sum += measure(y[i], score+s.Bias)
		}
		return sum / float64(len(y))
	}}), true
}

// wrongSide returns 1 if y·f ≤ 0, or else 0.
func wrongSide(y, f float64) float64 {
	if y*f <= 0 {
		return 1
	}
	return 0
}

// squaredError returns (y − f)².
func squaredError(y, f float64) float64 { return (y - f) * (y - f) }

// Main returns a figure for the main area, which is the largest.
func Main(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Main, Plot: plot}
}

// SideFigure returns a figure for the area beside the main one.
func SideFigure(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Chart, Plot: plot}
}

// Table returns a figure for the area of tables.
func Table(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: plot}
}

// Strip returns a figure of few rows, for the area below all other figures.
func Strip(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Strip, Plot: plot}
}

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
	stepPoints     []int // points that the step visits or changes
	marks          map[int]ascii.Span
	switchedPoints map[int]bool // points that changed sides in the step
	unsolved       bool         // there are no coefficients yet
}

// recordStep records the points that the step from previous to s.current visits or changes, and the
// points that change sides in it.
func (s *pointRows) recordStep(previous solvers.Step) {
	s.switchedPoints = switchedSides(previous, s.current)
	if s.columns.Movers == nil {
		return
	}
	for _, m := range s.columns.Movers(s.current) {
		s.stepPoints = append(s.stepPoints, m.Point)
		s.marks[m.Point] = m.Mark
	}
}

// switchedSides returns the points that changed to the other side of the boundary in a
// step.
func switchedSides(previous, current solvers.Step) map[int]bool {
	out := map[int]bool{}
	for i, f := range current.Scores().All() {
		if before := previous.F(i); before*(f+current.Bias) < 0 {
			out[i] = true
		}
	}
	return out
}

// order returns first the points of the step, and then the others by descending violation.
func (s *pointRows) order() []int {
	n := s.data.Set.Len()
	priority := make([]float64, n)
	order := make([]int, n)
	for i := range order {
		order[i] = i
		if s.columns.Violation != nil {
			priority[i] = s.columns.Violation(s.current, i)
		}
		if at := slices.Index(s.stepPoints, i); at >= 0 {
			priority[i] = math.Inf(1)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(priority[j], priority[i]) })
	// The points of the step keep their order.
	copy(order, s.stepPoints)
	return order
}

// The widths of the columns. Every number and word fits into them.
const (
	labelWidth      = 2
	pairWidth       = 13 // width of two coordinates
	coordinateWidth = 8  // width of one coordinate
)

// table lays out the rows: mark, number, input, label, coefficient, f, and the solver's columns.
func (s *pointRows) table(letter string) ascii.PointTable {
	n, dim := s.data.Set.Len(), s.data.Set.Dim()
	numberColumn := func(title string) ascii.Column {
		return ascii.Column{Title: title, Width: anatomy.NumberWidth, Right: true}
	}
	columns := []ascii.Column{{Width: 1}, {Title: fmt.Sprintf("i/%d", n), Width: 2 + len(fmt.Sprint(n)), Right: true}}
	if dim <= 2 {
		columns = append(columns, ascii.Column{Title: "x",
			Width: []int{coordinateWidth, coordinateWidth, pairWidth}[dim]})
	}
	label := numberColumn(s.columns.Label.Head)
	if s.data.hasClasses() {
		label.Width = labelWidth
	}
	columns = append(columns, label, numberColumn(letter), numberColumn("f"))
	for _, c := range s.columns.Columns {
		if c.Width == 0 {
			columns = append(columns, numberColumn(c.Head))
			continue
		}
		columns = append(columns, ascii.Column{Title: c.Head, Width: c.Width, Legend: c.Legend})
	}
	return ascii.PointTable{Columns: columns, OptionalColumn: optionalColumn(dim), Order: s.order(),
		Pinned:   len(s.stepPoints),
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
			if text = formatVector(s.data.Set.Point(i), digits, comma); ascii.Width(text) <= pairWidth {
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

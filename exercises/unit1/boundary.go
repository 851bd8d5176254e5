package unit1

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// weightsTask asks for the weights of a classifier, up to a positive factor. Other weights
// that classify the set are also accepted, with a note that different weights were asked
// for.
type weightsTask struct {
	set          *dataset.Set
	names        []string                     // the fields, in order
	want         []string                     // the weights asked for, up to a positive factor
	slips        [][]string                   // weights of likely mistakes; some also give every label right
	f            func(v, x []float64) float64 // the score of x under weights v
	scoreText    func(v, x []float64) string  // formats f(x) for a message: "At x₁ = 2 your quadratic is 5"
	equalMessage string                       // the message if the weights are those asked for
	goalText     string                       // what was asked for: "the line x₂ = 0.49"
}

// lessonTask returns the Go part of a task of a worksheet that asks for the weights. scene(v) is what
// the task shows for the typed weights v. If some of them cannot be read, v is nil.
func (t weightsTask) lessonTask(scene func(v []float64) exercises.Scene) worksheets.LessonTask {
	return worksheets.LessonTask{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			v, _ := answer.NumbersInFields(ctx, a, t.names...)
			return scene(v)
		},
		Check: t.check,
	}
}

// check judges weights by the labels that they give. It distinguishes a positive multiple of the
// wanted weights, other weights that give every label right, weights with a reversed sign, and weights
// that leave points on the wrong side.
func (t weightsTask) check(ctx context.Context, a exercises.Answers) exercises.Report {
	var blanks []answer.Blank
	for _, n := range t.names {
		blanks = append(blanks, answer.Blank{Name: n, Label: n, Judge: anyNumber})
	}
	report := answer.JudgeForm(ctx, a, blanks)
	v, ok := answer.NumbersInFields(ctx, a, t.names...)
	if !report.Accepted {
		for name, r := range report.Fields { // no weight is right or wrong by itself
			if r.Verdict == exercises.Equal {
				r.Verdict = exercises.Noted
				report.Fields[name] = r
			}
		}
		return report
	}
	report.Fact = nil
	if err := budget.CallErr(ctx); !ok || err != nil {
		return undecidedReport(err)
	}
	texts := make([]string, len(t.names))
	for i, n := range t.names {
		texts[i] = a[n]
	}
	judgeScaled := func(w []string) answer.Result {
		return answer.ProportionalTask{Want: answer.MustParseAll(answer.Scope{}, w...)}.Judge(ctx,
			"["+strings.Join(texts, ", ")+"]")
	}
	multipleOfWanted := judgeScaled(t.want)
	wrongPoints := misclassifiedPoints(t.set, func(x []float64) float64 { return t.f(v, x) })
	switch {
	case multipleOfWanted.Accepted: // decided without rounding errors
		report.Fact = append(multipleOfWanted.Fact, ascii.Plain(t.equalMessage))
		return report
	case len(wrongPoints) == 0 &&
		slices.ContainsFunc(t.slips, func(w []string) bool { return judgeScaled(w).Accepted }):
		return exercises.Report{Verdict: exercises.NotEqual,
			Fact: ascii.Linesf("Its sign happens to give all %d labels, but the question asks for %s.", t.set.Len(),
				t.goalText)}
	case len(wrongPoints) == 0 && budget.CallErr(ctx) != nil: // the comparison with the slips was cut short
		return undecidedReport(budget.CallErr(ctx))
	case len(wrongPoints) == 0:
		report.Headline = "It gets every point right, but the question asks for another boundary."
		report.Fact = ascii.Linesf(
			"Its sign gives all %d labels, so it is accepted. But other boundaries do this too: the question asks for %s.", t.set.Len(),
			t.goalText,
		)
		return report
	}
	x := t.set.Point(wrongPoints[0])
	report = exercises.Report{Verdict: exercises.NotEqual,
		Fact: ascii.Linesf("%d of %d points are on the wrong side. %s, and the label is %s.",
			len(wrongPoints), t.set.Len(), t.scoreText(v, x), answer.SignedDecimal(t.set.Label(wrongPoints[0])))}
	if len(misclassifiedPoints(t.set, func(x []float64) float64 { return -t.f(v, x) })) == 0 {
		report.Misconception = "sign-flip"
	}
	return report
}

// undecidedReport returns the report that nothing is decided. If err is not nil, it is the reason.
func undecidedReport(err error) exercises.Report {
	r := exercises.Report{Verdict: exercises.Undecided}
	if err != nil {
		r.Fact = ascii.PlainLines(err.Error())
	}
	return r
}

// anyNumber accepts any single number.
func anyNumber(ctx context.Context, text string) answer.Result {
	if _, problem := answer.ParseNumbers(ctx, text, 1); problem != nil {
		return *problem
	}
	return answer.Result{Verdict: exercises.Equal, Accepted: true,
		Reading: answer.EchoOf(ctx, text, answer.Scope{}).Reading, At: -1}
}

// misclassifiedPoints returns the indices of the points whose label times f is not positive.
func misclassifiedPoints(set *dataset.Set, f func([]float64) float64) []int {
	points := make([]int, set.Len())
	for i := range points {
		points[i] = i
	}
	return slices.DeleteFunc(points, func(i int) bool { return set.Label(i)*f(set.Point(i)) > 0 })
}

// curvedBoundary builds the Go part of exercise 1.4, in which the student writes the curve
// x₁ = x₂² + 5 as weights of the features φ(x) = (x₁, x₂, x₁², x₂², x₁x₂).
func curvedBoundary(worksheets.LessonInput) worksheets.LessonOutput {
	set := dataset.MustBuiltin("parabola")
	run := learningRun(set)
	last := lesson.Must(run.Extend(context.Background(), 5000, exercises.Condition{})).(stage.Run).Trace().Last()
	task := weightsTask{
		set: set, names: []string{"w1", "w2", "w3", "w4", "w5", "b"}, want: []string{"1", "0", "0", "-1", "0", "-5"},
		f: score,
		scoreText: func(v, x []float64) string {
			return fmt.Sprintf("At (%s, %s) your f is %s", anatomy.Num(x[0]), anatomy.Num(x[1]),
				anatomy.Num(score(v, x)))
		},
		equalMessage: fmt.Sprintf("f = 0 is the curve x₁ = x₂² + 5, and the sign of f gives all %d labels.", set.Len()),
		goalText:     "the curve x₁ = x₂² + 5",
	}
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"n": set.Len(), "updates": last.Updates, "passes": passNumber(last),
			"steps": last.Updates + 1, "bias": last.Bias,
			"plus": (last.Updates + int(last.Bias)) / 2, "minus": (last.Updates - int(last.Bias)) / 2,
		},
		Tasks: worksheets.Tasks{
			"weights": task.lessonTask(func(v []float64) exercises.Scene { return boundaryScene(set, v) }),
			"guess":   {Scene: lesson.FixedFigures(planeFigure(set, nil))},
			"learned": {Scene: lesson.FixedScene(exercises.Scene{Run: run})},
		},
	}
}

// curveFeatures returns φ(x).
func curveFeatures(x []float64) []float64 {
	return []float64{x[0], x[1], x[0] * x[0], x[1] * x[1], x[0] * x[1]}
}

// score returns f(x) = w·φ(x) + b. v holds the five weights w, followed by b.
func score(v, x []float64) float64 {
	f := v[5]
	for i, p := range curveFeatures(x) {
		f += v[i] * p
	}
	return f
}

// boundaryScene draws the boundary f = 0 of the weights v, and the true curve. If v is nil,
// it draws only the true curve.
func boundaryScene(set *dataset.Set, v []float64) exercises.Scene {
	if v == nil {
		return exercises.SceneOf(planeFigure(set, nil))
	}
	wrongPoints := misclassifiedPoints(set, func(x []float64) float64 { return score(v, x) })
	figure := planeFigure(set, v)
	for _, i := range wrongPoints {
		figure.Plot.(ascii.Map).Marks[i].Focus = true
	}
	return exercises.Scene{
		Figures: []exercises.Figure{figure},
		Notes:   ascii.Linesf("%d of %d points on the wrong side.", len(wrongPoints), set.Len()),
		Inspect: pointDescriber(set, v, "your f"),
	}
}

// pointDescriber returns a function that describes point i and its score under the weights v.
// scoreName is what the text calls the score.
func pointDescriber(set *dataset.Set, v []float64, scoreName string) func(i int) []ascii.Line {
	return func(i int) []ascii.Line {
		if i < 0 || i >= set.Len() {
			return nil
		}
		x := set.Point(i)
		return ascii.Linesf("point %d: (%s, %s), class %s, %s = %s",
			i+1, anatomy.Num(x[0]), anatomy.Num(x[1]), answer.SignedDecimal(set.Label(i)), scoreName,
			anatomy.Num(score(v, x)))
	}
}

// planeFigure shows the points with the curve that defines their labels. If v is not nil, it also
// shows the boundary of the weights v.
func planeFigure(set *dataset.Set, v []float64) exercises.Figure {
	m := ascii.Map{
		Levels: ascii.BoundaryOnly, XLabel: "x₁", YLabel: "x₂", Curves: []ascii.CurveLine{trueCurve(set)},
		Legend: true, X: ascii.RangeOf(set.Column(0)...).Pad(0.06), Y: ascii.RangeOf(set.Column(1)...).Pad(0.06),
	}
	if v != nil {
		m.Field = scoreField(set, v)
	}
	for i := range set.Len() {
		x := set.Point(i)
		m.Marks = append(m.Marks, ascii.Mark{X: x[0], Y: x[1], Class: int(set.Label(i))})
	}
	return stage.Main("The plane", m)
}

// trueCurve returns the curve x₁ = x₂² + 5, over somewhat more than the range of the data.
func trueCurve(set *dataset.Set) ascii.CurveLine {
	y := ascii.RangeOf(set.Column(1)...)
	maxY := max(-y.Min, y.Max)
	c := ascii.CurveLine{Ink: ascii.Truth, Name: "x₁ = x₂² + 5"}
	const pieces = 200
	for i := range pieces + 1 {
		y := 1.3 * maxY * (2*float64(i)/pieces - 1)
		c.Points = append(c.Points, ascii.Point{X: y*y + 5, Y: y})
	}
	return c
}

// scoreField returns the score, scaled to a mean absolute value of 1 at the points. The scale does not
// move the boundary.
func scoreField(set *dataset.Set, v []float64) ascii.Sampler {
	var size float64
	for i := range set.Len() {
		size += math.Abs(score(v, set.Point(i))) / float64(set.Len())
	}
	return ascii.FieldFunc(func(x, y float64) float64 { return score(v, []float64{x, y}) / cmp.Or(size, 1) })
}

// learningRun returns the run of the primal perceptron on φ, with its boundary and the true curve in
// one picture. Students do not know α yet, so the run does not include the dual perceptron.
func learningRun(set *dataset.Set) stage.Run {
	model := stage.TrainingData{Set: set,
		Kernel: lesson.Must(kernels.Parse(`features("x1","x2","x1^2","x2^2","x1*x2")`))}
	dualAndPrimal := lesson.Must(stage.Start(model, solvers.Perceptron{MaxPasses: 5000}))
	return stage.WithoutExplanations(stage.NewRun(model, curvePainter{set: set}, dualAndPrimal.Traces()[1:]...), "",
		"the ledger of the perceptron comes in unit 6")
}

// curvePainter shows the primal perceptron in the plane of the data.
type curvePainter struct{ set *dataset.Set }

var _ stage.Painter = curvePainter{}

// Repaint returns the painter itself, because the pictures depend only on the set.
func (c curvePainter) Repaint(stage.TrainingData, solvers.Solver) stage.Painter { return c }

// Paint returns frame i: the pictures and texts of step i of the run. traces[0] holds the steps of the
// primal perceptron.
func (c curvePainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	t := traces[0]
	step := t.At(i)
	detail := step.Detail.(*solvers.PerceptronDetail)
	v := weightsOf(step)
	f := exercises.Frame{
		Figures: []exercises.Figure{c.picture(v, detail.Point)},
		Status: ascii.Plainf("pass %d, update %d: %d points on the wrong side", detail.Pass,
			step.Updates, detail.Errors),
		Notes:   weightNotes(v),
		Inspect: pointDescriber(c.set, v, "f"),
	}
	switch {
	case i == 0:
		f.Formula = ascii.PlainLines("start: w = 0 and b = 0, so f = 0 everywhere and the first point is a mistake")
	case detail.Mistake:
		f.Formula = c.updateLines(detail)
	default:
		f.Figures[0] = c.picture(v, -1)
		f.Status = ascii.Plainf("pass %d: %d updates in all", detail.Pass, step.Updates)
		f.Formula = ascii.PlainLines("a whole pass without a mistake: the perceptron stops")
		f.Notes = append(f.Notes, ascii.Plain("It separates the points, but it is not the curve x₁ = x₂² + 5."))
	}
	f.Why = func() []ascii.Line {
		lines := ascii.PlainLines("A point with y·f(x) ≤ 0 is a mistake: w ← w + yφ(x) and b ← b + y.",
			"At any other point w and b stay as they are.", "")
		if i > 0 {
			lines = slices.Concat(lines, ascii.PlainLines("Before:"), weightNotes(weightsOf(t.At(i - 1)))[:1])
		}
		return slices.Concat(lines, f.Formula, ascii.PlainLines("Now:"), weightNotes(v)[:1])
	}
	return f
}

// weightsOf returns w and b of a step in one slice, as score expects them.
func weightsOf(s solvers.Step) []float64 { return append(s.CoefCopy(), s.Bias) }

func (c curvePainter) picture(v []float64, focus int) exercises.Figure {
	fig := planeFigure(c.set, v)
	fig.Title = "Learned boundary and true curve"
	if focus >= 0 {
		fig.Plot.(ascii.Map).Marks[focus].Focus = true
	}
	return fig
}

// updateLines shows how a mistake changes w and b, with the numbers of the step.
func (c curvePainter) updateLines(d *solvers.PerceptronDetail) []ascii.Line {
	x, y := c.set.Point(d.Point), c.set.Label(d.Point)
	return []ascii.Line{
		ascii.Inked(fmt.Sprintf("y·f = %s ≤ 0 at point %d: a mistake", anatomy.Num(d.Margin), d.Point+1), ascii.Bad),
		ascii.Plainf("w ← w + yφ(x) = w + (%s)·(%s),  b ← b + (%[1]s)", answer.SignedDecimal(y),
			ascii.Join(curveFeatures(x), ", ", anatomy.Num)),
	}
}

// weightNotes shows the current w and b, and below them the values that give the true
// curve.
func weightNotes(v []float64) []ascii.Line {
	return []ascii.Line{
		ascii.Plainf("w = (%s), b = %s", ascii.Join(v[:5], ", ", anatomy.Num), anatomy.Num(v[5])),
		ascii.Inked("true, up to a positive factor: (1, 0, 0, −1, 0) and −5", ascii.Dim),
	}
}

// Event describes the end of the run and the start of each new pass.
func (curvePainter) Event(previous, current solvers.Step) string {
	switch d := current.Detail.(*solvers.PerceptronDetail); {
	case current.Status.Done():
		return current.Status.Phrase()
	case d.Pass != passNumber(previous):
		return fmt.Sprintf("pass %d begins", d.Pass)
	}
	return ""
}

// passNumber returns the number of the pass through the points that a step belongs to.
func passNumber(s solvers.Step) int { return s.Detail.(*solvers.PerceptronDetail).Pass }

// Conditions returns the condition at which the run can stop: the start of each new pass.
func (curvePainter) Conditions() []exercises.Condition {
	return []exercises.Condition{{Name: "pass", Label: "a new pass begins", Text: "epoch changes"}}
}

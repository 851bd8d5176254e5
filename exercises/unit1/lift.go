package unit1

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// liftTheLine builds the Go part of exercise 1.2. The student first places a threshold on a
// number line, and then lifts the points: a feature f gives each point the second coordinate, or
// height, x₂ = f(x₁).
func liftTheLine(input worksheets.LessonInput) worksheets.LessonOutput {
	set := dataset.Worksheet1D(input.Seed)
	best, fewestErrors := bestCut(set)
	topOfMinus, bottomOfPlus := levelGap(set)
	vars := worksheets.Vars{"n": set.Len(), "best": fewestErrors, "bestAt": anatomy.Num(best.threshold),
		"bestSide": best.plusSide()}
	marginWidth := func(scale, shift float64) string {
		heights := set.Column(0)
		for i, x := range heights {
			heights[i] = scale * (x + shift) * (x + shift)
		}
		return anatomy.Num(widestLine(set, heights).width)
	}
	vars["refMargin"], vars["tenMargin"] = marginWidth(1, 1), marginWidth(10, 1)
	vars["minusTop"], vars["plusLow"] = anatomy.Num(topOfMinus), anatomy.Num(bottomOfPlus)
	vars["squareMargins"] = marginWidth(1, 0) + ", " + marginWidth(10, 0) + " and " + marginWidth(1000, 0)
	otherFeatures := worksheets.LessonTask{
		Scene: chosenLiftScene(set, "x1^3", "x₁³", "exp(x1)", "exp(x₁)", "ln(x1 + 9)", "ln(x₁ + 9)",
			"sin(3x1)", "sin(3x₁)", "3x1 + 2", "3x₁ + 2"),
	}
	return worksheets.LessonOutput{
		Vars: vars,
		Tasks: worksheets.Tasks{
			"threshold": {
				Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return thresholdScene(set, a) },
			},
			"feature": {
				Scene:  typedLiftScene("feature", set),
				Judges: worksheets.Judges{"feature": liftJudge(set, false)},
			},
			"place": {
				Scene:  func(_ context.Context, a exercises.Answers) exercises.Scene { return placeLineScene(set, a) },
				Judges: worksheets.Judges{"level": levelJudge(topOfMinus, bottomOfPlus)},
			},
			"monotone": {Scene: lesson.FixedFigures(stage.Main("x₂ = exp(x₁)", curveOfFeature(set, math.Exp)))},
			"surprise": otherFeatures, "shape": otherFeatures,
			"beat": {Scene: typedLiftScene("wider", set), Judges: worksheets.Judges{"wider": liftJudge(set, true)}},
			"stretch": {
				Scene: chosenLiftScene(set, "x1^2", "x₁²", "10x1^2", "10x₁²", "1000x1^2", "1000x₁²",
					"(x1+1)^2", "(x₁ + 1)²", "10(x1+1)^2", "10(x₁ + 1)²", "1000(x1+1)^2", "1000(x₁ + 1)²"),
			},
		},
	}
}

// chosenLiftScene shows the set lifted by the feature that a control chooses. valuesAndLabels
// alternates between a feature as a student would type it and the label of that choice.
func chosenLiftScene(set *dataset.Set, valuesAndLabels ...string) worksheets.SceneFunc {
	choices := exercises.LabelledChoices(valuesAndLabels...)
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		c := stage.ChoiceControl("shown", "x₂ =", a, choices[0].Value, choices...)
		s := liftedScene(ctx, c.Value, set)
		s.Controls = []exercises.Control{c}
		return s
	}
}

// typedLiftScene shows the set lifted by the feature that the student typed into a field.
func typedLiftScene(field string, set *dataset.Set) worksheets.SceneFunc {
	return func(ctx context.Context, a exercises.Answers) exercises.Scene { return liftedScene(ctx, a[field], set) }
}

// curveOfFeature returns a figure that shows the set lifted to the curve of a feature, without a
// separating line.
func curveOfFeature(set *dataset.Set, f func(x float64) float64) ascii.Lift {
	marks, span := stage.MarksOnLine(set)
	return ascii.Lift{X: span, F: f, Marks: marks, XLabel: "x₁", YLabel: "x₂"}
}

// liftedScene shows the set lifted by the feature typed so far, or at height 0 if there
// is none.
func liftedScene(ctx context.Context, text string, set *dataset.Set) exercises.Scene {
	l, err := parseAndLift(ctx, text, set)
	if err != nil {
		flatLift := curveOfFeature(set, func(float64) float64 { return 0 })
		s := exercises.SceneOf(stage.Main("x₂ = 0: no point has a height yet", flatLift))
		var syntax *answer.SyntaxError
		if !errors.As(err, &syntax) {
			s.Notes = []ascii.Line{stage.Warning(err.Error())}
		}
		return s
	}
	picture := curveOfFeature(set, func(x float64) float64 { return l.f.Value(x) })
	if m := l.line; l.verdict == separable && m.isDrawable() {
		picture.HasLine, picture.W1, picture.W2, picture.B = true, m.w1, m.w2, m.b
	}
	title, notes := l.summary()
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main(title, picture)},
		Notes:   notes,
		Inspect: l.inspect,
	}
}

// summary returns a title that says whether a line separates the classes, and notes.
func (l liftedSet) summary() (title string, notes []ascii.Line) {
	title = "x₂ = " + l.feature.String()
	switch {
	case l.verdict == undecided:
		return title + ": not decided", nil
	case l.verdict == inseparable:
		return title + ": no line separates", nil
	case !l.line.isDrawable():
		return title + ": a line separates", ascii.PlainLines("Its numbers are too extreme to be drawn.")
	}
	return title + ": a line separates",
		[]ascii.Line{{{Text: "A line separates, with margin ", Ink: ascii.Text},
			{Text: anatomy.Num(l.line.width), Ink: ascii.Strong}, {Text: ".", Ink: ascii.Text}}}
}

// inspect describes lifted point i, counted from 0, when the student selects it.
func (l liftedSet) inspect(i int) []ascii.Line {
	if i < 0 || i >= l.set.Len() {
		return nil
	}
	x, h := l.set.Point(i)[0], l.heights[i]
	out := ascii.Linesf("point %d: x₁ = %s, x₂ = %s, class %s", i+1, anatomy.Num(x), anatomy.Num(h),
		answer.SignedDecimal(l.set.Label(i)))
	if m := l.line; l.verdict == separable && m.isDrawable() {
		f := m.w1*x + m.w2*h + m.b
		out = append(out,
			ascii.Linesf("f = %s, at distance %s from the line", anatomy.Num(f), anatomy.Num(math.Abs(f)*m.width))...)
	}
	return out
}

// shiftedSquare is the feature (x₁ + 1)², which lifts the points in the task with the name place.
func shiftedSquare(x float64) float64 { return (x + 1) * (x + 1) }

// levelGap returns the heights of the highest point of class −1 and of the lowest of
// class +1. A horizontal line separates the classes exactly if its height is between them.
func levelGap(set *dataset.Set) (topOfMinus, bottomOfPlus float64) {
	topOfMinus, bottomOfPlus = math.Inf(-1), math.Inf(1)
	for i, x := range set.Column(0) {
		if h := shiftedSquare(x); set.Label(i) < 0 {
			topOfMinus = max(topOfMinus, h)
		} else {
			bottomOfPlus = min(bottomOfPlus, h)
		}
	}
	return topOfMinus, bottomOfPlus
}

// levelJudge returns a judge for the height of a horizontal line. The height must be between low and
// high. An example of an answer is 1.
func levelJudge(low, high float64) worksheets.Judge {
	check := func(ctx context.Context, text string) answer.Result {
		return answer.ParseAndJudge(ctx, text, answer.Scope{Entries: 1}, func(e answer.Expr) answer.Result {
			out := answer.Result{Verdict: exercises.NotEqual, At: -1}
			h := math.NaN()
			if compiled, err := e.Compile(); err == nil {
				h = compiled.Value()
			}
			switch {
			case h > low && h < high:
				out.Verdict, out.Accepted = exercises.Equal, true
			case h <= low:
				out.Misconception = "too-low"
			case h >= high:
				out.Misconception = "too-high"
			default:
				out.Verdict, out.Fact = exercises.Undecided, ascii.PlainLines("h must be one number.")
			}
			return out
		})
	}
	return worksheets.ExprJudge(answer.Scope{Entries: 1}, "1", check)
}

// placeLineScene shows the set lifted by (x₁ + 1)², and a line that the student places with sliders.
// Points above the line are classified as +1, and points on the wrong side are highlighted.
func placeLineScene(set *dataset.Set, a exercises.Answers) exercises.Scene {
	slope := stage.Slider("slope", "slope", -3, 3, 0.25, a, "1.5")
	height := stage.Slider("height", "height", -2, 6, 0.25, a, "3")
	misclassified := misclassifiedPoints(set, func(x []float64) float64 {
		return shiftedSquare(x[0]) - slope.Number()*x[0] - height.Number()
	})
	picture := curveOfFeature(set, shiftedSquare)
	picture.HasLine, picture.BoundaryOnly = true, true
	picture.W1, picture.W2, picture.B = -slope.Number(), 1, -height.Number()
	for _, i := range misclassified {
		picture.Marks[i].Focus = true
	}
	return exercises.Scene{
		Figures:  []exercises.Figure{stage.Main("x₂ = (x₁ + 1)², and your line", picture)},
		Controls: []exercises.Control{slope, height},
		Notes: []ascii.Line{{
			{Text: "Your line makes ", Ink: ascii.Text},
			{Text: ascii.Count(len(misclassified), "error"), Ink: ascii.Warn},
			{Text: fmt.Sprintf(" of %d points.", set.Len()), Ink: ascii.Dim},
		}},
	}
}

// cut is a classifier on the number line: side·(x − threshold) > 0 means +1.
type cut struct {
	threshold float64
	side      float64 // +1 or −1
}

// plusSide returns the side, "left" or "right", that is classified as +1.
func (c cut) plusSide() string {
	if c.side < 0 {
		return "left"
	}
	return "right"
}

// misclassifies reports whether the cut gives a point at x the wrong label. On the threshold, every
// label is wrong.
func (c cut) misclassifies(x, label float64) bool { return c.side*(x-c.threshold)*label <= 0 }

// errorCount returns the number of points of a set on a line that a cut misclassifies.
func (c cut) errorCount(set *dataset.Set) int {
	return len(misclassifiedPoints(set, func(x []float64) float64 { return c.side * (x[0] - c.threshold) }))
}

// bestCut returns the cut with the fewest errors and their number. It tries the middle of
// every gap between points and both ends, each with either side as +1. A cut at an end gives
// every point the same class. It is tried last, so a cut between points is preferred.
// Midpoints are rounded to tenths, because the slider moves in tenths. A rounded midpoint is still
// in its gap, because the coordinates are multiples of 0.1, too, and a gap is wider than 0.1.
func bestCut(set *dataset.Set) (best cut, fewestErrors int) {
	x := set.Column(0)
	slices.Sort(x)
	var thresholds []float64
	for i := range len(x) - 1 {
		thresholds = append(thresholds, math.Round((x[i]+x[i+1])*5)/10)
	}
	thresholds = append(thresholds, x[0]-1, x[len(x)-1]+1)
	fewestErrors = math.MaxInt
	for _, threshold := range thresholds {
		for _, side := range []float64{1, -1} {
			if n := (cut{threshold, side}).errorCount(set); n < fewestErrors {
				best, fewestErrors = cut{threshold, side}, n
			}
		}
	}
	return best, fewestErrors
}

// cutControls returns the slider of the threshold t, and the choice of the side that is +1. The
// slider starts at −1, among the points of class −1, where a cut makes many errors.
func cutControls(set *dataset.Set, a exercises.Answers) (t, side exercises.Control) {
	x := ascii.RangeOf(set.Column(0)...)
	t = stage.Slider("t", "t", math.Floor(x.Min)-0.5, math.Ceil(x.Max)+0.5, 0.1, a, "-1")
	return t, stage.ChoiceControl("side", "+1 is", a, "right",
		exercises.LabelledChoices("right", "right of t", "left", "left of t")...)
}

// thresholdScene shows the number line with a threshold on a slider and highlights
// points on the wrong side.
func thresholdScene(set *dataset.Set, a exercises.Answers) exercises.Scene {
	t, side := cutControls(set, a)
	c := cut{threshold: t.Number(), side: 1}
	if side.Value == "left" {
		c.side = -1
	}
	marks, span := stage.MarksOnLine(set)
	for i, m := range marks {
		marks[i].Focus = c.misclassifies(m.X, float64(m.Class))
	}
	line := ascii.NumberLine{
		X: span, Marks: marks, Label: "x₁", HasCursor: true, Cursor: c.threshold,
		F: func(x float64) float64 { return c.side * max(-1, min(1, x-c.threshold)) },
	}
	return exercises.Scene{
		Figures:  []exercises.Figure{stage.Main("The number line", line)},
		Controls: []exercises.Control{t, side},
		Notes: []ascii.Line{{
			{Text: fmt.Sprintf("t = %s: ", anatomy.Num(c.threshold)), Ink: ascii.Text},
			{Text: ascii.Count(c.errorCount(set), "error"), Ink: ascii.Warn},
			{Text: fmt.Sprintf(" of %d points", set.Len()), Ink: ascii.Dim},
		}},
	}
}

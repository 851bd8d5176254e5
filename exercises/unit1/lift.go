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

// liftTheLine builds exercise 1.2: a threshold on a line, then a second coordinate.
func liftTheLine(b worksheets.Brief) worksheets.Parts {
	set := dataset.Worksheet1D(b.Seed)
	best, fewest := bestCut(set)
	low, high := levelGap(set)
	vars := worksheets.Vars{"n": set.Len(), "best": fewest, "bestAt": anatomy.Num(best.threshold),
		"bestSide": best.plus()}
	width := func(scale, shift float64) string {
		heights := set.Column(0)
		for i, x := range heights {
			heights[i] = scale * (x + shift) * (x + shift)
		}
		return anatomy.Num(widestLine(set, heights).width)
	}
	vars["refMargin"], vars["tenMargin"] = width(1, 1), width(10, 1)
	vars["minusTop"], vars["plusLow"] = anatomy.Num(low), anatomy.Num(high)
	vars["squareMargins"] = width(1, 0) + ", " + width(10, 0) + " and " + width(1000, 0)
	surprise := worksheets.Behaviour{
		Scene: liftOf(set, "x1^3", "x₁³", "exp(x1)", "exp(x₁)", "ln(x1 + 9)", "ln(x₁ + 9)", "sin(3x1)", "sin(3x₁)",
			"3x1 + 2", "3x₁ + 2"),
	}
	return worksheets.Parts{
		Vars: vars,
		Tasks: worksheets.Tasks{
			"threshold": {
				Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return thresholdScene(set, a) },
			},
			"feature": {Scene: typedLift("feature", set), Judges: worksheets.Judges{"feature": liftJudge(set, false)}},
			"place": {
				Scene:  func(_ context.Context, a exercises.Answers) exercises.Scene { return placedScene(set, a) },
				Judges: worksheets.Judges{"level": levelJudge(low, high)},
			},
			"monotone": {Scene: lesson.FixedFigures(stage.Main("x₂ = exp(x₁)", liftBy(set, math.Exp)))},
			"surprise": surprise, "shape": surprise,
			"beat": {Scene: typedLift("wider", set), Judges: worksheets.Judges{"wider": liftJudge(set, true)}},
			"stretch": {
				Scene: liftOf(set, "x1^2", "x₁²", "10x1^2", "10x₁²", "1000x1^2", "1000x₁²", "(x1+1)^2", "(x₁ + 1)²",
					"10(x1+1)^2", "10(x₁ + 1)²", "1000(x1+1)^2", "1000(x₁ + 1)²"),
			},
		},
	}
}

// liftOf shows the set lifted by the feature that a control chooses. features lists a typed
// feature, its label, the next typed feature, and so on.
func liftOf(set *dataset.Set, features ...string) worksheets.SceneFunc {
	offered := exercises.Labelled(features...)
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		c := stage.ChoiceControl("shown", "x₂ =", a, offered[0].Value, offered...)
		s := liftedScene(ctx, c.Value, set)
		s.Controls = []exercises.Control{c}
		return s
	}
}

// typedLift shows the set lifted by the typed feature.
func typedLift(field string, set *dataset.Set) worksheets.SceneFunc {
	return func(ctx context.Context, a exercises.Answers) exercises.Scene { return liftedScene(ctx, a[field], set) }
}

// liftBy shows the set on the curve of a feature, without a line.
func liftBy(set *dataset.Set, f func(x float64) float64) ascii.Lift {
	marks, span := stage.MarksOnLine(set)
	return ascii.Lift{X: span, F: f, Marks: marks, XLabel: "x₁", YLabel: "x₂"}
}

// liftedScene shows the set lifted by the feature typed so far, or at height 0 if there
// is none.
func liftedScene(ctx context.Context, text string, set *dataset.Set) exercises.Scene {
	l, err := liftText(ctx, text, set)
	if err != nil {
		flat := liftBy(set, func(float64) float64 { return 0 })
		s := exercises.SceneOf(stage.Main("x₂ = 0: no point has a height yet", flat))
		var syntax *answer.SyntaxError
		if !errors.As(err, &syntax) {
			s.Notes = []ascii.Line{stage.Warning(err.Error())}
		}
		return s
	}
	picture := liftBy(set, func(x float64) float64 { return l.f.Value(x) })
	if m := l.margin; l.verdict == separable && m.drawable() {
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
func (l lifted) summary() (title string, notes []ascii.Line) {
	title = "x₂ = " + l.feature.String()
	switch {
	case l.verdict == undecided:
		return title + ": not decided", nil
	case l.verdict == inseparable:
		return title + ": no line separates", nil
	case !l.margin.drawable():
		return title + ": a line separates", ascii.PlainLines("Its numbers are too extreme to be drawn.")
	}
	return title + ": a line separates",
		[]ascii.Line{{{Text: "A line separates, with margin ", Ink: ascii.Text},
			{Text: anatomy.Num(l.margin.width), Ink: ascii.Strong}, {Text: ".", Ink: ascii.Text}}}
}

// inspect describes a lifted point.
func (l lifted) inspect(i int) []ascii.Line {
	if i < 0 || i >= l.set.Len() {
		return nil
	}
	x, h := l.set.Point(i)[0], l.heights[i]
	out := ascii.Linesf("point %d: x₁ = %s, x₂ = %s, class %s", i+1, anatomy.Num(x), anatomy.Num(h),
		answer.Signed(l.set.Label(i)))
	if m := l.margin; l.verdict == separable && m.drawable() {
		f := m.w1*x + m.w2*h + m.b
		out = append(out,
			ascii.Linesf("f = %s, at distance %s from the line", anatomy.Num(f), anatomy.Num(math.Abs(f)*m.width))...)
	}
	return out
}

// shiftedSquare is the height of a point in the lifted plane of the task named place.
func shiftedSquare(x float64) float64 { return (x + 1) * (x + 1) }

// levelGap returns the heights of the highest point of class −1 and of the lowest of
// class +1. A horizontal line separates the classes exactly if its height is between them.
func levelGap(set *dataset.Set) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	for i, x := range set.Column(0) {
		if h := shiftedSquare(x); set.Label(i) < 0 {
			low = max(low, h)
		} else {
			high = min(high, h)
		}
	}
	return low, high
}

// levelJudge makes a judge for the height of a horizontal line between two heights, such
// as 1.
func levelJudge(low, high float64) worksheets.Judge {
	check := func(ctx context.Context, text string) answer.Result {
		return answer.Judged(ctx, text, answer.Scope{Entries: 1}, func(e answer.Expr) answer.Result {
			out := answer.Result{Verdict: exercises.NotEqual, At: -1}
			h := math.NaN()
			if f, err := e.Compile(); err == nil {
				h = f.Value()
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

// placedScene shows the set lifted by (x₁ + 1)² with a line on sliders. Points above the line are
// classified as +1, and points on the wrong side are highlighted.
func placedScene(set *dataset.Set, a exercises.Answers) exercises.Scene {
	slope := stage.Slider("slope", "slope", -3, 3, 0.25, a, "1.5")
	height := stage.Slider("height", "height", -2, 6, 0.25, a, "3")
	wrong := misclassifiedPoints(set, func(x []float64) float64 {
		return shiftedSquare(x[0]) - slope.Number()*x[0] - height.Number()
	})
	picture := liftBy(set, shiftedSquare)
	picture.HasLine, picture.BoundaryOnly = true, true
	picture.W1, picture.W2, picture.B = -slope.Number(), 1, -height.Number()
	for _, i := range wrong {
		picture.Marks[i].Focus = true
	}
	return exercises.Scene{
		Figures:  []exercises.Figure{stage.Main("x₂ = (x₁ + 1)², and your line", picture)},
		Controls: []exercises.Control{slope, height},
		Notes: []ascii.Line{{
			{Text: "Your line makes ", Ink: ascii.Text},
			{Text: ascii.Count(len(wrong), "error"), Ink: ascii.Warn},
			{Text: fmt.Sprintf(" of %d points.", set.Len()), Ink: ascii.Dim},
		}},
	}
}

// cut is a classifier on the number line: side·(x − threshold) > 0 means +1.
type cut struct {
	threshold float64
	side      float64 // +1 or −1
}

// plus returns the side that is classified as +1.
func (c cut) plus() string {
	if c.side < 0 {
		return "left"
	}
	return "right"
}

// wrong reports whether a cut errs on a point.
func (c cut) wrong(x, label float64) bool { return c.side*(x-c.threshold)*label <= 0 }

// errors returns the number of points of a set on a line that a cut misclassifies.
func (c cut) errors(set *dataset.Set) int {
	return len(misclassifiedPoints(set, func(x []float64) float64 { return c.side * (x[0] - c.threshold) }))
}

// bestCut returns the cut with the fewest errors and their number. It tries the middle of
// every gap between points and both ends, each in both directions. A cut at an end gives
// every point the same class. It is tried last, so a cut between points is preferred.
// Middles are rounded to tenths, like the slider. The points are tenths, too, and a gap is
// wider than one tenth.
func bestCut(set *dataset.Set) (best cut, fewest int) {
	x := set.Column(0)
	slices.Sort(x)
	var places []float64
	for i := range len(x) - 1 {
		places = append(places, math.Round((x[i]+x[i+1])*5)/10)
	}
	places = append(places, x[0]-1, x[len(x)-1]+1)
	fewest = math.MaxInt
	for _, at := range places {
		for _, side := range []float64{1, -1} {
			if n := (cut{at, side}).errors(set); n < fewest {
				best, fewest = cut{at, side}, n
			}
		}
	}
	return best, fewest
}

// cutControls returns the slider of t and the choice of the side. The slider begins
// among the points of class −1, where cuts are worst.
func cutControls(set *dataset.Set, a exercises.Answers) (t, side exercises.Control) {
	x := ascii.RangeOf(set.Column(0)...)
	t = stage.Slider("t", "t", math.Floor(x.Min)-0.5, math.Ceil(x.Max)+0.5, 0.1, a, "-1")
	return t, stage.ChoiceControl("side", "+1 is", a, "right",
		exercises.Labelled("right", "right of t", "left", "left of t")...)
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
		marks[i].Focus = c.wrong(m.X, float64(m.Class))
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
			{Text: ascii.Count(c.errors(set), "error"), Ink: ascii.Warn},
			{Text: fmt.Sprintf(" of %d points", set.Len()), Ink: ascii.Dim},
		}},
	}
}

package unit6

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// kernelPerceptron builds the Go part of exercise 6.5, in which α counts the mistakes of
// the kernel perceptron. A scene is what a task shows next to its text.
func kernelPerceptron(input worksheets.LessonInput) worksheets.LessonOutput {
	fourPoints := newFourPoints(input.Seed)
	count := newMistakeCount(input.Seed)
	vars := fourPoints.vars()
	period := updatesPerPeriod(fourPoints.set)
	vars["round"], vars["twoRounds"] = period, 2*period
	vars["onStage"] = textForData(input.Data, "The stage holds the four points.",
		"Your own points are on the stage. For the question, choose the four points under data.")
	return worksheets.LessonOutput{
		Vars: vars,
		Sets: map[string]exercises.Data{"xor4": fourPoints.set},
		Tasks: worksheets.Tasks{
			"zero": {Scene: fourPoints.tableScene(0)},
			"next": {Scene: fourPoints.tableScene(fourPoints.updates),
				Judges: worksheets.Judges{"point": fourPoints.nextMistakeJudge()},
				Follows: worksheets.Follows{
					"alpha": fourPoints.matchesPoint("alpha", func(i int) []float64 {
						out := fourPoints.current().CoefCopy()
						out[i]++
						return out
					}),
					"b": fourPoints.matchesPoint("b", func(i int) []float64 {
						return []float64{fourPoints.current().Bias + fourPoints.set.Label(i)}
					}),
				}},
			"count": {Scene: count.scene, Vars: worksheets.Vars{
				"often": lesson.PointNumber(count.mostFrequent), "sub": anatomy.Sub(count.mostFrequent + 1),
				"times":  count.alpha[count.mostFrequent],
				"alphas": lesson.TypedVector(count.alpha), "updates": count.updates(), "nine": len(count.alpha),
				"bias": count.bias(), "squares": floats.Dot(count.alpha, count.alpha), "points": count.supports(),
			}},
			"watch":   {FocusesStage: true},
			"forever": {Scene: lesson.FixedFigures(lesson.PointsAlone(fourPoints.set, "The four points"))},
			"endless": {FocusesStage: true},
		},
	}
}

// fourPoints holds the points of xor4 in a random order, the perceptron's run on them, and a
// position in the run.
type fourPoints struct {
	set                      *dataset.Set
	trace                    solvers.Trace
	updates                  int // updates made so far: 1 or 2
	lastMistake, nextMistake *solvers.PerceptronDetail
}

// newFourPoints draws the order of the points and whether one or two mistakes have been made.
// After one mistake, the next point may be right or wrong. After two, it is on the boundary.
func newFourPoints(seed uint64) fourPoints {
	r := lesson.Rand(seed, 65)
	return fourPointsInOrder(r.Perm(4), 1+r.IntN(2))
}

// fourPointsInOrder returns the task for an order of the points and a number of updates.
func fourPointsInOrder(order []int, updates int) fourPoints {
	f := fourPoints{set: dataset.MustBuiltin("xor4").Subset(order), updates: updates}
	f.trace = lesson.Trace(stage.TrainingData{Set: f.set, Kernel: lesson.Quadratic()}, solvers.Perceptron{}, 20)
	f.lastMistake = f.trace.At(updates).Detail.(*solvers.PerceptronDetail)
	f.nextMistake = f.trace.At(updates + 1).Detail.(*solvers.PerceptronDetail)
	return f
}

// updatesPerPeriod returns the number of updates in one period of the perceptron, on points that no
// line separates. A period ends when f at the end of a pass equals f at the end of an earlier pass.
func updatesPerPeriod(set *dataset.Set) int {
	t := lesson.Trace(stage.TrainingData{Set: set, Kernel: kernels.Linear{}}, solvers.Perceptron{EveryVisit: true}, 100)
	scores := func(i int) []float64 {
		f := t.At(i).Scores().Copy()
		floats.AddConst(t.At(i).Bias, f)
		return f
	}
	n := set.Len()
	for i := n; i < t.Len(); i += n {
		for j := i - n; j >= 0; j -= n {
			if slices.Equal(scores(i), scores(j)) {
				return t.At(i).Updates - t.At(j).Updates
			}
		}
	}
	panic("unit6: the perceptron does not come round on " + set.Name())
}

// current returns the state from which the student continues, and next returns the state after it.
func (f fourPoints) current() solvers.Step { return f.trace.At(f.updates) }
func (f fourPoints) next() solvers.Step    { return f.trace.At(f.updates + 1) }

// labelText formats the label of point i, counted from 0.
func (f fourPoints) labelText(i int) string { return answer.SignedDecimal(f.set.Label(i)) }

func (f fourPoints) vars() worksheets.Vars {
	current, next, last := f.current(), f.next(), f.trace.Last()
	k, nextVisited, misjudged := f.nextMistake.Point, (f.lastMistake.Point+1)%f.set.Len(), f.misjudgedPoint()
	mistakesText := "the first mistake"
	if f.updates == 2 {
		mistakesText = "two mistakes"
	}
	alphaMisjudged, onlyNextMistake, nextMistakeNegative := current.CoefCopy(), make([]float64, f.set.Len()),
		next.CoefCopy()
	alphaMisjudged[misjudged]++
	allPlusOne, nextMistakeTwice := current.CoefCopy(), next.CoefCopy()
	floats.AddConst(1, allPlusOne)
	nextMistakeTwice[k]++
	onlyNextMistake[k], nextMistakeNegative[k] = 1, -1
	vars := worksheets.Vars{
		"fourUpdates": last.Updates, "fourVisits": last.Detail.(*solvers.PerceptronDetail).Visits,
		"y1": f.labelText(0), "yk": f.labelText(k), "k": lesson.PointNumber(k), "kSub": anatomy.Sub(k + 1),
		"made":     mistakesText,
		"margin":   f.marginText(k),
		"alphaNow": lesson.TypedVector(current.CoefCopy()), "bNow": current.Bias,
		"alphaAfter": lesson.TypedVector(next.CoefCopy()), "bAfter": next.Bias,
		"first": lesson.PointNumber(nextVisited), "firstScore": f.scoreText(nextVisited),
		"walk":      f.visitsText(),
		"misjudged": f.misjudgementText(), "wrong": lesson.PointNumber(misjudged),
		"alphaWrong": lesson.TypedVector(alphaMisjudged),
		"bWrong":     current.Bias + f.set.Label(misjudged),
		"bTurned":    current.Bias - f.set.Label(k), "alphaAlone": lesson.TypedVector(onlyNextMistake),
		"alphaSigned": lesson.TypedVector(nextMistakeNegative), "alphaMore": lesson.TypedVector(allPlusOne),
		"alphaTwice": lesson.TypedVector(nextMistakeTwice), "updatesThen": next.Updates,
	}
	for i := range f.set.Len() { // the update at point i
		alpha, point := current.CoefCopy(), lesson.PointNumber(i)
		alpha[i]++
		vars["alpha"+point], vars["b"+point] = lesson.TypedVector(alpha), current.Bias+f.set.Label(i)
	}
	return vars
}

// scoreText returns the sum f(xᵢ) with its numbers filled in.
func (f fourPoints) scoreText(i int) string {
	var terms []string
	for j, a := range f.current().Coef().All() {
		if a > 0 {
			terms = append(terms, fmt.Sprintf("(%s)·%s", f.labelText(j), answer.DisplayDecimal(f.trace.Problem().K(j,
				i))))
		}
	}
	return fmt.Sprintf("f(x%s) = %s %s = %s", anatomy.Sub(i+1), strings.Join(terms, " + "),
		anatomy.SignedTerm(f.current().Bias), answer.DisplayDecimal(f.current().F(i)))
}

// marginText formats yᵢf(xᵢ) for the beginning of a sentence.
func (f fourPoints) marginText(i int) string {
	sub, m := anatomy.Sub(i+1), f.set.Label(i)*f.current().F(i)
	sign := "≤"
	if m > 0 {
		sign = ">"
	}
	return fmt.Sprintf("y%s·f(x%s) = %s %s 0", sub, sub, answer.DisplayDecimal(m), sign)
}

// nextMistakeJudge returns the judge of the number of the point at which the next mistake happens.
func (f fourPoints) nextMistakeJudge() worksheets.Judge {
	return lesson.OnePointJudge(f.nextMistake.Point, f.set.Len(), func(i int) string {
		if f.set.Label(i)*f.current().F(i) > 0 {
			return "Point " + lesson.PointNumber(i) + " is right: " + f.marginText(i) + "."
		}
		return f.marginText(i) + ", but another mistake comes before point " + lesson.PointNumber(i) + "."
	})
}

// matchesPoint returns a function that reports whether the numbers in a field are those that follow
// from the point that the student has typed, right or wrong. For point i they are expected(i).
func (f fourPoints) matchesPoint(field string, expected func(i int) []float64,
) func(context.Context, exercises.Answers) bool {
	return func(ctx context.Context, a exercises.Answers) bool {
		i := slices.Index([]float64{1, 2, 3, 4}, lesson.TypedNumber(ctx, a, "point"))
		if i < 0 {
			return false
		}
		want := expected(i)
		have, problem := answer.ParseNumbers(ctx, a[field], len(want))
		return problem == nil && floats.EqualApprox(have, want, 1e-9)
	}
}

// visitsText describes the visits up to the next mistake.
func (f fourPoints) visitsText() string {
	var out []string
	for v := f.lastMistake.Visits; v < f.nextMistake.Visits; v++ {
		i := v % f.set.Len()
		word := "right"
		if i == f.nextMistake.Point {
			word = "a mistake"
		}
		out = append(out, fmt.Sprintf("%s, so %s: %s.", f.scoreText(i), f.marginText(i), word))
	}
	return strings.Join(out, " ")
}

// misjudgedPoint returns a point that a student may wrongly take for the next mistake: the point
// visited next if it is right, or the point after the next mistake.
func (f fourPoints) misjudgedPoint() int {
	if nextVisited := f.lastMistake.Visits % f.set.Len(); nextVisited != f.nextMistake.Point {
		return nextVisited
	}
	return f.nextMistake.Visits % f.set.Len()
}

func (f fourPoints) misjudgementText() string {
	if i := f.misjudgedPoint(); i == f.lastMistake.Visits%f.set.Len() {
		return fmt.Sprintf("Point %d is already right: %s. So neither α nor b changes.", i+1, f.marginText(i))
	}
	return fmt.Sprintf("Point %d comes before yours and is a mistake: %s.", f.nextMistake.Point+1,
		f.marginText(f.nextMistake.Point))
}

// tableScene shows a table of the points, kernel values and α after some updates, and a picture of
// the points.
func (f fourPoints) tableScene(updates int) worksheets.SceneFunc {
	step, problem := f.trace.At(updates), f.trace.Problem()
	title := [...]string{"The four points, before the first update", "The four points, and α after the first update",
		"The four points, and α after 2 updates"}[updates]
	columns := []lesson.Column{
		lesson.NumberColumn(),
		lesson.FormattedColumn("x", f.set.Point, lesson.Coordinates).AlignLeft(),
		{Title: "y", Text: f.labelText},
		lesson.FormattedColumn("α", step.Coef().At, answer.DisplayDecimal).WithInk(lesson.Constant(ascii.Symbol1)),
	}
	kernel := lesson.EntryColumns("k(x%s,·)", 0, f.set.Len(), func(i, j int) float64 { return problem.K(j, i) })
	return lesson.FixedFigures(lesson.PointTable(title, f.set.Len(), append(columns, kernel...)...),
		lesson.PointsAlone(f.set, "The four points"))
}

// mistakeCount is a finished run of the perceptron whose α the student reads. Some point was a
// mistake more than once.
type mistakeCount struct {
	data         stage.TrainingData
	trace        solvers.Trace
	alpha        []float64
	labels       []float64
	mostFrequent int // the point with the largest α
}

// The least allowed value of the largest α, and the greatest allowed sum of all α, which students must
// be able to read and add up.
const (
	minLargestAlpha = 2
	maxUpdates      = 40
)

// newMistakeCount draws random points until the perceptron with the quadratic kernel converges on
// them after at most maxUpdates updates, at least minLargestAlpha of them at the same point.
func newMistakeCount(seed uint64) mistakeCount {
	for try := seed; ; try += 1 << 32 {
		m := stage.TrainingData{Set: dataset.Worksheet1D(try), Kernel: lesson.Quadratic()}
		trace := lesson.Trace(m, solvers.Perceptron{}, maxUpdates+1)
		c := mistakeCount{data: m, trace: trace, alpha: trace.Last().CoefCopy(), labels: m.Set.Labels()}
		c.mostFrequent = floats.MaxIdx(c.alpha)
		if trace.Last().Status == solvers.Converged && c.alpha[c.mostFrequent] >= minLargestAlpha && c.countsDiffer() {
			return c
		}
	}
}

// updates returns the number of updates, which is Σ αᵢ because each adds 1 to one αᵢ.
func (c mistakeCount) updates() float64 { return floats.Sum(c.alpha) }

// bias returns b, which is Σ αᵢyᵢ because each update adds a label to it.
func (c mistakeCount) bias() float64 { return floats.Dot(c.alpha, c.labels) }

// supports returns the number of nonzero αᵢ.
func (c mistakeCount) supports() float64 {
	return float64(floats.Count(func(a float64) bool { return a != 0 }, c.alpha))
}

// countsDiffer reports whether the number of updates, the number of nonzero αᵢ and b are three
// different numbers, so that confusing them gives a wrong answer.
func (c mistakeCount) countsDiffer() bool {
	return !lesson.NearlyEqual(c.supports(), c.updates()) && !lesson.NearlyEqual(c.bias(), c.updates()) &&
		!lesson.NearlyEqual(c.bias(), c.supports())
}

// scene shows the end of the run with numbered points, without f, which exceeds the range of the
// picture.
func (c mistakeCount) scene(context.Context, exercises.Answers) exercises.Scene {
	last := stage.PerceptronPainter{Data: c.data}.Paint([]solvers.Trace{c.trace}, c.trace.Len()-1)
	picture := last.Figures[0].Plot.(ascii.Map)
	picture.YLabel, picture.Curves, picture.Marks = "label", nil, slices.Clone(picture.Marks)
	for i := range picture.Marks {
		picture.Marks[i].Label, picture.Marks[i].Focus = lesson.PointNumber(i), false
	}
	last.Figures[0].Plot = picture
	return exercises.Scene{Figures: last.Figures[:2], Inspect: last.Inspect}
}

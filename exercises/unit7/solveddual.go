package unit7

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// dualAndPrimal builds the Go part of exercise 7.4: reading a solution, and computing b
// from it. A scene is what a task shows next to its text.
func dualAndPrimal(input worksheets.LessonInput) worksheets.LessonOutput {
	d, stoppedRun := newSolvedDual(input.Seed), newStoppedRun(input.Seed)
	freeSet, zeroSet := d.pointSet(isFree), d.pointSet(isZero)
	tooMuchSet, tooLittleSet := stoppedRun.pointSet(weighsTooMuch), stoppedRun.pointSet(weighsTooLittle)
	solutionScene := d.scene("A solved machine", false, map[string]string{"on": freeSet, "out": zeroSet})
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"n": d.Set.Len(), "c": solvedC,
			"on": freeSet, "bound": d.pointSet(isBound), "out": zeroSet,
			"support": d.pointSet(isSupport),
			"first":   lesson.PointNumber(d.free[0]), "one": math.Round(1000*d.offsets()[0]) / 1000,
			"mean":   math.Round(1e6*d.meanOffset()) / 1e6,
			"firstT": d.Set.Label(d.free[0]), "freeN": len(d.free),
			"meanS":   stat.Mean(d.scores, nil),
			"middleB": (slices.Max(d.offsets()) + slices.Min(d.offsets())) / 2,
			"much":    tooMuchSet, "little": tooLittleSet, "weighing": stoppedRun.pointSet(isSupport),
			"beyondAll": stoppedRun.pointSet(isBeyond),
			"insideAll": stoppedRun.pointSet(isInside),
		},
		Tasks: worksheets.Tasks{
			"slackness": {Scene: solutionScene},
			"trap":      {Scene: solutionScene},
			"broken": {
				Scene: stoppedRun.scene("After some steps", true, map[string]string{"much": tooMuchSet,
					"little": tooLittleSet})},
			"offset": {Scene: lesson.FixedFigures(d.picture(false), d.freeTable())},
			"hulls":  {Scene: mixtureScene([]float64{input.Numbers["x1"], input.Numbers["h"], input.Numbers["x3"]})},
		},
	}
}

// solvedC is the C of the solution.
const solvedC = 1

// solvedDual is a soft-margin machine on a few points. If it is solved, it also has a second run of
// SMO on the same points, which stopped early and gives less exact offsets.
type solvedDual struct {
	stage.Machine
	free   []int     // free support vectors of the second run
	scores []float64 // scores[n] is Σⱼ αⱼtⱼKᵢⱼ for i = free[n], to three decimals
}

// newSolvedDual draws random points until each case occurs: two or three points on the margin, some
// at the bound, and some with α = 0. Three digits of α must suffice to tell the cases apart.
func newSolvedDual(seed uint64) solvedDual {
	for try := seed; ; try += 1 << 32 {
		m := stage.TrainingData{Set: dataset.BlobsOverlapping(10, try), Kernel: kernels.Linear{}}
		gram := lesson.Must(m.Gram())
		d := solvedDual{Machine: m.MachineOf(lesson.Must(
			solvers.SolveSVM(context.Background(), gram, m.Labels(), solvers.Options{C: solvedC, Tol: 1e-9}),
		), solvedC)}
		if !lesson.HasOverlappingPoints(d.Set) && d.hasEveryCase() && d.setLooseScores(gram) {
			return d
		}
	}
}

// hasEveryCase reports whether every case occurs in the solution and can be recognised by α.
func (d solvedDual) hasEveryCase() bool {
	for i, a := range d.Alpha {
		if isFree(a, 0) && (a < 0.02 || a > solvedC-0.02) || !isFree(a, 0) && math.Abs(d.SignedScore(i)-1) < 0.02 {
			return false
		}
	}
	free := len(d.pointsWhere(isFree))
	return d.Status == solvers.Converged && free >= 2 && free <= 3 && len(d.pointsWhere(isBound)) > 0 &&
		len(d.pointsWhere(isZero)) > 1
}

// The following conditions take α and t·f of a point, and are passed to the method pointsWhere.

func isFree(a, _ float64) bool    { return a > 0 && a < solvedC }
func isBound(a, _ float64) bool   { return a == solvedC }
func isZero(a, _ float64) bool    { return a == 0 }
func isSupport(a, _ float64) bool { return a > 0 }
func isBeyond(_, m float64) bool  { return m > 1+1e-9 }
func isInside(_, m float64) bool  { return m < 1-1e-9 }

// weighsTooMuch and weighsTooLittle report whether a point violates complementary slackness
// because α > 0 beyond the margin, or because α < C inside the margin.

func weighsTooMuch(a, m float64) bool   { return a > 0 && isBeyond(a, m) }
func weighsTooLittle(a, m float64) bool { return a < solvedC && isInside(a, m) }

// pointsWhere returns the points whose α and t·f satisfy a condition.
func (d solvedDual) pointsWhere(condition func(a, m float64) bool) []int {
	var out []int
	for i, a := range d.Alpha {
		if condition(a, d.SignedScore(i)) {
			out = append(out, i)
		}
	}
	return out
}

// pointSet returns the points that satisfy a condition, as a student writes a set.
func (d solvedDual) pointSet(condition func(a, m float64) bool) string {
	return lesson.PointSet(d.pointsWhere(condition)...)
}

// setLooseScores sets free and scores to those of a run with a loose tolerance, in which the free
// points disagree slightly about b. It reports whether these points and scores suit the exercise.
func (d *solvedDual) setLooseScores(gram solvers.Gram) bool {
	looseRun := lesson.Trace(d.TrainingData, solvers.SMO{C: solvedC, Tol: 0.1}, 1000)
	offset := solvers.OffsetOf(gram, d.Labels(), looseRun.Last().CoefCopy(), solvedC)
	d.free, d.scores = offset.Free, nil
	for _, i := range offset.Free {
		d.scores = append(d.scores, math.Round((d.Set.Label(i)-offset.Each[i])*1000)/1000)
	}
	offsets := d.offsets()
	return len(offsets) >= 2 && len(offsets) <= 3 && slices.Max(offsets)-slices.Min(offsets) > 0.01 &&
		math.Abs(d.meanOffset()) > 0.05 &&
		math.Abs(offsets[0]) > 0.05
}

// offsets returns b according to each of the free points.
func (d solvedDual) offsets() []float64 {
	out := make([]float64, len(d.free))
	for n, i := range d.free {
		out[n] = d.Set.Label(i) - d.scores[n]
	}
	return out
}

func (d solvedDual) meanOffset() float64 { return stat.Mean(d.offsets(), nil) }

// newStoppedRun draws a run of SMO that was stopped before it converged. Some points with
// α > 0 are beyond the margin, some points with α < C are inside the margin, and no point
// is close to the margin.
func newStoppedRun(seed uint64) solvedDual {
	for try := seed; ; try += 1 << 32 {
		m := stage.TrainingData{Set: dataset.BlobsOverlapping(10, try+1<<31), Kernel: kernels.Linear{}}
		if lesson.HasOverlappingPoints(m.Set) {
			continue
		}
		run := lesson.Trace(m, solvers.SMO{C: solvedC, Tol: 1e-3}, 10)
		for i := 3; i < run.Len(); i++ {
			step := run.At(i)
			d := solvedDual{Machine: m.MachineOf(solvers.Solution{Alpha: step.CoefCopy(), Scores: step.Scores().Copy(),
				Bias: step.Bias}, solvedC)}
			if d.showsViolations() {
				return d
			}
		}
	}
}

// showsViolations reports whether a student can see in the picture which points violate complementary
// slackness. Each of its two conditions must be violated by some points and satisfied by others, at
// most five points may be wrong, and no point may be close to the margin without being on it.
func (d solvedDual) showsViolations() bool {
	for i := range d.Alpha {
		if distance := math.Abs(d.SignedScore(i) - 1); distance > 1e-9 && distance < 0.25 {
			return false
		}
	}
	tooMuch, tooLittle := len(d.pointsWhere(weighsTooMuch)), len(d.pointsWhere(weighsTooLittle))
	return tooMuch > 0 && tooMuch < len(d.pointsWhere(isBeyond)) && tooLittle > 0 &&
		tooLittle < len(d.pointsWhere(isInside)) &&
		tooMuch+tooLittle <= 5
}

// scene shows a table of α and the picture of the points. It shows the margin if showMargin is set.
// want maps fields to sets of points. Once the answers in all these fields are right, scene also
// shows the margin and t·f.
func (d solvedDual) scene(title string, showMargin bool, want map[string]string) worksheets.SceneFunc {
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		solved := true
		for field, points := range want {
			typed, _ := answer.ReadSet(a[field], answer.SetTask{})
			solved = solved && !a.IsUnjudged(field) && points == "{"+ascii.Join(typed, ", ", strconv.Itoa)+"}"
		}
		columns := []lesson.Column{
			lesson.NumberColumn(),
			lesson.FormattedColumn("t", d.Set.Label, answer.SignedDecimal),
			lesson.ValuesColumn("α", d.Alpha, threeDecimals),
		}
		if solved {
			columns = append(columns,
				lesson.FormattedColumn("t·f", d.SignedScore, threeDecimals),
				lesson.Column{Title: "ξ", Text: func(i int) string {
					return threeDecimals(max(0, math.Round(1000*(1-d.SignedScore(i)))/1000))
				}})
		}
		return exercises.Scene{Figures: []exercises.Figure{d.picture(solved || showMargin),
			lesson.PointTable(fmt.Sprintf("%s, C = %d", title, solvedC), d.Set.Len(), columns...)}}
	}
}

// picture shows the points with their numbers. If solved is set, it also shows the margin and α.
func (d solvedDual) picture(solved bool) exercises.Figure {
	o := stage.MapOptions{Title: "The points"}
	if solved {
		o.Title, o.Margins, o.Kind = "Filled marks: α > 0", true, d.AlphaMark
	}
	picture := d.Map(d.F, o)
	m := picture.Plot.(ascii.Map)
	if !solved {
		m.Field = nil
	}
	m.Marks = slices.Clone(m.Marks)
	for i := range m.Marks {
		m.Marks[i].Label = lesson.PointNumber(i)
	}
	picture.Plot = m
	return picture
}

// mixtureScene shows three points of a line. The middle one has class −1. For the typed α, it also
// shows the mean of the outer points with the weights α.
func mixtureScene(x []float64) worksheets.SceneFunc {
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		line := ascii.NumberLine{Label: "x", X: ascii.RangeOf(x...).Pad(0.25)}
		for i, v := range x {
			line.Marks = append(line.Marks, ascii.Mark{X: v, Class: 1 - 2*(i%2), Label: lesson.PointNumber(i)})
		}
		var notes []ascii.Line
		if alpha, _ := answer.ParseNumbers(ctx, answer.RatioToList(a["mixture"]), 0); len(alpha) == len(x) {
			sum, moment := alpha[0]+alpha[2], alpha[0]*x[0]+alpha[2]*x[2]
			line.HasCursor, line.Cursor = sum > 0, moment/sum
			notes = ascii.Linesf("With your α: Σαt = %s,  w = Σαtx = %s. The dashed line is the mixture of x₁ and x₃.",
				stage.FourDecimals(sum-alpha[1]), stage.FourDecimals(moment-alpha[1]*x[1]))
		}
		return exercises.Scene{Notes: notes,
			Figures: []exercises.Figure{stage.Main("Points on a line that no threshold separates", line)}}
	}
}

// freeTable shows the values from which the student computes b.
func (d solvedDual) freeTable() exercises.Figure {
	return lesson.PointTable("Free points of the stopped run", len(d.free),
		lesson.ValuesColumn("i", d.free, lesson.PointNumber),
		lesson.FormattedColumn("t", func(n int) float64 { return d.Set.Label(d.free[n]) }, answer.SignedDecimal),
		lesson.ValuesColumn("sᵢ = Σⱼ αⱼtⱼKᵢⱼ", d.scores, threeDecimals))
}

// threeDecimals formats a number for comparison in columns.
func threeDecimals(v float64) string {
	if v == 0 {
		return "0"
	}
	return lesson.WithMinusSigns(strconv.FormatFloat(v, 'f', 3, 64))
}

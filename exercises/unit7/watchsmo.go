package unit7

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

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

// watchSMO builds the Go part of exercise 7.7: SMO from α = 0 to the optimum, with
// predictions of its moves. A scene is what a task shows next to its text.
func watchSMO(input worksheets.LessonInput) worksheets.LessonOutput {
	p := newUpdatePrediction(input.Seed)
	problem := newSolvedProblem(input.Seed)
	// The run of the problem has many steps. To save memory, only its numbers are kept, and the problem is
	// solved again when its task is opened.
	solvedScene := sync.OnceValue(func() exercises.Scene {
		return exercises.Scene{Run: newSolvedProblem(input.Seed).run}
	})
	updates := updatesByRule()
	vars := p.vars()
	maps.Copy(vars, updates)
	maps.Copy(vars, p.flags().vars())
	return worksheets.LessonOutput{
		Vars: vars,
		Tasks: worksheets.Tasks{
			"may": {Tables: flagTable(p.SMOState, "tα may", p.flags().blank,
				lesson.NumberColumn()), Scene: p.flagScene, Check: p.flags().check},
			"state": {Judges: worksheets.Judges{"k": p.pointJudge(p.update.K, p.InUp, "up", "grow", "smaller"),
				"l": p.pointJudge(p.update.L, p.InLow, "low", "shrink", "larger")},
				Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
					return p.scene(
						!a.IsUnjudged("k") && !a.IsUnjudged("l") && isPoint(ctx, a["k"], p.update.K) &&
							isPoint(ctx, a["l"], p.update.L),
					)
				}},
			"clip": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
				return p.clipScene(a["clipped"] != "" && !a.IsUnjudged("clipped"))
			}},
			"read": {Vars: problem.vars()},
			"spare": {Vars: problem.vars(),
				Scene: func(context.Context, exercises.Answers) exercises.Scene { return solvedScene() }},
		},
	}
}

// updatesByRule returns the numbers of updates that SMO needs with two rules for the pair, on the
// separable blobs, with the same parameters as in the run that the student watches. They do not
// depend on the seed.
var updatesByRule = sync.OnceValue(func() worksheets.Vars {
	out := worksheets.Vars{}
	m := stage.TrainingData{Set: dataset.MustBuiltin("blobs_sep"), Kernel: kernels.Linear{}}
	for name, rule := range map[string]solvers.PairRule{"byViolation": solvers.MaxViolation,
		"byGain": solvers.SecondOrder} {
		out[name] = lesson.Trace(m, solvers.SMO{C: 10, Tol: 1e-3, Rule: rule}, 2000).Last().Updates
	}
	return out
})

// updatePrediction is a state of SMO from which the student predicts the update.
type updatePrediction struct {
	set    *dataset.Set
	solver solvers.SMO
	trace  solvers.Trace      // ends at the state
	update *solvers.SMODetail // the update to be predicted
	anatomy.SMOState
}

// minLead is the minimum difference between the extreme F and every other F. It ensures that
// the digits in the table identify the pair.
const minLead = 0.01

// newUpdatePrediction runs SMO with the maximal violating pair on the data of the exercise for the
// seed. It stops before the third update or a later one, as soon as the pair of the next update is
// clear and the next update ends as the seed requires. For half of the seeds, the next update must be
// clipped, and for the others, it must reach the maximum of the parabola. If no update suits,
// newUpdatePrediction draws other data.
func newUpdatePrediction(seed uint64) updatePrediction {
	r := lesson.Rand(seed, 77)
	clipped := r.IntN(2) == 0
	for try := seed; ; try += 1 << 32 {
		p := updatePrediction{set: dataset.Worksheet1D(try),
			solver: solvers.SMO{C: []float64{0.2, 0.5, 1}[r.IntN(3)], Rule: solvers.MaxViolation, Tol: 1e-3}}
		trace := lesson.Trace(stage.TrainingData{Set: p.set, Kernel: lesson.Quadratic()}, p.solver, 14)
		points := anatomy.Points{Gram: trace.Problem().Gram(), Y: p.set.Labels()}
		for i := 2; i+1 < trace.Len(); i++ {
			d, ok := trace.At(i + 1).Detail.(*solvers.SMODetail)
			p.trace, p.update, p.SMOState = trace.Cut(i), d, points.SMOState(p.solver.C, trace.At(i))
			if ok && d.Moved() && d.Clipped == clipped && p.isClear() && p.flagsDiffer() {
				return p
			}
		}
	}
}

// isClear reports whether F of k and of l differ from all others by at least minLead, and whether a
// student who ignores the marks “up” and “low”, which say how tα may change, would choose another pair.
func (p updatePrediction) isClear() bool {
	k, l := p.update.K, p.update.L
	for i := range p.Y {
		if i != k && p.InUp(i) && p.F(i) < p.F(k)+minLead || i != l && p.InLow(i) && p.F(i) > p.F(l)-minLead {
			return false
		}
	}
	unmarkedK, unmarkedL := p.extremePair()
	return unmarkedK != k || unmarkedL != l
}

// pointJudge returns the judge of k or l, the point with an extreme F among the points with a mark.
// isMarked reports whether a point has the mark. The texts are the name of the mark, the change of
// tα that the mark permits, and the extreme.
func (p updatePrediction) pointJudge(want int, isMarked func(int) bool, mark, change, extreme string) worksheets.Judge {
	return lesson.OnePointJudge(want, p.Len(), func(i int) string {
		if !isMarked(i) {
			return fmt.Sprintf("Point %d is not marked %s: its tα cannot %s.", i+1, mark, change)
		}
		return fmt.Sprintf("F%s = %s: another point marked %s has a %s F.", anatomy.Sub(i+1), threeDecimals(p.F(i)),
			mark, extreme)
	})
}

// extremePair returns the points with the extreme F among all points, whether marked or not. To
// choose them is a known slip.
func (p updatePrediction) extremePair() (k, l int) {
	for i := range p.Y {
		if p.F(i) < p.F(k) {
			k = i
		}
		if p.F(i) > p.F(l) {
			l = i
		}
	}
	return k, l
}

func (p updatePrediction) vars() worksheets.Vars {
	d := p.update
	clipText := "reaches the top"
	if d.Clipped {
		clipText = "is clipped"
	}
	unmarkedK, unmarkedL := p.extremePair()
	return worksheets.Vars{
		"k": lesson.PointNumber(d.K), "l": lesson.PointNumber(d.L), "kSub": anatomy.Sub(d.K + 1),
		"lSub": anatomy.Sub(d.L + 1), "unmarkedK": lesson.PointNumber(unmarkedK),
		"unmarkedL": lesson.PointNumber(unmarkedL),
		"fk":        anatomy.Num(p.F(d.K)), "fl": anatomy.Num(p.F(d.L)), "violation": anatomy.Num(p.F(d.L) - p.F(d.K)),
		"C": p.solver.C, "clipWords": clipText, "star": anatomy.Num(d.Unclipped), "lo": anatomy.Num(d.Lo),
		"hi":       anatomy.Num(d.Hi),
		"willClip": map[bool]string{true: "yes", false: "no"}[d.Clipped],
	}
}

// isPoint reports whether a text is the number of point i, which counts from 0.
func isPoint(ctx context.Context, text string, i int) bool {
	return answer.ExactJudge(float64(i+1))(ctx, text).Accepted
}

// scene shows the table of candidates and the picture of f, with the numbers of the points. If
// showPair is set, the pair is highlighted.
func (p updatePrediction) scene(showPair bool) exercises.Scene {
	painter := stage.SMOPainter{Data: stage.TrainingData{Set: p.set, Kernel: lesson.Quadratic()}, Solver: p.solver}
	frame := painter.Paint([]solvers.Trace{p.trace}, p.trace.Len()-1)
	return exercises.Scene{
		Figures: []exercises.Figure{p.stateTable(showPair), p.withPointNumbers(frame.Figures[0], showPair)},
		Notes:   ascii.PlainLines("C = " + answer.DisplayDecimal(p.solver.C)),
		Inspect: frame.Inspect,
	}
}

// clipScene shows what scene shows and, after the prediction, the parabola of the step.
func (p updatePrediction) clipScene(predicted bool) exercises.Scene {
	s := p.scene(true)
	if predicted {
		s.Figures = append(s.Figures, stage.Parabola(p.update, p.trace.Last().Objective))
	}
	return s
}

// ink returns the ink of a point. If showPair is set, k and l of the next update have inks of their
// own. The pair of the previous update is not highlighted.
func (p updatePrediction) ink(i int, showPair bool) ascii.Ink {
	if !showPair {
		return ascii.Text
	}
	return max(ascii.Text, map[int]ascii.Ink{p.update.K: ascii.Symbol1, p.update.L: ascii.Symbol2}[i])
}

// stateTable shows the state of each point.
func (p updatePrediction) stateTable(showPair bool) exercises.Figure {
	return candidateTable("After "+strconv.Itoa(p.trace.Last().Updates)+" updates", p.SMOState, p.set,
		func(i int) ascii.Ink { return p.ink(i, showPair) }, mayMoveColumn(p.SMOState))
}

// candidateTable shows a table of the points of a number line, with x, t, α, F and the extra columns.
func candidateTable(title string, m anatomy.SMOState, set *dataset.Set, ink func(int) ascii.Ink,
	extraColumns ...lesson.Column) exercises.Figure {
	columns := []lesson.Column{
		lesson.NumberColumn().WithInk(ink),
		lesson.ValuesColumn("x₁", set.Column(0), answer.DisplayDecimal),
		lesson.ValuesColumn("t", m.Y, answer.SignedDecimal),
		lesson.ValuesColumn("α", m.Alpha, threeDecimals),
		lesson.FormattedColumn("F", m.F, threeDecimals).WithInk(ink),
	}
	return lesson.PointTable(title, m.Len(), append(columns, extraColumns...)...)
}

// mayMoveColumn returns a column with the mark “up” for points whose tα may grow, and “low” for
// points whose tα may shrink.
func mayMoveColumn(m anatomy.SMOState) lesson.Column {
	may := func(i int) string {
		return map[bool]string{true: "up ", false: "   "}[m.InUp(i)] + map[bool]string{true: "low"}[m.InLow(i)]
	}
	return lesson.Column{Title: "tα may", Text: may, Ink: lesson.Constant(ascii.Dim), Left: true}
}

// withPointNumbers labels every point with its number. The pair of the previous update is no longer
// marked. If showPair is set, the pair of the next update is highlighted.
func (p updatePrediction) withPointNumbers(f exercises.Figure, showPair bool) exercises.Figure {
	f.Title = "f along the line, with the numbers of the points"
	m := f.Plot.(ascii.Map)
	m.Marks = slices.Clone(m.Marks)
	for i := range m.Marks {
		m.Marks[i].Label, m.Marks[i].Ink = lesson.PointNumber(i), p.ink(i, showPair)
		m.Marks[i].Focus = showPair && (i == p.update.K || i == p.update.L)
		m.Marks[i].ChangedSide = false
	}
	f.Plot = m
	return f
}

// solvedProblem is a solved problem of n points. The student counts its support vectors, and those
// with α = C.
type solvedProblem struct {
	run               stage.Run
	n                 int
	supports, atBound int
	c                 float64
}

func (r solvedProblem) vars() worksheets.Vars {
	v := worksheets.Vars{"points": r.n, "readC": r.c, "sv": r.supports, "bound": r.atBound,
		"free":  r.supports - r.atBound,
		"spare": r.n - r.supports}
	for i, a := range r.run.Trace().Last().Coef().All() {
		v["a"+strconv.Itoa(i+1)] = anatomy.Num(a)
	}
	return v
}

// newSolvedProblem solves two moons with an RBF kernel. It draws until every point is visible,
// some support vectors are free, some are at the bound and some points are not support
// vectors.
func newSolvedProblem(seed uint64) solvedProblem {
	const c = 1.0
	for try := seed; ; try += 1 << 32 {
		set := dataset.Moons(24, 0.25, try)
		if lesson.HasOverlappingPoints(set) {
			continue
		}
		run := lesson.StageRun(stage.TrainingData{Set: set, Kernel: kernels.RBF{Sigma: 0.7}},
			solvers.SMO{C: c, Tol: 1e-6},
			2000, exercises.Condition{})
		r := solvedProblem{run: run, n: set.Len(), c: c}
		last := r.run.Trace().Last()
		for _, a := range last.Coef().All() {
			if a > 0 {
				r.supports++
			}
			if a == c {
				r.atBound++
			}
		}
		if last.Status == solvers.Converged && r.atBound > 0 && r.supports > r.atBound && r.supports < r.n {
			return r
		}
	}
}

// Package unitd contains unit D, “The step debugger”: its worksheets, and Go code for the
// exercises that need it.
//
// A worksheet is the Markdown file of an exercise. A lesson is the Go part of an exercise: it draws
// random numbers for the worksheet, and adds scenes and judges of answers. A scene is the figures,
// controls and notes that a task shows next to its text.
//
// The package does not know other units, the terminal or screens.
package unitd

import (
	"context"
	"embed"
	"math"
	"math/rand/v2"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and its lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"D.1": stepDebugger,
		"D.2": bugHunt,
		"D.3": errata,
	}}
}

// stepDebugger builds the Go part of exercise D.1. A tour introduces the tools of the step debugger.
// Each tool has a key, and a question that can only be answered with this key. In the last task,
// the student freely chooses data, kernel, solver and parameters.
func stepDebugger(input worksheets.LessonInput) worksheets.LessonOutput {
	t := newTour(input.Seed)
	runTask := worksheets.LessonTask{FocusesStage: true, Scene: lesson.FixedScene(exercises.Scene{Run: t.run})}
	return worksheets.LessonOutput{
		Vars: t.vars(),
		Tasks: worksheets.Tasks{
			"tour": runTask, "end": runTask, "why": runTask, "ledger": runTask, "clip": runTask, "gain": runTask,
			"fork": runTask,
		},
	}
}

// tour is a run of SMO on nine points of a line, with a step for each question.
type tour struct {
	run          stage.Run // the run at its start
	c            float64
	firstHigh    int                // the first step whose pair is clipped at H
	firstLow     int                // the first step whose pair is clipped at L
	forkStep     int                // the step after which the student tries another pair
	forkK, forkL int                // the other pair, counted from 0
	forkGain     float64            // the gain of the other pair
	nextStep     *solvers.SMODetail // the step that the run takes after forkStep
	fullTrace    solvers.Trace      // the trace of the run to its end
	fullRun      stage.Run          // the run to its end
	whyStep      int                // the step whose reasons the student explains
	branchSteps  int                // the number of steps of the branch with the other pair
}

// newTour draws nine points and C until the tour is possible. The run must be clipped at both
// bounds, at H not before step 3. At one of the first steps, another pair must have a clearly
// smaller gain.
func newTour(seed uint64) tour {
	r := lesson.Rand(seed, 0xD1)
	for try := seed; ; try += 1 << 32 {
		t := tour{c: []float64{0.2, 0.5, 1}[r.IntN(3)]}
		m := stage.TrainingData{Set: dataset.Worksheet1D(try), Kernel: lesson.Quadratic()}
		t.run = lesson.Must(stage.Start(m, solvers.SMO{C: t.c, Rule: solvers.MaxViolation}))
		t.fullRun = lesson.Must(t.run.Extend(context.Background(), 400, exercises.Condition{})).(stage.Run)
		t.fullTrace = t.fullRun.Trace()
		if !t.findClips() || !t.findPair(r) {
			continue
		}
		if t.whyStep = t.stepWithAlternative(); t.whyStep == 0 {
			continue
		}
		ctx := context.Background()
		fork := lesson.Must(
			t.fullRun.Fork(ctx, t.forkStep, exercises.Answers{"k": lesson.PointNumber(t.forkK),
				"l": lesson.PointNumber(t.forkL)}),
		)
		if t.branchSteps = lesson.Must(fork.Extend(ctx, 2000,
			exercises.Condition{})).Len() - 1; t.branchSteps != t.fullTrace.Len()-1 {
			return t
		}
	}
}

// findClips finds the first step that is clipped at H and the first step that is clipped at L. It
// returns false if one is missing, or if the two are so close that miscounting by a few
// steps could confuse them.
func (t *tour) findClips() bool {
	for i := t.fullTrace.Len() - 1; i > 0; i-- {
		d, ok := t.fullTrace.At(i).Detail.(*solvers.SMODetail)
		switch {
		case !ok || !d.Clipped:
		case d.Unclipped > d.Hi:
			t.firstHigh = i
		case d.Unclipped < d.Lo:
			t.firstLow = i
		}
	}
	farEnough := t.firstLow != t.firstHigh-1 && t.firstLow != t.firstHigh+1
	return t.firstHigh >= 3 && t.firstLow > 0 && max(t.firstLow, t.firstHigh) < 60 && farEnough
}

// findPair finds a pair that could move instead of the run's pair. Its gain must be smaller than that
// of the run's pair by at least a fifth.
func (t *tour) findPair(r *rand.Rand) bool {
	t.forkStep = 1 + r.IntN(4)
	if t.forkStep+1 >= t.fullTrace.Len() {
		return false
	}
	runUpdate, ok := t.fullTrace.At(t.forkStep + 1).Detail.(*solvers.SMODetail)
	if !ok {
		return false
	}
	t.nextStep = runUpdate
	smo := t.fullTrace.Solver().(solvers.SMO)
	n := t.fullTrace.Problem().Len()
	for _, pair := range r.Perm(n * n) {
		k, l := pair/n, pair%n
		if k == l || k == runUpdate.K && l == runUpdate.L || k == runUpdate.L && l == runUpdate.K {
			continue
		}
		d := smo.Update(t.fullTrace.Problem(), t.fullTrace.At(t.forkStep), k, l).Detail.(*solvers.SMODetail)
		if d.Moved() && d.Gain > 1e-3 && d.Gain < 0.8*runUpdate.Gain && !sameDigits(d.Gain, unclippedGain(d)) &&
			!sameDigits(runUpdate.Gain, unclippedGain(d)) {
			t.forkK, t.forkL, t.forkGain = k, l, d.Gain
			return true
		}
	}
	return false
}

// stepWithAlternative returns the first step, from step 2 on, at which another l was possible and
// clearly worse than the chosen l. If there is none, it returns 0.
func (t *tour) stepWithAlternative() int {
	for i := 2; i < t.fullTrace.Len(); i++ {
		if secondL, lead := t.secondBest(i); secondL >= 0 && lead > 1e-3 {
			return i
		}
	}
	return 0
}

// secondBest returns the second best choice of l at step i and the lead of the best choice. If there
// is no second choice, it returns −1.
func (t *tour) secondBest(i int) (secondL int, lead float64) {
	p, smo := t.fullTrace.Problem(), t.fullTrace.Solver().(solvers.SMO)
	d, ok := t.fullTrace.At(i).Detail.(*solvers.SMODetail)
	if !ok {
		return -1, 0
	}
	m := anatomy.Points{Gram: p.Gram(), Y: p.Labels()}.SMOState(smo.C, t.fullTrace.At(i-1))
	secondL, score := anatomy.RuleOf(smo.Rule).Best(m, d.K, d.L)
	return secondL, math.Abs(d.El-d.Ek) - score
}

// unclippedGain returns the gain that a step would have without clipping.
func unclippedGain(d *solvers.SMODetail) float64 {
	slope := d.Tl * (d.Ek - d.El)
	return slope * slope / (2 * d.KappaUsed)
}

// gainDigits is the number of significant digits to which a student must give a gain.
const gainDigits = 3

func roundedGain(v float64) string { return answer.Decimal(exercises.RoundTo(v, gainDigits+1)) }

// sameDigits reports whether two gains agree to the required digits.
func sameDigits(a, b float64) bool {
	return answer.RoundedJudge(roundedGain(a), gainDigits)(context.Background(), roundedGain(b)).Accepted
}

func (t tour) vars() worksheets.Vars {
	d := t.fullTrace.At(t.firstHigh).Detail.(*solvers.SMODetail)
	askedStep := t.fullTrace.At(t.whyStep).Detail.(*solvers.SMODetail)
	smo := t.fullTrace.Solver().(solvers.SMO)
	forkUpdate := smo.Update(t.fullTrace.Problem(), t.fullTrace.At(t.forkStep), t.forkK,
		t.forkL).Detail.(*solvers.SMODetail)
	last := t.fullTrace.Len() - 1
	secondL, lead := t.secondBest(t.whyStep)
	return worksheets.Vars{
		"pair": t.pairText(3), "pairBefore": t.pairText(2), "nextPair": t.pairText(4),
		"last": last, "forked": t.branchSteps,
		"asked": t.whyStep, "askedK": lesson.PointNumber(askedStep.K), "askedL": lesson.PointNumber(askedStep.L),
		"second": lesson.PointNumber(secondL), "margin": anatomy.Num(lead),
		"laws": len(t.fullRun.Invariants(t.whyStep)), "lawsAtStart": len(t.fullRun.Invariants(0)),
		"n": t.fullTrace.Problem().Len(), "C": t.c,
		"high": t.firstHigh, "low": t.firstLow,
		"star": anatomy.Num(d.Unclipped), "hi": anatomy.Num(d.Hi), "hk": lesson.PointNumber(d.K),
		"hl": lesson.PointNumber(d.L),
		"at": t.forkStep, "k": lesson.PointNumber(t.forkK), "l": lesson.PointNumber(t.forkL),
		"gain": anatomy.Num(t.forkGain),
		"ownK": lesson.PointNumber(t.nextStep.K), "ownL": lesson.PointNumber(t.nextStep.L),
		"ownGain":   anatomy.Num(t.nextStep.Gain),
		"exactGain": roundedGain(t.forkGain), "exactOwn": roundedGain(t.nextStep.Gain),
		"exactPromise": roundedGain(unclippedGain(forkUpdate)),
		"clipWords":    clipText(forkUpdate),
	}
}

// pairText returns the pair of step i, as a student writes a set.
func (t tour) pairText(i int) string {
	d := t.fullTrace.At(i).Detail.(*solvers.SMODetail)
	return lesson.PointSet(d.K, d.L)
}

// clipText says at which bound a step is clipped.
func clipText(d *solvers.SMODetail) string {
	if d.Unclipped > d.Hi {
		return "is clipped at H"
	}
	return "is clipped at L"
}

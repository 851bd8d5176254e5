// Package unitd contains unit D, “The step debugger”: its worksheets, and Go code for the
// exercises that need it.
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

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"D.1": stepDebugger,
		"D.2": bugHunt,
		"D.3": errata,
	}}
}

// stepDebugger builds exercise D.1. A tour introduces the debugger's tools. Each tool has a key, and
// a question that can only be answered with this key. A free stage with every choice follows.
func stepDebugger(b worksheets.Brief) worksheets.Parts {
	t := newTour(b.Seed)
	on := worksheets.Behaviour{OnStage: true, Scene: lesson.FixedScene(exercises.Scene{Run: t.run})}
	return worksheets.Parts{
		Vars: t.vars(),
		Tasks: worksheets.Tasks{
			"tour": on, "end": on, "why": on, "ledger": on, "clip": on, "gain": on, "fork": on,
		},
	}
}

// tour is a run of SMO on nine points of a line, with a step for each question.
type tour struct {
	run         stage.Run // the run at its start
	c           float64
	firstHigh   int                // the first step whose pair is clipped at H
	firstLow    int                // the first step whose pair is clipped at L
	forkStep    int                // the step after which the student tries another pair
	k, l        int                // the other pair, counted from 0
	gain        float64            // the gain of the other pair
	ownStep     *solvers.SMODetail // the step that the run takes after forkStep
	fullTrace   solvers.Trace      // the trace of the run to its end
	fullRun     stage.Run          // the run to its end
	whyStep     int                // the step whose reasons the student explains
	branchSteps int                // the number of steps of the branch with the other pair
}

// newTour draws nine points and C until the tour is possible. The run must be clipped at both
// bounds, at H not before step 3. At one of the first steps, another pair must have a clearly
// smaller gain.
func newTour(seed uint64) tour {
	r := lesson.Rand(seed, 0xD1)
	for try := seed; ; try += 1 << 32 {
		t := tour{c: []float64{0.2, 0.5, 1}[r.IntN(3)]}
		m := stage.Model{Set: dataset.Worksheet1D(try), Kernel: lesson.Quadratic()}
		t.run = lesson.Must(stage.Start(m, solvers.SMO{C: t.c, Rule: solvers.MaxViolation}))
		t.fullRun = lesson.Must(t.run.Extend(context.Background(), 400, exercises.Break{})).(stage.Run)
		t.fullTrace = t.fullRun.Trace()
		if !t.findClips() || !t.findPair(r) {
			continue
		}
		if t.whyStep = t.contestedStep(); t.whyStep == 0 {
			continue
		}
		ctx := context.Background()
		fork := lesson.Must(
			t.fullRun.Fork(ctx, t.forkStep, exercises.Answers{"k": lesson.PointNumber(t.k),
				"l": lesson.PointNumber(t.l)}),
		)
		if t.branchSteps = lesson.Must(fork.Extend(ctx, 2000,
			exercises.Break{})).Len() - 1; t.branchSteps != t.fullTrace.Len()-1 {
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
	apart := t.firstLow != t.firstHigh-1 && t.firstLow != t.firstHigh+1
	return t.firstHigh >= 3 && t.firstLow > 0 && max(t.firstLow, t.firstHigh) < 60 && apart
}

// findPair finds a pair that could move instead of the pair of the run. The gain of the pair must be
// smaller by at least a fifth.
func (t *tour) findPair(r *rand.Rand) bool {
	t.forkStep = 1 + r.IntN(4)
	if t.forkStep+1 >= t.fullTrace.Len() {
		return false
	}
	own, ok := t.fullTrace.At(t.forkStep + 1).Detail.(*solvers.SMODetail)
	if !ok {
		return false
	}
	t.ownStep = own
	smo := t.fullTrace.Solver().(solvers.SMO)
	n := t.fullTrace.Problem().Len()
	for _, pair := range r.Perm(n * n) {
		k, l := pair/n, pair%n
		if k == l || k == own.K && l == own.L || k == own.L && l == own.K {
			continue
		}
		d := smo.Update(t.fullTrace.Problem(), t.fullTrace.At(t.forkStep), k, l).Detail.(*solvers.SMODetail)
		if d.Moved() && d.DW > 1e-3 && d.DW < 0.8*own.DW && !sameDigits(d.DW, unclippedGain(d)) &&
			!sameDigits(own.DW, unclippedGain(d)) {
			t.k, t.l, t.gain = k, l, d.DW
			return true
		}
	}
	return false
}

// contestedStep returns the first step, from step 2 on, at which another l was possible and clearly
// worse than the chosen l. If there is none, it returns 0.
func (t *tour) contestedStep() int {
	for i := 2; i < t.fullTrace.Len(); i++ {
		if second, lead := t.runnerUp(i); second >= 0 && lead > 1e-3 {
			return i
		}
	}
	return 0
}

// runnerUp returns the second best choice of l at step i and the lead of the best choice. If there
// is no second choice, it returns −1.
func (t *tour) runnerUp(i int) (second int, lead float64) {
	p, smo := t.fullTrace.Problem(), t.fullTrace.Solver().(solvers.SMO)
	d, ok := t.fullTrace.At(i).Detail.(*solvers.SMODetail)
	if !ok {
		return -1, 0
	}
	m := anatomy.Points{Gram: p.Gram(), Y: p.Labels()}.SMOState(smo.C, t.fullTrace.At(i-1))
	second, score := anatomy.RuleOf(smo.Rule).Best(m, d.K, d.L)
	return second, math.Abs(d.El-d.Ek) - score
}

// unclippedGain returns the gain that a step would have without clipping.
func unclippedGain(d *solvers.SMODetail) float64 {
	slope := d.Tl * (d.Ek - d.El)
	return slope * slope / (2 * d.KappaUsed)
}

// digits is the number of significant digits to which a student must give a gain.
const digits = 3

func roundedGain(v float64) string { return answer.Decimal(exercises.RoundTo(v, digits+1)) }

// sameDigits reports whether two gains agree to the required digits.
func sameDigits(a, b float64) bool {
	return answer.ToDigits(roundedGain(a), digits)(context.Background(), roundedGain(b)).Accepted
}

func (t tour) vars() worksheets.Vars {
	d := t.fullTrace.At(t.firstHigh).Detail.(*solvers.SMODetail)
	why := t.fullTrace.At(t.whyStep).Detail.(*solvers.SMODetail)
	smo := t.fullTrace.Solver().(solvers.SMO)
	tried := smo.Update(t.fullTrace.Problem(), t.fullTrace.At(t.forkStep), t.k, t.l).Detail.(*solvers.SMODetail)
	last := t.fullTrace.Len() - 1
	second, lead := t.runnerUp(t.whyStep)
	return worksheets.Vars{
		"pair": t.pairOf(3), "pairBefore": t.pairOf(2), "nextPair": t.pairOf(4),
		"last": last, "forked": t.branchSteps,
		"asked": t.whyStep, "askedK": lesson.PointNumber(why.K), "askedL": lesson.PointNumber(why.L),
		"second": lesson.PointNumber(second), "margin": anatomy.Num(lead),
		"laws": len(t.fullRun.Invariants(t.whyStep)), "lawsAtStart": len(t.fullRun.Invariants(0)),
		"n": t.fullTrace.Problem().Len(), "C": t.c,
		"high": t.firstHigh, "low": t.firstLow,
		"star": anatomy.Num(d.Unclipped), "hi": anatomy.Num(d.Hi), "hk": lesson.PointNumber(d.K),
		"hl": lesson.PointNumber(d.L),
		"at": t.forkStep, "k": lesson.PointNumber(t.k), "l": lesson.PointNumber(t.l), "gain": anatomy.Num(t.gain),
		"ownK": lesson.PointNumber(t.ownStep.K), "ownL": lesson.PointNumber(t.ownStep.L),
		"ownGain":   anatomy.Num(t.ownStep.DW),
		"exactGain": roundedGain(t.gain), "exactOwn": roundedGain(t.ownStep.DW),
		"exactPromise": roundedGain(unclippedGain(tried)),
		"clipWords":    clipWords(tried),
	}
}

// pairOf formats the pair of a step as a set.
func (t tour) pairOf(i int) string {
	d := t.fullTrace.At(i).Detail.(*solvers.SMODetail)
	return lesson.PointSet(d.K, d.L)
}

// clipWords returns words for the bound at which a step is clipped.
func clipWords(d *solvers.SMODetail) string {
	if d.Unclipped > d.Hi {
		return "is clipped at H"
	}
	return "is clipped at L"
}

package stage

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/anatomy/explain"
	"kernellab/exercises/dataset"
	"kernellab/exercises/runfile"
	"kernellab/solvers"
)

// Invariants returns the ledger at frame i: the list of the invariants, each with its value.
func (r Run) Invariants(i int) []exercises.Invariant {
	if i < 0 || i >= r.Len() {
		return nil
	}
	seg := r.segmentAt(i)
	traces, frame := r.tracesIn(seg), i
	if seg.kind.Restarts && seg.firstFrame > 0 {
		traces, frame = seg.tracesSinceStart(r.traces, i), i-seg.firstFrame
	}
	a, ok := seg.account(traces, frame, r.startsSegment(i))
	if !ok {
		return nil
	}
	return explain.Ledger(a)
}

// ParseCondition reads a condition in the vocabulary of the run's algorithm.
func (r Run) ParseCondition(text string) (exercises.Condition, error) {
	return r.lastSegment().parser.ParseCondition(text)
}

// Examples returns a few examples of conditions on the run.
func (r Run) Examples() []string {
	var out []string
	for _, text := range []string{"alpha[2] changes", "a[2] changes", "gap < 1e-3", "loss < 0.5", "mistakes > 2"} {
		if _, err := r.ParseCondition(text); err == nil {
			out = append(out, text)
		}
	}
	return out
}

// Complete returns the completions of a condition at the cursor. cursor is the index of the rune
// after the cursor.
func (r Run) Complete(text string, cursor int) []exercises.Completion {
	return r.lastSegment().parser.Complete(text, cursor)
}

// ChangeCondition returns the condition "the coefficient of point i changes". ok is false in the
// primal, where coefficients belong to features.
func (r Run) ChangeCondition(i int) (exercises.Condition, bool) {
	s := r.lastSegment()
	if s.primal() || i < 0 || i >= s.data.Set.Len() {
		return exercises.Condition{}, false
	}
	return changeCondition(r, s.kind.Letter, i)
}

// changeCondition returns the condition that entry i of an observable changes. i counts from 0. ok
// is false if the observable has no such entry.
func changeCondition(parser exercises.ConditionParser, observable string, i int) (exercises.Condition, bool) {
	condition, err := parser.ParseCondition(fmt.Sprintf("%s[%d] changes", observable, i+1))
	return condition, err == nil
}

// ValuesAt returns the value that a condition tests at frame i.
func (r Run) ValuesAt(condition exercises.Condition, i int) string {
	if i < 0 || i >= r.Len() {
		return ""
	}
	c, ok := r.segmentAt(i).parser.read(condition.Name)
	if !ok {
		return ""
	}
	now := r.traces[0].At(i)
	if r.startsSegment(i) {
		return c.ValuesText(now, now)
	}
	return c.ValuesText(r.traces[0].At(i-1), now)
}

// Questions returns questions about the step from frame i to frame i+1. It returns none if the
// student chose the step, or if no step leads to frame i+1 because a fork changed a parameter there.
func (r Run) Questions(i int) []exercises.Task {
	a, ok := r.accountAfter(i)
	if !ok || chosenByStudent(r, i) {
		return nil
	}
	return explain.QuestionTasks(a)
}

// accountAfter returns everything that is explained about the step from frame i to frame i+1. ok is
// false if there is no such step.
func (r Run) accountAfter(i int) (a anatomy.Account, ok bool) {
	if i < 0 || i+1 >= r.Len() || r.startsSegment(i+1) {
		return a, false
	}
	seg := r.segmentAt(i + 1)
	return seg.account(r.tracesIn(seg), i+1, false)
}

// ByHand returns a form in which the student computes the step from frame i to frame i+1, or nil if
// there is nothing to compute.
func (r Run) ByHand(i int) exercises.Task {
	a, ok := r.accountAfter(i)
	if !ok {
		return nil
	}
	return explain.ByHand(a)
}

// UpTo returns the run with frame i as its last frame, for pictures that must not reveal later
// steps. It omits forks at frame i, which affect only later steps.
func (r Run) UpTo(i int) exercises.Run {
	if i < 0 || i >= r.Len()-1 {
		return r
	}
	r.traces = r.upTo(i)
	r.segments = slices.DeleteFunc(slices.Clone(r.segments), func(s segment) bool { return s.firstFrame > i })
	r.choices = slices.DeleteFunc(slices.Clone(r.choices), func(c ForkChoice) bool { return c.Frame >= i })
	return r
}

// inspector returns the function that describes a selected point: it calls describe, or returns nil
// if there is no such point.
func inspector(data TrainingData, describe func(i int) []ascii.Line) func(i int) []ascii.Line {
	return func(i int) []ascii.Line {
		if i < 0 || i >= data.Set.Len() {
			return nil
		}
		return describe(i)
	}
}

// stepInspector returns the inspector of a step. It describes a point by its coefficient, by f, and
// by the solver's columns.
func stepInspector(data TrainingData, s solvers.Solver, now solvers.Step) func(i int) []ascii.Line {
	kind, _ := anatomy.KindOf(s)
	columns := kind.ColumnsFor(data.Labels(), s)
	return inspector(data, func(i int) []ascii.Line {
		var p anatomy.Pen
		p.Ink(anatomy.InkA, kind.Letter+anatomy.Sub(i+1)+" = "+anatomy.Num(now.Coef().At(i)))
		p.Text(", f = %s", anatomy.Num(now.F(i)))
		for _, c := range columns.Columns {
			p.Text(", %s", c.Sentence(now, i))
		}
		return []ascii.Line{inspectPoint(data.Set, i), p.Line}
	})
}

// withEnd adds to the status of a step how the solver ended, if the solver has ended.
func withEnd(status ascii.Line, s solvers.Step) ascii.Line {
	if !s.Status.Done() {
		return status
	}
	ink := ascii.Warn
	switch s.Status {
	case solvers.Converged:
		ink = ascii.Good
	case solvers.Diverged:
		ink = ascii.Bad
	}
	return append(status, ascii.Span{Text: "  " + s.Status.Phrase(), Ink: ink})
}

// endSentence returns a sentence about how a solver ended, or nil if the solver has not ended.
func endSentence(s solvers.Step) []ascii.Line {
	if !s.Status.Done() {
		return nil
	}
	return ascii.PlainLines(s.Sentence)
}

// inspectPoint returns the first line of every inspector: the position and the label of the point.
func inspectPoint(set *dataset.Set, i int) ascii.Line {
	x := set.Point(i)
	values := make([]string, len(x))
	for j, v := range x {
		values[j] = anatomy.Digits(v, 4)
	}
	var p anatomy.Pen
	p.Ink(ascii.Strong, fmt.Sprintf("point %d", i+1))
	p.Text(": %s = (%s)", strings.Join(set.Columns(), ", "), strings.Join(values, ", "))
	if set.Task() == dataset.Regression {
		return p.Text(", target %s", anatomy.Num(set.Label(i))).Line
	}
	return p.Text(", class %s", anatomy.Label(set.Label(i))).Line
}

// inspect describes a point at a step.
func (p SMOPainter) inspect(s solvers.Step, i int) []ascii.Line {
	set, c := p.Data.Set, p.Solver.C
	t, a, f := set.Label(i), s.Coef().At(i), s.F(i)
	var alpha, score, kkt anatomy.Pen
	alpha.Ink(anatomy.InkA, fmt.Sprintf("α%s = %s", anatomy.Sub(i+1), anatomy.Num(a))).Text(", %s", alphaStatus(a, c))
	score.Text("f = %s, E = f − t = %s, t·f = %s", anatomy.Num(f), anatomy.Num(f-t), anatomy.Num(t*f))
	kkt.Text("%s", kktText(a, c, t*f))
	m := anatomy.SMOState{Points: anatomy.Points{Y: set.Labels()}, C: c, Alpha: s.CoefCopy()}
	_, ways := m.Directions(i)
	return []ascii.Line{inspectPoint(set, i), alpha.Line, score.Line, kkt.Line, {{Text: ways, Ink: ascii.Dim}}}
}

// alphaStatus describes a point by its α.
func alphaStatus(a, c float64) string {
	switch {
	case a < 0 || a > c:
		return "outside of its bounds"
	case a == 0:
		return "not a support vector"
	case a == c:
		return "support vector at the bound C"
	}
	return "free support vector"
}

// kktText returns the KKT condition of a point with its numbers filled in, and says whether the point
// satisfies the condition.
func kktText(a, c, margin float64) string {
	const tol = 1e-3
	var want string
	var ok bool
	switch {
	case a < 0 || a > c:
		return "0 ≤ α ≤ C: violated, α is " + anatomy.Num(a)
	case a == 0:
		want, ok = "α = 0 requires t·f ≥ 1", margin >= 1-tol
	case a == c && !math.IsInf(c, 1):
		want, ok = "α = C requires t·f ≤ 1", margin <= 1+tol
	default:
		want, ok = "a free α requires t·f = 1", math.Abs(margin-1) <= tol
	}
	if ok {
		return want + ": satisfied"
	}
	return fmt.Sprintf("%s: violated, it is %s", want, anatomy.Num(margin))
}

// maxSteps is the maximum number of steps of a run. A run file cannot hold more.
const maxSteps = runfile.MaxSteps

// negligibleGradient is the share of its initial length below which the gradient of a finished run
// counts as rounding error.
const negligibleGradient = 1e-12

// endReason returns why a run ends although its solver would continue, or "".
func endReason(r Run) string {
	last := r.traces[0].Last()
	switch {
	case r.Len() > maxSteps:
		return fmt.Sprintf("The run stops after %d steps, the maximum. %s is %s%s.", r.Len()-1,
			strings.Replace(objectiveName(r.lastSegment().kind), "the", "The", 1), anatomy.Num(last.Objective),
			distanceLeft(r.lastSegment().kind, last))
	case gradientVanishes(r)(last):
		return fmt.Sprintf("The gradient is 0 up to rounding, and %s stays at %s.", objectiveName(r.lastSegment().kind),
			anatomy.Num(last.Objective))
	}
	return ""
}

// objectiveName returns the objective of the run for use in a sentence.
func objectiveName(kind anatomy.Kind) string {
	if kind.Objective == "g" {
		return kind.Objective
	}
	return "the " + kind.Objective
}

// distanceLeft describes how far a run still is from an optimum.
func distanceLeft(kind anatomy.Kind, last solvers.Step) string {
	switch {
	case kind.Gap:
		return fmt.Sprintf(", the largest violation still %s", anatomy.Num(last.Violation))
	case kind.Descent != nil:
		return fmt.Sprintf(", the length of its gradient still %s", anatomy.Num(last.Violation))
	}
	return ""
}

// gradientVanishes returns a function that reports whether the gradient at a step is 0 up to
// rounding, for a descent without a tolerance.
func gradientVanishes(r Run) func(solvers.Step) bool {
	never := func(solvers.Step) bool { return false }
	last := r.lastSegment()
	if last.kind.Descent == nil {
		return never
	}
	d := last.kind.Descent(anatomy.Points{Y: last.problem().Labels()}, anatomy.ClaimedSolver(last.solver()))
	if d.Maximizes || d.Tol > 0 {
		return never
	}
	limit := negligibleGradient * r.traces[0].Summary(0).Violation
	return func(s solvers.Step) bool { return s.N > 0 && s.Violation <= limit }
}

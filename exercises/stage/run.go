// Package stage turns traces of solvers into runs that an exercise shows on the stage, the part of
// the screen with the pictures.
//
// A trace, from package solvers, is the list of a solver's steps. A run is a trace with pictures:
// frame i of the run shows the state after step i. Students can step through a run, read its
// formulas, inspect a point, answer questions about the next step, compare two runs, save a run and
// replay it. They can also fork a run: they go back to a frame, choose another step or another
// parameter, and get a second run, a branch. A lesson is the Go code of one exercise, and a scene
// is what the stage shows for one task.
//
// A [TrainingData] has the points and the kernel. [Start] makes a [Run] from training data and a
// solver in the table of package anatomy, and [NewRun] makes a run from any traces that a [Painter]
// can show. A run implements every interface of exercises/scene.go. Package anatomy provides the
// quantities of each step. From these, the run computes the reasons of a step, the ledger (the list
// of invariants, each with its value), the questions about the next step, and the conditions at
// which a run can stop. A run is immutable and safe for concurrent use. It is cheap to create,
// because everything about a frame is computed on demand. The parts of frames (decision maps,
// charts, formula lines, tables) are also exported, for lessons that compose their own scenes.
//
// A [ComputationRun] is the run of a computation other than a solver. It has the abilities of a
// [Run], based on the derivations of its steps, except forks and run files.
//
// A painter draws the pictures of one kind of solver. The run adds what it can show for every solver:
// the training error, a table of the points with the solver's columns from package anatomy,
// the numbers of the points, the boundary before the step, and the points that changed sides.
//
// A new solver needs a painter here, in its own file, and a line in the table of
// painters.
//
// Conventions of the texts: points are counted from 1. An ink is the meaning of a colour (see
// package ascii). α, a and w have the same ink wherever they occur. k has the ink Symbol1, l
// Symbol2, κ Symbol3, and the bounds Symbol4.
//
// # Forks
//
// A fork keeps the steps up to a frame, takes a chosen step, and then continues. If only the step
// is chosen (a pair, a point), both runs have this frame in common. If a parameter changes (C,
// rule, σ, step size, λ, order), the fork begins with a new version of the frame: the coefficients
// stay the same, and everything that depends on them is recomputed with the new parameter (see
// solvers.Restater). A new σ gives a new Gram matrix, for which α is still feasible, so the run
// continues from this α. A C below some α is rejected with an error that names the last frame at
// which this C is possible. α is never scaled or clipped silently. With a new λ, ridge regression
// begins again with its first stage.
//
// For the bug hunt, an exercise, a solver can have a planted error. Such a solver has a method
// Claims, which returns the solver that it claims to be. Its run offers no forks and no run file,
// because they would reveal the error.
//
// The package does not know worksheets, lessons or the terminal.
package stage

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"sync"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// Run is a run of a solver as a student sees it: one or several traces in lockstep, and their pictures.
type Run struct {
	traces       []solvers.Trace  // the main trace first, then traces in lockstep with it
	segments     []segment        // at least one, in the order of their frames
	start        segment          // the setting before any fork
	choices      []ForkChoice     // the forks that led here, the oldest first
	replacements replacementTexts // shown instead of the reasons and the ledger
}

// ForkChoice is a fork and the step that it made.
type ForkChoice struct {
	exercises.Fork
	madeStep bool         // whether the fork made a step
	move     anatomy.Move // the move of this step
}

// replacementTexts holds the text that a student sees instead of the reasons of the steps, and the
// text instead of the ledger. If one of them is empty, the run shows the real reasons or the real
// ledger.
type replacementTexts struct{ why, ledger string }

// WithoutExplanations returns a run that does not show the reasons of its steps or its ledger. The
// student sees whyText instead of the reasons, and ledgerText instead of the ledger. If one of
// the texts is empty, the real reasons or the real ledger are shown. Runs derived from the result
// have the same restrictions.
func WithoutExplanations(r Run, whyText, ledgerText string) Run {
	r.replacements = replacementTexts{whyText, ledgerText}
	return r
}

// Abilities returns everything that a run can do. It omits the ledger if a text replaces it.
func (r Run) Abilities() exercises.Abilities {
	var all interface { // one copy of the run for all abilities
		exercises.ConditionParser
		exercises.Predictions
		exercises.Branching
		exercises.Export
		Invariants(i int) []exercises.Invariant
	} = r
	out := exercises.Abilities{ConditionParser: all, Predictions: all, Branching: all, Export: all,
		WhyReplacement: r.replacements.why, LedgerReplacement: r.replacements.ledger}
	if out.LedgerReplacement == "" {
		out.Ledger = all.Invariants
	}
	return out
}

// NewRun returns the run of some traces. The first trace is the main one, and the others are in
// lockstep with it. p must show the given training data. NewRun panics if there is no trace.
func NewRun(data TrainingData, p Painter, traces ...solvers.Trace) Run {
	if len(traces) == 0 {
		panic("stage: a run needs a trace")
	}
	first := firstSegment(data, p, traces)
	return Run{traces: traces, segments: []segment{first}, start: first}
}

// Start starts a solver on training data, in the dual. If the solver can also run in the primal,
// and the kernel has a finite feature map with at most 2000 features, a primal trace runs in
// lockstep. Start returns an error if it does not know the solver, or if the kernel or the solver
// does not accept the input. Examples are a C that is not positive, and points that are all of one
// class.
func Start(data TrainingData, s solvers.Solver) (Run, error) {
	painter, ok := PainterOf(data, s)
	if !ok {
		return Run{}, fmt.Errorf("there is no run of %s", s.Name())
	}
	problem, err := data.Dual()
	if err != nil {
		return Run{}, err
	}
	dual, err := solvers.NewTrace(s, problem)
	if err != nil {
		return Run{}, err
	}
	if kind, _ := anatomy.KindOf(s); !kind.Primal {
		return NewRun(data, painter, dual), nil
	}
	if problem, err = data.Primal(); err != nil {
		return NewRun(data, painter, dual), nil
	}
	primal, err := solvers.NewTrace(s, problem)
	if err != nil {
		return Run{}, err
	}
	return NewRun(data, painter, dual, primal), nil
}

// Len returns the number of frames so far.
func (r Run) Len() int { return r.traces[0].Len() }

// Trace returns the main trace so far, with the solver and the problem of the last segment.
func (r Run) Trace() solvers.Trace { return r.traces[0] }

// Traces returns the traces so far, the main one first and the others in lockstep with
// it.
func (r Run) Traces() []solvers.Trace { return slices.Clone(r.traces) }

// lastSegment returns the segment at the end.
func (r Run) lastSegment() segment { return r.segments[len(r.segments)-1] }

// segmentAt returns the segment that contains frame i.
func (r Run) segmentAt(i int) segment {
	for j := len(r.segments) - 1; j > 0; j-- {
		if r.segments[j].firstFrame <= i {
			return r.segments[j]
		}
	}
	return r.segments[0]
}

// startsSegment reports whether frame i is the first frame of a segment. No step leads to such a
// frame: it is the start, or the frame of a fork, recomputed under the new setting.
func (r Run) startsSegment(i int) bool { return i == 0 || r.segmentAt(i).firstFrame == i }

// tracesIn returns the traces of the run with the solvers and problems of segment s.
func (r Run) tracesIn(s segment) []solvers.Trace {
	if s.firstFrame == r.lastSegment().firstFrame {
		return r.traces
	}
	return s.resume(r.traces)
}

// Done reports whether the solver or the run has ended, and why.
func (r Run) Done() (string, bool) {
	last := r.traces[0].Last()
	switch {
	case !last.Status.Done():
		why := endReason(r)
		return why, why != ""
	case last.Sentence != "":
		return last.Sentence, true
	}
	return last.Status.Sentence(), true
}

// Conditions lists the predefined conditions at which the run can stop.
func (r Run) Conditions() []exercises.Condition { return r.lastSegment().painter.Conditions() }

// Holds reports whether a predefined or typed condition holds at frame i. It returns false at the
// first frame of a segment, in particular at the start.
func (r Run) Holds(i int, condition exercises.Condition) bool {
	if condition.Name == "" || i < 1 || i >= r.Len() || r.startsSegment(i) {
		return false
	}
	return r.segmentAt(i).condition(condition.Name)(r.traces[0].At(i-1), r.traces[0].At(i))
}

// Extend returns the run with up to n more frames. It stops at a frame at which the condition
// until holds. If ctx is cancelled, it returns the run so far with the error of ctx. If the solver
// would never end, the run ends after a maximum number of steps, or when the gradient is 0 up to
// rounding.
func (r Run) Extend(ctx context.Context, n int, until exercises.Condition) (exercises.Run, error) {
	stop := gradientVanishes(r)
	if stop(r.traces[0].Last()) {
		return r, nil
	}
	if until.Name != "" {
		prev, holds, vanished := r.traces[0].Last(), r.lastSegment().condition(until.Name), stop
		stop = func(now solvers.Step) bool {
			held := holds(prev, now)
			prev = now
			return held || vanished(now)
		}
	}
	return r.extendUntil(ctx, min(n, maxSteps+1-r.Len()), stop)
}

// extendUntil returns the run with up to n more frames. It stops at a step for which stop returns
// true.
func (r Run) extendUntil(ctx context.Context, n int, stop func(solvers.Step) bool) (Run, error) {
	longer := slices.Clone(r.traces)
	var err error
	longer[0], err = longer[0].Extend(ctx, n, stop)
	for j := 1; j < len(longer) && err == nil; j++ {
		longer[j], err = longer[j].Extend(ctx, longer[0].Len()-longer[j].Len(), nil)
	}
	r.traces = longer
	return r, err
}

// chosenByStudent reports whether the step after frame i was chosen in a fork, and so does not
// follow the solver's rule.
func chosenByStudent(r Run, i int) bool {
	c, ok := forkAt(r, i)
	chooser := r.segmentAt(i).kind.StepChooser
	return ok && chooser != nil &&
		slices.ContainsFunc(chooser.Names(), func(name string) bool { return c.Answers[name] != "" })
}

// forkAt returns the last fork at frame i, which determines the step after frame i.
func forkAt(r Run, i int) (c ForkChoice, ok bool) {
	for _, c := range slices.Backward(r.choices) {
		if c.Frame == i {
			return c, true
		}
	}
	return ForkChoice{}, false
}

// Root returns a hash of the start of the run: the points, the kernel, the solver with its
// parameters, and the initial coefficients. A solver with a planted error counts as the solver
// that it claims to be.
func (r Run) Root() string {
	h, s := fnv.New64a(), r.start
	writeNumber := func(v float64) { fmt.Fprintf(h, "%x ", math.Float64bits(v)) }
	fmt.Fprintln(h, s.kind.Name, s.primal(), len(s.initialTraces))
	solver := anatomy.ClaimedSolver(s.solver())
	fmt.Fprintln(h, solver.Name())
	for _, p := range s.kind.Parameters {
		fmt.Fprintln(h, p.Name, p.Text(solver))
	}
	if s.data.Kernel != nil {
		fmt.Fprintln(h, s.data.Kernel)
	}
	for i := range s.data.Set.Len() {
		for _, v := range s.data.Set.Point(i) {
			writeNumber(v)
		}
		writeNumber(s.data.Set.Label(i))
	}
	first := s.initialTraces[0].At(0)
	for _, a := range first.Coef().All() {
		writeNumber(a)
	}
	writeNumber(first.Bias)
	return fmt.Sprintf("%016x", h.Sum64())
}

// ObjectiveText returns a short text with the objective at frame i and, if the solver computes it, the
// duality gap.
func (r Run) ObjectiveText(i int) string {
	if i < 0 || i >= r.Len() {
		return ""
	}
	s, kind := r.traces[0].At(i), r.segmentAt(i).kind
	if kind.Objective == "" || math.IsNaN(s.Objective) {
		return ""
	}
	out := fmt.Sprintf("%s = %s", kind.Objective, anatomy.Digits(s.Objective, 4))
	if kind.Gap && !math.IsNaN(s.Gap) {
		out += "  gap " + gapText(s)
	}
	return out
}

// Forks returns the forks that led to the run, the oldest first.
func (r Run) Forks() []exercises.Fork {
	out := make([]exercises.Fork, len(r.choices))
	for i, c := range r.choices {
		out[i] = c.Fork
	}
	return out
}

// Summary returns frame i as a line of plain text: what the step did, and its result. It
// does not draw pictures, so it is cheap to call for many steps.
func (r Run) Summary(i int) string {
	s, seg := r.traces[0].At(i), r.segmentAt(i)
	summary := seg.kind.Summary(s, !r.startsSegment(i))
	if seg.firstFrame == i && seg.changeText != "" {
		summary.Done = []string{"from here " + seg.changeText}
	} else if i == 0 {
		summary.Done = []string{"start"}
	}
	if s.Status.Done() {
		summary.Now = append(summary.Now, s.Status.Phrase())
	}
	return strings.Join(append(summary.Done, summary.Now...), ", ")
}

// Event says what happened at frame i: the fork that led to it, and the event of the painter. If the
// painter reports none, the event is that predicted classes flip, or that the objective begins to stall.
func (r Run) Event(i int) string {
	if i < 0 || i >= r.Len() {
		return ""
	}
	if seg := r.segmentAt(i); seg.firstFrame == i && seg.changeText != "" {
		return seg.changeText
	}
	if i == 0 {
		return ""
	}
	event := stepEvent(r, i)
	if n := len(r.choices); n > 0 && r.choices[n-1].Frame+1 == i {
		if event == "" {
			return "forked: " + r.choices[n-1].Description
		}
		return "forked: " + r.choices[n-1].Description + "; " + event
	}
	return event
}

// stepEvent says what the step from frame i−1 to frame i did.
func stepEvent(r Run, i int) string {
	prev, now := r.traces[0].At(i-1), r.traces[0].At(i)
	if event := r.segmentAt(i).painter.Event(prev, now); event != "" {
		return event
	}
	if event := flipEvent(prev,
		now); event != "" && i > 1 && r.segmentAt(i).data.Set.Task() == dataset.Classification {
		return event // the first step cannot flip a prediction, because f is 0 at the start
	}
	if i > 1 && !r.startsSegment(i-1) && objectiveStalls(prev, now) && !objectiveStalls(r.traces[0].At(i-2), prev) {
		return "the objective stalls"
	}
	return ""
}

// flipEvent names the points whose predicted class changed.
func flipEvent(prev, now solvers.Step) string {
	first, n := -1, 0
	for j := range now.Scores().Len() {
		if f, g := prev.F(j), now.F(j); f*g < 0 {
			if first < 0 {
				first = j
			}
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("point %d changes sides", first+1)
	}
	return fmt.Sprintf("%d points change sides, point %d first", n, first+1)
}

// stallChange is the relative change of the objective below which it counts as stalled.
const stallChange = 1e-6

func objectiveStalls(prev, now solvers.Step) bool {
	if now.Updates == prev.Updates || math.IsNaN(now.Objective) || math.IsNaN(prev.Objective) {
		return false
	}
	return math.Abs(now.Objective-prev.Objective) < stallChange*math.Abs(now.Objective)
}

// Cached holds a value that takes too long to compute at every key press. The value is computed
// when it is first needed. If the computation is cancelled, the next call of Get starts it again. A
// Cached is safe for concurrent use.
type Cached[T any] struct {
	lock     sync.Mutex
	computed bool
	value    T
}

// Get returns the value. If it has not been computed yet, Get calls compute.
func (c *Cached[T]) Get(ctx context.Context, compute func(context.Context) (T, error)) (T, error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.computed {
		return c.value, nil
	}
	v, err := compute(ctx)
	if err != nil {
		return v, err
	}
	c.value, c.computed = v, true
	return v, nil
}

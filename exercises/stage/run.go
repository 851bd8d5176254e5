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

// Run is the path of a solver: a trace or several in lockstep, with what tells
// about them. It can be stepped through, questioned, forked and compared.
type Run struct {
	traces   []solvers.Trace // the main one first; others in lockstep
	segments []segment       // at least one, in the order of their frames
	start    segment         // the setting the run began with, before any fork
	choices  []Choice        // the forks that led here, the oldest first
	marks    []int           // frames whose next step is asked for before it is shown
	without  help            // what it does not offer
}

// Choice is a fork: where a run left another, and by what.
type Choice struct {
	At      int               // the last frame that both share
	Answers exercises.Answers // what was chosen, in canonical form; nothing that stayed as it was
	Words   string            // "pair (3, 9) instead of (3, 4)"
	Name    string            // of the branch in a run file; "": it has none yet

	took bool         // a step followed
	step anatomy.Move // what that step was about
}

// help is what a run does without, in the words that say why; "" is there.
type help struct{ why, ledger string }

// Without returns a run, and all that comes of it, without its reasons or without
// its ledger, where there is a word on why.
func Without(r Run, why, ledger string) Run {
	r.without = help{why, ledger}
	return r
}

// Abilities returns all that a run can do, but for the ledger if it is without it.
func (r Run) Abilities() exercises.Abilities {
	out := exercises.Abilities{Breakpoints: r, Predictions: r, Branching: r, Export: r, NoWhy: r.without.why, NoLedger: r.without.ledger}
	if out.NoLedger == "" {
		out.Ledger = r.Invariants
	}
	return out
}

// NewRun returns the run of some traces, of which the first is the main one and
// the others walk in lockstep with it. The model is what the painter shows: its
// points and its kernel. It panics where there is no trace.
func NewRun(m Model, p Painter, traces ...solvers.Trace) Run {
	if len(traces) == 0 {
		panic("stage: a run needs a trace")
	}
	first := firstSegment(m, p, traces)
	return Run{traces: traces, segments: []segment{first}, start: first}
}

// Start starts a solver on a model, in the dual; beside it walks the primal,
// where the solver has one and the kernel a finite feature map of at most 2000
// features. It reports a solver that the stage does not know, and what the
// kernel or the solver cannot take: one class only, a C that is not positive.
func Start(m Model, s solvers.Solver) (Run, error) {
	painter, ok := PainterOf(m, s)
	if !ok {
		return Run{}, fmt.Errorf("there is no run of %s", s.Name())
	}
	problem, err := m.Dual()
	if err != nil {
		return Run{}, err
	}
	dual, err := solvers.NewTrace(s, problem)
	if err != nil {
		return Run{}, err
	}
	if kind, _ := anatomy.Of(s); !kind.Primal {
		return NewRun(m, painter, dual), nil
	}
	rows, ok := m.Features()
	if !ok {
		return NewRun(m, painter, dual), nil
	}
	if problem, err = solvers.NewPrimal(rows, problem.Labels()); err != nil {
		return Run{}, err
	}
	primal, err := solvers.NewTrace(s, problem)
	if err != nil {
		return Run{}, err
	}
	return NewRun(m, painter, dual, primal), nil
}

// Len is the number of frames there are now.
func (r Run) Len() int { return r.traces[0].Len() }

// Trace returns the main trace as far as it goes now. Its solver and problem
// are those in force at its end.
func (r Run) Trace() solvers.Trace { return r.traces[0] }

// Traces returns the traces as far as they go now, the main one first; the
// others walk in lockstep with it.
func (r Run) Traces() []solvers.Trace { return slices.Clone(r.traces) }

// Choices returns the forks that led to this run, the oldest first.
func (r Run) Choices() []Choice { return slices.Clone(r.choices) }

// last is the setting in force at the end.
func (r Run) last() segment { return r.segments[len(r.segments)-1] }

// at is the setting in force at frame i.
func (r Run) at(i int) segment {
	for j := len(r.segments) - 1; j > 0; j-- {
		if r.segments[j].from <= i {
			return r.segments[j]
		}
	}
	return r.segments[0]
}

// opens reports whether frame i only takes up what was there, under a new
// setting: no step led to it.
func (r Run) opens(i int) bool { return i == 0 || r.at(i).from == i }

// view is the traces of the run as the solvers of one of its segments made
// them.
func (r Run) view(s segment) []solvers.Trace {
	if s.from == r.last().from {
		return r.traces
	}
	return s.view(r.traces)
}

// Done reports that the solver has ended, or that the run goes on no further
// though it would, and why.
func (r Run) Done() (string, bool) {
	last := r.traces[0].Last()
	switch {
	case !last.Status.Done():
		why := endOf(r)
		return why, why != ""
	case last.Sentence != "":
		return last.Sentence, true
	}
	return last.Status.Sentence(), true
}

// Breaks lists what the run can stop at without typing anything.
func (r Run) Breaks() []exercises.Break { return r.last().painter.Breaks() }

// Holds reports whether a break, listed or typed, holds at frame i. It never
// does at the start, nor where a new setting begins.
func (r Run) Holds(i int, b exercises.Break) bool {
	if b.Name == "" || i < 1 || i >= r.Len() || r.opens(i) {
		return false
	}
	return r.at(i).condition(b.Name)(r.traces[0].At(i-1), r.traces[0].At(i))
}

// Extend returns the run with up to n more frames. When ctx is cancelled it
// returns what there is so far with ctx's error. A run that its solver would
// never end is ended by the number of its steps, or where nothing is left to do.
func (r Run) Extend(ctx context.Context, n int, until exercises.Break) (exercises.Run, error) {
	stop := rests(r)
	if stop(r.traces[0].Last()) {
		return r, nil
	}
	if until.Name != "" {
		prev, holds, rested := r.traces[0].Last(), r.last().condition(until.Name), stop
		stop = func(now solvers.Step) bool {
			held := holds(prev, now)
			prev = now
			return held || rested(now)
		}
	}
	return r.extended(ctx, min(n, mostSteps+1-r.Len()), stop)
}

// extended is the run with up to n more frames, which end where stop holds.
func (r Run) extended(ctx context.Context, n int, stop func(solvers.Step) bool) (Run, error) {
	longer := slices.Clone(r.traces)
	var err error
	longer[0], err = longer[0].Extend(ctx, n, stop)
	for j := 1; j < len(longer) && err == nil; j++ {
		longer[j], err = longer[j].Extend(ctx, longer[0].Len()-longer[j].Len(), nil)
	}
	r.traces = longer
	return r, err
}

// byHand reports whether the step after frame i was chosen in a fork: then it
// is not the one that the solver's rule leads to.
func byHand(r Run, i int) bool {
	c, ok := decided(r, i)
	steering := r.at(i).kind.Steering
	return ok && steering != nil && slices.ContainsFunc(steering.Names(), func(name string) bool { return c.Answers[name] != "" })
}

// decided is the fork that the step after frame i comes from: of several at
// one frame the last.
func decided(r Run, i int) (c Choice, ok bool) {
	for _, c := range slices.Backward(r.choices) {
		if c.At == i {
			return c, true
		}
	}
	return Choice{}, false
}

// Root is a name for what the run began with: the points, the kernel, the solver
// with its parameters, and the coefficients at the start. Of a solver with a
// planted error it is that of the solver it passes for.
func (r Run) Root() string {
	h, s := fnv.New64a(), r.start
	number := func(v float64) { fmt.Fprintf(h, "%x ", math.Float64bits(v)) }
	fmt.Fprintln(h, s.kind.Name, s.primal(), len(s.begin))
	solver := anatomy.Claimed(s.solver())
	fmt.Fprintln(h, solver.Name())
	for _, p := range s.kind.Parameters {
		fmt.Fprintln(h, p.Name, p.Text(solver))
	}
	if s.model.Kernel != nil {
		fmt.Fprintln(h, s.model.Kernel)
	}
	for i := range s.model.Set.Len() {
		for _, v := range s.model.Set.Point(i) {
			number(v)
		}
		number(s.model.Set.Label(i))
	}
	first := s.begin[0].At(0)
	for _, a := range first.Coef().All() {
		number(a)
	}
	number(first.Bias)
	return fmt.Sprintf("%016x", h.Sum64())
}

// Gauges are the objective at frame i and, where the solver knows it, the gap.
func (r Run) Gauges(i int) string {
	if i < 0 || i >= r.Len() {
		return ""
	}
	s, kind := r.traces[0].At(i), r.at(i).kind
	if kind.Objective == "" || math.IsNaN(s.Objective) {
		return ""
	}
	out := fmt.Sprintf("%s = %s", kind.Objective, anatomy.Digits(s.Objective, 4))
	if kind.Gap && !math.IsNaN(s.Gap) {
		out += "  gap " + gapOf(s)
	}
	return out
}

// Forks are those that led to the run, the oldest first.
func (r Run) Forks() []exercises.Fork {
	out := make([]exercises.Fork, len(r.choices))
	for i, c := range r.choices {
		out[i] = exercises.Fork{At: c.At, Choose: c.Answers, Name: c.Name}
	}
	return out
}

// Summary is frame i in one line of plain text: what the step did, and what
// came of it. It draws nothing, so that a transcript of many steps is cheap.
func (r Run) Summary(i int) string {
	s, seg := r.traces[0].At(i), r.at(i)
	told := seg.kind.Summary(s, !r.opens(i))
	if seg.from == i && seg.opening != "" {
		told.Done = []string{"from here " + seg.opening}
	} else if i == 0 {
		told.Done = []string{"start"}
	}
	if s.Status.Done() {
		told.Now = append(told.Now, s.Status.Phrase())
	}
	return strings.Join(append(told.Done, told.Now...), ", ")
}

// Event names what happened at frame i: a fork, then what the stage calls an
// event, and where that is silent a prediction that flips or an objective that
// begins to stall.
func (r Run) Event(i int) string {
	if i < 0 || i >= r.Len() {
		return ""
	}
	if seg := r.at(i); seg.from == i && seg.opening != "" {
		return seg.opening
	}
	if i == 0 {
		return ""
	}
	event := stepEvent(r, i)
	if n := len(r.choices); n > 0 && r.choices[n-1].At+1 == i {
		if event == "" {
			return "forked: " + r.choices[n-1].Words
		}
		return "forked: " + r.choices[n-1].Words + "; " + event
	}
	return event
}

// stepEvent names what the step to frame i did.
func stepEvent(r Run, i int) string {
	prev, now := r.traces[0].At(i-1), r.traces[0].At(i)
	if event := r.at(i).painter.Event(prev, now); event != "" {
		return event
	}
	if event := flip(prev, now); event != "" && i > 1 && r.at(i).model.Set.Task() == dataset.Classification {
		return event // from the start, where f is 0 everywhere, nothing flips
	}
	if i > 1 && !r.opens(i-1) && stalls(prev, now) && !stalls(r.traces[0].At(i-2), prev) {
		return "the objective stalls"
	}
	return ""
}

// flip names the points whose predicted class changed.
func flip(prev, now solvers.Step) string {
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

// stall is the share of the objective below which a change is none to speak
// of.
const stall = 1e-6

func stalls(prev, now solvers.Step) bool {
	if now.Updates == prev.Updates || math.IsNaN(now.Objective) || math.IsNaN(prev.Objective) {
		return false
	}
	return math.Abs(now.Objective-prev.Objective) < stall*math.Abs(now.Objective)
}

// Kept is a value that takes longer than a key press may: it is computed when it
// is first asked for, and once. An attempt that was cancelled leaves nothing.
// It is safe for concurrent use.
type Kept[T any] struct {
	lock  sync.Mutex
	made  bool
	value T
}

// Get returns the value, computed by of unless it is there.
func (k *Kept[T]) Get(ctx context.Context, of func(context.Context) (T, error)) (T, error) {
	k.lock.Lock()
	defer k.lock.Unlock()
	if k.made {
		return k.value, nil
	}
	v, err := of(ctx)
	if err != nil {
		return v, err
	}
	k.value, k.made = v, true
	return v, nil
}

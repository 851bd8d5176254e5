package debug

import (
	"context"
	"slices"

	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// Run is a stage run that can be questioned. Make one with [Wrap].
type Run struct {
	traces   []solvers.Trace // the main one first; others in lockstep
	segments []segment       // at least one, in the order of their frames
	start    segment         // the setting the run began with, before any fork
	choices  []Choice        // the forks that led here, the oldest first
	marks    []int           // frames whose next step is asked for before it is shown
}

// Choice is a fork: where a run left another, and by what.
type Choice struct {
	At      int               // the last frame that both share
	Answers exercises.Answers // what was chosen, in canonical form; nothing that stayed as it was
	Words   string            // "pair (3, 9) instead of (3, 4)"

	took bool // a step followed
	step move // what that step was about
}

var (
	_ exercises.Run    = Run{}
	_ exercises.Holder = Run{}
)

// Wrap makes a stage run of a model one that can be questioned. The model is
// what the run's painter shows: its points and its kernel.
func Wrap(m stage.Model, r stage.TraceRun) Run {
	first := firstSegment(m, r)
	return Run{traces: r.Traces(), segments: []segment{first}, start: first}
}

// wrapped passes an error on.
func wrapped(m stage.Model, r stage.TraceRun, err error) (Run, error) {
	if err != nil {
		return Run{}, err
	}
	return Wrap(m, r), nil
}

// NewSMO starts SMO on a model, as stage.NewSMO does.
func NewSMO(m stage.Model, s solvers.SMO) (Run, error) {
	r, err := stage.NewSMO(m, s)
	return wrapped(m, r, err)
}

// NewPerceptron starts the perceptron on a model, as stage.NewPerceptron does.
func NewPerceptron(m stage.Model, s solvers.Perceptron) (Run, error) {
	r, err := stage.NewPerceptron(m, s)
	return wrapped(m, r, err)
}

// NewLogistic starts logistic regression on a model, as stage.NewLogistic does.
func NewLogistic(m stage.Model, s solvers.Logistic) (Run, error) {
	r, err := stage.NewLogistic(m, s)
	return wrapped(m, r, err)
}

// NewLeastSquares starts least squares on a model, as stage.NewLeastSquares
// does.
func NewLeastSquares(m stage.Model, s solvers.LeastSquares) (Run, error) {
	r, err := stage.NewLeastSquares(m, s)
	return wrapped(m, r, err)
}

// NewAscent starts gradient ascent on the dual of a model, as stage.NewAscent
// does.
func NewAscent(m stage.Model, s solvers.Ascent) (Run, error) {
	r, err := stage.NewAscent(m, s)
	return wrapped(m, r, err)
}

// NewRidge starts ridge regression on a model, as stage.NewRidge does.
func NewRidge(m stage.Model, s solvers.Ridge) (Run, error) {
	r, err := stage.NewRidge(m, s)
	return wrapped(m, r, err)
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

// Done reports that the solver has ended, and its sentence.
func (r Run) Done() (string, bool) { return stage.NewRun(r.last().painter, r.traces[0]).Done() }

// Breaks lists what the run can stop at without typing anything.
func (r Run) Breaks() []exercises.Break { return r.last().painter.Breaks() }

// Holds reports whether a break, listed or typed, holds at frame i. It never
// does at the start, nor where a new setting begins.
func (r Run) Holds(i int, b exercises.Break) bool {
	if b.Name == "" || i < 1 || i >= r.Len() || r.opens(i) {
		return false
	}
	return condition(r.at(i), b)(r.traces[0].At(i-1), r.traces[0].At(i))
}

// Extend returns the run with up to n more frames. When ctx is cancelled it
// returns what there is so far with ctx's error.
func (r Run) Extend(ctx context.Context, n int, until exercises.Break) (exercises.Run, error) {
	var stop func(solvers.Step) bool
	if until.Name != "" {
		prev, holds := r.traces[0].Last(), condition(r.last(), until)
		stop = func(now solvers.Step) bool {
			held := holds(prev, now)
			prev = now
			return held
		}
	}
	longer := slices.Clone(r.traces)
	var err error
	longer[0], err = longer[0].Extend(ctx, n, stop)
	for j := 1; j < len(longer) && err == nil; j++ {
		longer[j], err = longer[j].Extend(ctx, longer[0].Len()-longer[j].Len(), nil)
	}
	r.traces = longer
	return r, err
}

// Sweep is the number of the sweep of frame i: the epoch of a perceptron, n
// updates of SMO, a step of gradient descent, a solve of ridge regression.
func (r Run) Sweep(i int) int {
	s := r.traces[0].At(i)
	switch d := s.Detail.(type) {
	case *solvers.PerceptronDetail:
		return d.Epoch - 1
	case *solvers.GradientDetail, *solvers.AscentDetail:
		return i
	case *solvers.RidgeDetail:
		solves := 0
		for _, seg := range r.segments[1:] {
			if seg.from <= i {
				solves++
			}
		}
		return solves
	}
	return s.Updates / r.traces[0].Problem().Len()
}

// byHand reports whether the step after frame i was chosen in a fork: then it
// is not the one that the solver's rule leads to.
func (r Run) byHand(i int) bool {
	c, ok := r.decided(i)
	return ok && (c.Answers["k"] != "" || c.Answers["point"] != "")
}

// decided is the fork that the step after frame i comes from: of several at
// one frame the last.
func (r Run) decided(i int) (c Choice, ok bool) {
	for _, c := range slices.Backward(r.choices) {
		if c.At == i {
			return c, true
		}
	}
	return Choice{}, false
}

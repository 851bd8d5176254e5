package stage

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/anatomy/explain"
	"kernellab/exercises/anatomy/explain/breakpoint"
	"kernellab/solvers"
)

// segment is a section of a run under one setting (data, kernel, solver). The first segment begins
// at frame 0. A fork, by which the student goes on from a frame in another way, begins another
// segment if it changes a parameter.
type segment struct {
	firstFrame int
	data       TrainingData
	painter    Painter
	// initialTraces are the traces at the start of the segment, with the solvers and problems of
	// the segment.
	initialTraces []solvers.Trace
	// kind is the kind of the main solver or, if that has a planted error, of the solver that it
	// claims to be.
	kind anatomy.Kind
	// changeText says which parameters the fork changed. It is empty for the first segment.
	changeText string
	parser     *conditionParser
}

// firstSegment returns the first segment of a run of the given traces.
func firstSegment(data TrainingData, p Painter, traces []solvers.Trace) segment {
	s := segment{data: data, painter: p, initialTraces: traces}
	s.kind, _ = anatomy.KindOf(s.solver())
	s.parser = newConditionParser(s)
	return s
}

// resume returns the traces with the solvers and problems of the segment.
func (s segment) resume(traces []solvers.Trace) []solvers.Trace {
	out := make([]solvers.Trace, min(len(traces), len(s.initialTraces)))
	for j := range out {
		out[j] = traces[j].Resume(s.initialTraces[j].Solver(), s.initialTraces[j].Problem())
	}
	return out
}

// tracesSinceStart returns the traces from the start of the segment to frame i. It is for solvers that start
// over in each segment.
func (s segment) tracesSinceStart(traces []solvers.Trace, i int) []solvers.Trace {
	out := s.resume(traces)
	for j, t := range out {
		short := solvers.TraceFrom(t.Solver(), t.Problem(), t.At(s.firstFrame))
		for at := s.firstFrame + 1; at <= min(i, t.Len()-1); at++ {
			short = short.Append(t.At(at))
		}
		out[j] = short
	}
	return out
}

// primal reports whether the main trace is in the primal.
func (s segment) primal() bool { return s.problem().IsPrimal() }

// solver and problem return the solver and the problem of the main trace.
func (s segment) solver() solvers.Solver    { return s.initialTraces[0].Solver() }
func (s segment) problem() *solvers.Problem { return s.initialTraces[0].Problem() }

// hasFault reports whether the solver has a planted error.
func (s segment) hasFault() bool {
	_, ok := s.solver().(interface{ Claims() solvers.Solver })
	return ok
}

// why returns a function that explains frame i. It is nil in the primal.
func (s segment) why(traces []solvers.Trace, i int) func() []ascii.Line {
	if s.primal() {
		return nil
	}
	return sync.OnceValue(func() []ascii.Line {
		a, ok := s.account(traces, i, false)
		if !ok {
			return nil
		}
		return explain.Why(a)
	})
}

// withCode adds the pseudo-code to frame i. It inserts the pseudo-code after the charts that fit on a
// small stage.
func (s segment) withCode(f exercises.Frame, traces []solvers.Trace, i int) exercises.Frame {
	if s.kind.Code == nil || s.primal() {
		return f
	}
	code := s.kind.Code(anatomy.ClaimedSolver(s.solver()))
	at := min(3, len(f.Figures))
	if at > 1 && f.Figures[1].Rows > 0 {
		at++ // the second figure is the parabola of g, which is missing at the start
	}
	f.Figures = slices.Insert(slices.Clip(f.Figures), at, Beside("pseudo-code", ascii.Listing{Code: code.Lines}))
	f.Code = exercises.Code{Lines: code.Lines, LineResults: sync.OnceValue(func() []ascii.Line {
		a, _ := s.account(traces, i, false)
		return code.LineResults(a)
	})}
	return f
}

// account returns the account of frame i of the traces: everything that is explained about the
// step. If isStart is true, no step led to this frame.
func (s segment) account(traces []solvers.Trace, i int, isStart bool) (anatomy.Account, bool) {
	return s.parser.accounts().Account(traces, i, isStart)
}

// condition returns a function that tests a condition. name is the name of a condition of the
// painter, or a condition that the student typed. If the condition cannot be read, the function
// returns false. If name has several lines, each line is a condition, and one of them must hold.
func (s segment) condition(name string) func(prev, now solvers.Step) bool {
	if one, others, several := strings.Cut(name, "\n"); several {
		first, rest := s.condition(one), s.condition(others)
		return func(prev, now solvers.Step) bool { return first(prev, now) || rest(prev, now) }
	}
	c, _ := s.parser.read(name)
	return c.Holds
}

// conditionParser parses conditions on the steps of a segment. It also holds the accounts that
// explain these steps. All runs with the segment share one parser. Everything in it is computed
// when it is first needed.
type conditionParser struct {
	accounts   func() *anatomy.Accounts
	vocabulary func() breakpoint.Vocabulary
	predefined func() []exercises.Condition // see Painter.Conditions
	conditions sync.Map                     // compiled conditions by name or text
}

func newConditionParser(s segment) *conditionParser {
	return &conditionParser{
		accounts:   sync.OnceValue(func() *anatomy.Accounts { return anatomy.NewAccounts(s.data) }),
		vocabulary: sync.OnceValue(func() breakpoint.Vocabulary { return breakpoint.For(s.solver(), s.problem()) }),
		predefined: s.painter.Conditions,
	}
}

// Complete returns the completions of a condition at the cursor. cursor is the index of the rune
// after the cursor.
func (d *conditionParser) Complete(text string, cursor int) []exercises.Completion {
	return d.vocabulary().Complete(text, cursor)
}

// ParseCondition reads a typed condition in the vocabulary of the algorithm.
func (d *conditionParser) ParseCondition(text string) (exercises.Condition, error) {
	c, err := breakpoint.Compile(text, d.vocabulary())
	if err != nil {
		return exercises.Condition{}, err
	}
	return exercises.Condition{Name: c.String(), Label: c.Label()}, nil
}

// read returns the compiled form of the predefined condition with this name or, if there is
// none, of name itself. It caches conditions, because a search tests the same condition at many
// steps.
func (d *conditionParser) read(name string) (c breakpoint.Condition, ok bool) {
	if known, seen := d.conditions.Load(name); seen {
		return known.(breakpoint.Condition), true
	}
	text := name
	for _, b := range d.predefined() {
		if b.Name == name {
			text = cmp.Or(b.Text, name)
		}
	}
	c, err := breakpoint.Compile(text, d.vocabulary())
	if err != nil {
		return breakpoint.Condition{}, false
	}
	d.conditions.Store(name, c)
	return c, true
}

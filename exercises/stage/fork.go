package stage

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
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
	code anatomy.Code // the pseudo-code of the solver; empty if it has none or is in the primal
	// changeText says which parameters the fork changed. It is empty for the first segment.
	changeText string
	parser     *conditionParser
}

// firstSegment returns the first segment of a run of the given traces.
func firstSegment(data TrainingData, p Painter, traces []solvers.Trace) segment {
	s := segment{data: data, painter: p}
	s.kind, _ = anatomy.KindOf(traces[0].Solver())
	s.begin(traces)
	return s
}

// begin sets the initial traces, and derives the pseudo-code and the parser from them.
func (s *segment) begin(traces []solvers.Trace) {
	s.initialTraces = traces
	if s.kind.Code != nil && !s.primal() {
		s.code = s.kind.Code(anatomy.ClaimedSolver(s.solver()))
	}
	s.parser = newConditionParser(*s)
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
		section := solvers.TraceFrom(t.Solver(), t.Problem(), t.At(s.firstFrame))
		for at := s.firstFrame + 1; at <= min(i, t.Len()-1); at++ {
			section = section.Append(t.At(at))
		}
		out[j] = section
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
	code := s.code
	if code.Lines == nil {
		return f
	}
	at := min(3, len(f.Figures))
	if at > 1 && f.Figures[1].Rows > 0 {
		at++ // the second figure is the parabola of g, which is missing at the start
	}
	f.Figures = slices.Insert(slices.Clip(f.Figures), at, SideFigure("pseudo-code", ascii.Listing{Code: code.Lines}))
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
func (p *conditionParser) Complete(text string, cursor int) []exercises.Completion {
	return p.vocabulary().Complete(text, cursor)
}

// ParseCondition reads a typed condition in the vocabulary of the algorithm.
func (p *conditionParser) ParseCondition(text string) (exercises.Condition, error) {
	c, err := breakpoint.Compile(text, p.vocabulary())
	if err != nil {
		return exercises.Condition{}, err
	}
	return exercises.Condition{Name: c.String(), Label: c.Label()}, nil
}

// read returns the compiled form of the predefined condition with this name or, if there is
// none, of name itself. It caches conditions, because a search tests the same condition at many
// steps.
func (p *conditionParser) read(name string) (c breakpoint.Condition, ok bool) {
	if cached, ok := p.conditions.Load(name); ok {
		return cached.(breakpoint.Condition), true
	}
	text := name
	for _, condition := range p.predefined() {
		if condition.Name == name {
			text = cmp.Or(condition.Text, name)
		}
	}
	c, err := breakpoint.Compile(text, p.vocabulary())
	if err != nil {
		return breakpoint.Condition{}, false
	}
	p.conditions.Store(name, c)
	return c, true
}

// Options returns controls for what a fork at frame i can change. By a fork, a student goes on from
// a frame in another way and gets a second run. The controls that choose the step come first. The
// controls have the values in a, even if Preview rejects them. Options ignores texts that are
// neither a number nor a choice. Trace 0 of a run is its main trace.
func (r Run) Options(i int, a exercises.Answers) []exercises.Control {
	if i < 0 || i >= r.Len() || r.segmentAt(i).hasFault() {
		return nil
	}
	p, err := r.plan(i, a)
	rejected := err != nil
	if rejected {
		if p, err = r.plan(i, nil); err != nil {
			return nil
		}
	}
	var out []exercises.Control
	if chooser := p.segment.kind.StepChooser; chooser != nil {
		out = chooser.Options(p.endOfTrace(0), p.studentMove)
	}
	for _, parameter := range forkParameters(p.segment) {
		out = append(out, parameter.control)
	}
	if rejected {
		return withChosenValues(out, a)
	}
	return out
}

// withChosenValues sets the controls to the chosen values, so that the student can see and correct a
// rejected choice.
func withChosenValues(cs []exercises.Control, a exercises.Answers) []exercises.Control {
	for j, c := range cs {
		text := a[c.Name]
		_, err := strconv.ParseFloat(text, 64)
		if c.IsChoice() && exercises.ChoiceIndex(c.Choices, text) >= 0 || !c.IsChoice() && err == nil {
			cs[j].Value = text
		}
	}
	return cs
}

// Preview returns the frame after the chosen step from frame i. Its notes begin with a description
// of the choice. If nothing is chosen, Preview returns the next frame of the run.
func (r Run) Preview(i int, a exercises.Answers) (exercises.Frame, error) {
	p, err := r.plan(i, a)
	if err != nil {
		return exercises.Frame{}, err
	}
	fork, err := p.makeStep()
	switch err {
	case errUnchanged:
		fork, err = p.extendByOne()
	case nil:
		err = checkPairMoves(fork)
	}
	if err != nil {
		return exercises.Frame{}, err
	}
	last := fork.Len() - 1
	f := paintFrame(fork, last)
	f.Owner = fork
	if last == i {
		f.Notes = append([]ascii.Line{Warning("No step follows: " + fork.traces[0].Last().Sentence)}, f.Notes...)
		return f, nil
	}
	f.Notes = slices.Concat(p.effect(fork.traces[0].At(last)), p.difference(),
		slices.DeleteFunc(slices.Clone(f.Notes), func(l ascii.Line) bool {
			return strings.HasPrefix(l.String(), "g gained ") // the effect already states the gain
		}))
	return f, nil
}

// Fork returns a run with the steps up to frame i and the chosen step after frame i. Extend
// continues the new run. Fork returns an error if the chosen pair cannot move, because the branch
// would not differ. The receiver does not change.
func (r Run) Fork(ctx context.Context, i int, a exercises.Answers) (exercises.Run, error) {
	out, err := r.fork(ctx, i, a)
	if err != nil {
		return nil, err
	}
	if err := checkPairMoves(out); err != nil {
		return nil, err
	}
	return out, nil
}

// checkPairMoves returns an error if the pair just chosen by a fork cannot move.
func checkPairMoves(r Run) error {
	last := r.choices[len(r.choices)-1]
	d, isPair := r.traces[0].Last().Detail.(*solvers.SMODetail)
	if !last.madeStep || !isPair || !d.Unchanged || last.Answers["k"] == "" && last.Answers["l"] == "" {
		return nil
	}
	return fmt.Errorf("pair (%d, %d) cannot move: αₗ* = %s, and [L, H] = [%s, %s] holds αₗ where it is", d.K+1, d.L+1,
		anatomy.Num(d.Unclipped), anatomy.Num(d.Lo), anatomy.Num(d.Hi))
}

// fork is like Fork, but does not check whether the pair can move, because files of older
// versions may contain such forks.
func (r Run) fork(ctx context.Context, i int, a exercises.Answers) (Run, error) {
	if err := ctx.Err(); err != nil {
		return Run{}, err
	}
	p, err := r.plan(i, a)
	if err != nil {
		return Run{}, err
	}
	return p.makeStep()
}

// WithName returns the run with a name for the branch that began with its last fork.
func (r Run) WithName(name string) exercises.Run {
	if n := len(r.choices); n > 0 {
		r.choices = slices.Clone(r.choices)
		r.choices[n-1].Name = name
	}
	return r
}

// difference describes how the chosen step differs from the step of the run itself.
func (p forkPlan) difference() []ascii.Line {
	if len(p.words) == 0 {
		return nil
	}
	return []ascii.Line{
		{{Text: "This would change: ", Ink: ascii.Dim}, {Text: strings.Join(p.words, ", "), Ink: ascii.Accent}},
	}
}

// effect describes what the chosen step would do.
func (p forkPlan) effect(next solvers.Step) []ascii.Line {
	effect := p.segment.kind.Effect
	switch {
	case effect == nil:
		return nil
	case p.studentMove == p.solverMove:
		return effect(p.endOfTrace(0), next, anatomy.Move{})
	}
	return effect(p.endOfTrace(0), next, p.solverMove)
}

// HandStep holds the numbers of a step of SMO that a student works out by hand.
type HandStep struct {
	Old, Slope, C                 float64 // given: αₗ before the step, the slope of g at this αₗ, C
	Lo, Hi, Kappa, Unclipped, New float64 // the student's numbers, which may be wrong; NaN if missing
}

// Figure draws g against αₗ as far as the numbers are known. If κ is known, it draws the curve. If L and H
// are known, it highlights the part between them. It marks each of L, H, αₗ* and αₗ that is known.
func (s HandStep) Figure() exercises.Figure {
	from, to := s.span()
	c := ascii.Chart{X: ascii.Range{Min: from, Max: to}, XLabel: "αₗ"}
	if math.IsNaN(s.Kappa) {
		c.Y = ascii.RangeOf(-1, 1)
	} else {
		c.Series = append(c.Series, curveOf(s.rise, from, to, "", ascii.Dim, true))
	}
	if lo, hi := max(from, s.Lo), min(to, s.Hi); lo < hi {
		c.Series = append(c.Series, curveOf(s.rise, lo, hi, "[L, H]", ascii.Series(0), false))
	}
	title := "g against αₗ, from what you fill in" + markStep(&c, s.rise, s.Lo, s.Hi, s.Unclipped, s.Old, s.New)
	return exercises.Figure{Title: title, Role: exercises.Main, Plot: c, Rows: parabolaRows}
}

// rise returns the increase of g from the start of the step to al, or 0 if κ is unknown.
func (s HandStep) rise(al float64) float64 {
	if math.IsNaN(s.Kappa) {
		return 0
	}
	step := al - s.Old
	return s.Slope*step - s.Kappa*step*step/2
}

// span returns the range of αₗ that is drawn. It contains [0, C], and each of the student's numbers
// that is less than C away from this interval.
func (s HandStep) span() (low, high float64) {
	low, high = 0, s.C
	for _, v := range []float64{s.Lo, s.Hi, s.Unclipped, s.New} {
		if v > -s.C && v < 2*s.C {
			low, high = min(low, v), max(high, v)
		}
	}
	return low - s.C/8, high + s.C/8
}

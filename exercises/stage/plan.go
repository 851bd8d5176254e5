package stage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/kernels"
	"kernellab/solvers"
)

// forkPlan is a fork that has not been made yet. By a fork, a student goes on from a frame of a run
// with another step or other parameters. The plan says which parameters hold after the frame, and
// which step follows it.
type forkPlan struct {
	run              Run
	frame            int
	segment          segment
	traces           []solvers.Trace // up to frame; their last steps are recomputed if a parameter changes
	parameterChanged bool
	solverMove       anatomy.Move      // the move that the solver would make
	studentMove      anatomy.Move      // the move that the student chose
	answers          exercises.Answers // the changed values, in canonical form
	words            []string          // descriptions of the changes
}

// errUnchanged is the error for a fork that changes nothing.
var errUnchanged = errors.New("nothing is different yet: choose another step, or change a parameter")

// errFaulty is the error for a fork of a run with a planted error.
var errFaulty = errors.New("a run with a planted error can be watched, but not changed")

// parameterPlan reads the answers and returns a plan with all parameters that differ from their values
// at frame i.
func parameterPlan(r Run, i int, a exercises.Answers) (forkPlan, error) {
	seg := r.segmentAt(i)
	p := forkPlan{run: r, frame: i, segment: seg, traces: r.upTo(i), answers: exercises.Answers{}}
	s := setting{seg.data, func(x solvers.Solver) solvers.Solver { return x }}
	changesKernel := false
	for _, k := range forkParameters(seg) {
		text, current := strings.TrimSpace(a[k.control.Name]), k.control.Value
		if text == "" || text == current {
			continue
		}
		next, canonical, err := k.set(s, text)
		if err != nil {
			return p, err
		}
		s = next
		p.answers[k.control.Name] = canonical
		choices := exercises.Field{Choices: k.control.Choices}
		p.words = append(p.words, fmt.Sprintf("%s = %s instead of %s", k.control.Label,
			choices.ValueWords(canonical), choices.ValueWords(current)))
		changesKernel = changesKernel || k.changesKernel
	}
	if len(p.words) == 0 {
		return p, nil
	}
	p.parameterChanged = true
	err := p.restateLast(s, changesKernel)
	return p, err
}

// restateLast recomputes the last step under another setting. If the kernel changes, it drops a
// trace in the primal, because that trace uses the features of the old kernel.
func (p *forkPlan) restateLast(s setting, changesKernel bool) error {
	old, solver := p.segment, s.change(p.segment.solver())
	p.segment = segment{
		firstFrame: p.frame, data: s.data, kind: old.kind, changeText: strings.Join(p.words, ", "),
		painter: painterAfterChange(old.painter, s.data, solver, old.primal()),
	}
	if old.firstFrame == p.frame && old.changeText != "" {
		p.segment.changeText = old.changeText + ", " + p.segment.changeText
	}
	var newProblem *solvers.Problem // nil if the problem stays the same
	if changesKernel {
		var err error
		if newProblem, err = s.data.Dual(); err != nil {
			return err
		}
		p.traces = slices.DeleteFunc(p.traces, func(t solvers.Trace) bool { return t.Problem().IsPrimal() })
	}
	for j, t := range p.traces {
		restater := s.change(t.Solver()).(solvers.Restater) // all solvers in the table of kinds are Restaters
		restated, err := restater.Restate(cmp.Or(newProblem, t.Problem()), t.Last())
		if err != nil {
			return fmt.Errorf("the run cannot go on from here: %s", strings.TrimPrefix(err.Error(), "solvers: "))
		}
		p.traces[j] = replaceLast(t, restated).Resume(restater, cmp.Or(newProblem, t.Problem()))
	}
	p.segment.begin(p.traces)
	return nil
}

func replaceLast(t solvers.Trace, s solvers.Step) solvers.Trace {
	if t.Len() == 1 {
		return solvers.TraceFrom(t.Solver(), t.Problem(), s)
	}
	return t.Cut(t.Len() - 2).Append(s)
}

// upTo returns the traces up to frame i, with the setting of frame i. It drops a trace that ends
// before frame i.
func (r Run) upTo(i int) []solvers.Trace {
	var out []solvers.Trace
	for _, t := range r.tracesIn(r.segmentAt(i)) {
		if i < t.Len() {
			out = append(out, t.Cut(i))
		}
	}
	return out
}

// plan reads the answers of a fork at frame i.
func (r Run) plan(i int, a exercises.Answers) (forkPlan, error) {
	if i < 0 || i >= r.Len() {
		return forkPlan{}, fmt.Errorf("there is no frame %d; the frames are 0 to %d", i, r.Len()-1)
	}
	if r.segmentAt(i).hasFault() {
		return forkPlan{}, errFaulty
	}
	p, err := parameterPlan(r, i, a)
	if err != nil {
		return p, err
	}
	chooser := p.segment.kind.StepChooser
	if chooser == nil {
		return p, nil
	}
	p.solverMove = p.originalMove()
	if p.studentMove, err = chooser.Read(p.endOfTrace(0), p.solverMove, a); err != nil {
		return p, err
	}
	if p.studentMove != p.solverMove {
		for name, text := range p.studentMove.Answers(p.solverMove) {
			p.answers[name] = text
		}
		p.words = append([]string{fmt.Sprintf("%s instead of %s", p.studentMove, p.solverMove.PointNumbers())},
			p.words...)
	}
	return p, nil
}

// endOfTrace returns the state at the end of trace j, where different steps can follow.
func (p forkPlan) endOfTrace(j int) anatomy.ForkPosition {
	t := p.traces[j]
	return anatomy.ForkPosition{Solver: t.Solver(), Problem: t.Problem(), Step: t.Last()}
}

// originalMove returns the move of the step to which the chosen step is compared: the step that the run
// took after the frame, or else the step that the solver would take.
func (p forkPlan) originalMove() anatomy.Move {
	r := p.run
	if c, ok := forkAt(r, p.frame); ok && c.madeStep && !p.parameterChanged {
		return c.move // the trace no longer has this step if a parameter was changed at the next frame
	}
	if !p.parameterChanged && p.frame+1 < r.Len() && !r.startsSegment(p.frame+1) {
		return p.segment.kind.Move(r.traces[0].At(p.frame + 1))
	}
	return p.segment.kind.SolverMove(p.endOfTrace(0))
}

// makeStep makes the step of a plan and returns the run that ends with this step. If the solver has
// ended under the new setting, it adds no step.
func (p forkPlan) makeStep() (Run, error) {
	if len(p.words) == 0 {
		return Run{}, errUnchanged
	}
	out := Run{start: p.run.start, replacements: p.run.replacements, traces: make([]solvers.Trace, len(p.traces))}
	for j, t := range p.traces {
		next, ok, err := p.step(j)
		if err != nil {
			return Run{}, err
		}
		out.traces[j] = t
		if ok {
			out.traces[j] = t.Append(next)
		}
	}
	out.segments = p.segments()
	c := ForkChoice{Fork: exercises.Fork{Frame: p.frame, Answers: p.answers, Description: strings.Join(p.words, ", ")},
		madeStep: out.Len() > p.frame+1}
	if c.madeStep {
		c.move = p.segment.kind.Move(out.traces[0].Last())
	}
	out.choices = append(append([]ForkChoice{}, choicesTo(p.run, p.frame)...), c)
	return out, nil
}

// step returns the next step of trace j. ok is false if there is none.
func (p forkPlan) step(j int) (s solvers.Step, ok bool, err error) {
	end := p.endOfTrace(j)
	switch {
	case p.studentMove != p.solverMove:
		return p.segment.kind.StepChooser.Take(end, p.studentMove), true, nil
	case end.Step.Status.Done():
		return s, false, nil
	}
	s, err = end.Solver.Next(end.Problem, end.Step)
	return s, err == nil, err
}

// extendByOne takes the run's own next step, for a plan that changes nothing.
func (p forkPlan) extendByOne() (Run, error) {
	p.run.traces = p.traces
	next, err := p.run.Extend(context.Background(), 1, exercises.Condition{})
	if err != nil {
		return p.run, err
	}
	return next.(Run), nil
}

// segments returns the segments before the frame of the plan, and the segment from this frame on.
func (p forkPlan) segments() []segment {
	var out []segment
	for _, s := range p.run.segments {
		if s.firstFrame < p.frame || s.firstFrame == p.frame && !p.parameterChanged {
			out = append(out, s)
		}
	}
	if p.parameterChanged {
		out = append(out, p.segment)
	}
	return out
}

// choicesTo returns the forks that led to frame i of the run, including forks at frame i. A new
// fork at frame i replaces the step of an earlier fork there, but its description compares the two
// steps.
func choicesTo(r Run, i int) []ForkChoice {
	n := len(r.choices)
	for n > 0 && r.choices[n-1].Frame > i {
		n--
	}
	return r.choices[:n]
}

// setting holds what a fork can change: the training data with its kernel, and the solvers of the
// traces.
type setting struct {
	data   TrainingData
	change func(solvers.Solver) solvers.Solver // returns the solver with the changed parameters
}

// with returns the setting with another value of a parameter.
func (s setting) with(p anatomy.Parameter, text string) setting {
	return setting{s.data, func(x solvers.Solver) solvers.Solver { return p.Set(s.change(x), text) }}
}

// forkParameter is a parameter that a fork can change, with its control.
type forkParameter struct {
	control       exercises.Control // Value is the current value of the parameter
	changesKernel bool              // whether another value changes the Gram matrix
	// set returns the setting with another value, and the value in canonical form.
	set func(s setting, text string) (setting, string, error)
}

// forkParameters returns the parameters of a segment that a fork can change. They include σ of an
// RBF kernel, but not in the primal, where the features are fixed.
func forkParameters(s segment) []forkParameter {
	var out []forkParameter
	for _, p := range s.kind.Parameters {
		current := p.Text(s.solver())
		switch {
		case p.ForkLabel == "":
		case p.Type == anatomy.Seed:
			out = append(out, orderParameter(p, current))
		default:
			out = append(out, plainParameter(p, current))
		}
	}
	if k, ok := s.data.Kernel.(kernels.RBF); ok && !s.primal() {
		out = append(out, widthParameter(s.data, k.Sigma))
	}
	return out
}

// plainParameter returns a parameter of type Real, Count or Word.
func plainParameter(p anatomy.Parameter, current string) forkParameter {
	return forkParameter{control: p.Control(current), set: func(s setting, text string) (setting, string, error) {
		value, err := readValue(p, text)
		if err != nil {
			return s, "", err
		}
		return s.with(p, value), value, nil
	}}
}

// readValue reads a typed value of a parameter. It must be a word of the list of the parameter or a
// number above 0. 0 is valid if p.AllowsZero is set.
func readValue(p anatomy.Parameter, text string) (string, error) {
	value, reason := p.Read(strings.ToLower(strings.TrimSpace(strings.ReplaceAll(text, "∞", "inf"))))
	switch {
	case p.Type == anatomy.Word && reason != "":
		return "", fmt.Errorf("unknown %s %q; the %ss are %s", p.ForkLabel, text, p.Name, strings.Join(p.Words, ", "))
	case p.Type == anatomy.Word || reason == "" && (p.AllowsZero || value != "0"):
		return value, nil
	case p.AllowsZero:
		return "", fmt.Errorf("%s = %q: %s has to be a number, 0 or more", p.ForkLabel, text, p.ForkLabel)
	}
	return "", fmt.Errorf("%s = %q: %s has to be a number above 0", p.ForkLabel, text, p.ForkLabel)
}

// fileOrder is the value of the control "order" for the order of the points in their file.
const fileOrder = "file"

// orderParameter returns the seed p, which determines the order of the points, as a fork parameter.
// Seed 0 means the order of the file.
func orderParameter(p anatomy.Parameter, seed string) forkParameter {
	orderOf := func(seed string) string {
		if seed == "0" {
			return fileOrder
		}
		return seed
	}
	c := exercises.Control{Name: p.ControlName(), Label: p.ForkLabel, Value: orderOf(seed),
		Choices: []exercises.Choice{{Value: fileOrder, Label: "of the file"}}}
	seeds := []string{"1", "2", "3", "4", "5"}
	if seed != "0" && !slices.Contains(seeds, seed) {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		c.Choices = append(c.Choices, exercises.Choice{Value: seed, Label: "drawn, seed " + seed})
	}
	return forkParameter{control: c, set: func(s setting, text string) (setting, string, error) {
		if text == fileOrder {
			return s.with(p, "0"), fileOrder, nil
		}
		value, reason := p.Read(text)
		if reason != "" || value == "0" {
			return s, "", fmt.Errorf("order %q: an order is %q, or the number of a seed from 1 on", text, fileOrder)
		}
		return s.with(p, value), value, nil
	}}
}

// widthParameter returns the parameter σ of an RBF kernel.
func widthParameter(data TrainingData, current float64) forkParameter {
	c := SigmaControl("sigma", data.Set, exercises.Answers{"sigma": exercises.FormatNumber(current)}, 1)
	c.Min, c.Max = min(c.Min, current), max(c.Max, current)
	return forkParameter{control: c, changesKernel: true, set: func(s setting, text string) (setting, string, error) {
		value, err := readValue(anatomy.Parameter{ForkLabel: "σ"}, text)
		if err != nil {
			return s, "", err
		}
		k, err := kernels.Parse("rbf(sigma=" + value + ")")
		if err != nil {
			return s, "", err
		}
		s.data.Kernel = k
		return s, value, nil
	}}
}

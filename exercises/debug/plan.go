package debug

import (
	"errors"
	"fmt"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// plan is a fork thought through: what is in force from frame i on, and the
// step that is taken.
type plan struct {
	at      int
	segment segment
	traces  []solvers.Trace // up to frame i, taken up anew where a parameter changed
	renewed bool            // a parameter changed
	own     move            // what the solver would do from there
	chosen  move
	answers exercises.Answers // what differs, in canonical form
	words   []string          // likewise, in words
}

// errNothing says that a fork would be the run itself.
var errNothing = errors.New("nothing is different yet: choose another step, or change a parameter")

// errFaulty says that a faulty run is not to be steered.
var errFaulty = errors.New("a run with a planted error goes its own way: it can be watched, and not steered")

// changed reads the parameters that differ from those in force.
func (r Run) changed(i int, a exercises.Answers) (plan, error) {
	seg := r.at(i)
	p := plan{at: i, segment: seg, traces: r.upTo(i), answers: exercises.Answers{}}
	s := setting{model: seg.model, solvers: seg.solvers}
	rekernel := false
	for _, k := range knobs(s, seg.problems[0].Primal()) {
		text, own := strings.TrimSpace(a[k.control.Name]), k.control.Value
		if text == "" || text == own {
			continue
		}
		next, canonical, err := k.set(s, text)
		if err != nil {
			return p, err
		}
		s = next
		p.answers[k.control.Name] = canonical
		p.words = append(p.words, fmt.Sprintf("%s = %s instead of %s", k.control.Label, canonical, own))
		rekernel = rekernel || k.rekernel
	}
	if len(p.words) == 0 {
		return p, nil
	}
	p.renewed = true
	err := p.renew(s, rekernel)
	return p, err
}

// renew takes up the last step under another setting.
func (p *plan) renew(s setting, rekernel bool) error {
	old := p.segment
	p.segment = segment{
		from: p.at, model: s.model, solvers: s.solvers[:len(p.traces)], problems: old.problems[:len(p.traces)],
		painter: repaint(old.painter, s.model, s.solvers[0], old.problems[0].Primal()),
		opening: strings.Join(p.words, ", "),
	}
	if old.from == p.at && old.opening != "" {
		p.segment.opening = old.opening + ", " + p.segment.opening
	}
	if rekernel {
		if err := p.rekernel(); err != nil {
			return err
		}
	}
	for j, t := range p.traces {
		x, ok := p.segment.solvers[j].(solvers.Restater)
		if !ok {
			return fmt.Errorf("%s cannot go on with another parameter", p.segment.solvers[j].Name())
		}
		problem := p.segment.problems[j]
		again, err := x.Restate(problem, t.Last())
		if err != nil {
			return err
		}
		p.traces[j] = replaceLast(t, again).Resume(x, problem)
	}
	p.segment.desk = newDesk(p.segment, p.traces)
	return nil
}

// rekernel poses the problems anew. A companion in the primal has no features
// any more that would fit, and is left behind.
func (p *plan) rekernel() error {
	problem, err := p.segment.model.Dual()
	if err != nil {
		return err
	}
	var traces []solvers.Trace
	var xs []solvers.Solver
	var problems []*solvers.Problem
	for j, t := range p.traces {
		if p.segment.problems[j].Primal() {
			continue
		}
		traces, xs, problems = append(traces, t), append(xs, p.segment.solvers[j]), append(problems, problem)
	}
	p.traces, p.segment.solvers, p.segment.problems = traces, xs, problems
	return nil
}

func replaceLast(t solvers.Trace, s solvers.Step) solvers.Trace {
	if t.Len() == 1 {
		return solvers.From(t.Solver(), t.Problem(), s)
	}
	return t.Cut(t.Len() - 2).With(s)
}

// upTo cuts every trace after frame i, as the setting of frame i made it. A
// companion that has not come so far is left behind.
func (r Run) upTo(i int) []solvers.Trace {
	var out []solvers.Trace
	for _, t := range r.view(r.at(i)) {
		if i < t.Len() {
			out = append(out, t.Cut(i))
		}
	}
	return out
}

// plan reads a whole choice.
func (r Run) plan(i int, a exercises.Answers) (plan, error) {
	if i < 0 || i >= r.Len() {
		return plan{}, fmt.Errorf("there is no frame %d; the frames are 0 to %d", i, r.Len()-1)
	}
	if r.at(i).faulty() {
		return plan{}, errFaulty
	}
	p, err := r.changed(i, a)
	if err != nil {
		return p, r.outside(i, p, err)
	}
	x, problem, from := p.segment.solvers[0], p.segment.problems[0], p.traces[0].Last()
	p.own, p.chosen = noMove, noMove
	if !steers(x) {
		return p, nil
	}
	p.own = r.ownAt(p)
	if p.chosen, err = chosenMove(x, problem, from, p.own, a); err != nil {
		return p, err
	}
	if p.chosen != p.own {
		for name, text := range p.chosen.answersBeside(p.own) {
			p.answers[name] = text
		}
		p.words = append([]string{fmt.Sprintf("%s instead of %s", p.chosen, numbers(p.own))}, p.words...)
	}
	return p, nil
}

// numbers is a move without its noun.
func numbers(m move) string {
	return strings.TrimPrefix(strings.TrimPrefix(m.String(), "pair "), "point ")
}

// ownAt is the step the run itself took, or would take.
func (r Run) ownAt(p plan) move {
	if c, ok := r.decided(p.at); ok && c.took && !p.renewed {
		return c.step // also where a later change of a parameter has taken the step's place
	}
	if !p.renewed && p.at+1 < r.Len() && !r.opens(p.at+1) {
		return moveOf(r.traces[0].At(p.at + 1))
	}
	return ownMove(p.segment.solvers[0], p.segment.problems[0], p.traces[0].Last())
}

// outside says where a C could be had for which α is too large now.
func (r Run) outside(i int, p plan, err error) error {
	x, ok := p.segment.solvers[0].(solvers.SMO)
	var bad *solvers.ParamError
	if !ok || !errors.As(err, &bad) || bad.Name == "C" || !(bad.Value > x.C) {
		return err
	}
	for j := i - 1; j >= 0; j-- {
		if !above(r.traces[0].At(j), x.C) {
			return fmt.Errorf("α%s = %s lies above C = %s, so SMO cannot go on from here; it can from step %d, the last one before this in which no α does", bad.Name[len("α"):], stage.Num(bad.Value), stage.Num(x.C), j)
		}
	}
	return err
}

func above(s solvers.Step, c float64) bool {
	for _, a := range s.Coef().All() {
		if a > c {
			return true
		}
	}
	return false
}

// take makes the step of a plan and returns the run that has it as its last.
// Where the new setting has nothing left to do, no step is added.
func (r Run) take(p plan) (Run, error) {
	if len(p.words) == 0 {
		return Run{}, errNothing
	}
	out := Run{start: r.start, traces: make([]solvers.Trace, len(p.traces))}
	for j, t := range p.traces {
		next, ok, err := p.step(j)
		if err != nil {
			return Run{}, err
		}
		out.traces[j] = t
		if ok {
			out.traces[j] = t.With(next)
		}
	}
	out.segments = r.segmentsTo(p)
	c := Choice{At: p.at, Answers: p.answers, Words: strings.Join(p.words, ", "), took: out.Len() > p.at+1}
	if c.took {
		c.step = moveOf(out.traces[0].Last())
	}
	out.choices = append(append([]Choice{}, r.choicesTo(p.at)...), c)
	return out, nil
}

// step is the next step of trace j; not ok where there is none.
func (p plan) step(j int) (s solvers.Step, ok bool, err error) {
	x, problem, from := p.segment.solvers[j], p.segment.problems[j], p.traces[j].Last()
	if !p.chosen.none() && p.chosen != p.own {
		s, err = p.chosen.take(x, problem, from)
		return s, err == nil, err
	}
	if from.Status.Done() {
		return s, false, nil
	}
	s, err = x.Next(problem, from)
	return s, err == nil, err
}

// segmentsTo is the settings up to the frame of a plan, and what is in force
// from there.
func (r Run) segmentsTo(p plan) []segment {
	var out []segment
	for _, s := range r.segments {
		if s.from < p.at || s.from == p.at && !p.renewed {
			out = append(out, s)
		}
	}
	if p.renewed {
		out = append(out, p.segment)
	}
	return out
}

// choicesTo is the forks that led to frame i of the run. Those at i itself are
// among them, though their step is left: what is chosen next is told by what it
// has in place of it.
func (r Run) choicesTo(i int) []Choice {
	n := len(r.choices)
	for n > 0 && r.choices[n-1].At > i {
		n--
	}
	return r.choices[:n]
}

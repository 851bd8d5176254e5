package debug

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// move is what the step after a frame is about: a pair of SMO, a point of the
// perceptron, or nothing that could be chosen. Points count from 0 here.
type move struct {
	pair  bool
	k, l  int
	free  bool // the clip is left out, where there would be one
	point int  // −1: none
}

var noMove = move{point: -1}

func (m move) none() bool { return !m.pair && m.point < 0 }

// String says the move with points counted from 1.
func (m move) String() string {
	switch {
	case m.pair && m.free:
		return fmt.Sprintf("pair (%d, %d) without the clip", m.k+1, m.l+1)
	case m.pair:
		return fmt.Sprintf("pair (%d, %d)", m.k+1, m.l+1)
	case m.point >= 0:
		return fmt.Sprintf("point %d", m.point+1)
	}
	return "no step"
}

// answersBeside is the move as a choice that takes the place of another.
func (m move) answersBeside(own move) exercises.Answers {
	switch {
	case m.pair:
		a := exercises.Answers{"k": strconv.Itoa(m.k + 1), "l": strconv.Itoa(m.l + 1)}
		switch {
		case m.free:
			a["clip"] = clipOff
		case own.free && m.k == own.k && m.l == own.l:
			a["clip"] = clipOn
		}
		return a
	case m.point >= 0:
		return exercises.Answers{"point": strconv.Itoa(m.point + 1)}
	}
	return nil
}

// moveOf is what a step was about.
func moveOf(s solvers.Step) move {
	switch d := s.Detail.(type) {
	case *solvers.SMODetail:
		return move{pair: true, k: d.K, l: d.L, free: d.Free, point: -1}
	case *solvers.PerceptronDetail:
		return move{point: d.Point}
	}
	return noMove
}

// steers reports whether the step of a solver can be chosen.
func steers(s solvers.Solver) bool {
	switch s.(type) {
	case solvers.SMO, solvers.Perceptron:
		return true
	}
	return false
}

// take makes a chosen step.
func (m move) take(s solvers.Solver, p *solvers.Problem, from solvers.Step) (solvers.Step, error) {
	switch x := s.(type) {
	case solvers.SMO:
		if m.free {
			return x.UpdateUnclipped(p, from, m.k, m.l), nil
		}
		return x.Update(p, from, m.k, m.l), nil
	case solvers.Perceptron:
		return x.Visit(p, from, m.point), nil
	}
	return solvers.Step{}, fmt.Errorf("the steps of %s cannot be chosen", s.Name())
}

// chosenMove reads the step that is asked for; where a part of it is left out
// the rest is what goes best with it, and otherwise it is own.
func chosenMove(s solvers.Solver, p *solvers.Problem, from solvers.Step, own move, a exercises.Answers) (move, error) {
	switch x := s.(type) {
	case solvers.SMO:
		return chosenPair(x, p, from, own, a)
	case solvers.Perceptron:
		point, err := pointOf("the point", a["point"], p.Len(), own.point)
		return move{point: point}, err
	}
	return noMove, nil
}

func chosenPair(s solvers.SMO, p *solvers.Problem, from solvers.Step, own move, a exercises.Answers) (move, error) {
	k, err := pointOf("k", a["k"], p.Len(), own.k)
	if err != nil {
		return own, err
	}
	fallback := own.l
	if k != own.k {
		fallback = bestPartner(s, p, from, k)
	}
	l, err := pointOf("ℓ", a["l"], p.Len(), fallback)
	if err != nil {
		return own, err
	}
	if k == l {
		return own, fmt.Errorf("k and ℓ are both %d: a pair needs two different points", k+1)
	}
	free, err := freedom(s, p, from, k, l, a["clip"], own.free && k == own.k && l == own.l)
	return move{pair: true, k: k, l: l, free: free, point: -1}, err
}

// pointOf reads the number of a point, counted from 1; without text it is
// otherwise.
func pointOf(label, text string, n, otherwise int) (int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return otherwise, nil
	}
	i, err := strconv.Atoi(text)
	if err != nil || i < 1 || i > n {
		return otherwise, fmt.Errorf("%s = %q: the points are 1 to %d", label, text, n)
	}
	return i - 1, nil
}

// bestPartner is the ℓ that gains most with k, and where none can gain, the
// farthest error.
func bestPartner(s solvers.SMO, p *solvers.Problem, from solvers.Step, k int) int {
	cs := s.Candidates(p, from, k)
	cs = slices.DeleteFunc(cs, func(c solvers.Candidate) bool { return c.I == k })
	best := slices.MaxFunc(cs, func(a, b solvers.Candidate) int {
		return cmp.Or(cmp.Compare(a.Gain, b.Gain), cmp.Compare(a.Diff, b.Diff), cmp.Compare(b.I, a.I))
	})
	return best.I
}

// ownMove is what the solver itself would do after a step; where it has ended,
// the pair that comes closest to violating the conditions, or the first point.
func ownMove(s solvers.Solver, p *solvers.Problem, from solvers.Step) move {
	if !from.Status.Done() {
		if next, err := s.Next(p, from); err == nil {
			return moveOf(next)
		}
	}
	switch x := s.(type) {
	case solvers.SMO:
		return extremePair(x, p, from)
	case solvers.Perceptron:
		return move{point: 0}
	}
	return noMove
}

// extremePair is the point with the least F of those that can grow, with the
// one of the greatest F of those that can shrink.
func extremePair(s solvers.SMO, p *solvers.Problem, from solvers.Step) move {
	k, l := -1, -1
	cs := s.Candidates(p, from, 0)
	for i, c := range cs {
		if c.Up && (k < 0 || c.F < cs[k].F) {
			k = i
		}
	}
	for i, c := range cs {
		if c.Low && i != k && (l < 0 || c.F > cs[l].F) {
			l = i
		}
	}
	if k < 0 || l < 0 {
		k, l = 0, 1
	}
	return move{pair: true, k: k, l: l, point: -1}
}

// moveControls are the choices of the step, each option with what speaks for
// it.
func moveControls(s solvers.Solver, p *solvers.Problem, from solvers.Step, m move) []exercises.Control {
	switch x := s.(type) {
	case solvers.SMO:
		k := exercises.Control{Name: "k", Label: "k", Value: strconv.Itoa(m.k + 1)}
		l := exercises.Control{Name: "l", Label: "ℓ", Value: strconv.Itoa(m.l + 1)}
		for i, c := range x.Candidates(p, from, m.k) {
			k.Choices = append(k.Choices, option(i, "E = "+stage.Num(c.E)))
			if i != m.k {
				l.Choices = append(l.Choices, option(i, partnerWords(c)))
			}
		}
		return append([]exercises.Control{k, l}, clipControls(x, p, from, m)...)
	case solvers.Perceptron:
		c := exercises.Control{Name: "point", Label: "point", Value: strconv.Itoa(m.point + 1)}
		for i := range p.Len() {
			c.Choices = append(c.Choices, option(i, "y·f = "+stage.Num(p.Y(i)*from.F(i))))
		}
		return []exercises.Control{c}
	}
	return nil
}

func option(i int, words string) exercises.Choice {
	n := strconv.Itoa(i + 1)
	return exercises.Choice{Value: n, Label: n + "  " + words}
}

func partnerWords(c solvers.Candidate) string {
	if !c.CanMove {
		return "cannot gain"
	}
	return "gain " + stage.Num(c.Gain)
}

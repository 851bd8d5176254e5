package anatomy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/solvers"
)

// Move is what a step is about, as far as it can be chosen: a pair of points,
// or one point, which has no L. Points count from 1; the zero Move is none.
type Move struct {
	K, L int
	Free bool // the clip of a pair is left out, where there would be one
}

// String says the move.
func (m Move) String() string {
	switch {
	case m.Free:
		return fmt.Sprintf("pair (%d, %d) without the clip", m.K, m.L)
	case m.L > 0:
		return fmt.Sprintf("pair (%d, %d)", m.K, m.L)
	case m.K > 0:
		return fmt.Sprintf("point %d", m.K)
	}
	return "no step"
}

// Numbers is the move without its noun.
func (m Move) Numbers() string {
	return strings.TrimPrefix(strings.TrimPrefix(m.String(), "pair "), "point ")
}

// Answers is the move as a choice that takes the place of another.
func (m Move) Answers(own Move) exercises.Answers {
	switch {
	case m.L > 0:
		a := exercises.Answers{"k": strconv.Itoa(m.K), "l": strconv.Itoa(m.L)}
		switch {
		case m.Free:
			a["clip"] = clipOff
		case own.Free && m.K == own.K && m.L == own.L:
			a["clip"] = clipOn
		}
		return a
	case m.K > 0:
		return exercises.Answers{"point": strconv.Itoa(m.K)}
	}
	return nil
}

// Crossing is a step that others can follow, with what would lead to them.
type Crossing struct {
	Solver  solvers.Solver
	Problem *solvers.Problem
	From    solvers.Step
}

// Steering is how the step of a solver can be chosen by hand.
type Steering interface {
	// Names are those of what can be chosen.
	Names() []string
	// Of is what a step was about.
	Of(s solvers.Step) Move
	// Nearest is what comes closest to a step where the solver has ended.
	Nearest(at Crossing) Move
	// Read is the move that answers ask for. What they leave out is what goes
	// best with the rest, and otherwise as in own.
	Read(at Crossing, own Move, a exercises.Answers) (Move, error)
	// Take makes the step of a move.
	Take(at Crossing, m Move) solvers.Step
	// Options are the choices there are, each with what speaks for it.
	Options(at Crossing, m Move) []exercises.Control
}

// Chosen lists the names of all that a fork can choose, of any kind: the step,
// then the parameters, then the width of the kernel.
func Chosen() []string {
	var steps, parameters []string
	for _, k := range All() {
		if k.Steering != nil {
			steps = append(steps, k.Steering.Names()...)
		}
		for _, p := range k.Parameters {
			if p.Sign != "" && !slices.Contains(parameters, p.Choice()) {
				parameters = append(parameters, p.Choice())
			}
		}
	}
	return append(steps, append(parameters, "sigma")...)
}

// Move is what a step was about, as far as the kind's steps can be chosen.
func (k Kind) Move(s solvers.Step) Move {
	if k.Steering == nil {
		return Move{}
	}
	return k.Steering.Of(s)
}

// OwnMove is what the solver itself would do at a crossing.
func (k Kind) OwnMove(at Crossing) Move {
	if !at.From.Status.Done() {
		if next, err := at.Solver.Next(at.Problem, at.From); err == nil {
			return k.Move(next)
		}
	}
	return k.Steering.Nearest(at)
}

// pointOf reads the number of a point; without text it is otherwise.
func pointOf(label, text string, n, otherwise int) (int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return otherwise, nil
	}
	i, err := strconv.Atoi(text)
	if err != nil || i < 1 || i > n {
		return otherwise, fmt.Errorf("%s = %q: the points are 1 to %d", label, text, n)
	}
	return i, nil
}

// option is point i, from 0, as a choice.
func option(i int, words string) exercises.Choice {
	n := strconv.Itoa(i + 1)
	return exercises.Choice{Value: n, Label: n + "  " + words}
}

package study

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"kernellab/exercises"
)

// WarmUp is the task that may come before an exercise: of an earlier unit, due, and
// offered only while nothing has been done in the exercise.
func (s *Student) WarmUp(w *Work) (t Task, ok bool) {
	if w.round != nil || w.at != 0 || s.warm[w.ID()] || w.Judged() || w.StepDone(0) {
		return Task{}, false
	}
	here := unitOf(s.units, w.ID())
	for _, t := range s.Due() {
		if unitOf(s.units, t.Exercise) < here {
			return t, true
		}
	}
	return Task{}, false
}

// BeginWarmUp starts the task before an exercise, which is not offered again in
// this session; nil where there is none.
func (s *Student) BeginWarmUp(w *Work) (*Round, error) {
	t, ok := s.WarmUp(w)
	if !ok {
		return nil, nil
	}
	s.warm[w.ID()] = true
	return s.round(WarmingUp, exercises.Unit{}, []Task{t})
}

// unitOf is the place of an exercise's unit in the library, −1 where it has none.
func unitOf(units []exercises.Unit, id string) int {
	return slices.IndexFunc(units, func(u exercises.Unit) bool {
		return slices.ContainsFunc(u.Exercises, func(e exercises.Summary) bool { return e.ID == id })
	})
}

// PlanTestOut returns the function that chooses the tasks by which the unit with an
// exercise is tested out; none where it has none. It opens every exercise of the
// unit, and may run beside the student.
func (s *Student) PlanTestOut(exercise string) func(context.Context) ([]Task, error) {
	var unit exercises.Unit
	if at := unitOf(s.units, exercise); at >= 0 {
		unit = s.units[at]
	}
	library := s.library
	return func(ctx context.Context) ([]Task, error) {
		var drawn, fixed [][]Task
		for _, e := range unit.Exercises {
			pile, anew, err := pileOf(library, e)
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return nil, err
			}
			if anew {
				drawn = append(drawn, pile)
			} else {
				fixed = append(fixed, pile)
			}
		}
		for _, piles := range [][][]Task{drawn, fixed} {
			rand.Shuffle(len(piles), func(i, j int) { piles[i], piles[j] = piles[j], piles[i] })
		}
		return dealt(slices.Concat(drawn, fixed), inARow), nil
	}
}

// TestOut starts a round of the tasks chosen to test out the unit with an exercise;
// nil where there are none.
func (s *Student) TestOut(exercise string, tasks []Task) (*Round, error) {
	at := unitOf(s.units, exercise)
	if at < 0 {
		return nil, fmt.Errorf("no exercise %q", exercise)
	}
	return s.round(TestingOut, s.units[at], tasks)
}

// pileOf are the steps of an exercise that are judged by computing, shuffled; anew:
// those alone that another seed asks otherwise, as there are some.
func pileOf(library exercises.Library, e exercises.Summary) (pile []Task, anew bool, err error) {
	var infos [2][]exercises.Info
	seed := rand.Uint64N(9999)
	for i := range infos {
		ex, err := library.Open(e.ID, exercises.Options{Seed: seed + uint64(i)})
		if err != nil {
			return nil, false, err
		}
		infos[i] = infosOf(ex)
	}
	var fixed []Task
	for i, info := range infos[0] {
		switch t := (Task{e.ID, info.Name}); {
		case !info.Computed():
		case !otherwise(info, infos[1][i]):
			fixed = append(fixed, t)
		default:
			pile = append(pile, t)
		}
	}
	if anew = len(pile) > 0; !anew {
		pile = fixed
	}
	rand.Shuffle(len(pile), func(i, j int) { pile[i], pile[j] = pile[j], pile[i] })
	return pile, anew, nil
}

// dealt takes n tasks from piles, one of each in turn. Where there are fewer they
// come again, with other numbers.
func dealt(piles [][]Task, n int) []Task {
	var out []Task
	for i := 0; len(out) < n; i++ {
		some := false
		for _, pile := range piles {
			if some = some || len(pile) > 0; len(pile) > 0 && (i < len(pile) || len(out) >= total(piles)) && len(out) < n {
				out = append(out, pile[i%len(pile)])
			}
		}
		if !some {
			return nil
		}
	}
	return out
}

func total(piles [][]Task) (n int) {
	for _, p := range piles {
		n += len(p)
	}
	return n
}

package study

import (
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
	here := s.unitOf(w.ID())
	for _, t := range s.Due() {
		if s.unitOf(t.Exercise) < here {
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
func (s *Student) unitOf(id string) int {
	return slices.IndexFunc(s.units, func(u exercises.Unit) bool {
		return slices.ContainsFunc(u.Exercises, func(e exercises.Summary) bool { return e.ID == id })
	})
}

// TestOut starts a round on the unit with an exercise: its steps that are judged by
// computing, of as many exercises as there are. It is nil where the unit has none.
func (s *Student) TestOut(exercise string) (*Round, error) {
	at := s.unitOf(exercise)
	if at < 0 {
		return nil, fmt.Errorf("no exercise %q", exercise)
	}
	var piles [][]Task // of each exercise
	for _, e := range s.units[at].Exercises {
		ex, err := s.library.Open(e.ID, exercises.Options{Seed: s.Seed()})
		if err != nil {
			return nil, err
		}
		var pile []Task
		for _, step := range ex.Steps {
			if info := step.Info(); info.Computed() {
				pile = append(pile, Task{e.ID, info.Name})
			}
		}
		rand.Shuffle(len(pile), func(i, j int) { pile[i], pile[j] = pile[j], pile[i] })
		piles = append(piles, pile)
	}
	rand.Shuffle(len(piles), func(i, j int) { piles[i], piles[j] = piles[j], piles[i] })
	return s.round(TestingOut, s.units[at], dealt(piles, inARow))
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

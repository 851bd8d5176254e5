package rehearse

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"kernellab/exercises"
	"kernellab/lab/class"
)

// work opens the first exercise that is not done, or does something with its current task.
func (s *student) work(ctx context.Context, room class.Room) error {
	state, err := s.loadState()
	next := slices.IndexFunc(exercisePath, func(id string) bool { return !state.Exercises[id].Done })
	if err != nil || next < 0 {
		return err
	}
	id := exercisePath[next]
	work := state.Exercises[id]
	if s.current == nil || s.current.ID != id || s.current.Seed != work.Seed {
		s.current, err = s.Library.Open(id, exercises.Options{Seed: work.Seed})
		return errors.Join(err, s.typeKeys(findKey+id+enterKey))
	}
	i, ok := s.current.TaskIndex(work.Task)
	if !ok {
		return fmt.Errorf("%s has no task %q", id, work.Task)
	}
	task, taskKey, done := s.current.Tasks[i], id+" "+work.Task, work.Tasks[work.Task].Done
	info, answered := task.Info(), s.answered[taskKey]
	switch {
	case done && s.gate == room.Gate && s.gate.Holds:
		return nil
	case done || len(info.Fields) == 0 && s.happens(6):
		s.gate = room.Gate
		return s.typeKeys(enterKey)
	case len(info.Fields) == 0 || !s.happens(12): // reads or thinks
		return nil
	case answered > 1 && !s.asksForHelp(room) && s.happens(6):
		return s.choose(helpRow)
	case answered > 1 && s.happens(4):
		return s.typeKeys(hintKey)
	case answered > 3 && s.happens(4):
		return s.typeKeys(nextTaskKey)
	}
	s.answered[taskKey]++
	return s.typeKeys(keysForAnswers(info, s.answer(ctx, task, answered)) + enterKey)
}

// answer returns answers to a task at which the student has already given some wrong ones. Most
// wrong ones are the first misconception of the task, so that several students make the same
// mistake.
func (s *student) answer(ctx context.Context, task exercises.Task, wrongAnswers int) exercises.Answers {
	info := task.Info()
	right, errorRate := info.Reference, s.errorRate*math.Pow(0.6, float64(wrongAnswers))
	if s.stubborn && wrongAnswers < 4 {
		errorRate = 1
	}
	mistakes := exercises.Distinguishable(ctx, task)
	switch {
	case s.random.Float64() > errorRate:
		return right
	case !s.stubborn && len(info.Fields) == 1 && info.Fields[0].Kind == exercises.TextField && s.happens(6):
		return right.With(info.Fields[0].Name, right[info.Fields[0].Name]+" + (") // unreadable
	case len(mistakes) > 0:
		if s.stubborn || s.happens(2) {
			mistakes = mistakes[:1]
		}
		return right.Joined(mistakes[s.random.IntN(len(mistakes))].Example)
	}
	for _, f := range info.Fields { // a guess
		if len(f.Choices) > 0 {
			right = right.With(f.Name, f.Choices[s.random.IntN(len(f.Choices))].Value)
		}
	}
	return right
}

// keysForAnswers returns the keys that fill the fields of a task, from the last to the first. They lead
// from any field to the stage, the half of the screen with the pictures, and back through all fields.
func keysForAnswers(info exercises.Info, answers exercises.Answers) string {
	keys := escapeKey
	for _, f := range slices.Backward(info.Fields) {
		text := answers[f.Name]
		if f.Kind == exercises.TextField {
			keys += backTabKey + clearKey + text
		} else {
			keys += backTabKey + fmt.Sprint(1+exercises.ChoiceIndex(f.Choices, text))
		}
	}
	return keys
}

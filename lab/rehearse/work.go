package rehearse

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/progress"
)

// work opens the first exercise that is not done, or does something with its current task.
func (s *student) work(ctx context.Context, room class.Room) error {
	state, err := s.loadState()
	next := slices.IndexFunc(exercisePath, func(id string) bool { return !state.Exercises[id].Done })
	if err != nil || next < 0 {
		return err
	}
	work := state.Exercises[exercisePath[next]]
	if s.current == nil || s.current.ID != work.ID || s.current.Seed != work.Seed {
		return s.openExercise(exercisePath[next])
	}
	i, ok := s.current.TaskIndex(work.Task)
	if !ok {
		return fmt.Errorf("%s has no task %q", work.ID, work.Task)
	}
	task, taskKey, done := s.current.Tasks[i], work.ID+" "+work.Task, work.Tasks[work.Task].Done
	info, answered := task.Info(), s.answered[taskKey]
	switch {
	case done && s.gate == room.Gate && s.gate.Holds:
		return nil
	case done:
		s.gate = room.Gate
		return s.terminal.typeKeys(enterKey)
	case len(info.Fields) == 0:
		if s.hasThought(taskKey, 10, 40) {
			return s.terminal.typeKeys(enterKey)
		}
		return nil
	case !s.hasThought(fmt.Sprint(taskKey, answered), 15, 75):
		return nil
	case answered > 1 && s.random.IntN(6) == 0:
		return s.choose(helpRow)
	case answered > 1 && s.random.IntN(4) == 0:
		return s.terminal.typeKeys(hintKey)
	case answered > 3 && s.random.IntN(4) == 0:
		return s.terminal.typeKeys(nextTaskKey)
	}
	s.answered[taskKey]++
	return s.terminal.typeKeys(s.keysToFirstField(ctx, task, work) +
		keysForAnswers(info, s.answer(ctx, task, answered)) + enterKey)
}

// openExercise opens an exercise with the palette.
func (s *student) openExercise(id string) error {
	if err := s.terminal.typeKeys(findKey + id + enterKey); err != nil {
		return err
	}
	state, err := s.loadState()
	if err == nil {
		s.current, err = s.Library.Open(id, exercises.Options{Seed: state.Exercises[id].Seed})
	}
	return err
}

// keysToFirstField returns the keys that lead from any field to the first one. On the stage, the
// half of the screen with the pictures, tab leads to the first field that needs another answer.
func (s *student) keysToFirstField(ctx context.Context, task exercises.Task, work progress.Exercise) string {
	fields := task.Info().Fields
	var report exercises.Report
	if work.Tasks[work.Task].Verdict != "" {
		report = task.Check(ctx, work.Answers)
	}
	firstOpen := slices.IndexFunc(fields, func(f exercises.Field) bool {
		r, judged := report.Fields[f.Name]
		return judged && r.IsOpen()
	})
	if firstOpen < 0 {
		firstOpen = slices.IndexFunc(fields, func(f exercises.Field) bool { return work.Answers[f.Name] == "" })
	}
	return escapeKey + tabKey + strings.Repeat(backTabKey, max(0, firstOpen))
}

// answer returns answers to a task at which the student has already given some wrong ones. Most
// wrong ones are the first misconception of the task, so that several students make the same
// mistake.
func (s *student) answer(ctx context.Context, task exercises.Task, wrongAnswers int) exercises.Answers {
	info := task.Info()
	right, errorRate := info.Reference, s.errorRate*math.Pow(0.6, float64(wrongAnswers))
	mistakes := exercises.Distinguishable(ctx, task)
	switch {
	case s.stubborn && wrongAnswers < 4 && len(mistakes) > 0:
		return right.Joined(mistakes[0].Example)
	case s.random.Float64() > errorRate:
		return right
	case len(info.Fields) == 1 && info.Fields[0].Kind == exercises.TextField && s.random.IntN(6) == 0:
		return right.With(info.Fields[0].Name, right[info.Fields[0].Name]+" + (") // unreadable
	case len(mistakes) > 0 && s.random.IntN(5) < 3:
		return right.Joined(mistakes[0].Example)
	case len(mistakes) > 0:
		return right.Joined(mistakes[s.random.IntN(len(mistakes))].Example)
	}
	for _, f := range info.Fields { // a guess
		if len(f.Choices) > 0 {
			right = right.With(f.Name, f.Choices[s.random.IntN(len(f.Choices))].Value)
		}
	}
	return right
}

// keysForAnswers returns the keys that fill the fields of a task from the first to the last.
func keysForAnswers(info exercises.Info, answers exercises.Answers) string {
	var keys []string
	for _, f := range info.Fields {
		text := answers[f.Name]
		if f.Kind == exercises.TextField {
			keys = append(keys, clearKey+text)
			continue
		}
		keys = append(keys, fmt.Sprint(1+exercises.ChoiceIndex(f.Choices, text)))
	}
	return strings.Join(keys, tabKey)
}

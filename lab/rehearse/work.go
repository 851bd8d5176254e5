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
	state, err := s.saved()
	next := slices.IndexFunc(path, func(id string) bool { return !state.Exercises[id].Done })
	if err != nil || next < 0 {
		return err
	}
	work := state.Exercises[path[next]]
	if s.open == nil || s.open.ID != work.ID || s.open.Seed != work.Seed {
		return s.openExercise(path[next])
	}
	i, ok := s.open.Index(work.Task)
	if !ok {
		return fmt.Errorf("%s has no task %q", work.ID, work.Task)
	}
	task, about, done := s.open.Tasks[i], work.ID+" "+work.Task, work.Tasks[work.Task].Done
	info, answered := task.Info(), s.answered[about]
	switch {
	case done && s.gate == room.Gate && s.gate.Holds:
		return nil
	case done:
		s.gate = room.Gate
		return s.terminal.types(enterKey)
	case len(info.Fields) == 0:
		if s.think(about, 10, 40) {
			return s.terminal.types(enterKey)
		}
		return nil
	case !s.think(fmt.Sprint(about, answered), 15, 75):
		return nil
	case answered > 1 && s.random.IntN(6) == 0:
		return s.choose(helpRow)
	case answered > 1 && s.random.IntN(4) == 0:
		return s.terminal.types(hintKey)
	case answered > 3 && s.random.IntN(4) == 0:
		return s.terminal.types(nextTaskKey)
	}
	s.answered[about]++
	return s.terminal.types(s.focus(ctx, task, work) + fill(info, s.answer(ctx, task, answered)) + enterKey)
}

// openExercise opens an exercise with the palette.
func (s *student) openExercise(id string) error {
	if err := s.terminal.types(findKey + id + enterKey); err != nil {
		return err
	}
	state, err := s.saved()
	if err == nil {
		s.open, err = s.Library.Open(id, exercises.Options{Seed: state.Exercises[id].Seed})
	}
	return err
}

// focus returns the keys that lead from any field to the first one. On the stage, tab leads
// to the first field that needs another answer.
func (s *student) focus(ctx context.Context, task exercises.Task, work progress.Exercise) string {
	fields := task.Info().Fields
	var report exercises.Report
	if work.Tasks[work.Task].Verdict != "" {
		report = task.Check(ctx, work.Answers)
	}
	open := slices.IndexFunc(fields, func(f exercises.Field) bool {
		r, judged := report.Fields[f.Name]
		return judged && r.IsOpen()
	})
	if open < 0 {
		open = slices.IndexFunc(fields, func(f exercises.Field) bool { return work.Answers[f.Name] == "" })
	}
	return escapeKey + tabKey + strings.Repeat(backTabKey, max(0, open))
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

// fill returns the keys that fill the fields of a task from the first to the last.
func fill(info exercises.Info, answers exercises.Answers) string {
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

package study

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// place holds everything that a student would miss if it were lost.
type place struct {
	Suggest, Last string
	Seed          uint64
	Units         []UnitView
	Settings      Settings

	Index       int
	AttemptSeed uint64
	Answers     map[string]string
	Steps       []TaskState
	Counts      []int // hints, attempts and frame of each step
	Solution    bool
}

// acts returns what a student can do, by name.
func acts(t *rapid.T, s *Student, w *Work) map[string]func() {
	return map[string]func(){
		"type": func() {
			w.Set(rapid.SampledFrom([]string{"s", "p", "t"}).Draw(t, "name"),
				rapid.SampledFrom([]string{"", "2", "5", "6", " 5", "é"}).Draw(t, "text"))
		},
		"judge":    func() { judge(w) },
		"next":     func() { w.Next() },
		"previous": func() { w.GoTo(w.Index() - 1) },
		"go":       func() { w.GoTo(rapid.IntRange(-2, 5).Draw(t, "step")) },
		"hint":     func() { w.RevealHint() },
		"solution": w.RevealSolution,
		"fill":     w.FillReference,
		"frame":    func() { w.SetFrame(rapid.IntRange(-1, 99).Draw(t, "frame")) },
		"clear": func() {
			for _, f := range w.Info().Fields {
				w.Set(f.Name, "")
			}
		},
		"settings": func() { s.SetSettings(Settings{Speed: rapid.IntRange(0, 3).Draw(t, "speed")}) },
		"time": func() {
			w.RecordAction(morning().Add(time.Duration(rapid.IntRange(0, 500).Draw(t, "second")) * time.Second))
		},
	}
}

// Whatever a student does, a student who returns finds the same place, and what is
// done stays done.
func TestStudent_resumesAtSamePlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		store := &progress.Memory{}
		seed := uint64(7)
		first, _, err := Open(shelf(), store, Options{Seed: &seed})
		check.OK(t, err)
		id := rapid.SampledFrom([]string{"1.1", "1.2", "2.1"}).Draw(t, "exercise")
		w := must.Value(first.Start(id))
		done := map[string]bool{}
		for range rapid.IntRange(0, 25).Draw(t, "acts") {
			todo := acts(t, first, w)
			names := slices.Sorted(maps.Keys(todo))
			todo[rapid.SampledFrom(names).Draw(t, "act")]()
			staysDone(t, first, w, done)
			if rapid.Bool().Draw(t, "saves") {
				save := first.Save()
				check.Must(t, save == nil || save() == nil, "Save: got an error, want none")
				check.Must(t, first.Save() == nil, "a second Save has something to write, want nothing")
			}
		}
		save := first.Leave()
		check.Must(t, save == nil || save() == nil, "Leave: got an error, want none")
		check.Must(t, first.Leave() == nil, "a second Leave has something to write, want nothing")
		second, _, err := Open(shelf(), store, Options{Seed: &seed})
		check.OK(t, err)
		a, b := placeOf(t, first, id), placeOf(t, second, id)
		check.Must(t, a == b, "the student left\n%+v\ngot back\n%+v\nwant the same", a, b)
	})
}

// placeOf returns what a student finds on opening an exercise.
func placeOf(t *rapid.T, s *Student, id string) string {
	p := place{Suggest: s.Suggest(), Last: s.profile.LastExercise, Seed: s.Seed(), Units: s.Units(), Settings: s.Settings()}
	w := must.Value(s.Start(id))
	p.Index, p.AttemptSeed, p.Answers = w.Index(), w.Exercise().Seed, w.Answers()
	for i := range w.Len() {
		w.index = i
		p.Steps = append(p.Steps, w.TaskState(i))
		shown, _ := w.Hints()
		p.Counts = append(p.Counts, len(shown), w.state().Attempts, w.Frame())
		p.Solution = p.Solution || w.SolutionShown()
	}
	return fmt.Sprintf("%+v", p)
}

func staysDone(t *rapid.T, s *Student, w *Work, done map[string]bool) {
	for i := range w.Len() {
		name := w.InfoAt(i).Name
		check.Must(t, !done[name] || w.TaskDone(i), "task %s is no longer done, want it to stay done", name)
		done[name] = w.TaskDone(i)
	}
	v, ok := s.View(w.ID())
	check.Must(t, ok && (!done["all"] || v.State >= Done), "View(%s) = %v, %v, want it to stay done", w.ID(), v.State,
		ok)
	done["all"] = v.State >= Done
	check.Must(t, !w.Finished() || v.State >= Done, "%s is finished, got state %v, want %v", w.ID(), v.State, Done)
}

// The list in a closing task appears when every question has been answered correctly or its
// solution has been shown.
func TestWork_summaryWaitsForAnswers(t *testing.T) {
	ask := func(name string) step {
		return step{Name: name, Question: ascii.Plain("?"), Fields: []exercises.Field{{Name: name, Judge: "number"}},
			Reference: exercises.Answers{name: "7"}, Solution: text("h")}
	}
	lib := library{tasks: func(uint64) []exercises.Task {
		return []exercises.Task{ask("one"), ask("two"), step{Name: "know", ClosesExercise: true, Text: []exercises.Block{
			{Text: ascii.Plain("Before.")}, {Kind: exercises.Item, Text: ascii.Plain("It is 7.")},
			{Text: ascii.Plain("After.")},
		}}}
	}}
	lib.units = []exercises.Unit{{Exercises: []exercises.Summary{{ID: "1.1", Tasks: []string{"one", "two", "know"}}}}}
	s := openLibrary(t, lib, &progress.Memory{}, Options{})
	w := start(t, s, "1.1")
	closing := func() string {
		was := w.Index()
		w.GoTo(2)
		var out strings.Builder
		for _, b := range w.Info().Text {
			out.WriteString(b.Text.String() + " ")
		}
		w.GoTo(was)
		return out.String()
	}
	if got := closing(); strings.Contains(got, "7") || !strings.Contains(got, "first: 1, 2.") ||
		!strings.HasPrefix(got, "Before.") || !strings.HasSuffix(got, "After. ") {
		t.Errorf("before any answer: got %q, want the list hidden until steps 1, 2", got)
	}
	rightAnswer(w)
	if got := closing(); strings.Contains(got, "7.") || !strings.Contains(got, "first: 2.") {
		t.Errorf("with one answer: got %q, want the list hidden until step 2", got)
	}
	w.GoTo(1)
	w.RevealSolution()
	got := closing()
	check.That(t, got == "Before. It is 7. After. ", "with the solution of the other: got %q, want the list", got)
}

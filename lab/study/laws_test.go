package study

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kernellab/lab/progress"
)

// place is everything a student would miss if it were lost.
type place struct {
	Suggest, Last string
	Seed          uint64
	Units         []UnitView
	Settings      Settings

	Index     int
	SheetSeed uint64
	Answers   map[string]string
	Steps     []StepState
	Counts    []int // hints, attempts and frame of each step
	Solution  bool
}

// acts are what a student can do; by name.
func acts(t *rapid.T, s *Student, w *Work) map[string]func() {
	return map[string]func(){
		"type": func() {
			w.Set(rapid.SampledFrom([]string{"s", "p", "t"}).Draw(t, "name"), rapid.SampledFrom([]string{"", "2", "5", "6", " 5", "é"}).Draw(t, "text"))
		},
		"judge":    func() { judge(w) },
		"next":     func() { w.Next() },
		"previous": func() { w.Go(w.Index() - 1) },
		"go":       func() { w.Go(rapid.IntRange(-2, 5).Draw(t, "step")) },
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
		"time":     func() { w.Touch(morning().Add(time.Duration(rapid.IntRange(0, 500).Draw(t, "second")) * time.Second)) },
	}
}

// Whatever a student does, who comes back finds the same place; and what is
// done stays done.
func TestResumeIsTheSamePlace(t *testing.T) {
	root := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		store := progress.Store(&progress.Memory{})
		if rapid.Bool().Draw(t, "files") {
			dir, err := os.MkdirTemp(root, "store")
			if err != nil {
				t.Fatal(err)
			}
			store = progress.NewFiles(dir)
		}
		seed := uint64(7)
		first, _, err := Open(shelf{}, store, Options{Seed: &seed})
		if err != nil {
			t.Fatal(err)
		}
		id := rapid.SampledFrom([]string{"1.1", "1.2", "2.1"}).Draw(t, "exercise")
		w, err := first.Start(id)
		if err != nil {
			t.Fatal(err)
		}
		done := map[string]bool{}
		for range rapid.IntRange(0, 25).Draw(t, "acts") {
			todo := acts(t, first, w)
			names := slices.Sorted(maps.Keys(todo))
			todo[rapid.SampledFrom(names).Draw(t, "act")]()
			staysDone(t, first, w, done)
			if rapid.Bool().Draw(t, "saves") {
				if save := first.Save(); save != nil && save() != nil {
					t.Fatal("not saved")
				}
				if first.Save() != nil {
					t.Fatal("a second save has something to write")
				}
			}
		}
		if save := first.Leave(); save != nil && save() != nil {
			t.Fatal("not saved")
		}
		if first.Leave() != nil {
			t.Fatal("a second leave has something to write")
		}
		second, _, err := Open(shelf{}, store, Options{Seed: &seed})
		if err != nil {
			t.Fatal(err)
		}
		a, b := placeOf(t, first, id), placeOf(t, second, id)
		if a != b {
			t.Fatalf("left\n%+v\nfound\n%+v", a, b)
		}
	})
}

// placeOf is where a student stands who opens an exercise.
func placeOf(t *rapid.T, s *Student, id string) string {
	p := place{Suggest: s.Suggest(), Last: s.profile.Last, Seed: s.Seed(), Units: s.Units(), Settings: s.Settings()}
	w, err := s.Start(id)
	if err != nil {
		t.Fatal(err)
	}
	p.Index, p.SheetSeed, p.Answers = w.Index(), w.Exercise().Seed, w.Answers()
	for i := range w.Len() {
		w.at = i
		p.Steps = append(p.Steps, w.StepState(i))
		shown, _ := w.Hints()
		p.Counts = append(p.Counts, len(shown), w.state().Attempts, w.Frame())
		p.Solution = p.Solution || w.SolutionShown()
	}
	return fmt.Sprintf("%+v", p)
}

func staysDone(t *rapid.T, s *Student, w *Work, done map[string]bool) {
	for i := range w.Len() {
		name := w.InfoAt(i).Name
		if done[name] && !w.StepDone(i) {
			t.Fatalf("step %s is no longer done", name)
		}
		done[name] = w.StepDone(i)
	}
	v, ok := s.View(w.ID())
	if !ok || done["all"] && v.State < Done {
		t.Fatal("the exercise is no longer done")
	}
	done["all"] = v.State >= Done
	if w.Finished() && v.State < Done {
		t.Fatal("finished, and not done")
	}
}

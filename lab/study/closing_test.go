package study

import (
	"context"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
)

// closer is a library of one exercise that asks twice and closes.
type closer struct{}

func (closer) Units() []exercises.Unit {
	return []exercises.Unit{{ID: "1", Exercises: []exercises.Summary{{ID: "1.1", Steps: []string{"one", "two", "know"}}}}}
}

func (closer) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	ask := func(name string) step {
		hint := []exercises.Block{{Text: ascii.Plain("h")}}
		return step{Name: name, Question: ascii.Plain("?"), Fields: []exercises.Field{{Name: name, Judge: "number"}}, Reference: exercises.Answers{name: "7"}, Hints: [][]exercises.Block{hint, hint, hint}, Solution: hint}
	}
	closing := step{Name: "know", Closes: true, Text: []exercises.Block{
		{Text: ascii.Plain("Before.")}, {Kind: exercises.Item, Text: ascii.Plain("It is 7.")}, {Text: ascii.Plain("After.")},
	}}
	return &exercises.Exercise{Summary: exercises.Summary{ID: id, Steps: []string{"one", "two", "know"}}, Seed: o.Seed, Steps: []exercises.Step{ask("one"), ask("two"), closing}}, nil
}

// A closing step has its list once every question has an answer that is accepted,
// or a solution that was asked for.
func TestClosingWaitsForTheAnswers(t *testing.T) {
	s, _, err := Open(closer{}, &progress.Memory{}, Options{Now: (&clock{morning()}).read})
	if err != nil {
		t.Fatal(err)
	}
	w := start(t, s, "1.1")
	closing := func() string {
		was := w.Index()
		w.Go(2)
		var out strings.Builder
		for _, b := range w.Info().Text {
			out.WriteString(b.Text.String() + " ")
		}
		w.Go(was)
		return out.String()
	}
	if got := closing(); strings.Contains(got, "7") || !strings.Contains(got, "steps 1, 2") || !strings.HasPrefix(got, "Before.") || !strings.HasSuffix(got, "After. ") {
		t.Errorf("before any answer: %q", got)
	}
	rightAnswer(w)
	if got := closing(); strings.Contains(got, "7.") || !strings.Contains(got, "step 2.") {
		t.Errorf("with one answer: %q", got)
	}
	w.Go(1)
	w.RevealSolution()
	if got := closing(); got != "Before. It is 7. After. " {
		t.Errorf("with the solution of the other: %q", got)
	}
}

// Every exercise of the catalogue that ends with a list of what is known closes.
func TestExercisesClose(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range library.Units() {
		for _, e := range u.Exercises {
			ex, err := library.Open(e.ID, exercises.Options{Seed: 3})
			if err != nil {
				t.Fatal(err)
			}
			last := ex.Steps[len(ex.Steps)-1]
			if info := last.Info(); info.Closes != (len(last.Scene(context.Background(), nil).Figures) == 0 && info.Name == "know") {
				t.Errorf("%s %s: closes: %v", e.ID, info.Name, info.Closes)
			}
		}
	}
}

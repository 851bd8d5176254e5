package catalogue

import (
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/exercises/budget"
)

// What an exercise holds answers to is not paid for by any budget: an exercise
// that has been open for long, and was answered often, judges as at first.
func TestAnExerciseDoesNotTire(t *testing.T) {
	library, err := New()
	if err != nil {
		t.Fatal(err)
	}
	var open []*exercises.Exercise
	for _, unit := range library.Units() {
		for _, s := range unit.Exercises {
			e, err := library.Open(s.ID, exercises.Options{Seed: 7})
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, e)
		}
	}
	time.Sleep(budget.Answer().Time + 100*time.Millisecond)
	for _, e := range open {
		for _, step := range e.Steps {
			right := step.Info().Reference
			for n := range 70 { // a budget looks at the clock now and then
				if r := step.Check(t.Context(), right); len(right) > 0 && !r.Accepted {
					t.Fatalf("%s, %s: the reference is not accepted at the %d. time: %s %v", e.ID, step.Info().Name, n+1, r.Headline, r.Fact)
				}
			}
		}
	}
}

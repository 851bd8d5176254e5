package lab

import (
	"testing"
)

// solvedBench returns a bench with exercise 1.3 answered.
func solvedBench(t *testing.T) *bench {
	b := open(t, 120, 36, "1.3")
	for _, text := range []string{"1", "2", "0"} {
		b.typed(text)
		b.keys("down")
	}
	b.keys("enter")
	return b
}

func TestRestart_asksAndDrawsNewNumbers(t *testing.T) {
	b := solvedBench(t)
	b.sees("Exercise 1.3 is done.", "the same with new numbers", "seed 41\n")
	b.keys("r")
	b.sees("Begin 1.3 anew")
	b.keys("down", "enter")
	b.sees("seed 41", "a = 1")
	b.keys("r", "enter")
	b.lacks("seed 41\n", "a = 1", "is done") // not a seed that begins with 41
	if n := b.exercise().Task.Work.Exercise().Seed; n == 41 || n == 0 {
		t.Fatalf("seed = %d, want a new one", n)
	}
}

func TestRestart_fromTheContents(t *testing.T) {
	b := solvedBench(t)
	b.keys("q", "home", "down")
	b.sees("n new numbers")
	b.keys("n", "enter")
	b.sees("What are a, b and c?")
	b.lacks("seed 41\n")
	b.keys("esc", "q", "down", "down", "down", "n")
	b.lacks("Begin 7.7 anew", "n new numbers")
}

// The player's position in a discarded attempt does not affect the new one.
func TestRestart_forgetsThePosition(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	b.keys("l", "l", "l", "r", "enter")
	b.sees("step 0 /")
	if f := b.exercise().Task.Work.Frame(); f != 0 {
		t.Fatalf("frame = %d, want 0", f)
	}
}

func TestContents_everyExerciseDone(t *testing.T) {
	b := solvedBench(t)
	for _, id := range []string{"1.2", "7.7"} {
		w, err := b.m.Student.Start(id)
		if err != nil {
			t.Fatal(err)
		}
		for range w.Len() {
			r := w.Task().Check(t.Context(), w.Info().Reference)
			r.Accepted = true
			w.Apply(t.Context(), w.Info().Reference, r)
			w.Next()
		}
	}
	b.keys("x")
	b.sees("to the contents")
	b.keys("enter")
	b.sees("Every exercise is done.")
}

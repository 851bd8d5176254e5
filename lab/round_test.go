package lab

import (
	"context"
	"strconv"
	"testing"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

// twoUnits has an exercise with random numbers in each of two units, and in the second
// unit one without.
type twoUnits struct{}

func (twoUnits) Units() []exercises.Unit {
	sum := func(id string, drawn bool) exercises.Summary {
		return exercises.Summary{ID: id, Title: "Sums " + id, Minutes: 2, Tasks: []string{"twice", "plus"},
			Drawn: drawn}
	}
	return []exercises.Unit{
		{ID: "1", Title: "One", Exercises: []exercises.Summary{sum("1.1", true)}},
		{ID: "2", Title: "Two", Exercises: []exercises.Summary{sum("2.1", true), sum("2.2", false)}},
	}
}

func (l twoUnits) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	n := o.Seed
	if id == "2.2" {
		n = 5
	}
	sum := func(name string, of uint64) exercises.Task { return sumStep{name, of} }
	return &exercises.Exercise{
		Summary: exercises.Summary{ID: id, Title: "Sums " + id, Tasks: []string{"twice", "plus"}, Drawn: id != "2.2"},
		Unit:    "Unit", Seed: o.Seed, Tasks: []exercises.Task{sum("twice", 2*n), sum("plus", n+1)},
	}, nil
}

type sumStep struct {
	name string
	sum  uint64
}

func (s sumStep) Info() exercises.Info {
	return exercises.Info{
		Name: s.name, Title: "The sum", Question: ascii.Plain("What is " + s.name + "? It is " +
			strconv.FormatUint(s.sum, 10) + "."),
		Fields: []exercises.Field{{Name: s.name, Label: "n =", Judge: "number"}},
		Hints: [][]exercises.Block{{para("Look.")}, {para("Look there.")},
			{para("It is said.")}}, Solution: []exercises.Block{para("As said.")},
		Reference: exercises.Answers{s.name: strconv.FormatUint(s.sum, 10)},
	}
}

func (sumStep) Scene(context.Context, exercises.Answers) exercises.Scene { return exercises.Scene{} }

func (s sumStep) Check(_ context.Context, a exercises.Answers) exercises.Report {
	switch a[s.name] {
	case "":
		return exercises.Report{Verdict: exercises.Empty}
	case strconv.FormatUint(s.sum, 10):
		return exercises.Report{Verdict: exercises.Equal, Accepted: true}
	}
	return exercises.Report{Verdict: exercises.NotEqual}
}

// calendar is a clock that is set by hand.
type calendar struct{ now time.Time }

// benchDaysLater returns a bench whose student did 1.1 some days ago.
func benchDaysLater(t *testing.T, w, h int) (*bench, *calendar) {
	t.Helper()
	c := &calendar{time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)}
	s, _, err := study.Open(twoUnits{}, &progress.Memory{},
		study.Options{Now: func() time.Time { return c.now }, First: 41})
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t, w, h, session.Config{Student: s, Profile: ascii.TrueColor, Start: "1.1"})
	b.lacks("warm-up")
	b.reply()
	b.keys("enter")
	b.reply()
	b.keys("alt+q")
	b.lacks("review:")
	b.keys("r")
	b.sees("nothing is due")
	c.now = c.now.AddDate(0, 0, 6)
	b.keys("home")
	return b, c
}

// reply types the right answer of the current task and submits it.
func (b *bench) reply() {
	b.t.Helper()
	for _, text := range b.exercise().Task.Info().Reference {
		b.typed(text)
	}
	b.keys("enter")
	b.sees("Equal.")
}

func TestReview_fromTheContents(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		b, _ := benchDaysLater(t, size[0], size[1])
		b.sees("r review: 2 due")
		b.keys("r")
		b.sees("Review › 1.1 Sums 1.1", "1 of 2")
		b.lacks("seed 41\n")
		b.keys("ctrl+r")
		b.sees("the numbers here are new already")
		b.typed("0")
		b.keys("enter")
		b.sees("Not equal.", "It comes again tomorrow.")
		b.keys("f1", "backspace")
		b.sees("Hint 1")
		b.reply()
		b.sees("It comes again in", "enter next task")
		b.lacks("new numbers", "is done")
		b.keys("enter")
		b.sees("2 of 2")
		b.reply()
		b.sees("enter to the contents")
		b.keys("enter")
		b.sees("kernel methods, step by step")
		b.lacks("review:")
	}
}

// One key skips a task of a review, another one leaves the review.
func TestReview_skipTasks(t *testing.T) {
	b, _ := benchDaysLater(t, 100, 30)
	b.keys("r", "ctrl+n")
	b.sees("2 of 2")
	b.keys("ctrl+n")
	b.sees("kernel methods, step by step", "review: 2 due")
	b.keys("r", "alt+q")
	b.sees("kernel methods, step by step", "review: 2 due")
}

func TestWarmUp_isOffered(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		b, _ := benchDaysLater(t, size[0], size[1])
		b.keys("down", "enter")
		b.sees("ctrl+y first a warm-up, if you like: a task from 1.1", "What is twice?")
		b.keys("ctrl+y")
		b.sees("Warm-up › 1.1 Sums 1.1")
		b.reply()
		b.sees("enter to the exercise")
		b.keys("enter")
		b.sees("2.1", "What is twice?")
		b.lacks("warm-up")
		b.keys("ctrl+y")
		b.sees("no task of an earlier unit is due")
		b.keys("alt+q", "down", "enter")
		b.sees("2.2", "first a warm-up")
		b.reply()
		b.lacks("first a warm-up")
	}
}

func TestTestOut_ofAUnit(t *testing.T) {
	b, _ := benchDaysLater(t, 120, 36)
	b.keys("t")
	b.sees("every exercise of this unit is done")
	b.keys("down")
	b.sees("t test out of unit 2")
	b.keys("t")
	b.sees("Test out of unit 2?")
	b.keys("enter")
	for i := range 3 {
		b.sees("Test-out of unit 2, Two ›", strconv.Itoa(i+1)+" of 3")
		b.keys("f1")
		b.sees("a unit is tested out without hints")
		b.keys("ctrl+n")
		b.sees("no task of a test-out can be left out")
		b.reply()
		if i < 2 {
			b.sees(strconv.Itoa(i+1) + " of 3 in a row.")
		}
		b.keys("enter")
	}
	b.sees("kernel methods, step by step", "tested out")
	b.lacks("t test out of")
	b.keys("down", "enter")
	b.sees("What is twice?")
}

func TestTestOut_endsWithAWrongAnswer(t *testing.T) {
	b, _ := benchDaysLater(t, 80, 24)
	b.keys("down", "t", "enter")
	b.reply()
	b.keys("enter")
	b.typed("0")
	b.keys("enter")
	b.sees("Not equal.", "nothing is lost", "enter to the contents")
	b.keys("enter")
	b.sees("kernel methods, step by step")
	b.lacks("tested out")
}

// An exercise without random numbers can be restarted, but does not offer new numbers.
func TestRestart_withoutNewNumbers(t *testing.T) {
	b, _ := benchDaysLater(t, 120, 36)
	b.keys("down", "down", "enter")
	b.reply()
	b.keys("enter")
	b.reply()
	b.sees("Exercise 2.2 is done.")
	b.lacks("new numbers")
	seed := b.exercise().Task.Work.Exercise().Seed
	b.keys("ctrl+r")
	b.sees("Begin 2.2 anew? Its numbers are the same for all")
	b.keys("enter")
	b.sees("What is twice?")
	if again := b.exercise().Task.Work.Exercise().Seed; again != seed {
		t.Errorf("seed %d became %d, want no change", seed, again)
	}
	b.keys("alt+q")
	b.lacks("n new numbers")
}

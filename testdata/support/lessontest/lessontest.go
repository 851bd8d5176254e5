// Package lessontest is what the tests of exercises share. No other code uses
// it, and it knows no exercise by its name.
package lessontest

import (
	"context"
	"strings"
	"sync"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/worksheets"
	"kernellab/exercises/worksheets/kit"
)

// Seeds is how many seeds the numbers of a lesson are tried for.
const Seeds = 200

// book is the worksheets of the program.
var book = sync.OnceValues(func() (*worksheets.Book, error) {
	return worksheets.Load(worksheets.Embedded(), kit.New())
})

// Open builds an exercise of the program with one seed; l is nil for one that
// needs no lesson.
func Open(t testing.TB, l worksheets.Lesson, id string, seed uint64) *exercises.Exercise {
	t.Helper()
	return bound(t, l, id, exercises.Options{Seed: seed})
}

// With builds an exercise with a student's own data.
func With(t testing.TB, l worksheets.Lesson, id string, own exercises.Data) *exercises.Exercise {
	t.Helper()
	return bound(t, l, id, exercises.Options{Seed: 1, Data: own})
}

func bound(t testing.TB, l worksheets.Lesson, id string, o exercises.Options) *exercises.Exercise {
	t.Helper()
	b, err := book()
	if err != nil {
		t.Fatal(err)
	}
	doc, ok := b.Exercise(id)
	if !ok {
		t.Fatalf("no exercise %s", id)
	}
	e, err := worksheets.Bind(doc, l, kit.New(), o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Step returns a step by its name.
func Step(t testing.TB, e *exercises.Exercise, name string) exercises.Step {
	t.Helper()
	for _, s := range e.Steps {
		if s.Info().Name == name {
			return s
		}
	}
	t.Fatalf("exercise %s has no step %s", e.ID, name)
	return nil
}

// Report judges answers to a step.
func Report(s exercises.Step, a exercises.Answers) exercises.Report {
	return s.Check(context.Background(), a)
}

// Text is what lines say, one below the other.
func Text(lines []ascii.Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.String())
	}
	return strings.Join(out, "\n")
}

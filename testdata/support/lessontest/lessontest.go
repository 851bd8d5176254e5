// Package lessontest is what the tests of exercises share. No other code uses
// it, and it knows no exercise by its name.
package lessontest

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/lesson"
	"kernellab/exercises/worksheets"
	"kernellab/exercises/worksheets/kit"
)

// Seeds is how many seeds the numbers of a lesson are tried for.
const Seeds = 200

// book is the worksheets of the program, read from their folders: a unit's own
// tests cannot import what imports the unit.
var book = sync.OnceValues(func() (*worksheets.Book, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	root, _, _ := strings.Cut(filepath.ToSlash(here), "/exercises/")
	folders, err := filepath.Glob(filepath.Join(filepath.FromSlash(root), "exercises", "unit*"))
	if err != nil {
		return nil, err
	}
	var files []fs.FS
	for _, f := range folders {
		files = append(files, os.DirFS(f))
	}
	return worksheets.Load(kit.New(), files...)
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
func Step(t testing.TB, e *exercises.Exercise, name string) exercises.Task {
	t.Helper()
	for _, s := range e.Judged().Tasks {
		if s.Info().Name == name {
			return s
		}
	}
	t.Fatalf("exercise %s has no step %s", e.ID, name)
	return nil
}

// Report judges answers to a step.
func Report(s exercises.Task, a exercises.Answers) exercises.Report {
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

// TextOf returns the text of blocks, one below the other.
func TextOf(blocks []exercises.Block) string {
	var b strings.Builder
	for _, block := range blocks {
		b.WriteString(block.Text.String() + "\n")
	}
	return b.String()
}

// Fifty are seeds as students get them.
func Fifty() []uint64 {
	out := make([]uint64, 50)
	for i := range out {
		out[i] = uint64(i) * 0x9e3779b97f4a7c15
	}
	return out
}

// NumbersIn lists the whole numbers of a text, in order.
func NumbersIn(text string) []float64 {
	var out []float64
	for _, s := range regexp.MustCompile(`−?[0-9]+`).FindAllString(text, -1) {
		v, _ := strconv.ParseFloat(strings.ReplaceAll(s, "−", "-"), 64)
		out = append(out, v)
	}
	return out
}

// CheckGram holds a Gram matrix that is filled in by hand to a kernel: it is the
// kernel's, each slip stands out in it, and one 0 is no slip.
func CheckGram(t *testing.T, task lesson.GramTask, s exercises.Task, k func(i, j int) float64) {
	t.Helper()
	if !task.SlipsDiffer() {
		t.Errorf("a slip cannot be told for %v", task.Points)
	}
	if a, b, c := task.Points[0], task.Points[1], task.Points[2]; a == b || b == c || c == a {
		t.Errorf("two of the points are one, %s, %s, %s", a, b, c)
	}
	reference := s.Info().Reference
	for i := range task.Points {
		for j := range task.Points {
			if v, err := strconv.ParseFloat(reference[lesson.GramField(i, j)], 64); err != nil || v != k(i, j) {
				t.Errorf("entry (%d, %d) of %v is %v, not %v", i, j, task.Points, v, k(i, j))
			}
		}
	}
	if r := Report(s, reference.With("k21", "0")); r.Accepted || r.Misconception != "" {
		t.Errorf("one 0 in the matrix of %v is called %q", task.Points, r.Misconception)
	}
}

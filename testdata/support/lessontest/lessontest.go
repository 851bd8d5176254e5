// Package lessontest contains what the tests of exercises share. No other code uses it,
// and it knows no exercise by its name.
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

// Seeds is the number of seeds for which the numbers of a lesson are tested.
const Seeds = 200

// loadBook returns the built-in worksheets. It reads them from their folders, because the tests of a
// unit cannot import the catalogue, which imports the unit.
var loadBook = sync.OnceValues(func() (*worksheets.Book, error) {
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

// Open opens an exercise with a seed. l is nil if the exercise has no lesson.
func Open(t testing.TB, l worksheets.Lesson, id string, seed uint64) *exercises.Exercise {
	t.Helper()
	return open(t, l, id, exercises.Options{Seed: seed})
}

// OpenWithData opens an exercise with a student's own data.
func OpenWithData(t testing.TB, l worksheets.Lesson, id string, own exercises.Data) *exercises.Exercise {
	t.Helper()
	return open(t, l, id, exercises.Options{Seed: 1, Data: own})
}

func open(t testing.TB, l worksheets.Lesson, id string, o exercises.Options) *exercises.Exercise {
	t.Helper()
	b, err := loadBook()
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

// Task returns the task with a name.
func Task(t testing.TB, e *exercises.Exercise, name string) exercises.Task {
	t.Helper()
	for _, s := range e.WithFormer().Tasks {
		if s.Info().Name == name {
			return s
		}
	}
	t.Fatalf("exercise %s has no task %s", e.ID, name)
	return nil
}

// OpenTask opens a task of an exercise of a unit.
func OpenTask(t testing.TB, unit worksheets.Source, id, name string, seed uint64) exercises.Task {
	t.Helper()
	return Task(t, Open(t, unit.Lessons[id], id, seed), name)
}

// Report returns the report on answers to a task.
func Report(s exercises.Task, a exercises.Answers) exercises.Report {
	return s.Check(context.Background(), a)
}

// Text returns the text of lines, separated by line breaks.
func Text(lines []ascii.Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.String())
	}
	return strings.Join(out, "\n")
}

// TextOf returns the text of blocks, each followed by a line break.
func TextOf(blocks []exercises.Block) string {
	var b strings.Builder
	for _, block := range blocks {
		b.WriteString(block.Text.String() + "\n")
	}
	return b.String()
}

// FiftySeeds returns fifty seeds.
func FiftySeeds() []uint64 {
	out := make([]uint64, 50)
	for i := range out {
		out[i] = uint64(i) * 0x9e3779b97f4a7c15
	}
	return out
}

// NumbersIn returns the whole numbers in a text, in order.
func NumbersIn(text string) []float64 {
	var out []float64
	for _, s := range regexp.MustCompile(`−?[0-9]+`).FindAllString(text, -1) {
		v, _ := strconv.ParseFloat(strings.ReplaceAll(s, "−", "-"), 64)
		out = append(out, v)
	}
	return out
}

// CheckGram checks a task in which a Gram matrix is filled in by hand. The reference answers
// must be the values of k, the points must be such that every typical mistake (slip) gives
// another matrix, and a single 0 must not be recognised as such a mistake.
func CheckGram(t *testing.T, task lesson.GramTask, s exercises.Task, k func(i, j int) float64) {
	t.Helper()
	if !task.AllSlipsRecognisable() {
		t.Errorf("a slip cannot be recognised for the points %v", task.Points)
	}
	if a, b, c := task.Points[0], task.Points[1], task.Points[2]; a == b || b == c || c == a {
		t.Errorf("got points %s, %s, %s, want three different ones", a, b, c)
	}
	reference := s.Info().Reference
	for i := range task.Points {
		for j := range task.Points {
			if v, err := strconv.ParseFloat(reference[lesson.GramField(i, j)], 64); err != nil || v != k(i, j) {
				t.Errorf("entry (%d, %d) for %v: got %v, want %v", i, j, task.Points, v, k(i, j))
			}
		}
	}
	if r := Report(s, reference.With("k21", "0")); r.Accepted || r.Misconception != "" {
		t.Errorf("one 0 in the matrix for %v: got misconception %q, want none", task.Points, r.Misconception)
	}
}

package catalogue

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/worksheets"
)

// open builds every exercise of a library with one seed.
func open(t *testing.T, lib exercises.Library, seed uint64) []*exercises.Exercise {
	t.Helper()
	var out []*exercises.Exercise
	for _, u := range lib.Units() {
		for _, s := range u.Exercises {
			e, err := lib.Open(s.ID, exercises.Options{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, e)
		}
	}
	return out
}

func library(t *testing.T) *Catalogue {
	t.Helper()
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// seeds returns a few of the seeds that students get: small, large, odd. Under
// -short, where the race detector runs, two are enough.
func seeds(n int) []uint64 {
	if testing.Short() {
		n = min(n, 2)
	}
	out := []uint64{0, 1, ^uint64(0)}
	for i := uint64(2); len(out) < n; i++ {
		out = append(out, i*0x9e3779b97f4a7c15)
	}
	return out[:n]
}

// thorough is how many seeds a test takes: few in the gate, and all where
// .ci/nightly asks for them.
func thorough(few, all int) int {
	if os.Getenv("THOROUGH") != "" {
		return all
	}
	return few
}

// eachExercise runs f on every exercise of the program with some seeds, as
// subtests beside each other: go test -run '/1.2' looks at one exercise.
func eachExercise(t *testing.T, seeds []uint64, f func(*testing.T, *exercises.Exercise)) {
	t.Helper()
	lib := library(t)
	for _, u := range lib.Units() {
		for _, s := range u.Exercises {
			for _, seed := range seeds {
				t.Run(fmt.Sprint(s.ID, " seed ", seed), func(t *testing.T) {
					t.Parallel()
					e, err := lib.Open(s.ID, exercises.Options{Seed: seed})
					if err != nil {
						t.Fatal(err)
					}
					f(t, e)
				})
			}
		}
	}
}

func TestEveryExerciseKeepsTheRules(t *testing.T) {
	eachExercise(t, seeds(16), func(t *testing.T, e *exercises.Exercise) {
		for _, v := range checkExercise(e) {
			t.Error(v)
		}
	})
}

func TestTheNumberAskedForIsNotTold(t *testing.T) {
	eachExercise(t, seeds(6), func(t *testing.T, e *exercises.Exercise) {
		for _, v := range checkSecrets(e) {
			t.Error(v)
		}
	})
}

func TestNonsenseIsNeverAccepted(t *testing.T) {
	eachExercise(t, seeds(2), func(t *testing.T, e *exercises.Exercise) {
		for _, v := range checkGarbage(e) {
			t.Error(v)
		}
	})
}

func TestEverySceneDraws(t *testing.T) {
	o := stageOptions{frames: 10, all: thorough(0, 1) == 1, sizes: []ascii.Rect{
		{}, {W: 1, H: 1}, {W: 200, H: 2}, {W: 3, H: 50}, {W: 40, H: 12}, {W: 78, H: 18}, {W: 140, H: 55},
	}}
	eachExercise(t, seeds(thorough(1, 2)), func(t *testing.T, e *exercises.Exercise) {
		for _, v := range checkStages(e, o) {
			t.Error(v)
		}
	})
}

func TestSameSeedSameExercise(t *testing.T) {
	lib := library(t)
	eachExercise(t, seeds(4), func(t *testing.T, e *exercises.Exercise) {
		again, err := lib.Open(e.ID, exercises.Options{Seed: e.Seed})
		if err != nil || !sameExercise(e, again) {
			t.Errorf("two openings with one seed differ, error %v", err)
		}
	})
}

func TestUnknownExercise(t *testing.T) {
	_, err := library(t).Open("99.9", exercises.Options{})
	var unknown *UnknownError
	if !errors.As(err, &unknown) || unknown.ID != "99.9" {
		t.Errorf("got %v", err)
	}
}

func TestFromNeedsAnExerciseForEachLesson(t *testing.T) {
	sheet := fstest.MapFS{"unit1.md": {Data: []byte(tinySheet)}}
	one := tinyTable(tinyLesson)
	tests := []struct {
		name  string
		table map[string]worksheets.Lesson
		want  string
	}{
		{"one too many", map[string]worksheets.Lesson{"1.1": one["1.1"], "1.2": one["1.1"]}, "the lesson 1.2 has no exercise"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := From(sheet, tt.table)
			if err == nil || !strings.Contains(err.Error(), tt.want) || c != nil {
				t.Errorf("got %v and %v, want %q", c, err, tt.want)
			}
		})
	}
	alone, err := From(sheet, nil)
	if err != nil {
		t.Fatalf("an exercise without lesson: %v", err)
	}
	if _, err := alone.Open("1.1", exercises.Options{}); err == nil || !strings.Contains(err.Error(), "nothing checks the fields of step sum") {
		t.Errorf("a worksheet that needs its lesson opens without it: %v", err)
	}
	if _, err := From(fstest.MapFS{"unit1.md": {Data: []byte("no front matter")}}, nil); err == nil {
		t.Error("a broken worksheet is taken")
	}
}

package catalogue

import (
	"errors"
	"fmt"
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

func TestEveryExerciseKeepsTheRules(t *testing.T) {
	lib := library(t)
	for _, seed := range seeds(16) {
		for _, e := range open(t, lib, seed) {
			for _, v := range checkExercise(e) {
				t.Errorf("seed %d: %s", seed, v)
			}
		}
	}
}

func TestEverySceneDraws(t *testing.T) {
	lib := library(t)
	o := stageOptions{frames: 40, sizes: []ascii.Rect{
		{}, {W: 1, H: 1}, {W: 200, H: 2}, {W: 3, H: 50}, {W: 40, H: 12}, {W: 78, H: 18}, {W: 140, H: 55},
	}}
	for _, seed := range seeds(2) {
		for _, e := range open(t, lib, seed) {
			t.Run(fmt.Sprint(e.ID, " seed ", seed), func(t *testing.T) {
				for _, v := range checkStages(e, o) {
					t.Error(v)
				}
			})
		}
	}
}

func TestSameSeedSameExercise(t *testing.T) {
	lib := library(t)
	for _, seed := range seeds(4) {
		first, second := open(t, lib, seed), open(t, lib, seed)
		for i := range first {
			if !sameExercise(first[i], second[i]) {
				t.Errorf("exercise %s differs between two openings with seed %d", first[i].ID, seed)
			}
		}
	}
}

func TestUnknownExercise(t *testing.T) {
	_, err := library(t).Open("99.9", exercises.Options{})
	var unknown *UnknownError
	if !errors.As(err, &unknown) || unknown.ID != "99.9" {
		t.Errorf("got %v", err)
	}
}

func TestFromNeedsOneLessonForEachExercise(t *testing.T) {
	sheet := fstest.MapFS{"unit1.md": {Data: []byte(tinySheet)}}
	one := tinyTable(tinyLesson)
	tests := []struct {
		name  string
		table map[string]worksheets.Lesson
		want  string
	}{
		{"none", nil, "unit1.md:6: exercise 1.1 has no lesson"},
		{"nil", tinyTable(nil), "exercise 1.1 has no lesson"},
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
	if _, err := merge(one, one); err == nil {
		t.Error("two lessons of one exercise are merged")
	}
	if _, err := From(fstest.MapFS{"unit1.md": {Data: []byte("no front matter")}}, nil); err == nil {
		t.Error("a broken worksheet is taken")
	}
}

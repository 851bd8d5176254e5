package unit5

import (
	"testing"

	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

// open builds an exercise of the unit with one seed.
func open(t testing.TB, id string, seed uint64) *exercises.Exercise {
	t.Helper()
	return lessontest.Open(t, Unit().Lessons[id], id, seed)
}

// step builds a step of an exercise.
func step(t testing.TB, id, name string, seed uint64) exercises.Task {
	t.Helper()
	return lessontest.Step(t, open(t, id, seed), name)
}

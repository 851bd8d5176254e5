package catalogue

import (
	"fmt"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
)

var _ exercises.Data = (*dataset.Set)(nil)

// studentsSets are sets that a student may bring: one, two and five
// dimensions, tiny, and with two points at one place and opposite labels.
func studentsSets() []*dataset.Set {
	five := make([][]float64, 24)
	labels := make([]float64, len(five))
	for i, p := range dataset.Moons(24, 0.1, 5).Points() {
		five[i] = []float64{p[0], p[1], p[0] * p[1], float64(i % 3), -1}
		labels[i] = 1 - 2*float64(i%2)
	}
	return []*dataset.Set{
		dataset.Worksheet1D(9),
		dataset.MustBuiltin("iris_versicolor_virginica"),
		dataset.NewClassification("five", five, labels),
		dataset.NewClassification("two", [][]float64{{0, 1}, {1, 0}}, []float64{1, -1}),
		dataset.NewClassification("contradictory", [][]float64{{1, 1}, {1, 1}, {0, 0}, {2, 2}}, []float64{1, -1, -1, 1}),
		dataset.NewClassification("one place", [][]float64{{3}, {3}}, []float64{1, -1}),
	}
}

func TestExercisesTakeStudentsData(t *testing.T) {
	lib := library(t)
	for _, u := range lib.Units() {
		for _, s := range u.Exercises {
			if !s.TakesData {
				continue
			}
			for _, set := range studentsSets() {
				t.Run(fmt.Sprint(s.ID, " ", set.Name()), func(t *testing.T) {
					e, err := lib.Open(s.ID, exercises.Options{Seed: 1, Data: set})
					if err != nil {
						t.Fatal(err)
					}
					for _, v := range append(checkExercise(e), checkStages(e, stageOptions{frames: 12, sizes: []ascii.Rect{{W: 60, H: 18}}})...) {
						t.Error(v)
					}
				})
			}
		}
	}
}

// TestExercisesSurviveTargets: data with real targets are taken or refused
// with an error, and nothing else happens.
func TestExercisesSurviveTargets(t *testing.T) {
	lib := library(t)
	for _, u := range lib.Units() {
		for _, s := range u.Exercises {
			if !s.TakesData {
				continue
			}
			e, err := lib.Open(s.ID, exercises.Options{Seed: 1, Data: dataset.MustBuiltin("sine_reg")})
			if err != nil {
				t.Logf("%s refuses: %v", s.ID, err)
				continue
			}
			for _, v := range checkStages(e, stageOptions{frames: 2, sizes: []ascii.Rect{{W: 60, H: 18}}}) {
				t.Error(v)
			}
		}
	}
}

package catalogue

import (
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/testdata/support/check"
)

var _ exercises.Data = (*dataset.Set)(nil)

// studentsSets returns sets that a student may bring: of one, two and five dimensions, very small,
// with real targets, and with equal points of different classes.
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
		dataset.MustBuiltin("sine_reg"),
		dataset.NewClassification("five", five, labels),
		dataset.NewClassification("two", [][]float64{{0, 1}, {1, 0}}, []float64{1, -1}),
		dataset.NewClassification("contradictory", [][]float64{{1, 1}, {1, 1}, {0, 0}, {2, 2}},
			[]float64{1, -1, -1, 1}),
		dataset.NewClassification("one place", [][]float64{{3}, {3}}, []float64{1, -1}),
	}
}

func TestExercises_takeStudentsData(t *testing.T) {
	lib := library(t)
	eachSummary(lib, func(summary exercises.Summary) {
		for _, set := range studentsSets() {
			if !summary.TakesData {
				continue
			}
			t.Run(summary.ID+" "+set.Name(), func(t *testing.T) {
				t.Parallel()
				e, err := lib.Open(summary.ID, exercises.Options{Seed: 1, Data: set})
				if err != nil && set.Name() == "sine_reg" {
					t.Skip(err)
				}
				check.OK(t, err)
				for _, s := range tasksOf(t.Context(), e) {
					look := stageLook{frames: thorough(4, 12), sizes: []size{{60, 18}}, controls: thorough(0, 1) == 1}
					if checkScene(t, s, s.earlierAnswers, look); set.Name() == "sine_reg" {
						continue
					}
					a := audit{ctx: t.Context(), usesSeed: true}
					if a.checkTask(s, s.earlierAnswers); len(a.faults) > 0 {
						t.Errorf("got the faults %v, want none", a.faults)
					}
					checkVerdicts(t, s)
					checkScene(t, s, s.answered(), look)
				}
			})
		}
	})
}

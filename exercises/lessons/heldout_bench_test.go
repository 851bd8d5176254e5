package lessons

import (
	"context"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/testdata/support/lessontest"
)

// The stage of 6.4 with as many points of a student as it takes.
func BenchmarkTrainStageOwnData(b *testing.B) {
	s := lessontest.Step(b, lessontest.With(b, kernelLogistic, "6.4", dataset.Moons(1000, 0.2, 1)), "train")
	for b.Loop() {
		s.Scene(context.Background(), nil)
	}
}

// The last step of 6.4 when it is opened: one fit for each width of the chart.
func BenchmarkCurveScene(b *testing.B) {
	h := drawHalves(1)
	for b.Loop() {
		h.curveScene()(context.Background(), exercises.Answers{})
	}
}

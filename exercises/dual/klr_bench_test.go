package dual

import (
	"context"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
)

// The stage of 6.4 with as many points of a student as it takes.
func BenchmarkTrainStageOwnData(b *testing.B) {
	own, _, _ := stage.OwnSet(dataset.Moons(1000, 0.2, 1), "rbf")
	s := trainStage{halves: drawHalves(1), own: own}
	for b.Loop() {
		s.scene(context.Background(), nil)
	}
}

// The last step of 6.4 when it is opened: one fit for each width of the chart.
func BenchmarkCurveScene(b *testing.B) {
	h := drawHalves(1)
	for b.Loop() {
		h.curveScene()(context.Background(), exercises.Answers{})
	}
}

package unit3

import (
	"context"
	"math"
	"strconv"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/solvers"
	"kernellab/testdata/support/lessontest"
)

// TestQuadraticSVM_needsAConstantForTheBlobs checks for 3.4 that (xᵀz + c)² separates circles and
// parabola for every c on the control. It must separate the blobs only if c is at least the answer
// of the task. A run of SMO step by step with a smaller tolerance agrees.
func TestQuadraticSVM_needsAConstantForTheBlobs(t *testing.T) {
	least := leastOffset(dataset.MustBuiltin("blobs_sep"))
	if least != 0.001 {
		t.Fatalf("leastOffset(blobs_sep) = %v, want 0.001", least)
	}
	for _, name := range []string{"circles", "parabola", "blobs_sep"} {
		set := dataset.MustBuiltin(name)
		for _, c := range offsets() {
			m := quadraticSVM(set, c)
			if m.Status != solvers.Converged {
				t.Fatalf("%s, c = %v: got %v, want convergence", name, c, m.Status)
			}
			wrong := stage.CountErrors(m.F, set)
			if fails := name == "blobs_sep" && c < least; (wrong > 0) != fails {
				t.Errorf("%s, c = %v: got %d of %d on the wrong side; some: want %v", name, c, wrong, set.Len(), fails)
			}
			if c > 0 {
				continue
			}
			for _, x := range set.Points() {
				if a, b := m.F.Eval(x), m.F.Eval([]float64{-x[0], -x[1]}); math.Abs(a-b) > 1e-9*(1+math.Abs(a)) {
					t.Errorf("%s, c = 0: f = %v, want %v, as across the origin", name, a, b)
				}
			}
			trace := lesson.Trace(m.TrainingData, solvers.SMO{C: 10, Tol: 1e-4, Rule: solvers.SecondOrder, MaxUpdates: 400_000},
				400_000)
			if exact := stage.CountErrors(m.TrainingData.Expansion(trace.Last()), set); exact != wrong {
				t.Errorf("%s: got %d on the wrong side, want %d as by the stepper", name, wrong, exact)
			}
		}
	}
	opposite := dataset.MustBuiltin("odd_line")
	for _, c := range offsets() {
		m := quadraticSVM(opposite, c)
		if wrong := stage.CountErrors(m.F, opposite); c == 0 && 2*wrong < opposite.Len() || c >= least && wrong > 0 {
			t.Errorf("opposite labels, c = %v: got %d of %d on the wrong side, want half at c = 0 and none from c = %v on",
				c, wrong, opposite.Len(), least)
		}
	}
	if m := quadraticSVM(dataset.MustBuiltin("blobs_sep"), 0); stage.CountErrors(m.F, m.TrainingData.Set) != 15 {
		t.Errorf("blobs at c = 0: got %d of 40 on the wrong side, want 15", stage.CountErrors(m.F, m.TrainingData.Set))
	}
	for _, p := range dataset.MustBuiltin("parabola").Points() {
		if p[0] <= 0 {
			t.Errorf("parabola: got the point %v, want x₁ > 0", p)
		}
	}
}

// TestOffsets_areThoseOfTheStage checks that the control offers exactly the constants of offsets.
func TestOffsets_areThoseOfTheStage(t *testing.T) {
	scene := lessontest.OpenTask(t, Unit(), "3.4", "regions", 1).Scene(context.Background(), nil)
	for i, c := range scene.Controls[0].Choices {
		if v, err := strconv.ParseFloat(c.Value, 64); err != nil || v != offsets()[i] {
			t.Errorf("the control has %s, want %v", c.Value, offsets()[i])
		}
	}
	if n := len(scene.Controls[0].Choices); n != len(offsets()) {
		t.Errorf("%d constants on the control, want %d", n, len(offsets()))
	}
}

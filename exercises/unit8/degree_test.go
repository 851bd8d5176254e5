package unit8

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
	"kernellab/testdata/support/must"
)

// TestMachinesByDegree_squareGainsNothingOnTheMoons checks that degree 2 makes as many errors as
// degree 1 on the moons, which are symmetric about (½, ¼), and that SMO step by step
// agrees with the fast solver.
func TestMachinesByDegree_squareGainsNothingOnTheMoons(t *testing.T) {
	all := must.Value(machinesByDegree(context.Background(), dataset.MustBuiltin("moons")))
	if a, b := stage.CountErrors(all[0].F, all[0].Set), stage.CountErrors(all[1].F, all[0].Set); a != 14 || b != 14 {
		t.Errorf("moons: got %d errors with p = 1 and %d with p = 2, want 14 and 14 (oracle)", a, b)
	}
	trace := lesson.Trace(all[1].TrainingData, solvers.SMO{C: degreeC}, 20000)
	wrong := 0
	for i := range all[1].Set.Len() {
		if trace.Last().F(i)*all[1].Set.Label(i) <= 0 {
			wrong++
		}
	}
	if wrong != 14 {
		t.Errorf("SMO step by step: got %d errors, want 14", wrong)
	}
}

func TestMachinesByDegree_nameTheDegreeWithSuchACount(t *testing.T) {
	strip := lessontest.OpenTask(t, Unit(), "8.3", "strip", 1)
	for typed, want := range map[string]string{
		"0":  "With two moons, the picture of p = 3 has 0 wrong.", // 14, 14, 0, 0, 0, 0, 0, 0
		"41": "With two moons, none of the eight pictures has 41 wrong.",
	} {
		report := lessontest.Report(strip, exercises.Answers{"one": typed, "two": "14"})
		check.Equal(t, report.Fields["one"].Message, want, "%s for p = 1: the fact", typed)
	}
}

// TestNoisyMoons_hasOneBestDegree checks for every seed that the best degree on new points
// is between the ends, and that the last degree has fewer training errors.
func TestNoisyMoons_hasOneBestDegree(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds()[:25] {
		n := newNoisyMoons(rand.New(rand.NewPCG(seed, 83)))
		fewest, degree := math.MaxInt, 0
		for i, m := range n.machines {
			wrong := 0
			for j := range n.newPoints.Len() {
				if math.Signbit(m.F.Eval(n.newPoints.Point(j))) != (n.newPoints.Label(j) < 0) {
					wrong++
				}
			}
			if wrong < fewest {
				fewest, degree = wrong, i
			}
		}
		if degree != n.bestIndex || degree == 0 || degree == maxDegree-1 || n.trainErrors[maxDegree-1] >= n.trainErrors[2] {
			t.Errorf("seed %d: best degree %d, want %d by counting, between the ends; training errors %v, want fewer at the last degree",
				seed, n.bestIndex+1, degree+1, n.trainErrors)
		}
	}
}

package unit8

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/solvers"
	"kernellab/testdata/support/lessontest"
)

// The moons of a large sample are, about (½, ¼), the mirror image of each other,
// so that a square gains nothing: SMO, step by step, errs as the fast solver.
func TestSquareGainsNothingOnTheMoons(t *testing.T) {
	all, err := degrees(context.Background(), dataset.MustBuiltin("moons"))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := stage.Wrong(all[0].F, all[0].Set), stage.Wrong(all[1].F, all[0].Set); a != 14 || b != 14 {
		t.Errorf("p = 1 errs on %d, p = 2 on %d; the oracle has 14 and 14", a, b)
	}
	trace := lesson.Walk(all[1].Model, solvers.SMO{C: degreeC}, 20000)
	wrong := 0
	for i := range all[1].Set.Len() {
		if trace.Last().F(i)*all[1].Set.Label(i) <= 0 {
			wrong++
		}
	}
	if wrong != 14 {
		t.Errorf("SMO step by step errs on %d", wrong)
	}
}

// Whatever the seed: the best degree on new points is one between the ends, and
// the last errs less on the points learned.
func TestNoiseHasOneBestDegree(t *testing.T) {
	for _, seed := range lessontest.Fifty()[:25] {
		n := newNoise(rand.New(rand.NewPCG(seed, 83)))
		least, at := math.MaxInt, 0
		for i, m := range n.machines {
			wrong := 0
			for j := range n.fresh.Len() {
				if math.Signbit(m.F.Eval(n.fresh.Point(j))) != (n.fresh.Label(j) < 0) {
					wrong++
				}
			}
			if wrong < least {
				least, at = wrong, i
			}
		}
		if at != n.best || at == 0 || at == maxDegree-1 || n.trained[maxDegree-1] >= n.trained[2] {
			t.Errorf("seed %d: best %d, counted again %d; learned %v", seed, n.best+1, at+1, n.trained)
		}
	}
}

// What units 8 and 9 claim in their texts, held by numbers found on another way.

// 8.3: what a degree separates, the larger ones separate too.
func TestSeparatedStaysSeparated(t *testing.T) {
	for _, name := range stripSets() {
		machines, err := degrees(context.Background(), dataset.MustBuiltin(name))
		if err != nil {
			t.Fatal(err)
		}
		separated := false
		for i, m := range machines {
			wrong := stage.Wrong(m.F, m.Set)
			if separated && wrong > 0 {
				t.Errorf("%s: %d wrong with p = %d, and none before", name, wrong, i+1)
			}
			separated = separated || wrong == 0
		}
		if !separated {
			t.Errorf("%s: no degree separates it", name)
		}
	}
}

package unit1

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/testdata/support/lessontest"
)

// The tests in this file check what the texts of 1.2 say about shapes and margins. They
// compute the distance of two hulls in another way, from all pairs of segments.

type point struct{ x, y float64 }

// lift1 returns the lifted nine points of each class.
func lift1(set *dataset.Set, f func(float64) float64) (plus, minus []point) {
	for i := range set.Len() {
		x := set.Point(i)[0]
		if p := (point{x, f(x)}); set.Label(i) > 0 {
			plus = append(plus, p)
		} else {
			minus = append(minus, p)
		}
	}
	return plus, minus
}

// toSegment returns the distance of p from the segment between a and b.
func toSegment(p, a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	s := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		s = math.Max(0, math.Min(1, ((p.x-a.x)*dx+(p.y-a.y)*dy)/l))
	}
	return math.Hypot(p.x-a.x-s*dx, p.y-a.y-s*dy)
}

// turns returns a number whose sign says on which side of the line from a to b the point c
// is.
func turns(a, b, c point) float64 { return (b.x-a.x)*(c.y-a.y) - (b.y-a.y)*(c.x-a.x) }

// hullGap returns the distance between the hulls of two classes, or 0 if the hulls meet.
// Neither hull may lie inside the other.
func hullGap(plus, minus []point) float64 {
	least := math.Inf(1)
	for _, a := range plus {
		for _, b := range plus {
			for _, c := range minus {
				least = math.Min(least, toSegment(c, a, b))
				for _, d := range minus {
					least = math.Min(least, toSegment(a, c, d))
					if turns(a, b, c)*turns(a, b, d) < 0 && turns(c, d, a)*turns(c, d, b) < 0 {
						return 0
					}
				}
			}
		}
	}
	return least
}

// TestLift_marginsAreAsTheTextsSay compares the margins in the texts, also of stretched
// features, with half the distance of the hulls.
func TestLift_marginsAreAsTheTextsSay(t *testing.T) {
	for seed := range uint64(lessontest.Seeds / 4) {
		set := dataset.Worksheet1D(seed)
		half := func(f func(float64) float64) float64 { return hullGap(lift1(set, f)) / 2 }
		square := func(c float64) float64 { return half(func(x float64) float64 { return c * x * x }) }
		shifted := func(c float64) float64 { return half(func(x float64) float64 { return c * (x + 1) * (x + 1) }) }
		said := lessontest.TextOf(openTask(t, "1.2", "stretch", seed).Info().Solution) +
			lessontest.TextOf(openTask(t, "1.2", "beat", seed).Info().Solution)
		for _, width := range []float64{square(1), square(10), square(1e4), shifted(10)} {
			if !strings.Contains(said, anatomy.Num(width)) {
				t.Errorf("seed %d: want the margin %s in the solution, got %q", seed, anatomy.Num(width), said)
			}
		}
		if square(1e4) > 1.1*square(10) || square(1e4) >= shifted(1) {
			t.Errorf("seed %d: margins of x₁² stretched by 10 and 1e4: %v and %v, want hardly any gain", seed,
				square(10), square(1e4))
		}
		if shifted(1e4) < 900*shifted(10) {
			t.Errorf("seed %d: margin of (x₁ + 1)² stretched by 1e4: %v, want at least %v", seed, shifted(1e4),
				900*shifted(10))
		}
	}
}

// TestBestCut_isOnTheSlider checks that the slider can be set to the cut of the solution,
// which lies among the points and makes the fewest errors.
func TestBestCut_isOnTheSlider(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		set := dataset.Worksheet1D(seed)
		best, fewest := bestCut(set)
		slider, _ := cutControls(set, nil)
		steps := (best.at - slider.Min) / slider.Step
		if best.at <= set.Point(0)[0] || best.at >= set.Point(8)[0] || math.Abs(steps-math.Round(steps)) > 1e-9 {
			t.Errorf("seed %d: got the cut %v, want a position of the slider among the points", seed, best.at)
		}
		a := exercises.Answers{"t": fmt.Sprintf("%.1f", best.at), "side": best.plus()}
		note := lessontest.Text(openTask(t, "1.2", "threshold", seed).Scene(t.Context(), a).Notes)
		if !strings.Contains(note, fmt.Sprintf(": %d errors", fewest)) {
			t.Errorf("seed %d: %v: got the note %s, want %d errors", seed, a, note, fewest)
		}
	}
}

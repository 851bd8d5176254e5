package unit1

import (
	"math"
	"strings"
	"testing"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
)

// TestParseAndLift_lineSeparates checks that the line of a lift has every point on its side,
// and that its margin is the distance of the nearest point.
func TestParseAndLift_lineSeparates(t *testing.T) {
	for seed := range uint64(200) {
		set := dataset.Worksheet1D(seed)
		for _, f := range []string{"(x1+1)^2", "x1^2", "exp(x1)", "x1^3", "abs(x1+1)"} {
			l, err := parseAndLift(t.Context(), f, set)
			check.Must(t, err == nil && l.verdict == separable,
				"seed %d: parseAndLift(%s): error %v, verdict %v, want separable", seed, f, err, l.verdict)
			m := l.line
			length := math.Hypot(m.w1, m.w2)
			nearest := math.Inf(1)
			for i, h := range l.heights {
				nearest = math.Min(nearest, set.Label(i)*(m.w1*set.Point(i)[0]+m.w2*h+m.b)/length)
			}
			if math.Abs(nearest-m.width) > 1e-6*m.width || m.width <= 0.01 {
				t.Errorf("seed %d, %s: the nearest point is at %v, want the margin %v, above 0.01", seed, f, nearest,
					m.width)
			}
		}
	}
}

// TestLift_solutionsHaveTheMargins checks that the solutions of 1.2 give the margins of the
// features that they name.
func TestLift_solutionsHaveTheMargins(t *testing.T) {
	for seed := range uint64(20) {
		set := dataset.Worksheet1D(seed)
		said := lessontest.TextOf(lessontest.OpenTask(t, Unit(), "1.2", "stretch", seed).Info().Solution) +
			lessontest.TextOf(lessontest.OpenTask(t, Unit(), "1.2", "beat", seed).Info().Solution)
		for _, f := range []string{"x1^2", "10x1^2", "1000x1^2", "10(x1+1)^2"} {
			l, err := parseAndLift(t.Context(), f, set)
			check.That(t, err == nil && strings.Contains(said, anatomy.Num(l.line.width)),
				"seed %d: got %q, want the margin %v of %s in it (error %v)", seed, said, l.line.width, f, err)
		}
	}
}

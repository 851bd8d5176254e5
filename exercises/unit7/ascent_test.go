package unit7

import (
	"context"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
	"kernellab/testdata/support/must"
)

// slopeAnswers returns answers with the given texts as the entries of the gradient.
func slopeAnswers(typed ...string) exercises.Answers {
	a := exercises.Answers{}
	for i, text := range typed {
		a[slopeName(i)] = text
	}
	return a
}

// TestSlope_oneStepLeavesTheConstraint adds η·t up by hand.
func TestSlope_oneStepLeavesTheConstraint(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		s := newSmallDual(seed)
		task := lessontest.OpenTask(t, Unit(), "7.5", "step", seed)
		var sum float64
		for _, label := range s.t {
			sum += s.eta * label
		}
		if math.Abs(sum) < 0.049 {
			t.Errorf("seed %d: got |Σαt| = %v after one task, want at least 0.049", seed, math.Abs(sum))
		}
		for v, right := range map[float64]bool{sum: true, 0: false, -sum: false, 5 * s.eta: false} {
			if r := lessontest.Report(task, exercises.Answers{"sum": answer.Decimal(v)}); r.Accepted != right {
				t.Errorf("seed %d: Σαt = %v: got accepted %v, want %v", seed, v, r.Accepted, right)
			}
		}
		notes := lessontest.Text(task.Scene(context.Background(), task.Info().Reference).Notes)
		check.That(t, strings.Contains(notes, "Σ αᵢtᵢ = "+answer.DisplayDecimal(sum)),
			"seed %d: got notes %q, want Σαt = %v in them", seed, notes, sum)
	}
}

// TestPlainAscent_breaksBothConstraints checks that the notes of every frame give Σαt, and
// that in the end both constraints are broken.
func TestPlainAscent_breaksBothConstraints(t *testing.T) {
	for seed := range uint64(lessontest.Seeds / 4) {
		s := newSmallDual(seed)
		start := must.Value(stage.Start(s.trainingData(), solvers.Ascent{Eta: s.eta, MaxSteps: maxAscent}))
		run := exercises.ExtendTo(t.Context(), start, maxAscent).(stage.Run)
		if _, done := run.Done(); !done || floats.Min(run.Trace().Last().CoefCopy()) >= 0 {
			t.Errorf("seed %d: got done %v and α = %v, want an end with an α below 0", seed, done,
				run.Trace().Last().CoefCopy())
		}
		for i := 1; i < run.Len(); i++ {
			notes, sum := lessontest.Text(run.Frame(i).Notes), floats.Dot(run.Trace().At(i).CoefCopy(), s.t)
			check.Must(t, showsValue(notes, "Σ αᵢtᵢ = ", sum),
				"seed %d, frame %d: got notes %q, want Σαt = %v in them", seed, i, notes, sum)
		}
		check.That(t, run.Event(0) == "" && run.Event(1) == "Σ αᵢtᵢ leaves 0",
			"seed %d: got events %q, %q, want none and that Σαt leaves 0", seed, run.Event(0), run.Event(1))
	}
}

// showsValue reports whether a text contains name, followed by v with four decimals. If the fifth
// decimal is a 5, v may be rounded either way.
func showsValue(text, name string, v float64) bool {
	return strings.Contains(text, name+stage.FourDecimals(v-1e-9)+" ") || strings.Contains(text, name+stage.FourDecimals(v+1e-9)+" ")
}

// plainStep returns α after one step of gradient ascent, computed from the points alone.
func plainStep(s smallDual, alpha []float64, eta float64) []float64 {
	next := make([]float64, len(alpha))
	for i := range alpha {
		slope := 1.0
		for j, a := range alpha {
			slope -= s.t[i] * a * s.t[j] * innerProduct(s.x[i], s.x[j])
		}
		next[i] = alpha[i] + eta*slope
	}
	return next
}

// TestPairMove_keepsTheSum checks that both α stay in their box and that the sum stays 0. All labels
// of the two points and both signs of the change must occur.
func TestPairMove_keepsTheSum(t *testing.T) {
	kinds := map[string]int{}
	for seed := range uint64(lessontest.Seeds) {
		s := newSmallDual(seed)
		p := newPairMove(seed, s)
		task := lessontest.OpenTask(t, Unit(), "7.5", "two", seed)
		change := must.Value(strconv.ParseFloat(task.Info().Reference["partner"], 64))
		alpha := append([]float64(nil), p.alpha...)
		check.That(t, lesson.NearlyEqual(floats.Dot(alpha, s.t), 0),
			"seed %d: got Σαt = %v at the start α = %v, want 0", seed, floats.Dot(alpha, s.t), alpha)
		alpha[p.l] += p.delta
		alpha[p.k] += change
		var sum float64
		for i, a := range alpha {
			sum += a * s.t[i]
			if a < -1e-9 || a > pairC+1e-9 {
				t.Errorf("seed %d: got α%d = %v, want it within [0, %v]", seed, i+1, a, pairC)
			}
		}
		check.That(t, lesson.NearlyEqual(sum, 0) && p.k != p.l,
			"seed %d: Σαt = %v after the pair (%d, %d), want 0 and two different points", seed, sum, p.k, p.l)
		kinds[answer.SignedDecimal(s.t[p.k])+answer.SignedDecimal(s.t[p.l])+strconv.FormatBool(p.delta > 0)]++
		for _, q := range p.feasibleLine() {
			alpha[p.l], alpha[p.k] = q.X, q.Y
			check.Must(t, lesson.NearlyEqual(floats.Dot(alpha, s.t), 0),
				"seed %d: got Σαt = %v at %v of the line, want 0", seed, floats.Dot(alpha, s.t), q)
		}
	}
	check.That(t, len(kinds) == 8, "got %d kinds of question %v, want 8", len(kinds), kinds)
}

// innerProduct returns the inner product of two points.
func innerProduct(x, z []float64) float64 {
	var sum float64
	for i := range x {
		sum += x[i] * z[i]
	}
	return sum
}

// TestSlope_drawsOnlyWhatIsTyped checks that the picture shows the slopes that the
// student has typed and no others.
func TestSlope_drawsOnlyWhatIsTyped(t *testing.T) {
	s := lessontest.OpenTask(t, Unit(), "7.5", "gradient", 1)
	for _, typed := range [][]string{nil, {"7"}, {"", "-7", "7 +"}} {
		bars := s.Scene(t.Context(), slopeAnswers(typed...)).Figures[0].Plot.(ascii.Bars)
		for i, b := range bars.Bars {
			want := math.NaN()
			if i < len(typed) && !strings.Contains(typed[i], "+") {
				if v, err := strconv.ParseFloat(typed[i], 64); err == nil {
					want = v
				}
			}
			if b.Value != want && !(math.IsNaN(b.Value) && math.IsNaN(want)) {
				t.Errorf("%q: slope %d is drawn as %v, want %v", typed, i+1, b.Value, want)
			}
		}
		if r := bars.Range; typed == nil && (r.Min != -r.Max || r.Max == 1) {
			t.Errorf("empty chart: got the range %v to %v, want a symmetric one other than −1 to 1", r.Min, r.Max)
		}
	}
}

// TestSlope_firstBelowZero computes the steps by hand up to the first α below 0. An α falls exactly
// if t·f > 1, where f has no b.
func TestSlope_firstBelowZero(t *testing.T) {
	for seed := range uint64(lessontest.Seeds / 4) {
		s := newSmallDual(seed)
		alpha := make([]float64, len(s.t))
		steps := 0
		for ; floats.Min(alpha) >= 0; steps++ {
			next := plainStep(s, alpha, s.eta)
			for i := range alpha {
				var f float64
				for j, a := range alpha {
					f += a * s.t[j] * innerProduct(s.x[j], s.x[i])
				}
				if falls := next[i] < alpha[i]; falls != (s.t[i]*f > 1) && math.Abs(s.t[i]*f-1) > 1e-9 {
					t.Fatalf("seed %d: αᵢ falls: got %v at t·f = %v, want %v", seed, falls, s.t[i]*f, s.t[i]*f > 1)
				}
			}
			alpha = next
		}
		if want := lessontest.OpenTask(t, Unit(), "7.5", "below", seed).Info().Reference["below"]; want != strconv.Itoa(steps) {
			t.Errorf("seed %d: below = %s, want %d (by hand)", seed, want, steps)
		}
	}
}

package unit6

import (
	"slices"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/solvers"
	"kernellab/testdata/support/check"

	"kernellab/testdata/support/lessontest"
)

// allOrders returns all orders of four points.
func allOrders() (out [][]int) {
	for a := range 4 {
		for b := range 4 {
			for c := range 4 {
				if d := 6 - a - b - c; a != b && a != c && b != c {
					out = append(out, []int{a, b, c, d})
				}
			}
		}
	}
	return out
}

// runByHand runs the perceptron as a student would, with the kernel written out,
// until it has made some mistakes.
func runByHand(x [][]float64, y []float64, mistakes int) (alpha []float64, b float64, last int) {
	alpha = make([]float64, len(x))
	for i := 0; mistakes > 0; i = (i + 1) % len(x) {
		f := b
		for j := range x {
			dot := x[j][0]*x[i][0] + x[j][1]*x[i][1]
			f += alpha[j] * y[j] * (dot + 1) * (dot + 1)
		}
		if y[i]*f <= 0 {
			alpha[i]++
			b += y[i]
			last = i
			mistakes--
		}
	}
	return alpha, b, last
}

func TestFourPoints_nextMistakeInEveryOrder(t *testing.T) {
	answers := map[string]bool{}
	for _, order := range allOrders() {
		for known := 1; known <= 2; known++ {
			f := fourPointsInOrder(order, known)
			alpha, b, last := runByHand(f.set.Points(), f.set.Labels(), known+1)
			check.That(t, f.nextMistake.Point == last && slices.Equal(f.next().CoefCopy(), alpha) &&
				f.next().Bias == b,
				"order %v after %d: got point %d, α = %v, b = %v, want %d, %v, %v (by hand)", order, known,
				f.nextMistake.Point+1, f.next().CoefCopy(), f.next().Bias, last+1, alpha, b)
			if known == 2 && f.nextMistake.Margin != 0 {
				t.Errorf("order %v: after two mistakes y·f = %v, want 0", order, f.nextMistake.Margin)
			}
			if i := f.misjudgedPoint(); i == f.nextMistake.Point || i == f.lastMistake.Point && known == 1 {
				t.Errorf("order %v after %d: got point %d as the wrong answer, want one that can be mistaken for the next mistake",
					order, known, i+1)
			}
			end := f.trace.Last()
			if end.Status != solvers.Converged || !slices.Equal(end.CoefCopy(), []float64{1, 1, 1, 1}) ||
				end.Bias != 0 {
				t.Errorf("order %v: got α = %v, b = %v, %v at the end, want α = 1 everywhere, b = 0 and convergence",
					order, end.CoefCopy(), end.Bias, end.Status)
			}
			v := f.vars()
			answers[v.Text("k")+v.Text("alphaAfter")+v.Text("bAfter")] = true
		}
	}
	check.That(t, len(answers) >= 5, "got %d different answers %v, want at least 5", len(answers), answers)
}

func TestFourPoints_walkDescribesEveryVisit(t *testing.T) {
	f := fourPointsInOrder([]int{0, 3, 1, 2}, 1)
	want := "f(x₂) = (+1)·1 + 1 = 2, so y₂·f(x₂) = 2 > 0: right. f(x₃) = (+1)·1 + 1 = 2, so y₃·f(x₃) = −2 ≤ 0: a mistake."
	if got := f.visitsText(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestMistakeCount_alphaCountsMistakes(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds() {
		c := newMistakeCount(seed)
		trace := c.trace
		counted := make([]float64, len(c.alpha))
		for i := 1; i < trace.Len(); i++ {
			if d := trace.At(i).Detail.(*solvers.PerceptronDetail); d.Mistake {
				counted[d.Point]++
			}
		}
		if !slices.Equal(counted, c.alpha) || c.updates() != float64(trace.Last().Updates) ||
			c.bias() != trace.Last().Bias {
			t.Errorf("seed %d: α = %v, want %v as counted; Σα = %v, want %d; Σαy = %v, want %v", seed, c.alpha,
				counted, c.updates(), trace.Last().Updates, c.bias(), trace.Last().Bias)
		}
		if c.alpha[c.mostFrequent] < minLargestAlpha || c.updates() > maxUpdates {
			t.Errorf("seed %d: α = %v, want a count of at least %d and at most %d in all", seed, c.alpha, minLargestAlpha,
				maxUpdates)
		}
	}
}

// α and b that follow from a wrong point are marked as following, not as wrong.
func TestNextMistake_followsAWrongPoint(t *testing.T) {
	for seed := range uint64(5) {
		s, f := lessontest.OpenTask(t, Unit(), "6.5", "next", seed), newFourPoints(seed)
		for i := range f.set.Len() {
			if i == f.nextMistake.Point {
				continue
			}
			alpha := f.current().CoefCopy()
			alpha[i]++
			a := exercises.Answers{"point": lesson.PointNumber(i), "alpha": lesson.TypedVector(alpha),
				"b": answer.Decimal(f.current().Bias + f.set.Label(i))}
			r := lessontest.Report(s, a)
			sameB := f.set.Label(i) == f.set.Label(f.nextMistake.Point)
			if r.Accepted || r.Fields["point"].Follows || !r.Fields["alpha"].Follows || r.Fields["b"].Follows == sameB {
				t.Errorf("seed %d, %v: got %+v, want a wrong point, and what follows from it", seed, a, r.Fields)
			}
			if r = lessontest.Report(s, a.With("alpha", "[9, 9, 9, 9]")); r.Fields["alpha"].Follows {
				t.Errorf("seed %d, %v: got α as following, want it wrong", seed, a)
			}
		}
	}
}

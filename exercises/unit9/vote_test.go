package unit9

import (
	"math"
	"math/rand/v2"
	"testing"

	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

// TestVotes_addUpAndOneIsHeaviest checks that f is b plus the sum of the votes, and that one voter
// is the heaviest at the position that the task asks about.
func TestVotes_addUpAndOneIsHeaviest(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds() {
		p := newPoll(rand.New(rand.NewPCG(seed, 91)))
		for name, m := range p.machines {
			for _, x := range [][]float64{{0, 0}, {1.3, -0.7}, p.position} {
				sum := m.Bias
				for _, v := range votes(m, x) {
					sum += v.weight
				}
				if math.Abs(sum-m.F.Eval(x)) > 1e-9*(1+math.Abs(sum)) {
					t.Errorf("seed %d, %s at %v: votes and b add up to %v, want f = %v", seed, name, x, sum,
						m.F.Eval(x))
				}
			}
		}
		linear := p.machines["linear"]
		size := func(i int) float64 {
			q := p.set.Point(i)
			return math.Abs(linear.Alpha[i] * (q[0]*p.position[0] + q[1]*p.position[1]))
		}
		for i := range p.set.Len() {
			if i != p.heaviest && size(i)*1.09 > size(p.heaviest) {
				t.Errorf("seed %d: point %d is about as heavy as %d, want one clearly heaviest", seed, i+1,
					p.heaviest+1)
			}
		}
	}
}

// A sum that is right for wrong votes is not reported as a slip.
func TestIsSumOf_followsWrongVotes(t *testing.T) {
	a := exercises.Answers{"votes": "[4, 3, -8]", "sum": "-1"}
	if follows := isSumOf("sum", 0, "votes"); !follows(t.Context(), a) || follows(t.Context(), a.With("sum", "1")) {
		t.Errorf("%v follows: %v, want −1 to follow and 1 not to", a, follows(t.Context(), a))
	}
}

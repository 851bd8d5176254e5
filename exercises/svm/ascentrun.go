package svm

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kernellab/exercises"
	"kernellab/solvers"
)

// maxAscent is how far gradient ascent is followed: enough to see both
// constraints broken at every rate of the slider.
const maxAscent = 60

// ascentRun is gradient ascent on the dual with both constraints left out of
// account. It is immutable.
type ascentRun struct {
	s     slope
	eta   float64
	alpha [][]float64 // one for each frame
}

func newAscentRun(s slope, eta float64) ascentRun {
	return ascentRun{s: s, eta: eta, alpha: [][]float64{make([]float64, len(s.t))}}
}

// Len returns the number of steps taken so far, and the start.
func (r ascentRun) Len() int { return len(r.alpha) }

// Frame shows step i.
func (r ascentRun) Frame(i int) exercises.Frame {
	path := &record{}
	for _, a := range r.alpha[:i+1] {
		path.objective = append(path.objective, solvers.DualObjective(r.s.gram, r.s.t, a))
		path.sum = append(path.sum, r.s.constraint(a))
	}
	return r.s.frame(r.alpha[i], path)
}

func (s slope) constraint(alpha []float64) float64 {
	var sum float64
	for i, a := range alpha {
		sum += a * s.t[i]
	}
	return sum
}

// Event names the frame at which a constraint is first broken.
func (r ascentRun) Event(i int) string {
	switch {
	case i == 0:
		return ""
	case i == 1 && math.Abs(r.s.constraint(r.alpha[1])) > 1e-9:
		return "Σ αᵢtᵢ leaves 0"
	case slices.Min(r.alpha[i]) < 0 && slices.Min(r.alpha[i-1]) >= 0:
		return "an αᵢ falls below 0"
	}
	return ""
}

// Done reports the cap, or that the numbers have run away.
func (r ascentRun) Done() (string, bool) {
	if r.runaway() {
		return "The rate is too large: the numbers run away.", true
	}
	if len(r.alpha) > maxAscent {
		return fmt.Sprintf("After %d steps it is still outside the constraints.", maxAscent), true
	}
	return "", false
}

func (r ascentRun) runaway() bool {
	return math.Abs(slices.Min(r.alpha[len(r.alpha)-1])) > 1e9
}

// Breaks lists what the run can be asked to stop at.
func (r ascentRun) Breaks() []exercises.Break {
	return []exercises.Break{{Name: "negative", Label: "an αᵢ falls below 0"}}
}

// Extend takes up to n more steps α ← α + η∇g.
func (r ascentRun) Extend(ctx context.Context, n int, until exercises.Break) (exercises.Run, error) {
	out := ascentRun{s: r.s, eta: r.eta, alpha: slices.Clip(r.alpha)}
	for range n {
		if _, done := out.Done(); done || ctx.Err() != nil {
			break
		}
		next := r.s.ascend(out.alpha[len(out.alpha)-1], r.eta)
		out.alpha = append(out.alpha, next)
		if out.Holds(out.Len()-1, until) {
			break
		}
	}
	return out, ctx.Err()
}

// Holds reports whether a break holds at frame i.
func (r ascentRun) Holds(i int, b exercises.Break) bool {
	return b.Name == "negative" && slices.Min(r.alpha[i]) < 0
}

var _ exercises.Holder = ascentRun{}

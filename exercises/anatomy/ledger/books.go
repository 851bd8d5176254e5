// Package ledger keeps the books of a run: the laws that an algorithm must
// obey at every step, each with its number and whether it holds.
//
// Nothing that a step says of itself is taken on trust. The Gram matrix comes
// from the kernel and the points, scores and objectives from the coefficients,
// and the arithmetic of an update is done again from the step before. What a
// step may be off by rounding is bounded by the size of the terms that were
// added; a law is red only beyond that.
//
// A solver that wraps another and says it is that one (Claims) is held to the
// laws of the one it claims to be.
//
// The package knows no picture, no stage and no terminal.
package ledger

import (
	"math"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Books are what the laws of one problem are checked with: the Gram matrix of
// the points, its extreme eigenvalues, and the features where the kernel has a
// finite map. They depend on the model alone, not on the steps, and are safe
// for concurrent use.
type Books struct {
	anatomy.Points             // no Gram matrix: the kernel cannot take the points
	size           float64     // largest |Kᵢⱼ|
	phi            [][]float64 // nil: no finite feature map, or no companion that has one
	eigen          bool        // lowest is known
	lowest         float64     // smallest eigenvalue of K
	// highest is the largest eigenvalue of K, or a bound of it where eigen is
	// false.
	highest float64
}

// maxEigen is the largest n whose eigenvalues are computed: 0.3 s.
const maxEigen = 500

// Open opens the books of a model, for runs like these. It costs O(n³) once,
// for the eigenvalues of K; above 500 points the law of the kernel is left out.
func Open(m anatomy.Model, traces []solvers.Trace) *Books {
	b := &Books{Points: anatomy.Points{Y: m.Labels()}}
	g, err := m.Gram()
	if err != nil {
		return b
	}
	b.Gram = g
	b.measure()
	if len(traces) > 1 {
		b.phi, _ = m.Features()
	}
	return b
}

// measure finds the size and the eigenvalues of K.
func (b *Books) measure() {
	n := b.Len()
	b.size = b.Largest()
	for i := range n {
		var sum float64
		for _, v := range b.Gram.Row(i) {
			sum += math.Abs(v)
		}
		b.highest = math.Max(b.highest, sum) // Gershgorin's bound
	}
	if n > maxEigen {
		return
	}
	if values := solvers.Eigenvalues(n, b.Gram.At); values != nil {
		b.eigen, b.lowest, b.highest = true, values[0], values[n-1]
	}
}

// psd reports whether K has no eigenvalue below 0 but for rounding; true where it is not known.
func (b *Books) psd() bool { return !b.eigen || b.lowest >= -1e-10*math.Max(b.highest, b.size) }

// Invariants lists what must hold at frame i of the traces, of which the first
// is the dual one and the second, where there is one, its primal companion.
// The order of the laws is fixed; a law that says nothing at a frame (an update
// at the start) is left out. It costs O(n²), and O(n³) at the stages of ridge
// regression. Nothing is listed for a frame that does not exist.
func (b *Books) Invariants(traces []solvers.Trace, i int) []exercises.Invariant {
	return b.frame(traces, i, i == 0)
}

// Opening is [Books.Invariants] for a frame that no step led to, though there
// are frames before it: a fork that goes on under another parameter takes the
// coefficients of a frame up anew. The laws of an update are left out.
func (b *Books) Opening(traces []solvers.Trace, i int) []exercises.Invariant {
	return b.frame(traces, i, true)
}

func (b *Books) frame(traces []solvers.Trace, i int, opening bool) []exercises.Invariant {
	if b.Gram == nil || len(traces) == 0 || i < 0 || i >= traces[0].Len() || traces[0].Problem().Primal() {
		return nil
	}
	t := traces[0]
	if t.At(i).Coef().Len() != b.Len() {
		return nil
	}
	var p page
	switch s := anatomy.Claimed(t.Solver()).(type) {
	case solvers.SMO:
		b.smo(&p, s, t, i, opening)
	case solvers.Perceptron:
		b.perceptron(&p, s, t, i, opening)
		b.lockstep(&p, traces, i)
	case solvers.Ridge:
		b.ridge(&p, s, t, i)
		b.lockstep(&p, traces, i)
	default:
		d, descends := b.Descent(s)
		kind, known := anatomy.Of(s)
		switch {
		case descends:
			b.descent(&p, d, t, i, opening)
			b.lockstep(&p, traces, i)
		case known && kind.Derive != nil:
			b.told(&p, kind, s, t, i, opening)
		default:
			return nil
		}
	}
	b.kernel(&p)
	return p.rows
}

// Invariants is [Books.Invariants] with books opened for this one frame.
func Invariants(m anatomy.Model, traces []solvers.Trace, i int) []exercises.Invariant {
	return Open(m, traces).Invariants(traces, i)
}

// kernel is the law of the kernel itself.
func (b *Books) kernel(p *page) {
	if !b.eigen {
		return
	}
	p.law("psd", "no eigenvalue of K < 0", "λmin = "+zero(b.lowest, dust*math.Max(b.highest, b.size)), b.psd(),
		"K has the negative eigenvalue %s: this is no kernel, and laws that need one are not promised.", anatomy.Num(b.lowest))
}

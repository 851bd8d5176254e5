package bughunt

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/anatomy/explain"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// Span is the maximum number of steps of a hunt's run.
const Span = 30

// latest is the last frame at which a mistake may show first.
const latest = 14

// visible is the minimum difference between the first bad step and the correct one.
// hidden is the maximum difference of the steps before it.
const (
	visible = 5e-3
	hidden  = 1e-9
)

// Hunt is a run with one planted mistake. It is immutable and safe for concurrent use.
type Hunt struct {
	kind   Kind
	model  stage.Model
	right  solvers.Solver
	traces []solvers.Trace // at their start
	first  int
	// If productOnly, √2 is missing only in x₁x₂.
	productOnly bool
}

// New makes a hunt for the planted mistake with the given ID. It returns an error if no
// planted mistake has this ID.
func New(id string, seed uint64) (Hunt, error) {
	kinds := planted()
	at := slices.IndexFunc(kinds, func(k Kind) bool { return k.ID == id })
	if at < 0 {
		return Hunt{}, fmt.Errorf("bughunt: no planted mistake %q", id)
	}
	return find(kinds[at], rand.New(rand.NewPCG(seed, uint64(at))))
}

// attempts is the maximum number of data sets tried. Nearly all kinds show on one of
// the first ten.
const attempts = 2000

// find draws until the mistake shows, provably and not too late.
func find(k Kind, r *rand.Rand) (Hunt, error) {
	for range attempts {
		h, err := draw(k, r)
		if err != nil {
			return Hunt{}, err
		}
		if h.first = h.shows(); h.first > 0 {
			return h, nil
		}
	}
	return Hunt{}, fmt.Errorf("bughunt: no data found on which %s shows", k.ID)
}

// Run returns the run at its start, shown like a run of the claimed solver.
func (h Hunt) Run() stage.Run { return stage.NewRun(h.model, h.painter(), h.traces...) }

// Choices returns the mistakes offered for this solver, including the planted one.
func (h Hunt) Choices() []Kind {
	var out []Kind
	for _, k := range Kinds() {
		if slices.Contains(k.solvers, h.right.Name()) {
			out = append(out, k.in(h.right.Name()))
		}
	}
	return out
}

func (h Hunt) painter() stage.Painter {
	p, _ := stage.PainterOf(h.model, h.right)
	return p
}

// walked returns the run's traces extended by n steps or to their end.
func (h Hunt) walked(n int) ([]solvers.Trace, error) {
	out := slices.Clone(h.traces)
	for i := range out {
		var err error
		if out[i], err = out[i].Extend(context.Background(), n, nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// shows returns the first bad step if the ledger and the correct solver agree on it and
// it is visible, or else 0.
func (h Hunt) shows() int {
	traces, err := h.walked(latest)
	if err != nil {
		return 0
	}
	first := h.departs(traces)
	if first == 0 || !h.fair(traces, first) {
		return 0
	}
	desk := anatomy.NewDesk(h.model)
	for i := range first + 1 {
		if slices.ContainsFunc(ledger(desk, traces, i), func(law exercises.Invariant) bool { return !law.Holds }) !=
			(i == first) {
			return 0
		}
	}
	return first
}

// ledger returns the laws at frame i.
func ledger(d *anatomy.Desk, traces []solvers.Trace, i int) []exercises.Invariant {
	a, ok := d.Account(traces, i, false)
	if !ok {
		return nil
	}
	return explain.Ledger(a)
}

// departs returns the first step that the correct solver would not have taken from the
// step before. It returns 0 if there is none or if it is too small to be seen.
func (h Hunt) departs(traces []solvers.Trace) int {
	for j, t := range traces {
		for i := 1; i < t.Len(); i++ {
			apart := h.difference(traces, j, i)
			switch {
			case apart >= visible:
				return i
			case apart > hidden:
				return 0
			}
		}
	}
	return 0
}

// difference returns the difference between step i of trace j and the correct step.
func (h Hunt) difference(traces []solvers.Trace, j, i int) float64 {
	t := traces[j]
	now := t.At(i)
	if j > 0 && h.kind.ID == rootTwo {
		return h.parted(traces[0].At(i), now)
	}
	want, err := h.right.Next(t.Problem(), t.At(i-1))
	if err != nil {
		return 0
	}
	return difference(now, want)
}

// parted returns the difference between w and the dual's weights with the correct
// features.
func (h Hunt) parted(dual, primal solvers.Step) float64 {
	rows, ok := h.model.Features()
	if !ok {
		return 0
	}
	var most float64
	for j, w := range primal.Coef().All() {
		for i, c := range dual.Weights() {
			w -= c * rows[i][j]
		}
		most = math.Max(most, math.Abs(w))
	}
	return most
}

// difference returns the largest difference of two steps in coefficients, b, the matrix
// of a stage of ridge regression, and status.
func difference(a, b solvers.Step) float64 {
	most := math.Abs(a.Bias - b.Bias)
	if a.Status != b.Status {
		most = 1
	}
	for i, v := range a.Coef().All() {
		most = math.Max(most, math.Abs(v-b.Coef().At(i)))
	}
	switch d := a.Detail.(type) {
	case *solvers.RidgeDetail:
		most = math.Max(most, ridgeDifference(d, b.Detail.(*solvers.RidgeDetail)))
	case *solvers.SMODetail:
		e := b.Detail.(*solvers.SMODetail)
		for _, v := range []float64{d.Ek - e.Ek, d.El - e.El, d.Lo - e.Lo, d.Kappa - e.Kappa,
			d.Unclipped - e.Unclipped} {
			most = math.Max(most, math.Abs(v))
		}
		if d.Hi != e.Hi {
			most = math.Max(most, math.Abs(d.Hi-e.Hi))
		}
	}
	return most
}

func ridgeDifference(d, e *solvers.RidgeDetail) float64 {
	var most float64
	n, m := d.Matrix.Dims()
	if k, l := e.Matrix.Dims(); k != n || l != m {
		return 1
	}
	for i := range n * m {
		most = math.Max(most, math.Abs(d.Matrix.At(i/m, i%m)-e.Matrix.At(i/m, i%m)))
	}
	for i := range min(d.Result.Len(), e.Result.Len()) {
		most = math.Max(most, math.Abs(d.Result.At(i)-e.Result.At(i)))
	}
	return most
}

// fair reports whether the step can be recognised: if the mistake is in how a pair
// moves, the pair must have moved.
func (h Hunt) fair(traces []solvers.Trace, first int) bool {
	d, ok := traces[0].At(first).Detail.(*solvers.SMODetail)
	if !ok || h.kind.ID == "early" {
		return true
	}
	return d.Moved()
}

package unitd

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/anatomy/explain"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// Exercise D.2 is a bug hunt. Each run in it has one planted mistake, drawn from the seed. The
// student looks at the ledger, the charts and the reasons of each step, finds the first bad
// step and names the mistake.
//
// Two things prove which step is the first bad one. First, the ledger is green at all earlier
// frames and red at this step. Second, the correct solver takes the same steps before it, but a
// different one there. findHunt draws data until both can be seen despite rounding.

// huntSpan is the maximum number of steps of a run in a hunt.
const huntSpan = 30

// latestMistake is the maximum index of the first bad step.
const latestMistake = 14

// visible is the minimum difference between the first bad step and the correct one, and
// hidden is the maximum difference between an earlier step and the correct one.
const (
	visible = 5e-3
	hidden  = 1e-9
)

// hunt is a run with one planted mistake. It is immutable and safe for concurrent use.
type hunt struct {
	kind          mistake
	model         stage.Model
	correctSolver solvers.Solver
	traces        []solvers.Trace // the traces of the run, before its first step
	badStep       int             // the first bad step
	// If productOnly, √2 is missing only in the feature √2x₁x₂.
	productOnly bool
}

// newHunt makes a hunt for the planted mistake with the given ID.
func newHunt(id string, seed uint64) hunt {
	kinds := plantableMistakes()
	at := slices.IndexFunc(kinds, func(k mistake) bool { return k.ID == id })
	return findHunt(kinds[at], lesson.Rand(seed, uint64(at)))
}

// findHunt draws data until the mistake has a first bad step that can be proved and is not too
// late. For nearly all mistakes, ten sets suffice.
func findHunt(k mistake, r *rand.Rand) hunt {
	for {
		h := drawHunt(k, r)
		if h.badStep = h.firstBad(); h.badStep > 0 {
			return h
		}
	}
}

// run returns the run before its first step. It is drawn like a run of the correct solver.
func (h hunt) run() stage.Run {
	p, _ := stage.PainterOf(h.model, h.correctSolver)
	return stage.NewRun(h.model, p, h.traces...)
}

// choices returns the mistakes offered for the solver of the hunt, including the planted mistake.
func (h hunt) choices() []mistake {
	var out []mistake
	for _, k := range mistakes() {
		if slices.Contains(k.solvers, h.correctSolver.Name()) {
			out = append(out, k.forSolver(h.correctSolver.Name()))
		}
	}
	return out
}

// extendTraces returns the run's traces extended by n steps or to their end.
func (h hunt) extendTraces(n int) []solvers.Trace {
	out := slices.Clone(h.traces)
	for i := range out {
		out[i] = lesson.Must(out[i].Extend(context.Background(), n, nil))
	}
	return out
}

// firstBad returns the first bad step. It returns 0 if the step is not visible, or if the ledger and
// the correct solver do not agree on it.
func (h hunt) firstBad() int {
	traces := h.extendTraces(latestMistake)
	first := h.firstDeparture(traces)
	if first == 0 || !h.fair(traces, first) {
		return 0
	}
	accounts := anatomy.NewAccounts(h.model)
	for i := range first + 1 {
		if slices.ContainsFunc(ledger(accounts, traces, i), func(law exercises.Invariant) bool { return !law.Holds }) !=
			(i == first) {
			return 0
		}
	}
	return first
}

// ledger returns the laws at frame i.
func ledger(d *anatomy.Accounts, traces []solvers.Trace, i int) []exercises.Invariant {
	a, ok := d.Account(traces, i, false)
	if !ok {
		return nil
	}
	return explain.Ledger(a)
}

// firstDeparture returns the first step that the correct solver would not have taken from the
// previous step. It returns 0 if there is none or if the difference is not visible.
func (h hunt) firstDeparture(traces []solvers.Trace) int {
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
func (h hunt) difference(traces []solvers.Trace, j, i int) float64 {
	t := traces[j]
	now := t.At(i)
	if j > 0 && h.kind.ID == rootTwo {
		return h.primalDifference(traces[0].At(i), now)
	}
	want, err := h.correctSolver.Next(t.Problem(), t.At(i-1))
	if err != nil {
		return 0
	}
	return difference(now, want)
}

// primalDifference returns the largest difference between w of the primal step and the w that follows from
// the coefficients of the dual step and the correct features.
func (h hunt) primalDifference(dual, primal solvers.Step) float64 {
	rows, ok := h.model.Features()
	if !ok {
		return 0
	}
	var most float64
	for j, w := range primal.Coef().All() {
		for i, c := range dual.Weights() {
			w -= c * rows[i][j]
		}
		most = max(most, math.Abs(w))
	}
	return most
}

// difference returns the largest difference between the numbers of two steps: the coefficients, b,
// and the details of a step of SMO or a stage of ridge regression. If their status differs, it is
// at least 1.
func difference(a, b solvers.Step) float64 {
	most := math.Abs(a.Bias - b.Bias)
	if a.Status != b.Status {
		most = 1
	}
	for i, v := range a.Coef().All() {
		most = max(most, math.Abs(v-b.Coef().At(i)))
	}
	switch d := a.Detail.(type) {
	case *solvers.RidgeDetail:
		most = max(most, ridgeDifference(d, b.Detail.(*solvers.RidgeDetail)))
	case *solvers.SMODetail:
		e := b.Detail.(*solvers.SMODetail)
		for _, v := range []float64{d.Ek - e.Ek, d.El - e.El, d.Lo - e.Lo, d.Kappa - e.Kappa,
			d.Unclipped - e.Unclipped} {
			most = max(most, math.Abs(v))
		}
		if d.Hi != e.Hi {
			most = max(most, math.Abs(d.Hi-e.Hi))
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
		most = max(most, math.Abs(d.Matrix.At(i/m, i%m)-e.Matrix.At(i/m, i%m)))
	}
	for i := range min(d.Result.Len(), e.Result.Len()) {
		most = max(most, math.Abs(d.Result.At(i)-e.Result.At(i)))
	}
	return most
}

// fair reports whether students can recognise the mistake at a step. If the mistake is in how
// a pair moves, the pair must have moved.
func (h hunt) fair(traces []solvers.Trace, first int) bool {
	d, ok := traces[0].At(first).Detail.(*solvers.SMODetail)
	if !ok || h.kind.ID == "early" {
		return true
	}
	return d.Moved()
}

// drawHunt makes a hunt for a mistake. It does not yet set the first bad step.
func drawHunt(k mistake, r *rand.Rand) hunt {
	name := k.solvers[r.IntN(len(k.solvers))]
	switch {
	case k.ID == rootTwo:
		name = oneOf(r, "perceptron", "perceptron", "logistic", "least-squares")
	case k.fault != 0:
		name = k.fault.Solver()
	}
	h := hunt{kind: k.forSolver(name), productOnly: r.IntN(2) == 0}
	switch name {
	case "smo":
		h.drawSMO(r)
	case "perceptron":
		h.drawPerceptron(r)
	case "logistic":
		h.drawLogistic(r)
	case "least-squares":
		h.drawSquares(r)
	default:
		h.drawRidge(r)
	}
	return h
}

// start begins the run of the faulty solver in the dual. If there are few features, the primal
// runs in lockstep.
func (h *hunt) start(m stage.Model, right, s solvers.Solver) {
	h.model, h.correctSolver = m, right
	problems := []*solvers.Problem{lesson.Must(m.Dual())}
	if _, smo := right.(solvers.SMO); !smo {
		if rows, ok := m.Features(); ok {
			if h.kind.ID == rootTwo {
				withoutRoot(rows, h.productOnly)
			}
			problems = append(problems, lesson.Must(solvers.NewPrimal(rows, m.Set.Labels())))
		}
	}
	for _, p := range problems {
		h.traces = append(h.traces, lesson.Must(solvers.NewTrace(s, p)))
	}
}

// withoutRoot divides features by √2. Each row is 1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂². It divides only
// the product or, if productOnly is false, all three features with a factor √2.
func withoutRoot(rows [][]float64, productOnly bool) {
	for _, row := range rows {
		row[4] /= math.Sqrt2
		if !productOnly {
			row[1] /= math.Sqrt2
			row[2] /= math.Sqrt2
		}
	}
}

// suspect is a correct solver in a run whose features are wrong. Like a faulty solver, it has a
// method Claims, so that the abilities of the run do not reveal where the mistake is.
type suspect struct{ solvers.Solver }

// Claims returns the correct solver.
func (s suspect) Claims() solvers.Solver { return s.Solver }

// faultySolver plants the mistake in the solver. If the mistake is in the features, the solver
// remains correct.
func (h *hunt) faultySolver(right solvers.Solver, after int, times float64) solvers.Solver {
	if h.kind.fault == 0 {
		return suspect{right}
	}
	return anatomy.FaultySolver{Right: right, Fault: h.kind.fault, After: after, Times: times}
}

// oneOf draws one of the given values.
func oneOf[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// points draws a small set of points of two classes.
func points(r *rand.Rand) *dataset.Set {
	n, seed := 8+2*r.IntN(4), r.Uint64()
	switch r.IntN(3) {
	case 0:
		return dataset.Moons(n, 0.2, seed)
	case 1:
		return dataset.BlobsOverlapping(n, seed)
	}
	return dataset.Circles(n, 0.2, seed)
}

func (h *hunt) drawSMO(r *rand.Rand) {
	m := stage.Model{Set: points(r),
		Kernel: oneOf[kernels.Kernel[[]float64]](r, kernels.Linear{}, lesson.Quadratic(), kernels.RBF{Sigma: 1},
			kernels.RBF{Sigma: 0.5})}
	right := solvers.SMO{
		C:          oneOf(r, 0.5, 1, 2, 5),
		Rule:       oneOf(r, solvers.MaxViolation, solvers.SecondOrder, solvers.MaxError),
		MaxUpdates: huntSpan,
	}
	h.start(m, right, h.faultySolver(right, r.IntN(5), 0))
}

// grid draws points with small whole coordinates. The sums of a perceptron are then exact, so y·f can be
// exactly 0. Some of the first points are on an axis, where the product of the coordinates is 0.
func grid(r *rand.Rand) *dataset.Set {
	n := 8 + 2*r.IntN(3)
	x, y := make([][]float64, n), make([]float64, n)
	onAxis := r.IntN(6)
	for i := range x {
		y[i] = 1 - 2*float64(i%2)
		x[i] = []float64{float64(r.IntN(7) - 3), float64(r.IntN(7) - 3)}
		if i < onAxis {
			x[i][r.IntN(2)] = 0
		}
	}
	return dataset.NewClassification("grid", x, y)
}

func (h *hunt) drawPerceptron(r *rand.Rand) {
	right := solvers.Perceptron{EveryVisit: true, MaxEpochs: 3}
	m := stage.Model{Set: grid(r), Kernel: kernels.Linear{}}
	switch h.kind.ID {
	case rootTwo:
		m.Kernel = lesson.Quadratic()
		h.productOnly = true // this mistake shows only after a mistake at a point off the axes
	case "eager":
		m = stage.Model{Set: points(r),
			Kernel: oneOf[kernels.Kernel[[]float64]](r, kernels.Linear{}, kernels.RBF{Sigma: 1})}
	}
	h.start(m, right, h.faultySolver(right, r.IntN(8), 0))
}

func (h *hunt) drawLogistic(r *rand.Rand) {
	m := stage.Model{Set: points(r), Kernel: h.smooth(r)}
	g := lesson.Must(m.Gram())
	gamma := exercises.RoundTo(solvers.GammaSafe(g)*(0.1+0.4*r.Float64()), 2)
	right := solvers.Logistic{Gamma: gamma, MaxSteps: huntSpan}
	h.start(m, right, h.faultySolver(right, r.IntN(8), 0))
}

func (h *hunt) drawSquares(r *rand.Rand) {
	m := stage.Model{Set: points(r), Kernel: h.smooth(r)}
	if h.kind.ID != rootTwo && r.IntN(2) == 0 {
		m = stage.Model{Set: dataset.SineReg(8+r.IntN(6), 0.15, r.Uint64()),
			Kernel: kernels.RBF{Sigma: oneOf(r, 0.5, 1)}}
	}
	g := lesson.Must(m.Gram())
	limit := solvers.EtaMax(g)
	eta := exercises.RoundTo(limit*(0.2+0.4*r.Float64()), 2)
	times := 1.3 * limit / eta
	if half := float64(m.Set.Len()) / 2; math.Abs(times-half) < 1 {
		times = half + 1 // with half, the planted mistake would be the same as leaving out 2/n
	}
	right := solvers.LeastSquares{Eta: eta, MaxSteps: huntSpan}
	h.start(m, right, h.faultySolver(right, r.IntN(8), times))
}

func (h *hunt) drawRidge(r *rand.Rand) {
	m := stage.Model{Set: dataset.SineReg(6+r.IntN(6), 0.15, r.Uint64()),
		Kernel: oneOf[kernels.Kernel[[]float64]](r, kernels.RBF{Sigma: 0.5}, kernels.RBF{Sigma: 1},
			kernels.Poly{Degree: 3, C: 1})}
	right := solvers.Ridge{Lambda: oneOf(r, 0.1, 0.5, 1)}
	h.start(m, right, h.faultySolver(right, 0, 0))
}

// smooth returns a kernel for gradient descent. If the mistake is in the features, it is the
// quadratic kernel.
func (h *hunt) smooth(r *rand.Rand) kernels.Kernel[[]float64] {
	if h.kind.ID == rootTwo {
		return lesson.Quadratic()
	}
	return oneOf[kernels.Kernel[[]float64]](r, lesson.Quadratic(), kernels.RBF{Sigma: 1})
}

package bughunt

import (
	"math"
	"math/rand/v2"

	"kernellab/exercises/anatomy"

	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// draw makes a hunt of a kind. It does not know yet where the mistake shows.
func draw(k Kind, r *rand.Rand) (Hunt, error) {
	name := k.solvers[r.IntN(len(k.solvers))]
	switch {
	case k.ID == rootTwo:
		name = one(r, "perceptron", "perceptron", "logistic", "least-squares")
	case k.fault != 0:
		name = k.fault.Solver()
	}
	h := Hunt{kind: k.in(name), productOnly: r.IntN(2) == 0}
	var err error
	switch name {
	case "smo":
		err = h.drawSMO(r)
	case "perceptron":
		err = h.drawPerceptron(r)
	case "logistic":
		err = h.drawLogistic(r)
	case "least-squares":
		err = h.drawSquares(r)
	default:
		err = h.drawRidge(r)
	}
	return h, err
}

// start begins the run: the claimed solver with the planted mistake, in the dual and,
// if there are few features, in the primal, in lockstep.
func (h *Hunt) start(m stage.Model, right solvers.Solver, s solvers.Solver) error {
	h.model, h.right = m, right
	dual, err := m.Dual()
	if err != nil {
		return err
	}
	problems := []*solvers.Problem{dual}
	if _, smo := right.(solvers.SMO); !smo {
		if primal, ok := h.primal(m); ok {
			problems = append(problems, primal)
		}
	}
	for _, p := range problems {
		t, err := solvers.NewTrace(s, p)
		if err != nil {
			return err
		}
		h.traces = append(h.traces, t)
	}
	return nil
}

// primal returns the companion's problem. ok is false if the kernel has no finite map.
func (h *Hunt) primal(m stage.Model) (*solvers.Problem, bool) {
	rows, ok := m.Features()
	if !ok {
		return nil, false
	}
	if h.kind.ID == rootTwo {
		rows = withoutRoot(rows, h.productOnly)
	}
	p, err := solvers.NewPrimal(rows, m.Set.Labels())
	return p, err == nil
}

// withoutRoot divides features among 1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂² by √2: only the
// product, or all three.
func withoutRoot(rows [][]float64, productOnly bool) [][]float64 {
	for _, row := range rows {
		row[4] /= math.Sqrt2
		if !productOnly {
			row[1] /= math.Sqrt2
			row[2] /= math.Sqrt2
		}
	}
	return rows
}

// suspect is a correct solver in a run where something else is wrong. Like a faulty one
// it claims to be another solver, so the abilities of a run do not reveal the
// difference.
type suspect struct{ solvers.Solver }

// Claims returns the solver itself.
func (s suspect) Claims() solvers.Solver { return s.Solver }

// faulty plants the mistake in the solver, unless it is in the features.
func (h *Hunt) faulty(right solvers.Solver, after int, times float64) solvers.Solver {
	if h.kind.fault == 0 {
		return suspect{right}
	}
	return anatomy.FaultySolver{Right: right, Fault: h.kind.fault, After: after, Times: times}
}

// one draws one of some values.
func one[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

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

// quadratic returns (x·z + 1)², the kernel with √2 in its features.
func quadratic() kernels.Kernel[[]float64] { return kernels.Poly{Degree: 2, C: 1} }

func (h *Hunt) drawSMO(r *rand.Rand) error {
	m := stage.Model{Set: points(r),
		Kernel: one[kernels.Kernel[[]float64]](r, kernels.Linear{}, quadratic(), kernels.RBF{Sigma: 1},
			kernels.RBF{Sigma: 0.5})}
	right := solvers.SMO{
		C:          one(r, 0.5, 1, 2, 5),
		Rule:       one(r, solvers.MaxViolation, solvers.SecondOrder, solvers.MaxError),
		MaxUpdates: Span,
	}
	return h.start(m, right, h.faulty(right, r.IntN(5), 0))
}

// grid draws points with small whole coordinates. The first ones are on an axis, where
// y·f = 0 and the product of the coordinates are exactly 0.
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

func (h *Hunt) drawPerceptron(r *rand.Rand) error {
	right := solvers.Perceptron{EveryVisit: true, MaxEpochs: 3}
	m := stage.Model{Set: grid(r), Kernel: kernels.Linear{}}
	switch h.kind.ID {
	case rootTwo:
		m.Kernel = quadratic()
		h.productOnly = true // harmless as long as only points on an axis are added
	case "eager":
		m = stage.Model{Set: points(r),
			Kernel: one[kernels.Kernel[[]float64]](r, kernels.Linear{}, kernels.RBF{Sigma: 1})}
	}
	return h.start(m, right, h.faulty(right, r.IntN(8), 0))
}

func (h *Hunt) drawLogistic(r *rand.Rand) error {
	m := stage.Model{Set: points(r), Kernel: h.smooth(r)}
	g, err := m.Gram()
	if err != nil {
		return err
	}
	right := solvers.Logistic{Gamma: round(solvers.GammaSafe(g) * (0.1 + 0.4*r.Float64())), MaxSteps: Span}
	return h.start(m, right, h.faulty(right, r.IntN(8), 0))
}

func (h *Hunt) drawSquares(r *rand.Rand) error {
	m := stage.Model{Set: points(r), Kernel: h.smooth(r)}
	if h.kind.ID != rootTwo && r.IntN(2) == 0 {
		m = stage.Model{Set: dataset.SineReg(8+r.IntN(6), 0.15, r.Uint64()), Kernel: kernels.RBF{Sigma: one(r, 0.5, 1)}}
	}
	g, err := m.Gram()
	if err != nil {
		return err
	}
	limit := solvers.EtaMax(g)
	eta := round(limit * (0.2 + 0.4*r.Float64()))
	times := 1.3 * limit / eta
	if half := float64(m.Set.Len()) / 2; math.Abs(times-half) < 1 {
		times = half + 1 // not to be confused with a missing 2/n
	}
	right := solvers.LeastSquares{Eta: eta, MaxSteps: Span}
	return h.start(m, right, h.faulty(right, r.IntN(8), times))
}

func (h *Hunt) drawRidge(r *rand.Rand) error {
	m := stage.Model{Set: dataset.SineReg(6+r.IntN(6), 0.15, r.Uint64()),
		Kernel: one[kernels.Kernel[[]float64]](r, kernels.RBF{Sigma: 0.5}, kernels.RBF{Sigma: 1},
			kernels.Poly{Degree: 3, C: 1})}
	right := solvers.Ridge{Lambda: one(r, 0.1, 0.5, 1)}
	return h.start(m, right, h.faulty(right, 0, 0))
}

// smooth returns a kernel for gradient descent. It is the quadratic one if the mistake
// is in its features.
func (h *Hunt) smooth(r *rand.Rand) kernels.Kernel[[]float64] {
	if h.kind.ID == rootTwo {
		return quadratic()
	}
	return one[kernels.Kernel[[]float64]](r, quadratic(), kernels.RBF{Sigma: 1})
}

// round rounds to two significant digits, so that a step size is readable.
func round(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(v/unit) * unit
}

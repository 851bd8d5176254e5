package anatomy

import (
	"fmt"

	"kernellab/solvers"
)

// Fault is a mistake in an algorithm that a program can well have: a sign, a
// case, a bound that was forgotten. They are planted on purpose, see [Faulty].
type Fault uint8

// The faults. Each belongs to one solver and is the only thing wrong.
const (
	// FaultNoClip, in SMO: αℓ* is taken as it is, outside [L, H] or not.
	FaultNoClip Fault = iota + 1
	// FaultNoLabel, in SMO: E = Σ αⱼKᵢⱼ + b − tᵢ, without tⱼ in the sum.
	FaultNoLabel
	// FaultBounds, in SMO: L and H are those of the other sign of s.
	FaultBounds
	// FaultKappa, in SMO: κ = K_kk + K_ℓℓ, without −2K_kℓ.
	FaultKappa
	// FaultDownhill, in SMO: αℓ* = αℓ − tℓ(Ek − Eℓ)/κ.
	FaultDownhill
	// FaultPartner, in SMO: αk ← αk + (αℓ old − αℓ), without s.
	FaultPartner
	// FaultBias, in SMO: b is set so that Ek = 0, although αk is at a bound.
	FaultBias
	// FaultEarly, in SMO: a small gain in W is taken for the optimum.
	FaultEarly
	// FaultStrict, in the perceptron: y·f < 0 is a mistake, y·f = 0 is none.
	FaultStrict
	// FaultEager, in the perceptron: points with 0 < y·f < 1 are added too.
	FaultEager
	// FaultBiasSign, in the perceptron: b ← b + 1 whatever the label.
	FaultBiasSign
	// FaultResidualSign, in logistic regression: a ← a + γ(s(f) − y).
	FaultResidualSign
	// FaultNoSigmoid, in logistic regression: a ← a + γ(y − f).
	FaultNoSigmoid
	// FaultNoMean, in least squares: a ← a + η(t − Ka), without 2/n.
	FaultNoMean
	// FaultTooLong, in least squares: each step is Times as long as it says.
	FaultTooLong
	// FaultLambdaEverywhere, in ridge regression: λ is added to every entry.
	FaultLambdaEverywhere
	// FaultForward, in ridge regression: a row of Lz = y is not divided by its
	// diagonal entry.
	FaultForward
)

// faults is the table of names, of the solvers they belong to, and of the slips
// that they are, by fault. What is no slip in a quantity has none.
var faults = [...]struct {
	name, solver, slip string
	in                 []string
}{
	FaultNoClip:           {"no-clip", "smo", "no-clip", []string{"alnew"}},
	FaultNoLabel:          {"no-label", "smo", "no-labels", []string{"ek", "el"}},
	FaultBounds:           {"bounds", "smo", "wrong-case", []string{"lo", "hi"}},
	FaultKappa:            {"kappa", "smo", "kappa-none", []string{"kappa"}},
	FaultDownhill:         {"downhill", "smo", "errors-swapped", []string{"star"}},
	FaultPartner:          {"partner", "smo", "no-sign", []string{"aknew"}},
	FaultBias:             {"bias", "smo", "at-bound", []string{"b"}},
	FaultEarly:            {"early", "smo", "", nil},
	FaultStrict:           {"strict", "perceptron", "strict", []string{"mistake"}},
	FaultEager:            {"eager", "perceptron", "eager", []string{"mistake"}},
	FaultBiasSign:         {"bias-sign", "perceptron", "bias-sign", []string{"b"}},
	FaultResidualSign:     {"residual-sign", "logistic", "turned", []string{"r"}},
	FaultNoSigmoid:        {"no-sigmoid", "logistic", "no-sigmoid", []string{"r"}},
	FaultNoMean:           {"no-mean", "least-squares", "no-mean", []string{"anew"}},
	FaultTooLong:          {"too-long", "least-squares", "", nil},
	FaultLambdaEverywhere: {"lambda-everywhere", "ridge", "", nil},
	FaultForward:          {"forward", "ridge", "", nil},
}

// String returns the fault's name: "no-clip".
func (f Fault) String() string {
	if f == 0 || int(f) >= len(faults) {
		return "unknown"
	}
	return faults[f].name
}

// Solver returns the name of the solver that can have the fault.
func (f Fault) Solver() string {
	if int(f) >= len(faults) {
		return ""
	}
	return faults[f].solver
}

// slip is a quantity's law with the fault in it.
func (f Fault) slip(of Derivation) func(Numbers) float64 {
	q := of.Get(faults[f].in[0])
	for _, s := range q.Slips {
		if s.ID == faults[f].slip {
			return s.Compute
		}
	}
	panic("anatomy: no slip " + faults[f].slip)
}

// Faulty is a solver with one planted mistake, for those who learn to find
// them. It makes the mistake wherever its algorithm comes to the place, which
// may be harmless for many steps: a forgotten clip shows at the first step that
// needs one. All else is done right, on what the mistake has left behind.
type Faulty struct {
	Right solvers.Solver // SMO, Perceptron, Logistic, LeastSquares or Ridge
	Fault Fault
	// After is how many steps are made right before the fault is there.
	After int
	// Times is how much longer the steps of FaultTooLong are than they say.
	Times float64
}

var _ solvers.Solver = Faulty{}

// Name returns the name of the solver that this one claims to be.
func (f Faulty) Name() string { return f.Right.Name() }

// Claims returns the solver that this one claims to be.
func (f Faulty) Claims() solvers.Solver { return f.Right }

// Start is that of the right solver. It reports a fault that this solver cannot
// have.
func (f Faulty) Start(p *solvers.Problem) (solvers.Step, error) {
	if f.Right == nil || f.Fault == 0 || f.Fault.Solver() != f.Right.Name() {
		return solvers.Step{}, fmt.Errorf("solvers: the fault %v is one of %q", f.Fault, f.Fault.Solver())
	}
	return f.Right.Start(p)
}

// Next takes one step, with the mistake in it where it matters.
func (f Faulty) Next(p *solvers.Problem, prev solvers.Step) (solvers.Step, error) {
	if prev.Status.Done() {
		return prev, nil
	}
	if prev.N < f.After {
		return f.Right.Next(p, prev)
	}
	switch s := f.Right.(type) {
	case solvers.SMO:
		return f.pair(s, p, prev), nil
	case interface {
		NextWith(*solvers.Problem, solvers.Step, solvers.FaultHooks) (solvers.Step, error)
	}:
		next, err := s.NextWith(p, prev, f.lapse(p))
		if g, ok := next.Detail.(*solvers.GradientDetail); ok && f.Fault == FaultTooLong {
			said := *g
			said.Rate = f.due(p).Rate
			next.Detail = &said
		}
		return next, err
	}
	return solvers.Step{}, fmt.Errorf("solvers: no fault is known for %s", f.Right.Name())
}

// due is the descent that the solver claims.
func (f Faulty) due(p *solvers.Problem) Descent {
	d, _ := Points{Y: p.Labels()}.Descent(f.Right)
	return d
}

// lapse is the fault in the arithmetic of a solver.
func (f Faulty) lapse(p *solvers.Problem) solvers.FaultHooks {
	law := func(b, y float64) func(Numbers) float64 {
		return f.Fault.slip(Counts{Points: Points{Y: []float64{y}}, Bias: b}.Derivation(0))
	}
	switch f.Fault {
	case FaultStrict, FaultEager:
		takes := law(0, 1)
		return solvers.FaultHooks{Mistake: func(margin float64) bool { return takes(Numbers{"margin": margin}) == MistakeYes }}
	case FaultBiasSign:
		return solvers.FaultHooks{Bias: func(b, y float64) float64 { return law(b, y)(Numbers{"mistake": MistakeYes}) }}
	case FaultResidualSign, FaultNoSigmoid:
		d := f.due(p)
		return solvers.FaultHooks{Residual: func(i int, s float64) float64 {
			return f.Fault.slip(d.Derivation(i, make([]float64, i+1), s))(Numbers{"f": s})
		}}
	case FaultNoMean:
		d := f.due(p)
		return solvers.FaultHooks{Rate: func(float64) float64 { return f.Fault.slip(d.Derivation(0, []float64{0}, 0))(Numbers{"r": 1}) }}
	case FaultTooLong:
		return solvers.FaultHooks{Rate: func(due float64) float64 { return due * f.Times }}
	case FaultLambdaEverywhere:
		return solvers.FaultHooks{Entry: func(_, _ int, k float64) float64 { return k + f.Right.(solvers.Ridge).Lambda }}
	}
	return solvers.FaultHooks{Pivot: func(float64) float64 { return 1 }}
}

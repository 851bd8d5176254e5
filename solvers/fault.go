package solvers

import "fmt"

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

// faults is the table of names and of the solvers they belong to, by fault.
var faults = [...]struct{ name, solver string }{
	FaultNoClip:           {"no-clip", "smo"},
	FaultNoLabel:          {"no-label", "smo"},
	FaultBounds:           {"bounds", "smo"},
	FaultKappa:            {"kappa", "smo"},
	FaultDownhill:         {"downhill", "smo"},
	FaultPartner:          {"partner", "smo"},
	FaultBias:             {"bias", "smo"},
	FaultEarly:            {"early", "smo"},
	FaultStrict:           {"strict", "perceptron"},
	FaultEager:            {"eager", "perceptron"},
	FaultBiasSign:         {"bias-sign", "perceptron"},
	FaultResidualSign:     {"residual-sign", "logistic"},
	FaultNoSigmoid:        {"no-sigmoid", "logistic"},
	FaultNoMean:           {"no-mean", "least-squares"},
	FaultTooLong:          {"too-long", "least-squares"},
	FaultLambdaEverywhere: {"lambda-everywhere", "ridge"},
	FaultForward:          {"forward", "ridge"},
}

// Faults lists all faults.
func Faults() []Fault {
	var out []Fault
	for f := range faults {
		if f > 0 {
			out = append(out, Fault(f))
		}
	}
	return out
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

// Faulty is a solver with one planted mistake, for those who learn to find
// them. It makes the mistake wherever its algorithm comes to the place, which
// may be harmless for many steps: a forgotten clip shows at the first step that
// needs one. All else is done right, on what the mistake has left behind.
type Faulty struct {
	Right Solver // SMO, Perceptron, Logistic, LeastSquares or Ridge
	Fault Fault
	// After is how many steps are made right before the fault is there.
	After int
	// Times is how much longer the steps of FaultTooLong are than they say.
	Times float64
}

var _ Solver = Faulty{}

// Name returns the name of the solver that this one claims to be.
func (f Faulty) Name() string { return f.Right.Name() }

// Claims returns the solver that this one claims to be.
func (f Faulty) Claims() Solver { return f.Right }

// Start is that of the right solver. It reports a fault that this solver cannot
// have.
func (f Faulty) Start(p *Problem) (Step, error) {
	if f.Right == nil || f.Fault == 0 || f.Fault.Solver() != f.Right.Name() {
		return Step{}, fmt.Errorf("solvers: the fault %v is one of %q", f.Fault, f.Fault.Solver())
	}
	return f.Right.Start(p)
}

// Next takes one step, with the mistake in it where it matters.
func (f Faulty) Next(p *Problem, prev Step) (Step, error) {
	if prev.Status.Done() {
		return prev, nil
	}
	if prev.N < f.After {
		return f.Right.Next(p, prev)
	}
	switch s := f.Right.(type) {
	case SMO:
		return f.nextSMO(s, p, prev), nil
	case Perceptron:
		return f.nextPerceptron(s, p, prev), nil
	case Logistic:
		d, err := s.descent(p)
		if err != nil {
			return Step{}, err
		}
		return f.nextDescent(d, p, prev), nil
	case LeastSquares:
		return f.nextDescent(s.descent(p), p, prev), nil
	case Ridge:
		return f.nextRidge(s, p, prev)
	}
	return Step{}, fmt.Errorf("solvers: no fault is known for %s", f.Right.Name())
}

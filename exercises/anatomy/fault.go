package anatomy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kernellab/solvers"
)

// Fault is a plausible mistake in the implementation of a solver, such as a wrong sign or a
// forgotten bound. A [FaultySolver] makes it on purpose. The zero Fault means no fault.
type Fault uint8

// The faults. Each fault belongs to one solver, which is otherwise correct.
const (
	// FaultNoClip, in SMO: αₗ* is used even if it is outside [L, H].
	FaultNoClip Fault = iota + 1
	// FaultNoLabel, in SMO: E = Σ αⱼKᵢⱼ + b − tᵢ, without tⱼ in the sum.
	FaultNoLabel
	// FaultBounds, in SMO: L and H are computed for the other sign of s.
	FaultBounds
	// FaultKappa, in SMO: κ = Kₖₖ + Kₗₗ, without −2Kₖₗ.
	FaultKappa
	// FaultDownhill, in SMO: αₗ* = αₗ − tₗ(Eₖ − Eₗ)/κ.
	FaultDownhill
	// FaultPartner, in SMO: αₖ ← αₖ + (αₗ old − αₗ), without s.
	FaultPartner
	// FaultBias, in SMO: b is set so that Eₖ = 0 even if αₖ is at a bound.
	FaultBias
	// FaultEarly, in SMO: a small gain in g is mistaken for the optimum.
	FaultEarly
	// FaultStrict, in the perceptron: y·f < 0 is a mistake, but y·f = 0 is not.
	FaultStrict
	// FaultEager, in the perceptron: points with 0 < y·f < 1 are added too.
	FaultEager
	// FaultBiasSign, in the perceptron: b ← b + 1 regardless of the label.
	FaultBiasSign
	// FaultResidualSign, in logistic regression: a ← a + η(s(f) − y).
	FaultResidualSign
	// FaultNoSigmoid, in logistic regression: a ← a + η(y − f).
	FaultNoSigmoid
	// FaultNoMean, in least squares: a ← a + η(t − Ka), without 2/n.
	FaultNoMean
	// FaultTooLong, in least squares: the length of each step is multiplied by
	// FaultySolver.LengthFactor, but the step records the right step size.
	FaultTooLong
	// FaultLambdaEverywhere, in ridge regression: λ is added to every entry.
	FaultLambdaEverywhere
	// FaultForward, in ridge regression: a row of Lz = y is not divided by its
	// diagonal entry.
	FaultForward
)

// fault is a row of the table of faults.
type fault struct {
	name, solver string
	// slip is the ID of the [Slip] that the solver makes, and quantities are the names of the
	// quantities in which the solver makes this slip, separated by spaces. Both are "" if the fault is
	// not a slip.
	slip, quantities string
	// hooks returns functions that replace parts of the solver. It is nil if [Kind.Fault] makes the
	// faulty steps.
	hooks func(f FaultySolver, p Points) solvers.FaultHooks
}

// faults returns the table, indexed by fault.
func faults() []fault {
	return []fault{
		FaultNoClip:           {"no-clip", "smo", "no-clip", "alnew", nil},
		FaultNoLabel:          {"no-label", "smo", "no-labels", "ek el", nil},
		FaultBounds:           {"bounds", "smo", "wrong-case", "lo hi", nil},
		FaultKappa:            {"kappa", "smo", "kappa-none", "kappa", nil},
		FaultDownhill:         {"downhill", "smo", "errors-swapped", "star", nil},
		FaultPartner:          {"partner", "smo", "no-sign", "aknew", nil},
		FaultBias:             {"bias", "smo", "at-bound", "b", nil},
		FaultEarly:            {"early", "smo", "", "", nil},
		FaultStrict:           {"strict", "perceptron", "strict", "mistake", mistakeHooks},
		FaultEager:            {"eager", "perceptron", "eager", "mistake", mistakeHooks},
		FaultBiasSign:         {"bias-sign", "perceptron", "bias-sign", "b", biasHooks},
		FaultResidualSign:     {"residual-sign", "logistic", "turned", "r", residualHooks},
		FaultNoSigmoid:        {"no-sigmoid", "logistic", "no-sigmoid", "r", residualHooks},
		FaultNoMean:           {"no-mean", "least-squares", "no-mean", "anew", rateHooks},
		FaultTooLong:          {"too-long", "least-squares", "", "", rateHooks},
		FaultLambdaEverywhere: {"lambda-everywhere", "ridge", "", "", entryHooks},
		FaultForward:          {"forward", "ridge", "", "", pivotHooks},
	}
}

// String returns the fault's name: "no-clip".
func (f Fault) String() string {
	if all := faults(); f != 0 && int(f) < len(all) {
		return all[f].name
	}
	return "unknown"
}

// Solver returns the name of the solver that can have the fault.
func (f Fault) Solver() string {
	if all := faults(); int(f) < len(all) {
		return all[f].solver
	}
	return ""
}

// slip returns the faulty formula of the one quantity in which the solver makes the slip. It must
// not be called for faults with another number of quantities.
func (f Fault) slip(d Derivation) func(Numbers) float64 {
	row := faults()[f]
	slips := d.Get(row.quantities).Slips
	return slips[slices.IndexFunc(slips, func(s Slip) bool { return s.ID == row.slip })].Compute
}

// FaultySolver is a solver with one planted mistake, for students who learn to find mistakes. The
// first CorrectSteps steps are correct. The solver makes the mistake at every later step, but the mistake may
// have no effect for many steps: a forgotten clip matters only at a step that must be clipped.
// Everything else is computed correctly from the state before the step, which may already be wrong.
type FaultySolver struct {
	Correct solvers.Solver // SMO, Perceptron, Logistic, LeastSquares or Ridge
	Fault   Fault
	// CorrectSteps is the number of correct steps before the fault begins.
	CorrectSteps int
	// LengthFactor is the factor by which the steps of FaultTooLong are too long.
	LengthFactor float64
}

// Name returns the name of f.Correct, the solver that f claims to be.
func (f FaultySolver) Name() string { return f.Correct.Name() }

// Claims returns f.Correct, the solver that f claims to be.
func (f FaultySolver) Claims() solvers.Solver { return f.Correct }

// Start returns the initial step, step 0, of f.Correct. It returns an error if f.Correct cannot
// have the fault.
func (f FaultySolver) Start(p *solvers.Problem) (solvers.Step, error) {
	if f.Correct == nil || f.Fault == 0 || f.Fault.Solver() != f.Correct.Name() {
		return solvers.Step{}, fmt.Errorf("solvers: the fault %v belongs to the solver %q", f.Fault, f.Fault.Solver())
	}
	return f.Correct.Start(p)
}

// Next makes one step. The first f.CorrectSteps steps are correct, and all later steps contain the fault.
func (f FaultySolver) Next(p *solvers.Problem, prev solvers.Step) (solvers.Step, error) {
	if prev.Status.Done() {
		return prev, nil
	}
	if prev.N < f.CorrectSteps {
		return f.Correct.Next(p, prev)
	}
	if kind, _ := OwnKind(f.Correct); kind.Fault != nil {
		return kind.Fault(f, p, prev), nil
	}
	s, ok := f.Correct.(interface {
		NextWith(*solvers.Problem, solvers.Step, solvers.FaultHooks) (solvers.Step, error)
	})
	if !ok {
		return solvers.Step{}, fmt.Errorf("solvers: no fault is known for %s", f.Correct.Name())
	}
	return s.NextWith(p, prev, faults()[f.Fault].hooks(f, Points{Y: p.Labels()}))
}

// visitSlip returns the faulty formula for a visit of a point with label y when the bias is b.
func (f Fault) visitSlip(b, y float64) func(Numbers) float64 {
	return f.slip(PerceptronState{Points: Points{Y: []float64{y}}, Bias: b, F: []float64{0}}.Derivation(0))
}

func mistakeHooks(f FaultySolver, _ Points) solvers.FaultHooks {
	isMistake := f.Fault.visitSlip(0, 1)
	return solvers.FaultHooks{
		Mistake: func(margin float64) bool { return isMistake(Numbers{"margin": margin}) == MistakeYes },
	}
}

func biasHooks(f FaultySolver, _ Points) solvers.FaultHooks {
	return solvers.FaultHooks{
		Bias: func(b, y float64) float64 { return f.Fault.visitSlip(b, y)(Numbers{"mistake": MistakeYes}) },
	}
}

func residualHooks(f FaultySolver, p Points) solvers.FaultHooks {
	d, _ := p.Descent(f.Correct)
	return solvers.FaultHooks{Residual: func(i int, s float64) float64 {
		return f.Fault.slip(d.Derivation(i, make([]float64, i+1), s))(Numbers{"f": s})
	}}
}

// rateHooks makes steps of the wrong length: LengthFactor times the right length for
// FaultTooLong, and otherwise the length that the slip computes.
func rateHooks(f FaultySolver, p Points) solvers.FaultHooks {
	if f.Fault == FaultTooLong {
		return solvers.FaultHooks{Rate: func(right float64) float64 { return right * f.LengthFactor }}
	}
	d, _ := p.Descent(f.Correct)
	return solvers.FaultHooks{
		Rate: func(float64) float64 { return f.Fault.slip(d.Derivation(0, []float64{0}, 0))(Numbers{"r": 1}) },
	}
}

func entryHooks(f FaultySolver, _ Points) solvers.FaultHooks {
	return solvers.FaultHooks{Entry: func(_, _ int, k float64) float64 { return k + f.Correct.(solvers.Ridge).Lambda }}
}

func pivotHooks(FaultySolver, Points) solvers.FaultHooks {
	return solvers.FaultHooks{Pivot: func(float64) float64 { return 1 }}
}

// smallGain is the fraction of g below which FaultEarly mistakes a gain for 0.
const smallGain = 0.05

// faultyPair makes an update of SMO that contains the fault.
func faultyPair(f FaultySolver, p *solvers.Problem, prev solvers.Step) solvers.Step {
	s := f.Correct.(solvers.SMO)
	correctStep, err := s.Next(p, prev)
	if err != nil {
		// Earlier faulty steps may have led to a position at which no pair reduces a violation.
		prev.N++
		prev.Status, prev.Sentence = solvers.Stuck, solvers.Stuck.Sentence()
		return prev
	}
	d := *correctStep.Detail.(*solvers.SMODetail)
	points := Points{Gram: p.Gram(), Y: p.Labels()}
	pair, _ := PairOf(points.SMOState(s.C, prev), correctStep)
	derivation, row := pair.Derivation(), faults()[f.Fault]
	faultyValues := derivation.WithSlipFrom(derivation.Recorded(correctStep), row.slip,
		strings.Fields(row.quantities)...)
	SetPairDetail(&d, faultyValues)
	next := s.Apply(p, prev, d)
	switch {
	case f.Fault == FaultBias && (d.NewAk == 0 || d.NewAk == s.C):
		next.Bias = faultyValues["b"]
		next.PrimalObjective = points.SMOState(s.C, next).PrimalObjective()
		next.Gap = next.PrimalObjective - next.Objective
	case f.Fault == FaultEarly && next.Status == solvers.Running &&
		next.Objective-prev.Objective < smallGain*next.Objective:
		next.Status, next.Sentence = solvers.Converged,
			"No pair violates the KKT conditions by "+Digits(cmp.Or(s.Tol, Tol), 3)+" or more."
	}
	if next.Updates == prev.Updates && !next.Status.Done() {
		next.Status, next.Sentence = solvers.Stuck, solvers.Stuck.Sentence()
	}
	return next
}

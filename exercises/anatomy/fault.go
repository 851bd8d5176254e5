package anatomy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kernellab/solvers"
)

// Fault is a mistake in an algorithm that a program can well have: a sign, a
// case, a bound that was forgotten. Faults are planted on purpose, see [Faulty].
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

// fault is a row of the table of faults.
type fault struct {
	name, solver string
	// slip is the slip that the fault is, in the quantities named in in; "" for none.
	slip, in string
	// hooks replace the parts of the solver that the fault spoils. It is nil for a
	// kind that takes faulty steps by itself.
	hooks func(f Faulty, p Points) solvers.FaultHooks
}

// faults is the table, by fault.
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
		FaultStrict:           {"strict", "perceptron", "strict", "mistake", spoilMistake},
		FaultEager:            {"eager", "perceptron", "eager", "mistake", spoilMistake},
		FaultBiasSign:         {"bias-sign", "perceptron", "bias-sign", "b", spoilBias},
		FaultResidualSign:     {"residual-sign", "logistic", "turned", "r", spoilResidual},
		FaultNoSigmoid:        {"no-sigmoid", "logistic", "no-sigmoid", "r", spoilResidual},
		FaultNoMean:           {"no-mean", "least-squares", "no-mean", "anew", spoilRate},
		FaultTooLong:          {"too-long", "least-squares", "", "", spoilRate},
		FaultLambdaEverywhere: {"lambda-everywhere", "ridge", "", "", spoilEntries},
		FaultForward:          {"forward", "ridge", "", "", spoilPivots},
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

// slip returns the formula of a quantity of the derivation with the fault in it.
func (f Fault) slip(d Derivation) func(Numbers) float64 {
	row := faults()[f]
	slips := d.Get(row.in).Slips
	return slips[slices.IndexFunc(slips, func(s Slip) bool { return s.ID == row.slip })].Compute
}

// Faulty is a solver with one planted mistake, for students who learn to find them.
// It makes the mistake wherever its algorithm comes to the place, which may be
// harmless for many steps: a forgotten clip shows at the first step that needs one.
// All else is done right, on what the mistake has left behind.
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

// Start returns the start of the right solver. It reports a fault that this solver
// cannot have.
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
	if kind, _ := Exactly(f.Right); kind.Fault != nil {
		return kind.Fault(f, p, prev), nil
	}
	s, ok := f.Right.(interface {
		NextWith(*solvers.Problem, solvers.Step, solvers.FaultHooks) (solvers.Step, error)
	})
	if !ok {
		return solvers.Step{}, fmt.Errorf("solvers: no fault is known for %s", f.Right.Name())
	}
	points := Points{Y: p.Labels()}
	next, err := s.NextWith(p, prev, faults()[f.Fault].hooks(f, points))
	if g, ok := next.Detail.(*solvers.GradientDetail); ok && f.Fault == FaultTooLong { // it says the right rate
		d, _ := points.Descent(f.Right)
		said := *g
		said.Rate = d.Rate
		next.Detail = &said
	}
	return next, err
}

// visitSlip returns what the fault makes of a visit at b of a point with label y.
func (f Fault) visitSlip(b, y float64) func(Numbers) float64 {
	return f.slip(Counts{Points: Points{Y: []float64{y}}, Bias: b, F: []float64{0}}.Derivation(0))
}

func spoilMistake(f Faulty, _ Points) solvers.FaultHooks {
	takes := f.Fault.visitSlip(0, 1)
	return solvers.FaultHooks{Mistake: func(margin float64) bool { return takes(Numbers{"margin": margin}) == MistakeYes }}
}

func spoilBias(f Faulty, _ Points) solvers.FaultHooks {
	return solvers.FaultHooks{Bias: func(b, y float64) float64 { return f.Fault.visitSlip(b, y)(Numbers{"mistake": MistakeYes}) }}
}

func spoilResidual(f Faulty, p Points) solvers.FaultHooks {
	d, _ := p.Descent(f.Right)
	return solvers.FaultHooks{Residual: func(i int, s float64) float64 {
		return f.Fault.slip(d.Derivation(i, make([]float64, i+1), s))(Numbers{"f": s})
	}}
}

// spoilRate makes steps of the wrong length: with the slip that the fault is, else Times
// too long.
func spoilRate(f Faulty, p Points) solvers.FaultHooks {
	if f.Fault == FaultTooLong {
		return solvers.FaultHooks{Rate: func(right float64) float64 { return right * f.Times }}
	}
	d, _ := p.Descent(f.Right)
	return solvers.FaultHooks{Rate: func(float64) float64 { return f.Fault.slip(d.Derivation(0, []float64{0}, 0))(Numbers{"r": 1}) }}
}

func spoilEntries(f Faulty, _ Points) solvers.FaultHooks {
	return solvers.FaultHooks{Entry: func(_, _ int, k float64) float64 { return k + f.Right.(solvers.Ridge).Lambda }}
}

func spoilPivots(Faulty, Points) solvers.FaultHooks {
	return solvers.FaultHooks{Pivot: func(float64) float64 { return 1 }}
}

// smallGain is the share of W that FaultEarly takes for nothing.
const smallGain = 0.05

// faultyPair is the update of a pair with the fault in it.
func faultyPair(f Faulty, p *solvers.Problem, prev solvers.Step) solvers.Step {
	s := f.Right.(solvers.SMO)
	right, err := s.Next(p, prev)
	if err != nil {
		// What the fault has left behind may violate more than pairs can mend.
		prev.N++
		prev.Status, prev.Sentence = solvers.Stuck, solvers.Stuck.Sentence()
		return prev
	}
	d := *right.Detail.(*solvers.SMODetail)
	points := Points{Gram: p.Gram(), Y: p.Labels()}
	pair, _ := PairOf(points.Machine(s.C, prev), right)
	of, row := pair.Derivation(), faults()[f.Fault]
	bad := of.WithSlipFrom(of.Recorded(right), row.slip, strings.Fields(row.in)...)
	Describe(&d, bad)
	next := s.Apply(p, prev, d)
	switch {
	case f.Fault == FaultBias && (d.NewAk == 0 || d.NewAk == s.C):
		next.Bias = bad["b"]
		next.PrimalObjective = points.Machine(s.C, next).Primal()
		next.Gap = next.PrimalObjective - next.Objective
	case f.Fault == FaultEarly && next.Status == solvers.Running && next.Objective-prev.Objective < smallGain*next.Objective:
		next.Status, next.Sentence = solvers.Converged, "No pair violates the KKT conditions by "+Digits(cmp.Or(s.Tol, Tol), 3)+" or more."
	}
	if next.Updates == prev.Updates && !next.Status.Done() {
		next.Status, next.Sentence = solvers.Stuck, solvers.Stuck.Sentence()
	}
	return next
}

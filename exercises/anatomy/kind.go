package anatomy

import (
	"reflect"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Kind is what is known of a solver beside how it steps: a row of the table. What
// is nil is derived from the rest.
type Kind struct {
	Name      string // its machine name: "smo"
	Title     string // as a student knows it: "SMO"
	Letter    string // of the coefficients in the dual: "α"
	Weight    string // what multiplies φ in w, by point: "αy"
	Objective string // what it climbs or descends: "W"
	// ObjectiveLabel names the objective where two runs are compared.
	ObjectiveLabel string
	// Needs is the parameter that it cannot do without, "" for none.
	Needs      string
	Parameters []Parameter
	// Specimen is a solver of the kind with usual parameters.
	Specimen solvers.Solver

	// Explain completes the account of a step, beyond what Derive and PointState
	// give.
	Explain func(c Change, a *Account)
	// Derive returns a step in the dual, quantity by quantity; nil if the step is
	// none.
	Derive func(c Change) Derivation
	// Rule is what a step does, in a sentence.
	Rule string
	// Words are the quantities that conditions can ask for, of which Recorded alone
	// is used, and Observe all that they can ask for beside what they ask of every
	// solver. One of the two is enough.
	Words   func() Derivation
	Observe func(s solvers.Solver, p *solvers.Problem) []Observable
	// PointState is what tables of the points show of each.
	PointState func(y []float64, s solvers.Solver) State
	// Descent is what the kind descends or climbs, if it does.
	Descent func(p Points, s solvers.Solver) Descent
	// Drift bounds, as a share of the terms of w, how far rounding may drive a run and
	// its primal companion apart. It says why if they may be any distance apart.
	Drift func(l Lockstep) (tol float64, parted string)
	// Fault takes a step with a planted mistake; nil if the solver takes FaultHooks.
	Fault func(f Faulty, p *solvers.Problem, prev solvers.Step) solvers.Step

	// Primal: it has a primal, which can walk beside its dual.
	Primal bool
	// Sparse: a coefficient that is not 0 makes its point a support vector.
	Sparse bool
	// Gap: its steps know the primal objective and the duality gap.
	Gap bool
	// Restarts: under another parameter its steps begin again.
	Restarts bool
	// ErrorShown: the figures of a step show its training error already, or
	// there is none that means something.
	ErrorShown bool
	// Whole: a step changes every coefficient.
	Whole bool
	// Steering is how a student chooses its steps; nil if they follow by themselves.
	Steering Steering
	// Effect says what the step next would do, which was chosen in place of
	// another, or of none.
	Effect func(at Crossing, next solvers.Step, instead Move) []ascii.Line
	// Outside says which coefficient the parameters do not allow, "" for none; nil
	// if they allow all.
	Outside func(s solvers.Solver, at solvers.Step) string
	// Describe says a step in a few words; stepped is false if none led to it.
	Describe func(s solvers.Step, stepped bool) Summary
	// Entries are what the step itself says, for other programs, beyond its
	// coefficients.
	Entries func(s solvers.Step) []Entry
}

// KindProvider is a solver that brings its kind along, as one does that is not in
// the table.
type KindProvider interface{ Kind() Kind }

// All lists the kinds. A solver that is not among them, and brings none along,
// can be run and is not explained.
func All() []Kind {
	return []Kind{
		{
			Name: "smo", Title: "SMO", Letter: "α", Weight: "αt", Objective: "W", ObjectiveLabel: "W", Needs: "C",
			Parameters: []Parameter{
				slider(real("C", func(s *solvers.SMO) *float64 { return &s.C }), "C", 0.01, 1e4).endless(),
				real("tol", func(s *solvers.SMO) *float64 { return &s.Tol }),
				rule(func(s *solvers.SMO) *solvers.PairRule { return &s.Rule }),
				seed(func(s *solvers.SMO) *uint64 { return &s.Seed }),
				count("max-updates", func(s *solvers.SMO) *int { return &s.MaxUpdates }),
			},
			Specimen: solvers.SMO{C: 1}, Explain: explainSMO, Observe: observeSMO, PointState: pairState, Fault: faultyPair,
			Sparse: true, Gap: true, Outside: aboveC,
			Steering: pairs{}, Effect: pairEffect, Describe: tellPair, Entries: pairEntries,
		},
		{
			Name: "perceptron", Title: "the perceptron", Letter: "α", Weight: "αy", Objective: "loss", ObjectiveLabel: "objective",
			Parameters: []Parameter{
				seed(func(s *solvers.Perceptron) *uint64 { return &s.Seed }).order(),
				count("max-epochs", func(s *solvers.Perceptron) *int { return &s.MaxEpochs }),
				flag("every-visit", func(s *solvers.Perceptron) *bool { return &s.EveryVisit }),
				flag("no-bias", func(s *solvers.Perceptron) *bool { return &s.NoBias }),
			},
			Specimen: solvers.Perceptron{EveryVisit: true}, Explain: explainPerceptron, Observe: observePerceptron, PointState: visitState, Drift: driftVisits,
			Primal: true, ErrorShown: true,
			Steering: visits{}, Effect: visitEffect, Describe: tellVisit, Entries: visitEntries,
		},
		{
			Name: "logistic", Title: "logistic regression", Letter: "a", Weight: "a", Objective: "loss", ObjectiveLabel: "objective", Needs: "gamma",
			Parameters: []Parameter{
				slider(real("gamma", func(s *solvers.Logistic) *float64 { return &s.Gamma }), "γ", 1e-4, 10),
				slider(real("lambda", func(s *solvers.Logistic) *float64 { return &s.Lambda }), "λ", 1e-6, 100).orZero().unsaid("0"),
				form(func(s *solvers.Logistic) *solvers.LogisticForm { return &s.Form }),
				count("max-steps", func(s *solvers.Logistic) *int { return &s.MaxSteps }),
				real("tol", func(s *solvers.Logistic) *float64 { return &s.Tol }),
			},
			Specimen: solvers.Logistic{Gamma: .01}, Descent: logistic, Explain: explainDescent, Observe: observeLogistic, Drift: driftDescent,
			Primal: true, Whole: true,
			Effect: lossEffect, Describe: tellLoss,
		},
		{
			Name: "least-squares", Title: "least squares", Letter: "a", Weight: "a", Objective: "loss", ObjectiveLabel: "objective", Needs: "eta",
			Parameters: []Parameter{
				slider(real("eta", func(s *solvers.LeastSquares) *float64 { return &s.Eta }), "η", 1e-4, 10),
				count("max-steps", func(s *solvers.LeastSquares) *int { return &s.MaxSteps }),
				real("tol", func(s *solvers.LeastSquares) *float64 { return &s.Tol }),
			},
			Specimen: solvers.LeastSquares{Eta: .1}, Descent: leastSquares, Explain: explainDescent, Observe: observeLeastSquares, Drift: driftDescent,
			Primal: true, Whole: true,
			Effect: lossEffect, Describe: tellLoss,
		},
		{
			Name: "ascent", Title: "gradient ascent", Letter: "α", Weight: "αt", Objective: "W", ObjectiveLabel: "W", Needs: "eta",
			Parameters: []Parameter{
				slider(real("eta", func(s *solvers.Ascent) *float64 { return &s.Eta }), "η", 1e-4, 10),
				count("max-steps", func(s *solvers.Ascent) *int { return &s.MaxSteps }),
			},
			Specimen: solvers.Ascent{Eta: .01}, Descent: ascent, Explain: explainDescent, Observe: observeAscent,
			ErrorShown: true, Whole: true,
		},
		{
			Name: "ridge", Title: "ridge regression", Letter: "a", Weight: "a", Objective: "objective", ObjectiveLabel: "objective", Needs: "lambda",
			Parameters: []Parameter{slider(real("lambda", func(s *solvers.Ridge) *float64 { return &s.Lambda }), "λ", 1e-6, 100).orZero()},
			Specimen:   solvers.Ridge{Lambda: .1}, Explain: explainRidge, Observe: observeRidge, PointState: stageState, Drift: driftStages,
			Primal: true, Whole: true, Restarts: true,
			Effect: stageEffect, Describe: tellStage, Entries: stageEntries,
		},
	}
}

// Of returns the kind of a solver, or of the one that it claims to be.
func Of(s solvers.Solver) (Kind, bool) { return Exactly(Claimed(s)) }

// Exactly returns the kind of a solver that claims to be no other.
func Exactly(s solvers.Solver) (Kind, bool) {
	if b, ok := s.(KindProvider); ok {
		return b.Kind(), true
	}
	for _, k := range All() {
		if reflect.TypeOf(k.Specimen) == reflect.TypeOf(s) {
			return k, true
		}
	}
	return Kind{}, false
}

// Named returns the kind with a machine name.
func Named(name string) (Kind, bool) {
	for _, k := range All() {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}

package anatomy

import (
	"reflect"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Kind is a solver as everything that tells about its runs knows it: a row of
// the table.
type Kind struct {
	Name      string // its machine name: "smo"
	Title     string // as a student knows it: "SMO"
	Letter    string // of the coefficients in the dual: "α"
	Objective string // of what it climbs or descends: "W"
	// ObjectiveLabel is what the objective is called where two runs are compared.
	ObjectiveLabel string
	// Needs is the parameter that it cannot do without; "": none.
	Needs      string
	Parameters []Parameter
	// Specimen is a solver of the kind with usual parameters.
	Specimen solvers.Solver
	// Descent is what the kind descends or climbs; nil for one that does not.
	Descent func(p Points, s solvers.Solver) Descent
	// Derive is the step after before of a trace in the dual, quantity by
	// quantity; nil where the step is none, or has matrices in place of numbers.
	Derive func(p Points, s solvers.Solver, before, now solvers.Step) Derivation
	// PointState is what a table of the points says of each; nil for a descent, of
	// which it says what the residual is made of, and for a kind of which it says
	// no more than f.
	PointState func(y []float64, s solvers.Solver) State
	// Rule is what a step does, in a sentence, and Words the quantities with a
	// Word, of which Recorded alone is used. Kinds with a panel and observables
	// of their own have neither.
	Rule  string
	Words func() Derivation
	// Observe returns what conditions can ask of the kind's steps beside what
	// they ask of every solver; nil: it follows from Words.
	Observe func(s solvers.Solver, p *solvers.Problem) []Observable

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
	// Steering is how a student chooses its steps; nil: they follow by
	// themselves.
	Steering Steering
	// Effect says what the step next would do, which was chosen in place of
	// another, or of none.
	Effect func(at Crossing, next solvers.Step, instead Move) []ascii.Line
	// Outside says which coefficient the parameters do not allow, "" where
	// there is none; nil: they allow all.
	Outside func(s solvers.Solver, at solvers.Step) string
	// Describe tells a step; stepped is false where none led to it. Nil: the
	// objective is all there is to tell.
	Describe func(s solvers.Step, stepped bool) Summary
	// Entries are what the step itself says, for other programs; nil: no more
	// than its coefficients.
	Entries func(s solvers.Step) []Entry
}

// KindProvider is a solver that brings its kind along: one that is not in the table.
type KindProvider interface{ Kind() Kind }

// All lists the kinds. A solver that is not among them, and brings none along,
// can be run and is not explained.
func All() []Kind {
	return []Kind{
		{
			Name: "smo", Title: "SMO", Letter: "α", Objective: "W", ObjectiveLabel: "W", Needs: "C",
			Parameters: []Parameter{
				slider(real("C", func(s *solvers.SMO) *float64 { return &s.C }), "C", 0.01, 1e4).endless(),
				real("tol", func(s *solvers.SMO) *float64 { return &s.Tol }),
				rule(func(s *solvers.SMO) *solvers.PairRule { return &s.Rule }),
				seed(func(s *solvers.SMO) *uint64 { return &s.Seed }),
				count("max-updates", func(s *solvers.SMO) *int { return &s.MaxUpdates }),
			},
			Specimen: solvers.SMO{C: 1}, Derive: pairSheet, PointState: standOfPairs,
			Sparse: true, Gap: true, Outside: aboveC,
			Steering: pairs{}, Effect: pairEffect, Describe: tellPair, Observe: observeSMO, Entries: pairEntries,
		},
		{
			Name: "perceptron", Title: "the perceptron", Letter: "α", Objective: "loss", ObjectiveLabel: "objective",
			Parameters: []Parameter{
				seed(func(s *solvers.Perceptron) *uint64 { return &s.Seed }).order(),
				count("max-epochs", func(s *solvers.Perceptron) *int { return &s.MaxEpochs }),
				flag("every-visit", func(s *solvers.Perceptron) *bool { return &s.EveryVisit }),
				flag("no-bias", func(s *solvers.Perceptron) *bool { return &s.NoBias }),
			},
			Specimen: solvers.Perceptron{EveryVisit: true}, Derive: visitSheet, PointState: standOfVisits,
			Primal: true, ErrorShown: true,
			Steering: visits{}, Effect: visitEffect, Describe: tellVisit, Observe: observePerceptron, Entries: visitEntries,
		},
		{
			Name: "logistic", Title: "logistic regression", Letter: "a", Objective: "loss", ObjectiveLabel: "objective", Needs: "gamma",
			Parameters: []Parameter{
				slider(real("gamma", func(s *solvers.Logistic) *float64 { return &s.Gamma }), "γ", 1e-4, 10),
				slider(real("lambda", func(s *solvers.Logistic) *float64 { return &s.Lambda }), "λ", 1e-6, 100).orZero().unsaid("0"),
				form(func(s *solvers.Logistic) *solvers.LogisticForm { return &s.Form }),
				count("max-steps", func(s *solvers.Logistic) *int { return &s.MaxSteps }),
				real("tol", func(s *solvers.Logistic) *float64 { return &s.Tol }),
			},
			Specimen: solvers.Logistic{Gamma: .01}, Descent: logistic, Derive: descentSheet, Observe: observeLogistic,
			Primal: true, Whole: true,
			Effect: lossEffect, Describe: tellLoss,
		},
		{
			Name: "least-squares", Title: "least squares", Letter: "a", Objective: "loss", ObjectiveLabel: "objective", Needs: "eta",
			Parameters: []Parameter{
				slider(real("eta", func(s *solvers.LeastSquares) *float64 { return &s.Eta }), "η", 1e-4, 10),
				count("max-steps", func(s *solvers.LeastSquares) *int { return &s.MaxSteps }),
				real("tol", func(s *solvers.LeastSquares) *float64 { return &s.Tol }),
			},
			Specimen: solvers.LeastSquares{Eta: .1}, Descent: leastSquares, Derive: descentSheet, Observe: observeLeastSquares,
			Primal: true, Whole: true,
			Effect: lossEffect, Describe: tellLoss,
		},
		{
			Name: "ascent", Title: "gradient ascent", Letter: "α", Objective: "W", ObjectiveLabel: "W", Needs: "eta",
			Parameters: []Parameter{
				slider(real("eta", func(s *solvers.Ascent) *float64 { return &s.Eta }), "η", 1e-4, 10),
				count("max-steps", func(s *solvers.Ascent) *int { return &s.MaxSteps }),
			},
			Specimen: solvers.Ascent{Eta: .01}, Descent: ascent, Derive: descentSheet, Observe: observeAscent,
			ErrorShown: true, Whole: true,
		},
		{
			Name: "ridge", Title: "ridge regression", Letter: "a", Objective: "objective", ObjectiveLabel: "objective", Needs: "lambda",
			Parameters: []Parameter{slider(real("lambda", func(s *solvers.Ridge) *float64 { return &s.Lambda }), "λ", 1e-6, 100).orZero()},
			Specimen:   solvers.Ridge{Lambda: .1}, PointState: standOfStages, Observe: observeRidge,
			Primal: true, Whole: true, Restarts: true,
			Effect: stageEffect, Describe: tellStage, Entries: stageEntries,
		},
	}
}

// Of is the kind of a solver, or of the one that it claims to be.
func Of(s solvers.Solver) (Kind, bool) { return Exactly(Claimed(s)) }

// Exactly is the kind of a solver that claims to be no other.
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

// Named is the kind of a machine name.
func Named(name string) (Kind, bool) {
	for _, k := range All() {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}

func pairSheet(p Points, s solvers.Solver, before, now solvers.Step) Derivation {
	q, ok := PairOf(p.Machine(s.(solvers.SMO).C, before), now)
	if !ok {
		return nil
	}
	return q.Derivation()
}

func visitSheet(p Points, s solvers.Solver, before, now solvers.Step) Derivation {
	d, ok := now.Detail.(*solvers.PerceptronDetail)
	if !ok || d.Point < 0 || d.Point >= p.Len() {
		return nil
	}
	return p.Counts(s.(solvers.Perceptron), before).Derivation(d.Point)
}

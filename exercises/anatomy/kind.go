package anatomy

import (
	"fmt"
	"math"
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

// Summary is a step in a few words: what it did, and what there is now.
type Summary struct{ Done, Now []string }

func (t *Summary) did(format string, a ...any) { t.Done = append(t.Done, fmt.Sprintf(format, a...)) }

func (t *Summary) is(format string, a ...any) { t.Now = append(t.Now, fmt.Sprintf(format, a...)) }

// Summary is a step of the kind in a few words; stepped is false where none led to
// it.
func (k Kind) Summary(s solvers.Step, stepped bool) (t Summary) {
	if k.Describe != nil {
		return k.Describe(s, stepped)
	}
	t.is("%s %s", k.Objective, Num(s.Objective))
	return t
}

// Entry is a number, a word or a yes of a step under its name in files for
// other programs. Points count from 1.
type Entry struct {
	Name  string
	Value any // int, float64, bool or string
}

// EntriesOf lists what a step of the kind itself says.
func (k Kind) EntriesOf(s solvers.Step) []Entry {
	if k.Entries == nil {
		return nil
	}
	return k.Entries(s)
}

// State is what tables show of each point at a step.
type State struct {
	// Label is the first column, and Columns are those after the coefficient and f.
	Label   Column
	Columns []Column
	// Movers returns the points that the step to s is about. It may be nil.
	Movers func(s solvers.Step) []Mover
	// Violation returns by how much a point is not as the solver wants it, 0 if it is. It
	// is nil if a solver wants nothing of single points.
	Violation func(s solvers.Step, i int) float64
}

// Column is one number or verdict of every point.
type Column struct {
	Head string
	Cell func(s solvers.Step, i int) ascii.Line
	// Width is that of the words in it, 0 for a number.
	Width int
	// Words returns the cell as part of a sentence. It is nil for a number.
	Words func(s solvers.Step, i int) string
	// Legend explains the signs in it, "" if none need that.
	Legend string
}

// Mover is a point that a step is about, with the sign that marks it.
type Mover struct {
	Point int
	Mark  ascii.Span
}

// PlainMark marks the only point that a step is about.
const PlainMark = "▸"

// mover is the only point that a step is about.
func mover(i int) []Mover { return []Mover{{i, ascii.Span{Text: PlainMark, Ink: InkA}}} }

// State returns that of a run of the kind. Of the points it takes the labels alone: f
// is the one that the step has.
func (k Kind) State(y []float64, s solvers.Solver) State {
	switch {
	case k.Descent != nil:
		return k.Descent(Points{Y: y}, Claimed(s)).state()
	case k.PointState != nil:
		return k.PointState(y, Claimed(s))
	}
	return State{Label: labels("y", y)}
}

// number is a column of numbers.
func number(head string, of func(s solvers.Step, i int) float64) Column {
	return Column{Head: head, Cell: func(s solvers.Step, i int) ascii.Line { return ascii.Plain(Fitting(of(s, i))) }}
}

// verdict is a column that says whether a point is as the solver wants it: in a cell,
// and as part of a sentence.
func verdict(head string, width int, of func(s solvers.Step, i int) (ok bool, cell, words string)) Column {
	return Column{
		Head: head, Width: width,
		Cell: func(s solvers.Step, i int) ascii.Line {
			ok, cell, _ := of(s, i)
			if ok {
				return ascii.Inked("✓"+cell, ascii.Good)
			}
			return ascii.Inked("✗"+cell, ascii.Bad)
		},
		Words: func(s solvers.Step, i int) string { _, _, words := of(s, i); return words },
	}
}

// NumberWidth is the width of a number in a table, in columns.
const NumberWidth = 9

// Fitting writes a number with as many of its four digits as there is room for.
func Fitting(v float64) string {
	for digits := 4; ; digits-- {
		if text := Digits(v, digits); digits == 1 || ascii.Width(text) <= NumberWidth {
			return text
		}
	}
}

// labels is the column of the labels, with their signs if they are classes.
func labels(head string, y []float64) Column {
	return Column{Head: head, Cell: func(_ solvers.Step, i int) ascii.Line {
		return ascii.Plain(either(math.Abs(y[i]) == 1, Label(y[i]), Num(y[i])))
	}}
}

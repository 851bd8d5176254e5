package anatomy

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// Kind describes a kind of solver, such as SMO: everything except how it makes a step. It is a row
// of the table [All].
type Kind struct {
	Name      string // identifier, such as "smo"
	Title     string // for students, such as "SMO"
	Label     string // in a choice of solvers. If it is empty, the label is Name.
	Method    string // a sentence on how a solver of the kind works. It may be empty.
	Letter    string // symbol of the dual coefficients, such as "α"
	Weight    string // factor of φᵢ in w, such as "αy"
	Objective string // symbol or name of the objective, such as "g"
	// RequiredParameter is the name of the parameter that a user must set, or "" if there is none.
	RequiredParameter string
	Parameters        []Parameter
	// Example is a solver of the kind with usual parameters.
	Example solvers.Solver

	// Explain completes the [Account] of a step, the data from which its explanation is built. The
	// account already has the steps before and after, and the table of points. Explain adds the
	// rule that chose the points, the formulas of the dual, the laws and the questions to the
	// student.
	Explain func(transition Transition, a *Account)
	// Code returns the pseudo-code of a solver of the kind. It is nil if there is none.
	Code func(s solvers.Solver) Code
	// Observe returns the observables of the kind. Breakpoint conditions can refer to them and to
	// the observables that all solvers have.
	Observe func(s solvers.Solver, p *solvers.Problem) []Observable
	// PointColumns returns the columns of a table of points. It is nil for kinds with a Descent.
	PointColumns func(y []float64, s solvers.Solver) PointColumns
	// Descent describes the gradient descent that a solver of the kind performs. It is nil for solvers
	// that do not follow a gradient.
	Descent func(p Points, s solvers.Solver) Descent
	// Drift returns a bound of the difference that rounding can cause between a run in the dual and the
	// same run in the primal. The bound is relative to the size of the terms that add up to w. If there
	// is no bound, whyNoBound gives the reason. Otherwise, it is empty.
	Drift func(l Lockstep) (tol float64, whyNoBound string)
	// Fault makes a step with a planted mistake. It is nil if the solver has a method NextWith, which
	// takes solvers.FaultHooks and makes the mistake itself.
	Fault func(f FaultySolver, p *solvers.Problem, prev solvers.Step) solvers.Step

	// Targets means that the labels can be any numbers, not only classes.
	Targets bool
	// Primal means that the solver also runs in the primal.
	Primal bool
	// Sparse means that the points with nonzero coefficients are support vectors.
	Sparse bool
	// Gap means that steps have the primal objective and the duality gap.
	Gap bool
	// Restarts means that a run starts over when a parameter changes.
	Restarts bool
	// OmitTrainingError means that the training error need not be shown, because the figures of a step
	// already show it or it has no meaning.
	OmitTrainingError bool
	// ChangesAll means that every step changes all coefficients.
	ChangesAll bool
	// StepChooser lets a student choose the steps. It is nil if the student can choose nothing at a
	// step.
	StepChooser StepChooser
	// Effect describes the consequences of a step that a student chose at a fork. solverMove is the
	// move that the solver would have made, or the zero Move if that is not known.
	Effect func(fork ForkPosition, chosenStep solvers.Step, solverMove Move) []ascii.Line
	// Summarize describes a step in a few words. stepped is false for an initial state, to which no step led.
	Summarize func(s solvers.Step, stepped bool) Summary
	// Entries returns the numbers of a step, apart from its coefficients, for files that other
	// programs read.
	Entries func(s solvers.Step) []Entry
	// Details returns the numbers of a step, apart from its coefficients and b, in a fixed order. It is
	// nil if steps of the kind have no such numbers.
	Details func(s solvers.Step) []float64
}

// Names returns the names of all kinds.
func Names() (all []string) {
	for _, k := range All() {
		all = append(all, k.Name)
	}
	return all
}

// All returns the table of kinds. It contains every solver that a run can have.
func All() []Kind {
	return []Kind{
		{
			Name: "smo", Title: "SMO", Label: "SVM by SMO", Letter: "α", Weight: "αt", Objective: "g",
			RequiredParameter: "C",
			Parameters: []Parameter{
				withSlider(realParameter("C", func(s *solvers.SMO) *float64 { return &s.C }), "C", 0.01,
					1e4).allowInf(),
				realParameter("tol", func(s *solvers.SMO) *float64 { return &s.Tol }),
				ruleParameter(func(s *solvers.SMO) *solvers.PairRule { return &s.Rule }),
				seedParameter(func(s *solvers.SMO) *uint64 { return &s.Seed }),
				countParameter("max-updates", func(s *solvers.SMO) *int { return &s.MaxUpdates }),
			},
			Example: solvers.SMO{C: 1}, Explain: explainSMO, Code: pairCode,
			Observe: observeSMO, PointColumns: smoColumns,
			Fault:  faultyPair,
			Sparse: true, Gap: true,
			StepChooser: studentPair{}, Effect: pairEffect, Summarize: summarizeUpdate, Entries: pairEntries,
			Details: pairDetails,
		},
		{
			Name: "perceptron", Title: "the perceptron", Letter: "α", Weight: "αy", Objective: "loss",
			Parameters: []Parameter{
				seedParameter(func(s *solvers.Perceptron) *uint64 { return &s.Seed }).withOrderLabel(),
				countParameter("max-epochs", func(s *solvers.Perceptron) *int { return &s.MaxPasses }).onBench(
					exercises.Control{Name: "passes", Label: "passes", Min: 5, Max: 500, Step: 5, Value: "100"}),
				flagParameter("every-visit", func(s *solvers.Perceptron) *bool { return &s.EveryVisit }).onBench(
					exercises.Control{Name: "visits", Label: "a step is", Value: "mistake",
						Choices: exercises.LabelledChoices("mistake", "the next mistake", "visit", "every point")}),
				flagParameter("no-bias", func(s *solvers.Perceptron) *bool { return &s.NoBias }),
			},
			Example: solvers.Perceptron{EveryVisit: true}, Explain: explainPerceptron, Code: visitCode,
			Observe:      observePerceptron,
			PointColumns: perceptronColumns, Drift: perceptronDrift,
			Primal: true, OmitTrainingError: true,
			StepChooser: studentVisit{}, Effect: visitEffect, Summarize: summarizeVisit, Entries: visitEntries,
		},
		{
			Name: "logistic", Title: "logistic regression", Letter: "a", Weight: "a", Objective: "loss",
			RequiredParameter: "gamma", Method: "Each step goes down the gradient of the loss.",
			Parameters: []Parameter{
				withSlider(realParameter("gamma", func(s *solvers.Logistic) *float64 { return &s.Gamma }), "η", 1e-4,
					10).onBench(exercises.Control{Name: "share", Label: "η·λmax/8", Min: 0.01, Max: 1, Step: 0.1,
					Log: true, Value: "0.5"}),
				withSlider(realParameter("lambda", func(s *solvers.Logistic) *float64 { return &s.Lambda }), "λ", 1e-6,
					100).allowZero().omitting("0"),
				formParameter(func(s *solvers.Logistic) *solvers.LogisticForm { return &s.Form }),
				countParameter("max-steps", func(s *solvers.Logistic) *int { return &s.MaxSteps }),
				realParameter("tol", func(s *solvers.Logistic) *float64 { return &s.Tol }),
			},
			Example: solvers.Logistic{Gamma: .01}, Descent: logisticDescent, Code: descentCode,
			Explain: explainDescent,
			Observe: observeLogistic, Drift: driftDescent,
			Primal: true, ChangesAll: true,
			Effect: lossEffect, Summarize: summarizeLoss,
		},
		{
			Name: "least-squares", Title: "least squares", Label: "least squares, steps", Letter: "a", Weight: "a",
			Objective: "loss", RequiredParameter: "eta", Targets: true,
			Method: "Each step goes down the gradient of the loss.",
			Parameters: []Parameter{
				withSlider(realParameter("eta", func(s *solvers.LeastSquares) *float64 { return &s.Eta }), "η", 1e-4, 10),
				countParameter("max-steps", func(s *solvers.LeastSquares) *int { return &s.MaxSteps }),
				realParameter("tol", func(s *solvers.LeastSquares) *float64 { return &s.Tol }),
			},
			Example: solvers.LeastSquares{Eta: .1}, Descent: leastSquaresDescent, Code: descentCode,
			Explain: explainDescent,
			Observe: observeLeastSquares, Drift: driftDescent,
			Primal: true, ChangesAll: true,
			Effect: lossEffect, Summarize: summarizeLoss,
		},
		{
			Name: "ascent", Title: "gradient ascent", Letter: "α", Weight: "αt", Objective: "g",
			RequiredParameter: "eta",
			Parameters: []Parameter{
				withSlider(realParameter("eta", func(s *solvers.Ascent) *float64 { return &s.Eta }), "η", 1e-4, 10),
				countParameter("max-steps", func(s *solvers.Ascent) *int { return &s.MaxSteps }),
			},
			Example: solvers.Ascent{Eta: .01}, Descent: dualAscent, Explain: explainDescent, Observe: observeAscent,
			OmitTrainingError: true, ChangesAll: true,
		},
		{
			Name: "ridge", Title: "ridge regression", Letter: "a", Weight: "a", Objective: "objective",
			RequiredParameter: "lambda", Targets: true,
			Method: "It solves (K + λI)a = y in stages, with LLᵀ = K + λI: first Lz = y, the forward solve, " +
				"then Lᵀa = z.",
			Parameters: []Parameter{
				withSlider(realParameter("lambda", func(s *solvers.Ridge) *float64 { return &s.Lambda }), "λ", 1e-6,
					100).allowZero(),
			},
			Example: solvers.Ridge{Lambda: .1}, Explain: explainRidge, Observe: observeRidge,
			PointColumns: ridgeColumns,
			Drift:        driftStages,
			Primal:       true, ChangesAll: true, Restarts: true,
			Effect: stageEffect, Summarize: summarizeStage, Entries: stageEntries, Details: stageDetails,
		},
	}
}

// KindOf returns the kind of the solver that s imitates, see [ClaimedSolver].
func KindOf(s solvers.Solver) (Kind, bool) { return OwnKind(ClaimedSolver(s)) }

// OwnKind returns the kind of s itself. The second result is false for a solver that only imitates
// another solver, such as a [FaultySolver].
func OwnKind(s solvers.Solver) (Kind, bool) {
	for _, k := range All() {
		if reflect.TypeOf(k.Example) == reflect.TypeOf(s) {
			return k, true
		}
	}
	return Kind{}, false
}

// KindNamed returns the kind with the given Name, such as "smo".
func KindNamed(name string) (Kind, bool) {
	for _, k := range All() {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}

// Summary describes in a few words what a step did (Done) and the state after it (Now).
type Summary struct{ Done, Now []string }

func (t *Summary) addDone(format string, a ...any) {
	t.Done = append(t.Done, fmt.Sprintf(format, a...))
}

func (t *Summary) addNow(format string, a ...any) { t.Now = append(t.Now, fmt.Sprintf(format, a...)) }

// Summary describes a step of the kind in a few words. stepped is false for an initial state, to which
// no step led.
func (k Kind) Summary(s solvers.Step, stepped bool) (t Summary) {
	if k.Summarize != nil {
		return k.Summarize(s, stepped)
	}
	t.addNow("%s %s", k.Objective, Num(s.Objective))
	return t
}

// Entry is a named number, word or truth value of a step, for files that other programs read.
// Points are numbered from 1.
type Entry struct {
	Name  string
	Value any // int, float64, bool or string
}

// Describe returns the title of the kind and the settings of a solver of the kind, such as "ridge
// regression with λ = 0.1". It omits the order of the points.
func (k Kind) Describe(s solvers.Solver) string {
	var settings []string
	for _, p := range k.Parameters {
		switch value := p.Text(s); {
		case p.ForkLabel == "" || p.Type == Seed || value == p.Omitted:
		case p.Type == Word:
			settings = append(settings, fmt.Sprintf("%s “%s”", p.ForkLabel, p.Label(value)))
		default:
			v, _ := strconv.ParseFloat(value, 64)
			settings = append(settings, p.ForkLabel+" = "+Num(v))
		}
	}
	return k.Title + textUnless(settings == nil, " with "+strings.Join(settings, " and "))
}

// EntriesOf returns the entries of a step of the kind.
func (k Kind) EntriesOf(s solvers.Step) []Entry {
	if k.Entries == nil {
		return nil
	}
	return k.Entries(s)
}

// PointColumns describes the columns that tables show about each point at a step.
type PointColumns struct {
	// Label is the first column. The coefficient, f and Columns follow it.
	Label   Column
	Columns []Column
	// Movers returns the points that the step s visits or changes. It may be nil.
	Movers func(s solvers.Step) []Mover
	// Violation returns by how much a point violates the solver's condition, or 0 if the condition
	// holds. It is nil if the solver has no condition on single points.
	Violation func(s solvers.Step, i int) float64
}

// Column is a column of a table of points. It shows a number or a verdict for every point.
type Column struct {
	Head string
	Cell func(s solvers.Step, i int) ascii.Line
	// Width is the width of the column in terminal columns. It is 0 for numbers.
	Width int
	// Words returns the cell as part of a sentence. It is nil for numbers.
	Words func(s solvers.Step, i int) string
	// Legend explains the signs in the column. It may be empty.
	Legend string
}

// Sentence returns the cell of a point as part of a sentence.
func (c Column) Sentence(s solvers.Step, i int) string {
	if c.Words != nil {
		return c.Words(s, i)
	}
	return c.Head + " = " + c.Cell(s, i).String()
}

// Mover is a point that a step visits or changes, with its mark.
type Mover struct {
	Point int
	Mark  ascii.Span
}

// PlainMark is the mark of the point if a step visits or changes only one point.
const PlainMark = "▸"

// singleMover returns point i as the only mover of a step.
func singleMover(i int) []Mover { return []Mover{{i, ascii.Span{Text: PlainMark, Ink: InkA}}} }

// ColumnsFor returns the columns of tables of points for the solver s. The columns use only the
// labels y and the steps.
func (k Kind) ColumnsFor(y []float64, s solvers.Solver) PointColumns {
	if k.Descent != nil {
		return k.Descent(Points{Y: y}, ClaimedSolver(s)).pointColumns()
	}
	return k.PointColumns(y, ClaimedSolver(s))
}

// numberColumn returns a column of numbers.
func numberColumn(head string, value func(s solvers.Step, i int) float64) Column {
	return Column{Head: head, Cell: func(s solvers.Step, i int) ascii.Line {
		return ascii.Plain(NumInTable(value(s, i)))
	}}
}

// verdictColumn returns a column that shows whether a point satisfies the solver's condition.
// judge returns the verdict as text for a cell and as part of a sentence.
func verdictColumn(head string, width int, judge func(s solvers.Step, i int) (ok bool, cell, words string)) Column {
	return Column{
		Head: head, Width: width,
		Cell: func(s solvers.Step, i int) ascii.Line {
			ok, cell, _ := judge(s, i)
			if ok {
				return ascii.Inked("✓"+cell, ascii.Good)
			}
			return ascii.Inked("✗"+cell, ascii.Bad)
		},
		Words: func(s solvers.Step, i int) string { _, _, words := judge(s, i); return words },
	}
}

// NumberWidth is the width of a number in a table, in terminal columns.
const NumberWidth = 9

// NumInTable writes a number with four significant digits, or with fewer if it would not fit into
// NumberWidth.
func NumInTable(v float64) string {
	for digits := 4; ; digits-- {
		if text := Digits(v, digits); digits == 1 || ascii.Width(text) <= NumberWidth {
			return text
		}
	}
}

// targetColumn returns the column of the labels or targets. It writes ±1 with a sign.
func targetColumn(head string, y []float64) Column {
	return Column{Head: head, Cell: func(_ solvers.Step, i int) ascii.Line {
		return ascii.Plain(ifElse(math.Abs(y[i]) == 1, Label(y[i]), Num(y[i])))
	}}
}

// Code is the pseudo-code of a solver: the head of a loop, lines that choose the points of a step,
// and lines with formulas.
type Code struct {
	Lines         []ascii.Line // the first line is the head of the loop
	quantityNames []string     // names of the quantities whose formulas are the last lines
}

// codeOf returns pseudo-code: the head of the loop, the lines that choose points, and a formula for
// each of the named quantities. d is the derivation for point 1. The subscript i replaces the
// subscript 1 of its formulas.
func codeOf(loopHead string, choices []string, d Derivation, quantityNames ...string) Code {
	c := Code{Lines: ascii.PlainLines(append([]string{loopHead}, choices...)...), quantityNames: quantityNames}
	for _, name := range quantityNames {
		definition := d.Definition(name)
		for i := range definition {
			definition[i].Text = strings.ReplaceAll(definition[i].Text, Sub(1), "ᵢ")
		}
		c.Lines = append(c.Lines, definition)
	}
	return c
}

// LineResults returns what a step did in each line of the code except the first: the points that it
// chose, and the formulas with the numbers that it recorded. It returns nil if no step was made.
func (c Code) LineResults(a Account) []ascii.Line {
	if a.Derivation == nil {
		return nil
	}
	out, n := a.Chosen(), a.Derivation.RecordedValues(a.Now)
	for _, name := range c.quantityNames {
		q := a.Derivation.Get(name)
		out = append(out, append(ascii.Inked(q.Symbol, q.Ink), a.Derivation.Result(name, n)...))
	}
	return out
}

// pairCode returns the code of SMO.
func pairCode(s solvers.Solver) Code {
	rule := RuleOf(s.(solvers.SMO).Rule)
	return codeOf(ifElse(rule.AnyDirection, "repeat while g has not converged", "while a pair violates KKT"),
		rule.Formula[:2], anyPair(), "kappa", "star", "alnew", "aknew", "b")
}

// visitCode returns the code of the perceptron.
func visitCode(s solvers.Solver) Code {
	p := s.(solvers.Perceptron)
	d := PerceptronState{Points: Points{Y: []float64{1}}, NoBias: p.NoBias, Alpha: []float64{0},
		F: []float64{0}}.Derivation(0)
	quantityNames := []string{"f", "margin", "mistake", "alpha", "b"}
	if p.NoBias {
		quantityNames = quantityNames[:4]
	}
	return codeOf("repeat until a pass has no mistake",
		[]string{"i = the next " + ifElse(p.EveryVisit, "point", "mistake")}, d, quantityNames...)
}

// descentCode returns the code of the descent that a solver performs.
func descentCode(s solvers.Solver) Code {
	d, _ := Points{Y: []float64{1}}.Descent(s)
	return codeOf("while the gradient is not 0", []string{"each line for all i before the next"},
		d.Derivation(0, []float64{0}, 0), "f", "r", "anew")
}

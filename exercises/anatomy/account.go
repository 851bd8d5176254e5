package anatomy

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// Account is the explanation of one step, as data: the rule, the formulas with their numbers, the
// laws and the questions. The panel "why", the ledger (the list of laws that hold or fail), the
// predictions and the step by hand are built from it. A [Kind] or a [Computation] creates it.
type Account struct {
	Rule Rule
	// Derivation is the derivation of the step. It is nil for an initial state, to which no step led.
	Derivation Derivation
	// OtherDerivations returns derivations of the same step for other points, which the ledger
	// checks too. It may be nil.
	OtherDerivations func() []Derivation
	// FormulaNotes lists sentences that explain the formulas, such as the meaning of a letter.
	FormulaNotes []ascii.Line
	// Objective is the symbol of the objective. If empty, the objective is not shown.
	Objective   string
	Before, Now solvers.Step

	// Points describes the points of the run, with the numbers that the rule compares. It
	// is nil if there are no such numbers.
	Points *PointTable
	// Chosen returns, for each line of the pseudo-code that chooses points, what it chose in this
	// step. It may be nil if there is no such line.
	Chosen func() []ascii.Line
	// Choice explains how the step was chosen. Remarks returns lines to show after the
	// arithmetic. Both may be nil.
	Choice, Remarks func() []ascii.Line
	// Laws returns the laws that must hold after the step, apart from the derivation. If a law and
	// a quantity have the same name, the ledger shows only the law. Laws may be nil.
	Laws func() Laws
	// Questions returns the questions about the step. If it is nil, the only question asks for the
	// last number of the derivation. Move returns a question about the points of the step, which is
	// asked before the others. It may be nil.
	Questions func() []Question
	Move      func() *MoveQuestion
	// Blanks lists the names of the quantities to fill in by hand. If nil, the student fills in
	// every quantity with a formula. Scene returns the figures with the numbers that the student
	// needs. HandMove is set if the student must first find the points that the step changes.
	// Replacement returns a question to ask if there is nothing to fill in.
	Blanks      []string
	Scene       func() exercises.Scene
	HandMove    func() *MoveQuestion
	Replacement func() *Question
	// Primal is set for a step in the primal. Questions are asked about such a step, but it is not
	// explained.
	Primal bool
}

// Rule describes what every step of an algorithm does.
type Rule struct {
	Title     string
	Sentences []string
	Formula   string // the rule in symbols; may be empty
	Start     string // shown instead of a step at the start; may be empty
}

// PointTable describes the points of a run at a step, usually the step before the explained one.
type PointTable struct {
	PointColumns
	Letter      string       // symbol of the coefficients
	Step        solvers.Step // the step at which the points are described
	MoreColumns []Column     // additional columns
	// RunnerUp is the point that would be the second best choice of the rule, or −1 if there is
	// none.
	RunnerUp int
	// Rank is used if the table is too long to show. The points with the largest ranks are shown,
	// or the first points if Rank is nil.
	Rank func(i int) float64
}

// Transition is a step of a run together with the position before the step.
type Transition struct {
	Points                       // without a Gram matrix in the primal
	Solver      solvers.Solver   // the result of ClaimedSolver for the solver of the run
	Problem     *solvers.Problem // the problem of the run
	Before, Now solvers.Step
	Trace       solvers.Trace  // the trace that contains Now
	Frame       int            // the index of Now in Trace
	IsStart     bool           // whether Now is an initial state, to which no step led
	LargestGram func() float64 // the largest |Kᵢⱼ|
	Spectrum    func() Spectrum
}

// Spectrum holds the numbers from which bounds of rounding errors are computed.
type Spectrum struct {
	Largest float64 // the largest |Kᵢⱼ|
	// Known reports whether the eigenvalues were computed. If not, Highest is a
	// bound and Lowest is 0.
	Known           bool
	Lowest, Highest float64
}

// PSD reports whether no eigenvalue of K is negative by more than rounding. It returns true if the
// eigenvalues are not known.
func (s Spectrum) PSD() bool {
	return !s.Known || s.Lowest >= -1e-10*max(s.Highest, s.Largest)
}

// TrainingData is the training data of a run: points with labels, and a kernel.
type TrainingData interface {
	Labels() []float64
	// Gram returns the Gram matrix of the points, or an error if the kernel does
	// not accept them.
	Gram() (*solvers.Dense, error)
	// Features returns the rows φ(xᵢ). ok is false if the kernel has no finite
	// feature map.
	Features() (rows [][]float64, ok bool)
}

// Accounts creates an [Account] for each step of the runs on the same training data. It caches what
// is the same for all steps. It is safe for concurrent use.
type Accounts struct {
	Points   // without a Gram matrix if the kernel does not accept the points
	largest  func() float64
	spectrum func() Spectrum
	features func() [][]float64 // nil rows if the kernel has no finite feature map
}

// maxSpectrumPoints is the largest number of points for which the eigenvalues of K are computed. For
// 500 points this takes 0.3 s.
const maxSpectrumPoints = 500

// NewAccounts returns the Accounts of some training data. It takes O(n²) time. The first law that
// needs the eigenvalues of K takes O(n³) time.
func NewAccounts(data TrainingData) *Accounts {
	a := &Accounts{Points: Points{Y: data.Labels()}}
	if g, err := data.Gram(); err == nil {
		a.Gram = g
	}
	a.largest, a.spectrum = sync.OnceValue(a.Points.Largest), sync.OnceValue(a.computeSpectrum)
	a.features = sync.OnceValue(func() [][]float64 {
		rows, _ := data.Features()
		return rows
	})
	return a
}

// computeSpectrum computes the spectrum of K.
func (a *Accounts) computeSpectrum() Spectrum {
	s, n := Spectrum{Largest: a.largest()}, a.Len()
	for i := range n {
		var sum float64
		for _, v := range a.Gram.Row(i) {
			sum += math.Abs(v)
		}
		s.Highest = max(s.Highest, sum) // Gershgorin's bound
	}
	if n > maxSpectrumPoints {
		return s
	}
	if values := solvers.Eigenvalues(n, a.Gram.At); values != nil {
		s.Known, s.Lowest, s.Highest = true, values[0], values[n-1]
	}
	return s
}

// Account returns the account of frame i of a run. traces holds the run and, optionally, the same
// run in the primal. Frame i is the state after step i. Frame 0 is an initial state, to which no step
// led. isStart says that frame i is also an initial state, because the student changed a parameter
// there (a fork).
// The second result is false if there is no frame i, or if the kernel does not accept the points.
func (a *Accounts) Account(traces []solvers.Trace, i int, isStart bool) (Account, bool) {
	if len(traces) == 0 || i < 0 || i >= traces[0].Len() {
		return Account{}, false
	}
	t := traces[0]
	kind, _ := KindOf(t.Solver())
	primal := t.Problem().IsPrimal()
	if !primal && (a.Gram == nil || t.At(i).Coef().Len() != a.Len()) {
		return Account{}, false
	}
	transition := Transition{Points: a.Points, Solver: ClaimedSolver(t.Solver()), Problem: t.Problem(), Trace: t,
		Now: t.At(i), Before: t.At(max(0, i-1)), Frame: i, IsStart: isStart || i == 0, LargestGram: a.largest,
		Spectrum: a.spectrum}
	if primal {
		transition.Gram = nil
	}
	out := kind.Account(transition)
	kindLaws := out.Laws
	out.Laws = func() Laws { return slices.Concat(kindLaws(), a.lockstep(kind, traces, i), a.psd()) }
	return out, true
}

// psd returns the law that K has no negative eigenvalue, or nil if the eigenvalues are not known.
func (a *Accounts) psd() (l Laws) {
	if s := a.spectrum(); s.Known {
		l.condition("psd", "no eigenvalue of K < 0", "λmin = "+Rounded(s.Lowest, rounding*max(s.Highest,
			s.Largest)),
			s.PSD(),
			"K has the negative eigenvalue %s, so this is not a kernel. Laws that require a kernel may fail.",
			Num(s.Lowest))
	}
	return l
}

// Account returns the account of a step of the kind.
func (k Kind) Account(transition Transition) Account {
	a := Account{Objective: k.Objective, Before: transition.Before, Now: transition.Now,
		Primal: transition.Problem.IsPrimal()}
	if k.PointColumns != nil {
		a.Points = &PointTable{PointColumns: k.PointColumns(transition.Y, transition.Solver), Letter: k.Letter,
			Step: transition.Before, RunnerUp: -1}
	}
	k.Explain(transition, &a)
	if a.Derivation == nil && a.Points != nil {
		a.Points.Step = transition.Now
	}
	if transition.IsStart {
		a.Derivation, a.OtherDerivations, a.Questions, a.Move, a.HandMove, a.Replacement = nil, nil, nil, nil, nil, nil
	}
	return a
}

// Law states a relation between the numbers Got and Want that must hold after a step.
type Law struct {
	Name, Formula string // Name is unique among the laws of a step; Formula states the law in symbols
	Got           float64
	Relation
	Want float64 // computed independently of Got
	Tol  float64 // how far rounding may violate the law
	// Shown, if not empty, is written in the ledger instead of Got.
	Shown string
	// Note explains a violation. If it is empty, the ledger makes a note from Got and Want.
	Note string
	// WhyWaived is the reason why the law need not hold here. If empty, it must hold.
	WhyWaived string
}

// Relation is the relation that must hold between two numbers.
type Relation uint8

// The relations.
const (
	Equals Relation = iota
	AtMost
	AtLeast
)

// Holds reports whether the law holds or is waived. NaN satisfies no law.
func (l Law) Holds() bool {
	switch {
	case l.WhyWaived != "":
		return true
	case l.Relation == AtMost:
		return l.Got <= l.Want+l.Tol
	case l.Relation == AtLeast:
		return l.Got >= l.Want-l.Tol
	}
	return l.Got == l.Want || math.Abs(l.Got-l.Want) <= l.Tol
}

// Laws lists the laws of one step in the order in which the ledger shows them.
type Laws []Law

// difference adds the law that v, the difference of two numbers or vectors, is 0 up to tol. The
// ledger says by how much they differ. note and args form the note, as in fmt.Sprintf.
func (l *Laws) difference(name, formula string, v, tol float64, note string, args ...any) {
	*l = append(*l, Law{Name: name, Formula: formula, Got: v, Tol: tol,
		Shown: ifElse(math.Abs(v) <= tol, "equal up to rounding", "off by "+Num(v)),
		Note:  fmt.Sprintf(note, args...)})
}

// equal adds the law that v and want differ by at most tol.
func (l *Laws) equal(name, formula string, v, want, tol float64) {
	*l = append(*l, Law{Name: name, Formula: formula, Got: v, Want: want, Tol: tol,
		Note: fmt.Sprintf("It should be %s, but the step has %s.", Num(want), Num(v))})
}

// condition adds a law that does not compare two numbers. The ledger shows value. holds says
// whether the law holds.
func (l *Laws) condition(name, formula, value string, holds bool, note string, args ...any) {
	*l = append(*l, Law{Name: name, Formula: formula, Got: boolNumber(holds), Want: 1, Shown: value,
		Note: fmt.Sprintf(note, args...)})
}

// equalVectors adds the law that the entries of a recorded vector and of want differ by at most
// tol. subject is the name of an entry in notes, in which the number of the entry replaces #.
func (l *Laws) equalVectors(name, formula, subject string, want []float64, recorded func(i int) float64, tol float64) {
	maxError, at := largest(len(want), func(i int) float64 { return recorded(i) - want[i] })
	l.difference(name, formula, maxError, tol, "%s should be %s, but the step has %s.", strings.ReplaceAll(subject,
		"#", Sub(at+1)),
		Num(want[at]), Num(recorded(at)))
}

// largest returns the largest of |v(0)| … |v(n−1)| and its index. A NaN is larger than any number.
func largest(n int, v func(i int) float64) (size float64, at int) {
	for i := range n {
		d := math.Abs(v(i))
		if d > size || math.IsNaN(d) {
			size, at = d, i
		}
		if math.IsNaN(d) {
			break
		}
	}
	return size, at
}

// finite reports whether all numbers are finite.
func finite(v ...float64) bool {
	for _, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// textUnless returns words if holds is false, and "" if holds is true.
func textUnless(holds bool, words string) string {
	if holds {
		return ""
	}
	return words
}

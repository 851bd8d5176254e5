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

// Account contains everything that is explained about one step: the basis of the
// panel "why", the ledger, predictions and the step by hand. It comes from a [Kind]
// or a [Course].
type Account struct {
	Rule Rule
	// Derivation is the derivation of the step, or nil at a start.
	Derivation Derivation
	// Others returns derivations of the same step for other points, which the
	// ledger checks as well. It may be nil.
	Others func() []Derivation
	// Given lists the premises of the formulas that are not numbers.
	Given []ascii.Line
	// Objective is the symbol of the objective, if it is to be shown.
	Objective   string
	Before, Now solvers.Step

	// Points are the points of the run with the numbers that the rule compares. It
	// is nil if there are none.
	Points *PointTable
	// Chosen returns a line for each line of the pseudo-code that chooses what the step is
	// about. It may be nil if there is no such line.
	Chosen func() []ascii.Line
	// Choice explains how the step was chosen, and Remarks follow the arithmetic.
	// They may be nil.
	Choice, Remarks func() []ascii.Line
	// Laws returns the laws of the position apart from the derivation. A law
	// replaces the quantity of the same name. It may be nil.
	Laws func() Laws
	// Questions returns the questions about the step, which follow Move if that is
	// set. If nil, the last number of the derivation is asked for. Fields that a
	// question leaves empty follow from its number.
	Questions func() []Question
	Move      func() *MoveQuestion
	// Blanks names the quantities to fill in by hand. If nil, these are all that
	// have a formula. Scene shows the figures to read them from. HandMove is set if
	// the student must first find what the step is about, and Replacement if there is
	// nothing to fill in.
	Blanks      []string
	Scene       func() exercises.Scene
	HandMove    func() *MoveQuestion
	Replacement func() *Question
	// Primal steps have questions but are not explained.
	Primal bool
}

// Rule describes what every step of an algorithm does.
type Rule struct {
	Title     string
	Sentences []string
	Formula   string // may be empty
	Start     string // what to say at a start, may be empty
}

// PointTable describes the points of a run before a step.
type PointTable struct {
	State
	Letter string // of the coefficients
	At     solvers.Step
	More   []Column
	// Runner is the point that the rule would have taken next, −1 for none.
	Runner int
	// Rank decides which points a long table shows: those with the largest values.
	// If nil, these are the first ones.
	Rank func(i int) float64
}

// Change is a step of a run together with the previous position.
type Change struct {
	Points                       // without a Gram matrix in the primal
	Solver      solvers.Solver   // the solver of the run, or the one that it claims to be
	Problem     *solvers.Problem // of the run
	Before, Now solvers.Step
	Trace       solvers.Trace  // of Now
	Frame       int            // of Now
	Opening     bool           // Now is a start
	Largest     func() float64 // |Kᵢⱼ|
	Spectrum    func() Spectrum
}

// Spectrum holds the numbers that bound rounding in everything computed from K.
type Spectrum struct {
	Largest float64 // |Kᵢⱼ|
	// Known reports whether the eigenvalues were computed. If not, Highest is a
	// bound and Lowest is 0.
	Known           bool
	Lowest, Highest float64
}

// PSD reports whether K has no negative eigenvalue beyond rounding. It returns true
// if that is not known.
func (s Spectrum) PSD() bool {
	return !s.Known || s.Lowest >= -1e-10*math.Max(s.Highest, s.Largest)
}

// Model is what a run learns from: points with labels, and a kernel.
type Model interface {
	Labels() []float64
	// Gram returns the Gram matrix of the points, or an error if the kernel does
	// not accept them.
	Gram() (*solvers.Dense, error)
	// Features returns the rows φ(xᵢ). ok is false if the kernel has no finite
	// feature map.
	Features() (rows [][]float64, ok bool)
}

// Desk returns the accounts of the steps of runs on one model. It caches what no
// step changes, and is safe for concurrent use.
type Desk struct {
	Points   // without a Gram matrix if the kernel does not accept the points
	largest  func() float64
	spectrum func() Spectrum
	features func() [][]float64 // nil rows if the kernel has no finite feature map
}

// maxEigen is the largest n for which the eigenvalues of K are computed, which
// takes 0.3 s.
const maxEigen = 500

// NewDesk returns the desk of a model. It costs O(n²), and once O(n³) when the
// first law needs the eigenvalues of K.
func NewDesk(m Model) *Desk {
	d := &Desk{Points: Points{Y: m.Labels()}}
	if g, err := m.Gram(); err == nil {
		d.Gram = g
	}
	d.largest, d.spectrum = sync.OnceValue(d.Points.Largest), sync.OnceValue(d.measure)
	d.features = sync.OnceValue(func() [][]float64 {
		rows, _ := m.Features()
		return rows
	})
	return d
}

// measure computes the spectrum of K.
func (d *Desk) measure() Spectrum {
	s, n := Spectrum{Largest: d.largest()}, d.Len()
	for i := range n {
		var sum float64
		for _, v := range d.Gram.Row(i) {
			sum += math.Abs(v)
		}
		s.Highest = math.Max(s.Highest, sum) // Gershgorin's bound
	}
	if n > maxEigen {
		return s
	}
	if values := solvers.Eigenvalues(n, d.Gram.At); values != nil {
		s.Known, s.Lowest, s.Highest = true, values[0], values[n-1]
	}
	return s
}

// Account returns the account of frame i of the traces. The first trace is the main
// one; the second, if there is one, is its primal companion. Frame 0 and the frames
// at which a fork opens are starts. ok is false if there is no such frame, or if
// the kernel does not accept the points.
func (d *Desk) Account(traces []solvers.Trace, i int, opening bool) (Account, bool) {
	if len(traces) == 0 || i < 0 || i >= traces[0].Len() {
		return Account{}, false
	}
	t := traces[0]
	kind, _ := KindOf(t.Solver())
	primal := t.Problem().Primal()
	if !primal && (d.Gram == nil || t.At(i).Coef().Len() != d.Len()) {
		return Account{}, false
	}
	c := Change{Points: d.Points, Solver: Claimed(t.Solver()), Problem: t.Problem(), Trace: t, Now: t.At(i),
		Before: t.At(max(0, i-1)), Frame: i, Opening: opening || i == 0, Largest: d.largest, Spectrum: d.spectrum}
	if primal {
		c.Gram = nil
	}
	a := kind.Account(c)
	own := a.Laws
	a.Laws = func() Laws { return slices.Concat(own(), d.lockstep(kind, traces, i), d.psd()) }
	return a, true
}

// psd returns the law of the kernel itself.
func (d *Desk) psd() (l Laws) {
	if s := d.spectrum(); s.Known {
		l.holds("psd", "no eigenvalue of K < 0", "λmin = "+Rounded(s.Lowest, rounding*math.Max(s.Highest, s.Largest)),
			s.PSD(),
			"K has the negative eigenvalue %s: this is no kernel, and laws that need one are not promised.",
			Num(s.Lowest))
	}
	return l
}

// Account returns the account of a step of the kind.
func (k Kind) Account(c Change) Account {
	a := Account{Objective: k.Objective, Before: c.Before, Now: c.Now, Primal: c.Problem.Primal()}
	if k.PointState != nil {
		a.Points = &PointTable{State: k.PointState(c.Y, c.Solver), Letter: k.Letter, At: c.Before, Runner: -1}
	}
	k.Explain(c, &a)
	if a.Derivation == nil && a.Points != nil {
		a.Points.At = c.Now
	}
	if c.Opening {
		a.Derivation, a.Others, a.Questions, a.Move, a.HandMove, a.Replacement = nil, nil, nil, nil, nil, nil
	}
	return a
}

// Law states what must hold at a position: how the number Is compares with Want.
type Law struct {
	Name, Formula string // unique in its ledger; in symbols
	Is            float64
	Relation
	Want float64 // computed in another way
	Tol  float64 // by how much rounding can violate the law
	// Value replaces the number Is in the row, if it is not empty.
	Value string
	// Note explains a violation. If empty, it is derived.
	Note string
	// Waived is the reason why the law need not hold here. If empty, it must hold.
	Waived string
}

// Relation is how a number must compare with another.
type Relation uint8

// The relations.
const (
	Equals Relation = iota
	AtMost
	AtLeast
)

// Holds reports whether the law holds. NaN satisfies no law.
func (l Law) Holds() bool {
	switch {
	case l.Waived != "":
		return true
	case l.Relation == AtMost:
		return l.Is <= l.Want+l.Tol
	case l.Relation == AtLeast:
		return l.Is >= l.Want-l.Tol
	}
	return l.Is == l.Want || math.Abs(l.Is-l.Want) <= l.Tol
}

// Laws lists the laws of one position in the order of the ledger.
type Laws []Law

// off adds the law that two numbers, or two vectors, differ by no more than rounding.
// Its row says by how much they do.
func (l *Laws) off(name, formula string, v, tol float64, note string, args ...any) {
	*l = append(*l, Law{Name: name, Formula: formula, Is: v, Tol: tol, Value: "off by " + Rounded(v, tol),
		Note: fmt.Sprintf(note, args...)})
}

// zero adds the law that a number is 0 to rounding.
func (l *Laws) zero(name, formula string, v, tol float64, note string, args ...any) {
	*l = append(*l, Law{Name: name, Formula: formula, Is: v, Tol: tol, Note: fmt.Sprintf(note, args...)})
}

// equal adds the law that a number equals want.
func (l *Laws) equal(name, formula string, v, want, tol float64) {
	*l = append(*l, Law{Name: name, Formula: formula, Is: v, Want: want, Tol: tol,
		Note: fmt.Sprintf("It is %s, and the step has %s.", Num(want), Num(v))})
}

// holds adds a law that is not decided by one number.
func (l *Laws) holds(name, formula, value string, holds bool, note string, args ...any) {
	*l = append(*l, Law{Name: name, Formula: formula, Is: flagged(holds), Want: 1, Value: value,
		Note: fmt.Sprintf(note, args...)})
}

// same adds the law that a recorded vector equals want. In subject, # is replaced
// by the number of an entry.
func (l *Laws) same(name, formula, subject string, want []float64, recorded func(i int) float64, tol float64) {
	off, at := largest(len(want), func(i int) float64 { return recorded(i) - want[i] })
	l.off(name, formula, off, tol, "%s is %s, and the step has %s.", strings.ReplaceAll(subject, "#", Sub(at+1)),
		Num(want[at]), Num(recorded(at)))
}

// largest returns the largest |vᵢ| of n numbers and its index. A NaN is larger than
// any number.
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

// unless returns words if holds is false, and otherwise "".
func unless(holds bool, words string) string {
	if holds {
		return ""
	}
	return words
}

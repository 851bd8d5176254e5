package anatomy

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// Account is one step as it is explained: everything that the panel why, the
// ledger, predictions and the step by hand are made of. A [Kind] gives that of a
// solver's step, a [Course] that of its own.
type Account struct {
	Rule Rule
	// Derivation is the step; nil if none led here.
	Derivation Derivation
	// Others are derivations of what the step did in the same way elsewhere, of
	// other points. The ledger holds the step to them too. It may be nil.
	Others func() []Derivation
	// Given is what the formulas start from and no number tells.
	Given []ascii.Line
	// Objective is what the steps go by, if it is to be shown.
	Objective   string
	Before, Now solvers.Step

	// Points are the points of the run, shown with what the rule sees of them; nil
	// if there are none.
	Points *PointTable
	// Choice says how the step was chosen among the points, and Remarks what is to
	// be said after the arithmetic. They may be nil.
	Choice, Remarks func() []ascii.Line
	// Laws are what must hold here beside the derivation. A law replaces the
	// quantity of its name. It may be nil.
	Laws func() Laws
	// Questions are asked about the step, after Move if that is there. If nil, the last
	// number of the derivation is asked for. What a question leaves out follows from
	// its number.
	Questions func() []Question
	Move      func() *MoveQuestion
	// Blanks name the quantities to fill in by hand, all that have a formula if nil, and
	// Scene shows what they can be read off. HandMove is set if the student first finds
	// what the step is about, and Instead if there is nothing to fill in.
	Blanks   []string
	Scene    func() exercises.Scene
	HandMove func() *MoveQuestion
	Instead  func() *Question
	// Primal steps are asked about and not explained.
	Primal bool
}

// Rule is what every step of an algorithm does.
type Rule struct {
	Title     string
	Sentences []string
	Formula   string // "" for none
	Start     string // what there is to say where no step led, "" for nothing
}

// PointTable is the points of a run before a step.
type PointTable struct {
	State
	Letter string // of the coefficients
	At     solvers.Step
	More   []Column
	// Runner is the point that the rule would have taken next, −1 for none.
	Runner int
	// Rank orders the points of which only some are shown, the largest first; nil
	// keeps their order.
	Rank func(i int) float64
}

// Change is a step of a run with the step before it.
type Change struct {
	Points                       // without a Gram matrix in the primal
	Solver      solvers.Solver   // what the run's solver is, or claims to be
	Problem     *solvers.Problem // as the run has it
	Before, Now solvers.Step
	Trace       solvers.Trace  // of Now
	Frame       int            // of Now
	Opening     bool           // no step led to Now
	Largest     func() float64 // |Kᵢⱼ|
	Spectrum    func() Spectrum
}

// Spectrum holds the numbers that bound rounding in everything computed from K.
type Spectrum struct {
	Largest float64 // |Kᵢⱼ|
	// Known reports that the eigenvalues were computed. If not, Highest is a bound
	// and Lowest is 0.
	Known           bool
	Lowest, Highest float64
}

// PSD reports whether K has no eigenvalue below 0 but for rounding; true if that
// is not known.
func (s Spectrum) PSD() bool {
	return !s.Known || s.Lowest >= -1e-10*math.Max(s.Highest, s.Largest)
}

// Model is what a run learns from: points with labels, and a kernel.
type Model interface {
	Labels() []float64
	// Gram returns the Gram matrix of the points. It reports a kernel that cannot
	// take them.
	Gram() (*solvers.Dense, error)
	// Features returns the rows φ(xᵢ); not ok if the kernel has no finite map.
	Features() (rows [][]float64, ok bool)
}

// Desk gives the accounts of the steps of runs on one model. It holds what no step
// changes, and is safe for concurrent use.
type Desk struct {
	Points   // without a Gram matrix if the kernel cannot take the points
	largest  func() float64
	spectrum func() Spectrum
	features func() [][]float64 // nil rows: the kernel has no finite map
}

// maxEigen is the largest n for which the eigenvalues of K are computed: 0.3 s.
const maxEigen = 500

// NewDesk returns the desk of a model. It costs O(n²), and O(n³) once when the
// first law asks for the eigenvalues of K.
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

// measure finds the spectrum of K.
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

// Account returns the account of frame i of the traces, of which the first is the
// main one and the second, if there is one, its primal companion. No step led to
// frame 0, nor to one at which a fork opens. Not ok if there is no such frame,
// or no account of such a solver.
func (d *Desk) Account(traces []solvers.Trace, i int, opening bool) (Account, bool) {
	if len(traces) == 0 || i < 0 || i >= traces[0].Len() {
		return Account{}, false
	}
	t := traces[0]
	kind, ok := Of(t.Solver())
	primal := t.Problem().Primal()
	if !ok || !primal && (d.Gram == nil || t.At(i).Coef().Len() != d.Len()) {
		return Account{}, false
	}
	c := Change{Points: d.Points, Solver: Claimed(t.Solver()), Problem: t.Problem(), Trace: t, Now: t.At(i), Before: t.At(max(0, i-1)), Frame: i, Opening: opening || i == 0, Largest: d.largest, Spectrum: d.spectrum}
	if primal {
		c.Gram = nil
	}
	a, ok := kind.Account(c)
	own := a.Laws
	a.Laws = func() Laws {
		var out Laws
		if own != nil {
			out = own()
		}
		return append(append(out, d.lockstep(kind, traces, i)...), d.psd()...)
	}
	return a, ok
}

// psd is the law of the kernel itself.
func (d *Desk) psd() (l Laws) {
	if s := d.spectrum(); s.Known {
		l.holds("psd", "no eigenvalue of K < 0", "λmin = "+Rounded(s.Lowest, rounding*math.Max(s.Highest, s.Largest)), s.PSD(),
			"K has the negative eigenvalue %s: this is no kernel, and laws that need one are not promised.", Num(s.Lowest))
	}
	return l
}

// Account returns the account of a step of the kind; not ok if it has none.
func (k Kind) Account(c Change) (Account, bool) {
	a := Account{
		Rule: Rule{Title: k.Title, Sentences: []string{k.Rule}}, Objective: k.Objective,
		Before: c.Before, Now: c.Now, Primal: c.Problem.Primal(),
	}
	if k.Derive != nil && !a.Primal {
		a.Derivation = k.Derive(c)
		a.Laws = c.scoreLaw
	}
	if k.PointState != nil {
		a.Points = &PointTable{State: k.PointState(c.Y, c.Solver), Letter: k.Letter, At: c.Before, Runner: -1}
	}
	if k.Explain != nil {
		k.Explain(c, &a)
	}
	if a.Derivation == nil && a.Points != nil {
		a.Points.At = c.Now
	}
	if c.Opening {
		a.Derivation, a.Others, a.Questions, a.Move, a.HandMove, a.Instead = nil, nil, nil, nil, nil, nil
	}
	return a, k.Derive != nil || k.Explain != nil
}

// scoreLaw is the law that f follows from the coefficients, of kinds that state no
// laws of their own.
func (c Change) scoreLaw() (l Laws) {
	w := c.Now.Weights()
	l.same("f", "f follows from the coefficients", "f(x#) without b", c.Scores(w, nil), c.Now.Scores().At, rounding*(1+floats.Norm(w, 1)*c.Spectrum().Largest))
	return l
}

// Law is something that must hold at a position, with its number and what that
// has to be.
type Law struct {
	Name, Formula string // unique in its ledger, and in symbols
	Is            float64
	Relation
	Want float64 // by other means
	Tol  float64 // by how much rounding can make Is miss it
	// Value is how Is reads, if not as a number.
	Value string
	// Note says what is wrong if the law does not hold; if empty, it is derived.
	Note string
	// Waived says why the law need not hold here. If empty, it must.
	Waived string
}

// Relation is how a number has to compare with another.
type Relation uint8

// The relations.
const (
	Equals Relation = iota
	AtMost
	AtLeast
)

// Holds reports whether the law does. NaN never satisfies one.
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

// Laws are the laws of one position, in the order in which they are listed.
type Laws []Law

// zero adds the law that a number is 0 but for rounding.
func (l *Laws) zero(name, formula string, v, tol float64, note string, args ...any) {
	*l = append(*l, Law{Name: name, Formula: formula, Is: v, Tol: tol, Note: fmt.Sprintf(note, args...)})
}

// is adds the law that a number is what it follows to be.
func (l *Laws) is(name, formula string, v, want, tol float64) {
	*l = append(*l, Law{Name: name, Formula: formula, Is: v, Want: want, Tol: tol, Note: fmt.Sprintf("It is %s, and the step has %s.", Num(want), Num(v))})
}

// holds adds a law that a number alone does not decide.
func (l *Laws) holds(name, formula, value string, holds bool, note string, args ...any) {
	*l = append(*l, Law{Name: name, Formula: formula, Is: flagged(holds), Want: 1, Value: value, Note: fmt.Sprintf(note, args...)})
}

// same adds the law that a recorded vector is what it follows to be. The subject
// names its entries, # being their number.
func (l *Laws) same(name, formula, subject string, want []float64, recorded func(i int) float64, tol float64) {
	off, at := largest(len(want), func(i int) float64 { return recorded(i) - want[i] })
	l.zero(name, formula, off, tol, "%s is %s, and the step has %s.", strings.ReplaceAll(subject, "#", Sub(at+1)), Num(want[at]), Num(recorded(at)))
}

// largest returns the largest |vᵢ| of n numbers and where it is. A NaN is larger
// than any number.
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

// finite reports whether all numbers are.
func finite(v ...float64) bool {
	for _, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// unless returns the words if something does not hold.
func unless(holds bool, words string) string {
	if holds {
		return ""
	}
	return words
}

package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// Numbers are quantities by name: right ones, a student's, or recorded ones.
type Numbers = answer.Numbers

// Quantity is one number of a step.
type Quantity struct {
	Name   string // in forms: "star"
	Symbol string // "αℓ*"
	Ink    ascii.Ink
	// Formula is the right-hand side in symbols, with the quantities it is made of
	// in braces: "{al} + {tl}({ek} − {el})/{used}", or "{al:αℓ old}" with another
	// symbol. If empty, the number is given.
	Formula string
	// Fill returns the formula with numbers in place. If nil, the numbers take the
	// places of the symbols in Formula.
	Fill func(Numbers) string
	// Note remarks on the number, "" for nothing. It may be nil.
	Note func(Numbers) string
	// Signed numbers are labels or products of labels, written with their sign.
	Signed bool
	// Options are the words of a choice, of which the number is the index.
	Options []string
	// Resolution returns a difference that the digits of the number have to tell
	// apart for someone who computes with it. If nil, five digits are shown.
	Resolution func(Numbers) float64
	// Context marks a number that is shown with the arithmetic, and is neither
	// checked nor asked for.
	Context bool
	// Joined puts the number into the row of the ledger before it.
	Joined bool

	// From names the quantities that Compute reads.
	From []string
	// Compute returns the number, from the points, the state before the step and
	// the numbers of From. It never asks the solver.
	Compute func(Numbers) float64
	// Recorded returns what a solver's step says the number is; not ok if it says
	// nothing. It may be nil.
	Recorded func(solvers.Step) (float64, bool)
	// Scale returns the size of the terms that the number is a sum of, which
	// decides how many digits of it count. It is nil if nothing cancels.
	Scale func(Numbers) float64
	// Drift bounds how far rounding can carry a recorded number away, if the
	// solver updates it from step to step. It may be nil.
	Drift func(Numbers) float64
	// Margin bounds how far a student's number may be off for what follows from it
	// to come out right. It may be nil.
	Margin func(Numbers) float64
	Slips  []Slip

	// Word is the quantity's name in conditions; without one they do not know it.
	// Aliases are further names, Help says in a few words what it is, and Typical
	// is a value that it is often compared with.
	Word, Help, Typical string
	Aliases             []string
	// Entry numbers the quantities that share a Word, from 1: beta[1], beta[2]. It
	// is 0 if the Word names this quantity alone.
	Entry int
	// Persistent quantities are about the position that a step led to, the others
	// about what it did.
	Persistent bool
}

// Slip is a known mistake in a quantity: a student's, or one that is planted.
type Slip struct {
	ID      string
	Advice  string // what to tell a student; if empty, it is not looked for
	Compute func(Numbers) float64
}

// Given returns a quantity without a formula.
func Given(name, symbol string, v float64) Quantity {
	return Quantity{Name: name, Symbol: symbol, Compute: always(v)}
}

// to returns the quantity with a resolution.
func (q Quantity) to(resolution float64) Quantity {
	q.Resolution = func(Numbers) float64 { return resolution }
	return q
}

// Text writes the quantity's number for a formula.
func (q Quantity) Text(v float64) string {
	switch {
	case q.Options != nil:
		return q.Options[int(v)]
	case q.Signed:
		return Label(v)
	}
	return Num(v)
}

// Shown writes the quantity's number for someone who computes with it.
func (q Quantity) Shown(n Numbers) string {
	switch {
	case q.Signed:
		return answer.Signed(n[q.Name])
	case q.Resolution != nil:
		return ShowTo(n[q.Name], q.Resolution(n))
	}
	return Show(n[q.Name])
}

// FromDetail makes a recorded number of a step's detail, which the start does not
// have, nor a step of another solver.
func FromDetail[D solvers.Detail](of func(d D) float64) func(solvers.Step) (float64, bool) {
	return func(s solvers.Step) (float64, bool) {
		d, ok := s.Detail.(D)
		if !ok {
			return 0, false
		}
		return of(d), true
	}
}

// Points are what every solver of a dual learns from.
type Points struct {
	Gram solvers.Gram
	Y    []float64 // labels or targets
}

// Len is the number of points.
func (p Points) Len() int { return len(p.Y) }

// Scores is Σⱼ cⱼsⱼKᵢⱼ at every point, with all sⱼ = 1 for nil signs.
func (p Points) Scores(c, signs []float64) []float64 {
	out := make([]float64, len(c))
	for j, v := range c {
		if v == 0 {
			continue
		}
		if signs != nil {
			v *= signs[j]
		}
		floats.AddScaled(out, v, p.Gram.Row(j))
	}
	return out
}

// Pulled is Φᵀc: what coefficients of points come to as weights of features.
func Pulled(phi [][]float64, c []float64) []float64 {
	w := make([]float64, len(phi[0]))
	for j, v := range c {
		floats.AddScaled(w, v, phi[j])
	}
	return w
}

// Largest is the largest |Kᵢⱼ|.
func (p Points) Largest() float64 {
	var size float64
	for i := range p.Y {
		for _, v := range p.Gram.Row(i) {
			size = math.Max(size, math.Abs(v))
		}
	}
	return size
}

// Claimed is the solver whose laws a solver must obey: the one it says it is,
// or itself.
func Claimed(s solvers.Solver) solvers.Solver {
	for range 8 { // one that claims to be itself has no end
		c, ok := s.(interface{ Claims() solvers.Solver })
		if !ok {
			break
		}
		s = c.Claims()
	}
	return s
}

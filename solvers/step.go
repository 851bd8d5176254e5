package solvers

import (
	"iter"

	"gonum.org/v1/gonum/mat"
)

// Step is one position of a solver. It is never changed once made; copying it
// is cheap.
type Step struct {
	// N counts steps from 0, the start; Updates those that moved a
	// coefficient.
	N, Updates int
	Status     Status
	// Sentence explains the status with this step's numbers; empty while
	// running.
	Sentence string
	// Bias is b, 0 for solvers without intercept.
	Bias float64
	// Objective is what the solver climbs (SVM: the dual W) or descends
	// (ridge, gradient descent, perceptron: the loss).
	Objective float64
	// PrimalObjective and Gap are those of the SVM: ½‖w‖² + CΣξ at this step
	// (hard margin: of w scaled until it is feasible, +Inf where no scale is),
	// and its distance to the dual.
	PrimalObjective, Gap float64
	// Violation is the SVM's b_low − b_up, the largest violation of the KKT
	// conditions by a pair (negative beyond the optimum); for gradient descent
	// the length of the gradient of the objective in w, (2/n)‖Φᵀr‖ of least
	// squares and ‖Φᵀr − λw‖ of the logistic loss; for ascent the largest
	// |∂W/∂αᵢ|; for the perceptron the share of points on the wrong side. Like
	// the objectives and the gap it is that of the coefficients of this step.
	Violation float64
	// Detail is what this step did; nil at the start of some solvers.
	Detail Detail

	coef   []float64 // a, α or w
	scores []float64 // f − b at the training points
	signs  []float64 // labels that multiply coef in f; nil: none
}

// Coef returns the coefficients: α or a in the dual, w in the primal.
func (s Step) Coef() Vector { return Vector{s.coef} }

// CoefCopy returns a copy of the coefficients.
func (s Step) CoefCopy() []float64 { return clone(s.coef) }

// Weights returns c with f = Σ cⱼ k(xⱼ, ·) + b: αⱼtⱼ or aⱼ; in the primal, w.
func (s Step) Weights() []float64 {
	c := clone(s.coef)
	for i := range s.signs {
		c[i] *= s.signs[i]
	}
	return c
}

// F returns f(xᵢ), bias included.
func (s Step) F(i int) float64 { return s.scores[i] + s.Bias }

// Scores returns f at the training points without the bias.
func (s Step) Scores() Vector { return Vector{s.scores} }

// Vector is a read-only view of numbers.
type Vector struct{ v []float64 }

// Len returns the number of entries.
func (v Vector) Len() int { return len(v.v) }

// At returns entry i.
func (v Vector) At(i int) float64 { return v.v[i] }

// Copy returns the entries in a new slice.
func (v Vector) Copy() []float64 { return clone(v.v) }

// All ranges over index and entry.
func (v Vector) All() iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		for i, x := range v.v {
			if !yield(i, x) {
				return
			}
		}
	}
}

// Matrix is a read-only view of a matrix; the zero Matrix is empty.
type Matrix struct{ m mat.Matrix }

// Dims returns rows and columns.
func (m Matrix) Dims() (r, c int) {
	if m.m == nil {
		return 0, 0
	}
	return m.m.Dims()
}

// At returns the entry (i, j).
func (m Matrix) At(i, j int) float64 { return m.m.At(i, j) }

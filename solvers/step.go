package solvers

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Solver is an algorithm that can be walked. It is deterministic and keeps no
// state: the same problem and step give the same next step, whichever came
// between.
type Solver interface {
	// Name is a machine name: "smo", "perceptron" …
	Name() string
	// Start returns step 0. It reports problems the solver cannot take.
	Start(p *Problem) (Step, error)
	// Next returns the step after s. A step that is done is returned as it is.
	Next(p *Problem, s Step) (Step, error)
}

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

// Detail is what a step did. The set is closed: *SMODetail, *PerceptronDetail,
// *GradientDetail, *AscentDetail, *RidgeDetail, and NumbersDetail of what is no
// solver's. What it points to must not be changed.
type Detail interface{ detail() }

// SMODetail is one pair update, in the letters of the exercise sheet.
type SMODetail struct {
	K, L   int     // the pair: k first, ℓ second
	Tk, Tl float64 // their labels
	C      float64 // the bound, +Inf for the hard margin
	// Ek, El are f − t before the update, with the bias of the step before.
	Ek, El float64
	S      float64 // tk·tℓ
	Gamma  float64 // αk + s·αℓ, which the update keeps
	Lo, Hi float64 // bounds L and H of αℓ; Hi may be +Inf
	// Kappa is K_kk + K_ℓℓ − 2K_kℓ = ‖φk − φℓ‖²; KappaUsed is what was divided
	// by: Kappa, or 1e-12 where that is not positive.
	Kkk, Kll, Kkl    float64
	Kappa, KappaUsed float64
	Unclipped        float64 // αℓ* = αℓ + tℓ(Ek − Eℓ)/κ
	Clipped          bool    // αℓ* lay outside [L, H], and αℓ was brought to its end
	Free             bool    // αℓ* lay outside, and the clip was left out on request
	OldAk, OldAl     float64
	NewAk, NewAl     float64
	DW               float64 // gain in W
	BUp, BLow        float64 // Keerthi's thresholds after the update
	Null             bool    // nothing moved
	Why              Why
}

// Moved reports whether the update changed α.
func (d *SMODetail) Moved() bool { return !d.Null }

// Why is the reason for a pair.
type Why struct {
	Rule PairRule
	// Violation is F_ℓ − F_k in the direction of ascent: by how much the pair
	// violates the KKT conditions.
	Violation float64
	// Score is what the rule maximised over ℓ: |Ek − Eℓ|, or the second-order
	// gain; RunnerUp is the ℓ that came second, −1 where there was none, and
	// RunnerUpScore what it had.
	Score         float64
	RunnerUp      int
	RunnerUpScore float64
}

// PerceptronDetail is one visit of a point.
type PerceptronDetail struct {
	Point    int     // −1: the end, where a whole epoch had no mistake
	Margin   float64 // y·f before the update
	Mistake  bool    // y·f ≤ 0, so the point was added
	Epoch    int     // from 1
	Visits   int     // points visited so far
	Mistakes int     // in this epoch so far
	Errors   int     // points with y·f ≤ 0 after this visit
}

// GradientDetail is one full-batch step.
type GradientDetail struct {
	Rate      float64 // what multiplies the residuals: 2η/n or γ
	Step      float64 // η or γ
	Lambda    float64 // the penalty on the coefficients; 0: none
	Loss      float64 // after this step, with the penalty
	Rises     int     // steps so far in which it rose
	residuals []float64
	change    []float64
}

// Residuals returns what multiplied the rate in this step, by point: t − f, or
// y − s(f).
func (d *GradientDetail) Residuals() Vector { return Vector{d.residuals} }

// Change returns what this step added to the coefficients.
func (d *GradientDetail) Change() Vector { return Vector{d.change} }

// AscentDetail is one step along the gradient of the dual.
type AscentDetail struct {
	Rate     float64 // η
	Sum      float64 // Σαt after the step, which the dual wants to be 0
	Least    float64 // the smallest α after the step, which may not be below 0
	gradient []float64
}

// Residuals returns the slopes that the step went up, by point: ∂W/∂αᵢ before it.
func (d *AscentDetail) Residuals() Vector { return Vector{d.gradient} }

// RidgeDetail is one stage of solving the normal equations.
type RidgeDetail struct {
	Stage Stage
	// Matrix is what the stage is about: G, G + λI, or the Cholesky factor L.
	Matrix Matrix
	// RHS is the right-hand side; Result is what the stage solved for.
	RHS, Result Vector
	Cond        float64 // of G + λI; known from the Cholesky stage on
	Residual    float64 // ‖(G + λI)c − rhs‖ / ‖rhs‖, at the last stage
	Singular    bool
	Rank        int

	work *ridgeWork
}

// NumbersDetail is a step as what it says of itself in numbers, by name: of a
// computation that no solver of this package makes.
type NumbersDetail map[string]float64

func (*SMODetail) detail() {}

func (*PerceptronDetail) detail() {}

func (*GradientDetail) detail() {}

func (*AscentDetail) detail() {}

func (*RidgeDetail) detail() {}

func (NumbersDetail) detail() {}

// Status says how a step stands: whether another can follow and, if not, why.
type Status uint8

// The statuses. Running alone allows a next step.
const (
	Running Status = iota
	Converged
	IterationLimit // a cap was reached first
	Unbounded      // the dual grows for ever: no separating hyperplane
	Stuck          // the rule picks a pair that cannot move, for ever
	Diverged       // the loss grows beyond bounds
	Interrupted    // cancelled from outside
	Singular       // the linear system has no unique solution
)

// statuses is the table of names and sentences, by status.
var statuses = [...]struct{ name, sentence string }{
	Running:        {"running", "The next step can be taken."},
	Converged:      {"converged", "The conditions for an optimum hold to the tolerance asked for."},
	IterationLimit: {"iteration-limit", "The cap on steps was reached before the tolerance."},
	Unbounded:      {"unbounded", "The dual grows without bound: no hyperplane separates the classes. A finite C gives an answer."},
	Stuck:          {"stuck", "The rule chooses a pair that cannot move, and would choose it for ever."},
	Diverged:       {"diverged", "The loss grows instead of falling: the step size is too large."},
	Interrupted:    {"interrupted", "Stopped from outside; this is the best so far."},
	Singular:       {"singular", "The matrix is singular: this is the least-norm of many answers."},
}

// String returns the machine name: "running", "converged", "iteration-limit",
// "unbounded", "stuck", "diverged", "interrupted" or "singular".
func (s Status) String() string {
	if int(s) >= len(statuses) {
		return "unknown"
	}
	return statuses[s].name
}

// Sentence says the status to a reader.
func (s Status) Sentence() string {
	if int(s) >= len(statuses) {
		return ""
	}
	return statuses[s].sentence
}

// Words are the status as it is said in passing: "converged", "stopped at the cap
// on steps".
func (s Status) Words() string {
	if s == IterationLimit {
		return "stopped at the cap on steps"
	}
	return s.String()
}

// Done reports that no further step follows.
func (s Status) Done() bool { return s != Running }

// say writes a number for a sentence: three significant digits, a true minus
// sign, no padding of the exponent.
func say(v float64) string {
	if math.IsInf(v, 1) {
		return "∞"
	}
	s := strconv.FormatFloat(v, 'g', 3, 64)
	if mantissa, exp, ok := strings.Cut(s, "e"); ok {
		if n, err := strconv.Atoi(exp); err == nil {
			s = mantissa + "e" + strconv.Itoa(n)
		}
	}
	return strings.ReplaceAll(s, "-", "−")
}

// count is a number of things: "1 update", "3 updates".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func steps(n int) string { return count(n, "step") }

func updates(n int) string { return count(n, "update") }

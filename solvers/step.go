// Package solvers contains the learning algorithms: ridge regression, least squares and
// logistic regression by gradient descent, the perceptron, and sequential minimal
// optimisation (SMO) for support vector machines. Algorithms that exist in a primal and a
// dual form have both. Each can be executed one step at a time. Start with [Solver],
// [Problem] and [Trace].
//
// The package does not know kernels, feature maps or pictures. In the dual a solver sees
// only a Gram matrix and labels, in the primal only a design matrix and labels. That is the
// kernel trick, and a test of the imports enforces it: from kernels the package may only
// import vec, which knows nothing but numbers.
//
// Values of [Problem] and [Step] are immutable. A [Solver] keeps no state: the next step is a
// function of the problem and the previous step, and random numbers derive from a seed and the
// number of the step. A [Trace] is a sequence of steps. To go back, index the trace. To see what would
// have happened with another choice, extend the earlier part of the trace a second time.
//
// Conventions: there are n points with labels t (or y), which are −1 and +1 for
// classifiers, and the Gram matrix is Kᵢⱼ = ⟨φᵢ, φⱼ⟩. Ridge, least squares and
// logistic regression have no intercept: f = Σ aⱼ k(xⱼ, ·). For perceptron and
// SVM, α ≥ 0 and the labels are separate: f = Σ αⱼ tⱼ k(xⱼ, ·) + b. The SVM's
// primal objective is ½‖w‖² + CΣξ.
//
// Each [Loss] in loss.go defines its value and its slope once. The descents take their residuals
// from the slope. [LossDescent] descends on any loss. It is not a [Solver], so no [Trace] can run it.
//
// # How to add a solver
//
// A solver needs code in four places. Follow this order, because each place
// needs the previous one. Copy from the perceptron, which is the shortest.
//
//  1. A file here: a type with the parameters and the methods of [Solver], and a [Detail] that
//     records what a step did (a pointer type with the method detail). A step may depend only on
//     the problem and the previous step. An algorithm that moves along its residuals at all
//     points at once is a descent and needs only what [LeastSquares] has. Make the type a
//     [Restater], so that a fork can change its parameters.
//  2. A file in exercises/anatomy: the derivation of a step, quantity by
//     quantity. Each quantity has its formula in symbols, the formula as a
//     function of the points and the previous state, the value that the detail
//     records, and known mistakes. No formula calls the solver. The reasons for a step, the
//     ledger (a list of invariants), predictions, the step by hand and breakpoints all follow
//     from the derivation.
//  3. A type in exercises/stage that draws the figures of a step, a painter.
//  4. A line in the table of solvers, anatomy.All, and one in the table of
//     painters. TestRun_everySolverComplete lists what is missing.
//
// Test the invariants (the objective is monotone, the gradient agrees with finite differences).
// Test the primal against the dual, and both against an independent solution. Plant a fault in
// every quantity: the ledger must report a broken invariant.
//
// # How to add a pair rule
//
// Add a [PairRule] and its name to ruleNames in smo_pair.go, a case in choose, and a row in
// anatomy.RuleOf. The tests of both packages name what is missing. Exercise 7.8 compares four of
// the rules (comparedRules in unit7/stuck.go), and 7.7 offers four (the slider rule in its worksheet):
// decide whether the new rule belongs there.
package solvers

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Solver is an algorithm that can be executed step by step. It is deterministic
// and keeps no state: the next step depends only on the problem and the given
// step.
type Solver interface {
	// Name returns a name for machines, such as "smo" or "perceptron".
	Name() string
	// Start returns step 0, or an error if the solver cannot handle the
	// problem.
	Start(p *Problem) (Step, error)
	// Next returns the step after s, or s itself if the status of s is not Running.
	Next(p *Problem, s Step) (Step, error)
}

// Restater is a solver that can continue from the coefficients of another solver, or of the
// same solver with other parameters. For example, a fork with another C needs a Restater.
type Restater interface {
	Solver
	// Restate returns a step with the coefficients, N and Updates of the given step. It computes
	// everything else from the coefficients for this solver and problem p. The detail of this step
	// does not record how the coefficients were computed. Restate returns an error if this solver
	// cannot start from these coefficients.
	Restate(p *Problem, from Step) (Step, error)
}

var (
	_ Restater = SMO{}
	_ Restater = Perceptron{}
	_ Restater = LeastSquares{}
	_ Restater = Logistic{}
	_ Restater = Ascent{}
	_ Restater = Ridge{}
)

func checkLength(p *Problem, s Step) error {
	if len(s.coef) != p.Dim() {
		return fmt.Errorf("solvers: %d coefficients, want %d", len(s.coef), p.Dim())
	}
	return nil
}

// Step is a position in the run of a solver. It is immutable, and copying it is
// cheap.
type Step struct {
	// N is the number of the step, 0 at the start. Updates counts the steps
	// that changed a coefficient.
	N, Updates int
	Status     Status
	// Sentence explains the status with the numbers of this step. It is empty
	// while the status is Running.
	Sentence string
	// Bias is b. It is 0 for solvers without intercept.
	Bias float64
	// Objective is the function that the solver maximises (the dual W of the
	// SVM) or minimises (the loss of ridge, gradient descent and perceptron).
	Objective float64
	// PrimalObjective and Gap exist only for the SVM. PrimalObjective is ½‖w‖² + CΣξ at this step.
	// For the hard margin, w is first scaled until it is feasible; if no scale makes w feasible,
	// the value is +Inf. Gap is PrimalObjective − Objective.
	PrimalObjective, Gap float64
	// Violation measures how far the coefficients of this step are from the optimum; each solver
	// has its own measure. For the SVM it is b_low − b_up, the largest violation of the KKT
	// conditions by a pair, which is negative if no pair violates them. For gradient descent it is
	// the length of the gradient of the objective in w, (2/n)‖Φᵀr‖ for least squares and ‖Φᵀr − λw‖
	// for the logistic loss. For ascent it is the largest |∂W/∂αᵢ|, for the perceptron the share of
	// points on the wrong side, and for the last stage of ridge regression the residual ‖(G + λI)c
	// − rhs‖/‖rhs‖.
	Violation float64
	// Detail records what this step did. It may be nil at the start.
	Detail Detail

	coef   []float64 // a, α or w
	scores []float64 // f − b at the training points
	signs  []float64 // labels that multiply coef in f, or nil
}

// Coef returns the coefficients: α or a in the dual, w in the primal.
func (s Step) Coef() Vector { return Vector{s.coef} }

// CoefCopy returns a copy of the coefficients.
func (s Step) CoefCopy() []float64 { return clone(s.coef) }

// Weights returns the coefficients c of f = Σ cⱼ k(xⱼ, ·) + b, which are αⱼtⱼ or aⱼ. In the primal
// it returns w.
func (s Step) Weights() []float64 {
	c := clone(s.coef)
	for i := range s.signs {
		c[i] *= s.signs[i]
	}
	return c
}

// F returns f(xᵢ), including the bias.
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

// All iterates over the entries with their indices.
func (v Vector) All() iter.Seq2[int, float64] { return slices.All(v.v) }

// Matrix is a read-only view of a matrix. The zero Matrix is empty.
type Matrix struct{ m mat.Matrix }

// Dims returns the numbers of rows and columns.
func (m Matrix) Dims() (r, c int) {
	if m.m == nil {
		return 0, 0
	}
	return m.m.Dims()
}

// At returns entry (i, j).
func (m Matrix) At(i, j int) float64 { return m.m.At(i, j) }

// Detail records what a step did. Its implementations are *SMODetail,
// *PerceptronDetail, *GradientDetail, *AscentDetail, *RidgeDetail, and
// NumbersDetail for computations of other packages. The data that it points to
// must not be changed.
type Detail interface{ detail() }

// SMODetail records the update of a pair, with the symbols of the worksheets on SMO.
type SMODetail struct {
	K, L   int     // the pair: k first, l second
	Tk, Tl float64 // their labels
	C      float64 // the bound, +Inf for the hard margin
	// Ek and El are the errors f − t before the update, with the previous bias.
	Ek, El float64
	S      float64 // tₖ·tₗ
	Gamma  float64 // αₖ + s·αₗ, which the update preserves
	Lo, Hi float64 // bounds L and H of αₗ; Hi may be +Inf
	// Kappa is Kₖₖ + Kₗₗ − 2Kₖₗ = ‖φₖ − φₗ‖². KappaUsed is the divisor:
	// Kappa if that is positive, else 1e-12.
	Kkk, Kll, Kkl    float64
	Kappa, KappaUsed float64
	Unclipped        float64 // αₗ* = αₗ + tₗ(Eₖ − Eₗ)/κ
	Clipped          bool    // αₗ* was outside [L, H], and αₗ was set to the nearer bound
	ClipOmitted      bool    // αₗ* was outside [L, H], and the clip was omitted on request
	OldAk, OldAl     float64
	NewAk, NewAl     float64
	Gain             float64 // increase of W

	Unchanged bool // the update changed no α
}

// Moved reports whether the update changed α.
func (d *SMODetail) Moved() bool { return !d.Unchanged }

// PerceptronDetail records the visit of a point.
type PerceptronDetail struct {
	Point    int     // index of the visited point; −1 at the start
	Margin   float64 // y·f before the update
	Mistake  bool    // y·f ≤ 0, so the point was added
	Pass     int     // number of the pass, from 1
	Visits   int     // points visited so far
	Mistakes int     // mistakes in this pass so far
	Errors   int     // points with y·f ≤ 0 after this visit
}

// GradientDetail records a full-batch step.
type GradientDetail struct {
	Lambda    float64 // the penalty λ, 0 for none
	Loss      float64 // loss after this step, with the penalty
	Rises     int     // number of steps so far in which the loss rose
	residuals []float64
	change    []float64
}

// Residuals returns the residuals that this step used, by point: t − f or y −
// s(f).
func (d *GradientDetail) Residuals() Vector { return Vector{d.residuals} }

// Change returns what this step added to the coefficients.
func (d *GradientDetail) Change() Vector { return Vector{d.change} }

// AscentDetail records a step along the gradient of the dual.
type AscentDetail struct {
	Sum      float64 // Σαt after the step; the dual requires 0
	Least    float64 // the smallest α after the step; the dual requires 0 or more
	gradient []float64
}

// Residuals returns the gradient that the step followed: ∂W/∂αᵢ before the step.
func (d *AscentDetail) Residuals() Vector { return Vector{d.gradient} }

// RidgeDetail records a stage of ridge regression, which solves the normal equations.
type RidgeDetail struct {
	Stage RidgeStage
	// Matrix is the matrix of the stage: G (K or ΦᵀΦ), G + λI, or the Cholesky factor L.
	Matrix Matrix
	// RHS is the right-hand side y or Φᵀy. Result is z after the forward solve, c after the back solve
	// and the residual rhs − (G + λI)c at the last stage.
	RHS, Result Vector
	Cond        float64 // condition number of G + λI, from the Cholesky stage on
	Residual    float64 // ‖(G + λI)c − rhs‖ / ‖rhs‖, at the last stage
	Singular    bool
	Rank        int

	work *ridgeWork
}

// NumbersDetail holds the numbers of a step by name. It is for computations outside this package.
type NumbersDetail map[string]float64

func (*SMODetail) detail() {}

func (*PerceptronDetail) detail() {}

func (*GradientDetail) detail() {}

func (*AscentDetail) detail() {}

func (*RidgeDetail) detail() {}

func (NumbersDetail) detail() {}

// Status says whether another step can follow and, if not, why.
type Status uint8

// The statuses. Only Running allows another step.
const (
	Running Status = iota
	Converged
	IterationLimit // a cap was reached first
	Unbounded      // the dual grows without bound: no separating hyperplane
	Stuck          // the rule keeps choosing a pair that cannot move
	Diverged       // the loss grows beyond bounds
	Interrupted    // cancelled from outside
	Singular       // the linear system has no unique solution
)

// statuses lists names and sentences by status.
var statuses = [...]struct{ name, sentence string }{
	Running:        {"running", "The next step can be taken."},
	Converged:      {"converged", "The conditions for an optimum hold to the tolerance asked for."},
	IterationLimit: {"iteration-limit", "The cap on steps was reached before the tolerance."},
	Unbounded: {"unbounded",
		"The dual grows without bound: no hyperplane separates the classes. A finite C gives an answer."},
	Stuck:       {"stuck", "The rule keeps choosing a pair that cannot move."},
	Diverged:    {"diverged", "The loss grows instead of falling: the step size is too large."},
	Interrupted: {"interrupted", "Stopped before the end; this is the best so far."},
	Singular:    {"singular", "The matrix is singular: this is the least-norm of many answers."},
}

// String returns the machine name: "running", "converged", "iteration-limit",
// "unbounded", "stuck", "diverged", "interrupted" or "singular".
func (s Status) String() string {
	if int(s) >= len(statuses) {
		return "unknown"
	}
	return statuses[s].name
}

// Sentence returns an explanation of the status for readers.
func (s Status) Sentence() string {
	if int(s) >= len(statuses) {
		return ""
	}
	return statuses[s].sentence
}

// Phrase returns the status as the predicate of a sentence: "converged", "stopped at the cap on
// steps".
func (s Status) Phrase() string {
	if s == IterationLimit {
		return "stopped at the cap on steps"
	}
	return s.String()
}

// Done reports whether no further step follows.
func (s Status) Done() bool { return s != Running }

// formatNumber formats a number for a sentence, with three significant digits,
// a true minus sign and no padding of the exponent.
func formatNumber(v float64) string {
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

// countText returns a number with a noun: "1 update", "3 updates".
func countText(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func stepsText(n int) string { return countText(n, "step") }

func updatesText(n int) string { return countText(n, "update") }

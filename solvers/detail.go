package solvers

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

func (*SMODetail) detail()        {}
func (*PerceptronDetail) detail() {}
func (*GradientDetail) detail()   {}
func (*AscentDetail) detail()     {}
func (*RidgeDetail) detail()      {}
func (NumbersDetail) detail()     {}

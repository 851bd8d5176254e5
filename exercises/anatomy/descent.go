package anatomy

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"kernellab/solvers"
)

// Descent describes a solver whose steps change every coefficient by its residual: a ← (1 −
// rate·λ)a + rate·r. It minimizes a loss or maximizes the dual.
type Descent struct {
	Points
	Rate           float64 // factor of the residuals
	StepSize       float64 // the step size
	Lambda         float64 // weight of the penalty ½‖w‖², which shrinks the coefficients; 0: no penalty
	Tol            float64 // the run has converged if the norm of the gradient is at most Tol; if 0, never
	Maximizes      bool    // the steps maximize the objective instead of minimizing it
	SeparateLabels bool    // the coefficients do not contain the labels: f = Σ αtK instead of Σ aK
	// Quadratic means that the objective is a quadratic function. Then the eigenvalues of K decide
	// whether the descent converges.
	Quadratic bool
	Constants Derivation // numbers that all points share
	Columns   []Column   // additional columns in tables of points, before the residual

	Title, Sentence, Start string // name of the rule; the rule as a sentence; a sentence about the start a = 0
	Formula                string // "a ← a + …"
	RateSymbol             string // "2η/n"
	LimitFormula           string // "η < n/λmax"
	Letter, Weight         string // symbols of a coefficient and of the factor of K in f, such as "α" and "αt"
	Objective              string // name of the objective, such as "loss"
	// ResidualText is the residual in short form, such as "t − f". Target is the symbol of the label in
	// the form that the residual uses, such as "t".
	ResidualText, Target string
	// ObjectiveFormula writes the objective as a sum over the points: "loss = Σ(t − f)²/n".
	ObjectiveFormula string

	residual Residual
	// target converts a label to the form that the loss uses. If nil, labels stay
	// unchanged.
	target     func(y float64) float64
	loss       func(y, a, f []float64) float64 // the objective, without the penalty
	extraSlips func(a float64) []Slip          // additional slips, likely mistakes, in the new coefficient; may be nil
	limit      func(largest float64) float64   // see Limit
}

// Residual describes the residual of a point with label y and score f.
type Residual struct {
	symbol, formula string // the symbol, such as "∂g/∂α", is followed by the number of the point
	value           func(y, f float64) float64
	size            func(y, f float64) float64 // the size of its terms, for the rounding error
	slack           float64                    // accepted error of a student's f; if 0, an eighth of the residual
	slips           func(y float64) []Slip
}

// Limit returns the step size below which every step improves the objective, if all
// eigenvalues of K are at most largest.
func (d Descent) Limit(largest float64) float64 { return d.limit(largest) }

// ObjectivePhrase returns the name of the objective in a sentence, such as "the loss" or
// "g".
func (d Descent) ObjectivePhrase() string { return ifElse(d.Maximizes, "", "the ") + d.Objective }

// PlusMinus converts a label to −1 or +1. Labels 0 and −1 become −1.
func PlusMinus(y float64) float64 {
	if y > 0 {
		return 1
	}
	return -1
}

// ZeroOne converts a label to 0 or 1. Labels 0 and −1 become 0.
func ZeroOne(y float64) float64 { return (PlusMinus(y) + 1) / 2 }

// TargetAt returns the label of point i in the form that the residual uses.
func (d Descent) TargetAt(i int) float64 {
	if d.target == nil {
		return d.Y[i]
	}
	return d.target(d.Y[i])
}

// ResidualAt returns the residual of point i, given its score f.
func (d Descent) ResidualAt(i int, f float64) float64 { return d.residual.value(d.Y[i], f) }

// Shrinkage returns the factor 1 − rate·λ of the old coefficient in an update. Without a
// penalty it is 1.
func (d Descent) Shrinkage() float64 { return 1 - d.Rate*d.Lambda }

// ChangeOf returns the change in one step of a coefficient a with residual r.
func (d Descent) ChangeOf(a, r float64) float64 {
	if d.Lambda == 0 {
		return d.Rate * r
	}
	return d.Rate * (r - d.Lambda*a)
}

// Descent returns the descent that a solver performs. ok is false if the solver is not a descent.
func (p Points) Descent(s solvers.Solver) (Descent, bool) {
	k, ok := KindOf(s)
	if !ok || k.Descent == nil {
		return Descent{}, false
	}
	return k.Descent(p, ClaimedSolver(s)), true
}

// Value returns the objective, with the penalty, for coefficients a with scores f.
func (d Descent) Value(a, f []float64) float64 {
	v := d.loss(d.Y, a, f)
	if d.Lambda > 0 {
		v += d.penalty(a, f)
	}
	return v
}

// penalty returns ½λ‖w‖² for coefficients a with scores f.
func (d Descent) penalty(a, f []float64) float64 { return d.Lambda * floats.Dot(a, f) / 2 }

// ScoresAt returns the scores f of all points for coefficients a.
func (d Descent) ScoresAt(a []float64) []float64 {
	if d.SeparateLabels {
		return d.Scores(a, d.Y)
	}
	return d.Scores(a, nil)
}

// Fit holds the numbers that follow from the coefficients A of a step: the scores F, the
// residuals R and the objective.
type Fit struct {
	A, F, R []float64
	Value   float64 // the objective
	// ScoreRounding and ValueRounding bound the effect of rounding on f and on the objective.
	ScoreRounding, ValueRounding float64
}

// Fit computes the numbers that follow from the coefficients of step s. If a computed score differs
// from the score that s recorded only by rounding, Fit uses the recorded score. The residuals are
// then those of the solver. largest is the largest |Kᵢⱼ|.
func (d Descent) Fit(s solvers.Step, largest float64) Fit {
	fit := Fit{A: s.CoefCopy()}
	fit.F = d.ScoresAt(fit.A)
	n := len(fit.F)
	fit.ScoreRounding = 1e-15 * float64(n+10) * (1 + floats.Norm(fit.A, 1)*largest)
	fit.R = make([]float64, n)
	dual := boolNumber(d.Maximizes) // 1 for the dual, whose objective contains Σα, otherwise 0
	var maxGradientTerm, termSum float64
	for i, f := range fit.F {
		if math.Abs(s.F(i)-f) <= fit.ScoreRounding {
			fit.F[i] = s.F(i)
		}
		fit.R[i] = d.ResidualAt(i, fit.F[i])
		maxGradientTerm = max(maxGradientTerm, math.Abs(fit.R[i])+d.Lambda*math.Abs(fit.A[i]))
		termSum += math.Abs(fit.A[i]) * (dual + (d.Lambda+dual)*math.Abs(f))
	}
	fit.Value = d.Value(fit.A, fit.F)
	fit.ValueRounding = 1e-15*float64(n+10)*(math.Abs(fit.Value)+termSum) +
		2*float64(n)*fit.ScoreRounding*(maxGradientTerm+fit.ScoreRounding)
	return fit
}

// gradientTerms returns the terms of the gradient by point: the residual minus λ
// times the coefficient.
func (f Fit) gradientTerms(lambda float64) []float64 {
	out := slices.Clone(f.R)
	floats.AddScaled(out, -lambda, f.A)
	return out
}

// Slack returns the largest error of a student's f at point i with which the residual still counts
// as right.
func (d Descent) Slack(i int, f float64) float64 {
	return cmp.Or(d.residual.slack, math.Abs(d.ResidualAt(i, f))/8)
}

// LossName returns the name of a descent's objective: "loss", or "loss + penalty" if there is a
// penalty.
func LossName(s solvers.Step) string {
	if g, ok := s.Detail.(*solvers.GradientDetail); ok && g.Lambda > 0 {
		return "loss + penalty"
	}
	return "loss"
}

// Residuals returns the residuals that a step recorded. It returns an empty vector for an
// initial state, to which no step led, and for a state that was only recomputed for another step size
// or kernel.
func Residuals(s solvers.Step) solvers.Vector {
	if g, ok := s.Detail.(interface{ Residuals() solvers.Vector }); ok {
		return g.Residuals()
	}
	return solvers.Vector{}
}

// Derivation returns the derivation of the update of coefficient i, given the coefficients a before
// the step and the score f of point i.
func (d Descent) Derivation(i int, a []float64, f float64) Derivation {
	sub, y, r, sum := Sub(i+1), d.Y[i], d.residual, d.sum(i, a)
	rate, target := Given("rate", d.RateSymbol, d.Rate),
		Given("target", d.Target+sub, d.TargetAt(i)).withResolution(math.Abs(d.ResidualAt(i, f))/100)
	rate.Ink, rate.Context, target.Signed = InkRate, true, d.SeparateLabels
	out := append(slices.Clone(d.Constants),
		Given("a", d.Letter+sub, a[i]).withResolution(math.Abs(d.ChangeOf(a[i], d.ResidualAt(i, f)))/100), rate, target)
	if d.Lambda > 0 {
		keep := Given("keep", "(1 − ηλ)", d.Shrinkage())
		keep.Context = true
		out = append(out, keep)
	}
	return append(out,
		Quantity{
			Name: "f", Symbol: "f(x" + sub + ")",
			Formula: "Σⱼ " + ifElse(d.SeparateLabels, "αⱼtⱼ", "aⱼ") + "K" + sub + "ⱼ",
			Fill:    sum.fill, Compute: constantly(f), Resolution: target.Resolution,
			Scale:     func(Numbers) float64 { return sum.scale() },
			Allowance: func(Numbers) float64 { return d.Slack(i, f) },
		},
		Quantity{
			Name: "r", Symbol: r.symbol + sub, Formula: r.formula, Inputs: []string{"f"}, Slips: r.slips(y),
			Compute:  func(n Numbers) float64 { return d.ResidualAt(i, n["f"]) },
			Drift:    func(n Numbers) float64 { return rounding * r.size(y, n["f"]) },
			Recorded: func(s solvers.Step) (float64, bool) { return entryValue(Residuals)(s, i) },
		},
		d.newCoefficient(i, a[i], f))
}

// sum returns the score of point i as a sum over the points, for coefficients a.
func (d Descent) sum(i int, a []float64) Sum {
	s := Sum{Point: i, Letter: d.Weight, Coef: slices.Clone(a), K: func(j int) float64 { return d.Gram.At(i, j) }}
	if d.SeparateLabels {
		floats.Mul(s.Coef, d.Y[:len(a)])
	}
	return s
}

// newCoefficient returns coefficient i after the step, given its previous value a and the
// score f of the point.
func (d Descent) newCoefficient(i int, a, f float64) Quantity {
	q := Quantity{
		Name: "anew", Symbol: d.Letter + Sub(i+1), Ink: InkA, Formula: "{a} + {rate}·{r}", Inputs: []string{"r"},
		Compute:   func(n Numbers) float64 { return a + d.ChangeOf(a, n["r"]) },
		Recorded:  func(s solvers.Step) (float64, bool) { return s.Coef().At(i), true },
		Allowance: func(Numbers) float64 { return math.Abs(d.ChangeOf(a, d.ResidualAt(i, f))) / 4 },
		Scale:     func(Numbers) float64 { return max(math.Abs(a), d.Rate*d.residual.size(d.Y[i], f)) },
		Slips: []Slip{
			{"wrong-way", "It looks as if the residual was subtracted.",
				func(n Numbers) float64 { return d.Shrinkage()*a - d.Rate*n["r"] }},
		},
	}
	if d.Maximizes {
		q.Slips[0].Advice = "It looks as if the step went downhill."
	}
	if d.Lambda > 0 {
		q.Formula = "{keep}{a} + {rate}·{r}"
		q.Slips = append(q.Slips,
			Slip{"no-penalty", "It looks as if the penalty was left out: a shrinks by 1 − ηλ first.",
				func(n Numbers) float64 { return a + d.Rate*n["r"] }})
	}
	if d.extraSlips != nil {
		q.Slips = append(q.Slips, d.extraSlips(a)...)
	}
	return q
}

func leastSquaresDescent(p Points, solver solvers.Solver) Descent {
	s := solver.(solvers.LeastSquares)
	n := float64(p.Len())
	return Descent{
		Points: p, Rate: 2 * s.Eta / n, StepSize: s.Eta, Tol: s.Tol, Quadratic: true,
		Title:    "gradient descent on the mean squared error",
		Sentence: "Every aᵢ moves by its own residual: how far f is below t at that point.", Start: startAtZero,
		Formula: "a ← a + (2η/n)(t − Ka)", RateSymbol: "2η/n", LimitFormula: "η < n/λmax",
		Letter: "a", Weight: "a", Objective: "loss", ResidualText: "t − f", Target: "t",
		ObjectiveFormula: "loss = Σ(t − f)²/n",
		Constants:        Derivation{Given("eta", "η", s.Eta), Given("n", "n", n)},
		residual: Residual{
			symbol: "r", formula: "{target:t} − {f:f}", value: plainResidual,
			size:  func(y, f float64) float64 { return math.Abs(y) + math.Abs(f) },
			slips: func(y float64) []Slip { return []Slip{reversedSlip(y, plainResidual)} },
		},
		loss: func(y, _, f []float64) float64 {
			var sum float64
			for i := range y {
				sum += plainResidual(y[i], f[i]) * plainResidual(y[i], f[i])
			}
			return sum / float64(len(y))
		},
		extraSlips: func(a float64) []Slip {
			return []Slip{{"no-mean", "The rate is 2η/n, not η.", func(n Numbers) float64 { return a + s.Eta*n["r"] }}}
		},
		limit: func(largest float64) float64 { return n / largest },
	}
}

// startAtZero is the sentence about the start of a descent.
const startAtZero = "At the start a = 0, so f = 0 at every point."

// plainResidual returns y − f.
func plainResidual(y, f float64) float64 { return y - f }

// reversedSlip returns the slip of a residual with the wrong sign.
func reversedSlip(y float64, r func(y, f float64) float64) Slip {
	return Slip{"turned", "It looks as if the sign is wrong.", func(n Numbers) float64 { return -r(y, n["f"]) }}
}

func logisticDescent(p Points, solver solvers.Solver) Descent {
	s := solver.(solvers.Logistic)
	keep := textUnless(s.Lambda == 0, "(1 − ηλ)")
	d := Descent{
		Points: p, Rate: s.Gamma, StepSize: s.Gamma, Lambda: s.Lambda, Tol: s.Tol,
		Title:    "gradient descent on the logistic loss",
		Sentence: "Every aᵢ moves by its own residual: label minus probability at that point.", Start: startAtZero,
		Formula: "a ← " + keep + "a + η(y − s(Ka)),  y in {0, 1}", RateSymbol: "η", LimitFormula: "η < 8/λmax",
		Letter: "a", Weight: "a", Objective: "loss", ResidualText: "y − s(f)", Target: "y",
		ObjectiveFormula: "loss = Σ(log(1 + e^f) − yf)",
		Constants:        Derivation{Given("gamma", "η", s.Gamma)},
		Columns: []Column{numberColumn("s(f)", func(s solvers.Step,
			i int) float64 {
			return solvers.Sigmoid(s.F(i))
		})},
		target: ZeroOne,
		residual: Residual{
			symbol: "r", formula: "{target:y} − s({f:f})", value: logisticResidual, slack: .1,
			size: func(_, _ float64) float64 { return 1 },
			slips: func(y float64) []Slip {
				return append(signLabelSlip(y), reversedSlip(y, logisticResidual),
					Slip{"no-sigmoid", "It looks as if f was used instead of s(f).",
						func(n Numbers) float64 { return ZeroOne(y) - n["f"] }})
			},
		},
		loss: func(y, _, f []float64) float64 {
			var sum float64
			for i := range y {
				u := -PlusMinus(y[i]) * f[i]
				sum += max(u, 0) + math.Log1p(math.Exp(-math.Abs(u)))
			}
			return sum
		},
		limit: func(largest float64) float64 { return 8 / (largest + 4*s.Lambda) },
	}
	if s.Form == solvers.PlusMinus {
		d.Formula, d.target = "aᵢ ← "+keep+"aᵢ + η·s(−yᵢ(Ka)ᵢ)·yᵢ,  y in {−1, +1}", PlusMinus
		d.ResidualText, d.ObjectiveFormula = "y·s(−yf)", "loss = Σ log(1 + e^(−yf))"
		d.residual.formula = "s(−{target:y}·{f:f})·{target:y}"
	}
	if s.Lambda > 0 {
		d.Title += ", with a penalty"
		d.Sentence += " And every aᵢ shrinks by ηλ times itself."
		d.Objective, d.LimitFormula = "loss + ½λ‖w‖²", "η < 8/(λmax + 4λ)"
		d.Constants = append(d.Constants, Given("lambda", "λ", s.Lambda))
	}
	return d
}

// signLabelSlip returns the slip of using label −1 instead of 0. For a point of class +1 it returns
// nil, because the label is 1 in both conventions.
func signLabelSlip(y float64) []Slip {
	if PlusMinus(y) > 0 {
		return nil
	}
	return []Slip{{"label-minus-one", "It looks as if a label −1 was used in y − s(f), where this class has 0.",
		func(n Numbers) float64 { return -1 - solvers.Sigmoid(n["f"]) }}}
}

// logisticResidual returns y − s(f) with y converted to 0 or 1. Its form avoids cancellation for
// large |f|.
func logisticResidual(y, f float64) float64 { return PlusMinus(y) * solvers.Sigmoid(-PlusMinus(y)*f) }

// dualAscent describes gradient ascent on the dual, which has the form of a descent.
func dualAscent(p Points, solver solvers.Solver) Descent {
	s := solver.(solvers.Ascent)
	return Descent{
		Points: p, Rate: s.Eta, StepSize: s.Eta, Maximizes: true, SeparateLabels: true,
		Title:    "gradient ascent on the dual",
		Sentence: "Every α moves along its own slope of g; the constraints Σαt = 0 and α ≥ 0 are ignored.",
		Start:    "At α = 0 every slope is 1.",
		Formula:  "αᵢ ← αᵢ + η·∂g/∂αᵢ,  ∂g/∂αᵢ = 1 − tᵢ Σⱼ αⱼtⱼKᵢⱼ", RateSymbol: "η", LimitFormula: "η < 2/λmax",
		Letter: "α", Weight: "αt", Objective: "g", ResidualText: "1 − t·f", Target: "t",
		ObjectiveFormula: "g = Σα − ½Σαtf",
		Constants:        Derivation{Given("eta", "η", s.Eta)},
		residual: Residual{
			symbol: "∂g/∂α", formula: "1 − {target}{f}", value: func(y, f float64) float64 { return 1 - y*f },
			size: func(_, f float64) float64 { return 1 + math.Abs(f) },
			slips: func(float64) []Slip {
				return []Slip{
					{"no-label", "It looks as if the label was left out.",
						func(n Numbers) float64 { return 1 - n["f"] }},
				}
			},
		},
		loss: func(y, a, f []float64) float64 {
			g := floats.Sum(a)
			for i, v := range a {
				g -= v * y[i] * f[i] / 2
			}
			return g
		},
		limit: func(largest float64) float64 { return 2 / largest },
	}
}

// balance returns the quantity Σαt after a step, which must be 0 in the dual.
func balance(y, now []float64) Quantity {
	q := Given("sum", "Σαt", floats.Dot(now, y))
	q.Formula, q.Fill = "Σᵢ αᵢtᵢ after the step", func(n Numbers) string { return Num(n["sum"]) }
	q.Recorded = FromDetail(func(d *solvers.AscentDetail) float64 { return d.Sum })
	q.Scale, q.Note = constantly(1+floats.Norm(now, 1)), func(Numbers) string { return "has to be 0 in the dual" }
	return q
}

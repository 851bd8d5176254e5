package anatomy

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"kernellab/solvers"
)

// Descent is a solver that moves every coefficient at once, by its residual:
// a ← (1 − rate·λ)a + rate·r. It descends a loss, or climbs the dual.
type Descent struct {
	Points
	Rate   float64 // what multiplies the residuals
	Step   float64 // the step size
	Lambda float64 // the penalty on ½‖w‖², which shrinks the coefficients; 0: none
	Tol    float64 // of the gradient at convergence; 0: never
	Climbs bool    // the objective is to rise
	Signs  bool    // labels stand outside the coefficients: f = Σ αtK
	// Linear residuals are those of a quadratic objective, for which the eigenvalues
	// of K decide whether the descent settles.
	Linear    bool
	Constants Derivation // numbers that all points share
	Columns   []Column   // of the tables of points, before that of the residual

	Title, Sentence, Start string // the rule as a heading and in a sentence; what holds at a = 0
	Formula                string // "a ← a + …"
	RateSymbol             string // "2η/n"
	LimitFormula           string // "η < n/λmax"
	Letter, Weight         string // of the coefficients, and of what multiplies K in f: "α", "αt"
	Objective              string // what falls, or rises
	// Brief is the residual in short, "t − f", and Target what f is held to, "t".
	Brief, Target string
	// Sum is what the objective is a sum of, at the points: "loss = Σ(t − f)²/n".
	Sum string

	residual Residual
	// target reads a label as it is written; nil leaves it as it is.
	target func(y float64) float64
	loss   func(y, a, f []float64) float64 // the objective without its penalty
	more   func(a float64) []Slip          // in the new coefficient; may be nil
	limit  func(largest float64) float64
}

// Residual is that of a point with label y and score f.
type Residual struct {
	symbol, formula string // "∂W/∂α", which gets the number of the point
	of              func(y, f float64) float64
	size            func(y, f float64) float64 // of its terms
	slack           float64                    // by how much f may be off for it to come out right; 0: by an eighth of it
	slips           func(y float64) []Slip
}

// Limit returns the step size below which the objective is sure to go its way, if
// K has no eigenvalue above largest.
func (d Descent) Limit(largest float64) float64 { return d.limit(largest) }

// The is the objective in a sentence: "the loss", "W".
func (d Descent) The() string { return either(d.Climbs, "", "the ") + d.Objective }

// PM reads a label −1/+1 or 0/1 as −1/+1.
func PM(y float64) float64 {
	if y > 0 {
		return 1
	}
	return -1
}

// ZeroOne reads a label −1/+1 or 0/1 as 0/1.
func ZeroOne(y float64) float64 { return (PM(y) + 1) / 2 }

// At is what f is held to at a point.
func (d Descent) At(i int) float64 {
	if d.target == nil {
		return d.Y[i]
	}
	return d.target(d.Y[i])
}

// R is the residual of point i at f.
func (d Descent) R(i int, f float64) float64 { return d.residual.of(d.Y[i], f) }

// Keep is the part of a coefficient that a step keeps: 1 without a penalty.
func (d Descent) Keep() float64 { return 1 - d.Rate*d.Lambda }

// Move returns by how much a coefficient changes that is a before, with residual r.
func (d Descent) Move(a, r float64) float64 {
	if d.Lambda == 0 {
		return d.Rate * r
	}
	return d.Rate * (r - d.Lambda*a)
}

// Descent returns what a solver descends or climbs; not ok if it does not.
func (p Points) Descent(s solvers.Solver) (Descent, bool) {
	k, ok := Of(s)
	if !ok || k.Descent == nil {
		return Descent{}, false
	}
	return k.Descent(p, Claimed(s)), true
}

// Value is the objective at coefficients with their scores.
func (d Descent) Value(a, f []float64) float64 {
	v := d.loss(d.Y, a, f)
	if d.Lambda > 0 {
		v += d.penalty(a, f)
	}
	return v
}

// penalty is ½λ‖w‖² at coefficients with their scores.
func (d Descent) penalty(a, f []float64) float64 { return d.Lambda * floats.Dot(a, f) / 2 }

// ScoresAt are the scores of coefficients.
func (d Descent) ScoresAt(a []float64) []float64 {
	if d.Signs {
		return d.Scores(a, d.Y)
	}
	return d.Scores(a, nil)
}

// Fit is what follows from the coefficients of a step.
type Fit struct {
	A, F, R []float64
	Value   float64 // the objective
	// Off and OffValue bound what rounding can put f and the objective off.
	Off, OffValue float64
}

// Fit returns the descent at a step, of which it takes the coefficients, and the
// scores that are right but for rounding; largest is the largest |Kᵢⱼ|.
func (d Descent) Fit(s solvers.Step, largest float64) Fit {
	v := Fit{A: s.CoefCopy()}
	v.F = d.ScoresAt(v.A)
	n := len(v.F)
	v.Off = 1e-15 * float64(n+10) * (1 + floats.Norm(v.A, 1)*largest)
	v.R = make([]float64, n)
	climbs := flagged(d.Climbs)
	var size, terms float64
	for i, f := range v.F {
		if math.Abs(s.F(i)-f) <= v.Off {
			v.F[i] = s.F(i)
		}
		v.R[i] = d.R(i, v.F[i])
		size = math.Max(size, math.Abs(v.R[i])+d.Lambda*math.Abs(v.A[i]))
		terms += math.Abs(v.A[i]) * (climbs + (d.Lambda+climbs)*math.Abs(f))
	}
	v.Value = d.Value(v.A, v.F)
	v.OffValue = 1e-15*float64(n+10)*(math.Abs(v.Value)+terms) + 2*float64(n)*v.Off*(size+v.Off)
	return v
}

// left is what the gradient is made of, by point: the residual less λ times the
// coefficient.
func (v Fit) left(lambda float64) []float64 {
	left := slices.Clone(v.R)
	floats.AddScaled(left, -lambda, v.A)
	return left
}

// Slack is by how much f of point i may be off for the residual to come out right.
func (d Descent) Slack(i int, f float64) float64 {
	return cmp.Or(d.residual.slack, math.Abs(d.R(i, f))/8)
}

// LossName is what a descent lowers, as a step has it: with its penalty if there is
// one.
func LossName(s solvers.Step) string {
	if g, ok := s.Detail.(*solvers.GradientDetail); ok && g.Lambda > 0 {
		return "loss + penalty"
	}
	return "loss"
}

// Residuals are those that a step says it went by; none at the start, and where it
// was restated for another step size or another kernel.
func Residuals(s solvers.Step) solvers.Vector {
	if g, ok := s.Detail.(interface{ Residuals() solvers.Vector }); ok {
		return g.Residuals()
	}
	return solvers.Vector{}
}

// Derivation is the update of coefficient i, quantity by quantity, from the
// coefficients before it and the score of the point.
func (d Descent) Derivation(i int, a []float64, f float64) Derivation {
	sub, y, r, sum := Sub(i+1), d.Y[i], d.residual, d.sum(i, a)
	rate, target := Given("rate", d.RateSymbol, d.Rate), Given("target", d.Target+sub, d.At(i)).to(math.Abs(d.R(i, f))/100)
	rate.Ink, rate.Context, target.Signed = InkRate, true, d.Signs
	out := append(slices.Clone(d.Constants), Given("a", d.Letter+sub, a[i]).to(math.Abs(d.Move(a[i], d.R(i, f)))/100), rate, target)
	if d.Lambda > 0 {
		keep := Given("keep", "(1 − γλ)", d.Keep())
		keep.Context = true
		out = append(out, keep)
	}
	return append(out,
		Quantity{
			Name: "f", Symbol: "f(x" + sub + ")", Formula: "Σⱼ " + either(d.Signs, "αⱼtⱼ", "aⱼ") + "K" + sub + "ⱼ", Fill: sum.fill, Compute: always(f), Resolution: target.Resolution,
			Scale:  func(Numbers) float64 { return sum.scale() },
			Margin: func(Numbers) float64 { return d.Slack(i, f) },
		},
		Quantity{
			Name: "r", Symbol: r.symbol + sub, Formula: r.formula, From: []string{"f"}, Slips: r.slips(y),
			Compute:  func(n Numbers) float64 { return d.R(i, n["f"]) },
			Drift:    func(n Numbers) float64 { return rounding * r.size(y, n["f"]) },
			Recorded: func(s solvers.Step) (float64, bool) { return entry(Residuals)(s, i) },
		},
		d.updated(i, a[i], f))
}

// sum is f at a point as a sum.
func (d Descent) sum(i int, a []float64) Sum {
	s := Sum{Point: i, Letter: d.Weight, Coef: slices.Clone(a), K: func(j int) float64 { return d.Gram.At(i, j) }}
	if d.Signs {
		floats.Mul(s.Coef, d.Y[:len(a)])
	}
	return s
}

// updated is coefficient i after the step, a before it, where f has a value at the
// point.
func (d Descent) updated(i int, a, f float64) Quantity {
	q := Quantity{
		Name: "anew", Symbol: d.Letter + Sub(i+1), Ink: InkA, Formula: "{a} + {rate}·{r}", From: []string{"r"},
		Compute:  func(n Numbers) float64 { return a + d.Move(a, n["r"]) },
		Recorded: func(s solvers.Step) (float64, bool) { return s.Coef().At(i), true },
		Margin:   func(Numbers) float64 { return math.Abs(d.Move(a, d.R(i, f))) / 4 },
		Scale:    func(Numbers) float64 { return math.Max(math.Abs(a), d.Rate*d.residual.size(d.Y[i], f)) },
		Slips:    []Slip{{"wrong-way", "It looks as if the residual was subtracted.", func(n Numbers) float64 { return d.Keep()*a - d.Rate*n["r"] }}},
	}
	if d.Climbs {
		q.Slips[0].Advice = "It looks as if the step went downhill."
	}
	if d.Lambda > 0 {
		q.Formula = "{keep}{a} + {rate}·{r}"
		q.Slips = append(q.Slips, Slip{"no-penalty", "It looks as if the penalty was left out: a shrinks by 1 − γλ first.", func(n Numbers) float64 { return a + d.Rate*n["r"] }})
	}
	if d.more != nil {
		q.Slips = append(q.Slips, d.more(a)...)
	}
	return q
}

func leastSquares(p Points, solver solvers.Solver) Descent {
	s := solver.(solvers.LeastSquares)
	n := float64(p.Len())
	return Descent{
		Points: p, Rate: 2 * s.Eta / n, Step: s.Eta, Tol: s.Tol, Linear: true,
		Title: "gradient descent on the mean squared error", Sentence: "Every a moves by its own residual: what f is short of t at that point.", Start: atZero,
		Formula: "a ← a + (2η/n)(t − Ka)", RateSymbol: "2η/n", LimitFormula: "η < n/λmax",
		Letter: "a", Weight: "a", Objective: "loss", Brief: "t − f", Target: "t", Sum: "loss = Σ(t − f)²/n",
		Constants: Derivation{Given("eta", "η", s.Eta), Given("n", "n", n)},
		residual: Residual{
			symbol: "r", formula: "{target:t} − {f:f}", of: short,
			size:  func(y, f float64) float64 { return math.Abs(y) + math.Abs(f) },
			slips: func(y float64) []Slip { return []Slip{turned(y, short)} },
		},
		loss: func(y, _, f []float64) float64 {
			var sum float64
			for i := range y {
				sum += short(y[i], f[i]) * short(y[i], f[i])
			}
			return sum / float64(len(y))
		},
		more: func(a float64) []Slip {
			return []Slip{{"no-mean", "The rate is 2η/n, not η.", func(n Numbers) float64 { return a + s.Eta*n["r"] }}}
		},
		limit: func(largest float64) float64 { return n / largest },
	}
}

// atZero is what holds at the start of a descent.
const atZero = "At the start a = 0, so f = 0 at every point."

// short is what f is short of y.
func short(y, f float64) float64 { return y - f }

// turned is a residual the wrong way round.
func turned(y float64, r func(y, f float64) float64) Slip {
	return Slip{"turned", "It looks as if it is turned round.", func(n Numbers) float64 { return -r(y, n["f"]) }}
}

func logistic(p Points, solver solvers.Solver) Descent {
	s := solver.(solvers.Logistic)
	keep := unless(s.Lambda == 0, "(1 − γλ)")
	d := Descent{
		Points: p, Rate: s.Gamma, Step: s.Gamma, Lambda: s.Lambda, Tol: s.Tol,
		Title: "gradient descent on the logistic loss", Sentence: "Every a moves by its own residual: label minus probability at that point.", Start: atZero,
		Formula: "a ← " + keep + "a + γ(y − s(Ka)),  y in {0, 1}", RateSymbol: "γ", LimitFormula: "γ < 8/λmax",
		Letter: "a", Weight: "a", Objective: "loss", Brief: "y − s(f)", Target: "y", Sum: "loss = Σ(log(1 + e^f) − yf)",
		Constants: Derivation{Given("gamma", "γ", s.Gamma)},
		Columns:   []Column{number("s(f)", func(s solvers.Step, i int) float64 { return solvers.Sigmoid(s.F(i)) })},
		target:    ZeroOne,
		residual: Residual{
			symbol: "r", formula: "{target:y} − s({f:f})", of: overshoot, slack: .1,
			size: func(_, _ float64) float64 { return 1 },
			slips: func(y float64) []Slip {
				return append(asSign(y), turned(y, overshoot), Slip{"no-sigmoid", "It looks as if f stands where s(f) should.", func(n Numbers) float64 { return ZeroOne(y) - n["f"] }})
			},
		},
		loss: func(y, _, f []float64) float64 {
			var sum float64
			for i := range y {
				u := -PM(y[i]) * f[i]
				sum += math.Max(u, 0) + math.Log1p(math.Exp(-math.Abs(u)))
			}
			return sum
		},
		limit: func(largest float64) float64 { return 8 / (largest + 4*s.Lambda) },
	}
	if s.Form == solvers.PlusMinus {
		d.Formula, d.target = "aᵢ ← "+keep+"aᵢ + γ·s(−yᵢ(Ka)ᵢ)·yᵢ,  y in {−1, +1}", PM
		d.Sum, d.residual.formula = "loss = Σ log(1 + e^(−yf))", "s(−{target:y}·{f:f})·{target:y}"
	}
	if s.Lambda > 0 {
		d.Title += ", with a penalty"
		d.Sentence += " And every a shrinks by the part γλ of itself."
		d.Objective, d.LimitFormula = "loss + ½λ‖w‖²", "γ < 8/(λmax + 4λ)"
		d.Constants = append(d.Constants, Given("lambda", "λ", s.Lambda))
	}
	return d
}

// asSign is a label −1 in the residual for labels 0 and 1; nothing for class +1,
// which is written 1 in both.
func asSign(y float64) []Slip {
	if PM(y) > 0 {
		return nil
	}
	return []Slip{{"label-minus-one", "It looks as if a label −1 was used in y − s(f), where this class has 0.", func(n Numbers) float64 { return -1 - solvers.Sigmoid(n["f"]) }}}
}

// overshoot is y − s(f), y in {0, 1}, written so that nothing cancels where f is
// large.
func overshoot(y, f float64) float64 { return PM(y) * solvers.Sigmoid(-PM(y)*f) }

func ascent(p Points, solver solvers.Solver) Descent {
	s := solver.(solvers.Ascent)
	return Descent{
		Points: p, Rate: s.Eta, Step: s.Eta, Climbs: true, Signs: true,
		Title: "gradient ascent on the dual", Sentence: "Every α goes up the slope of W along it; neither Σαt = 0 nor α ≥ 0 is looked at.", Start: "At α = 0 every slope is 1.",
		Formula: "αᵢ ← αᵢ + η·∂W/∂αᵢ,  ∂W/∂αᵢ = 1 − tᵢ Σⱼ αⱼtⱼKᵢⱼ", RateSymbol: "η", LimitFormula: "η < 2/λmax",
		Letter: "α", Weight: "αt", Objective: "W", Brief: "1 − t·f", Target: "t", Sum: "W = Σα − ½Σαtf",
		Constants: Derivation{Given("eta", "η", s.Eta)},
		residual: Residual{
			symbol: "∂W/∂α", formula: "1 − {target}{f}", of: func(y, f float64) float64 { return 1 - y*f },
			size: func(_, f float64) float64 { return 1 + math.Abs(f) },
			slips: func(float64) []Slip {
				return []Slip{{"no-label", "It looks as if the label was left out.", func(n Numbers) float64 { return 1 - n["f"] }}}
			},
		},
		loss: func(y, a, f []float64) float64 {
			w := floats.Sum(a)
			for i, v := range a {
				w -= v * y[i] * f[i] / 2
			}
			return w
		},
		limit: func(largest float64) float64 { return 2 / largest },
	}
}

// balance is Σαt of the α that a step leads to, which the dual wants to be 0.
func balance(y, now []float64) Quantity {
	q := Given("sum", "Σαt", floats.Dot(now, y))
	q.Formula, q.Fill = "Σᵢ αᵢtᵢ after the step", func(n Numbers) string { return Num(n["sum"]) }
	q.Recorded = FromDetail(func(d *solvers.AscentDetail) float64 { return d.Sum })
	q.Scale, q.Note = always(1+floats.Norm(now, 1)), func(Numbers) string { return "the dual wants 0" }
	return q
}

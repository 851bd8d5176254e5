package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Descent is gradient descent on a loss, in the dual: a ← a + rate·r, with a
// residual r at every point.
type Descent struct {
	Points
	Logistic bool
	Form     solvers.LogisticForm
	Rate     float64 // what multiplies the residuals
	Step     float64 // the step size
	Tol      float64 // of the gradient at convergence; 0: never
	Slope    float64 // |∂r/∂f| is no more

	Title, Words         string // the rule as a heading and in a sentence
	Recurrence, Residual string // "a ← a + …", "r = …"
	Labels               string // how labels are written, ""
	RateSign, LimitSign  string // "2η/n", "η < n/λmax"
	// Brief and Target are r and what f is held to in short: "t − f", "t".
	Brief, Target string
	limit         float64 // times 1/λmax
}

// Descent is what a solver descends; not ok for one that does not.
func (p Points) Descent(s solvers.Solver) (Descent, bool) {
	switch s := s.(type) {
	case solvers.LeastSquares:
		n := float64(p.Len())
		return Descent{
			Points: p, Rate: 2 * s.Eta / n, Step: s.Eta, Tol: s.Tol, Slope: 1,
			Title: "The rule: gradient descent on the mean squared error", Words: "Every a moves by its own residual: what f is short of t at that point.",
			Recurrence: "a ← a + (2η/n)(t − Ka)", Residual: "r = t − Ka",
			RateSign: "2η/n", LimitSign: "η < n/λmax", Brief: "t − f", Target: "t", limit: n,
		}, true
	case solvers.Logistic:
		d := Descent{
			Points: p, Logistic: true, Form: s.Form, Rate: s.Gamma, Step: s.Gamma, Tol: s.Tol, Slope: .25,
			Title: "The rule: gradient descent on the logistic loss", Words: "Every a moves by its own residual: label minus probability at that point.",
			Recurrence: "a ← a + γ(y − s(Ka))", Residual: "r = y − s(Ka)", Labels: ",  y in {0, 1}",
			RateSign: "γ", LimitSign: "γ < 8/λmax", Brief: "y − s(f)", Target: "y", limit: 8,
		}
		if s.Form == solvers.PlusMinus {
			d.Recurrence, d.Residual, d.Labels = "aᵢ ← aᵢ + γ·s(−yᵢ(Ka)ᵢ)·yᵢ", "rᵢ = s(−yᵢ(Ka)ᵢ)·yᵢ", ",  y in {−1, +1}"
		}
		return d, true
	}
	return Descent{}, false
}

// Limit is the step size below which the loss is sure not to rise, where K has
// no eigenvalue above largest.
func (d Descent) Limit(largest float64) float64 { return d.limit / largest }

// PM reads a label −1/+1 or 0/1 as −1/+1.
func PM(y float64) float64 {
	if y > 0 {
		return 1
	}
	return -1
}

// ZeroOne reads a label −1/+1 or 0/1 as 0/1.
func ZeroOne(y float64) float64 { return (PM(y) + 1) / 2 }

// At is what f is held to at a point, as the form writes it: t, or the label.
func (d Descent) At(i int) float64 {
	switch {
	case !d.Logistic:
		return d.Y[i]
	case d.Form == solvers.PlusMinus:
		return PM(d.Y[i])
	}
	return ZeroOne(d.Y[i])
}

// R is the residual of point i at f. Of y − s(f) it is written so that nothing
// cancels where f is large.
func (d Descent) R(i int, f float64) float64 {
	if !d.Logistic {
		return d.Y[i] - f
	}
	return PM(d.Y[i]) * solvers.Sigmoid(-PM(d.Y[i])*f)
}

// Loss is what the descent lowers: the mean of (t − f)², or Σ log(1 + e^(−yf)).
func (d Descent) Loss(f []float64) float64 {
	var sum float64
	for i, v := range f {
		if d.Logistic {
			u := -PM(d.Y[i]) * v
			sum += math.Max(u, 0) + math.Log1p(math.Exp(-math.Abs(u)))
		} else {
			sum += (d.Y[i] - v) * (d.Y[i] - v)
		}
	}
	if d.Logistic {
		return sum
	}
	return sum / float64(len(f))
}

// Fit is what follows from the a of a step.
type Fit struct {
	A, F, R []float64
	Loss    float64
	// Off and OffLoss bound what rounding can put f and the loss off.
	Off, OffLoss float64
}

// Fit is the descent at a step, of which it takes a alone; largest is the
// largest |Kᵢⱼ|.
func (d Descent) Fit(s solvers.Step, largest float64) Fit {
	v := Fit{A: s.CoefCopy()}
	v.F = d.Scores(v.A, nil)
	v.R = make([]float64, len(v.F))
	var size float64
	for i, f := range v.F {
		v.R[i] = d.R(i, f)
		size = math.Max(size, math.Abs(v.R[i]))
	}
	v.Loss = d.Loss(v.F)
	n := float64(len(v.F))
	v.Off = 1e-15 * (n + 10) * (1 + floats.Norm(v.A, 1)*largest)
	v.OffLoss = 1e-15*(n+10)*v.Loss + 2*n*v.Off*(size+v.Off)
	return v
}

// Slack is by how much f of point i may be off for the residual still to come
// out right. Of y − s(f) a slack of f makes at most that part.
func (d Descent) Slack(i int, f float64) float64 {
	if d.Logistic {
		return 0.1
	}
	return math.Abs(d.R(i, f)) / 8
}

// Sheet is the update of aᵢ, quantity by quantity, from the coefficients before
// it and the score of the point.
func (d Descent) Sheet(i int, a []float64, f float64) Sheet {
	sub := Sub(i + 1)
	step := func(n Numbers) float64 { return d.Rate * n["r"] }
	change := math.Abs(d.Rate * d.R(i, f))
	anew := Quantity{
		Name: "anew", Sign: "a" + sub, Ink: InkA, Law: "{a} + {rate}·{r}", From: []string{"r"},
		Now:    func(n Numbers) float64 { return a[i] + step(n) },
		Said:   func(s solvers.Step) (float64, bool) { return s.Coef().At(i), true },
		Within: func(Numbers) float64 { return change / 4 },
		Size: func(Numbers) float64 {
			size := 1.0
			if !d.Logistic {
				size = math.Abs(d.Y[i]) + math.Abs(f)
			}
			return math.Max(math.Abs(a[i]), d.Rate*size)
		},
		Slips: []Slip{{"wrong-way", "It looks as if the residual was subtracted.", func(n Numbers) float64 { return a[i] - step(n) }}},
	}
	if !d.Logistic {
		anew.Slips = append(anew.Slips, Slip{"no-mean", "The rate is 2η/n, not η.", func(n Numbers) float64 { return a[i] + d.Step*n["r"] }})
	}
	target := d.Y[i]
	if d.Logistic {
		target = ZeroOne(d.Y[i])
	}
	return Sheet{
		{Name: "a", Sign: "a" + sub, Ink: ascii.Text, Now: func(Numbers) float64 { return a[i] }},
		{Name: "rate", Sign: d.RateSign, Ink: InkRate, Now: func(Numbers) float64 { return d.Rate }},
		{
			Name: "f", Sign: "f(x" + sub + ")", Ink: ascii.Text,
			Now:    func(Numbers) float64 { return f },
			Size:   func(Numbers) float64 { return d.terms(i, a) },
			Within: func(Numbers) float64 { return d.Slack(i, f) },
		},
		{
			Name: "r", Sign: "r" + sub, Ink: ascii.Text, From: []string{"f"}, Put: func(n Numbers) string { return d.put(i, n["f"]) },
			Now: func(n Numbers) float64 { return d.R(i, n["f"]) },
			Said: func(s solvers.Step) (float64, bool) {
				g, ok := s.Detail.(*solvers.GradientDetail)
				if !ok || i >= g.Residuals().Len() {
					return 0, false
				}
				return g.Residuals().At(i), true
			},
			Slips: []Slip{
				{"turned", "It looks as if it is turned round.", func(n Numbers) float64 { return -d.R(i, n["f"]) }},
				{"no-sigmoid", "It looks as if f stands where s(f) should.", func(n Numbers) float64 { return target - n["f"] }},
			},
		},
		anew,
	}
}

// terms is the size of the terms of f at a point.
func (d Descent) terms(i int, a []float64) float64 {
	var sum float64
	for j, v := range a {
		sum += math.Abs(v * d.Gram.At(i, j))
	}
	return sum
}

// put is the residual with its law and its numbers.
func (d Descent) put(i int, f float64) string {
	y := d.At(i)
	switch {
	case !d.Logistic:
		return "t − f = " + Num(y) + " − " + Paren(f)
	case d.Form == solvers.PlusMinus:
		return "s(−y·f)·y = s(" + Num(-y*f) + ")·" + Signed(y)
	}
	return "y − s(f) = " + Num(y) + " − s(" + Num(f) + ") = " + Num(y) + " − " + Num(solvers.Sigmoid(f))
}

package solvers

import "math"

// LogisticForm is how the labels of logistic regression are written. All forms
// take the same steps but for rounding: with y′ = (y+1)/2, y′ − s(f) = y·s(−yf).
type LogisticForm uint8

// The forms.
const (
	ZeroOne    LogisticForm = iota // a ← (1 − γλ)a + γ(y − s(Ka)), y in {0, 1}, where 1 − s(f) is computed as s(−f)
	PlusMinus                      // aᵢ ← (1 − γλ)aᵢ + γ·s(−yᵢ(Ka)ᵢ)·yᵢ, y in {−1, +1}
	Subtracted                     // ZeroOne with 1 − s(f) as it stands, which loses digits and is 0 from f = 37 on
)

// Logistic minimises Σ log(1 + exp(−yf)) + ½λ‖w‖², y in {−1, +1}, by gradient
// descent from zero, without intercept; in the dual ‖w‖² is aᵀKa. Labels may be
// given as 0/1 or −1/+1 in either form. The objective of a step is that sum
// after it. A step size below 8/(λ_max(K) + 4λ) is safe, see [Logistic.SafeStep]. At
// rest λaᵢ = yᵢ − s(fᵢ), y in {0, 1}, but for what K takes to 0.
type Logistic struct {
	Gamma    float64
	Lambda   float64 // the penalty λ; 0: none
	Form     LogisticForm
	MaxSteps int     // 0: no cap
	Tol      float64 // length of the gradient Φᵀr − λw to call it converged; 0: never
}

var _ Solver = Logistic{}

// Name returns "logistic".
func (Logistic) Name() string { return "logistic" }

// Start returns the step at zero. It reports labels other than 0/1 or −1/+1,
// and one class only.
func (l Logistic) Start(p *Problem) (Step, error) {
	if !(l.Gamma > 0) || math.IsInf(l.Gamma, 0) {
		return Step{}, &ParamError{Name: "γ", Value: l.Gamma, Want: "a number above 0"}
	}
	if err := checkLambda(l.Lambda); err != nil {
		return Step{}, err
	}
	if _, err := plusMinus(p.y); err != nil {
		return Step{}, err
	}
	d, err := l.descent(p)
	if err != nil {
		return Step{}, err
	}
	return d.start(p), nil
}

// Next takes one full-batch step.
func (l Logistic) Next(p *Problem, s Step) (Step, error) { return l.NextWith(p, s, FaultHooks{}) }

// NextWith is Next with parts of the algorithm replaced.
func (l Logistic) NextWith(p *Problem, s Step, hooks FaultHooks) (Step, error) {
	d, err := l.descent(p)
	if err != nil {
		return Step{}, err
	}
	return d.next(p, s, hooks), nil
}

func (l Logistic) descent(p *Problem) (descent, error) {
	y, err := plusMinus(p.y)
	if err != nil {
		return descent{}, err
	}
	return descent{
		step: l.Gamma, rate: l.Gamma, slope: 1, lambda: l.Lambda, limit: l.MaxSteps, tol: l.Tol,
		residuals: residualsOf(l.Form.Loss(), l.Form.labels(y)),
		loss:      func(f []float64) float64 { return LogisticLoss(y, f) },
	}, nil
}

// labels writes labels −1 and +1 as this form has them.
func (f LogisticForm) labels(y []float64) []float64 {
	if f.Loss().Labels == Signs {
		return y
	}
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = (v + 1) / 2
	}
	return out
}

// Sigmoid returns s(u) = 1/(1 + e^{−u}) without overflow.
func Sigmoid(u float64) float64 {
	if u >= 0 {
		return 1 / (1 + math.Exp(-u))
	}
	e := math.Exp(u)
	return e / (1 + e)
}

// LogisticLoss returns Σ log(1 + exp(−yf)) for labels −1/+1, without overflow.
func LogisticLoss(y, f []float64) float64 { return PlusMinus.Loss().Sum(y, f) }

func softplus(u float64) float64 {
	return math.Max(u, 0) + math.Log1p(math.Exp(-math.Abs(u)))
}

// plusMinus reads labels 0/1 or −1/+1 as −1/+1.
func plusMinus(y []float64) ([]float64, error) {
	want := "0 or 1, or −1 or +1"
	zero, minus := -1, -1
	var ones int
	out := make([]float64, len(y))
	for i, v := range y {
		switch v {
		case 1:
			ones++
		case 0:
			zero = i
		case -1:
			minus = i
		default:
			return nil, &LabelError{Index: i, Value: v, Want: want}
		}
		out[i] = 1
		if v != 1 {
			out[i] = -1
		}
	}
	if zero >= 0 && minus >= 0 {
		return nil, &LabelError{Index: max(zero, minus), Value: y[max(zero, minus)], Want: want + ", not both"}
	}
	if ones == 0 || ones == len(y) {
		return nil, &OneClassError{N: len(y), Label: y[0]}
	}
	return out, nil
}

package solvers

import (
	"math"
	"slices"
)

// LabelKind is a kind of labels or targets. Each loss accepts one kind.
type LabelKind uint8

// The kinds of label.
const (
	Reals     LabelKind = iota // any finite number
	Bits                       // 0 or 1
	Signs                      // −1 or +1
	Counts                     // 0, 1, 2, …
	Positives                  // above 0
)

// String describes the labels for error messages: "−1 or +1".
func (l LabelKind) String() string {
	return [...]string{"a finite number", "0 or 1", "−1 or +1", "0, 1, 2, …", "a number above 0"}[l]
}

// Accepts reports whether y is a label of this kind.
func (l LabelKind) Accepts(y float64) bool {
	switch l {
	case Bits:
		return y == 0 || y == 1
	case Signs:
		return y == -1 || y == 1
	case Counts:
		return y >= 0 && y == math.Trunc(y) && !math.IsInf(y, 0)
	case Positives:
		return y > 0 && !math.IsInf(y, 0)
	}
	return !math.IsNaN(y) && !math.IsInf(y, 0)
}

// Loss is the cost ℓ(y, f) of a score f at a point with label y. It is convex in f. If w = Σ aᵢφᵢ,
// a descent on the loss changes aᵢ by a multiple of the slope ∂ℓ/∂f at point i. The zero Loss
// cannot be used.
type Loss struct {
	Name   string // "squared", "hinge" …
	Labels LabelKind
	value  func(y, f float64) float64
	slope  func(y, f float64) float64
}

// Value returns ℓ(y, f). The result is meaningless if the loss does not accept
// the label.
func (l Loss) Value(y, f float64) float64 { return l.value(y, f) }

// Slope returns ∂ℓ/∂f. At a kink it returns the subgradient farthest from 0. For example, the hinge
// loss has the slope −y at yf = 1.
func (l Loss) Slope(y, f float64) float64 { return l.slope(y, f) }

// Sum returns Σ ℓ(yᵢ, fᵢ) over points with labels y and scores f.
func (l Loss) Sum(y, f []float64) float64 {
	var sum float64
	for i := range y {
		sum += l.value(y[i], f[i])
	}
	return sum
}

// residual returns −∂ℓ/∂f. If the slope is 0, it returns +0, never −0.
func (l Loss) residual(y, f float64) float64 { return 0 - l.slope(y, f) }

// checkLabels returns an error for the first label that the loss does not accept.
func (l Loss) checkLabels(y []float64) error {
	i := slices.IndexFunc(y, func(v float64) bool { return !l.Labels.Accepts(v) })
	if i < 0 {
		return nil
	}
	return &LabelError{Index: i, Value: y[i], Want: l.Labels.String()}
}

// Losses returns all losses of this file, in no particular order.
func Losses() []Loss {
	return []Loss{
		SquaredLoss(), ZeroOne.Loss(), PlusMinus.Loss(), HingeLoss(), SquaredHingeLoss(),
		ExponentialLoss(), PoissonLoss(), FourthPowerLoss(), WaitingTimeLoss(),
	}
}

// LossByName returns the loss with the given name.
func LossByName(name string) (l Loss, ok bool) {
	losses := Losses()
	if i := slices.IndexFunc(losses, func(l Loss) bool { return l.Name == name }); i >= 0 {
		return losses[i], true
	}
	return Loss{}, false
}

// SquaredLoss returns the loss ½(f − y)².
func SquaredLoss() Loss {
	return Loss{
		Name: "squared", Labels: Reals,
		value: func(y, f float64) float64 { return (f - y) * (f - y) / 2 },
		slope: func(y, f float64) float64 { return f - y },
	}
}

// Loss returns the logistic loss in this form: −y ln s(f) − (1 − y) ln(1 −
// s(f)) for labels 0 and 1, or ln(1 + e^(−yf)) for labels −1 and +1. It does
// not overflow.
func (form LogisticForm) Loss() Loss {
	zeroOne := func(y, f float64) float64 { return softplus((1 - 2*y) * f) }
	switch form {
	case PlusMinus:
		return Loss{
			Name: "logistic, labels ±1", Labels: Signs,
			value: func(y, f float64) float64 { return softplus(-y * f) },
			slope: func(y, f float64) float64 { return -(Sigmoid(-y*f) * y) },
		}
	case ZeroOneSubtracted:
		return Loss{
			Name: "logistic, 1 − s(f) subtracted", Labels: Bits, value: zeroOne,
			slope: func(y, f float64) float64 { return Sigmoid(f) - y },
		}
	}
	return Loss{Name: "logistic, labels 0 and 1", Labels: Bits, value: zeroOne, slope: slopeZeroOne}
}

// slopeZeroOne returns s(f) − y. For y = 1 it computes −s(−f), which does not
// cancel if f is large.
func slopeZeroOne(y, f float64) float64 {
	if y > 0 {
		return -Sigmoid(-f)
	}
	return Sigmoid(f)
}

// HingeLoss returns max(0, 1 − yf), the loss of the support vector machine.
func HingeLoss() Loss { return hinge("hinge", 1) }

// hinge returns the loss max(0, kink − yf).
func hinge(name string, kink float64) Loss {
	return Loss{
		Name: name, Labels: Signs,
		value: func(y, f float64) float64 { return max(0, kink-y*f) },
		slope: func(y, f float64) float64 {
			if y*f <= kink {
				return -y
			}
			return 0
		},
	}
}

// SquaredHingeLoss returns the loss ½ max(0, 1 − yf)², which has no kink.
func SquaredHingeLoss() Loss {
	return Loss{
		Name: "squared hinge", Labels: Signs,
		value: func(y, f float64) float64 { m := max(0, 1-y*f); return m * m / 2 },
		slope: func(y, f float64) float64 { return -y * max(0, 1-y*f) },
	}
}

// ExponentialLoss returns e^(−yf), the loss of AdaBoost (Friedman, Hastie &
// Tibshirani, Ann. Statist. 28, 2000, §4.1).
func ExponentialLoss() Loss {
	return Loss{
		Name: "exponential", Labels: Signs,
		value: func(y, f float64) float64 { return math.Exp(-y * f) },
		slope: func(y, f float64) float64 { return -y * math.Exp(-y*f) },
	}
}

// PoissonLoss returns the loss e^f − yf. Up to the term ln y!, which does not
// depend on f, it is −ln of the probability of a count y with expectation e^f.
func PoissonLoss() Loss {
	return Loss{
		Name: "Poisson", Labels: Counts,
		value: func(y, f float64) float64 { return math.Exp(f) - y*f },
		slope: func(y, f float64) float64 { return math.Exp(f) - y },
	}
}

// FourthPowerLoss returns the loss ¼(f − y)⁴.
func FourthPowerLoss() Loss {
	return Loss{
		Name: "fourth power", Labels: Reals,
		value: func(y, f float64) float64 { r := (f - y) * (f - y); return r * r / 4 },
		slope: func(y, f float64) float64 { return (f - y) * (f - y) * (f - y) },
	}
}

// WaitingTimeLoss returns the loss f + y e^(−f), which is −ln of the density of a
// waiting time y with expectation e^f under the exponential distribution
// (McCullagh & Nelder, Generalized Linear Models, 1989, ch. 8).
func WaitingTimeLoss() Loss {
	return Loss{
		Name: "waiting time", Labels: Positives,
		value: func(y, f float64) float64 { return f + y*math.Exp(-f) },
		slope: func(y, f float64) float64 { return 1 - y*math.Exp(-f) },
	}
}

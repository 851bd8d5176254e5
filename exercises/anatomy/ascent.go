package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/solvers"
)

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

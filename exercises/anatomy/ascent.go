package anatomy

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/solvers"
)

func ascent(p Points, solver solvers.Solver) Descent {
	s := solver.(solvers.Ascent)
	return Descent{
		Points: p, Rate: s.Eta, Step: s.Eta, Climbs: true, Signs: true,
		Wording: Wording{
			Title: "The rule: gradient ascent on the dual", Words: "Every α goes up the slope of W along it; neither Σαt = 0 nor α ≥ 0 is looked at.",
			Start:      "At α = 0 every slope is 1.",
			Recurrence: "αᵢ ← αᵢ + η·∂W/∂αᵢ,  ∂W/∂αᵢ = 1 − tᵢ Σⱼ αⱼtⱼKᵢⱼ", Residual: "∂W/∂αᵢ = 1 − tᵢ Σⱼ αⱼtⱼKᵢⱼ", Update: "α# ← α# + η·(1 − t# f(x#))",
			RateSign: "η", LimitSign: "η < 2/λmax", Letter: "α", Objective: "W", Name: "W",
			Brief: "1 − t·f", Target: "t", Head: []string{"t", "f", "∂W/∂α"},
			Sum:   "W = Σα − ½Σαtf",
			Score: "f = Σαtk", Follows: "W = Σα − ½ΣΣααttK",
		},
		Constants: []Constant{{"η", s.Eta}},
		Row:       func(i int, f, r float64) []float64 { return []float64{p.Y[i], f, r} },
		So: func(i int, _, _ float64) string {
			return fmt.Sprintf("So: W is steepest along α%s, and every α moved by η times its slope.", Sub(i+1))
		},
		Aside: &Aside{
			Name: "sum", Sign: "Σαt", Wanted: "and the dual wants 0", Law: "Σαt as the step says (0 is not promised)",
			Of:   func(a []float64) float64 { return floats.Dot(a, p.Y) },
			Said: FromDetail(func(d *solvers.AscentDetail) float64 { return d.Sum }),
		},
		residuals: residuals{
			r: func(y, f float64) float64 { return 1 - y*f }, Slope: 1, sign: "∂W/∂α#", law: "1 − {target}{f}",
			size:   func(_, f float64) float64 { return 1 + math.Abs(f) },
			target: func(y float64) float64 { return y },
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
		terms: func(_, a, f []float64) float64 {
			var sum float64
			for i, v := range a {
				sum += math.Abs(v) * (1 + math.Abs(f[i])/2)
			}
			return sum
		},
		limit: func(largest float64) float64 { return 2 / largest },
	}
}

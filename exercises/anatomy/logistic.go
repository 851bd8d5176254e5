package anatomy

import (
	"math"

	"kernellab/solvers"
)

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

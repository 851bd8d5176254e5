package anatomy

import (
	"fmt"
	"math"

	"kernellab/solvers"
)

func logistic(p Points, solver solvers.Solver) Descent {
	s := solver.(solvers.Logistic)
	d := Descent{
		Points: p, Rate: s.Gamma, Step: s.Gamma, Lambda: s.Lambda, Tol: s.Tol,
		Wording: Wording{
			Title: "The rule: gradient descent on the logistic loss", Words: "Every a moves by its own residual: label minus probability at that point.",
			Start:      "At the start a = 0, so f = 0 at every point.",
			Recurrence: "a ← a + γ(y − s(Ka))", Residual: "r = y − s(Ka)", Labels: ",  y in {0, 1}", Update: "a# ← a# + γ (y# − s(f(x#)))",
			RateSign: "γ", LimitSign: "γ < 8/λmax", Letter: "a", Objective: "loss", Name: "loss",
			Brief: "y − s(f)", Target: "y", Head: []string{"y", "f", "s(f)", "y − s(f)"},
			Sum:   "loss = Σ(log(1 + e^f) − yf)",
			Score: "f = Ka", Follows: "the loss follows from f", Length: "‖Φᵀr‖", Rest: "λaᵢ = yᵢ − s(fᵢ) at rest",
		},
		Constants: []Constant{{"γ", s.Gamma}},
		Row:       func(i int, f, r float64) []float64 { return []float64{ZeroOne(p.Y[i]), f, solvers.Sigmoid(f), r} },
		So: func(i int, _, change float64) string {
			return fmt.Sprintf("So: point %d pulls hardest, its class has the lowest probability; the loss %s.", i+1, went(change))
		},
		residuals: residuals{
			r: overshoot, Slope: .25, slack: .1, sign: "r#", target: ZeroOne,
			size: func(_, _ float64) float64 { return 1 },
			put: func(y, f float64) string {
				return "y − s(f) = " + Num(ZeroOne(y)) + " − s(" + Num(f) + ") = " + Num(ZeroOne(y)) + " − " + Num(solvers.Sigmoid(f))
			},
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
		d.Recurrence, d.Residual, d.Labels = "aᵢ ← aᵢ + γ·s(−yᵢ(Ka)ᵢ)·yᵢ", "rᵢ = s(−yᵢ(Ka)ᵢ)·yᵢ", ",  y in {−1, +1}"
		d.Update, d.target, d.Rest = "a# ← a# + γ s(−y# f(x#)) y#", PM, "λaᵢ = s(−yᵢfᵢ)·yᵢ at rest"
		d.Sum = "loss = Σ log(1 + e^(−yf))"
		d.put = func(y, f float64) string { return "s(−y·f)·y = s(" + Num(-PM(y)*f) + ")·" + Signed(PM(y)) }
	}
	if s.Lambda > 0 {
		d.Title += ", with a penalty"
		d.Words += " And every a shrinks by the part γλ of itself."
		d.Recurrence, d.Update = shrunk(d.Recurrence), shrunk(d.Update)
		d.Follows, d.Length = "the loss and the penalty follow from a and f", "‖Φᵀ(r − λa)‖"
		d.Objective, d.LimitSign = "loss + ½λ‖w‖²", "γ < 8/(λmax + 4λ)"
		d.Constants = append(d.Constants, Constant{"λ", s.Lambda})
		d.So = func(i int, r, change float64) string {
			return fmt.Sprintf("So: point %d moves most: its residual is %s, and the penalty takes λa from it; the sum %s.", i+1, Num(r), went(change))
		}
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

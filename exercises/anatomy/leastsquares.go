package anatomy

import (
	"fmt"
	"math"

	"kernellab/solvers"
)

func leastSquares(p Points, solver solvers.Solver) Descent {
	s := solver.(solvers.LeastSquares)
	n := float64(p.Len())
	return Descent{
		Points: p, Rate: 2 * s.Eta / n, Step: s.Eta, Tol: s.Tol,
		Wording: Wording{
			Title: "The rule: gradient descent on the mean squared error", Words: "Every a moves by its own residual: what f is short of t at that point.",
			Start:      "At the start a = 0, so f = 0 at every point.",
			Recurrence: "a ← a + (2η/n)(t − Ka)", Residual: "r = t − Ka", Update: "a# ← a# + (2η/n)(t# − f(x#))",
			RateSign: "2η/n", LimitSign: "η < n/λmax", Letter: "a", Objective: "loss", Name: "loss",
			Brief: "t − f", Target: "t", Head: []string{"t", "f", "t − f"},
			Sum:   "loss = Σ(t − f)²/n",
			Score: "f = Ka", Follows: "the loss follows from f", Length: "(2/n)‖Φᵀr‖",
		},
		Constants: []Constant{{"η", s.Eta}, {"n", n}},
		Row:       func(i int, f, r float64) []float64 { return []float64{p.Y[i], f, r} },
		So:        pulls,
		residuals: residuals{
			r: short, Slope: 1, sign: "r#", law: "{target:t} − {f:f}",
			size:   func(y, f float64) float64 { return math.Abs(y) + math.Abs(f) },
			target: func(y float64) float64 { return y },
			slips:  func(y float64) []Slip { return []Slip{turned(y, short)} },
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

// short is what f is short of y.
func short(y, f float64) float64 { return y - f }

// turned is a residual the wrong way round.
func turned(y float64, r func(y, f float64) float64) Slip {
	return Slip{"turned", "It looks as if it is turned round.", func(n Numbers) float64 { return -r(y, n["f"]) }}
}

// pulls is a step of a descent in one sentence.
func pulls(i int, r, change float64) string {
	side := "above"
	if r > 0 {
		side = "below"
	}
	return fmt.Sprintf("So: point %d pulls hardest, f is farthest %s its label there; the loss %s.", i+1, side, went(change))
}

// went is a change in a word; 0 where it is no more than rounding.
func went(change float64) string {
	switch {
	case change > 0:
		return "rose"
	case change < 0:
		return "fell"
	}
	return "stayed"
}

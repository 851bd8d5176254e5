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
		Points: p, Rate: 2 * s.Eta / n, Step: s.Eta, Tol: s.Tol, Slope: 1,
		Title: "The rule: gradient descent on the mean squared error", Words: "Every a moves by its own residual: what f is short of t at that point.",
		Start:      "At the start a = 0, so f = 0 at every point.",
		Recurrence: "a ← a + (2η/n)(t − Ka)", Residual: "r = t − Ka", Update: "a# ← a# + (2η/n)(t# − f(x#))",
		Letter: "a", Objective: "loss", Name: "loss", RateSign: "2η/n", LimitSign: "η < n/λmax", Brief: "t − f", Target: "t",
		Score: "f = Ka", Follows: "the loss follows from f", Length: "‖Φᵀr‖",
		Constants: []Constant{{"η", s.Eta}, {"n", n}},
		Head:      []string{"t", "f", "t − f"}, Row: func(i int, f, r float64) []float64 { return []float64{p.Y[i], f, r} },
		So: pulls,

		target: func(y float64) float64 { return y },
		r:      func(y, f float64) float64 { return y - f },
		loss: func(y, _, f []float64) float64 {
			var sum float64
			for i := range y {
				sum += (y[i] - f[i]) * (y[i] - f[i])
			}
			return sum / float64(len(y))
		},
		sign: "r#", law: "{target:t} − {f:f}",
		size:  func(y, f float64) float64 { return math.Abs(y) + math.Abs(f) },
		slips: func(y float64) []Slip { return []Slip{turned(func(f float64) float64 { return y - f })} },
		more: func(a float64) []Slip {
			return []Slip{{"no-mean", "The rate is 2η/n, not η.", func(n Numbers) float64 { return a + s.Eta*n["r"] }}}
		},
		limit: func(largest float64) float64 { return n / largest },
	}
}

// turned is a residual r of f the wrong way round.
func turned(r func(f float64) float64) Slip {
	return Slip{"turned", "It looks as if it is turned round.", func(n Numbers) float64 { return -r(n["f"]) }}
}

// pulls is a step of a descent in one sentence.
func pulls(i int, r, change float64) string {
	side, what := "above", "fell"
	if r > 0 {
		side = "below"
	}
	if change > 0 {
		what = "rose"
	}
	return fmt.Sprintf("So: point %d pulls hardest, f is farthest %s its label there; the loss %s.", i+1, side, what)
}

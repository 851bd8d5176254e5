package anatomy

import (
	"math"

	"kernellab/solvers"
)

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

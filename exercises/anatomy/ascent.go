package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Climb is gradient ascent on the dual of the support vector machine between two
// steps: what follows from the points and α.
type Climb struct {
	Machine // with neither a bound nor a bias
	Eta     float64
}

// Climb is the ascent at a step, of which it takes α alone.
func (p Points) Climb(s solvers.Ascent, at solvers.Step) Climb {
	return Climb{p.Take(math.Inf(1), at.CoefCopy(), 0), s.Eta}
}

// Gradient is ∂W/∂αᵢ where f has a value at point i.
func (c Climb) Gradient(i int, f float64) float64 { return 1 - c.Y[i]*f }

// Balance is Σαt, which the dual wants to be 0.
func (c Climb) Balance() float64 { return floats.Dot(c.Alpha, c.Y) }

// Steepest is the point where W rises most.
func (c Climb) Steepest() int {
	most := 0
	for i, f := range c.Score {
		if math.Abs(c.Gradient(i, f)) > math.Abs(c.Gradient(most, c.Score[most])) {
			most = i
		}
	}
	return most
}

// Sheet is the update of αᵢ, quantity by quantity.
func (c Climb) Sheet(i int) Sheet {
	sub := Sub(i + 1)
	step := func(n Numbers) float64 { return c.Eta * n["g"] }
	return Sheet{
		{Name: "t", Sign: "t" + sub, Ink: ascii.Text, Unit: true, Now: func(Numbers) float64 { return c.Y[i] }},
		{Name: "a", Sign: "α" + sub, Ink: InkA, Now: func(Numbers) float64 { return c.Alpha[i] }},
		{Name: "eta", Sign: "η", Ink: InkRate, Now: func(Numbers) float64 { return c.Eta }},
		{
			Name: "f", Sign: "f(x" + sub + ")", Ink: ascii.Text,
			Now: func(Numbers) float64 { return c.Score[i] },
			Size: func(Numbers) float64 {
				var sum float64
				for j, a := range c.Alpha {
					sum += math.Abs(a * c.Gram.At(i, j))
				}
				return sum
			},
			Within: func(n Numbers) float64 { return math.Abs(n["g"]) / 8 },
		},
		{
			Name: "g", Sign: "∂W/∂α" + sub, Ink: ascii.Text, Law: "1 − {t}{f}", From: []string{"f"},
			Now: func(n Numbers) float64 { return c.Gradient(i, n["f"]) },
			Said: func(s solvers.Step) (float64, bool) {
				d, ok := s.Detail.(*solvers.AscentDetail)
				if !ok || i >= d.Gradient().Len() {
					return 0, false
				}
				return d.Gradient().At(i), true
			},
			Slips: []Slip{{"no-label", "It looks as if the label was left out.", func(n Numbers) float64 { return 1 - n["f"] }}},
		},
		{
			Name: "anew", Sign: "α" + sub, Ink: InkA, Law: "{a} + {eta}·{g:∂W/∂α}", From: []string{"g"},
			Now:    func(n Numbers) float64 { return c.Alpha[i] + step(n) },
			Said:   func(s solvers.Step) (float64, bool) { return s.Coef().At(i), true },
			Within: func(n Numbers) float64 { return math.Abs(step(n)) / 4 },
			Size:   func(n Numbers) float64 { return math.Max(math.Abs(c.Alpha[i]), math.Abs(step(n))) },
			Slips:  []Slip{{"wrong-way", "It looks as if the step went downhill.", func(n Numbers) float64 { return c.Alpha[i] - step(n) }}},
		},
	}
}

func climbSheet(p Points, s solvers.Solver, before, now solvers.Step) Sheet {
	if d, ok := now.Detail.(*solvers.AscentDetail); !ok || d.Gradient().Len() == 0 {
		return nil
	}
	c := p.Climb(s.(solvers.Ascent), before)
	return c.Sheet(c.Steepest())
}

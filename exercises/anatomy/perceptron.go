package anatomy

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Counts is the perceptron between two visits: what follows from the points, α
// and b.
type Counts struct {
	Points
	NoBias bool
	Alpha  []float64
	Bias   float64
	F      []float64 // with b
}

// Counts is the perceptron at a step, of which it takes α and b alone.
func (p Points) Counts(s solvers.Perceptron, at solvers.Step) Counts {
	c := Counts{Points: p, NoBias: s.NoBias, Alpha: at.CoefCopy(), Bias: at.Bias}
	c.F = p.Scores(c.Alpha, p.Y)
	floats.AddConst(c.Bias, c.F)
	return c
}

// Margin is y·f of a point.
func (c Counts) Margin(i int) float64 { return c.Y[i] * c.F[i] }

// Wants reports whether a point is to be added: y·f ≤ 0. Where that is 0 but for
// rounding, up to off, the number that the solver has for f decides.
func (c Counts) Wants(i int, said, off float64) bool {
	if math.Abs(c.Margin(i)) <= off {
		return c.Y[i]*said <= 0
	}
	return c.Margin(i) <= 0
}

// Bought is the b that follows from α: every added point adds its label.
func (c Counts) Bought() float64 {
	if c.NoBias {
		return 0
	}
	return floats.Dot(c.Alpha, c.Y)
}

// Off bounds what rounding can put f off, where no |Kᵢⱼ| is above largest.
func (c Counts) Off(largest float64) float64 { return 1e-12 * (1 + floats.Norm(c.Alpha, 1)*largest) }

// Terms is the size of the terms of f at a point.
func (c Counts) Terms(i int) float64 {
	sum := math.Abs(c.Bias) + math.Abs(c.F[i])
	for j, a := range c.Alpha {
		sum += math.Abs(a * c.Gram.At(i, j))
	}
	return sum
}

// Turns lists the points whose turn it is from one number of visits to another,
// the last 2n of them at most.
func (p Points) Turns(s solvers.Perceptron, from, to int) []int {
	n := p.Len()
	var out, drawn []int
	epoch := -1
	for v := max(0, from, to-2*n); v < to; v++ {
		if s.Seed == 0 {
			out = append(out, v%n)
			continue
		}
		if v/n != epoch {
			epoch = v / n
			drawn = rand.New(rand.NewPCG(s.Seed, uint64(epoch+1))).Perm(n)
		}
		out = append(out, drawn[v%n])
	}
	return out
}

// The answers to "is it a mistake?", as the quantity mistake has them.
const (
	MistakeYes = iota
	MistakeNo
)

// Derivation is the visit of a point, quantity by quantity.
func (c Counts) Derivation(i int) Derivation {
	sub := Sub(i + 1)
	added := func(n Numbers) float64 { return MistakeNo - n["mistake"] }
	out := Derivation{
		{Name: "f", Symbol: "f", Ink: ascii.Text, Compute: func(Numbers) float64 { return c.F[i] }},
		{
			Name: "margin", Symbol: "y·f", Ink: ascii.Text, From: []string{"f"},
			Fill:     func(n Numbers) string { return Signed(c.Y[i]) + "·" + Paren(c.F[i]) },
			Compute:  func(Numbers) float64 { return c.Margin(i) },
			Recorded: FromVisit(func(d *solvers.PerceptronDetail) float64 { return d.Margin }),
			Scale:    func(Numbers) float64 { return c.Terms(i) },
			Margin:   func(Numbers) float64 { return math.Abs(c.Margin(i)) / 4 },
			Slips:    []Slip{{"no-label", "That is f; it is to be multiplied by the label.", func(Numbers) float64 { return c.F[i] }}},
		},
		{
			Name: "mistake", Symbol: "a mistake", Ink: ascii.Text, From: []string{"margin"},
			Compute: func(n Numbers) float64 { return missed(n["margin"] <= 0) },
			Recorded: FromVisit(func(d *solvers.PerceptronDetail) float64 {
				return missed(d.Mistake)
			}),
			Slips: []Slip{
				{"strict", "", func(n Numbers) float64 { return missed(n["margin"] < 0) }},
				{"eager", "", func(n Numbers) float64 { return missed(n["margin"] < 1) }},
			},
		},
		{
			Name: "alpha", Symbol: "α" + sub, Ink: InkA, From: []string{"mistake"},
			Compute:  func(n Numbers) float64 { return c.Alpha[i] + added(n) },
			Recorded: func(s solvers.Step) (float64, bool) { return s.Coef().At(i), true },
			Slips:    []Slip{{"plus-y", "α counts mistakes; the label stands outside, in f = Σαyk + b.", func(n Numbers) float64 { return c.Alpha[i] + added(n)*c.Y[i] }}},
		},
	}
	if c.NoBias {
		return out
	}
	return append(out, Quantity{
		Name: "b", Symbol: "b", Ink: ascii.Text, From: []string{"mistake"},
		Compute:  func(n Numbers) float64 { return c.Bias + added(n)*c.Y[i] },
		Recorded: func(s solvers.Step) (float64, bool) { return s.Bias, true },
		Slips: []Slip{
			{"minus-y", "b moves with the label of the mistake, not against it.", func(n Numbers) float64 { return c.Bias - added(n)*c.Y[i] }},
			{"bias-sign", "", func(n Numbers) float64 { return c.Bias + added(n) }},
		},
	})
}

// missed is a mistake as a number.
func missed(yes bool) float64 {
	if yes {
		return MistakeYes
	}
	return MistakeNo
}

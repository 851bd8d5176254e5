package bench

import (
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// sameTo is the difference up to which two paths count as one: rounding alone
// explains it.
const sameTo = 1e-12

// primalBeside shows w of the primal beside Φᵀa of the dual, with their
// difference.
func primalBeside(s setting) teller {
	rows, ok := s.model.Features()
	if !ok {
		return silent
	}
	return lockstep(func(dual, primal solvers.Step) []ascii.Line {
		w, pulled := primal.CoefCopy(), pulledBack(rows, dual)
		return []ascii.Line{
			{{Text: "primal   w = ", Ink: ascii.Dim}, {Text: digits(w), Ink: ascii.Symbol2}},
			{{Text: "dual   Φᵀa = ", Ink: ascii.Dim}, {Text: digits(pulled), Ink: ascii.Symbol1}},
			differenceLine(w, pulled),
		}
	})
}

// formsBeside shows a in both forms, with their difference, and what the two
// formulas make of the largest f.
func formsBeside(setting) teller {
	return lockstep(func(plusMinus, zeroOne solvers.Step) []ascii.Line {
		u, v := plusMinus.CoefCopy(), zeroOne.CoefCopy()
		top := zeroOne.F(0)
		for i := range u {
			top = math.Max(top, zeroOne.F(i))
		}
		return []ascii.Line{
			{{Text: "labels ±1  a = ", Ink: ascii.Dim}, {Text: digits(u), Ink: ascii.Symbol1}},
			{{Text: "labels 0/1 a = ", Ink: ascii.Dim}, {Text: digits(v), Ink: ascii.Symbol2}},
			differenceLine(u, v),
			{{Text: "largest f = " + anatomy.Num(top) + ":  ", Ink: ascii.Dim}, {Text: NearlyOne(top), Ink: ascii.Text}},
		}
	})
}

// NearlyOne is 1 − s(f) beside s(−f): they are one number, and the first is
// computed by a subtraction that takes its digits away where s(f) is near 1.
func NearlyOne(f float64) string {
	return fmt.Sprintf("1 − s(f) = %s,  s(−f) = %s", anatomy.Num(1-solvers.Sigmoid(f)), anatomy.Num(solvers.Sigmoid(-f)))
}

// lockstep tells of two runs at one position, as far as both go.
func lockstep(tell func(first, second solvers.Step) []ascii.Line) teller {
	return func(traces []solvers.Trace, i int) []ascii.Line {
		if len(traces) < 2 || i >= traces[1].Len() {
			return nil
		}
		return tell(traces[0].At(i), traces[1].At(i))
	}
}

// pulledBack is Φᵀa, one number a feature.
func pulledBack(rows [][]float64, dual solvers.Step) []float64 {
	out := make([]float64, len(rows[0]))
	for i, a := range dual.Weights() {
		for j, v := range rows[i] {
			out[j] += a * v
		}
	}
	return out
}

// differenceLine tells how far two vectors are apart, against their size where
// that is above 1: rounding grows with the numbers.
func differenceLine(u, v []float64) ascii.Line {
	d := difference(u, v)
	ink := ascii.Good
	if d > sameTo {
		ink = ascii.Bad
	}
	return ascii.Line{{Text: "largest difference ", Ink: ascii.Dim}, {Text: anatomy.Num(twoDigits(d)), Ink: ink}}
}

// difference is max |uⱼ − vⱼ| over max(1, |uⱼ|).
func difference(u, v []float64) float64 {
	size, worst := 1.0, 0.0
	for j := range u {
		size = math.Max(size, math.Abs(u[j]))
		worst = math.Max(worst, math.Abs(u[j]-v[j]))
	}
	return worst / size
}

// shownEntries is how many entries of a vector the notes have room for.
const shownEntries = 2

// digits writes the first entries of a vector with nine significant digits, so
// that two vectors can be compared by eye.
func digits(v []float64) string {
	var parts []string
	for j, x := range v {
		if j == shownEntries {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, strings.Replace(fmt.Sprintf("%.9g", x), "-", "−", 1))
	}
	if len(v) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

package stage

import "kernellab/exercises/anatomy"

// Num writes a number for a formula, see [anatomy.Num].
func Num(v float64) string { return anatomy.Num(v) }

// Paren is Num with negative numbers in brackets, as a factor or term needs.
func Paren(v float64) string { return anatomy.Paren(v) }

// Plus is Num with its sign before it, as a term of a sum: − 0.5.
func Plus(v float64) string {
	if v < 0 {
		return "− " + Num(-v)
	}
	return "+ " + Num(v)
}

// Sub writes a whole number as subscript digits: 12 → ₁₂.
func Sub(i int) string { return anatomy.Sub(i) }

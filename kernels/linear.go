package kernels

import "strings"

// Linear is k(x, z) = x·z, with φ(x) = x.
type Linear struct{}

var (
	_ Kernel[[]float64] = Linear{}
	_ FeatureMap        = Linear{}
	_ FeatureNamer      = Linear{}
)

// Eval returns x·z.
func (Linear) Eval(x, z []float64) float64 { return dot(x, z) }

// String returns "linear".
func (Linear) String() string { return "linear" }

// Dim returns in: the features are the coordinates.
func (Linear) Dim(in int) int { return in }

// MapTo copies x to dst.
func (Linear) MapTo(dst, x []float64) {
	mustMatch(dst, x)
	copy(dst, x)
}

// FeatureNames returns x₁ … x_in.
func (Linear) FeatureNames(in int) []string {
	names := make([]string, in)
	for i := range names {
		names[i] = "x" + subscript(i+1)
	}
	return names
}

// subscript writes a positive number in subscript digits.
func subscript(n int) string { return digits(n, []rune("₀₁₂₃₄₅₆₇₈₉")) }

// superscript writes a positive number in superscript digits.
func superscript(n int) string { return digits(n, []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")) }

func digits(n int, glyphs []rune) string {
	if n < 10 {
		return string(glyphs[n])
	}
	var b strings.Builder
	b.WriteString(digits(n/10, glyphs))
	b.WriteRune(glyphs[n%10])
	return b.String()
}

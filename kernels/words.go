package kernels

import (
	"strconv"
	"strings"
)

// Words is what a kernel is called in a sentence, behind "the": linear kernel,
// kernel (xᵀz + 1)², RBF kernel, σ = 0.7.
func Words(k Kernel[[]float64]) string {
	switch k := k.(type) {
	case Linear:
		return "linear kernel"
	case RBF:
		return "RBF kernel, σ = " + inWords(k.Sigma)
	case Poly:
		if k.C == 0 {
			return "kernel (xᵀz)" + raised(k.Degree)
		}
		return "kernel (xᵀz + " + inWords(k.C) + ")" + raised(k.Degree)
	}
	return "kernel " + k.String()
}

// inWords is a number to be read, to four digits.
func inWords(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'g', 4, 64), "-", "−", 1)
}

// raised writes an exponent; 1 is left out.
func raised(n int) string {
	if n == 1 {
		return ""
	}
	return strings.Map(func(r rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0'] }, strconv.Itoa(n))
}

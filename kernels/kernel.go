package kernels

import (
	"strconv"
	"strings"
)

// Kernel is a symmetric function of two inputs. Most kernels here are positive
// semidefinite by construction; one typed by a student ([Expr]) may not be,
// which is what [CheckPSD] is for.
//
// String prints the kernel so that [Parse] gives back a kernel with the same
// values, bit for bit. Eval panics if x and z have different lengths, or if
// the kernel cannot take inputs of that length (see [CheckDim]).
type Kernel[T any] interface {
	Eval(x, z T) float64
	String() string
}

// FeatureMap is an explicit, finite φ with k(x, z) = ⟨φ(x), φ(z)⟩. [MapOf]
// finds it for any kernel that has one.
type FeatureMap interface {
	// Dim returns the number of features of an input with in coordinates;
	// math.MaxInt stands for "more than an int can count".
	Dim(in int) int
	// MapTo writes φ(x) to dst, which must have length Dim(len(x)).
	MapTo(dst, x []float64)
}

// CheckDim reports, as an error that says what would work, whether the kernel
// cannot take points of d coordinates: a typed kernel may use x and z, which
// stand for the one coordinate of a point in 1-D.
func CheckDim(k Kernel[[]float64], d int) error {
	if own, ok := k.(interface{ checkDim(d int) error }); ok {
		return own.checkDim(d)
	}
	for _, part := range parts(k) {
		if err := CheckDim(part, d); err != nil {
			return err
		}
	}
	return nil
}

// parts are the kernels that a sum, a product or a multiple is made of; none
// for any other.
func parts(k Kernel[[]float64]) []Kernel[[]float64] {
	switch k := k.(type) {
	case Sum[[]float64]:
		return k
	case Product[[]float64]:
		return k
	case Scaled[[]float64]:
		return []Kernel[[]float64]{k.Kernel}
	}
	return nil
}

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

package kernels

import (
	"strconv"
	"strings"

	"kernellab/kernels/expr"
)

// Kernel is a symmetric function of two inputs. Most kernels here are positive
// semidefinite by construction. A formula typed by a student ([Expr]) may not be:
// pass its Gram matrix to [CheckPSD], with a tolerance such as 1e-10.
//
// String prints the kernel in the syntax of [Parse], which returns a kernel
// with the same values, bit for bit. Eval panics if x and z have different
// lengths or if the kernel cannot take inputs of that length (see [CheckDim]).
type Kernel[T any] interface {
	Eval(x, z T) float64
	String() string
}

// FeatureMap is an explicit, finite φ with k(x, z) = ⟨φ(x), φ(z)⟩, which [Linear],
// [Poly] and [Features] have.
type FeatureMap interface {
	// Dim returns the number of features of an input with in coordinates, or
	// math.MaxInt if an int cannot hold it.
	Dim(in int) int
	// MapTo writes φ(x) to dst, which must have length Dim(len(x)).
	MapTo(dst, x []float64)
}

// CheckDim returns nil if the kernel accepts points of d coordinates, and otherwise an
// error with a suggestion. A typed kernel, for example, may use x and z, which are the
// coordinates of points in 1-D.
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

// parts returns the kernels that make up a sum, a product or a multiple, and
// nil for any other kernel.
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

// Describe returns a name of the kernel that can follow "the" in a sentence:
// "linear kernel", "kernel (xᵀz + 1)²", "RBF kernel, σ = 0.7".
func Describe(k Kernel[[]float64]) string {
	switch k := k.(type) {
	case Linear:
		return "linear kernel"
	case RBF:
		return "RBF kernel, σ = " + fourDigits(k.Sigma)
	case Poly:
		if k.C == 0 {
			return "kernel (xᵀz)" + superscript(k.Degree)
		}
		return "kernel (xᵀz + " + fourDigits(k.C) + ")" + superscript(k.Degree)
	}
	return "kernel " + k.String()
}

// fourDigits formats a number with four significant digits and a true minus
// sign.
func fourDigits(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'g', 4, 64), "-", "−", 1)
}

// superscript returns an exponent, or "" for the exponent 1.
func superscript(n int) string {
	if n == 1 {
		return ""
	}
	digits, _ := expr.Superscript(strconv.Itoa(n))
	return digits
}

// Package kernels computes kernel values. It contains the elementary kernels and their
// algebra, explicit feature maps for kernels with finitely many features, Gram matrices
// with a test for positive semidefiniteness, and kernel expansions f(x) = Σ cᵢ·k(xᵢ, x) +
// b, at a point or on a whole grid of pixels. Start with [Kernel], [Gram] and [Expansion].
//
// Kernels can be written as text: [Parse] reads what String prints, and the
// parsed kernel has the same values, bit for bit.
//
// To add a kernel, write its type (in elementary.go or in a file of its own), the methods of
// [Kernel] and a parser method for its arguments, and add a row to syntaxes (parse.go). No test
// finds the other places that name kernels, so go through them:
//
//   - Describe (kernel.go) and cost (formula.go)
//   - kernelLabel and kernelOf (exercises/stage/controls.go), fullBench (exercises/sandbox), and in
//     exercises/bench/setup.go namesKernel and the condition for the slider of σ, if a student should
//     choose the kernel without typing it
//   - forkParameters (exercises/stage/plan.go), if what-if should change its width
//   - the flag and its completions (lab/cli/model.go), README.md and exercises/worksheets/FORMAT.md;
//     centreCandidate and withCandidate (lab/cli/validate.go), if --cv should choose its width
//
// If it has to be fast for many points or pixels, give it a case in evalRow, in [PackedRows] or in
// addField. A kernel without such a case is computed pair by pair.
//
// The package knows no labels, no solver and no terminal. Kernels are immutable
// values.
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

// FeatureMap is an explicit φ with finitely many features. [Linear], [Poly] and [Features] are
// kernels that also list their features: k(x, z) = ⟨φ(x), φ(z)⟩. [Fourier] approximates an RBF.
type FeatureMap interface {
	// Dim returns the number of features of an input with d coordinates, or math.MaxInt if an int
	// cannot hold it.
	Dim(d int) int
	// MapTo writes φ(x) to dst, which must have length Dim(len(x)).
	MapTo(dst, x []float64)
}

// CheckDim returns nil if the kernel accepts points of d coordinates, and otherwise an error with a
// suggestion. For example, a typed kernel that uses x and z accepts only points in 1-D.
func CheckDim(k Kernel[[]float64], d int) error {
	if checker, ok := k.(interface{ checkDim(d int) error }); ok {
		return checker.checkDim(d)
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

// Sum is k₁ + k₂ + …, which is positive semidefinite if all terms are. Its feature vector consists
// of the feature vectors of the terms, one after another.
type Sum[T any] []Kernel[T]

// Product is k₁·k₂·…, which is positive semidefinite if all factors are
// (Schur). Its features are all products of one feature from each factor.
type Product[T any] []Kernel[T]

// Scaled is Factor·k with Factor > 0.
type Scaled[T any] struct {
	Factor float64
	Kernel Kernel[T]
}

// Eval returns the sum of the terms' values.
func (k Sum[T]) Eval(x, z T) float64 {
	var s float64
	for _, t := range k {
		s += t.Eval(x, z)
	}
	return s
}

// Eval returns the product of the factors' values.
func (k Product[T]) Eval(x, z T) float64 {
	p := 1.0
	for _, f := range k {
		p *= f.Eval(x, z)
	}
	return p
}

// Eval returns Factor times the kernel's value.
func (k Scaled[T]) Eval(x, z T) float64 { return k.Factor * k.Kernel.Eval(x, z) }

// String joins the terms by "+".
func (k Sum[T]) String() string {
	parts := make([]string, len(k))
	for i, t := range k {
		_, isSum := t.(Sum[T])
		parts[i] = parenthesised(t, isSum)
	}
	return strings.Join(parts, "+")
}

// String joins the factors by "*".
func (k Product[T]) String() string {
	parts := make([]string, len(k))
	for i, f := range k {
		parts[i] = parenthesised(f, isCompound(f))
	}
	return strings.Join(parts, "*")
}

// String returns "factor*kernel".
func (k Scaled[T]) String() string {
	parenthesise := isCompound(k.Kernel)
	if _, isProduct := k.Kernel.(Product[T]); isProduct {
		parenthesise = false
	}
	return formatNumber(k.Factor) + "*" + parenthesised(k.Kernel, parenthesise)
}

func isCompound[T any](k Kernel[T]) bool {
	switch k.(type) {
	case Sum[T], Product[T], Scaled[T]:
		return true
	}
	return false
}

func parenthesised[T any](k Kernel[T], parenthesise bool) string {
	if parenthesise {
		return "(" + k.String() + ")"
	}
	return k.String()
}

// formatNumber formats v in the shortest form that parses back to the same value.
func formatNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

package kernels

import (
	"strconv"
	"strings"
)

// Sum is k₁ + k₂ + …, which is positive semidefinite if all terms are. Its
// feature vector is the concatenation of those of its terms.
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
		_, nested := t.(Sum[T])
		parts[i] = parenthesised(t, nested)
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
	compound := isCompound(k.Kernel)
	if _, product := k.Kernel.(Product[T]); product {
		compound = false
	}
	return number(k.Factor) + "*" + parenthesised(k.Kernel, compound)
}

func isCompound[T any](k Kernel[T]) bool {
	switch k.(type) {
	case Sum[T], Product[T], Scaled[T]:
		return true
	}
	return false
}

func parenthesised[T any](k Kernel[T], yes bool) string {
	if yes {
		return "(" + k.String() + ")"
	}
	return k.String()
}

// number formats v in the shortest form that parses back to the same value.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

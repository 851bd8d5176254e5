package kernels

import (
	"math"
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

var (
	_ Kernel[[]float64] = Sum[[]float64]{}
	_ Kernel[[]float64] = Product[[]float64]{}
	_ Kernel[[]float64] = Scaled[[]float64]{}
)

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

// MapOf returns the explicit feature map of a kernel: its own, or for a sum,
// product or multiple the map built from its parts. The result ok is false if
// some part has no finite feature map.
func MapOf(k Kernel[[]float64]) (FeatureMap, bool) {
	switch k := k.(type) {
	case FeatureMap:
		return k, true
	case Sum[[]float64]:
		parts, ok := mapsOf(k)
		return sumMap(parts), ok
	case Product[[]float64]:
		parts, ok := mapsOf(k)
		return productMap(parts), ok
	case Scaled[[]float64]:
		part, ok := MapOf(k.Kernel)
		return scaledMap{math.Sqrt(k.Factor), part}, ok
	}
	return nil, false
}

func mapsOf(ks []Kernel[[]float64]) ([]FeatureMap, bool) {
	maps := make([]FeatureMap, len(ks))
	for i, k := range ks {
		m, ok := MapOf(k)
		if !ok {
			return nil, false
		}
		maps[i] = m
	}
	return maps, true
}

// sumMap concatenates the features of its parts.
type sumMap []FeatureMap

func (m sumMap) Dim(in int) int {
	n := 0
	for _, part := range m {
		d := part.Dim(in)
		if d > math.MaxInt-n {
			return math.MaxInt
		}
		n += d
	}
	return n
}

func (m sumMap) MapTo(dst, x []float64) {
	if len(dst) != m.Dim(len(x)) {
		panic("kernels: length mismatch")
	}
	for _, part := range m {
		n := part.Dim(len(x))
		part.MapTo(dst[:n], x)
		dst = dst[n:]
	}
}

// productMap has every product of one feature from each part. The index of the
// last part runs fastest.
type productMap []FeatureMap

func (m productMap) Dim(in int) int {
	n := 1
	for _, part := range m {
		d := part.Dim(in)
		if d != 0 && n > math.MaxInt/d {
			return math.MaxInt
		}
		n *= d
	}
	return n
}

func (m productMap) MapTo(dst, x []float64) {
	if len(dst) != m.Dim(len(x)) {
		panic("kernels: length mismatch")
	}
	acc := []float64{1}
	for _, part := range m {
		phi := make([]float64, part.Dim(len(x)))
		part.MapTo(phi, x)
		next := make([]float64, 0, len(acc)*len(phi))
		for _, a := range acc {
			for _, b := range phi {
				next = append(next, a*b)
			}
		}
		acc = next
	}
	copy(dst, acc)
}

// scaledMap multiplies every feature by a constant.
type scaledMap struct {
	factor float64
	part   FeatureMap
}

func (m scaledMap) Dim(in int) int { return m.part.Dim(in) }

func (m scaledMap) MapTo(dst, x []float64) {
	m.part.MapTo(dst, x)
	for i := range dst {
		dst[i] *= m.factor
	}
}

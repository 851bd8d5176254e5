package structured

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"kernellab/kernels"
)

// Set is a subset of a universe of at most 64 elements: bit i stands for element i.
type Set uint64

// SetOf is the set of some elements, each from 0 to 63.
func SetOf(elements ...int) Set {
	var s Set
	for _, e := range elements {
		if e < 0 || e > 63 {
			panic("structured: no such element")
		}
		s |= 1 << e
	}
	return s
}

// Has reports whether element e is in the set.
func (s Set) Has(e int) bool { return s>>e&1 == 1 }

// Len is the number of elements.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// String lists the elements, counted from 1: {1, 3}.
func (s Set) String() string {
	var out []string
	for e := range 64 {
		if s.Has(e) {
			out = append(out, strconv.Itoa(e+1))
		}
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// Subsets are all subsets of the first n elements, the empty one first: 2ⁿ of
// them, n at most 16.
func Subsets(n int) []Set {
	if n < 0 || n > 16 {
		panic("structured: too many subsets")
	}
	out := make([]Set, 1<<n)
	for i := range out {
		out[i] = Set(i)
	}
	return out
}

// SetKernel is a function of two sets by the sizes of A, B and A ∩ B.
type SetKernel struct {
	Name string
	Of   func(a, b, both int) float64
}

var _ kernels.Kernel[Set] = SetKernel{}

// Eval returns the function of A and B.
func (k SetKernel) Eval(a, b Set) float64 { return k.Of(a.Len(), b.Len(), (a & b).Len()) }

// String returns the name.
func (k SetKernel) String() string { return k.Name }

// Intersection is |A ∩ B|: a feature for each element, 1 where it is in the set.
func Intersection() SetKernel {
	return SetKernel{"|A ∩ B|", func(_, _, both int) float64 { return float64(both) }}
}

// AllSubsets is 2^|A ∩ B|: a feature for each subset S of the universe, 1 where
// the set contains it (Shawe-Taylor and Cristianini, Kernel Methods for Pattern
// Analysis, 2004, section 9.4).
func AllSubsets() SetKernel {
	return SetKernel{"2^|A ∩ B|", func(_, _, both int) float64 { return math.Ldexp(1, both) }}
}

// Overlap is |A ∩ B|/min(|A|, |B|), and 0 where one of them is empty. It looks like
// the kernel |A ∩ B|/|A ∪ B| of Jaccard, and is none: {1}, {2} and {1, 2} with
// v = (1, 1, −1) give −1.
func Overlap() SetKernel {
	return SetKernel{"|A ∩ B|/min(|A|, |B|)", func(a, b, both int) float64 {
		if min(a, b) == 0 {
			return 0
		}
		return float64(both) / float64(min(a, b))
	}}
}

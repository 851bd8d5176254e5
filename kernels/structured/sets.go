package structured

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"kernellab/kernels"
)

// Set is a subset of a universe of at most 64 elements. Bit i is set if it
// contains element i.
type Set uint64

// SetOf returns the set of the given elements, each from 0 to 63.
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

// Len returns the number of elements.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// String lists the elements, counted from 1: "{1, 3}".
func (s Set) String() string {
	var out []string
	for e := range 64 {
		if s.Has(e) {
			out = append(out, strconv.Itoa(e+1))
		}
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// Subsets returns all 2ⁿ subsets of the first n elements, beginning with the
// empty set. It panics if n > 16.
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

// SetKernel is a function of the sizes of A, B and A ∩ B.
type SetKernel struct {
	Name string
	Func func(a, b, both int) float64
}

var _ kernels.Kernel[Set] = SetKernel{}

// Eval returns the value for A and B.
func (k SetKernel) Eval(a, b Set) float64 { return k.Func(a.Len(), b.Len(), (a & b).Len()) }

// String returns the name.
func (k SetKernel) String() string { return k.Name }

// Intersection returns the kernel |A ∩ B|. Its features are the elements:
// feature e is 1 if e is in the set.
func Intersection() SetKernel {
	return SetKernel{"|A ∩ B|", func(_, _, both int) float64 { return float64(both) }}
}

// AllSubsets returns the kernel 2^|A ∩ B|. Its features are the subsets S of
// the universe: feature S is 1 if the set contains S (Shawe-Taylor and
// Cristianini, Kernel Methods for Pattern Analysis, 2004, section 9.4).
func AllSubsets() SetKernel {
	return SetKernel{"2^|A ∩ B|", func(_, _, both int) float64 { return math.Ldexp(1, both) }}
}

// Overlap returns the function |A ∩ B|/min(|A|, |B|), which is 0 if A or B is
// empty. It looks like Jaccard's kernel |A ∩ B|/|A ∪ B| but is not a kernel:
// for {1}, {2} and {1, 2}, v = (1, 1, −1) gives vᵀKv = −1.
func Overlap() SetKernel {
	return SetKernel{"|A ∩ B|/min(|A|, |B|)", func(a, b, both int) float64 {
		if min(a, b) == 0 {
			return 0
		}
		return float64(both) / float64(min(a, b))
	}}
}

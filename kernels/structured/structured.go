// Package structured contains kernels on objects that are not vectors: strings, sets, and graphs
// with labels. Each kernel is an inner product of feature counts. It is computed without listing the
// features. [Substrings] has infinitely many features.
//
// If the features of an object can be listed, the package also lists them, so
// that a test can compare ⟨φ(x), φ(z)⟩ with k(x, z) and a student can look at
// them.
//
// All functions are pure. The package knows no class labels, no solver and no
// terminal. [kernels.Gram] also computes Gram matrices of these kernels. Their
// String methods return names for display, which no function parses.
package structured

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"kernellab/kernels"
)

// Normalised is k(x, z)/√(k(x, x)·k(z, z)), the cosine of the angle between
// φ(x) and φ(z). If φ(x) or φ(z) is 0, the value is 0; otherwise it is 1 on the
// diagonal.
type Normalised[T any] struct{ Kernel kernels.Kernel[T] }

var _ kernels.Kernel[string] = Normalised[string]{}

// Eval returns the cosine.
func (k Normalised[T]) Eval(x, z T) float64 {
	return cosine(k.Kernel.Eval(x, z), k.Kernel.Eval(x, x), k.Kernel.Eval(z, z))
}

// String returns "normalised(…)".
func (k Normalised[T]) String() string { return "normalised(" + k.Kernel.String() + ")" }

// NormalisedGram returns the Gram matrix of [Normalised], computed from the
// Gram matrix k, which it does not change.
func NormalisedGram(k *mat.SymDense) *mat.SymDense {
	n := k.SymmetricDim()
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, cosine(k.At(i, j), k.At(i, i), k.At(j, j)))
		}
	}
	return out
}

func cosine(k, xx, zz float64) float64 {
	if xx <= 0 || zz <= 0 {
		return 0
	}
	return k / math.Sqrt(xx*zz)
}

// Set is a subset of a universe of at most 64 elements. Bit i is set if the set contains element i.
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

// SetFunction is a function k(A, B) = Func(|A|, |B|, |A ∩ B|). It need not be a kernel: see
// [Overlap].
type SetFunction struct {
	Name string
	Func func(a, b, common int) float64
}

var _ kernels.Kernel[Set] = SetFunction{}

// Eval returns the value for A and B.
func (k SetFunction) Eval(a, b Set) float64 { return k.Func(a.Len(), b.Len(), (a & b).Len()) }

// String returns the name.
func (k SetFunction) String() string { return k.Name }

// Intersection returns the kernel |A ∩ B|. Its features belong to the elements:
// feature e is 1 if e is in the set.
func Intersection() SetFunction {
	return SetFunction{"|A ∩ B|", func(_, _, common int) float64 { return float64(common) }}
}

// AllSubsets returns the kernel 2^|A ∩ B|. Its features belong to the subsets S of
// the universe: feature S is 1 if the set contains S (Shawe-Taylor and
// Cristianini, Kernel Methods for Pattern Analysis, 2004, section 9.4).
func AllSubsets() SetFunction {
	return SetFunction{"2^|A ∩ B|", func(_, _, common int) float64 { return math.Ldexp(1, common) }}
}

// Overlap returns the function |A ∩ B|/min(|A|, |B|), which is 0 if A or B is
// empty. It looks like Jaccard's kernel |A ∩ B|/|A ∪ B| but is not a kernel:
// for {1}, {2} and {1, 2}, v = (1, 1, −1) gives vᵀKv = −1.
func Overlap() SetFunction {
	return SetFunction{"|A ∩ B|/min(|A|, |B|)", func(a, b, common int) float64 {
		if min(a, b) == 0 {
			return 0
		}
		return float64(common) / float64(min(a, b))
	}}
}

// Graph is an undirected graph. Vertex v, counted from 0, has the label Labels[v], and an edge is a
// pair of vertices.
type Graph struct {
	Labels []string
	Edges  [][2]int
}

// neighbours returns the list of adjacent vertices of each vertex.
func (g Graph) neighbours() [][]int {
	out := make([][]int, len(g.Labels))
	for _, e := range g.Edges {
		out[e[0]] = append(out[e[0]], e[1])
		out[e[1]] = append(out[e[1]], e[0])
	}
	return out
}

// Product returns the direct product of two graphs. Vertex i of the product represents vertex
// pairs[i][0] of g and vertex pairs[i][1] of h. The product has a vertex for each pair of vertices
// with the same label, and an edge between two pairs if both graphs have the corresponding edge. A
// walk in the product corresponds to a pair of walks, one in each graph, that read the same labels.
func Product(g, h Graph) (product Graph, pairs [][2]int) {
	for v, l := range g.Labels {
		for u, m := range h.Labels {
			if l == m {
				product.Labels = append(product.Labels, l)
				pairs = append(pairs, [2]int{v, u})
			}
		}
	}
	neighboursG, neighboursH := g.neighbours(), h.neighbours()
	for i, p := range pairs {
		for j, q := range pairs[:i] {
			if slices.Contains(neighboursG[p[0]], q[0]) && slices.Contains(neighboursH[p[1]], q[1]) {
				product.Edges = append(product.Edges, [2]int{j, i})
			}
		}
	}
	return product, pairs
}

// CommonWalks counts the pairs of walks with Length edges, one in each graph, that read the same
// labels. Their number is the number of walks with Length edges in the product graph, 1ᵀAˡ1, where A
// is its adjacency matrix and l = Length (Gärtner, Flach and Wrobel, On Graph Kernels, COLT 2003,
// section 4, for a single length).
type CommonWalks struct{ Length int }

var _ kernels.Kernel[Graph] = CommonWalks{}

// Eval counts the walks in the product, extending them by one edge at a time.
func (k CommonWalks) Eval(g, h Graph) float64 {
	product, pairs := Product(g, h)
	neighbours := product.neighbours()
	walks := make([]float64, len(pairs))
	for i := range walks {
		walks[i] = 1
	}
	for range k.Length {
		extended := make([]float64, len(walks))
		for v := range walks {
			for _, u := range neighbours[v] {
				extended[v] += walks[u]
			}
		}
		walks = extended
	}
	var sum float64
	for _, n := range walks {
		sum += n
	}
	return sum
}

// String returns "walks(length=l)".
func (k CommonWalks) String() string { return fmt.Sprintf("walks(length=%d)", k.Length) }

// Substrings is the kernel of all substrings: k(x, z) = Σ_s φ_s(x)·φ_s(z),
// where φ_s(x) is the number of occurrences of s in x, including overlapping
// ones, and s is any nonempty string. Letters are code points.
//
// The number of common substrings that end at positions i of x and j of z is
// the length of the longest common suffix of x[..i] and z[..j]. So k is the sum
// of a |x|×|z| table of such lengths. Eval keeps only one row of it. This is
// the case without gaps of Lodhi et al., Text Classification using String Kernels,
// JMLR 2, 2002.
type Substrings struct{}

var _ kernels.Kernel[string] = Substrings{}

// Eval returns k(x, z), which is 0 if x or z is empty.
func (Substrings) Eval(x, z string) float64 {
	var sum float64
	eachSuffixLength(x, z, func(length int) { sum += float64(length) })
	return sum
}

// String returns "substrings".
func (Substrings) String() string { return "substrings" }

// Spectrum is the kernel of the substrings of P letters, P ≥ 1 (Leslie, Eskin
// and Noble, The Spectrum Kernel, PSB 2002, section 2). It counts the pairs of
// positions at which a common substring of P letters ends.
type Spectrum struct{ P int }

var _ kernels.Kernel[string] = Spectrum{}

// Eval returns k(x, z). It panics if P < 1.
func (k Spectrum) Eval(x, z string) float64 {
	if k.P < 1 {
		panic("structured: a spectrum of no letters")
	}
	var count float64
	eachSuffixLength(x, z, func(length int) {
		if length >= k.P {
			count++
		}
	})
	return count
}

// String returns "spectrum(p=P)".
func (k Spectrum) String() string { return fmt.Sprintf("spectrum(p=%d)", k.P) }

// eachSuffixLength calls visit with each entry of the table of longest common
// suffixes, row by row.
func eachSuffixLength(x, z string, visit func(length int)) {
	letters := []rune(z)
	row := make([]int, len(letters)+1) // the previous row; row[0] stays 0
	for _, a := range x {
		diagonal := 0
		for j, b := range letters {
			above := row[j+1]
			row[j+1] = 0
			if a == b {
				row[j+1] = diagonal + 1
			}
			diagonal = above
			visit(row[j+1])
		}
	}
}

// SuffixTable returns the table of the lengths of the longest common suffixes. Entry (i, j) belongs
// to the first i+1 letters of x and the first j+1 letters of z. The sum of the table is the value
// of [Substrings], the number of entries that are at least p is the value of [Spectrum], and the
// largest entry is the length of the longest common substring.
func SuffixTable(x, z string) [][]int {
	columns := len([]rune(z))
	var flat []int
	eachSuffixLength(x, z, func(length int) { flat = append(flat, length) })
	out := make([][]int, len([]rune(x)))
	for i := range out {
		out[i] = flat[i*columns : (i+1)*columns : (i+1)*columns]
	}
	return out
}

// Occurrences returns φ_s(x) for every s with φ_s(x) > 0. A string of n letters
// has at most n(n + 1)/2 such substrings.
func Occurrences(x string) map[string]int {
	letters, out := []rune(x), map[string]int{}
	for i := range letters {
		for j := i + 1; j <= len(letters); j++ {
			out[string(letters[i:j])]++
		}
	}
	return out
}

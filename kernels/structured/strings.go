package structured

import (
	"fmt"

	"kernellab/kernels"
)

// Substrings is the kernel of all substrings: k(x, z) = Σ_s φ_s(x)·φ_s(z),
// where φ_s(x) is the number of occurrences of s in x, including overlapping
// ones, and s is any nonempty string. Letters are code points.
//
// The number of common substrings that end at positions i of x and j of z is
// the length of the longest common suffix of x[..i] and z[..j]. So k is the sum
// of a |x|×|z| table of such lengths, of which Eval keeps only one row (Lodhi
// et al., Text Classification using String Kernels, JMLR 2, 2002, without
// gaps).
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
// positions whose longest common suffix has at least P letters.
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
	right := []rune(z)
	row := make([]int, len(right)+1) // the previous row; row[0] stays 0
	for _, a := range x {
		before := 0
		for j, b := range right {
			above := row[j+1]
			row[j+1] = 0
			if a == b {
				row[j+1] = before + 1
			}
			before = above
			visit(row[j+1])
		}
	}
}

// SuffixTable returns the table of the lengths of the longest common suffixes.
// Entry (i, j) is for the first i+1 letters of x and the first j+1 letters of
// z. The sum of the table is the value of [Substrings], the number of entries
// that are at least p is the value of [Spectrum], and the largest entry is the
// length of the longest common substring.
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

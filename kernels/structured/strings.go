package structured

import (
	"fmt"

	"kernellab/kernels"
)

// Substrings is the kernel of all substrings: φ_s(x) is the number of places at
// which the string s stands in x, overlapping ones counted, for every s that is
// not empty, and k(x, z) = Σ_s φ_s(x)·φ_s(z). A letter is a code point.
//
// Two places that end at i and j agree in as many substrings as the longest
// common suffix of x[..i] and z[..j] has letters. So k is the sum of a table of
// |x|·|z| such lengths (Lodhi et al., Text Classification using String Kernels,
// JMLR 2, 2002, without gaps), here in memory for one row.
type Substrings struct{}

var _ kernels.Kernel[string] = Substrings{}

// Eval returns k(x, z), 0 where one of them is empty.
func (Substrings) Eval(x, z string) float64 {
	var sum float64
	eachSuffix(x, z, func(length int) { sum += float64(length) })
	return sum
}

// String returns "substrings".
func (Substrings) String() string { return "substrings" }

// Spectrum is the kernel of the substrings of P letters, P ≥ 1 (Leslie, Eskin and
// Noble, The Spectrum Kernel, PSB 2002, section 2): it counts the pairs of places
// whose longest common suffix has P letters at the least.
type Spectrum struct{ P int }

var _ kernels.Kernel[string] = Spectrum{}

// Eval returns k(x, z). It panics where P < 1.
func (k Spectrum) Eval(x, z string) float64 {
	if k.P < 1 {
		panic("structured: a spectrum of no letters")
	}
	var count float64
	eachSuffix(x, z, func(length int) {
		if length >= k.P {
			count++
		}
	})
	return count
}

// String returns "spectrum(p=P)".
func (k Spectrum) String() string { return fmt.Sprintf("spectrum(p=%d)", k.P) }

// eachSuffix goes through the table of longest common suffixes, row by row.
func eachSuffix(x, z string, see func(length int)) {
	right := []rune(z)
	row := make([]int, len(right)+1) // of the letter before; row[0] stays 0
	for _, a := range x {
		before := 0
		for j, b := range right {
			above := row[j+1]
			row[j+1] = 0
			if a == b {
				row[j+1] = before + 1
			}
			before = above
			see(row[j+1])
		}
	}
}

// SuffixTable is the table of longest common suffixes: row i, column j has that
// of the first i + 1 letters of x and the first j + 1 of z. Its sum is
// [Substrings], its entries from p on are as many as [Spectrum] counts, and its
// largest is the length of the longest common substring.
func SuffixTable(x, z string) [][]int {
	columns := len([]rune(z))
	var flat []int
	eachSuffix(x, z, func(length int) { flat = append(flat, length) })
	out := make([][]int, len([]rune(x)))
	for i := range out {
		out[i] = flat[i*columns : (i+1)*columns : (i+1)*columns]
	}
	return out
}

// Occurrences returns φ_s(x) for every s with φ_s(x) > 0: at most n(n + 1)/2
// strings for one of n letters.
func Occurrences(x string) map[string]int {
	letters, out := []rune(x), map[string]int{}
	for i := range letters {
		for j := i + 1; j <= len(letters); j++ {
			out[string(letters[i:j])]++
		}
	}
	return out
}

// Package expr contains what the formula languages of the program share: kernels as text
// (package kernels), the mathematics that students write (exercises/answer), and conditions
// at which a recorded solver stops (exercises/anatomy/explain/breakpoint). It parses numbers, converts
// subscripts, superscripts and look-alike characters, suggests the nearest known name and
// turns a parser's panic into an error.
//
// Each language has its own names, symbols and trees, and its own evaluation: of kernels
// for blocks of points, of answers in exact numbers, of breakpoints at each step.
//
// The package must not know kernels, answers or steps.
package expr

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// IsDigit reports whether r is an ASCII digit.
func IsDigit(r rune) bool { return r >= '0' && r <= '9' }

// NumberEnd returns the index after the number that begins at src[start], such as 2, .5, 1. or
// 12.5e-3. If no number begins there, it returns start.
func NumberEnd(src []rune, start int) int {
	end := digitsEnd(src, start)
	if dot := end; dot < len(src) && src[dot] == '.' {
		if end = digitsEnd(src, dot+1); end == dot+1 && dot == start {
			return start // only a dot
		}
	}
	if end == start || end >= len(src) || src[end] != 'e' && src[end] != 'E' {
		return end
	}
	power := end + 1
	if power < len(src) && strings.ContainsRune("+-−–‐", src[power]) {
		power++
	}
	if last := digitsEnd(src, power); last > power {
		return last
	}
	return end
}

func digitsEnd(src []rune, start int) int {
	for start < len(src) && IsDigit(src[start]) {
		start++
	}
	return start
}

// ParseNumber returns the value of a number that ends at NumberEnd.
func ParseNumber(text []rune) (float64, error) {
	return strconv.ParseFloat(strings.NewReplacer("−", "-", "–", "-", "‐", "-").Replace(string(text)), 64)
}

// Function returns the function of one real variable with the given name, or
// nil.
func Function(name string) func(float64) float64 {
	switch name {
	case "sqrt":
		return math.Sqrt
	case "exp":
		return math.Exp
	case "ln", "log":
		return math.Log
	case "abs":
		return math.Abs
	case "sin":
		return math.Sin
	case "cos":
		return math.Cos
	case "tan":
		return math.Tan
	case "sinh":
		return math.Sinh
	case "cosh":
		return math.Cosh
	case "tanh":
		return math.Tanh
	}
	return nil
}

// Nearest returns the one of knownWords that is closest to input. A word of up to three letters may
// have one typing error, a longer one may have two. If no word is that close, or if input is a
// single letter, Nearest returns false.
func Nearest(input string, knownWords []string) (string, bool) {
	from := []rune(strings.ToLower(input))
	limit, best := 2, ""
	switch {
	case len(from) < 2:
		return "", false
	case len(from) <= 3:
		limit = 1
	}
	for _, word := range knownWords {
		if diff := len(from) - utf8.RuneCountInString(word); diff > limit || diff < -limit {
			continue // too many letters must be inserted or deleted
		}
		to := []rune(strings.ToLower(word))
		if n := editDistance(from, to); n <= limit && n < len(to) {
			best, limit = word, n-1
		}
	}
	return best, best != ""
}

// editDistance returns the minimum number of insertions, deletions, replacements and
// swaps of neighbouring letters that turn a into b (the optimal string alignment
// distance: Damerau 1964).
func editDistance(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := d[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			d[i][j] = min(replace, d[i-1][j]+1, d[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// JoinWords joins words with commas, and with a conjunction before the last word.
func JoinWords(words []string, conjunction string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}

// Catch turns a panic of a parser into an error. The parser panics with an error of type
// E, and its entry point defers Catch, which stores that error in the result:
//
//	func parse(text string) (n *node, err *SyntaxError) {
//		defer expr.Catch(&err)
//
// Catch passes on all other panics. A panic with an E must not leave the
// package of its parser.
func Catch[E error](err *E) {
	switch r := recover().(type) {
	case nil:
	case E:
		*err = r
	default:
		panic(r)
	}
}

// Pattern returns a function that compiles a regular expression when it is first
// called, so that programs do not pay for expressions that they never use.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

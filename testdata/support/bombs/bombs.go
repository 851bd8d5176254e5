// Package bombs contains short texts that take far more time or memory to parse than
// their length suggests. They test everything that parses typed text. It knows nothing
// about these parsers.
package bombs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Bomb is a text with a name for messages.
type Bomb struct{ Name, Text string }

// All returns the texts, always in the same order. Each has at most 64 kilobytes.
func All() []Bomb {
	var out []Bomb
	for _, part := range []map[string]string{products(), powers(), numbers(), sums(), functions(), brackets(), signs(),
		lists(), long()} {
		for _, name := range slices.Sorted(maps.Keys(part)) {
			out = append(out, Bomb{name, part[name]})
		}
	}
	return out
}

// joinCopies returns n copies of a text, separated by between.
func joinCopies(text, between string, n int) string {
	return strings.TrimSuffix(strings.Repeat(text+between, n), between)
}

// nest returns core inside n pairs of open and closing.
func nest(open, core, closing string, n int) string {
	return strings.Repeat(open, n) + core + strings.Repeat(closing, n)
}

func products() map[string]string {
	return map[string]string{
		"product of vectors":         joinCopies("a", "*", 40),
		"long product of vectors":    joinCopies("a", "*", 900),
		"product of x":               joinCopies("x", "*", 40),
		"inner products":             nest("<a,", "a", ">", 30),
		"inner products of products": nest("<a*a*a,", "a", "*a*a>", 20),
		"transposed run":             joinCopies("aᵀ a", " ", 40),
		"matrix powers":              joinCopies("K", "*", 60) + "*a",
		"matrix sandwich":            nest("K (", "a", ")", 50),
		"implicit run":               strings.Repeat("a", 900),
		"implicit run of x":          strings.Repeat("x", 900),
		"implicit sums":              strings.Repeat("(x+1)", 200),
		"sums multiplied":            joinCopies("(a_1+a_2+a_3+y_1+y_2+y_3)", "*", 24),
		"bars of vectors":            nest("‖a*", "a", "‖", 16),
		"roots multiplied":           joinCopies("(√2+√3+√5+√7+√11+√13+√17)", "*", 30),
		"division chain":             joinCopies("x", "/", 1000),
		"quotients of sums":          joinCopies("1/(x+√2)", "+", 120),
		"sum of products":            joinCopies("(x+1)*(x-1)*(x+2)", "+", 60),
		"vectors by scalars":         joinCopies("[1,2,3]*(a*a)", "*", 30),
		"matrix of products":         "[[" + joinCopies("a", "*", 40) + ",1],[1," + joinCopies("a", "*", 41) + "]]",
		"factors that alternate":     joinCopies("a*K", "*", 30),
		"two vectors":                joinCopies("a*y", "*", 30),
		"one entry of a product":     "(" + joinCopies("K", "*", 30) + "*a)_1",
		"logistic of products":       nest("s(a*a*", "a*y", ")", 20),
	}
}

func powers() map[string]string {
	return map[string]string{
		"power of a sum":         "(a_1+a_2+a_3+y_1+y_2+y_3)^8",
		"sum of names":           "(x+a_1+a_2+a_3+x1+x2+y_1)^9",
		"power of x and 1":       "(x1+x2+1)^60",
		"tower":                  joinCopies("9", "^", 30),
		"tower of x":             joinCopies("x", "^", 60),
		"repeated squares":       nest("(", "x+1", "^2)", 40),
		"repeated cubes":         nest("(", "x+1", ")^3", 40),
		"squares of squares":     nest("(", "x", ")^2", 60),
		"huge power":             "x^1e300",
		"huge power of a sum":    "(x+1)^999999999",
		"power of a power":       "((x+1)^1000)^1000",
		"negative power":         "(x+1)^-999999999",
		"fraction of a power":    "(x+2)^(1/999999999)",
		"superscripts":           "x" + strings.Repeat("⁹", 60),
		"powers of superscripts": nest("(", "x+1", ")⁹", 60),
		"long superscript":       "(x+1)" + strings.Repeat("⁹", 2000),
		"roots to powers":        nest("(√(", "x", "))^3", 20),
		"power of e":             nest("e^(", "x", ")", 60),
		"stars":                  joinCopies("x", "**", 400),
		"power of vectors":       nest("(", "a", "^2*a)", 40),
		"power of a matrix":      "K^99999",
		"million":                "1000000^1000000",
		"powers of ten":          joinCopies("1e300", "*", 200),
	}
}

func numbers() map[string]string {
	return map[string]string{
		"many digits":         strings.Repeat("9", 4000),
		"many decimals":       "0." + strings.Repeat("1", 4000),
		"huge exponent":       "1e999999999",
		"tiny exponent":       "1e-999999999",
		"long exponent":       "1e" + strings.Repeat("9", 1000),
		"factorial":           "100000!",
		"factorials":          "9" + strings.Repeat("!", 60),
		"factorial of a sum":  "(x+999)!",
		"binomial":            "choose(1000000, 500000)",
		"binomials":           nest("choose(", "9", ",3)", 40),
		"sum of roots":        joinCopies("√2", "+√3*", 100),
		"roots and powers":    "(3/7+√2+√3+√5+√7+√11+√13)^900",
		"inverse of roots":    "1/(√2+√3+√5+√7+√11)^9",
		"root of a large one": "√999999999999999989",
		"decimals":            "(1.23456789012345678901234567890123456789x+1)^40",
		"continued fraction":  nest("1/(1+", "x", ")", 60),
		"fractions":           joinCopies("1/3", "+", 400),
		"fraction of powers":  "(1/3)^99999",
	}
}

func sums() map[string]string {
	return map[string]string{
		"sum of sums":          nest("sum(j, ", "a_j", ")", 12),
		"sum of many sums":     nest("sum(j, sum(i, sum(l, ", "a_j K_ij a_l", ")))", 10),
		"squares of sums":      nest("sum(j, ", "a_j", "^2)", 20),
		"sums to powers":       "sum(j, a_j y_j)^20",
		"products of sums":     joinCopies("sum(j, a_j y_j K_ij)", "*", 30),
		"sigma run":            strings.Repeat("Σ_j ", 60) + "a_j",
		"sigma of sigma":       strings.Repeat("Σⱼ Σᵢ ", 30) + "K_ij",
		"large range":          "sum(j, 1, 999999999, a_j)",
		"large range of sigma": "Σ_{j=1}^999999999 a_j",
		"sum of vectors":       nest("sum(j, a_j*", "a", "*a)", 12),
		"sums in powers":       nest("sum(j, a_j^", "2", ")", 12),
		"quadratic forms":      joinCopies("aᵀ K a", "*", 20),
		"long sum":             joinCopies("x", "+", 1000),
		"sum of entries":       joinCopies("a_1*y_2*K_23", "+", 300),
		"differences":          nest("1-(", "x", ")", 60),
		"sum with a logistic":  nest("s(sum(j, a_j ", "K_ij", "))", 14),
		"machine":              joinCopies("sum(i, a_i y_i k(x_i, x_j))", "·", 20),
	}
}

func functions() map[string]string {
	return map[string]string{
		"exponentials":          nest("exp(", "x", ")", 60),
		"exponentials of sums":  joinCopies("exp(x^2+x)", "*", 150),
		"sines":                 nest("sin(", "x", ")", 60),
		"logarithms":            nest("ln(1+", "x", ")", 60),
		"roots":                 strings.Repeat("√", 60) + "x",
		"many roots":            strings.Repeat("√", 4000) + "2",
		"roots in roots":        nest("√(x+", "2", ")", 60),
		"bars":                  nest("|1-", "x", "|", 30),
		"norms":                 nest("‖", "a", "‖", 40),
		"norms written as bars": nest("||", "a", "||", 40),
		"norm of norms":         nest("norm(a*", "a", ")", 30),
		"extremes":              "max(" + joinCopies("x^2,x^3", ",", 200) + ")",
		"extremes in extremes":  nest("min(x,", "1", ",x)", 55),
		"logistic":              nest("s(", "x", ")", 60),
		"power function":        nest("pow(", "x", ",9)", 50),
		"fractions of frac":     nest("\\frac{1}{1+", "x", "}", 60),
		"signs":                 nest("sign(", "x+1", ")", 60),
		"kernel of a sum":       "exp(-(" + joinCopies("(x-z)^2", "+", 150) + "))",
		"cosines":               nest("cos(x-", "z", ")", 60),
		"product of cosines":    joinCopies("cos(x-z)", "*", 150),
		"distance":              nest("exp(-|x-z|*", "1", ")", 20),
		"unknown function":      nest("foo(", "x", ")", 60),
	}
}

func brackets() map[string]string {
	return map[string]string{
		"round":          nest("(", "x", ")", 1000),
		"square":         nest("[", "1", "]", 1000),
		"curly":          nest("{", "1", "}", 1000),
		"mixed":          nest("([{", "1", "}])", 300),
		"open":           strings.Repeat("(", 4000),
		"closing":        strings.Repeat(")", 4000),
		"open lists":     strings.Repeat("[1,", 1000),
		"bars open":      strings.Repeat("|", 2000),
		"angles":         nest("<", "a", ",a>", 300),
		"angles open":    strings.Repeat("<", 3000),
		"norms open":     strings.Repeat("‖", 1000),
		"calls open":     strings.Repeat("exp(", 900),
		"braces of tex":  nest("x^{", "2", "}", 300),
		"just allowed":   nest("(", "x+1", ")", 60),
		"mixed unclosed": strings.Repeat("([{|", 500),
	}
}

func signs() map[string]string {
	return map[string]string{
		"minuses":       strings.Repeat("-", 3000) + "1",
		"pluses":        strings.Repeat("+", 3000) + "1",
		"nots":          strings.Repeat("not ", 45) + "a > 1",
		"transposes":    "a" + strings.Repeat("ᵀ", 900),
		"primes":        "a" + strings.Repeat("'", 2000),
		"commas":        strings.Repeat(",", 3000),
		"dots":          strings.Repeat(".", 4000),
		"dots and x":    strings.Repeat("x.", 1500),
		"equals":        strings.Repeat("a=", 1500),
		"arrows":        strings.Repeat("a<-", 1000),
		"comparisons":   joinCopies("1", "<", 1000),
		"underscores":   "a" + strings.Repeat("_1", 1000),
		"subscripts":    "a" + strings.Repeat("₁", 1000),
		"backslashes":   strings.Repeat("\\", 4000),
		"quotes":        strings.Repeat("\"", 4000),
		"no characters": strings.Repeat("\u200b", 1300),
		"not a rune":    strings.Repeat("\xff", 2000),
		"ambiguous":     joinCopies("1/2x1 √2c x2 e^-x1/2 √x1^2 (x1)2", " ", 30),
		"conditions":    joinCopies("a > 1", " and ", 20),
	}
}

func lists() map[string]string {
	return map[string]string{
		"600 points":           joinCopies("1", ",", 600) + " | " + joinCopies("2", ",", 600),
		"64 points":            joinCopies("1/3", ",", 64) + " | " + joinCopies("√2", ",", 64),
		"long list":            "[" + joinCopies("1", ",", 590) + "]",
		"list of products":     "[" + joinCopies("a*a*a", ",", 150) + "]",
		"list of lists":        "[" + joinCopies("[1,2,3]", ",", 140) + "]",
		"lists in lists":       nest("[1,[2,", "3", "]]", 30),
		"list of powers":       "[" + joinCopies("(x1+x2+1)^9", ",", 80) + "]",
		"spaces in a list":     "[" + strings.Repeat("x1 x2 ", 300) + "]",
		"lines":                strings.Repeat("x\n", 1000),
		"derivation":           joinCopies("(x+1)^9", "=", 100),
		"set":                  "{" + joinCopies("123456", ",", 150) + "}",
		"numbers of a set":     joinCopies("7", " ", 2000),
		"matrix":               "[" + joinCopies("["+joinCopies("x1", ",", 20)+"]", ",", 24) + "]",
		"matrix of sums":       "[" + joinCopies("["+joinCopies("(x1+x2)^4", ",", 9)+"]", ",", 9) + "]",
		"rows":                 joinCopies("1 2 3", ";", 200),
		"interval":             "[" + joinCopies("9", "^", 20) + ", " + joinCopies("9", "^", 20) + "]",
		"inequality":           joinCopies("9", "^", 20) + " < a < " + joinCopies("9", "!", 20),
		"features that rotate": "[" + joinCopies("(x1+√2x2+√3)^2", ",", 60) + "]",
		"numbers with commas":  joinCopies("1,5", " ", 990),
		"groups of digits":     joinCopies("1,000", " ", 660),
		"matrices of tex":      strings.Repeat("\\begin{bmatrix}", 260),
		"rows of tex":          "\\begin{bmatrix}" + strings.Repeat("x1 & x2 \\\\ ", 300) + "\\end{bmatrix}",
	}
}

func long() map[string]string {
	return map[string]string{
		"long name":       strings.Repeat("q", 4000),
		"long known name": strings.Repeat("alpha", 700),
		"many names":      joinCopies("abc", " ", 900),
		"wide letters":    strings.Repeat("𝔸", 900),
		"long digits":     joinCopies(strings.Repeat("7", 59), "*", 60),
		"kilobytes":       strings.Repeat("a*", 32<<10),
		"kilobytes of 1":  strings.Repeat("1", 64<<10),
		"kilobytes of (":  strings.Repeat("(", 64<<10),
		"blanks":          strings.Repeat(" ", 64<<10),
		"words":           strings.Repeat("none ", 800),
		"groups of one":   "1" + strings.Repeat(",000", 900),
		"libraries":       strings.Repeat("np.", 1300) + "x1",
		"methods":         "x1" + strings.Repeat(".dot(x1)", 450),
		"choices":         strings.Repeat("9 choose ", 400) + "2",
		"equations":       strings.Repeat("(x1+x2+√2+√3)^9 = ", 200) + "1",
		"bounds":          "0 < " + strings.Repeat("x1 < ", 700) + "1",
		"open ranges":     strings.Repeat("sum(j,1,n,", 390),
		"readings":        "1/2x1 1/2(x1+1) √2c x2 e^-x1/2 √x1^2 (x1+x2+√2)^14 (x1)2",
		"counting":        fmt.Sprint(joinCopies("(x+1)*2", "+", 500)),
	}
}

package matrix

import (
	"fmt"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/kernels/expr"
)

// op is the operation of a node.
type op uint8

const (
	opLetter op = iota
	opNumber
	opIdentity
	opSum
	opNeg
	opProduct
	opQuotient
	opTranspose
	opInverse
	opPower // text is the exponent, a digit ≥ 2; there is one argument

	// The operations below occur only in formulas over points, see points.go.
	opEntry     // a letter with indices, such as a_i or K_ij; text is the letter, and index holds the indices
	opPointSum  // a sum over all points; index is the bound index
	opFunction  // text is s, exp, max, ℓ or Ω, applied entry by entry
	opEntrywise // an entrywise product
	opNorm      // a length ‖w‖, evaluated as ‖w‖² because lengths occur only as squares
)

// node is a formula.
type node struct {
	op   op
	text string // a letter, a number, an exponent, a function, or the size of I (may be "")
	args []*node
	// index holds the index letters: one or two for an entry, one for a sum.
	index string
	pos   int // position in the text, in runes
	// relation is the sign before one of the sides of an equation or inequality, such as '≤'. It is
	// 0 for the first side.
	relation rune
	dotted   bool // there is a dot before the factor, as in an inner product of two columns
}

// minus returns a − b.
func minus(a, b *node) *node {
	return &node{op: opSum, args: []*node{a, {op: opNeg, args: []*node{b}}}}
}

// contains reports whether the formula or a part of it satisfies a condition.
func (n *node) contains(condition func(*node) bool) bool {
	return condition(n) || slices.ContainsFunc(n.args, func(a *node) bool { return a.contains(condition) })
}

// transform returns a copy of the formula in which change was applied to every node, arguments
// first.
func (n *node) transform(change func(*node)) *node {
	out := n.withArgs(n.op) // the copy gets its arguments below
	for _, a := range n.args {
		out.args = append(out.args, a.transform(change))
	}
	change(out)
	return out
}

// letterCounts returns how often each letter occurs in the formulas.
func letterCounts(formulas ...*node) map[string]int {
	out := map[string]int{}
	for _, n := range formulas {
		n.contains(func(m *node) bool {
			if m.op == opLetter || m.op == opEntry {
				out[m.text]++
			}
			return false
		})
	}
	return out
}

// letterCount returns the number of occurrences of letters in the formula.
func (n *node) letterCount() (total int) {
	for _, count := range letterCounts(n) {
		total += count
	}
	return total
}

// String returns the formula as it is shown to the student.
func (n *node) String() string {
	switch n.op {
	case opLetter:
		return glyph(n.text)
	case opNumber:
		return glyph(n.text)
	case opIdentity:
		return "I" + expr.Subscript(n.text)
	case opSum:
		return n.sumText()
	case opNeg:
		if n.text == oppositeSignMark { // the student did not type this minus sign
			return n.args[0].String()
		}
		return "−" + n.args[0].negatedText()
	case opProduct:
		var b strings.Builder
		for i, a := range n.args {
			text := a.textWithin(opProduct)
			switch isLast := i == len(n.args)-1; {
			case a.op == opPointSum && isLast:
				text = a.String()
			case a.op == opQuotient && !isLast || a.op == opProduct && i > 0:
				text = "(" + text + ")"
			}
			switch {
			case i == 0:
			case a.dotted || isDerivative(a) || isDerivative(n.args[i-1]):
				b.WriteString("·")
			case strings.IndexAny(text, "0123456789.−") == 0:
				b.WriteString("*") // a dot would mean an inner product of columns
			}
			b.WriteString(text)
		}
		return b.String()
	case opQuotient:
		return n.args[0].textWithin(opProduct) + "/" + n.args[1].textWithin(opTranspose)
	case opTranspose:
		return n.args[0].textWithin(opTranspose) + "ᵀ"
	case opEntry, opPointSum, opFunction, opEntrywise, opNorm:
		return n.pointText()
	case opPower:
		superscript, _ := expr.Superscript(n.text)
		return n.args[0].textWithin(opInverse) + superscript
	}
	return n.args[0].textWithin(opInverse) + "⁻¹"
}

// negatedText returns the text of a formula after a minus sign, where a sum over points needs no
// brackets.
func (n *node) negatedText() string {
	if n.op == opPointSum {
		return n.String()
	}
	return n.textWithin(opProduct)
}

// isDerivative reports whether a node is a letter written as a fraction, such as ∂f/∂w.
func isDerivative(n *node) bool {
	return (n.op == opLetter || n.op == opEntry) && strings.HasPrefix(n.text, "∂")
}

func (n *node) sumText() string {
	var b strings.Builder
	for i, a := range n.args {
		switch {
		case a.op == opNeg && i > 0:
			b.WriteString(" − " + a.args[0].negatedText())
		case i > 0:
			b.WriteString(" + " + a.textWithin(opSum))
		default:
			b.WriteString(a.textWithin(opSum))
		}
	}
	return b.String()
}

// textWithin returns the text of a node as an argument of the operation parent, in brackets if
// brackets are needed.
func (n *node) textWithin(parent op) string {
	if n.text == oppositeSignMark {
		n = n.args[0]
	}
	needsBrackets := n.op == opSum ||
		(n.op == opNeg || n.op == opPointSum || n.op == opEntrywise) && parent != opSum
	if parent == opTranspose || parent == opInverse {
		needsBrackets = needsBrackets || n.op == opProduct || n.op == opQuotient
	}
	needsBrackets = needsBrackets || parent == opInverse && (n.op == opInverse || n.op == opPower)
	if needsBrackets {
		return "(" + n.String() + ")"
	}
	return n.String()
}

// glyph returns a letter or a number as it is shown to the student: λ for lambda, ½ for 1/2. It
// omits the arrow that marks the value after a step.
func glyph(name string) string {
	switch name {
	case "1/2":
		return "½"
	case "1/4":
		return "¼"
	case "3/4":
		return "¾"
	case "alpha":
		return "α"
	case "lambda":
		return "λ"
	case "eta":
		return "η"
	case "mu":
		return "μ"
	case "xi":
		return "ξ"
	case "gamma":
		return "γ"
	case "Phi":
		return "Φ"
	case "phi":
		return "φ"
	case "l":
		return "ℓ"
	}
	return strings.ReplaceAll(strings.TrimSuffix(name, "←"), "∂l", "∂ℓ")
}

func factLines(text string) []ascii.Line { return ascii.PlainLines(text) }

func linePrefix(i int) string { return fmt.Sprintf("Line %d: ", i+1) }

// unreadable returns the result for a text that cannot be read.
func unreadable(at int, text string) *answer.Result {
	return &answer.Result{Verdict: exercises.Unreadable, At: at, Fact: factLines(text)}
}

// notEqual returns the result for a wrong answer.
func notEqual(text string) answer.Result {
	return answer.Result{Verdict: exercises.NotEqual, At: -1, Fact: factLines(text)}
}

// notYet returns the result for lines that all hold but do not reach the goal.
func notYet(text string) answer.Result {
	return answer.Result{Verdict: exercises.NotEqual, Headline: "Not there yet.", Fact: factLines(text)}
}

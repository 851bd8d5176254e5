package breakpoint

import (
	"math"
	"strconv"
	"strings"

	"kernellab/exercises/anatomy"
)

// op is the operation of a node.
type op uint8

const (
	opOr op = iota
	opAnd
	opNot
	opCompare // args[0] rel args[1]
	opVerb    // args[0] verb
	opTrue    // args[0], a flag or an observable with Idle set
	opAdd
	opSub
	opMul
	opDiv
	opNeg
	opAbs
	opNumber
	opQuantity
	opWord // one of the words of q
	opPair // two points, as a pair code
)

type relation uint8

const (
	less relation = iota
	lessEqual
	greater
	greaterEqual
	equal
	unequal
)

var relationTexts = [...]string{"<", "<=", ">", ">=", "==", "!="}

// negation returns the negation of a relation.
func (r relation) negation() relation {
	return [...]relation{greaterEqual, greater, lessEqual, less, unequal, equal}[r]
}

// verb is a word for a change of a quantity from one step to the next.
type verb uint8

const (
	drops verb = iota
	rises
	changes
	flips
	stalls
)

var verbTexts = [...]string{"drops", "rises", "changes", "flips", "stalls"}

var verbHelp = [...]string{
	"it is smaller than one step earlier",
	"it is larger than one step earlier",
	"it differs from its value one step earlier",
	"it moves to the other side of 0",
	"it changed by at most a thousandth of itself",
}

// verbAliases maps other words to the verbs that they mean.
var verbAliases = map[string]verb{
	"drop": drops, "falls": drops, "fall": drops, "decreases": drops, "shrinks": drops, "sinks": drops,
	"rise": rises, "grows": rises, "grow": rises, "increases": rises,
	"change": changes, "moves": changes, "flip": flips, "stall": stalls, "stagnates": stalls,
}

// equalWords are words that mean ==.
var equalWords = map[string]bool{"is": true, "equals": true, "reaches": true, "becomes": true}

// node is a node of the syntax tree of a condition. It does not change after
// parsing.
type node struct {
	op     op
	args   []*node
	rel    relation
	verb   verb
	number float64 // the value of opNumber, the pair code of opPair, or the index in q.Words of opWord
	q      *quantity
	// entry is the number of an entry of q, from 1, or 0 if no entry is named. If index is set, as
	// in alpha[k], the number of the entry is the value of index at the step.
	entry  int
	index  *quantity
	at, to int // range in the text, in runes
}

// binary returns the node of an operation on two operands.
func binary(op op, left, right *node) *node {
	return &node{op: op, args: []*node{left, right}, at: left.at, to: right.to}
}

// isCondition reports whether a node is a condition, which is true or false, rather than a value.
func (n *node) isCondition() bool { return n.op <= opTrue }

// asQuantity returns the quantity that the node consists of, or nil if the node is anything else.
func (n *node) asQuantity() *quantity {
	if n.op != opQuantity {
		return nil
	}
	return n.q
}

// isFeature reports whether the entries of a node's quantity belong to features and not to points.
func (n *node) isFeature() bool { return n.q != nil && n.q.Feature }

// subject returns AboutStep if a quantity in the node has this subject, otherwise AboutPosition if a
// quantity has that subject, and otherwise AboutProblem.
func (n *node) subject() anatomy.Subject {
	subject := anatomy.AboutProblem
	if n.op == opQuantity {
		subject = n.q.About
		if n.index != nil {
			subject = max(subject, n.index.About)
		}
	}
	for _, a := range n.args {
		subject = max(subject, a.subject())
	}
	return subject
}

// quantities calls visit for every quantity in a node, from left to right.
func (n *node) quantities(visit func(*node)) {
	if n.op == opQuantity {
		visit(n)
	}
	for _, a := range n.args {
		a.quantities(visit)
	}
}

// notation is a way to write conditions: the normal form or the notation of formulas.
type notation struct {
	relations [len(relationTexts)]string
	minus     string
	times     string
	number    func(float64) string
	entry     func(n *node) string
	abs       [2]string
}

// plainNotation returns the notation of the normal form, which can be parsed again.
func plainNotation() notation {
	return notation{
		relations: relationTexts, minus: "-", times: "*", abs: [2]string{"abs(", ")"},
		number: plainNumber,
		entry: func(n *node) string {
			switch {
			case n.index != nil:
				return n.q.entryText(n.index.Name)
			case n.entry > 0:
				return n.q.entryText(strconv.Itoa(n.entry))
			}
			return n.q.Name
		},
	}
}

// formulaNotation returns the notation of formulas.
func formulaNotation() notation {
	return notation{
		relations: [...]string{"<", "≤", ">", "≥", "=", "≠"}, minus: "−", times: "·", abs: [2]string{"|", "|"},
		number: roundedNumber,
		entry: func(n *node) string {
			index := ""
			switch {
			case n.index != nil && n.index.Name == "k":
				index = "ₖ"
			case n.index != nil && n.index.Name == "l":
				index = "ₗ"
			case n.index != nil:
				return n.q.entryText(n.index.Name)
			case n.entry > 0:
				index = anatomy.Sub(n.entry)
			}
			if n.q.Point && index != "" {
				return n.q.Symbol + "(x" + index + ")"
			}
			return n.q.Symbol + index
		},
	}
}

// precedence returns the precedence of a node.
func (n *node) precedence() int {
	switch n.op {
	case opOr:
		return 1
	case opAnd:
		return 2
	case opNot:
		return 3
	case opCompare, opVerb:
		return 4
	case opAdd, opSub:
		return 5
	case opMul, opDiv:
		return 6
	case opNeg:
		return 7
	}
	return 8
}

// write writes a node, in parentheses if its precedence is lower than level.
func (style notation) write(n *node, level int) string {
	text := style.withoutParens(n)
	if n.precedence() < level {
		return "(" + text + ")"
	}
	return text
}

func (style notation) withoutParens(n *node) string {
	infix := func(sign string) string {
		return style.write(n.args[0], n.precedence()) + sign + style.write(n.args[1], n.precedence()+1)
	}
	switch n.op {
	case opOr:
		return infix(" or ")
	case opAnd:
		return infix(" and ")
	case opNot:
		return "not " + style.write(n.args[0], n.precedence())
	case opCompare:
		return style.write(n.args[0], n.precedence()+1) + " " + style.relations[n.rel] + " " +
			style.write(n.args[1], n.precedence()+1)
	case opVerb:
		return style.write(n.args[0], n.precedence()+1) + " " + verbTexts[n.verb]
	case opTrue:
		return style.withoutParens(n.args[0])
	case opAdd:
		return infix(" + ")
	case opSub:
		return infix(" " + style.minus + " ")
	case opMul:
		return infix(style.times)
	case opDiv:
		return infix("/")
	case opNeg:
		return style.minus + style.write(n.args[0], n.precedence())
	case opAbs:
		return style.abs[0] + style.withoutParens(n.args[0]) + style.abs[1]
	case opNumber:
		return style.number(n.number)
	case opWord:
		return n.q.Words[int(n.number)]
	case opPair:
		return pairText(n.number)
	}
	return style.entry(n)
}

func pairText(code float64) string {
	a, b := anatomy.PairOfCode(code)
	return "(" + strconv.Itoa(a) + ", " + strconv.Itoa(b) + ")"
}

// plainNumber writes a number so that parsing returns the same float.
func plainNumber(v float64) string {
	if math.IsInf(v, 0) {
		return "inf"
	}
	return anatomy.Plain(v, -1)
}

// roundedNumber writes a whole number in full, and other numbers with four
// significant digits.
func roundedNumber(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e6 {
		return strings.Replace(strconv.FormatFloat(v+0, 'f', -1, 64), "-", "−", 1)
	}
	return anatomy.Num(v)
}

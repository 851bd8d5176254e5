package breakpoint

import (
	"math"
	"strconv"
	"strings"

	"kernellab/exercises/anatomy"
)

// speller writes a condition in one of two notations.
type speller struct {
	relations [len(relationTexts)]string
	minus     string
	times     string
	number    func(float64) string
	entry     func(n *node) string
	abs       [2]string
}

// typed returns the notation of the normal form, which can be parsed again.
func typed() speller {
	return speller{
		relations: relationTexts, minus: "-", times: "*", abs: [2]string{"abs(", ")"},
		number: plainNumber,
		entry: func(n *node) string {
			switch {
			case n.by != nil:
				return n.q.shown(n.by.Name)
			case n.entry > 0:
				return n.q.shown(strconv.Itoa(n.entry))
			}
			return n.q.Name
		},
	}
}

// typeset returns the notation of formulas.
func typeset() speller {
	return speller{
		relations: [...]string{"<", "≤", ">", "≥", "=", "≠"}, minus: "−", times: "·", abs: [2]string{"|", "|"},
		number: shownNumber,
		entry: func(n *node) string {
			index := ""
			switch {
			case n.by != nil && n.by.Name == "k":
				index = "ₖ"
			case n.by != nil && n.by.Name == "l":
				index = "ₗ"
			case n.by != nil:
				return n.q.shown(n.by.Name)
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

// level returns the precedence of a node.
func (n *node) level() int {
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
func (s speller) write(n *node, level int) string {
	text := s.bare(n)
	if n.level() < level {
		return "(" + text + ")"
	}
	return text
}

func (s speller) bare(n *node) string {
	infix := func(sign string) string {
		return s.write(n.args[0], n.level()) + sign + s.write(n.args[1], n.level()+1)
	}
	switch n.op {
	case opOr:
		return infix(" or ")
	case opAnd:
		return infix(" and ")
	case opNot:
		return "not " + s.write(n.args[0], n.level())
	case opCompare:
		return s.write(n.args[0], n.level()+1) + " " + s.relations[n.rel] + " " + s.write(n.args[1], n.level()+1)
	case opVerb:
		return s.write(n.args[0], n.level()+1) + " " + verbTexts[n.verb]
	case opTrue:
		return s.bare(n.args[0])
	case opAdd:
		return infix(" + ")
	case opSub:
		return infix(" " + s.minus + " ")
	case opMul:
		return infix(s.times)
	case opDiv:
		return infix("/")
	case opNeg:
		return s.minus + s.write(n.args[0], n.level())
	case opAbs:
		return s.abs[0] + s.bare(n.args[0]) + s.abs[1]
	case opNumber:
		return s.number(n.number)
	case opWord:
		return n.q.Words[int(n.number)]
	case opPair:
		return pairText(n.number)
	}
	return s.entry(n)
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

// shownNumber writes a whole number in full, and other numbers with four
// significant digits.
func shownNumber(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e6 {
		return strings.Replace(strconv.FormatFloat(v+0, 'f', -1, 64), "-", "−", 1)
	}
	return anatomy.Num(v)
}

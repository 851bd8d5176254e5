package answer

import (
	"math/big"
	"strconv"
	"strings"
)

// String is the expression as the lab reads it, typeset: √2·x₁·x₂. Parsing it
// in the same scope gives the same expression back.
func (e Expr) String() string {
	if e.root == nil {
		return ""
	}
	if e.out {
		return printShort(e.root)
	}
	return printNode(e.root)
}

// precedence of a node when printed.
func precedence(n *node) int {
	switch n.op {
	case opAdd, opSub:
		return bindAdd
	case opSum:
		return bindSum
	case opMul, opDiv:
		return bindMul
	case opNeg:
		return bindNeg - 3
	case opPow, opTransp:
		return bindPow
	case opEntry:
		return bindPost
	case opCall:
		if n.text == "factorial" {
			return bindPow
		}
	case opNum:
		if n.num.Sign() < 0 {
			return bindNeg - 3
		}
		if !n.num.IsInt() && !isDecimal(n.text) {
			return bindMul
		}
	}
	return bindPost
}

// printNode writes a whole expression.
func printNode(n *node) string { return (&printer{left: wholePrint}).node(n) }

// printShort writes an expression that is written out, whose parts may be shared
// many times over: no more than a sentence can hold.
func printShort(n *node) string { return (&printer{left: shortPrint}).node(n) }

const (
	wholePrint = 1 << 16 // more nodes than any text has
	shortPrint = 100
)

// printer writes so many nodes, and … for what comes after them.
type printer struct{ left int }

func (p *printer) node(n *node) string {
	if p.left--; p.left < 0 {
		return "…"
	}
	switch n.op {
	case opNum:
		return printNum(n)
	case opName, opIndex:
		return typesetName(n.text)
	case opArray:
		return printArray(n)
	case opNeg:
		return "−" + p.wrap(n.args[0], bindNeg)
	case opAdd:
		return p.wrap(n.args[0], bindAdd) + " + " + p.wrapRight(n.args[1], bindAdd+1)
	case opSub:
		return p.wrap(n.args[0], bindAdd) + " − " + p.wrapRight(n.args[1], bindAdd+1)
	case opMul:
		return p.wrap(n.args[0], bindMul) + "·" + p.wrapRight(n.args[1], bindMul+1)
	case opDiv:
		return p.wrap(n.args[0], bindMul) + "/" + p.wrapRight(n.args[1], bindMul+1)
	case opPow:
		return p.power(n)
	case opEntry:
		return "(" + p.node(n.args[0]) + ")" + printIndices(n.args[1:])
	case opTransp:
		return p.wrap(n.args[0], bindPost) + "ᵀ"
	case opDot:
		return "⟨" + p.node(n.args[0]) + ", " + p.node(n.args[1]) + "⟩"
	case opSum:
		return "Σ" + subscript(n.text) + " " + p.wrap(n.args[0], bindSum+1)
	case opList:
		return "[" + p.all(n.args) + "]"
	case opSet:
		return "{" + p.all(n.args) + "}"
	}
	return p.call(n)
}

func (p *printer) wrap(n *node, min int) string {
	s := p.node(n)
	if precedence(n) < min {
		return "(" + s + ")"
	}
	return s
}

// wrapRight wraps what stands right of an operator: signs too.
func (p *printer) wrapRight(n *node, min int) string {
	s := p.node(n)
	if strings.HasPrefix(s, "−") || precedence(n) < min {
		return "(" + s + ")"
	}
	return s
}

func (p *printer) all(ns []*node) string {
	parts := make([]string, len(ns))
	for i, n := range ns {
		parts[i] = p.node(n)
	}
	return strings.Join(parts, ", ")
}

func (p *printer) call(n *node) string {
	switch n.text {
	case "sqrt":
		return "√" + p.rootArgument(n.args[0])
	case "abs":
		if n.args[0].has(func(m *node) bool { return m.op == opCall && m.text == "abs" }) {
			break // |…| does not nest
		}
		return "|" + p.node(n.args[0]) + "|"
	case "norm":
		return "‖" + p.node(n.args[0]) + "‖"
	case "factorial":
		return p.wrap(n.args[0], bindPost) + "!"
	}
	return n.text + "(" + p.all(n.args) + ")"
}

// rootArgument needs no parentheses for a plain number or name.
func (p *printer) rootArgument(n *node) string {
	s := p.node(n)
	if n.op == opName || n.op == opArray || n.op == opNum && precedence(n) == bindPost {
		return s
	}
	return "(" + s + ")"
}

func printArray(n *node) string {
	return typesetName(n.text) + printIndices(n.args)
}

func printIndices(ns []*node) string {
	s := ""
	for _, i := range ns {
		if i.op == opNum {
			s += subscript(i.num.Num().String())
			continue
		}
		s += subscript(i.text)
	}
	return s
}

// printPower sets whole exponents as superscripts.
func (p *printer) power(n *node) string {
	base := p.wrap(n.args[0], bindPow+1)
	if n.args[0].op == opCall && n.args[0].text == "sqrt" {
		base = "(" + p.node(n.args[0]) + ")"
	}
	if s, ok := superscript(n.args[1]); ok {
		return base + s
	}
	return base + "^" + p.wrap(n.args[1], bindPost)
}

func superscript(n *node) (string, bool) {
	sign := ""
	if n.op == opNeg {
		sign, n = "⁻", n.args[0]
	}
	if n.op == opName && (n.text == "n" || n.text == "d" || n.text == "p") {
		return sign + string(swap(rune(n.text[0]), superPlain, superRunes)), true
	}
	if n.op != opNum || !n.num.IsInt() || n.num.Sign() < 0 {
		return "", false
	}
	digits := n.num.Num().String()
	if len(digits) > maxPlain {
		return "", false
	}
	var b strings.Builder
	for _, r := range digits {
		b.WriteRune(swap(r, superPlain, superRunes))
	}
	return sign + b.String(), true
}

// printNum writes decimals as decimals, other numbers as integers or
// fractions.
func printNum(n *node) string {
	s := ratString(n.num)
	if isDecimal(n.text) {
		s = decimalString(n.num)
	}
	return strings.ReplaceAll(s, "-", "−")
}

// maxPlain is how many digits are written before a power of ten takes over.
const maxPlain = 24

// longDecimal is how many decimals stand for a number that has no end.
const longDecimal = 120

// decimalString is the shortest exact decimal of a number that has one, with a
// power of ten where it would be very long.
func decimalString(r *big.Rat) string {
	places, ok := decimalPlaces(r)
	if !ok {
		return r.FloatString(longDecimal)
	}
	if plain := r.FloatString(places); len(plain) <= maxPlain {
		return plain
	}
	scaled := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	scaled.Mul(scaled, r.Num()).Quo(scaled, r.Denom())
	digits, sign := strings.CutPrefix(scaled.String(), "-")
	ten := len(digits) - 1 - places
	digits = strings.TrimRight(digits, "0")
	if len(digits) > 1 {
		digits = digits[:1] + "." + digits[1:]
	}
	if sign {
		digits = "-" + digits
	}
	return digits + "e" + strconv.Itoa(ten)
}

// decimalPlaces is how many decimals a number has; not ok where they do not
// end.
func decimalPlaces(r *big.Rat) (places int, ok bool) {
	rest := new(big.Int).Set(r.Denom())
	twos := int(rest.TrailingZeroBits())
	rest.Rsh(rest, uint(twos))
	fives, five, remainder := 0, big.NewInt(5), new(big.Int)
	for !rest.IsInt64() || rest.Int64() > 1 {
		next, _ := new(big.Int).QuoRem(rest, five, remainder)
		if remainder.Sign() != 0 {
			return 0, false
		}
		rest, fives = next, fives+1
	}
	return max(twos, fives), true
}

func ratString(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return r.String()
}

// typesetName sets the digits of a name below the line and Greek names as
// letters: x₁, η.
func typesetName(name string) string {
	letters := strings.TrimRight(name, "0123456789")
	out := letters
	for _, g := range greekLetters {
		if g.name == letters {
			out = string(g.letter)
		}
	}
	return out + subscript(name[len(letters):])
}

func subscript(s string) string {
	var b strings.Builder
	for _, r := range s {
		if u := swap(r, subPlain, subRunes); u != 0 {
			b.WriteRune(u)
			continue
		}
		b.WriteString("_" + string(r))
	}
	return b.String()
}

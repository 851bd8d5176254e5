package answer

import (
	"context"
	"math"
	"math/big"
	"strconv"
	"strings"

	"kernellab/kernels/expr"
)

// String returns the expression as the program understands it, typeset: √2·x₁·x₂. Parsing it
// in the same scope gives the same expression again.
func (e Expr) String() string {
	if e.root == nil {
		return ""
	}
	if e.expanded {
		return printShort(e.root)
	}
	return printNode(e.root)
}

// precedence returns how strongly a node binds when it is printed. A node needs brackets if it binds
// less strongly than the operator around it.
func precedence(n *node) int {
	if bind := n.op.bind(); bind > 0 {
		return bind
	}
	switch n.op {
	case opSum:
		return bindSum
	case opNeg:
		return bindNeg - 3 // so that −(−a) keeps its brackets
	case opPow, opTranspose:
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
		if !n.num.IsInt() && !strings.ContainsAny(n.text, ".eE") {
			return bindMul
		}
	}
	return bindPost
}

// printNode returns the text of an expression.
func printNode(n *node) string { return printLimited(n, wholePrintNodes) }

// printShort returns the text of an expanded expression, cut after shortPrintNodes nodes, because
// the expression may share many nodes.
func printShort(n *node) string { return printLimited(n, shortPrintNodes) }

const (
	wholePrintNodes = 1 << 16 // more nodes than any text has
	shortPrintNodes = 100
)

func printLimited(n *node, limit int) string {
	p := &printer{nodesLeft: limit}
	p.node(n)
	return string(p.out)
}

// printer prints an expression. It prints at most nodesLeft nodes, and … instead of every further
// node.
type printer struct {
	nodesLeft int
	out       []byte
}

func (p *printer) write(text string) { p.out = append(p.out, text...) }

func (p *printer) node(n *node) {
	if p.nodesLeft--; p.nodesLeft < 0 {
		p.write("…")
		return
	}
	switch n.op {
	case opNum:
		p.write(printNum(n))
	case opName, opIndex:
		p.write(typesetName(n.text))
	case opArray:
		p.write(typesetName(n.text) + printIndices(n.args))
	case opNeg:
		p.write("−")
		p.wrap(n.args[0], bindNeg)
	case opAdd, opSub, opMul, opDiv, opEntrywise:
		operator := infixes[n.op]
		p.wrap(n.args[0], operator.bind)
		p.write(operator.printed)
		p.wrapRight(n.args[1], operator.bind+1)
	case opPow:
		p.power(n)
	case opEntry:
		p.bracketed("(", n.args[:1], ")"+printIndices(n.args[1:]))
	case opTranspose:
		p.wrap(n.args[0], bindPost)
		p.write("ᵀ")
	case opDot:
		p.bracketed("⟨", n.args, "⟩")
	case opSum:
		p.sum(n)
	case opList:
		p.bracketed("[", n.args, "]")
	case opSet:
		p.bracketed("{", n.args, "}")
	default:
		p.call(n)
	}
}

// sum prints a sum. If the summand is a sum, it has no brackets.
func (p *printer) sum(n *node) {
	body, index := n.args[0], expr.Subscript(n.text)
	if body.op == opSum && len(body.args) > 1 && body.args[1].text == n.text {
		index, body = "_{"+n.text+orderedSum+body.text+"}", body.args[0]
	}
	p.write("Σ" + index + " ")
	if body.op == opSum && body.text != "" {
		p.sum(body)
		return
	}
	p.wrap(body, bindSum+1)
}

// bracketed prints nodes separated by commas, and brackets around them.
func (p *printer) bracketed(open string, ns []*node, closing string) {
	p.write(open)
	for i, n := range ns {
		if i > 0 {
			p.write(", ")
		}
		p.node(n)
	}
	p.write(closing)
}

// wrap prints a node, in brackets if it binds less strongly than minBind.
func (p *printer) wrap(n *node, minBind int) {
	if precedence(n) < minBind {
		p.bracketed("(", []*node{n}, ")")
		return
	}
	p.node(n)
}

// wrapRight prints the right operand of an operator. It also puts brackets around an operand that
// starts with a minus sign.
func (p *printer) wrapRight(n *node, minBind int) {
	if startsWithSign(n) {
		minBind = bindPost + 1
	}
	p.wrap(n, minBind)
}

// startsWithSign reports whether the text of a node starts with a minus.
func startsWithSign(n *node) bool {
	for n.op.bind() > 0 && precedence(n.args[0]) >= n.op.bind() {
		n = n.args[0]
	}
	return n.op == opNeg || n.op == opNum && n.num.Sign() < 0
}

func (p *printer) call(n *node) {
	switch n.text {
	case "sqrt":
		p.write("√")
		p.rootArgument(n.args[0])
		return
	case "abs":
		if n.args[0].contains(func(m *node) bool { return m.op == opCall && m.text == "abs" }) {
			break // |…| does not nest
		}
		p.bracketed("|", n.args, "|")
		return
	case "norm":
		p.bracketed("‖", n.args, "‖")
		return
	case "factorial":
		p.wrap(n.args[0], bindPost)
		p.write("!")
		return
	}
	p.bracketed(n.text+"(", n.args, ")")
}

// rootArgument prints the argument of a root. A plain number or name needs no
// parentheses.
func (p *printer) rootArgument(n *node) {
	if n.op == opName || n.op == opArray || n.op == opNum && precedence(n) == bindPost {
		p.node(n)
		return
	}
	p.bracketed("(", []*node{n}, ")")
}

func printIndices(ns []*node) string {
	s := ""
	for _, i := range ns {
		if i.op == opNum {
			s += expr.Subscript(i.num.Num().String())
			continue
		}
		s += expr.Subscript(i.text)
	}
	return s
}

// power prints a power. Whole exponents and the letters n, d and p become superscripts.
func (p *printer) power(n *node) {
	base, bind := n.args[0], bindPow+1
	if base.op == opCall && base.text == "sqrt" {
		bind = bindPost + 1
	}
	p.wrap(base, bind)
	if s, ok := superscript(n.args[1]); ok {
		p.write(s)
		return
	}
	p.write("^")
	p.wrap(n.args[1], bindPost)
}

// superscript returns an exponent as superscript runes. The second result is false unless it is a
// short whole number or the letter n, d or p.
func superscript(n *node) (string, bool) {
	sign := ""
	if n.op == opNeg {
		sign, n = "⁻", n.args[0]
	}
	text := ""
	switch {
	case n.op == opName && (n.text == "n" || n.text == "d" || n.text == "p"):
		text = n.text
	case n.op == opNum && n.num.IsInt() && n.num.Sign() >= 0:
		text = n.num.Num().String()
	}
	if text == "" || len(text) > maxPlainDigits {
		return "", false
	}
	text, ok := expr.Superscript(text)
	return sign + text, ok
}

// printNum prints decimals as decimals, and other numbers as integers or fractions.
func printNum(n *node) string {
	s := ratString(n.num)
	if strings.ContainsAny(n.text, ".eE") {
		s = decimalString(n.num)
	}
	return strings.ReplaceAll(s, "-", "−")
}

// maxPlainDigits is the maximum length of a number without a power of ten.
const maxPlainDigits = 24

// maxDecimalPlaces is the number of decimal places printed for a number without a finite decimal.
const maxDecimalPlaces = 120

// decimalString returns the exact decimal of a number, with a power of ten if it would otherwise be
// longer than maxPlainDigits. If there is no finite decimal, the result is rounded to
// maxDecimalPlaces places.
func decimalString(r *big.Rat) string {
	places, ok := r.FloatPrec()
	if !ok {
		return r.FloatString(maxDecimalPlaces)
	}
	if plain := r.FloatString(places); len(plain) <= maxPlainDigits {
		return plain
	}
	scaled := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	scaled.Mul(scaled, r.Num()).Quo(scaled, r.Denom())
	digits, isNegative := strings.CutPrefix(scaled.String(), "-")
	exponent := len(digits) - 1 - places
	digits = strings.TrimRight(digits, "0")
	if len(digits) > 1 {
		digits = digits[:1] + "." + digits[1:]
	}
	if isNegative {
		digits = "-" + digits
	}
	return digits + "e" + strconv.Itoa(exponent)
}

func ratString(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return r.String()
}

// typesetName returns a name as it is printed, with digits as subscripts and Greek letters for their
// English names: x₁ for x1, η for eta.
func typesetName(name string) string {
	letters := strings.TrimRight(name, "0123456789")
	digits := expr.Subscript(name[len(letters):])
	if letter := greekLetter(letters); letter != 0 {
		return string(letter) + digits
	}
	if base, index, ok := splitPointIndices(name); ok {
		return typesetIndexed(base, index)
	}
	if letters == "Kx" && digits != "" { // the kernel between a point and the query point
		return "k(x" + digits + ", x)"
	}
	return letters + digits
}

// Decimal returns a number as a student would type it. It rounds to nine decimals, which removes the
// rounding errors of binary fractions.
func Decimal(v float64) string {
	v = math.Round(v*1e9) / 1e9
	if v == 0 {
		return "0" // not −0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// DisplayDecimal is like Decimal with a typographic minus.
func DisplayDecimal(v float64) string { return strings.ReplaceAll(Decimal(v), "-", "−") }

// SignedDecimal is like DisplayDecimal but always has a sign, as labels do: +1, −1.
func SignedDecimal(v float64) string {
	if v > 0 {
		return "+" + DisplayDecimal(v)
	}
	return DisplayDecimal(v)
}

// ExactJudge returns the judge of a blank whose value must be v, rounded to nine decimals as by
// Decimal. It recognises the given mistakes by value.
func ExactJudge(v float64, slips ...Mistake) func(context.Context, string) Result {
	return NumberTask{Want: MustParse(Decimal(v), Scope{}), Mistakes: slips}.Judge
}

// RoundedJudge returns the judge of a number that is given as an expression, such as "2√2". The
// student may round to the given number of significant digits. RoundedJudge panics if the
// expression cannot be parsed.
func RoundedJudge(want string, digits int) func(context.Context, string) Result {
	return NumberTask{Want: MustParse(want, Scope{}), Digits: digits}.Judge
}

package kernels

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// op is what a node of a formula does with its arguments.
type op uint8

const (
	opNumber op = iota
	opVariable
	opNegate
	opAdd
	opSubtract
	opMultiply
	opDivide
	opPower
	opExp
	opSqrt
	opAbs
	opCos
	opSin
	opTanh
	opLog
	opMin
	opMax
)

// node is a formula as a tree. It is never changed once made.
type node struct {
	op   op
	num  float64 // of opNumber
	slot int     // of opVariable
	args []*node
}

// eval computes the formula with its variables' values by slot. The result
// follows floating-point arithmetic: it may be NaN or infinite.
func (n *node) eval(vars []float64) float64 {
	switch n.op {
	case opNumber:
		return n.num
	case opVariable:
		return vars[n.slot]
	}
	a := n.args[0].eval(vars)
	if len(n.args) == 1 {
		return unary(n.op, a)
	}
	for _, arg := range n.args[1:] {
		a = binary(n.op, a, arg.eval(vars))
	}
	return a
}

// folded is the formula with what depends on no variable computed.
func (n *node) folded() *node {
	if len(n.args) == 0 {
		return n
	}
	out, constant := &node{op: n.op}, true
	for _, a := range n.args {
		a = a.folded()
		out.args = append(out.args, a)
		constant = constant && a.op == opNumber
	}
	if constant {
		return &node{op: opNumber, num: out.eval(nil)}
	}
	return out
}

func unary(o op, a float64) float64 {
	switch o {
	case opNegate:
		return -a
	case opExp:
		return math.Exp(a)
	case opSqrt:
		return math.Sqrt(a)
	case opAbs:
		return math.Abs(a)
	case opCos:
		return math.Cos(a)
	case opSin:
		return math.Sin(a)
	case opTanh:
		return math.Tanh(a)
	case opLog:
		return math.Log(a)
	}
	panic("kernels: not an operation of one argument")
}

func binary(o op, a, b float64) float64 {
	switch o {
	case opAdd:
		return a + b
	case opSubtract:
		return a - b
	case opMultiply:
		return a * b
	case opDivide:
		return a / b
	case opPower:
		return power(a, b)
	case opMin:
		return math.Min(a, b)
	case opMax:
		return math.Max(a, b)
	}
	panic("kernels: not an operation of two arguments")
}

// power is a^b, by repeated squaring for the small whole exponents that
// formulas mostly have.
func power(a, b float64) float64 {
	if smallWhole(b) {
		return intPow(a, int(b))
	}
	return math.Pow(a, b)
}

func smallWhole(b float64) bool { return b >= 0 && b <= MaxDegree && b == math.Trunc(b) }

// function is a name that may be called in a formula.
type function struct {
	name     string
	op       op
	min, max int // number of arguments
}

func functions() []function {
	const many = 16
	return []function{
		{"exp", opExp, 1, 1}, {"sqrt", opSqrt, 1, 1}, {"abs", opAbs, 1, 1},
		{"cos", opCos, 1, 1}, {"sin", opSin, 1, 1}, {"tanh", opTanh, 1, 1},
		{"log", opLog, 1, 1}, {"pow", opPower, 2, 2},
		{"min", opMin, 2, many}, {"max", opMax, 2, many},
	}
}

// scope resolves the variables of a formula.
type scope struct {
	slot func(name string) (int, bool)
	says string // the variables in words, for hints
	near []string
}

// formulaParser reads a formula by recursive descent:
//
//	sum     = term {("+" | "-") term}
//	term    = signed {("*" | "/") signed}
//	signed  = {"+" | "-"} power
//	power   = atom ["²" | "³" | "^" signed]
//	atom    = number | variable | function "(" sum {"," sum} ")" | "(" sum ")"
type formulaParser struct {
	lexer
	scope scope
	depth int
}

// parseFormula reads src[from:end] as a formula; errors point into src.
func parseFormula(src []rune, from, end int, s scope) (*node, error) {
	p := &formulaParser{lexer: lexer{src: src, at: from, end: end}, scope: s}
	if err := p.next(); err != nil {
		return nil, err
	}
	if p.tok.kind == tokEnd {
		return nil, p.fail(p.tok.pos, "write one over "+s.says, "the formula is empty")
	}
	n, err := p.sum()
	if err != nil {
		return nil, err
	}
	if p.tok.kind != tokEnd {
		return nil, p.fail(p.tok.pos, "put an operator + - * / ^ there, as in 2*dist", "%s was not expected after a complete formula", p.tok.describe())
	}
	return n, nil
}

func (p *formulaParser) sum() (*node, error) {
	return p.chain(p.term, map[string]op{"+": opAdd, "-": opSubtract})
}

func (p *formulaParser) term() (*node, error) {
	return p.chain(p.signed, map[string]op{"*": opMultiply, "/": opDivide})
}

// chain reads operands joined by left-associative operators.
func (p *formulaParser) chain(operand func() (*node, error), ops map[string]op) (*node, error) {
	left, err := operand()
	for err == nil {
		o, ok := ops[p.tok.text]
		if !ok || p.tok.kind != tokSymbol {
			return left, nil
		}
		if err = p.next(); err != nil {
			break
		}
		var right *node
		right, err = operand()
		left = &node{op: o, args: []*node{left, right}}
	}
	return nil, err
}

func (p *formulaParser) signed() (*node, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxNesting {
		return nil, p.fail(p.tok.pos, "a formula of fewer levels works", "nested deeper than %d levels", maxNesting)
	}
	if plus, err := p.accept("+"); plus || err != nil {
		return p.after(err, p.signed)
	}
	minus, err := p.accept("-")
	if !minus || err != nil {
		return p.after(err, p.power)
	}
	n, err := p.signed()
	if err != nil {
		return nil, err
	}
	return &node{op: opNegate, args: []*node{n}}, nil
}

// after goes on with rule unless there was an error.
func (p *formulaParser) after(err error, rule func() (*node, error)) (*node, error) {
	if err != nil {
		return nil, err
	}
	return rule()
}

func (p *formulaParser) power() (*node, error) {
	base, err := p.atom()
	if err != nil {
		return nil, err
	}
	if p.is("²") || p.is("³") {
		exponent := map[string]float64{"²": 2, "³": 3}[p.tok.text]
		return &node{op: opPower, args: []*node{base, {num: exponent}}}, p.next()
	}
	raised, err := p.accept("^")
	if !raised || err != nil {
		return base, err
	}
	exponent, err := p.signed()
	if err != nil {
		return nil, err
	}
	return &node{op: opPower, args: []*node{base, exponent}}, nil
}

func (p *formulaParser) atom() (*node, error) {
	t := p.tok
	switch {
	case t.kind == tokNumber:
		return &node{num: t.value}, p.next()
	case t.kind == tokName:
		if err := p.next(); err != nil {
			return nil, err
		}
		if p.is("(") {
			return p.call(t)
		}
		return p.variable(t)
	case p.is("("):
		args, err := p.arguments()
		if err != nil {
			return nil, err
		}
		if len(args) != 1 {
			return nil, p.fail(t.pos, "write one value in parentheses", "%d values in parentheses without a function", len(args))
		}
		return args[0], nil
	}
	return nil, p.fail(t.pos, "use "+p.scope.says, "a value was expected, not %s", t.describe())
}

func (p *formulaParser) variable(t token) (*node, error) {
	slot, ok := p.scope.slot(t.text)
	if ok {
		return &node{op: opVariable, slot: slot}, nil
	}
	hint := "use " + p.scope.says
	if name, ok := nearest(t.text, p.scope.near); ok {
		hint = fmt.Sprintf("did you mean %s?", name)
	}
	return nil, p.fail(t.pos, hint, "%q is not a variable here", shorten(t.text))
}

func (p *formulaParser) call(t token) (*node, error) {
	known := functions()
	i := slices.IndexFunc(known, func(f function) bool { return f.name == t.text })
	if i < 0 {
		return nil, p.fail(t.pos, functionHint(t.text, known), "%q is not a function here", shorten(t.text))
	}
	args, err := p.arguments()
	if err != nil {
		return nil, err
	}
	f := known[i]
	if len(args) < f.min || len(args) > f.max {
		return nil, p.fail(t.pos, fmt.Sprintf("give %s %d", f.name, f.min), "%s cannot take %d values", f.name, len(args))
	}
	return &node{op: f.op, args: args}, nil
}

func functionHint(name string, known []function) string {
	names := make([]string, len(known))
	for i, f := range known {
		names[i] = f.name
	}
	if near, ok := nearest(name, names); ok {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return "there are " + strings.Join(names, ", ") + "; write products with *"
}

// arguments reads "(" sum {"," sum} ")".
func (p *formulaParser) arguments() ([]*node, error) {
	open := p.tok.pos
	if err := p.next(); err != nil {
		return nil, err
	}
	var args []*node
	for {
		n, err := p.sum()
		if err != nil {
			return nil, err
		}
		args = append(args, n)
		comma, err := p.accept(",")
		if err != nil {
			return nil, err
		}
		if !comma {
			break
		}
	}
	closed, err := p.accept(")")
	if err == nil && !closed {
		err = p.fail(open, "close it with )", "this parenthesis is not closed before %s", p.tok.describe())
	}
	return args, err
}

package kernels

import (
	"fmt"
	"math"
	"strings"

	"kernellab/kernels/expr"
)

// op is the operation of a node in a formula.
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
	opMin
	opMax
	opAbs  // calls fn, which is cheap
	opCall // calls fn
)

// node is a node in the tree of a formula. It never changes after parsing.
type node struct {
	op    op
	value float64 // the value of opNumber
	slot  int     // index of the variable of opVariable in the list of values passed to eval
	args  []*node
	fn    func(float64) float64 // the function of opAbs and opCall
}

// eval computes the formula for the values of its variables, indexed by slot. The result
// follows floating-point arithmetic, so it may be NaN or infinite.
func (n *node) eval(vars []float64) float64 {
	switch n.op {
	case opNumber:
		return n.value
	case opVariable:
		return vars[n.slot]
	}
	a := n.args[0].eval(vars)
	if len(n.args) == 1 {
		return n.evalUnary(a)
	}
	for _, arg := range n.args[1:] {
		a = evalBinary(n.op, a, arg.eval(vars))
	}
	return a
}

// eachVariable calls visit with the slot of every variable in the formula.
func (n *node) eachVariable(visit func(slot int)) {
	if n.op == opVariable {
		visit(n.slot)
	}
	for _, a := range n.args {
		a.eachVariable(visit)
	}
}

// foldConstants returns the formula with each part that has no variables replaced by its value.
func (n *node) foldConstants() *node {
	if len(n.args) == 0 {
		return n
	}
	out, isConstant := &node{op: n.op, fn: n.fn}, true
	for _, a := range n.args {
		a = a.foldConstants()
		out.args = append(out.args, a)
		isConstant = isConstant && a.op == opNumber
	}
	if isConstant {
		return &node{op: opNumber, value: out.eval(nil)}
	}
	return out
}

// evalUnary applies an operation with one argument.
func (n *node) evalUnary(a float64) float64 {
	if n.op == opNegate {
		return -a
	}
	return n.fn(a)
}

func evalBinary(o op, a, b float64) float64 {
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
		return min(a, b)
	case opMax:
		return max(a, b)
	}
	panic("kernels: not an operation of two arguments")
}

// power returns a^b. Small integer exponents, which are the most common in
// formulas, use repeated squaring.
func power(a, b float64) float64 {
	if b >= 0 && b <= MaxDegree && b == math.Trunc(b) {
		return intPow(a, int(b))
	}
	return math.Pow(a, b)
}

// function is a function that formulas can call.
type function struct {
	name     string
	op       op
	min, max int // number of arguments
}

func functions() []function {
	const maxArgs = 16
	return []function{
		{"exp", opCall, 1, 1}, {"sqrt", opCall, 1, 1}, {"abs", opAbs, 1, 1},
		{"cos", opCall, 1, 1}, {"sin", opCall, 1, 1}, {"tanh", opCall, 1, 1},
		{"log", opCall, 1, 1}, {"pow", opPower, 2, 2},
		{"min", opMin, 2, maxArgs}, {"max", opMax, 2, maxArgs},
	}
}

// scope defines the variables of a formula.
type scope struct {
	slot        func(name string) (int, bool) // the index of a variable, see node
	description string                        // the variables in words, for hints
	names       []string                      // names to suggest after a typing error
}

// formulaParser parses a formula by recursive descent:
//
//	sum     = term {("+" | "-") term}
//	term    = signed {("*" | "/") signed}
//	signed  = {"+" | "-"} power
//	power   = atom ["²" | "³" | "^" signed]
//	atom    = number | variable | function "(" sum {"," sum} ")" | "(" sum ")"
type formulaParser struct {
	lexer
	scope scope
}

// parseFormula parses src[from:end] as a formula. Errors refer to positions in
// src.
func parseFormula(src []rune, from, end int, s scope) *node {
	p := &formulaParser{lexer: newLexer(src, from, end), scope: s}
	if p.tok.kind == tokEnd {
		panic(p.errorAt(p.tok.pos, "write one over "+s.description, "the formula is empty"))
	}
	n := p.sum()
	if p.tok.kind != tokEnd {
		panic(p.errorAt(p.tok.pos, "put an operator + - * / ^ there, as in 2*dist",
			"%s was not expected after a complete formula", p.tok.describe()))
	}
	return n
}

func (p *formulaParser) sum() *node {
	return p.chain(p.term, map[string]op{"+": opAdd, "-": opSubtract})
}

func (p *formulaParser) term() *node {
	return p.chain(p.signed, map[string]op{"*": opMultiply, "/": opDivide})
}

// chain parses operands joined by left-associative operators.
func (p *formulaParser) chain(operand func() *node, ops map[string]op) *node {
	left := operand()
	for {
		o, ok := ops[p.tok.text]
		if !ok || p.tok.kind != tokSymbol {
			return left
		}
		p.next()
		left = &node{op: o, args: []*node{left, operand()}}
	}
}

func (p *formulaParser) signed() *node {
	p.enter("formula")
	defer func() { p.depth-- }()
	switch {
	case p.accept("+"):
		return p.signed()
	case p.accept("-"):
		return &node{op: opNegate, args: []*node{p.signed()}}
	}
	return p.power()
}

func (p *formulaParser) power() *node {
	base := p.atom()
	switch {
	case p.accept("²"):
		return &node{op: opPower, args: []*node{base, {value: 2}}}
	case p.accept("³"):
		return &node{op: opPower, args: []*node{base, {value: 3}}}
	case p.accept("^"):
		return &node{op: opPower, args: []*node{base, p.signed()}}
	}
	return base
}

func (p *formulaParser) atom() *node {
	t := p.tok
	switch {
	case t.kind == tokNumber:
		p.next()
		return &node{value: t.value}
	case t.kind == tokName:
		p.next()
		if p.isSymbol("(") {
			return p.call(t)
		}
		return p.variable(t)
	case p.isSymbol("("):
		args := p.arguments()
		if len(args) != 1 {
			panic(p.errorAt(t.pos, "write one value in parentheses", "%d values in parentheses without a function",
				len(args)))
		}
		return args[0]
	}
	panic(p.errorAt(t.pos, "use "+p.scope.description, "a value was expected, not %s", t.describe()))
}

func (p *formulaParser) variable(t token) *node {
	if slot, ok := p.scope.slot(t.text); ok {
		return &node{op: opVariable, slot: slot}
	}
	panic(p.errorAt(t.pos, suggestion(t.text, p.scope.names, "use "+p.scope.description), "%q is not a variable here",
		shorten(t.text)))
}

func (p *formulaParser) call(t token) *node {
	var names []string
	for _, f := range functions() {
		if f.name == t.text {
			args := p.arguments()
			if len(args) < f.min || len(args) > f.max {
				panic(p.errorAt(t.pos, fmt.Sprintf("give %s %d", f.name, f.min), "%s cannot take %d values", f.name,
					len(args)))
			}
			return &node{op: f.op, args: args, fn: expr.Function(f.name)}
		}
		names = append(names, f.name)
	}
	hint := "there are " + strings.Join(names, ", ") + "; write products with *"
	panic(p.errorAt(t.pos, suggestion(t.text, names, hint), "%q is not a function here", shorten(t.text)))
}

// suggestion returns a hint with the one of knownNames nearest to name, or the given hint if none
// is near.
func suggestion(name string, knownNames []string, hint string) string {
	if nearest, ok := expr.Nearest(name, knownNames); ok {
		return fmt.Sprintf("did you mean %s?", nearest)
	}
	return hint
}

// arguments parses "(" sum {"," sum} ")".
func (p *formulaParser) arguments() []*node {
	var args []*node
	p.parseList(func() { args = append(args, p.sum()) })
	return args
}

// maxCost is the largest permitted cost of one value of a typed kernel, in operations. A picture of
// f needs a million values or more.
const maxCost = 200

// callCost is the cost of a function such as exp or sqrt, or of a power, in operations.
const callCost = 4

// cost returns the number of operations that one value of a kernel takes. A distance, an inner
// product, a sum and a product of two parts count as one operation each.
func cost(k Kernel[[]float64]) int {
	switch k := k.(type) {
	case Poly, RBF:
		return callCost
	case *Expr:
		return k.root.cost()
	case *Features:
		sum := 0
		for _, f := range k.roots {
			sum += 2 * f.cost()
		}
		return sum
	}
	sum := 0
	for _, part := range parts(k) {
		sum += 1 + cost(part)
	}
	return max(1, sum)
}

func (n *node) cost() int {
	sum := 1
	switch n.op {
	case opPower, opCall:
		sum = callCost
	}
	for _, a := range n.args {
		sum += a.cost()
	}
	return sum
}

// checkCost returns an error if drawing a picture with a typed kernel would take seconds, and
// otherwise nil.
func checkCost(k Kernel[[]float64], text string) *ParseError {
	if c := cost(k); c > maxCost {
		return &ParseError{Text: text, Msg: fmt.Sprintf("one value of it takes %d operations, and %d are allowed", c,
			maxCost),
			Hint: "a kernel of fewer terms works"}
	}
	return nil
}

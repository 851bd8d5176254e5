package answer

import (
	"math/big"
	"slices"
	"strings"
)

// operand reads what an expression can begin with.
func (p *parser) operand() (*node, *SyntaxError) {
	t := p.peek()
	switch t.kind {
	case tokNum:
		p.take()
		if fraction([]rune(t.text)[0]) != nil {
			return binary(opDiv, numNode(new(big.Rat).SetInt(t.num.Num())), numNode(new(big.Rat).SetInt(t.num.Denom()))), nil
		}
		return &node{op: opNum, num: t.num, text: t.text, at: t.at}, nil
	case tokName:
		p.take()
		return &node{op: opName, text: p.alias(t.text), at: t.at}, nil
	case tokIndex:
		return nil, faultf(t.at, "%s is an index here; use it as in a_%s", t.text, t.text)
	case tokArray:
		p.take()
		return arrayNode(t), nil
	case tokFunc:
		return p.function()
	case tokSum:
		return p.sigma()
	case tokRoot:
		return p.radical()
	case tokNorm:
		return p.norm()
	case tokPunct:
		return p.bracket()
	}
	return nil, p.want("a number, a name or (")
}

// alias resolves another name for a variable.
func (p *parser) alias(name string) string {
	for from, to := range p.scope.Alias {
		if canonName(from) == name {
			return canonName(to)
		}
	}
	return name
}

// arrayNode is an array with the indices written behind it.
func arrayNode(t token) *node {
	n := &node{op: opArray, text: t.text, at: t.at}
	for _, i := range t.indices {
		n.args = append(n.args, indexNode(i, t.at))
	}
	return n
}

func indexNode(i string, at int) *node {
	if isDigit(rune(i[0])) {
		n := intNode(int64(i[0] - '0'))
		n.at = at
		return n
	}
	return &node{op: opIndex, text: i, at: at}
}

// bracket reads a sign, a group, a list, a set, |…| or ⟨…⟩.
func (p *parser) bracket() (*node, *SyntaxError) {
	t := p.peek()
	switch t.text {
	case "-":
		p.take()
		n, err := p.expr(bindNeg)
		if err != nil {
			return nil, err
		}
		return &node{op: opNeg, args: []*node{n}, at: t.at}, nil
	case "+":
		p.take()
		return p.expr(bindNeg)
	case "(":
		return p.group()
	case "[":
		factor := p.pos > 0 && (p.pos == p.joins || p.startsFactor())
		n, err := p.items(opList, "]")
		if err == nil && factor && len(n.args) == 1 {
			return n.args[0], nil // 3[x+1]
		}
		return n, err
	case "{":
		return p.items(opSet, "}")
	case "<":
		return p.inner()
	case "|":
		return p.absolute()
	}
	e := p.want("a number, a name or (")
	if p.pos > 0 && p.toks[p.pos-1].kind == tokPunct && strings.ContainsAny(t.text, "*/^") && strings.Contains("+-*/^", p.toks[p.pos-1].text) {
		e.Fix = string(p.src[:t.at]) + string(p.src[t.end:])
	}
	return nil, e
}

// startsFactor reports whether the bracket that follows continues a product or
// a function: what stands before it is no sign and no separator.
func (p *parser) startsFactor() bool {
	t := p.toks[p.pos-1]
	return t.kind != tokPunct && t.kind != tokLine || t.is(")") || t.is("]") || t.is("*") || t.is("/")
}

// group reads (…): one expression, or a vector.
func (p *parser) group() (*node, *SyntaxError) {
	n, err := p.items(opList, ")")
	if err != nil {
		return nil, err
	}
	if len(n.args) == 1 {
		return n.args[0], nil
	}
	return n, nil
}

// items reads a bracket of expressions separated by commas or line breaks.
func (p *parser) items(o op, closing string) (*node, *SyntaxError) {
	open := p.take()
	bars, div := p.bars, p.div
	p.bars, p.div = 0, 0
	defer func() { p.bars, p.div = bars, div }()
	n := &node{op: o, at: open.at}
	p.lines()
	if p.peek().is(closing) && o == opSet {
		p.take()
		return n, nil
	}
	for {
		item, err := p.expr(0)
		if err != nil {
			return nil, err
		}
		n.args = append(n.args, item)
		separated := p.lines()
		if p.peek().is(",") {
			p.take()
			p.lines()
			separated = true
		}
		if p.peek().is(closing) {
			p.take()
			return n, nil
		}
		if !separated {
			return nil, p.unclosed(closing)
		}
	}
}

// lines steps over line breaks and reports whether there were any.
func (p *parser) lines() bool {
	any := false
	for p.peek().kind == tokLine {
		p.take()
		any = true
	}
	return any
}

// unclosed is the error for a bracket that does not end.
func (p *parser) unclosed(closing string) *SyntaxError {
	e := p.want("an operator, a comma or " + closing)
	switch t := p.peek(); {
	case t.kind == tokEnd:
		e.Fix = strings.TrimSpace(string(p.src)) + closing
	case t.is(")") || t.is("]") || t.is("}"):
		e.Fix = string(p.src[:t.at]) + closing + string(p.src[t.end:])
	}
	return e
}

// enclosed reads one expression in the brackets that the next token opens.
func (p *parser) enclosed(closing string) (*node, *SyntaxError) {
	n, err := p.items(opList, closing)
	if err != nil {
		return nil, err
	}
	if len(n.args) != 1 {
		return nil, faultf(n.at, "expected one expression in these brackets, found %d", len(n.args))
	}
	return n.args[0], nil
}

// radical reads √: of the next number, name or bracket, and no further.
func (p *parser) radical() (*node, *SyntaxError) {
	t := p.take()
	next := p.peek()
	binds := []tokenKind{tokNum, tokName, tokArray, tokRoot, tokNorm, tokFunc}
	if !slices.Contains(binds, next.kind) && !next.is("(") && !next.is("{") && !next.is("|") {
		return nil, p.want("a number, a name or ( under the root")
	}
	p.depth++
	defer func() { p.depth-- }()
	if err := p.tooDeep(t.at); err != nil {
		return nil, err
	}
	var arg *node
	var err *SyntaxError
	if next.is("{") {
		arg, err = p.enclosed("}")
	} else {
		arg, err = p.operand()
	}
	if err != nil {
		return nil, err
	}
	if arg.op == opList {
		return nil, faultf(t.at, "the root takes one argument, not %d", len(arg.args))
	}
	if p.peek().is("^") && p.forked(forkRootPower) {
		if arg, _, err = p.power(arg); err != nil {
			return nil, err
		}
	}
	for p.underRoot() && p.forked(forkRoot) {
		factor := p.take()
		arg = binary(opMul, arg, &node{op: opName, text: p.alias(factor.text), at: factor.at})
	}
	n := call("sqrt", arg)
	n.at = t.at
	return n, nil
}

// underRoot reports whether the next factor may have been meant to stand under
// the root as well: the c of √2c, for a c that is greater than zero.
func (p *parser) underRoot() bool {
	t := p.peek()
	return t.kind == tokName && !t.space && p.scope.isPositive(p.alias(t.text)) && !p.toks[p.pos-1].is(")")
}

// absolute reads |…|, or ‖…‖ written as ||…||.
func (p *parser) absolute() (*node, *SyntaxError) {
	t := p.take()
	if next := p.peek(); next.is("|") && !next.space {
		p.take()
		return p.barred(t.at, "norm", 2)
	}
	return p.barred(t.at, "abs", 1)
}

func (p *parser) norm() (*node, *SyntaxError) {
	t := p.take()
	return p.barred(t.at, "norm", 0)
}

// barred reads up to the closing bars: ‖ for none, else so many |.
func (p *parser) barred(at int, fn string, count int) (*node, *SyntaxError) {
	p.bars++
	defer func() { p.bars-- }()
	arg, err := p.expr(0)
	if err != nil {
		return nil, err
	}
	n := call(fn, arg)
	n.at = at
	if count == 0 {
		if p.peek().kind != tokNorm {
			return nil, p.want("the closing ‖")
		}
		p.take()
		return n, nil
	}
	for k := range count {
		if !p.peek().is("|") {
			e := p.want("the closing |")
			if p.peek().kind == tokEnd {
				e.Fix = strings.TrimSpace(string(p.src)) + strings.Repeat("|", count-k)
			}
			return nil, e
		}
		p.take()
	}
	return n, nil
}

// inner reads ⟨x, z⟩.
func (p *parser) inner() (*node, *SyntaxError) {
	n, err := p.items(opList, ">")
	if err != nil {
		return nil, err
	}
	if len(n.args) != 2 {
		return nil, faultf(n.at, "an inner product has two sides, as <x, z>")
	}
	return &node{op: opDot, args: n.args, at: n.at}, nil
}

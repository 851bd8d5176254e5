package answer

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"kernellab/kernels/expr"
)

// operand parses an operand: a number, a name, a bracket, a root, a sum or a function call.
func (p *parser) operand() *node {
	t := p.peek()
	switch t.kind {
	case tokNum:
		p.advance()
		if fraction([]rune(t.text)[0]) != nil {
			return binary(opDiv, numNode(new(big.Rat).SetInt(t.num.Num())), numNode(new(big.Rat).SetInt(t.num.Denom())))
		}
		return &node{op: opNum, num: t.num, text: t.text, pos: t.start}
	case tokName:
		p.advance()
		if text, ok := p.scope.Definitions[t.text]; ok {
			return definitionOf(p, text, t.start)
		}
		return &node{op: opName, text: p.alias(t.text), pos: t.start}
	case tokIndex:
		panic(syntaxErrorf(t.start, "%s is an index here; use it as in a_%s", t.text, t.text))
	case tokArray:
		p.advance()
		return arrayNode(t)
	case tokFunc:
		return p.function()
	case tokSum:
		return p.sigma()
	case tokRoot:
		return p.radical()
	case tokNorm:
		return p.betweenBars(p.advance().start, "norm", 0)
	case tokPunct:
		return p.bracket()
	}
	panic(p.expected("a number, a name or ("))
}

// alias returns the variable for which a name is an alias, or the name itself.
func (p *parser) alias(name string) string {
	for aliasName, variable := range p.scope.Alias {
		if canonName(aliasName) == name {
			return canonName(variable)
		}
	}
	return name
}

// definitionOf parses the expression that a name in Scope.Definitions denotes. pos is the position
// of the name. If the name denotes a function of two points, the points may follow in brackets:
// dist(x, z).
func definitionOf(p *parser, text string, pos int) *node {
	scope := *p.scope
	scope.Definitions, scope.vocabulary, scope.work = nil, nil, nil // the text is the author's
	body := MustParse(text, scope).root
	if points := p.scope.Arrays; len(points) == 2 && p.peek().is("(") && commaInside(p.toks[p.pos:]) {
		if args := p.items(opList, ")").args; len(args) == 2 {
			body = body.replace(func(m *node) (*node, bool) {
				i := slices.IndexFunc(points,
					func(a Array) bool { return m.op == opArray && m.text == a.Name && len(m.args) == 0 })
				if i < 0 {
					return nil, false
				}
				return args[i], true
			})
		}
	}
	return body.rewrite(func(_, copied *node) *node {
		out := *copied
		out.pos = pos
		return &out
	})
}

// commaInside reports whether the bracket at the start of the tokens contains a
// comma that is not in an inner bracket.
func commaInside(toks []token) bool {
	depth := 0
	for _, t := range toks {
		switch {
		case t.is("(") || t.is("["):
			depth++
		case t.is(")") || t.is("]"):
			depth--
		case t.is(",") && depth == 1:
			return true
		}
		if depth == 0 {
			break
		}
	}
	return false
}

// arrayNode returns an array with its indices.
func arrayNode(t token) *node {
	n := &node{op: opArray, text: t.text, pos: t.start}
	for _, i := range t.indices {
		n.args = append(n.args, indexNode(i, t.start))
	}
	return n
}

func indexNode(i string, pos int) *node {
	if expr.IsDigit(rune(i[0])) {
		n := intNode(int64(i[0] - '0'))
		n.pos = pos
		return n
	}
	return &node{op: opIndex, text: i, pos: pos}
}

// bracket parses a sign, a group, a list, a set, |…| or ⟨…⟩.
func (p *parser) bracket() *node {
	t := p.peek()
	switch t.text {
	case "-":
		p.advance()
		return &node{op: opNeg, args: []*node{p.expr(bindNeg)}, pos: t.start}
	case "+":
		p.advance()
		return p.expr(bindNeg)
	case "(":
		return group(p.items(opList, ")"))
	case "[":
		isFactor := p.pos > 0 && (p.pos == p.implicitFactor || p.startsFactor())
		n := p.items(opList, "]")
		if isFactor {
			return group(n) // 3[x+1]
		}
		return n
	case "{":
		return group(p.items(opSet, "}"))
	case "<":
		return p.innerProduct()
	case "|":
		return p.absolute()
	}
	e := p.expected("a number, a name or (")
	if p.pos > 0 && p.toks[p.pos-1].kind == tokPunct && strings.ContainsAny(t.text, "*/^") &&
		strings.Contains("+-*/^", p.toks[p.pos-1].text) {
		e.Fix = string(p.src[:t.start]) + string(p.src[t.end:])
	}
	panic(e)
}

// group returns the only part of a list or set that has one part and is thus a group: (…), or {…}
// in TeX. It returns any other list or set unchanged.
func group(n *node) *node {
	if len(n.args) == 1 {
		return n.args[0]
	}
	return n
}

// startsFactor reports whether the next bracket continues a product or a function, because an
// operand, the name of a function, * or / precedes it.
func (p *parser) startsFactor() bool {
	t := p.toks[p.pos-1]
	return t.kind != tokPunct && t.kind != tokLine || t.is(")") || t.is("]") || t.is("*") || t.is("/")
}

// items parses a bracket of expressions separated by commas or line breaks, up to and including the
// token closing.
func (p *parser) items(o op, closing string) *node {
	n := &node{op: o, pos: p.advance().start}
	bars, denominator := p.bars, p.denominatorStart
	p.bars, p.denominatorStart = 0, 0
	defer func() { p.bars, p.denominatorStart = bars, denominator }()
	p.skipLines()
	for hasMore := o != opSet || !p.peek().is(closing); hasMore; {
		n.args = append(n.args, p.expr(0))
		separated := p.skipSeparator()
		if hasMore = !p.peek().is(closing); hasMore && !separated {
			panic(p.unclosed(closing))
		}
	}
	p.advance()
	return n
}

// skipSeparator skips a comma and the line breaks around it. It reports whether it has skipped
// anything.
func (p *parser) skipSeparator() bool {
	from := p.pos
	p.skipLines()
	if p.peek().is(",") {
		p.advance()
		p.skipLines()
	}
	return p.pos > from
}

// skipLines skips line breaks.
func (p *parser) skipLines() {
	for p.peek().kind == tokLine {
		p.advance()
	}
}

// unclosed returns the error for a bracket that is not closed.
func (p *parser) unclosed(closing string) *SyntaxError {
	e := p.expected("an operator, a comma or " + closing)
	switch t := p.peek(); {
	case t.kind == tokEnd:
		e.Fix = strings.TrimSpace(string(p.src)) + closing
	case t.is(")") || t.is("]") || t.is("}"):
		e.Fix = string(p.src[:t.start]) + closing + string(p.src[t.end:])
	}
	return e
}

// braced parses one expression in braces.
func (p *parser) braced() *node {
	n := p.items(opList, "}")
	if len(n.args) != 1 {
		panic(syntaxErrorf(n.pos, "expected one expression in these brackets, found %d", len(n.args)))
	}
	return n.args[0]
}

// radical parses √ and its argument, which is only the next number, name or bracket.
func (p *parser) radical() *node {
	t := p.advance()
	next := p.peek()
	argumentKinds := []tokenKind{tokNum, tokName, tokArray, tokRoot, tokNorm, tokFunc}
	if !slices.Contains(argumentKinds, next.kind) && !next.is("(") && !next.is("{") && !next.is("|") {
		panic(p.expected("a number, a name or ( under the root"))
	}
	return p.rootOperand(t)
}

// canBeUnderRoot reports whether a token can begin the argument of a root without brackets, as in
// sqrt2: a number, a name or another root.
func canBeUnderRoot(t token) bool {
	switch t.kind {
	case tokNum, tokName, tokArray, tokRoot:
		return true
	}
	return false
}

// rootOperand parses the argument of a root. t is the token of the root.
func (p *parser) rootOperand(t token) *node {
	next := p.peek()
	p.enter(t.start)
	defer func() { p.depth-- }()
	var arg *node
	if next.is("{") {
		arg = p.braced()
	} else {
		arg = p.operand()
	}
	if arg.op == opList {
		panic(syntaxErrorf(t.start, "the root takes one argument, not %d", len(arg.args)))
	}
	if p.peek().is("^") && p.takesSecondMeaning(ambiguousRootPower) {
		arg = p.power(arg)
	}
	for p.underRoot() && p.takesSecondMeaning(ambiguousRoot) {
		factor := p.advance()
		arg = binary(opMul, arg, &node{op: opName, text: p.alias(factor.text), pos: factor.start})
	}
	return &node{op: opCall, text: "sqrt", args: []*node{arg}, pos: t.start}
}

// underRoot reports whether the next factor may also belong under the root, like c in √2c. This is
// possible only if c is positive.
func (p *parser) underRoot() bool {
	t := p.peek()
	return t.kind == tokName && !t.spaceBefore && p.scope.isPositive(p.alias(t.text)) && !p.toks[p.pos-1].is(")")
}

// absolute parses |…|, or ‖…‖ written as ||…||.
func (p *parser) absolute() *node {
	t := p.advance()
	if next := p.peek(); next.is("|") && !next.spaceBefore {
		p.advance()
		return p.betweenBars(t.start, "norm", 2)
	}
	return p.betweenBars(t.start, "abs", 1)
}

// betweenBars parses the argument of the function fn between bars, after the opening bars. The
// closing bars are count times |, or ‖ if count is 0.
func (p *parser) betweenBars(pos int, fn string, count int) *node {
	p.bars++
	defer func() { p.bars-- }()
	n := &node{op: opCall, text: fn, args: []*node{p.expr(0)}, pos: pos}
	if count == 0 {
		if p.peek().kind != tokNorm {
			panic(p.expected("the closing ‖"))
		}
		p.advance()
	}
	for k := range count {
		if !p.peek().is("|") {
			e := p.expected("the closing |")
			if p.peek().kind == tokEnd {
				e.Fix = strings.TrimSpace(string(p.src)) + strings.Repeat("|", count-k)
			}
			panic(e)
		}
		p.advance()
	}
	return n
}

// innerProduct parses ⟨x, z⟩.
func (p *parser) innerProduct() *node {
	n := p.items(opList, ">")
	if len(n.args) != 2 {
		panic(syntaxErrorf(n.pos, "an inner product has two sides, as in <x, z>"))
	}
	return &node{op: opDot, args: n.args, pos: n.pos}
}

// function parses a function call.
func (p *parser) function() *node {
	t := p.advance()
	if t.text == "sqrt" && canBeUnderRoot(p.peek()) {
		return p.rootOperand(t)
	}
	if p.peek().is("^") {
		panic(syntaxErrorf(p.peek().start, "write the power after the parenthesis, as in %s(…)^2", t.text))
	}
	if t.text == "sqrt" && p.peek().is("[") {
		degree := p.items(opList, "]")
		if !p.peek().is("{") || len(degree.args) != 1 {
			return &node{op: opCall, text: t.text, args: degree.args, pos: t.start}
		}
		return binary(opPow, p.braced(), binary(opDiv, intNode(1), degree.args[0])) // \sqrt[3]{x}
	}
	if t.text == "sum" && p.peek().is("(") {
		return p.sumCall(t)
	}
	n := &node{op: opCall, text: t.text, pos: t.start}
	args := p.arguments(t)
	n.args = args
	switch {
	case t.text == "frac" && len(args) == 2:
		return binary(opDiv, args[0], args[1])
	case t.text == "pow" && len(args) == 2:
		return binary(opPow, args[0], args[1])
	case t.text == "transpose" && len(args) == 1:
		return &node{op: opTranspose, args: args, pos: t.start}
	case (t.text == "log2" || t.text == "log10") && len(args) == 1 && p.scope.allowsBareLog:
		return call("ln", args[0])
	case (t.text == "log2" || t.text == "log10") && len(args) == 1:
		base, _ := strconv.ParseInt(t.text[3:], 10, 64)
		return binary(opDiv, call("ln", args[0]), call("ln", intNode(base)))
	case t.text == "dot" && len(args) == 2:
		return &node{op: opDot, args: args, pos: t.start}
	}
	arity := arityOf(t.text)
	if arity > 0 && len(args) != arity {
		panic(syntaxErrorf(t.start, "%s takes %s, not %d", t.text, countWords(arity), len(args)))
	}
	return n
}

func countWords(n int) string {
	switch n {
	case 1:
		return "one argument"
	case 2:
		return "two arguments"
	}
	return "other arguments"
}

// arguments parses (…) or, in LaTeX, {…}{…}.
func (p *parser) arguments(fn token) []*node {
	switch next := p.peek(); {
	case next.is("("):
		return p.items(opList, ")").args
	case next.is("["):
		return p.items(opList, "]").args
	case next.is("|") || next.kind == tokNorm:
		return []*node{p.operand()}
	case next.is("{") && arityOf(fn.text) < 0:
		return p.items(opList, "}").args // max{0, x}
	case next.is("{"):
		var args []*node
		for p.peek().is("{") && len(args) < 2 {
			args = append(args, p.braced())
		}
		return args
	case p.scope.allowsBareLog && fn.text == "ln" && p.startsOperand(next):
		return []*node{p.expr(bindMul)}
	}
	e := p.expected("(")
	if end := p.primaryEnd(p.pos); end > p.pos && !p.startsOperand(p.toks[end]) && !p.toks[end].is("^") { // ln x
		from, to := p.toks[p.pos].start, p.toks[end-1].end
		e.Fix = string(p.src[:fn.end]) + "(" + string(p.src[from:to]) + ")" + string(p.src[to:])
	}
	panic(e)
}

// primaryEnd returns the index of the token after the number, name or bracket that begins at token
// i. If none begins there, it returns i.
func (p *parser) primaryEnd(i int) int {
	switch t := p.toks[i]; {
	case t.kind == tokNum || t.kind == tokName || t.kind == tokArray:
		return i + 1
	case !t.is("("):
		return i
	}
	for open, k := 0, i; p.toks[k].kind != tokEnd; k++ {
		switch {
		case p.toks[k].is("("):
			open++
		case p.toks[k].is(")"):
			if open--; open == 0 {
				return k + 1
			}
		}
	}
	return i
}

// splitGroup parses the rest of a TeX group, from \choose or \over to its end.
func (p *parser) splitGroup(left *node) *node {
	t := p.advance()
	right := p.expr(bindLoose)
	if t.is(texChoose) {
		return call("choose", left, right)
	}
	return binary(opDiv, left, right)
}

package answer

import (
	"strconv"
)

// function parses a function call.
func (p *parser) function() *node {
	t := p.advance()
	if t.text == "sqrt" && canBeUnderRoot(p.peek()) {
		return p.rootOf(t)
	}
	if p.peek().is("^") {
		panic(faultf(p.peek().at, "write the power after the parenthesis, as %s(…)^2", t.text))
	}
	if t.text == "sqrt" && p.peek().is("[") {
		degree := p.items(opList, "]")
		if !p.peek().is("{") || len(degree.args) != 1 {
			return &node{op: opCall, text: t.text, args: degree.args, at: t.at}
		}
		return binary(opPow, p.enclosed("}"), binary(opDiv, intNode(1), degree.args[0])) // \sqrt[3]{x}
	}
	if t.text == "sum" && p.peek().is("(") {
		return p.sumCall(t)
	}
	n := &node{op: opCall, text: t.text, at: t.at}
	args := p.arguments(t)
	n.args = args
	switch {
	case t.text == "frac" && len(args) == 2:
		return binary(opDiv, args[0], args[1])
	case t.text == "pow" && len(args) == 2:
		return binary(opPow, args[0], args[1])
	case t.text == "transpose" && len(args) == 1:
		return &node{op: opTransp, args: args, at: t.at}
	case (t.text == "log2" || t.text == "log10") && len(args) == 1 && p.scope.bareLog:
		return call("ln", args[0])
	case (t.text == "log2" || t.text == "log10") && len(args) == 1:
		base, _ := strconv.ParseInt(t.text[3:], 10, 64)
		return binary(opDiv, call("ln", args[0]), call("ln", intNode(base)))
	case t.text == "dot" && len(args) == 2:
		return &node{op: opDot, args: args, at: t.at}
	}
	want := arityOf(t.text)
	if want > 0 && len(args) != want {
		panic(faultf(t.at, "%s takes %s, not %d", t.text, countWords(want), len(args)))
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
	case next.is("{"):
		var args []*node
		for p.peek().is("{") && len(args) < 2 {
			args = append(args, p.enclosed("}"))
		}
		return args
	case p.scope.bareLog && fn.text == "ln" && p.startsOperand(next):
		return []*node{p.expr(bindMul)}
	}
	e := p.want("(")
	if end := p.primaryEnd(p.pos); end > p.pos && !p.startsOperand(p.toks[end]) && !p.toks[end].is("^") { // ln x
		from, to := p.toks[p.pos].at, p.toks[end-1].end
		e.Fix = string(p.src[:fn.end]) + "(" + string(p.src[from:to]) + ")" + string(p.src[to:])
	}
	panic(e)
}

// primaryEnd returns the token after a number, a name or a bracket, or i if there
// is none.
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

// sumCall parses the rest of sum(j, …), sum(i, j, …) or sum(i<j, …) after the name.
// A single index may also come after the terms, or be omitted if the terms have
// only one.
func (p *parser) sumCall(t token) *node {
	p.advance()
	t.indices = nil
	for p.peek().kind == tokIndex && (p.toks[p.pos+1].is(",") || p.toks[p.pos+1].is(under) && len(t.indices) == 0) {
		t.indices = append(t.indices, p.advance().text)
		if p.advance().is(under) {
			t.indices = append(t.indices, under)
		}
	}
	body := p.expr(0)
	if len(t.indices) == 0 && p.peek().is(",") && p.toks[p.pos+1].kind == tokIndex {
		p.advance()
		t.indices = []string{p.advance().text}
	}
	if !p.peek().is(")") {
		panic(p.unclosed(")"))
	}
	p.advance()
	p.open = p.open || len(t.indices) == 0
	return t.overIndices(body)
}

// namesIndex reports whether the bracket behind a Σ contains the index, first or
// last, as in Σ(j, …). In Σ (…)² it does not, and the square is summed.
func namesIndex(bracket []token) bool {
	n := len(bracket)
	return n > 3 && (bracket[1].kind == tokIndex && (bracket[2].is(",") || bracket[2].is(under)) ||
		bracket[n-2].kind == tokIndex && bracket[n-3].is(","))
}

// sigma parses Σ_j with the product that it sums, or sum(j, …).
func (p *parser) sigma() *node {
	t := p.advance()
	if len(t.indices) == 0 && p.peek().is("(") && namesIndex(p.toks[p.pos:p.primaryEnd(p.pos)]) {
		return p.sumCall(t)
	}
	n := t.overIndices(p.expr(bindSum))
	p.open = p.open || n.text == ""
	return n
}

// splitGroup parses the rest of a group of TeX behind \choose or \over.
func (p *parser) splitGroup(left *node) *node {
	t := p.advance()
	right := p.expr(bindLoose)
	if t.is(texChoose) {
		return call("choose", left, right)
	}
	return binary(opDiv, left, right)
}

package answer

import (
	"fmt"
	"slices"
	"strings"

	"kernellab/kernels/expr"
)

// Binding powers of operators. An operator with a higher power binds more tightly.
const (
	bindLoose = 5 // \choose in {d+p \choose p}, and choose if d+p choose p means (d+p) choose p
	bindAdd   = 10
	bindSum   = 15 // Σ, which sums the product that follows
	bindMul   = 20
	bindNeg   = 25
	bindTight = 30 // the product 2x if 1/2x means 1/(2x)
	bindPow   = 40
	bindPost  = 50
)

// parser is a Pratt parser: each token has a meaning at the start of an operand and
// another one after an operand (Pratt, Top Down Operator Precedence, 1973).
type parser struct {
	src              []rune // as typed
	toks             []token
	pos              int
	depth            int
	bars             int // number of open | and ‖
	scope            *Scope
	secondMeanings   ambiguity // the ambiguous constructions, such as 1/2x, to parse in their second meaning
	ambiguities      ambiguity // the ambiguous constructions that the text contains, so far
	denominatorStart int       // index of the first token of the current denominator, or 0
	hasImplicitSum   bool      // whether some sum has no explicit index
	implicitFactor   int       // index of a token that continues a product without an operator, or 0
}

// parseText parses a text. An ambiguous construction such as 1/2x has two meanings: (1/2)x and
// 1/(2x). The constructions in secondMeanings get their second meaning, all others the first.
// parseText also returns the ambiguous constructions that the text contains. It returns the
// *SyntaxError with which lexer and parser panic, see [expr.Catch].
func parseText(text string, s *Scope, secondMeanings ambiguity) (n *node, ambiguities ambiguity, err *SyntaxError) {
	defer expr.Catch(&err)
	if err := tooLong(text, s); err != nil {
		return nil, 0, err
	}
	text = withBrackets(text)
	toks, ambiguities, err := lexText(text, s, secondMeanings)
	if err != nil {
		return nil, 0, err
	}
	p := &parser{src: []rune(text), toks: trimLines(toks), scope: s, secondMeanings: secondMeanings,
		ambiguities: ambiguities}
	if p.peek().kind == tokEnd {
		panic(syntaxErrorf(0, "there is no number, name or formula here"))
	}
	if n = p.wholeText(); p.hasImplicitSum {
		inferSumIndices(n, s)
	}
	return n, p.ambiguities, nil
}

// lexText returns the tokens of a text. If the left side of an equation contains an unknown name,
// the error says that the answer must not be an equation.
func lexText(text string, s *Scope, secondMeanings ambiguity) (toks []token, ambiguities ambiguity, err *SyntaxError) {
	src := prepareForLexer(text, s)
	defer func() {
		// The error is about an unknown name if Found is set, but not Expected.
		if err != nil && err.Expected == "" && err.Found != "" && err.At < equalsIndex(src) {
			err = equationError([]rune(text), equalsIndex(src), equalsIndex(src)+1)
		}
	}()
	defer expr.Catch(&err)
	toks, ambiguities = lex(src, s, secondMeanings)
	return toks, ambiguities, nil
}

// tooLong returns an error if a text is longer than the budget allows. It is called before a text
// is analysed in any other way.
func tooLong(text string, s *Scope) *SyntaxError {
	if maxBytes := s.work.Limits().Bytes; len(text) > maxBytes {
		return syntaxErrorf(0, "this is %d bytes long; I read up to %d", len(text), maxBytes)
	}
	return nil
}

// enter enters a level of nesting. It panics if there are too many.
func (p *parser) enter(at int) {
	p.depth++
	if maxDepth := p.scope.work.Limits().Depth; p.depth > maxDepth {
		panic(syntaxErrorf(at, "this is nested deeper than %d levels; I stop reading here", maxDepth))
	}
}

// takesSecondMeaning records an ambiguous construction and reports whether it gets its second
// meaning.
func (p *parser) takesSecondMeaning(construction ambiguity) bool {
	p.ambiguities |= construction
	return p.secondMeanings&construction != 0
}

// trimLines drops line breaks at both ends, and all but one of several line breaks in a row.
func trimLines(toks []token) []token {
	out := toks[:0:0]
	for _, t := range toks {
		if t.kind == tokLine && (len(out) == 0 || out[len(out)-1].kind == tokLine) {
			continue
		}
		out = append(out, t)
	}
	if len(out) > 1 && out[len(out)-2].kind == tokLine {
		out = slices.Delete(out, len(out)-2, len(out)-1)
	}
	return out
}

func (p *parser) peek() token { return p.toks[p.pos] }

func (p *parser) advance() token {
	t := p.toks[p.pos]
	if t.kind != tokEnd {
		p.pos++
	}
	return t
}

// wholeText parses the whole text: an expression, or a list of expressions separated by
// commas or line breaks.
func (p *parser) wholeText() *node {
	p.refuseEquation()
	var items []*node
	for {
		items = append(items, p.expr(0))
		if !p.skipSeparator() || p.peek().kind == tokEnd {
			break
		}
	}
	if p.peek().kind != tokEnd {
		panic(p.unexpected())
	}
	if len(items) == 1 {
		return items[0]
	}
	return &node{op: opList, args: items}
}

// refuseEquation panics if the text is an equation. If the student repeated the label before the
// field, as in "w = 3", the label has already been removed from the text.
func (p *parser) refuseEquation() {
	for i, t := range p.toks {
		if !t.is("=") {
			continue
		}
		if i > 0 && (p.toks[i-1].is("+") || p.toks[i-1].is("-") || p.toks[i-1].is("*")) {
			e := syntaxErrorf(p.toks[i-1].start, "write the whole new value: the old one and the change")
			e.Fix = string(p.src[:t.start]) + " (" + strings.TrimSpace(string(p.src[t.end:])) + ")"
			panic(e)
		}
		panic(equationError(p.src, t.start, t.end))
	}
}

// equationError returns the error for a text with a sign of equality from signStart to signEnd.
func equationError(src []rune, signStart, signEnd int) *SyntaxError {
	e := syntaxErrorf(signStart, "write only the right side of the equation")
	e.Fix = strings.TrimSpace(string(src[signEnd:]))
	return e
}

// unexpected returns the error for a token that cannot continue an expression.
func (p *parser) unexpected() *SyntaxError {
	t := p.peek()
	switch {
	case t.is(")") || t.is("]") || t.is("}"):
		e := syntaxErrorf(t.start, "there is no opening bracket for this %s", t.text)
		e.Fix = string(p.src[:t.start]) + string(p.src[t.end:])
		return e
	case t.is("_"):
		e := syntaxErrorf(t.start, "after %s: this name takes no index _%s here", p.textBefore(), p.runeAfter(t))
		if p.pos > 0 && p.toks[p.pos-1].kind == tokArray && len(p.toks[p.pos-1].indices) == 0 {
			e.Reason = p.scope.vocabulary.notIndexMessage(p.runeAfter(t))
		}
		return e
	}
	return p.expected("an operator, such as + or *")
}

func (p *parser) runeAfter(t token) string {
	return string(p.src[t.end:min(len(p.src), t.end+1)])
}

// expected returns the error if the next token is not what was expected.
func (p *parser) expected(what string) *SyntaxError {
	t := p.peek()
	return &SyntaxError{At: t.start, TextBefore: p.textBefore(), Expected: what, Found: p.found(t)}
}

// found returns the token as the student typed it.
func (p *parser) found(t token) string {
	if t.kind == tokEnd {
		return "the end"
	}
	if t.kind == tokLine {
		return "a new line"
	}
	return clip(string(p.src[t.start:max(t.end, min(t.start+1, len(p.src)))]))
}

// textBefore returns the text of the previous token. If it is an operator, the text begins with the
// operand before the operator.
func (p *parser) textBefore() string {
	if p.pos == 0 {
		return ""
	}
	from := p.pos - 1
	if from > 0 && p.toks[from].kind == tokPunct && p.toks[from-1].kind != tokPunct && p.toks[from-1].kind != tokLine {
		from--
	}
	return clip(string(p.src[p.toks[from].start:p.toks[p.pos-1].end]))
}

// expr parses an expression whose operators bind more tightly than minBind.
func (p *parser) expr(minBind int) *node {
	p.enter(p.peek().start)
	defer func() { p.depth-- }()
	left := p.operand()
	for next := left; next != nil; next = p.extend(left, minBind) {
		left = next
	}
	return left
}

// extend applies the next operator to the operand on its left. It returns nil if no operator that
// binds more tightly than minBind follows.
func (p *parser) extend(left *node, minBind int) *node {
	t := p.peek()
	for o, operator := range infixes {
		if operator.bind > minBind && t.is(operator.sign) {
			return p.infix(op(o), left, operator.bind)
		}
	}
	switch {
	case t.is("^") && minBind < bindPow:
		return p.power(left)
	case t.is("!") && minBind < bindPost:
		p.advance()
		return &node{op: opCall, text: "factorial", args: []*node{left}, pos: t.start}
	case t.kind == tokTranspose && minBind < bindPost && left.op != opNum:
		p.advance()
		return &node{op: opTranspose, args: []*node{left}, pos: t.start}
	case t.is("_") && p.pos > 0 && p.toks[p.pos-1].is(")"):
		return p.entry(left)
	case isIndexedParenthesis(p.toks[max(p.pos-1, 0):]):
		e := p.entry(left)
		p.advance()
		return e
	case (t.is(texChoose) || t.is(texOver)) && minBind < bindLoose:
		return p.splitGroup(left)
	case t.is("%") && minBind < bindPost:
		return p.percent(left)
	case t.kind == tokFunc && t.text == "choose" && !p.toks[p.pos+1].is("("):
		return p.choose(left, minBind)
	}
	return p.juxtapose(left, minBind)
}

func (p *parser) infix(o op, left *node, bind int) *node {
	p.advance()
	if o == opMul {
		o = p.productOp()
	}
	outerStart := p.denominatorStart
	p.denominatorStart = 0
	if o == opDiv {
		p.denominatorStart = p.pos
	}
	right := p.expr(bind)
	p.denominatorStart = outerStart
	return binary(o, left, right)
}

// power parses an exponent. Powers associate to the right.
func (p *parser) power(left *node) *node {
	p.advance()
	bind := bindPow - 1
	if left.op == opName && left.text == "e" && p.peek().is("-") && p.takesSecondMeaning(ambiguousExponent) {
		bind = bindAdd
	}
	if p.peek().is("{") {
		return binary(opPow, left, p.braced())
	}
	return binary(opPow, left, p.expr(bind))
}

// entry parses the index after a parenthesis: (K a)_i.
func (p *parser) entry(left *node) *node {
	t := p.advance()
	i := p.advance()
	if i.kind != tokIndex && (i.kind != tokNum || len(i.text) != 1) {
		p.pos--
		panic(p.expected("an index"))
	}
	return &node{op: opEntry, args: []*node{left, indexNode(i.text, i.start)}, pos: t.start}
}

// isIndexedParenthesis reports whether the tokens begin with a closing parenthesis and an index
// in brackets: )[i].
func isIndexedParenthesis(toks []token) bool {
	return len(toks) > 3 && toks[0].is(")") && toks[1].is("[") && toks[2].kind == tokIndex && toks[3].is("]")
}

// choose parses the rest of 10 choose 3 after the left operand. It returns nil if the operator
// before that operand binds more tightly.
func (p *parser) choose(left *node, minBind int) *node {
	bind := bindPow
	if p.takesSecondMeaning(ambiguousChoose) {
		bind = bindLoose
	}
	if minBind >= bind {
		return nil
	}
	p.advance()
	return call("choose", left, p.expr(bind))
}

// percent parses 50% as 50/100.
func (p *parser) percent(left *node) *node {
	p.advance()
	if next := p.peek(); next.kind == tokNum || next.kind == tokName || next.is("(") {
		panic(p.expected("an operator, such as + or *"))
	}
	return binary(opDiv, left, intNode(100))
}

// juxtapose parses the next operand as a factor of a product without an operator: 2x, x1x2, 3(x+1).
// It returns nil if no such operand follows.
func (p *parser) juxtapose(left *node, minBind int) *node {
	t := p.peek()
	if !p.startsOperand(t) {
		return nil
	}
	bind := bindMul
	if construction := p.denominatorAmbiguity(t, minBind); construction != 0 && p.takesSecondMeaning(construction) {
		bind = bindTight
	}
	if t.kind == tokNum {
		if left.op == opNum {
			panic(p.expected("an operator, such as + or *"))
		}
		previous := p.toks[p.pos-1]
		isAmbiguous := !t.spaceBefore && (previous.kind == tokName || previous.kind == tokArray || previous.is(")"))
		if isAmbiguous && p.takesSecondMeaning(ambiguousPower) && minBind < bindPow {
			return binary(opPow, left, p.expr(bindPow-1))
		}
	}
	if minBind >= bind {
		return nil
	}
	p.implicitFactor = p.pos
	return binary(p.productOp(), left, p.expr(bind))
}

// productOp returns the operation of a product. For two vectors, it may be the inner product or the
// entrywise product.
func (p *parser) productOp() op {
	if len(p.scope.Arrays) > 0 && p.takesSecondMeaning(ambiguousEntrywise) {
		return opEntrywise
	}
	return opMul
}

// denominatorAmbiguity returns the ambiguity of a factor t that follows a denominator without an
// operator: in 1/2x, x may belong to the denominator. It returns 0 if there is no ambiguity.
func (p *parser) denominatorAmbiguity(t token, minBind int) ambiguity {
	if p.denominatorStart == 0 || minBind != bindMul || p.toks[p.denominatorStart].is("(") {
		return 0
	}
	if !t.spaceBefore && (t.kind == tokName || t.kind == tokArray || t.kind == tokRoot) {
		return ambiguousQuotient
	}
	return ambiguousFactor
}

// startsOperand reports whether the token can begin an operand directly after another operand,
// without a multiplication sign.
func (p *parser) startsOperand(t token) bool {
	switch t.kind {
	case tokNum, tokName, tokArray, tokIndex, tokFunc, tokSum, tokRoot:
		return true
	case tokNorm:
		return p.bars == 0
	case tokPunct:
		return t.text == "(" || t.text == "|" && p.bars == 0 || t.text == "<" || t.text == "[" && !t.spaceBefore
	}
	return false
}

// SyntaxError says why a text cannot be read, in words for the student.
type SyntaxError struct {
	At         int    // the rune at which the error was noticed, counted from 0 in the text as typed
	TextBefore string // the text before this rune as typed, or empty
	Expected   string // what was expected at this rune
	Found      string // what was found at this rune
	Reason     string // the whole sentence, if Expected and Found do not explain the error
	Fix        string // the whole text, corrected; "" if no correction is known
}

// Error returns the sentence shown to the student.
func (e *SyntaxError) Error() string {
	if e.Reason != "" {
		return e.Reason
	}
	where := "at the start"
	if e.TextBefore != "" {
		where = "after " + e.TextBefore
	}
	return fmt.Sprintf("%s: expected %s, but found %s", where, e.Expected, e.Found)
}

// The maximum lengths of a sentence and its quotations, in characters.
const (
	maxQuote    = 60   // of a quotation from a student's text
	maxReading  = 300  // of a quotation of how the program understands a text
	maxSentence = 1000 // of the whole sentence
)

// clip shortens a quotation.
func clip(s string) string { return clipTo(s, maxQuote) }

// asQuotation returns the expression as a quotation.
func (e Expr) asQuotation() string { return clipTo(e.String(), maxReading) }

func clipTo(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	if rs := []rune(s); len(rs) > limit {
		return string(rs[:limit-1]) + "…"
	}
	return s
}

// syntaxErrorf returns a syntax error with the given sentence.
func syntaxErrorf(at int, format string, args ...any) *SyntaxError {
	return &SyntaxError{At: at, Reason: fmt.Sprintf(format, args...)}
}

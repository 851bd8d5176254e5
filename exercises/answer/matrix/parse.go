package matrix

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// parser reads one line.
type parser struct {
	src          []rune
	pos          int
	depth        int
	nodes        int
	openNorms    int // number of norms that are open at the position, within the innermost brackets
	names        []string
	sizeNames    []string
	limits       budget.Limits
	pointLetters *pointLetters // nil if there are only matrices
}

func (p *parser) fail(pos int, format string, args ...any) {
	panic(&answer.SyntaxError{At: pos, Reason: fmt.Sprintf(format, args...)})
}

// parse parses the sides of a line, which are separated by equals signs. In a derivation of a
// statement, inequality signs of one direction may separate them, too.
func parse(text string, s Space) (chain []*node, err *answer.SyntaxError) {
	defer expr.Catch(&err)
	p := &parser{src: answer.Normalise(text), names: s.names(), sizeNames: s.sizeNames, limits: budget.AnswerLimits(),
		pointLetters: s.pointLetters}
	if len(text) > p.limits.Bytes {
		p.fail(0, tooLong)
	}
	p.joinRunes("**", '^')
	switch {
	case p.allowsRelations():
		p.joinRelations()
	case p.pointLetters != nil:
		p.joinRunes("<-", '←')
		p.joinRunes(":=", '←')
	}
	for relation := rune(0); ; {
		side := p.sum()
		side.relation = relation
		chain = append(chain, side)
		if len(chain) == 1 && p.readStep(chain) {
			continue
		}
		if relation = p.peek(); !p.isRelation(relation) {
			break
		}
		p.checkDirection(chain, relation)
		p.pos++
	}
	if p.peek() != 0 {
		p.fail(p.pos, "%s does not belong here.", quoteRune(p.src[p.pos]))
	}
	return chain, nil
}

// joinRunes replaces a sign that is typed as a pair of runes with one rune and a space, so that the
// positions of later runes stay the same.
func (p *parser) joinRunes(pair string, sign rune) {
	for i := range len(p.src) - 1 {
		if string(p.src[i:i+2]) == pair {
			p.src[i], p.src[i+1] = sign, ' '
		}
	}
}

// peek skips white space and returns the next rune without consuming it, or 0 at the end.
func (p *parser) peek() rune {
	for p.pos < len(p.src) && unicode.IsSpace(p.src[p.pos]) {
		p.pos++
	}
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

func (p *parser) addNode(n *node) *node {
	if p.nodes++; p.nodes > 300 {
		p.fail(n.pos, "This formula has too many parts to be read.")
	}
	return n
}

// enter begins a level of nesting and returns a function that ends it. It fails with the
// given message if there are too many levels.
func (p *parser) enter(tooDeep string) func() {
	if p.depth++; p.depth > p.limits.Depth {
		p.fail(p.pos, "%s", tooDeep)
	}
	return func() { p.depth-- }
}

// expectClosing consumes a closing bracket, which must be one of brackets. If there is none, it
// fails at openPos, the position of the opening bracket.
func (p *parser) expectClosing(openPos int, brackets string) {
	if !strings.ContainsRune(brackets, p.peek()) {
		p.fail(openPos, "This bracket is not closed.")
	}
	p.pos++
}

// unaryNode returns the node of an operation on n, at the position of n.
func (p *parser) unaryNode(o op, n *node) *node {
	return p.addNode(&node{op: o, args: []*node{n}, pos: n.pos})
}

func (p *parser) sum() *node {
	defer p.enter("The brackets are nested too deeply.")()
	n := p.addNode(&node{op: opSum, pos: p.pos})
	for {
		sign := p.peek()
		if sign == '+' || sign == '-' {
			p.pos++
		}
		term := p.product()
		if sign == '-' {
			term = p.unaryNode(opNeg, term)
		}
		n.args = append(n.args, term)
		if next := p.peek(); next != '+' && next != '-' {
			break
		}
	}
	if len(n.args) == 1 {
		return n.args[0]
	}
	return n
}

func (p *parser) product() *node {
	first := p.factor()
	list := []*node{first}
	for {
		switch next := p.peek(); {
		case next == '\\': // K \ y solves K a = y
			p.pos++
			list = []*node{p.unaryNode(opInverse, productOf(list)), p.factor()}
		case next == '*' || next == '·':
			p.pos++
			right := p.factor()
			right.dotted = next == '·' && (p.pointLetters == nil || p.allowsRelations())
			list = append(list, right)
		case p.pointLetters != nil && (next == '∘' || next == '⊙'):
			return p.entrywiseProduct(list)
		case next == '/':
			p.pos++
			denominator := p.factor()
			list = []*node{p.addNode(
				&node{op: opQuotient, args: []*node{productOf(list), denominator}, pos: denominator.pos})}
		case next == 0 || strings.ContainsRune("+-=)]},←", next), p.isRelation(next), p.openNorms > 0 && isBar(next):
			return productOf(list)
		default:
			list = append(list, p.factor())
		}
	}
}

func productOf(list []*node) *node {
	if len(list) == 1 {
		return list[0]
	}
	return &node{op: opProduct, args: list, pos: list[0].pos}
}

// factor reads a primary with its exponents and transposes.
func (p *parser) factor() *node {
	n := p.primary()
	for {
		switch r := p.peek(); {
		case r == 'ᵀ' || r == '\'' || r == 'T' && !slices.Contains(p.names, "T") && n.op != opNumber:
			p.pos++
			n = p.unaryNode(opTranspose, n)
		case r == '^':
			p.pos++
			n = p.withExponent(n, p.exponent())
		case expr.FromSuperscript(r) != 0:
			n = p.withExponent(n, p.superscript())
		default:
			return n
		}
	}
}

// exponent consumes the exponent after ^ and returns its text, without brackets and spaces.
func (p *parser) exponent() string {
	open := p.peek()
	end := map[rune]rune{'(': ')', '{': '}'}[open]
	if end == 0 {
		from := p.pos
		if open == '-' {
			p.pos++
		}
		if p.pos < len(p.src) {
			p.pos++
		}
		for p.pos < len(p.src) && expr.IsDigit(p.src[p.pos-1]) && expr.IsDigit(p.src[p.pos]) {
			p.pos++
		}
		return string(p.src[from:p.pos])
	}
	from := p.pos + 1
	for p.pos < len(p.src) && p.src[p.pos] != end {
		p.pos++
	}
	if p.pos == len(p.src) {
		p.fail(from-1, "This bracket is not closed.")
	}
	p.pos++
	return strings.ReplaceAll(string(p.src[from:p.pos-1]), " ", "")
}

// superscript consumes superscript runes such as ⁻¹ and returns them as ASCII text.
func (p *parser) superscript() string {
	var out []rune
	for p.pos < len(p.src) && expr.FromSuperscript(p.src[p.pos]) != 0 {
		out = append(out, expr.FromSuperscript(p.src[p.pos]))
		p.pos++
	}
	return string(out)
}

// withExponent returns n with the given exponent: its transpose, its inverse or a small power.
func (p *parser) withExponent(n *node, power string) *node {
	switch power {
	case "T", "t", "ᵀ":
		return p.unaryNode(opTranspose, n)
	case "-1":
		return p.unaryNode(opInverse, n)
	case "-T", "-ᵀ":
		return p.unaryNode(opTranspose, p.unaryNode(opInverse, n))
	case "1":
		return n
	}
	if len(power) == 1 && power >= "2" && power <= "9" {
		return p.addNode(&node{op: opPower, text: power, args: []*node{n}, pos: n.pos})
	}
	p.fail(p.pos, "Powers here are T for the transpose, −1 for the inverse, and whole numbers from 1 to 9.")
	return nil
}

func (p *parser) primary() *node {
	r := p.peek()
	start := p.pos
	switch {
	case r == 0:
		p.fail(start, "Something is missing here.")
	case r == '-' || r == '+':
		defer p.enter("There are too many signs in a row.")()
		p.pos++
		n := p.factor()
		if r == '+' {
			return n
		}
		return p.addNode(&node{op: opNeg, args: []*node{n}, pos: start})
	case r == '(' || r == '[' || r == '{':
		p.pos++
		defer func(norms int) { p.openNorms = norms }(p.openNorms)
		p.openNorms = 0
		n := p.sum()
		p.expectClosing(start, ")]}")
		return n
	case p.allowsRelations() && isBar(r):
		return p.norm()
	case expr.VulgarFraction(r) != "":
		p.pos++
		return p.addNode(&node{op: opNumber, text: expr.VulgarFraction(r), pos: start})
	case expr.IsDigit(r) || r == '.':
		end := expr.NumberEnd(p.src, start)
		if end == start {
			p.fail(start, "A number is missing beside this dot.")
		}
		if end-start > p.limits.Digits || len(strings.TrimLeft(string(p.src[start:end]), "0123456789.")) > 3 {
			p.fail(start, "This number cannot be read; the exponent of a power of ten has one digit.")
		}
		p.pos = end
		return p.addNode(&node{op: opNumber, text: string(p.src[start:end]), pos: start})
	}
	return p.name()
}

// name reads the longest known name at the current position.
func (p *parser) name() *node {
	start, rest := p.pos, string(p.src[p.pos:])
	if n := p.pointOperation(rest); n != nil {
		return n
	}
	if n := p.minimumOf(rest); n != nil {
		return n
	}
	if strings.HasPrefix(rest, "Σ") || strings.HasPrefix(rest, "sum") {
		p.fail(start, "This answer has no sums. Write products of vectors and matrices, as in Xᵀy.")
	}
	if strings.HasPrefix(rest, "frac") {
		p.pos += len("frac")
		numerator := p.primary()
		return p.addNode(&node{op: opQuotient, args: []*node{numerator, p.primary()}, pos: start})
	}
	if strings.HasPrefix(rest, "inv(") {
		p.pos += 3
		n := p.primary()
		return p.addNode(&node{op: opInverse, args: []*node{n}, pos: start})
	}
	for _, knownName := range p.names {
		for _, spelling := range []string{knownName, glyph(knownName)} {
			if strings.HasPrefix(rest, spelling) {
				p.pos += len([]rune(spelling))
				n := p.readIndex(p.addNode(
					&node{op: opLetter, text: p.pointLetters.resolveAlias(knownName), pos: start}))
				p.skipArguments(n)
				return n
			}
		}
	}
	if rest[0] == 'I' {
		p.pos++
		return p.addNode(&node{op: opIdentity, text: p.identitySize(), pos: start})
	}
	p.fail(start, "%s is not expected here; the letters of this answer are %s.", quoteRune(p.src[start]),
		strings.Join(p.nameGlyphs(), ", "))
	return nil
}

// identitySize consumes the subscript of I and returns it, or "" if there is none.
func (p *parser) identitySize() string {
	if p.pos == len(p.src) {
		return ""
	}
	start, text := p.pos, ""
	switch r := p.src[p.pos]; {
	case r == '_' && p.pos+1 < len(p.src):
		text = string(p.src[p.pos+1])
		p.pos += 2
		if text == "{" && p.pos+1 < len(p.src) && p.src[p.pos+1] == '}' {
			text = string(p.src[p.pos])
			p.pos += 2
		}
	case expr.FromSubscript(r) != 0:
		text = string(expr.FromSubscript(r))
		p.pos++
	case slices.Contains(p.sizeNames, string(r)) && !slices.Contains(p.names, string(r)):
		text = string(r)
		p.pos++
	default:
		return ""
	}
	if !slices.Contains(p.sizeNames, text) {
		p.fail(start, "The sizes here are %s.", strings.Join(p.sizeNames, " and "))
	}
	return text
}

// quoteRune quotes a printable rune. For another rune, it returns a description.
func quoteRune(r rune) string {
	if unicode.IsPrint(r) {
		return "“" + string(r) + "”"
	}
	return "A sign that cannot be printed"
}

func (p *parser) nameGlyphs() []string {
	out := make([]string, 0, len(p.names)+1)
	for _, k := range p.names {
		if p.pointLetters.resolveAlias(k) == k {
			out = append(out, glyph(k))
		}
	}
	return append(out, "I")
}

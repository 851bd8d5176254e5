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
	src   []rune
	at    int
	depth int
	nodes int
	known []string
	dims  []string
	max   budget.Limits
	walk  *points // nil if there are only matrices
}

func (p *parser) fail(at int, format string, args ...any) {
	panic(&answer.SyntaxError{At: at, Reason: fmt.Sprintf(format, args...)})
}

// parse reads a chain of formulas, separated by equals signs.
func parse(text string, s Space) (chain []*node, err *answer.SyntaxError) {
	defer expr.Catch(&err)
	p := &parser{src: answer.Normalise(text), known: s.names(), dims: s.order, max: budget.Answer(), walk: s.walk}
	if len(text) > p.max.Bytes {
		p.fail(0, tooLong)
	}
	p.join("**", '^')
	if p.walk != nil {
		p.join("<-", '←')
		p.join(":=", '←')
	}
	for {
		chain = append(chain, p.sum())
		if len(chain) == 1 && p.stepped(chain) {
			continue
		}
		if p.peek() != '=' {
			break
		}
		p.at++
	}
	if p.peek() != 0 {
		p.fail(p.at, "%s does not belong here.", quoteRune(p.src[p.at]))
	}
	return chain, nil
}

// join replaces a sign of two runes by one of one rune and a space, so that
// positions do not change.
func (p *parser) join(two string, one rune) {
	for i := range len(p.src) - 1 {
		if string(p.src[i:i+2]) == two {
			p.src[i], p.src[i+1] = one, ' '
		}
	}
}

// peek skips white space and returns the next rune, or 0 at the end.
func (p *parser) peek() rune {
	for p.at < len(p.src) && unicode.IsSpace(p.src[p.at]) {
		p.at++
	}
	if p.at == len(p.src) {
		return 0
	}
	return p.src[p.at]
}

func (p *parser) made(n *node) *node {
	if p.nodes++; p.nodes > 300 {
		p.fail(n.at, "This formula has too many parts to be read.")
	}
	return n
}

// deeper enters a level of nesting and returns the function that leaves it. It
// fails with the given message if there are too many levels.
func (p *parser) deeper(tooDeep string) func() {
	if p.depth++; p.depth > p.max.Depth {
		p.fail(p.at, "%s", tooDeep)
	}
	return func() { p.depth-- }
}

// closed skips the bracket that closes the one at the given position.
func (p *parser) closed(open int, brackets string) {
	if !strings.ContainsRune(brackets, p.peek()) {
		p.fail(open, "This bracket is not closed.")
	}
	p.at++
}

// wrap returns the node of an operation on n, at the position of n.
func (p *parser) wrap(o op, n *node) *node {
	return p.made(&node{op: o, args: []*node{n}, at: n.at})
}

func (p *parser) sum() *node {
	defer p.deeper("There are too many brackets in one another.")()
	n := p.made(&node{op: opSum, at: p.at})
	for {
		sign := p.peek()
		if sign == '+' || sign == '-' {
			p.at++
		}
		term := p.product()
		if sign == '-' {
			term = p.wrap(opNeg, term)
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
			p.at++
			list = []*node{p.wrap(opInverse, joined(list)), p.factor()}
		case next == '*' || next == '·':
			p.at++
			list = append(list, p.factor())
		case p.walk != nil && (next == '∘' || next == '⊙'):
			return p.entrywise(list)
		case next == '/':
			p.at++
			over := p.factor()
			list = []*node{p.made(&node{op: opQuotient, args: []*node{joined(list), over}, at: over.at})}
		case next == 0 || strings.ContainsRune("+-=)]},←", next):
			return joined(list)
		default:
			list = append(list, p.factor())
		}
	}
}

func joined(list []*node) *node {
	if len(list) == 1 {
		return list[0]
	}
	return &node{op: opProduct, args: list, at: list[0].at}
}

// factor reads a primary with its exponents and transposes.
func (p *parser) factor() *node {
	n := p.primary()
	for {
		switch r := p.peek(); {
		case r == 'ᵀ' || r == '\'' || r == 'T' && !slices.Contains(p.known, "T") && n.op != opNumber:
			p.at++
			n = p.wrap(opTranspose, n)
		case r == '^':
			p.at++
			n = p.raised(n, p.exponent())
		case expr.FromSuperscript(r) != 0:
			n = p.raised(n, p.above())
		default:
			return n
		}
	}
}

// exponent returns the text after ^, without brackets and spaces.
func (p *parser) exponent() string {
	open := p.peek()
	end := map[rune]rune{'(': ')', '{': '}'}[open]
	if end == 0 {
		from := p.at
		if open == '-' {
			p.at++
		}
		if p.at < len(p.src) {
			p.at++
		}
		return string(p.src[from:p.at])
	}
	from := p.at + 1
	for p.at < len(p.src) && p.src[p.at] != end {
		p.at++
	}
	if p.at == len(p.src) {
		p.fail(from-1, "This bracket is not closed.")
	}
	p.at++
	return strings.ReplaceAll(string(p.src[from:p.at-1]), " ", "")
}

// above reads superscript runes such as ⁻¹ and ² and returns them as plain text.
func (p *parser) above() string {
	var out []rune
	for p.at < len(p.src) && expr.FromSuperscript(p.src[p.at]) != 0 {
		out = append(out, expr.FromSuperscript(p.src[p.at]))
		p.at++
	}
	return string(out)
}

// raised returns the transpose, the inverse or a small power of n.
func (p *parser) raised(n *node, power string) *node {
	switch power {
	case "T", "t", "ᵀ":
		return p.wrap(opTranspose, n)
	case "-1":
		return p.wrap(opInverse, n)
	case "-T", "-ᵀ":
		return p.wrap(opTranspose, p.wrap(opInverse, n))
	case "1":
		return n
	}
	if len(power) == 1 && power >= "2" && power <= "9" {
		return p.made(&node{op: opPower, text: power, args: []*node{n}, at: n.at})
	}
	p.fail(p.at, "Powers here are T for the transpose, −1 for the inverse, and whole numbers from 1 to 9.")
	return nil
}

func (p *parser) primary() *node {
	r := p.peek()
	at := p.at
	switch {
	case r == 0:
		p.fail(at, "Something is missing here.")
	case r == '-' || r == '+':
		defer p.deeper("There are too many signs in a row.")()
		p.at++
		n := p.factor()
		if r == '+' {
			return n
		}
		return p.made(&node{op: opNeg, args: []*node{n}, at: at})
	case r == '(' || r == '[' || r == '{':
		p.at++
		n := p.sum()
		p.closed(at, ")]}")
		return n
	case expr.IsDigit(r) || r == '.':
		end := expr.NumberEnd(p.src, at)
		if end == at {
			p.fail(at, "A number is missing beside this dot.")
		}
		if end-at > p.max.Digits || len(strings.TrimLeft(string(p.src[at:end]), "0123456789.")) > 3 {
			p.fail(at, "This is no number that can be read; a power of ten has one digit.")
		}
		p.at = end
		return p.made(&node{op: opNumber, text: string(p.src[at:end]), at: at})
	}
	return p.name()
}

// name reads the longest known name at the current position.
func (p *parser) name() *node {
	at, rest := p.at, string(p.src[p.at:])
	if n := p.overPoints(rest); n != nil {
		return n
	}
	if strings.HasPrefix(rest, "frac") {
		p.at += len("frac")
		above := p.primary()
		return p.made(&node{op: opQuotient, args: []*node{above, p.primary()}, at: at})
	}
	if strings.HasPrefix(rest, "inv(") {
		p.at += 3
		n := p.primary()
		return p.made(&node{op: opInverse, args: []*node{n}, at: at})
	}
	for _, known := range p.known {
		for _, spelled := range []string{known, glyph(known)} {
			if strings.HasPrefix(rest, spelled) {
				p.at += len([]rune(spelled))
				return p.entry(p.made(&node{op: opLetter, text: known, at: at}))
			}
		}
	}
	if rest[0] == 'I' {
		p.at++
		return p.made(&node{op: opIdentity, text: p.size(), at: at})
	}
	p.fail(at, "%s is no letter of this task; they are %s.", quoteRune(p.src[at]), strings.Join(p.shown(), ", "))
	return nil
}

// size reads the subscript of I, which may be missing.
func (p *parser) size() string {
	if p.at == len(p.src) {
		return ""
	}
	at, text := p.at, ""
	switch r := p.src[p.at]; {
	case r == '_' && p.at+1 < len(p.src):
		text = string(p.src[p.at+1])
		p.at += 2
		if text == "{" && p.at+1 < len(p.src) && p.src[p.at+1] == '}' {
			text = string(p.src[p.at])
			p.at += 2
		}
	case expr.FromSubscript(r) != 0:
		text = string(expr.FromSubscript(r))
		p.at++
	case slices.Contains(p.dims, string(r)) && !slices.Contains(p.known, string(r)):
		text = string(r)
		p.at++
	default:
		return ""
	}
	if !slices.Contains(p.dims, text) {
		p.fail(at, "The sizes here are %s.", strings.Join(p.dims, " and "))
	}
	return text
}

// quoteRune quotes a printable rune and describes any other one.
func quoteRune(r rune) string {
	if unicode.IsPrint(r) {
		return "“" + string(r) + "”"
	}
	return "A sign that does not print"
}

func (p *parser) shown() []string {
	out := make([]string, 0, len(p.known)+1)
	for _, k := range p.known {
		out = append(out, glyph(k))
	}
	return append(out, "I")
}

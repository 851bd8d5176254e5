package kernels

import (
	"fmt"
	"strings"
)

// argument is one argument of a kernel: a number, named or by position.
type argument struct {
	name  string // empty if by position
	value float64
	pos   int // of the value
	at    int // of the whole argument
}

// arguments reads "(" [name "="] number {"," …} ")", or nothing.
func (p *parser) arguments(kernel string) []argument {
	var args []argument
	if p.is("(") {
		p.list(func() {
			if !p.is(")") { // none, or a comma too much
				args = append(args, p.argument(kernel))
			}
		})
	}
	return args
}

func (p *parser) argument(kernel string) argument {
	arg := argument{at: p.tok.pos}
	if p.tok.kind == tokName {
		arg.name = strings.ToLower(p.next().text)
		if !p.accept("=") {
			panic(p.fault(p.tok.pos, "write it like "+exampleOf(kernel), "= and a number were expected after %q", shorten(arg.name)))
		}
	}
	arg.pos = p.tok.pos
	negative := p.accept("-")
	if p.tok.kind != tokNumber {
		panic(p.fault(p.tok.pos, "write it like "+exampleOf(kernel), "a number was expected, not %s", p.tok.describe()))
	}
	arg.value = p.next().value
	if negative {
		arg.value = -arg.value
	}
	return arg
}

func (p *parser) badArgument(arg argument, kernel, known string) *ParseError {
	if arg.name == "" {
		return p.fault(arg.at, "write it like "+exampleOf(kernel), "%s does not take so many numbers", kernel)
	}
	return p.fault(arg.at, fmt.Sprintf("it has %s, as in %s", known, exampleOf(kernel)), "%s has no %q", kernel, shorten(arg.name))
}

// inner is where a quoted text stands, without its quotes.
func (t token) inner() (from, end int) { return t.pos + 1, t.pos + 1 + len([]rune(t.text)) }

// texts reads "(" quoted {"," quoted} ")".
func (p *parser) texts(t token) []token {
	hint := "write it like " + exampleOf(strings.ToLower(t.text))
	if !p.is("(") {
		panic(p.fault(t.pos, hint, "%s needs a formula in quotes", t.text))
	}
	var texts []token
	p.list(func() {
		if p.tok.kind != tokText {
			panic(p.fault(p.tok.pos, hint, "a formula in quotes was expected, not %s", p.tok.describe()))
		}
		texts = append(texts, p.next())
	})
	return texts
}

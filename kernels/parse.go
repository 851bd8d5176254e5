package kernels

import (
	"fmt"
	"math"
	"strings"
)

// whatWorks lists the kernels for hints.
const whatWorks = `write linear, poly(degree=2,c=1), rbf(sigma=1), expr("exp(-dist)"), features("x1","x1^2"), or sums and multiples like 0.3*rbf(sigma=1)+0.7*linear`

// Parse reads a kernel on vectors:
//
//	linear
//	poly(degree=2,c=1)       degree 1 … 30, c ≥ 0 (1 if not given); also poly(2,1)
//	rbf(sigma=1)             or rbf(s=1.4), s² = 2σ²; or rbf(gamma=0.5), g = 1/(2σ²)
//	expr("exp(-dist)")       a formula, see [Expr]
//	features("x1","x1^2")    an explicit φ, see [Features]
//	0.3*k + 0.7*k, k*k, (k)  positive multiples, sums, products
//
// Spaces do not matter. A kernel with very many operations is refused, so that
// a field of it is drawn soon, whoever typed it. The error is a [*ParseError].
func Parse(s string) (Kernel[[]float64], error) {
	src := []rune(s)
	if len(src) > maxText {
		return nil, tooLong(s)
	}
	p := &parser{lexer: lexer{src: src, end: len(src)}}
	if err := p.next(); err != nil {
		return nil, err
	}
	if p.tok.kind == tokEnd {
		return nil, p.fail(0, whatWorks, "no kernel is given")
	}
	k, err := p.sum()
	if err != nil {
		return nil, err
	}
	if p.tok.kind != tokEnd {
		return nil, p.unexpected()
	}
	if err := tooDear(k, s); err != nil {
		return nil, err
	}
	return k, nil
}

// parser reads kernels by recursive descent:
//
//	sum     = product {"+" product}
//	product = factor {"*" factor}
//	factor  = number | "(" sum ")" | name ["(" arguments ")"]
type parser struct {
	lexer
	depth int
}

// unexpected explains a token that cannot follow a complete kernel.
func (p *parser) unexpected() error {
	hint := "join kernels with + or *"
	switch p.tok.text {
	case "-":
		hint = "a difference of kernels need not be a kernel; sums with positive multiples are"
	case "/":
		hint = "multiply by the reciprocal, as in 0.5*linear"
	case "^", "²", "³":
		hint = "a power is a product, as in linear*linear, or poly(degree=2,c=0)"
	}
	return p.fail(p.tok.pos, hint, "%s was not expected here", p.tok.describe())
}

func (p *parser) sum() (Kernel[[]float64], error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxNesting {
		return nil, p.fail(p.tok.pos, "a kernel of fewer levels works", "nested deeper than %d levels", maxNesting)
	}
	var terms Sum[[]float64]
	for {
		k, err := p.product()
		if err != nil {
			return nil, err
		}
		terms = append(terms, k)
		plus, err := p.accept("+")
		if err != nil {
			return nil, err
		}
		if !plus {
			break
		}
	}
	if len(terms) == 1 {
		return terms[0], nil
	}
	return terms, nil
}

func (p *parser) product() (Kernel[[]float64], error) {
	start := p.tok
	var factors Product[[]float64]
	multiple, scaled := 1.0, false
	for {
		if p.tok.kind == tokNumber {
			multiple, scaled = multiple*p.tok.value, true
			if err := p.next(); err != nil {
				return nil, err
			}
		} else {
			k, err := p.factor()
			if err != nil {
				return nil, err
			}
			factors = append(factors, k)
		}
		times, err := p.accept("*")
		if err != nil {
			return nil, err
		}
		if !times {
			break
		}
	}
	return p.combined(start, factors, multiple, scaled)
}

func (p *parser) combined(start token, factors Product[[]float64], multiple float64, scaled bool) (Kernel[[]float64], error) {
	if len(factors) == 0 {
		return nil, p.fail(start.pos, "multiply a kernel by it, as in "+start.text+"*linear", "a number alone is no kernel")
	}
	var k Kernel[[]float64] = factors
	if len(factors) == 1 {
		k = factors[0]
	}
	if !scaled {
		return k, nil
	}
	if !(multiple > 0) || math.IsInf(multiple, 0) {
		return nil, p.fail(start.pos, "use a multiple like 0.5", "a multiple of a kernel must be positive and finite, not %g", multiple)
	}
	return Scaled[[]float64]{Factor: multiple, Kernel: k}, nil
}

func (p *parser) factor() (Kernel[[]float64], error) {
	t := p.tok
	if p.is("-") {
		return nil, p.fail(t.pos, "use a positive multiple, as in 0.5*linear", "a negative multiple of a kernel is not positive semidefinite")
	}
	if p.is("(") {
		return p.group()
	}
	if t.kind != tokName {
		return nil, p.fail(t.pos, whatWorks, "a kernel was expected, not %s", t.describe())
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	switch strings.ToLower(t.text) {
	case "linear", "lin":
		return p.linear(t)
	case "poly", "polynomial":
		return p.poly(t)
	case "rbf", "gaussian", "gauss":
		return p.rbf(t)
	case "expr":
		return p.expr(t)
	case "features":
		return p.features(t)
	}
	return nil, p.unknown(t)
}

func (p *parser) unknown(t token) error {
	hint := whatWorks
	if name, ok := nearest(t.text, []string{"linear", "poly", "polynomial", "rbf", "gaussian", "expr", "features"}); ok {
		hint = fmt.Sprintf("did you mean %s?", exampleOf(name))
	}
	return p.fail(t.pos, hint, "there is no kernel %q", shorten(t.text))
}

func exampleOf(name string) string {
	switch name {
	case "poly", "polynomial":
		return "poly(degree=2,c=1)"
	case "rbf", "gaussian":
		return "rbf(sigma=1)"
	case "expr":
		return `expr("exp(-dist)")`
	case "features":
		return `features("x1","x1^2")`
	}
	return name
}

func (p *parser) group() (Kernel[[]float64], error) {
	open := p.tok.pos
	if err := p.next(); err != nil {
		return nil, err
	}
	k, err := p.sum()
	if err != nil {
		return nil, err
	}
	closed, err := p.accept(")")
	if err != nil {
		return nil, err
	}
	if !closed {
		return nil, p.fail(open, "close it with )", "this parenthesis is not closed before %s", p.tok.describe())
	}
	return k, nil
}

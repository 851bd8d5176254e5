package kernels

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/kernels/expr"
)

// writing is how one kind of kernel is written.
type writing struct {
	names   []string // the first is the usual one
	example string
	read    func(p *parser, t token) Kernel[[]float64] // what follows the name t
}

// writings are those of all kinds of kernels.
func writings() []writing {
	return []writing{
		{[]string{"linear", "lin"}, "linear", (*parser).linear},
		{[]string{"poly", "polynomial"}, "poly(degree=2,c=1)", (*parser).poly},
		{[]string{"rbf", "gaussian", "gauss"}, "rbf(sigma=1)", (*parser).rbf},
		{[]string{"expr"}, `expr("exp(-dist)")`, (*parser).expr},
		{[]string{"features"}, `features("x1","x1^2")`, (*parser).features},
	}
}

// writingOf is the writing that has a name; not ok where none has.
func writingOf(name string) (writing, bool) {
	for _, w := range writings() {
		if slices.Contains(w.names, strings.ToLower(name)) {
			return w, true
		}
	}
	return writing{}, false
}

// whatWorks lists the kernels for hints.
func whatWorks() string {
	works := "write "
	for _, w := range writings() {
		works += w.example + ", "
	}
	return works + "or sums and multiples like 0.3*rbf(sigma=1)+0.7*linear"
}

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
	k, err := parse(s)
	if err != nil {
		return nil, err
	}
	return k, nil
}

func parse(s string) (k Kernel[[]float64], err *ParseError) {
	defer expr.Catch(&err)
	src := []rune(s)
	if len(src) > maxText {
		return nil, &ParseError{Pos: maxText, Text: s, Msg: fmt.Sprintf("longer than %d characters", maxText), Hint: "a shorter kernel works"}
	}
	p := &parser{lexed(src, 0, len(src))}
	if p.tok.kind == tokEnd {
		panic(p.fault(0, whatWorks(), "no kernel is given"))
	}
	read := p.sum()
	if p.tok.kind != tokEnd {
		panic(p.unexpected())
	}
	return read, tooDear(read, s)
}

// parser reads kernels by recursive descent:
//
//	sum     = product {"+" product}
//	product = factor {"*" factor}
//	factor  = number | "(" sum ")" | name ["(" arguments ")"]
type parser struct{ lexer }

// unexpected explains a token that cannot follow a complete kernel.
func (p *parser) unexpected() *ParseError {
	hint := "join kernels with + or *"
	switch p.tok.text {
	case "-":
		hint = "a difference of kernels need not be a kernel; sums with positive multiples are"
	case "/":
		hint = "multiply by the reciprocal, as in 0.5*linear"
	case "^", "²", "³":
		hint = "a power is a product, as in linear*linear, or poly(degree=2,c=0)"
	}
	return p.fault(p.tok.pos, hint, "%s was not expected here", p.tok.describe())
}

func (p *parser) sum() Kernel[[]float64] {
	p.deeper("kernel")
	defer func() { p.depth-- }()
	terms := Sum[[]float64]{p.product()}
	for p.accept("+") {
		terms = append(terms, p.product())
	}
	if len(terms) == 1 {
		return terms[0]
	}
	return terms
}

func (p *parser) product() Kernel[[]float64] {
	start := p.tok
	var factors Product[[]float64]
	multiple, scaled := 1.0, false
	for more := true; more; more = p.accept("*") {
		if p.tok.kind == tokNumber {
			multiple, scaled = multiple*p.next().value, true
		} else {
			factors = append(factors, p.factor())
		}
	}
	if len(factors) == 0 {
		panic(p.fault(start.pos, "multiply a kernel by it, as in "+start.text+"*linear", "a number alone is no kernel"))
	}
	var k Kernel[[]float64] = factors
	if len(factors) == 1 {
		k = factors[0]
	}
	if !scaled {
		return k
	}
	if !(multiple > 0) || math.IsInf(multiple, 0) {
		panic(p.fault(start.pos, "use a multiple like 0.5", "a multiple of a kernel must be positive and finite, not %g", multiple))
	}
	return Scaled[[]float64]{Factor: multiple, Kernel: k}
}

func (p *parser) factor() Kernel[[]float64] {
	t := p.tok
	switch {
	case p.is("-"):
		panic(p.fault(t.pos, "use a positive multiple, as in 0.5*linear", "a negative multiple of a kernel is not positive semidefinite"))
	case p.accept("("):
		k := p.sum()
		p.closed(t.pos)
		return k
	case t.kind != tokName:
		panic(p.fault(t.pos, whatWorks(), "a kernel was expected, not %s", t.describe()))
	}
	p.next()
	if w, ok := writingOf(t.text); ok {
		return w.read(p, t)
	}
	var names []string
	for _, w := range writings() {
		names = append(names, w.names...)
	}
	hint := whatWorks()
	if name, ok := expr.Nearest(t.text, names); ok {
		hint = fmt.Sprintf("did you mean %s?", exampleOf(name))
	}
	panic(p.fault(t.pos, hint, "there is no kernel %q", shorten(t.text)))
}

func exampleOf(name string) string {
	w, _ := writingOf(name)
	return w.example
}

package kernels

import (
	"fmt"
	"math"
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

func (p *parser) linear(t token) Kernel[[]float64] {
	args := p.arguments("linear")
	if len(args) > 0 {
		panic(p.fault(args[0].at, "write linear; poly(degree=1,c=1) adds a constant", "%s takes no numbers", t.text))
	}
	return Linear{}
}

func (p *parser) poly(t token) Kernel[[]float64] {
	args := p.arguments("poly")
	k := Poly{C: 1}
	degree := argument{pos: t.pos}
	seen := map[string]bool{}
	for i, arg := range args {
		name, ok := polyArgument(arg.name, i)
		if !ok {
			panic(p.badArgument(arg, "poly", "degree and c"))
		}
		if seen[name] {
			panic(p.fault(arg.at, "give it once", "%s is given twice", name))
		}
		seen[name] = true
		if name == "degree" {
			degree = arg
			continue
		}
		if !(arg.value >= 0) || math.IsInf(arg.value, 0) {
			panic(p.fault(arg.pos, "use c=1, or c=0 for only the products of full degree", "c must be 0 or more, not %g: with c < 0 this is no kernel", arg.value))
		}
		k.C = arg.value
	}
	if !seen["degree"] {
		panic(p.fault(t.pos, "write poly(degree=2,c=1)", "a polynomial kernel needs a degree"))
	}
	if degree.value != math.Trunc(degree.value) || degree.value < 1 || degree.value > MaxDegree {
		panic(p.fault(degree.pos, "write poly(degree=2,c=1)", "the degree must be a whole number from 1 to %d, not %g", MaxDegree, degree.value))
	}
	k.Degree = int(degree.value)
	return k
}

func polyArgument(name string, position int) (string, bool) {
	switch name {
	case "degree", "p":
		return "degree", true
	case "c", "coef0":
		return "c", true
	case "":
		if position < 2 {
			return []string{"degree", "c"}[position], true
		}
	}
	return "", false
}

func (p *parser) rbf(t token) Kernel[[]float64] {
	const example = "write rbf(sigma=1), rbf(s=1.4) with s² = 2σ², or rbf(gamma=0.5) with gamma = 1/(2σ²)"
	args := p.arguments("rbf")
	if len(args) == 0 {
		panic(p.fault(t.pos, example, "%s needs a width", t.text))
	}
	if len(args) > 1 {
		panic(p.fault(args[1].at, example, "an RBF has one width, and %d are given", len(args)))
	}
	arg := args[0]
	var k RBF
	switch arg.name {
	case "sigma", "σ", "":
		arg.name, k = "sigma", RBF{Sigma: arg.value}
	case "s":
		k = RBFFromS(arg.value)
	case "gamma", "g", "γ":
		k = RBFFromGamma(arg.value)
	default:
		panic(p.badArgument(arg, "rbf", "sigma, s or gamma"))
	}
	if !(arg.value > 0) {
		panic(p.fault(arg.pos, "use a positive width like rbf(sigma=1)", "%s must be greater than 0, not %g", arg.name, arg.value))
	}
	if !(k.Sigma >= MinSigma && k.Sigma <= MaxSigma) {
		panic(p.fault(arg.pos, "use a width near the distances between the points", "%s=%g is out of range: σ may be %g to %g", arg.name, arg.value, MinSigma, MaxSigma))
	}
	return k
}

func (p *parser) badArgument(arg argument, kernel, known string) *ParseError {
	if arg.name == "" {
		return p.fault(arg.at, "write it like "+exampleOf(kernel), "%s does not take so many numbers", kernel)
	}
	return p.fault(arg.at, fmt.Sprintf("it has %s, as in %s", known, exampleOf(kernel)), "%s has no %q", kernel, shorten(arg.name))
}

func (p *parser) expr(t token) Kernel[[]float64] {
	texts := p.texts(t)
	if len(texts) != 1 {
		panic(p.fault(texts[1].pos, `write one formula, as in expr("exp(-dist)")`, "expr takes one formula"))
	}
	from, end := texts[0].inner()
	return newExpr(p.src, from, end)
}

func (p *parser) features(t token) Kernel[[]float64] {
	f := &Features{}
	for _, text := range p.texts(t) {
		from, end := text.inner()
		f.add(p.src, from, end)
	}
	return f
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

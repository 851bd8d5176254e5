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
func (p *parser) arguments(kernel string) ([]argument, error) {
	open := p.tok.pos
	opened, err := p.accept("(")
	if !opened || err != nil {
		return nil, err
	}
	var args []argument
	for !p.is(")") {
		arg, err := p.argument(kernel)
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
		comma, err := p.accept(",")
		if err != nil {
			return nil, err
		}
		if !comma && !p.is(")") {
			return nil, p.fail(open, "close it with )", "this parenthesis is not closed before %s", p.tok.describe())
		}
	}
	return args, p.next()
}

func (p *parser) argument(kernel string) (argument, error) {
	arg := argument{at: p.tok.pos}
	if p.tok.kind == tokName {
		arg.name = strings.ToLower(p.tok.text)
		if err := p.next(); err != nil {
			return arg, err
		}
		assigned, err := p.accept("=")
		if err != nil {
			return arg, err
		}
		if !assigned {
			return arg, p.fail(p.tok.pos, "write it like "+exampleOf(kernel), "= and a number were expected after %q", shorten(arg.name))
		}
	}
	arg.pos = p.tok.pos
	negative, err := p.accept("-")
	if err != nil {
		return arg, err
	}
	if p.tok.kind != tokNumber {
		return arg, p.fail(p.tok.pos, "write it like "+exampleOf(kernel), "a number was expected, not %s", p.tok.describe())
	}
	arg.value = p.tok.value
	if negative {
		arg.value = -arg.value
	}
	return arg, p.next()
}

func (p *parser) linear(t token) (Kernel[[]float64], error) {
	args, err := p.arguments("linear")
	if err != nil {
		return nil, err
	}
	if len(args) > 0 {
		return nil, p.fail(args[0].at, "write linear; poly(degree=1,c=1) adds a constant", "%s takes no numbers", t.text)
	}
	return Linear{}, nil
}

func (p *parser) poly(t token) (Kernel[[]float64], error) {
	args, err := p.arguments("poly")
	if err != nil {
		return nil, err
	}
	k := Poly{C: 1}
	degree := argument{pos: t.pos}
	seen := map[string]bool{}
	for i, arg := range args {
		name, ok := polyArgument(arg.name, i)
		if !ok {
			return nil, p.badArgument(arg, "poly", "degree and c")
		}
		if seen[name] {
			return nil, p.fail(arg.at, "give it once", "%s is given twice", name)
		}
		seen[name] = true
		if name == "degree" {
			degree = arg
			continue
		}
		if !(arg.value >= 0) || math.IsInf(arg.value, 0) {
			return nil, p.fail(arg.pos, "use c=1, or c=0 for only the products of full degree", "c must be 0 or more, not %g: with c < 0 this is no kernel", arg.value)
		}
		k.C = arg.value
	}
	if !seen["degree"] {
		return nil, p.fail(t.pos, "write poly(degree=2,c=1)", "a polynomial kernel needs a degree")
	}
	if degree.value != math.Trunc(degree.value) || degree.value < 1 || degree.value > MaxDegree {
		return nil, p.fail(degree.pos, "write poly(degree=2,c=1)", "the degree must be a whole number from 1 to %d, not %g", MaxDegree, degree.value)
	}
	k.Degree = int(degree.value)
	return k, nil
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

func (p *parser) rbf(t token) (Kernel[[]float64], error) {
	const example = "write rbf(sigma=1), rbf(s=1.4) with s² = 2σ², or rbf(gamma=0.5) with gamma = 1/(2σ²)"
	args, err := p.arguments("rbf")
	if err != nil {
		return nil, err
	}
	if len(args) == 0 {
		return nil, p.fail(t.pos, example, "%s needs a width", t.text)
	}
	if len(args) > 1 {
		return nil, p.fail(args[1].at, example, "an RBF has one width, and %d are given", len(args))
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
		return nil, p.badArgument(arg, "rbf", "sigma, s or gamma")
	}
	if !(arg.value > 0) {
		return nil, p.fail(arg.pos, "use a positive width like rbf(sigma=1)", "%s must be greater than 0, not %g", arg.name, arg.value)
	}
	if !(k.Sigma >= MinSigma && k.Sigma <= MaxSigma) {
		return nil, p.fail(arg.pos, "use a width near the distances between the points", "%s=%g is out of range: σ may be %g to %g", arg.name, arg.value, MinSigma, MaxSigma)
	}
	return k, nil
}

func (p *parser) badArgument(arg argument, kernel, known string) error {
	if arg.name == "" {
		return p.fail(arg.at, "write it like "+exampleOf(kernel), "%s does not take so many numbers", kernel)
	}
	return p.fail(arg.at, fmt.Sprintf("it has %s, as in %s", known, exampleOf(kernel)), "%s has no %q", kernel, shorten(arg.name))
}

func (p *parser) expr(t token) (Kernel[[]float64], error) {
	texts, err := p.texts(t)
	if err != nil {
		return nil, err
	}
	if len(texts) != 1 {
		return nil, p.fail(texts[1].pos, `write one formula, as in expr("exp(-dist)")`, "expr takes one formula")
	}
	return nilOnError(newExpr(p.src, texts[0].pos+1, texts[0].pos+1+len([]rune(texts[0].text))))
}

func nilOnError(k *Expr, err error) (Kernel[[]float64], error) {
	if err != nil {
		return nil, err
	}
	return k, nil
}

func (p *parser) features(t token) (Kernel[[]float64], error) {
	texts, err := p.texts(t)
	if err != nil {
		return nil, err
	}
	f := &Features{}
	for _, text := range texts {
		if err := f.add(p.src, text.pos+1, text.pos+1+len([]rune(text.text))); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// texts reads "(" quoted {"," quoted} ")".
func (p *parser) texts(t token) ([]token, error) {
	hint := "write it like " + exampleOf(strings.ToLower(t.text))
	opened, err := p.accept("(")
	if err != nil {
		return nil, err
	}
	if !opened {
		return nil, p.fail(t.pos, hint, "%s needs a formula in quotes", t.text)
	}
	var texts []token
	for {
		if p.tok.kind != tokText {
			return nil, p.fail(p.tok.pos, hint, "a formula in quotes was expected, not %s", p.tok.describe())
		}
		texts = append(texts, p.tok)
		if err := p.next(); err != nil {
			return nil, err
		}
		comma, err := p.accept(",")
		if err != nil {
			return nil, err
		}
		if !comma {
			break
		}
	}
	closed, err := p.accept(")")
	if err == nil && !closed {
		err = p.fail(p.tok.pos, "close it with )", ") was expected, not %s", p.tok.describe())
	}
	return texts, err
}

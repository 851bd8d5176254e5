package anatomy

import (
	"strings"

	"kernellab/ascii"
)

// Symbols returns the formula of a quantity in symbols, each in its ink.
func (d Derivation) Symbols(name string) ascii.Line { return d.spell(d.Get(name).Formula, nil) }

// Filled returns the formula of a quantity with numbers in place of the symbols.
func (d Derivation) Filled(name string, n Numbers) ascii.Line {
	if q := d.Get(name); q.Fill != nil {
		return ascii.Plain(q.Fill(n))
	}
	return d.spell(d.Get(name).Formula, n)
}

// Equation returns a whole line: the law of a quantity with its result.
func (d Derivation) Equation(name string, n Numbers) ascii.Line {
	return append(d.Law(name), d.Result(name, n)...)
}

// Result returns what follows the law of a quantity: the formula with its numbers, and
// what it comes to.
func (d Derivation) Result(name string, n Numbers) ascii.Line {
	q, is := d.Get(name), " = "
	if q.Options != nil {
		is = ": "
	}
	var p Pen
	if filled := d.Filled(name, n); filled.String() != q.Text(n[name]) {
		p.Text("%s", is).Add(filled)
	}
	return p.Text("%s", is).Ink(q.Ink, q.Text(n[name])).Line
}

// Law returns the symbol of a quantity with its formula: "γ = αk + s·αℓ".
func (d Derivation) Law(name string) ascii.Line {
	q, is := d.Get(name), " = "
	switch {
	case q.Options != nil:
		is = ": "
	case d.updates(q):
		is = " ← "
	}
	var p Pen
	return p.Ink(q.Ink, q.Symbol).Text("%s", is).Add(d.Symbols(name)).Line
}

// updates reports whether the formula of a quantity has the quantity's own symbol in
// it: its value before the step.
func (d Derivation) updates(q Quantity) bool {
	for rest := q.Formula; rest != ""; {
		var name string
		_, rest, _ = strings.Cut(rest, "{")
		name, rest, _ = strings.Cut(rest, "}")
		name, _, renamed := strings.Cut(name, ":")
		if name != "" && !renamed && d.Get(name).Symbol == q.Symbol {
			return true
		}
	}
	return false
}

// spell writes a formula with the symbols of its quantities, or with their numbers
// if there are any.
func (d Derivation) spell(formula string, n Numbers) ascii.Line {
	var p Pen
	for formula != "" {
		literal, rest, found := strings.Cut(formula, "{")
		written := p.Line.String()
		if n != nil && literal == "·" && strings.HasSuffix(written, ")") {
			literal = "" // a factor in brackets needs no dot
		}
		if literal != "" {
			p.Text("%s", literal)
		}
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		name, sign, renamed := strings.Cut(name, ":")
		q := d.Get(name)
		switch {
		case n != nil:
			p.Ink(q.Ink, q.term(n[name], written+literal))
		case renamed:
			p.Ink(q.Ink, sign)
		default:
			p.Ink(q.Ink, q.Symbol)
		}
		formula = after
	}
	return p.Line
}

// term writes the quantity's number after some text: in brackets where it is a
// sign, or negative and not the first term; with a dot where letters need none.
func (q Quantity) term(v float64, before string) string {
	first := before == "" || strings.HasSuffix(before, "(")
	switch {
	case q.Signed:
		return Signed(v)
	case first:
		return Num(v)
	case strings.HasSuffix(before, " ") || strings.HasSuffix(before, "·") || strings.HasSuffix(before, "/") || strings.HasSuffix(before, ")"):
		return Paren(v)
	}
	return "·" + Paren(v)
}

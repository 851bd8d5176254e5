package anatomy

import (
	"strings"

	"kernellab/ascii"
)

// Symbols is the law of a quantity in symbols, each letter in its ink.
func (s Derivation) Symbols(name string) ascii.Line { return s.spell(s.Get(name).Formula, nil) }

// Filled is the law of a quantity with numbers in place of the letters.
func (s Derivation) Filled(name string, n Numbers) ascii.Line {
	if q := s.Get(name); q.Fill != nil {
		return ascii.Plain(q.Fill(n))
	}
	return s.spell(s.Get(name).Formula, n)
}

// Equation is a whole line: the sign, "=" or "←", the law, the law with its
// numbers, the result.
func (s Derivation) Equation(name, is string, n Numbers) ascii.Line {
	q := s.Get(name)
	var p Pen
	p.Ink(q.Ink, q.Symbol).Text(" %s ", is)
	if q.Formula != "" {
		p.Add(s.Symbols(name)).Text(" = ")
	}
	return p.Add(s.Filled(name, n)).Text(" = ").Ink(q.Ink, q.Text(n[name])).Line
}

// spell writes a law with the signs of its quantities, or with their numbers
// where there are any.
func (s Derivation) spell(law string, n Numbers) ascii.Line {
	var p Pen
	for law != "" {
		literal, rest, found := strings.Cut(law, "{")
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
		q := s.Get(name)
		switch {
		case n != nil:
			p.Ink(q.Ink, q.term(n[name], written+literal))
		case renamed:
			p.Ink(q.Ink, sign)
		default:
			p.Ink(q.Ink, q.Symbol)
		}
		law = after
	}
	return p.Line
}

// Text writes the quantity's number.
func (q Quantity) Text(v float64) string {
	if q.Signed {
		return Label(v)
	}
	return Num(v)
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

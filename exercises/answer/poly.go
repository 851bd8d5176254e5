package answer

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// factor is base^(num/den). The base is the name of a variable, or a function such as exp(x) that
// is not evaluated and counts as a variable. Examples are exp(x) to the power 1/2, and c^(1/2) for
// a variable c that is known to be positive.
type factor struct {
	base     string
	num, den int64 // den ≥ 1, in lowest terms
}

// mono is a product of factors, sorted by base.
type mono []factor

func (m mono) key() string {
	var buffer [64]byte
	b := buffer[:0]
	for _, f := range m {
		b = append(append(b, f.base...), '^')
		b = strconv.AppendInt(b, f.num, 10)
		if f.den != 1 {
			b = strconv.AppendInt(append(b, '/'), f.den, 10)
		}
		b = append(b, ' ')
	}
	return string(b)
}

func (m mono) mul(o mono) mono {
	out := make(mono, 0, len(m)+len(o))
	for len(m) > 0 && len(o) > 0 {
		switch c := cmp.Compare(m[0].base, o[0].base); {
		case c < 0:
			out, m = append(out, m[0]), m[1:]
		case c > 0:
			out, o = append(out, o[0]), o[1:]
		default:
			if f := m[0].mul(o[0]); f.num != 0 {
				out = append(out, f)
			}
			m, o = m[1:], o[1:]
		}
	}
	out = append(out, m...)
	return append(out, o...)
}

// mul returns f·g for two factors with the same base, by adding the powers.
func (f factor) mul(g factor) factor {
	return newFactor(f.base, f.num*g.den+g.num*f.den, f.den*g.den)
}

func newFactor(base string, num, den int64) factor {
	if g := gcd(abs64(num), den); g > 1 {
		num, den = num/g, den/g
	}
	return factor{base, num, den}
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// power raises the monomial to num/den.
func (m mono) power(num, den int64) mono {
	out := make(mono, 0, len(m))
	for _, f := range m {
		if g := newFactor(f.base, f.num*num, f.den*den); g.num != 0 {
			out = append(out, g)
		}
	}
	return out
}

// degree returns the sum of the powers, each rounded towards 0.
func (m mono) degree() int64 {
	var d int64
	for _, f := range m {
		d += f.num / f.den
	}
	return d
}

// degreeIn returns the power of one base, rounded towards 0.
func (m mono) degreeIn(base string) int64 {
	for _, f := range m {
		if f.base == base {
			return f.num / f.den
		}
	}
	return 0
}

// term is a coefficient times a monomial.
type term struct {
	mono mono
	coef surd
}

// poly maps keys of monomials to terms with nonzero coefficients. The empty poly is
// 0.
type poly map[string]term

// monomial returns the poly c·m of one term, for c ≠ 0.
func monomial(m mono, c surd) poly { return poly{m.key(): {m, c}} }

func constPoly(s surd) poly {
	if s.isZero() {
		return poly{}
	}
	return monomial(nil, s)
}

func basePoly(base string) poly { return monomial(mono{{base, 1, 1}}, intSurd(1)) }

// addTerm adds a term in place. The poly must not be shared yet.
func (p poly) addTerm(t term) {
	k := t.mono.key()
	if old, ok := p[k]; ok {
		t.coef = old.coef.add(t.coef)
	}
	if t.coef.isZero() {
		delete(p, k)
		return
	}
	p[k] = t
}

func (p poly) add(q poly) poly {
	out := make(poly, len(p)+len(q))
	for k, t := range p {
		out[k] = t
	}
	for _, t := range q {
		out.addTerm(t)
	}
	return out
}

func (p poly) neg() poly {
	out := make(poly, len(p))
	for k, t := range p {
		out[k] = term{t.mono, t.coef.neg()}
	}
	return out
}

func (p poly) sub(q poly) poly { return p.add(q.neg()) }

// constant returns the value of a poly without variables.
func (p poly) constant() (surd, bool) {
	switch len(p) {
	case 0:
		return nil, true
	case 1:
		t, ok := p[""]
		return t.coef, ok
	}
	return nil, false
}

func (p poly) isOne() bool {
	c, ok := p.constant()
	return ok && c.isOne()
}

// singleTerm returns the term of a poly with exactly one term.
func (p poly) singleTerm() (term, bool) {
	if len(p) != 1 {
		return term{}, false
	}
	for _, t := range p {
		return t, true
	}
	return term{}, false
}

// terms returns the terms by descending degree. Terms of equal degree are sorted by name.
func (p poly) terms() []term {
	keys := slices.SortedFunc(maps.Keys(p), func(a, b string) int {
		return cmp.Or(cmp.Compare(p[b].mono.degree(), p[a].mono.degree()), cmp.Compare(a, b))
	})
	out := make([]term, len(keys))
	for i, k := range keys {
		out[i] = p[k]
	}
	return out
}

func (p poly) equal(q poly) bool { return len(p.sub(q)) == 0 }

// scale multiplies every coefficient.
func (p poly) scale(s surd) poly {
	out := make(poly, len(p))
	if s.isZero() {
		return out
	}
	for k, t := range p {
		out[k] = term{t.mono, t.coef.mul(s)}
	}
	return out
}

// String returns the poly as a student would write it: x₁² + 2·x₁ + 1.
func (p poly) String() string {
	if len(p) == 0 {
		return "0"
	}
	var b strings.Builder
	for i, t := range p.terms() {
		s := t.String()
		rest, isNegative := strings.CutPrefix(s, "−")
		switch {
		case i == 0:
			b.WriteString(s)
		case isNegative:
			b.WriteString(" − " + rest)
		default:
			b.WriteString(" + " + s)
		}
	}
	return b.String()
}

func (t term) String() string {
	if len(t.mono) == 0 {
		return t.coef.String()
	}
	m := t.mono.String()
	switch {
	case t.coef.isOne():
		return m
	case t.coef.neg().isOne():
		return "−" + m
	case len(t.coef) > 1:
		return "(" + t.coef.String() + ")·" + m
	}
	return t.coef.String() + "·" + m
}

// String returns text such as x₁²·x₂. Negative powers are in the denominator, as in η·t₁/n.
func (m mono) String() string {
	var inNumerator, inDenominator []string
	for _, f := range m {
		if f.num < 0 {
			f.num = -f.num
			inDenominator = append(inDenominator, f.String())
			continue
		}
		inNumerator = append(inNumerator, f.String())
	}
	top := strings.Join(inNumerator, "·")
	if len(inNumerator) == 0 {
		top = "1"
	}
	switch len(inDenominator) {
	case 0:
		return top
	case 1:
		return top + "/" + inDenominator[0]
	}
	return top + "/(" + strings.Join(inDenominator, "·") + ")"
}

func (f factor) String() string {
	name := typesetBase(f.base)
	switch {
	case f.num == 1 && f.den == 1:
		return name
	case f.num == 1 && f.den == 2:
		return "√" + name
	}
	n := numNode(big.NewRat(f.num, f.den))
	if s, ok := superscript(n); ok {
		return name + s
	}
	return name + "^(" + strings.Replace(ratString(n.num), "-", "−", 1) + ")"
}

// typesetBase typesets the name of a variable. If the base contains a parenthesis, it is returned
// unchanged: it is a call of a function, or a prime number in parentheses, such as (2).
func typesetBase(base string) string {
	if i := strings.IndexByte(base, '('); i >= 0 {
		return base
	}
	return typesetName(base)
}

package answer

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// outcome of comparing two expressions.
type outcome uint8

const (
	proved   outcome = iota // equal, by canonical form
	refuted                 // different: by canonical form, or at a point
	sampled                 // no difference at any point tried, not proved
	tooLarge                // out of budget, or without value
)

// comparison is an outcome with its certificate.
type comparison struct {
	outcome outcome
	err     error  // tooLarge
	cell    int    // which entry differs, from 1; 0 where there is one only
	fact    string // a term or a point where both differ
	points  int    // sampled
	doubt   bool   // sampled, and floating point has them differ somewhere
	sizes   []int  // for which numbers of points, where for several
	work    int    // of the budget
	factor  string // yours = factor·needed, where that is so
	close   bool   // refuted, yet the values agree as far as the decimals go
}

// Same decides whether two expressions are equal as functions. The second
// result is false where that cannot be proved either way.
func Same(a, b Expr) (equal, decided bool) {
	c := compare(a, b)
	return c.outcome == proved, c.outcome == proved || c.outcome == refuted
}

// compare decides about two expressions, entry by entry and for every value
// of the free indices.
func compare(a, b Expr) comparison {
	b.scope = b.scope.paidBy(a.scope.work)
	if a.out && b.out {
		return compareNodes(a.root, b.root, b.scope, a.hasDecimals())
	}
	if _, second := freeIndices(b.root, "", nil); second == nil {
		if first, second := freeIndices(a.root, "", nil); second != nil {
			return comparison{outcome: refuted, fact: fmt.Sprintf("yours has two free indices, %s and %s", first.text, second.text)}
		}
	}
	if len(b.scope.Sizes) > 0 {
		return compareSizes(a, b)
	}
	return compareOne(a, b, 0)
}

// compareOne decides for one number of points, which is told with the facts
// where it is not 0.
func compareOne(a, b Expr, points int) comparison {
	result := comparison{outcome: proved}
	for _, s := range settings(a, b) {
		ta, tb, err := s.lowered(a, b)
		if err != nil {
			return comparison{outcome: tooLarge, err: err}
		}
		c := compareTensors(ta, tb, b.scope, a.hasDecimals())
		if c.fact != "" && c.outcome == refuted {
			c.fact = s.where(points) + c.fact
		}
		if c.outcome != proved {
			result = c
		}
		if c.outcome == refuted || c.outcome == tooLarge {
			break
		}
	}
	return result
}

// setting gives the free indices of two expressions their values.
type setting struct {
	at   map[string]int
	says string // "for i = 2, "
	i    int    // the one value, where one index is free
	most int
}

// where says for which values a fact holds.
func (s setting) where(points int) string {
	switch {
	case points == 0:
		return s.says
	case s.says == "":
		return fmt.Sprintf("for n = %d, ", points)
	}
	return fmt.Sprintf("for n = %d, %s", points, strings.TrimPrefix(s.says, "for "))
}

// settings are those for which two expressions are compared: one where no index
// is free, all values of one, and all pairs where the second has two.
func settings(a, b Expr) []setting {
	one, two := freeIndices(b.root, "", nil)
	n := max(b.scope.N, 1)
	switch {
	case two != nil:
		var out []setting
		for k := range n * n {
			i, j := k/n+1, k%n+1
			out = append(out, setting{at: map[string]int{one.text: i, two.text: j}, says: fmt.Sprintf("for %s = %d, %s = %d, ", one.text, i, two.text, j)})
		}
		return out
	case n == 1 || one == nil && !freeIndex(a.root):
		return []setting{{}}
	}
	out := make([]setting, n)
	for k := range out {
		out[k] = setting{at: map[string]int{}, says: fmt.Sprintf("for i = %d, ", k+1), i: k + 1, most: n}
		for _, index := range b.scope.Indices {
			out[k].at[index] = k + 1
		}
	}
	return out
}

// lowered writes both out; of the update of all entries at once, only the entry
// that is compared.
func (s setting) lowered(a, b Expr) (ta, tb tensor, err error) {
	ta, aerr := a.loweredAt(s.at)
	if aerr != nil {
		return ta, tb, aerr
	}
	tb, berr := b.loweredAt(s.at)
	if berr != nil {
		return ta, tb, berr
	}
	if s.i > 0 && tb.isScalar() && ta.isVector() && ta.rows == s.most {
		ta = scalar(ta.cells[s.i-1])
	}
	return ta, tb, nil
}

func compareTensors(a, b tensor, s *Scope, decimals bool) comparison {
	if a.rows != b.rows || a.cols != b.cols || len(a.cells) != len(b.cells) {
		return comparison{outcome: refuted, fact: fmt.Sprintf("yours has %s, needed is %s", a.shape(), b.shape())}
	}
	result := comparison{outcome: proved}
	for k := range a.cells {
		c := compareNodes(a.cells[k], b.cells[k], s, decimals)
		if !a.isScalar() {
			c.cell = k + 1
		}
		if c.outcome == refuted || c.outcome == tooLarge {
			return c
		}
		if c.outcome == sampled {
			result = c
		}
	}
	return result
}

// compareNodes decides about two scalars. Where the forms differ, letters of few
// values, or between 0 and 1, are looked at where they live.
func compareNodes(a, b *node, s *Scope, decimals bool) comparison {
	c := compareForms(a, b, s, decimals)
	if c.outcome == proved || c.outcome == tooLarge || !byCases(a, b, s, decimals) {
		return c
	}
	return comparison{outcome: proved}
}

// substitute puts a whole number in the place of a variable.
func substitute(n *node, name string, v int64) *node { return n.named(name, intNode(v)) }

// compareForms decides about two scalars by canonical form and points.
func compareForms(a, b *node, s *Scope, decimals bool) comparison {
	r := newRing(s)
	fa, fb := r.form(a), r.form(b)
	diff := r.difference(fa, fb)
	if r.err != nil {
		return comparison{outcome: tooLarge, err: r.err}
	}
	p := newProbe(s, a, b)
	if len(diff) == 0 {
		return p.domain(a, b, r.loose)
	}
	c := p.search(a, b)
	if c.outcome == sampled && r.loose && !c.doubt {
		c = p.closely(a, b, c)
	}
	c.work = r.work
	c.close = decimals && c.outcome == refuted && (c.close || nearlyEqual(fa, fb))
	if c.outcome == sampled && !r.loose {
		c.outcome = refuted
		c.close = decimals
	}
	if c.outcome == sampled && c.doubt && r.loose {
		return comparison{outcome: tooLarge, err: errDoubt}
	}
	if c.outcome == refuted {
		if fact := termFact(fa, fb, r.signs); fact != "" && !r.loose {
			c.fact = fact
		}
		if !c.close {
			c.factor = r.proportion(fa, fb)
		}
	}
	return c
}

// errDoubt is met where neither digits nor forms tell.
var errDoubt = errors.New("whether this differs from what is needed cannot be told: the values are too close, or too large")

// nearlyEqual reports whether two polynomials have the same terms, with
// coefficients that agree to 2 percent.
func nearlyEqual(a, b frac) bool {
	if !a.den.isOne() || !b.den.isOne() || len(a.num) != len(b.num) {
		return false
	}
	for k, t := range b.num {
		own, ok := a.num[k]
		if u, v := own.coef.float(), t.coef.float(); !ok || math.Abs(u-v) > 2e-2*math.Max(math.Abs(u), math.Abs(v)) {
			return false
		}
	}
	return true
}

// termFact names the simplest term whose coefficients differ. Where what is
// needed is a single term, to name it would be to give it away: then it is a
// term that a has, without the coefficient needed. Where terms differ by letters
// of value ±1 alone, naming one would say that it has no place: then none is.
func termFact(a, b frac, signs map[string]bool) string {
	if !a.den.isOne() || !b.den.isOne() {
		return ""
	}
	if _, ok := b.number(); ok {
		return ""
	}
	terms := slices.DeleteFunc(a.num.sub(b.num).terms(), func(t term) bool {
		return slices.ContainsFunc(t.mono, func(f factor) bool { return strings.ContainsRune(f.atom, '(') })
	})
	alone := len(b.num) == 1
	if alone {
		terms = slices.DeleteFunc(terms, func(t term) bool { return coefOf(a.num, t.mono).isZero() })
	}
	if len(terms) == 0 {
		return ""
	}
	if oneButForSigns(terms, signs) {
		return ""
	}
	slices.SortStableFunc(terms, func(s, t term) int { return len(s.mono) - len(t.mono) })
	m := terms[0].mono
	name := m.String()
	if len(m) == 0 {
		name = "the constant term"
	}
	if alone && !coefOf(b.num, m).isZero() {
		return fmt.Sprintf("%s has another coefficient than %s", name, coefficient(coefOf(a.num, m)))
	}
	return fmt.Sprintf("%s: yours has %s, needed is %s", name, coefficient(coefOf(a.num, m)), coefficient(coefOf(b.num, m)))
}

// oneButForSigns reports whether two of the terms are one but for letters of value
// ±1.
func oneButForSigns(terms []term, signs map[string]bool) bool {
	seen := map[string]bool{}
	for _, t := range terms {
		bare := slices.DeleteFunc(slices.Clone(t.mono), func(f factor) bool { return signs[f.atom] }).key()
		if seen[bare] {
			return true
		}
		seen[bare] = true
	}
	return false
}

func coefOf(p poly, m mono) surd { return p[m.key()].coef }

// proportion is the constant c with a = c·b, written out, or "".
func (r *ring) proportion(a, b frac) string {
	l, m := r.mul(a.num, b.den), r.mul(b.num, a.den)
	if r.err != nil || len(l) == 0 || len(l) != len(m) {
		return ""
	}
	lead := l.terms()[0]
	other, ok := m[lead.mono.key()]
	if !ok {
		return ""
	}
	inv, ok := other.coef.inv()
	if !ok {
		return ""
	}
	c := lead.coef.mul(inv)
	if !l.equal(m.scale(c)) {
		return ""
	}
	return c.String()
}

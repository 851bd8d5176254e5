package answer

import (
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
	result := comparison{outcome: proved}
	for _, s := range settings(a, b) {
		ta, tb, err := s.lowered(a, b)
		if err != nil {
			return comparison{outcome: tooLarge, err: err}
		}
		c := compareTensors(ta, tb, b.scope, a.hasDecimals())
		if c.fact != "" && c.outcome == refuted {
			c.fact = s.says + c.fact
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
		out[k] = setting{at: a.scope.allAt(k + 1), says: fmt.Sprintf("for i = %d, ", k+1), i: k + 1, most: n}
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

// maxCases bounds the symbols of value ±1 that are taken case by case.
const maxCases = 4

// compareNodes decides about two scalars. Where symbols of value ±1 occur and
// the forms differ, every case is decided on its own.
func compareNodes(a, b *node, s *Scope, decimals bool) comparison {
	c := compareForms(a, b, s, decimals)
	if c.outcome == proved || c.outcome == tooLarge {
		return c
	}
	r := newRing(s)
	signs := slices.DeleteFunc(variablesOf(a, b), func(v string) bool { return !r.signs[v] })
	if len(signs) == 0 || len(signs) > maxCases {
		return c
	}
	for k := range 1 << len(signs) {
		ca, cb := a, b
		for i, v := range signs {
			value := int64(1 - 2*(k>>i&1))
			ca, cb = substitute(ca, v, value), substitute(cb, v, value)
		}
		if one := compareForms(ca, cb, s, decimals); one.outcome != proved {
			return c
		}
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
	c.work = r.work
	c.close = decimals && c.outcome == refuted && (c.close || nearlyEqual(fa, fb))
	if c.outcome == sampled && !r.loose {
		c.outcome = refuted
		c.close = decimals
	}
	if c.outcome == refuted {
		if fact := termFact(fa, fb); fact != "" && !r.loose {
			c.fact = fact
		}
		if !c.close {
			c.factor = r.proportion(fa, fb)
		}
	}
	return c
}

// nearlyEqual reports whether two polynomials have the same terms, with
// coefficients that agree to 2 percent.
func nearlyEqual(a, b frac) bool {
	if !a.den.isOne() || !b.den.isOne() || len(a.num) != len(b.num) {
		return false
	}
	for k, t := range b.num {
		own, ok := a.num[k]
		if !ok || !agree(own.coef.float(), t.coef.float(), 2e-2) {
			return false
		}
	}
	return true
}

// termFact names the simplest term whose coefficients differ.
func termFact(a, b frac) string {
	if !a.den.isOne() || !b.den.isOne() {
		return ""
	}
	if _, ok := b.number(); ok {
		return ""
	}
	terms := slices.DeleteFunc(a.num.sub(b.num).terms(), func(t term) bool {
		return slices.ContainsFunc(t.mono, func(f factor) bool { return strings.ContainsRune(f.atom, '(') })
	})
	if len(terms) == 0 {
		return ""
	}
	slices.SortStableFunc(terms, func(s, t term) int { return len(s.mono) - len(t.mono) })
	m := terms[0].mono
	name := m.String()
	if len(m) == 0 {
		name = "the constant term"
	}
	return fmt.Sprintf("%s: yours has %s, needed is %s", name, coefficient(coefOf(a.num, m)), coefficient(coefOf(b.num, m)))
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

// probe evaluates two expressions at chosen points.
type probe struct {
	scope *Scope
	names []string
	whole bool // the variables count something: whole numbers from 0 on
}

func newProbe(s *Scope, a, b *node) probe {
	p := probe{scope: s, names: variablesOf(a, b)}
	counts := func(n *node) bool { return n.op == opCall && (n.text == "factorial" || n.text == "choose") }
	p.whole = a.has(counts) || b.has(counts)
	return p
}

func variablesOf(ns ...*node) []string {
	var out []string
	for _, n := range ns {
		n.walk(func(m *node) {
			if m.op == opName && m.text != "e" && m.text != "pi" && !slices.Contains(out, m.text) {
				out = append(out, m.text)
			}
		})
	}
	slices.Sort(out)
	return out
}

// samplePoints is how many points are tried.
const samplePoints = 20

// point is the k-th point: small integers first, then fractions, so that a
// student can follow the first ones by hand.
func (p probe) point(k int) []float64 {
	r := newRing(p.scope)
	x := make([]float64, len(p.names))
	for i, name := range p.names {
		h := (k*7 + i*(k+3) + k*k) % 11
		v := float64(h - 4)
		switch {
		case k == 0:
			v = 2 + float64(i%3)
		case k == 1:
			v = -1 - float64(i%2)
		case k > 10:
			v = v/3 + 0.25
		}
		if r.positive[name] {
			v = math.Abs(v) + 0.5
			if k < 10 {
				v = math.Ceil(v)
			}
		}
		if p.whole {
			v = math.Ceil(math.Abs(v))
		}
		if r.signs[name] {
			v = 1 - 2*float64((h+k)%2)
		}
		x[i] = v
	}
	return x
}

// compiled makes both ready for evaluation at the points of the probe.
func (p probe) compiled(a, b *node) (fa, fb Func, err error) {
	if fa, err = compileNode(p.scope.work, a, p.names); err != nil {
		return fa, fb, err
	}
	if fb, err = compileNode(p.scope.work, b, p.names); err != nil {
		return fa, fb, err
	}
	return fa, fb, p.scope.work.Spend(samplePoints * (len(fa.code) + len(fb.code)) / evaluationsPerWork)
}

// search looks for a point where the two differ.
func (p probe) search(a, b *node) comparison {
	fa, fb, err := p.compiled(a, b)
	if err != nil {
		return comparison{outcome: tooLarge, err: err}
	}
	c := comparison{outcome: sampled, close: true}
	for k := range samplePoints {
		x := p.point(k)
		u, v := fa.Value(x...), fb.Value(x...)
		if math.IsNaN(u) && math.IsNaN(v) {
			continue
		}
		c.points++
		if agree(u, v, 1e-9) {
			continue
		}
		c.close = c.close && agree(u, v, 2e-2)
		if c.outcome != refuted {
			c.outcome = refuted
			c.fact = p.pointFact(x, u, v)
		}
	}
	if c.points == 0 {
		return comparison{outcome: tooLarge, err: fmt.Errorf("neither side has a value at the %d points I tried", samplePoints)}
	}
	return c
}

// domain confirms an equality that roots and logarithms are part of: both
// have to be defined at the same points.
func (p probe) domain(a, b *node, loose bool) comparison {
	if !loose {
		return comparison{outcome: proved}
	}
	fa, fb, err := p.compiled(a, b)
	if err != nil {
		return comparison{outcome: proved}
	}
	for k := range samplePoints {
		x := p.point(k)
		u, v := fa.Value(x...), fb.Value(x...)
		if math.IsNaN(u) && !math.IsNaN(v) {
			return comparison{outcome: refuted, fact: p.pointFact(x, u, v)}
		}
	}
	return comparison{outcome: proved}
}

func agree(u, v, tol float64) bool {
	return math.Abs(u-v) <= tol*math.Max(1e-3, math.Max(math.Abs(u), math.Abs(v)))
}

func (p probe) pointFact(x []float64, u, v float64) string {
	var at []string
	for i, n := range p.names {
		at = append(at, typesetName(n)+" = "+formatFloat(x[i]))
	}
	yours := "yours is " + formatFloat(u)
	if math.IsNaN(u) {
		yours = "yours has no value"
	}
	needed := "needed is " + formatFloat(v)
	if math.IsNaN(v) {
		needed = "what is needed has none"
	}
	if len(at) == 0 {
		return yours + ", " + needed
	}
	return "at " + strings.Join(at, ", ") + " " + yours + ", " + needed
}

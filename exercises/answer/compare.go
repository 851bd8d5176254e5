package answer

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// outcome is the result of comparing two expressions.
type outcome uint8

const (
	proved  outcome = iota // equal, by their canonical forms
	refuted                // different, by their canonical forms or at a point
	sampled                // no difference at the sample points, but not proved
	failed                 // not decided, for example because the budget has run out
)

// comparison is the outcome of comparing two expressions, with the evidence.
type comparison struct {
	outcome     outcome
	err         error  // why the comparison failed
	fact        string // a term in which the expressions differ, or a point and the value of the first expression there
	otherValue  string // the value of the second expression at this point, such as "is 35", or empty
	points      int    // if sampled: the number of sample points
	mayDiffer   bool   // if sampled: the expressions differ somewhere in floating point, but perhaps only by rounding
	sizes       int    // number of sizes n for which the expressions were compared
	work        int    // work spent on the canonical forms
	vague       bool   // whether the fact only names a differing term, which helps less than values at a point
	slip        string // the ID of the slip, a likely mistake, that the fact describes, or empty
	factor      string // the constant c if the first expression is c times the second, or empty
	closeValues bool   // if refuted and the answer has decimals: whether the values agree to about 2 %
}

// Same decides whether two expressions are equal as functions. decided is false if it can prove
// neither that they are equal nor that they differ.
func Same(a, b Expr) (equal, decided bool) {
	c := compare(a, b)
	return c.outcome == proved, c.outcome == proved || c.outcome == refuted
}

// compare compares two expressions entry by entry, for every value of the free indices. a is the
// student's expression.
func compare(a, b Expr) comparison {
	b.scope = b.scope.withBudget(a.scope.work)
	if a.expanded && b.expanded {
		return compareNodes(a.root, b.root, b.scope, a.hasDecimals())
	}
	if _, second := firstFreeIndices(b.root); second == nil {
		if first, second := firstFreeIndices(a.root); second != nil {
			return comparison{outcome: refuted,
				fact: fmt.Sprintf("yours has two free indices, %s and %s", first.text, second.text)}
		}
	}
	if len(b.scope.Sizes) > 0 {
		return compareSizes(a, b)
	}
	return compareAtSize(a, b, 0)
}

// compareAtSize compares two expressions for the number of points in the scope. factSize is this
// number if the fact is to mention it, and otherwise 0.
func compareAtSize(a, b Expr, factSize int) comparison {
	result := comparison{outcome: proved}
	for _, s := range indexSettings(a, b) {
		ta, tb, err := s.tensors(a, b)
		if err != nil {
			return comparison{outcome: failed, err: err}
		}
		c := compareTensors(ta, tb, b.scope, a.hasDecimals())
		if c.fact != "" && c.outcome == refuted {
			c.fact = s.factPrefix(factSize) + c.fact
		}
		if c.outcome != proved {
			result = c
		}
		if c.outcome == refuted || c.outcome == failed {
			break
		}
	}
	return result
}

// indexSetting assigns values to the free indices of two expressions.
type indexSetting struct {
	indices   map[string]int
	condition string // "for i = 2, "
	i         int    // the value of the free index if there is only one, or 0
	size      int    // the number of points
}

// factPrefix returns the beginning of a fact, which says for which values of the indices it holds.
func (s indexSetting) factPrefix(factSize int) string {
	switch {
	case factSize == 0:
		return s.condition
	case s.condition == "":
		return fmt.Sprintf("for n = %d, ", factSize)
	}
	return fmt.Sprintf("for n = %d, %s", factSize, strings.TrimPrefix(s.condition, "for "))
}

// indexSettings returns the values of the free indices for which two expressions are compared. If
// there is no free index, it returns one empty indexSetting. If there is one, it returns an
// indexSetting for each value. If the second expression has two free indices, it returns one for
// each pair of values.
func indexSettings(a, b Expr) []indexSetting {
	first, second := firstFreeIndices(b.root)
	n := max(b.scope.N, 1)
	switch {
	case second != nil:
		var out []indexSetting
		for k := range n * n {
			i, j := k/n+1, k%n+1
			out = append(out,
				indexSetting{indices: map[string]int{first.text: i, second.text: j},
					condition: fmt.Sprintf("for %s = %d, %s = %d, ", first.text, i, second.text, j)})
		}
		return out
	case n == 1 || first == nil && !hasFreeIndex(a.root):
		return []indexSetting{{}}
	}
	out := make([]indexSetting, n)
	for k := range out {
		out[k] = indexSetting{indices: map[string]int{}, condition: fmt.Sprintf("for i = %d, ", k+1), i: k + 1, size: n}
		for _, index := range b.scope.Indices {
			out[k].indices[index] = k + 1
		}
	}
	return out
}

// tensors expands both expressions. If a is a whole vector and b only its entry i, as in an update
// of aᵢ, ta is entry i of a.
func (s indexSetting) tensors(a, b Expr) (ta, tb tensor, err error) {
	ta, errA := a.tensorAt(s.indices)
	if errA != nil {
		return ta, tb, errA
	}
	tb, errB := b.tensorAt(s.indices)
	if errB != nil {
		return ta, tb, errB
	}
	if s.i > 0 && tb.isScalar() && ta.isVector() && ta.rows == s.size {
		ta = scalarTensor(ta.cells[s.i-1])
	}
	return ta, tb, nil
}

func compareTensors(a, b tensor, s *Scope, hasDecimals bool) comparison {
	if a.rows != b.rows || a.cols != b.cols || len(a.cells) != len(b.cells) {
		return comparison{outcome: refuted, fact: fmt.Sprintf("yours has %s, but it should have %s",
			a.shape(), b.shape())}
	}
	result := comparison{outcome: proved}
	for k := range a.cells {
		c := compareNodes(a.cells[k], b.cells[k], s, hasDecimals)
		if c.outcome == refuted || c.outcome == failed {
			return c
		}
		if c.outcome == sampled {
			result = c
		}
	}
	return result
}

// compareNodes compares two scalars. If their canonical forms differ, it compares
// them again for each value of the variables that have only two values, and with 1/(1 + v) in place
// of each variable v between 0 and 1.
func compareNodes(a, b *node, s *Scope, hasDecimals bool) comparison {
	c := compareForms(a, b, s, hasDecimals)
	if c.outcome == proved || c.outcome == failed || !equalByCases(a, b, s, hasDecimals) {
		return c
	}
	return comparison{outcome: proved}
}

// substitute returns n with the integer v substituted for a variable.
func substitute(n *node, name string, v int64) *node { return n.replaceName(name, intNode(v)) }

// compareForms compares two scalars by their canonical forms and at sample points.
func compareForms(a, b *node, s *Scope, hasDecimals bool) comparison {
	r := newRing(s)
	fa, fb := r.form(a), r.form(b)
	diff := r.difference(fa, fb)
	if r.err != nil {
		return comparison{outcome: failed, err: r.err}
	}
	p := newProbe(s, a, b)
	if len(diff) == 0 {
		return p.compareDomains(a, b, r.basesMayDepend)
	}
	c := p.findDifference(a, b)
	if c.outcome == sampled && r.basesMayDepend && !c.mayDiffer {
		c = p.findSmallDifference(a, b, c)
	}
	c.work = r.work
	c.closeValues = hasDecimals && c.outcome == refuted && (c.closeValues || nearlyEqual(fa, fb))
	if c.outcome == sampled && !r.basesMayDepend {
		c.outcome = refuted
		c.closeValues = hasDecimals
	}
	if c.outcome == sampled && c.mayDiffer && r.basesMayDepend {
		return comparison{outcome: failed, err: errUndecided}
	}
	if c.outcome == refuted {
		if fact, slip := termFact(fa, fb, r.plusMinus); fact != "" && !r.basesMayDepend {
			c.fact, c.vague, c.slip = fact, true, slip
		}
		// If the right answer is a single term, the factor would reveal its coefficient.
		if _, isTerm := fb.num.singleTerm(); !c.closeValues && (!isTerm || !c.vague || c.slip != "") {
			c.factor = r.proportion(fa, fb)
		}
	}
	return c
}

// errUndecided is the error if neither canonical forms nor computing with many digits can decide
// whether two expressions are equal.
var errUndecided = errors.New(
	"I cannot decide whether this differs from the right answer: the values are too close, or too large",
)

// nearlyEqual reports whether two polynomials have the same terms, with
// coefficients that agree to 2 percent.
func nearlyEqual(a, b frac) bool {
	if !a.den.isOne() || !b.den.isOne() || len(a.num) != len(b.num) {
		return false
	}
	for k, termB := range b.num {
		termA, ok := a.num[k]
		if u, v := termA.coef.float(), termB.coef.float(); !ok || math.Abs(u-v) > 2e-2*max(math.Abs(u), math.Abs(v)) {
			return false
		}
	}
	return true
}

// termFact returns a fact about the simplest term whose coefficients in a and b differ. If b, the
// right answer, is a single term, the fact must not reveal it and is about the student's term. If
// two of the terms differ only in variables of value ±1, it returns "", because a fact about one of
// them would suggest that this term is superfluous.
func termFact(a, b frac, plusMinus map[string]bool) (fact, slip string) {
	if !a.den.isOne() || !b.den.isOne() {
		return "", ""
	}
	if _, ok := b.number(); ok {
		return "", ""
	}
	terms := slices.DeleteFunc(a.num.sub(b.num).terms(), func(t term) bool {
		return slices.ContainsFunc(t.mono, func(f factor) bool { return strings.ContainsRune(f.base, '(') })
	})
	rightTerm, isTerm := b.num.singleTerm()
	if isTerm && coefOf(a.num, rightTerm.mono).isZero() {
		if studentTerm, ok := a.num.singleTerm(); ok && len(terms) == 2 {
			return wrongFactor(studentTerm.mono, rightTerm.mono)
		}
		terms = slices.DeleteFunc(terms, func(t term) bool { return coefOf(a.num, t.mono).isZero() })
	}
	if len(terms) == 0 || differOnlyInSigns(terms, plusMinus) {
		return "", ""
	}
	slices.SortStableFunc(terms, func(s, t term) int { return len(s.mono) - len(t.mono) })
	for _, t := range terms {
		for _, u := range terms {
			if len(t.mono) > 0 && len(u.mono) > 0 && coefOf(b.num, t.mono).isZero() && coefOf(a.num, u.mono).isZero() &&
				len(t.mono.mul(u.mono.power(-1, 1))) == 1 {
				fact, slip = wrongFactor(t.mono, u.mono)
				return "in the term " + t.mono.String() + ", " + fact, slip
			}
		}
	}
	m := terms[0].mono
	return coefficientFact(m, coefOf(a.num, m), coefOf(b.num, m))
}

// wrongFactor returns a fact about the first factor in which the student's product differs from the
// right product.
func wrongFactor(studentProduct, rightProduct mono) (fact, slip string) {
	f := studentProduct.mul(rightProduct.power(-1, 1))[0]
	name := mono{{base: f.base, num: 1, den: 1}}.String()
	has := func(m mono) bool { return slices.ContainsFunc(m, func(g factor) bool { return g.base == f.base }) }
	switch {
	case isPrime(f.base):
		return "", ""
	case !has(studentProduct):
		return name + " is missing", "lacks-factor"
	case !has(rightProduct):
		return name + " should not be there", "extra-factor"
	}
	return "the power of " + name + " is wrong", "wrong-power"
}

// differOnlyInSigns reports whether some two terms differ only in variables of value ±1.
func differOnlyInSigns(terms []term, plusMinus map[string]bool) bool {
	seen := map[string]bool{}
	for _, t := range terms {
		withoutSigns := slices.DeleteFunc(slices.Clone(t.mono), func(f factor) bool { return plusMinus[f.base] }).key()
		if seen[withoutSigns] {
			return true
		}
		seen[withoutSigns] = true
	}
	return false
}

func coefOf(p poly, m mono) surd { return p[m.key()].coef }

// proportion returns the constant c with a = c·b as text, or "".
func (r *ring) proportion(a, b frac) string {
	l, m := r.mul(a.num, b.den), r.mul(b.num, a.den)
	if r.err != nil || len(l) == 0 || len(l) != len(m) {
		return ""
	}
	termA := l.terms()[0]
	termB, ok := m[termA.mono.key()]
	if !ok {
		return ""
	}
	inv, ok := termB.coef.inv()
	if !ok {
		return ""
	}
	c := termA.coef.mul(inv)
	if !l.equal(m.scale(c)) {
		return ""
	}
	return c.String()
}

// A formula for the new value of a coefficient aᵢ is judged for several numbers of points, because
// a formula that is right only for three points is wrong. If there is a letter for the number of
// points, such as n, the number replaces it, so that sum(j, 1) equals n.

// AnySize returns the scope for vectors of any length. In s, the vectors have three entries. count
// is the letter for the length, or "". An answer is judged for the lengths 3, 2 and 4.
func (s Scope) AnySize(count string) Scope {
	s.Sizes, s.CountLetter = []int{3, 2, 4}, canonName(count)
	s.N = s.Sizes[0]
	return s
}

// atSize returns the scope with n points.
func (s *Scope) atSize(n int) *Scope {
	out := *s
	out.N, out.Sizes = n, nil
	out.Arrays = slices.Clone(s.Arrays)
	for i, a := range out.Arrays {
		dims := slices.Clone(a.Dims)
		for k, d := range dims {
			if d == s.N {
				dims[k] = n
			}
		}
		out.Arrays[i].Dims = dims
	}
	return &out
}

// atSize returns the expression for n points.
func (e Expr) atSize(n int) Expr {
	e.scope = e.scope.atSize(n)
	if count := e.scope.CountLetter; count != "" {
		e.root = e.root.replaceName(count, intNode(int64(n)))
	}
	return e
}

// compareSizes compares two expressions for several numbers of points. If an expression names a
// point, as in a₃, it is meant for three points, and compareSizes uses only the first number of
// points. The comparison fails if it cannot decide for the first number, or if the budget runs out
// at the second number. If it cannot decide for a later number, it returns the result for the
// numbers before it.
func compareSizes(a, b Expr) comparison {
	result := comparison{outcome: proved}
	for k, n := range sizesOf(a, b) {
		factSize := n
		if k == 0 && b.scope.CountLetter == "" {
			factSize = 0 // the exercise has this number of points, so the fact need not mention it
		}
		c := compareAtSize(a.atSize(n), b.atSize(n), factSize)
		switch {
		case c.outcome == refuted && k == 0:
			return a.compareSymbolically(b, c)
		case c.outcome == refuted:
			return c
		case c.outcome == failed && (k == 0 || k == 1 && a.scope.work.Err() != nil):
			return c
		case c.outcome == failed:
			return result
		case c.outcome == sampled:
			result.outcome, result.points = sampled, c.points
		}
		result.sizes++
	}
	return result
}

// sizesOf returns the numbers of points for which two expressions are compared.
func sizesOf(a, b Expr) []int {
	hasNumberIndex := func(n *node) bool {
		return n.op == opArray && slices.ContainsFunc(n.args, func(i *node) bool { return i.op == opNum })
	}
	if a.root.contains(hasNumberIndex) || b.root.contains(hasNumberIndex) {
		return b.scope.Sizes[:1]
	}
	return b.scope.Sizes
}

// compareSymbolically compares e and b again, with the letter for the number of points instead of a
// number. If it finds a difference, it returns this comparison, whose fact contains the letter.
// Otherwise it returns c, the comparison for one number of points.
func (e Expr) compareSymbolically(b Expr, c comparison) comparison {
	if e.scope.CountLetter == "" || e.hasConstantSummand() {
		return c
	}
	if s := compareAtSize(e, b, 0); s.outcome == refuted {
		return s
	}
	return c
}

// hasConstantSummand reports whether the expression contains a sum in which a term does not depend
// on the index, as in sum(j, 1).
func (e Expr) hasConstantSummand() bool {
	return e.root.contains(func(n *node) bool {
		if n.op != opSum {
			return false
		}
		dependsOnIndex := func(m *node) bool {
			return m.contains(func(i *node) bool { return i.op == opIndex && i.text == n.text })
		}
		return !dependsOnIndex(n.args[0]) || n.args[0].contains(func(m *node) bool {
			return (m.op == opAdd || m.op == opSub) && dependsOnIndex(m.args[0]) != dependsOnIndex(m.args[1])
		})
	})
}

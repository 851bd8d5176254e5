package answer

import (
	"context"
	"math"
	"math/big"
	"slices"
	"strings"

	"kernellab/exercises/budget"
)

// Expr is a parsed expression with its scope. It is immutable.
type Expr struct {
	root          *node
	scope         *Scope
	otherMeanings []alternative // other ways to understand the text; most texts have none
	// expanded means that root is the result of lowering: it contains no index, sum or vector, and
	// its parts may share many nodes.
	expanded bool
}

// Parse parses an expression, or a list of expressions, with the names of the scope. The error is a
// *SyntaxError.
//
// The text may be untrusted. The budget of the context limits the work of parsing and of
// everything done later with the expression.
func Parse(ctx context.Context, text string, s Scope) (Expr, error) {
	e, err := parseUntrusted(ctx, text, &s)
	if err != nil {
		return Expr{}, err
	}
	return e, nil
}

// parseUntrusted parses an untrusted text and starts its budget. All typed texts are parsed
// here.
func parseUntrusted(ctx context.Context, text string, s *Scope) (Expr, *SyntaxError) {
	return parseInScope(text, s.withBudget(budget.StartAnswer(ctx)))
}

// ParseTrusted is like Parse, but is for texts of the program and of authors. It
// does not limit the work, so it must not be used for a text that a student has typed.
func ParseTrusted(text string, s Scope) (Expr, error) {
	e, err := parseInScope(text, &s)
	if err != nil {
		return Expr{}, err
	}
	return e, nil
}

// BudgetErr returns an error if the budget of the expression has run out, and otherwise nil. After
// an error, all results about the expression must be ignored.
func (e Expr) BudgetErr() error { return e.scope.work.Err() }

// MustParse is like ParseTrusted but panics on an error.
func MustParse(text string, s Scope) Expr {
	e, err := ParseTrusted(text, s)
	if err != nil {
		panic("answer: " + text + ": " + err.Error())
	}
	return e
}

func parseInScope(text string, s *Scope) (Expr, *SyntaxError) {
	withoutSpellings := s.withIndices()
	s = withoutSpellings.withSpellings()
	root, ambiguities, err := parseText(text, s, 0)
	if err != nil {
		if e, ok := firstMeaningOf(otherSpellings(text, s, nil), s); ok {
			if e = e.preferEntryCount(); s.Entries != 1 || e.root.op != opList {
				return e, nil
			}
		}
		err.Fix = applyFixes(err.Fix, s)
		return Expr{}, err
	}
	e := Expr{root: root, scope: withoutSpellings, otherMeanings: alternatives(text, s, root, ambiguities)}
	if _, err := e.tensor(); err != nil {
		return Expr{}, err
	}
	return e.preferEntryCount(), nil
}

// preferEntryCount returns e in its first meaning with the number of entries that the scope
// requires. Further meanings with this number become its other, equally likely meanings. If the
// scope requires no number, or no meaning has it, it returns e.
func (e Expr) preferEntryCount() Expr {
	n := e.scope.Entries
	if n == 0 {
		return e
	}
	hasEntries := func(root *node) bool {
		return n == 1 && root.op != opList || len((Expr{root: root, scope: e.scope}).List()) == n
	}
	var fitting []alternative
	for _, a := range e.otherMeanings {
		if hasEntries(a.root) {
			fitting = append(fitting, a)
		}
	}
	if hasEntries(e.root) {
		e.otherMeanings = fitting
		return e
	}
	if out, ok := firstMeaningOf(fitting, e.scope); ok {
		return out
	}
	return e
}

// firstMeaningOf returns the first of several meanings of a text, with the rest as its other
// meanings. The second result is false if there are none.
func firstMeaningOf(meanings []alternative, s *Scope) (Expr, bool) {
	if len(meanings) == 0 {
		return Expr{}, false
	}
	e := Expr{root: meanings[0].root, scope: s, otherMeanings: meanings[1:]}
	for i := range e.otherMeanings {
		e.otherMeanings[i].equallyLikely = true
	}
	return e, true
}

// Int returns the expression for a whole number.
func Int(n int64) Expr { return Expr{root: intNode(n), scope: &Scope{}} }

// Float returns the expression for the exact value of a float64. It panics if v is
// not finite.
func Float(v float64) Expr {
	r := new(big.Rat).SetFloat64(v)
	if r == nil {
		panic("answer: Float of a value that is not finite")
	}
	return Expr{root: numNode(r), scope: &Scope{}}
}

// MustParseAll parses several texts of an author in one scope. It panics if one is invalid.
func MustParseAll(s Scope, texts ...string) []Expr {
	out := make([]Expr, len(texts))
	for i, t := range texts {
		out[i] = MustParse(t, s)
	}
	return out
}

// Vars returns the variables and arrays that occur in the expression, in the spelling of the scope,
// sorted.
func (e Expr) Vars() []string {
	var out []string
	e.root.walk(func(n *node) {
		if n.op == opName && n.text != "e" && n.text != "pi" || n.op == opArray {
			if !slices.Contains(out, n.text) {
				out = append(out, n.text)
			}
		}
	})
	slices.Sort(out)
	return out
}

// List returns the entries of a list, set or vector. For any other expression it
// returns the expression itself.
func (e Expr) List() []Expr {
	root := e.root
	for root.op == opTranspose && root.args[0].op == opList {
		root = root.args[0] // a column is a list
	}
	for root.op == opList && len(root.args) == 1 && root.args[0].op == opList {
		root = root.args[0] // a matrix of one row is a list, too
	}
	if root.op != opList && root.op != opSet {
		return e.cells()
	}
	out := make([]Expr, len(root.args))
	for i, a := range root.args {
		if a.op == opList && len(a.args) == 1 {
			a = a.args[0] // an entry of a matrix of one column
		}
		out[i] = Expr{root: a, scope: e.scope}
	}
	return out
}

// cells returns the entries of an expression whose value is a vector, such as 2[1, 3]. For any
// other expression, it returns the expression itself.
func (e Expr) cells() []Expr {
	switch e.root.op {
	case opNum, opName, opIndex, opDot: // always a single value
		return []Expr{e}
	}
	t, err := e.tensor()
	if err != nil || !t.isVector() {
		return []Expr{e}
	}
	out := make([]Expr, len(t.cells))
	for i, c := range t.cells {
		out[i] = Expr{root: c, scope: e.scope, expanded: true}
	}
	return out
}

// Entries returns the entries of a vector. If the expression is a single 0, it returns n zeros.
func (e Expr) Entries(n int) []Expr {
	entries := e.List()
	if len(entries) != 1 || n < 2 || e.root.op == opList {
		return entries
	}
	if v, err := valueOf(e); err != nil || !v.isExact || !v.exact.isZero() {
		return entries
	}
	return slices.Repeat(entries, n)
}

// hasDecimals reports whether a number was written with a decimal point or a
// negative exponent.
func (e Expr) hasDecimals() bool {
	return e.root.contains(func(n *node) bool { return n.op == opNum && isDecimal(n.text) })
}

func isDecimal(text string) bool {
	return strings.ContainsRune(text, '.') || strings.Contains(strings.ToLower(text), "e-")
}

// IsMultipleOf reports whether the expression is proved to be a positive multiple
// of another one in the same scope.
func (e Expr) IsMultipleOf(other Expr) bool {
	x, errX := e.scalar()
	y, errY := other.scalar()
	if errX != nil || errY != nil {
		return false
	}
	for _, firstValue := range []int64{1, 2, 3} {
		u, v := x, y
		for i, name := range variablesOf(x, y) { // consecutive numbers for the variables, so that no two are equal
			u, v = substitute(u, name, firstValue+int64(i)), substitute(v, name, firstValue+int64(i))
		}
		valueX, valueY := certaintyAt(e.scope.work, u, nil), certaintyAt(e.scope.work, v, nil)
		if valueX.sign*valueY.sign == 0 {
			continue // a value is 0 or not known
		}
		isProportional := compareForms(binary(opMul, x, v), binary(opMul, y, u), e.scope, false).outcome == proved
		return valueX.sign == valueY.sign && isProportional
	}
	return false
}

// SameText returns a function that reports whether two texts can be parsed in the scope and are
// proved to be equal. The text a may be an equation, and then its right side counts.
func SameText(s Scope) func(ctx context.Context, field, a, b string) bool {
	return func(ctx context.Context, _, a, b string) bool {
		x, errX := Parse(ctx, rightmostSide(a), s)
		if errX != nil {
			return false
		}
		y, errY := Parse(ctx, b, s)
		return errY == nil && provedEqual(x, y)
	}
}

// provedEqual reports whether two expressions are proved to be equal. It is faster than Same if the
// expressions clearly differ at a sample point.
func provedEqual(a, b Expr) bool {
	b.scope = b.scope.withBudget(a.scope.work)
	sizedA, sizedB := a, b
	if sizes := b.scope.Sizes; len(sizes) > 0 {
		sizedA, sizedB = a.atSize(sizes[0]), b.atSize(sizes[0])
	}
	for _, s := range indexSettings(sizedA, sizedB) {
		ta, tb, err := s.tensors(sizedA, sizedB)
		if err != nil || ta.isScalar() && tb.isScalar() && differAtPoint(ta.cells[0], tb.cells[0], sizedB.scope) {
			return false
		}
	}
	return compare(a, b).outcome == proved
}

// differAtPoint reports whether two scalars clearly differ at a sample point.
func differAtPoint(a, b *node, s *Scope) (differ bool) {
	_ = newProbe(s, a, b).visitValues(a, b, 3,
		func(_ []float64, u, v float64) bool { // no clear difference if the values cannot be computed
			differ = !math.IsNaN(u) && !math.IsNaN(v) && !agree(u, v, 1e-6)
			return differ
		})
	return differ
}

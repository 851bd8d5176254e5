package answer

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// condition is diff ≥ 0, diff > 0 or diff = 0. A condition with an index is expanded to one
// condition for each value of the index.
type condition struct {
	typedDiff *node // diff as typed, with the vectors that ConditionsTask.Where defines
	diff      *node
	form      poly   // diff up to a positive factor
	sign      rune   // ≥, > or =
	text      string // the condition as read
	wantIndex int    // for a condition of ConditionsTask.Want: its index there
}

// conditionReader reads conditions in one scope. If a text has an error, read returns it. The
// methods that read calls panic with a *SyntaxError, see [expr.Catch].
type conditionReader struct {
	scope          *Scope
	ring           *ring
	definedEntries map[string]*node // the entries of the vectors that Where defines
	wantIndex      int              // given to the conditions that are read next
	conditions     []condition
	texts          []string // the conditions as read
}

// atSmallestSize returns the scope with the smallest of its numbers of points.
func (s *Scope) atSmallestSize() *Scope {
	if s = s.withIndices(); len(s.Sizes) > 0 {
		s = s.atSize(slices.Min(s.Sizes))
	}
	return s
}

// reader returns a reader of conditions. It charges its work to the given budget, which is nil for
// an author's texts.
func (t ConditionsTask) reader(work *budget.Budget) *conditionReader {
	s := t.Scope.atSmallestSize()
	rd := &conditionReader{scope: s.withSpellings(), definedEntries: map[string]*node{}}
	for name, text := range t.Where {
		e := MustParse(text, *rd.scope)
		for i := 1; i <= s.N; i++ {
			rd.definedEntries[entry(s.array(name), []int{i}, 0).text] = rd.tensorAt(e.root, i).cells[0]
		}
	}
	rd.scope = rd.scope.withBudget(work)
	rd.ring = newRing(rd.scope)
	return rd
}

// tensorAt expands an expression with the value i for every free index.
func (rd *conditionReader) tensorAt(n *node, i int) tensor {
	indexValues := map[string]int{}
	for _, letter := range rd.scope.Indices {
		indexValues[letter] = i
	}
	t, err := (Expr{root: n, scope: rd.scope}).tensorAt(indexValues)
	if err != nil {
		panic(err)
	}
	return t
}

// rewriteRule replaces the matches of a pattern in the text of a condition.
type rewriteRule struct {
	pattern     *regexp.Regexp
	replacement string
}

// caseMark separates a condition from the case to which it applies, as the word "if" does in
// "f_i ≥ 1 if t_i = 1".
const caseMark = '@'

// rewriteRules returns the replacements that convert the usual ways to write conditions to one
// notation. They are applied in this order.
var rewriteRules = sync.OnceValue(func() (out []rewriteRule) {
	const (
		indexRange = `[{\[(]?\s*1\s*(?:,\s*2\s*)?(?:,|\.\.+|…|⋯|to|:|-|\s)+[nN]\s*[}\])]?`
		in         = `\s*(?:=|∈|\bin\b|\bfrom\b)\s*`
	)
	for _, pair := range [][2]string{
		{`(?i)^\s*(?:s[.·]\s?t[.·]?|subject\s+to|such\s+that|so\s+that|with|under|where)[:\s]`, ""},
		{`\(?\s*(?:\bfor\s*)?(?:∀|\bforall\b|\ball\b|\bevery\b|\beach\b|\bany\b)\s*(?:points?\b\s*)?(?:[ijkl]\b)?(?:` +
			in + indexRange + `)?\s*[:)]?`, ""},
		{`\(?\s*(?:\b(?:for|with|where)\s+)?\b[ijkl]` + in + indexRange + `\)?`, ""},
		{`>=|=>|⩾|≧`, "≥"}, {`<=|=<|⩽|≦`, "≤"}, {`==`, "="},
		{`(?i)\band\b|∧|&+|\\\\`, ";"}, {`(?i)\b(?:if|when|whenever|for|where)\b`, string(caseMark)},
		{`(\pL)\(\s*x\s*_?\{?([ijklᵢⱼₖₗ])\}?\s*\)`, "${1}_$2"}, // f(x_i) is f_i
	} {
		out = append(out, rewriteRule{regexp.MustCompile(pair[0]), pair[1]})
	}
	return out
})

// apply replaces all matches in a text and pads them with blanks, so that the positions of
// all other characters stay the same.
func (rule rewriteRule) apply(text string) string {
	return rule.pattern.ReplaceAllStringFunc(text, func(match string) string {
		replacement := rule.pattern.ReplaceAllString(match, rule.replacement)
		return replacement + strings.Repeat(" ", len([]rune(match))-len([]rune(replacement)))
	})
}

// angleBrackets matches an inner product <w, x>, in which < and > are brackets.
var angleBrackets = expr.Pattern(`<\S[^<>=;\n]*,[^<>=;\n]*\S>`)

// chain is a chain of relations, such as 0 ≤ a ≤ 1.
type chain struct {
	operands   []Expr
	signs      []rune
	beforeCase int // number of operands before caseMark, or 0 if the chain has no case
}

// read adds the conditions in a text.
func (rd *conditionReader) read(text string) (err *SyntaxError) {
	defer expr.Catch(&err)
	src := Normalise(text)
	if err := checkBrackets(src); err != nil {
		return err
	}
	text = string(src)
	for _, rule := range rewriteRules() {
		text = rule.apply(text)
	}
	src = []rune(text)
	var c chain
	var pendingOperands []Expr // operands without a sign so far, such as w₁ in w₁, w₂ ≥ 0
	from := 0
	addOperand := func(to int) {
		e, err := parseInScope(string(src[from:to]), rd.scope)
		if err != nil {
			err.At, err.Fix = err.At+from, ""
			panic(err)
		}
		c.operands = append(c.operands, e)
		from = to + 1
	}
	finishCondition := func(to int) {
		if len(c.signs) == 0 && isBlank(string(src[from:to])) {
			from = to + 1
			return
		}
		if addOperand(to); len(c.signs) == 0 {
			pendingOperands, c = append(pendingOperands, c.operands[0]), chain{}
			return
		}
		for _, e := range append(pendingOperands, c.operands[0]) {
			c.operands[0] = e
			rd.addChain(c)
		}
		pendingOperands, c = nil, chain{}
	}
	for i, r := range outsideBrackets([]rune(rewriteRule{angleBrackets(), ""}.apply(text))) {
		switch {
		case strings.ContainsRune(";,\n\r", r):
			finishCondition(i)
		case r == caseMark:
			addOperand(i)
			c.beforeCase = len(c.operands)
		case isInequality(r) || r == '=':
			addOperand(i)
			c.signs = append(c.signs, r)
		}
	}
	if finishCondition(len(src)); len(pendingOperands) > 0 || len(rd.conditions) == 0 {
		return syntaxErrorf(len(src), "a condition needs a sign: >=, <= or =")
	}
	return nil
}

// addChain adds the conditions of a chain. If the chain applies only to the case t = ±1, addChain
// multiplies both sides by 1 ± t, which is 0 in the other case.
func (rd *conditionReader) addChain(c chain) {
	factor, signs := intNode(1), c.signs
	if k := c.beforeCase; k > 0 {
		label := rd.tensorAt(c.operands[min(k, len(c.operands)-1)].root, 1).cells[0]
		if len(c.operands) != k+2 || signs[k-1] != '=' || !rd.ring.plusMinus[label.text] {
			panic(syntaxErrorf(0, "write the case with a label, as in 2b <= 3 if t_i = 1"))
		}
		factor = binary(opAdd, factor, binary(opMul, c.operands[k].root, c.operands[k+1].root))
		signs = signs[:k-1]
	}
	for i, sign := range signs {
		l, r := c.operands[i], c.operands[i+1]
		text := l.String() + " " + string(sign) + " " + r.String()
		rd.texts = append(rd.texts, text)
		switch sign {
		case '<':
			l, r, sign = r, l, '>'
		case '≤':
			l, r, sign = r, l, '≥'
		}
		rd.addRelation(condition{sign: sign, text: text, wantIndex: rd.wantIndex}, l.root, r.root, factor)
	}
}

// addRelation adds the conditions that factor·l and factor·r have the relation c.sign, one for each
// value of the index and each entry of a vector.
func (rd *conditionReader) addRelation(c condition, l, r, factor *node) {
	scaledDiff, n := binary(opMul, binary(opSub, l, r), factor), 1
	if err := checkOneFreeIndex(scaledDiff, factor); err != nil {
		panic(err)
	}
	if hasFreeIndex(scaledDiff) {
		n = rd.scope.N
	}
	for i := 1; i <= n; i++ {
		left, right := rd.tensorAt(l, i).cells, rd.tensorAt(r, i).cells
		if len(left) != len(right) && len(left) != 1 && len(right) != 1 {
			panic(syntaxErrorf(l.pos, "these cannot be compared: the sides have %d and %d entries", len(left),
				len(right)))
		}
		if len(rd.conditions) >= maxHalfspaces {
			panic(syntaxErrorf(l.pos, "these are more than %d conditions; I stop reading here", maxHalfspaces))
		}
		for k := range max(len(left), len(right)) {
			diff := binary(opSub, left[min(k, len(left)-1)], right[min(k, len(right)-1)])
			rd.addExpanded(c, diff, rd.tensorAt(factor, i).cells[0])
		}
	}
}

// addExpanded adds the condition c with the expanded difference diff·factor. An inequality such as
// min(a, b) ≥ c, a ≥ max(b, c) or a ≥ |b| becomes two conditions.
func (rd *conditionReader) addExpanded(c condition, diff, factor *node) {
	if extreme := extremeTerm(diff, false); extreme != nil && c.sign != '=' {
		args := extreme.args
		if extreme.text == "abs" {
			args = []*node{args[0], {op: opNeg, args: args}}
		}
		for _, a := range args {
			rd.addExpanded(c, diff.replace(func(m *node) (*node, bool) { return a, m == extreme }), factor)
		}
		return
	}
	c.typedDiff = binary(opMul, diff, factor)
	c.diff = diff.replace(func(m *node) (*node, bool) {
		definition, ok := rd.definedEntries[m.text]
		return definition, ok && m.op == opName
	})
	if !isInt(factor, 1) {
		c.diff = binary(opMul, c.diff, factor)
	}
	f := rd.ring.form(c.diff)
	if c.form = f.num; !f.den.isOne() {
		c.form = rd.ring.mul(f.num, f.den) // has the same sign as f
	}
	c.form = rd.ring.withoutPositiveFactor(c.form)
	rd.conditions = append(rd.conditions, c)
}

// extremeTerm returns the first term of the sum n that is a minimum, a subtracted maximum or a
// subtracted absolute value, or nil if there is none. If isNegative is set, n itself is subtracted.
func extremeTerm(n *node, isNegative bool) *node {
	switch n.op {
	case opCall:
		if n.text == "min" && !isNegative || (n.text == "max" || n.text == "abs") && isNegative {
			return n
		}
	case opNeg:
		return extremeTerm(n.args[0], !isNegative)
	case opAdd, opSub:
		if first := extremeTerm(n.args[0], isNegative); first != nil {
			return first
		}
		return extremeTerm(n.args[1], isNegative != (n.op == opSub))
	}
	return nil
}

// withoutPositiveFactor divides a polynomial by the positive letters that all terms contain, and by
// the absolute value of the first coefficient.
func (r *ring) withoutPositiveFactor(p poly) poly {
	p = p.dividedBy(slices.DeleteFunc(p.commonFactor(), func(f factor) bool { return !r.positive[f.base] }))
	for _, t := range p.terms() {
		if t.coef.float() < 0 {
			t.coef = t.coef.neg()
		}
		if inv, ok := t.coef.inv(); ok {
			return p.scale(inv)
		}
	}
	return p
}

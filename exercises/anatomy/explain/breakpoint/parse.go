package breakpoint

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// token is a token of a text. The end of the text is a token too.
type token struct {
	kind   tokenKind
	at, to int    // range in the text, in runes: [at, to)
	text   string // the name or sign; a sign in its ASCII spelling
	// sub is an index written directly after a name, in ASCII (3 for alpha3, α₃ and alpha_3, k for
	// αₖ), and subAt is its position. sub is "" if there is none.
	sub   string
	subAt int
	value float64
}

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenNumber
	tokenSign
)

// signs lists all signs with their ASCII spellings. Longer signs come first.
var signs = [...]struct{ typed, ascii string }{
	{"<=", "<="}, {">=", ">="}, {"=<", "<="}, {"=>", ">="}, {"==", "=="}, {"!=", "!="}, {"<>", "!="}, {"/=", "!="},
	{"&&", "and"}, {"||", "or"},
	{"≤", "<="}, {"⩽", "<="}, {"≥", ">="}, {"⩾", ">="}, {"≠", "!="}, {"=", "=="}, {"<", "<"}, {">", ">"},
	{"∧", "and"}, {"&", "and"}, {"∨", "or"}, {"¬", "not"}, {"!", "not"}, {"|", "|"},
	{"(", "("}, {")", ")"}, {"[", "["}, {"]", "]"}, {"{", "{"}, {"}", "}"}, {",", ","},
	{"+", "+"}, {"-", "-"}, {"*", "*"}, {"·", "*"}, {"/", "/"},
}

// lex splits a text into tokens. The last token is tokenEnd. Errors are panics, as in the parser.
func lex(src []rune) []token {
	var out []token
	for at := 0; at < len(src); {
		if unicode.IsSpace(src[at]) {
			at++
			continue
		}
		t := lexToken(src, at)
		out, at = append(out, t), t.to
	}
	return append(out, token{kind: tokenEnd, at: len(src), to: len(src)})
}

func lexToken(src []rune, at int) token {
	if to := expr.NumberEnd(src, at); to > at {
		return lexNumber(src, at, to)
	}
	if src[at] == '∞' {
		return token{kind: tokenNumber, at: at, to: at + 1, value: math.Inf(1)}
	}
	if unicode.IsLetter(src[at]) {
		return lexName(src, at)
	}
	rest := slices.Clone(src[at:min(at+2, len(src))])
	if plain, ok := expr.Plain(rest[0]); ok {
		rest[0] = plain
	}
	for _, s := range signs {
		if strings.HasPrefix(string(rest), s.typed) {
			return token{kind: tokenSign, at: at, to: at + len([]rune(s.typed)), text: s.ascii}
		}
	}
	panic(fault(at, "", "I do not know the sign %q here.", src[at]))
}

// plainSub returns the ASCII spelling of a subscript digit, or of a subscript k, l or i. For other
// runes it returns 0.
func plainSub(r rune) rune {
	if p := expr.FromSubscript(r); expr.IsDigit(p) || p == 'k' || p == 'l' || p == 'i' {
		return p
	}
	return 0
}

// lexName reads letters and underscores, and an index directly after them.
func lexName(src []rune, at int) token {
	to := at
	for to < len(src) && (unicode.IsLetter(src[to]) || src[to] == '_') && plainSub(src[to]) == 0 {
		to++
	}
	t := token{kind: tokenName, at: at, to: to, text: string(src[at:to])}
	var sub []rune
	for end := to; end < len(src); end++ {
		r := src[end]
		if p := plainSub(r); p != 0 {
			r = p
		} else if !expr.IsDigit(r) {
			break
		}
		sub = append(sub, r)
		t.to = end + 1
	}
	t.sub, t.subAt = string(sub), to
	if withoutUnderscores := strings.TrimRight(t.text, "_"); withoutUnderscores != "" {
		t.text = withoutUnderscores
	}
	switch strings.ToLower(t.text) {
	case "and", "or", "not":
		t.kind, t.text, t.sub, t.to = tokenSign, strings.ToLower(t.text), "", to
	case "inf", "infinity":
		if t.sub == "" {
			t.kind, t.value = tokenNumber, math.Inf(1)
		}
	}
	return t
}

func lexNumber(src []rune, at, to int) token {
	v, err := expr.ParseNumber(src[at:to])
	if err != nil {
		panic(fault(at, "", "This number is too large."))
	}
	if mantissa, _, _ := strings.Cut(strings.ToLower(string(src[at:to])), "e"); v == 0 &&
		strings.ContainsAny(mantissa, "123456789") {
		panic(fault(at, "", "This number is too close to 0."))
	}
	return token{kind: tokenNumber, at: at, to: to, value: v}
}

// parser parses a condition by recursive descent. On an error it panics with a
// *exercises.ConditionError, which parse recovers.
type parser struct {
	v       Vocabulary
	limits  budget.Limits
	src     []rune
	tokens  []token
	depth   int
	problem *exercises.ConditionError
	// numeric is a quantity that stands for any number. Methods that need the quantity on the left
	// side of a comparison get numeric if the left side is something else, or if there is none.
	numeric *quantity
	// candidates are the possible continuations at the end of the text, for completion. The methods
	// whose names begin with offer add to them.
	candidates []candidate
}

// parse parses a whole text. If the text is invalid, n is nil and p.problem is the error.
func (v Vocabulary) parse(text string) (n *node, p *parser) {
	p = &parser{v: v, limits: budget.ConditionLimits(), src: []rune(text),
		numeric: &quantity{anatomy.Observable{Kind: anatomy.Number}}}
	defer expr.Catch(&p.problem)
	if maxRunes := p.limits.Runes; len(p.src) > maxRunes {
		panic(fault(maxRunes, "", "This is %d characters long; at most %d can be read.", len(p.src), maxRunes))
	}
	p.tokens = lex(p.src)
	root := p.or()
	if t := p.peek(); t.kind != tokenEnd {
		panic(p.unexpected(t))
	}
	root = p.condition(root)
	if p.isConstantNumber(root) {
		panic(fault(root.to, "", "This contains no quantity of %s.", v.solver))
	}
	return root, p
}

// isConstantNumber reports whether a value contains no quantity.
func (p *parser) isConstantNumber(n *node) bool {
	isConstant := true
	n.quantities(func(*node) { isConstant = false })
	return isConstant
}

func (p *parser) peek() token { return p.tokens[0] }

// take returns the next token and consumes it, unless it is the end.
func (p *parser) take() token {
	t := p.tokens[0]
	if t.kind != tokenEnd {
		p.tokens = p.tokens[1:]
	}
	return t
}

// acceptSign consumes the next token if it is one of the given signs.
func (p *parser) acceptSign(texts ...string) (token, bool) {
	t := p.peek()
	if t.kind == tokenSign {
		for _, text := range texts {
			if t.text == text {
				return p.take(), true
			}
		}
	}
	return token{}, false
}

// fault returns an error at a rune. fix is the corrected text, if there is one.
func fault(at int, fix, format string, args ...any) *exercises.ConditionError {
	return &exercises.ConditionError{At: at, Problem: fmt.Sprintf(format, args...), Fix: fix}
}

// splice returns the source with text in place of the runes [start, end).
func (p *parser) splice(start, end int, text string) string {
	return string(p.src[:start]) + text + string(p.src[end:])
}

// enter calls read one level deeper. It panics if the text is nested too deeply.
func (p *parser) enter(read func() *node) *node {
	if p.depth++; p.depth > p.limits.Depth {
		panic(fault(p.peek().at, "", "This is nested more than %d levels deep.", p.limits.Depth))
	}
	defer func() { p.depth-- }()
	return read()
}

func (p *parser) or() *node {
	return p.joined("or", opOr, p.and)
}

func (p *parser) and() *node {
	return p.joined("and", opAnd, p.not)
}

// joined parses operands separated by a connective ("and" or "or").
func (p *parser) joined(connective string, op op, parseOperand func() *node) *node {
	left := parseOperand()
	for {
		p.offerJoin(left, connective)
		if _, ok := p.acceptSign(connective); !ok {
			return left
		}
		left = p.condition(left)
		right := p.condition(parseOperand())
		left = binary(op, left, right)
	}
}

func (p *parser) not() *node {
	t, ok := p.acceptSign("not")
	if !ok {
		return p.comparison()
	}
	n := p.condition(p.enter(p.not))
	return &node{op: opNot, args: []*node{n}, at: t.at, to: n.to}
}

// condition converts a node to a condition. A flag becomes the condition that it is true, and an
// observable with Idle set becomes the condition that something happened. For any other value,
// condition panics.
func (p *parser) condition(n *node) *node {
	if n.isCondition() {
		return n
	}
	q := n.asQuantity()
	switch {
	case q == nil:
		panic(fault(n.to, "", "A comparison is missing here, such as < 1."))
	case q.Kind == anatomy.Flag || q.Idle:
		return &node{op: opTrue, args: []*node{n}, at: n.at, to: n.to}
	case q.Kind == anatomy.OneOfWords:
		panic(fault(n.to, p.splice(n.to, n.to, " == "+q.Words[len(q.Words)-1]), "What should %s be? It is %s.", q.Name,
			expr.JoinWords(q.Words, "and")))
	case q.Kind == anatomy.PointPair:
		panic(fault(n.to, p.splice(n.to, n.to, " changes"), "What should the pair be, as in %s == (1, 2)?", q.Name))
	}
	panic(fault(n.to, p.splice(n.to, n.to, " changes"),
		"A comparison or a verb is missing after %s, such as < 1 or changes.", q.Name))
}

// comparison parses a value and the comparison or verb after it. A chain 0 < a < C is read as
// 0 < a and a < C.
func (p *parser) comparison() *node {
	left := p.sum(nil)
	if left.isCondition() {
		if rel, ok := p.relation(); ok {
			panic(fault(rel.at, "", "What is in front of this is true or false already."))
		}
		return left
	}
	p.offerAfter(left)
	if v, ok := p.verb(); ok {
		return p.verbCondition(left, v)
	}
	if q, t := left.asQuantity(),
		p.peek(); q != nil && q.Kind == anatomy.OneOfWords && t.kind == tokenName && q.option(t.text) >= 0 {
		panic(fault(t.at, p.splice(t.at, t.at, "== "), "A comparison is missing here: %s == %s.", q.Name,
			q.Words[q.option(t.text)]))
	}
	out := left
	for rel, ok := p.relation(); ok; rel, ok = p.relation() {
		right := p.rightSide(left, rel)
		link := binary(opCompare, left, right)
		link.rel = rel.rel
		if out.isCondition() {
			link = binary(opAnd, out, link)
		}
		out, left = link, right
	}
	return out
}

// rightSide parses the right side of a comparison. It panics if the right side cannot be compared
// with the left side.
func (p *parser) rightSide(left *node, rel relationToken) *node {
	q := left.asQuantity()
	switch {
	case left.op == opWord || left.op == opPair:
		panic(fault(rel.at, "", "One comparison is enough here."))
	case q == nil:
		q = p.numeric
	case q.Kind == anatomy.Flag:
		panic(fault(rel.at, string(p.src[:left.to]), "%s is true or false: write %s, or not %s.", q.Name, q.Name,
			q.Name))
	case q.Kind != anatomy.Number && rel.rel != equal && rel.rel != unequal:
		panic(fault(rel.at, p.splice(rel.at, rel.to, "=="), "%s is a %s: compare it with == or !=.", q.Name,
			map[anatomy.ValueKind]string{anatomy.OneOfWords: "word", anatomy.PointPair: "pair"}[q.Kind]))
	case q.Kind == anatomy.PointPair:
		return p.pair(q)
	case q.Kind == anatomy.OneOfWords:
		return p.wordOf(q)
	}
	p.mustHaveEntries(left)
	right := p.sum(q)
	switch o := right.asQuantity(); {
	case right.isCondition():
		panic(fault(right.at, "", "A value is needed here, but this is true or false."))
	case o != nil && o.Kind != anatomy.Number:
		panic(fault(right.at, "", "%s is not a number; write it on the left.", o.Name))
	}
	p.mustHaveEntries(right)
	return right
}

// mustHaveEntries panics if a quantity in a value lacks its index.
func (p *parser) mustHaveEntries(n *node) {
	n.quantities(func(q *node) {
		if q.q.Size > 0 && q.entry == 0 && q.index == nil {
			first := q.q.entryText("1")
			panic(fault(q.to, p.splice(q.at, q.to, first), "Which %s? Write %s.", q.q.Name, first))
		}
	})
}

// verbCondition returns the condition that the verb v is true of the value n. It panics if v cannot
// follow n.
func (p *parser) verbCondition(n *node, v verbToken) *node {
	q := n.asQuantity()
	switch {
	case n.subject() == anatomy.AboutProblem:
		panic(fault(v.at, "", "What is in front of this is the same at every step."))
	case q == nil && v.verb == flips:
		panic(fault(v.at, "", "flips can follow pred or f, as in pred(x1) flips."))
	case q != nil && v.verb == flips && !q.Flips:
		panic(fault(v.at, p.splice(v.at, v.to, "changes"), "%s has no sign that could flip; write changes.", q.Name))
	case q != nil && q.Kind != anatomy.Number && v.verb != changes:
		panic(fault(v.at, p.splice(v.at, v.to, "changes"), "%s is not a number; write changes.", q.Name))
	case q == nil:
		p.mustHaveEntries(n)
	}
	return &node{op: opVerb, verb: v.verb, args: []*node{n}, at: n.at, to: v.to}
}

type verbToken struct {
	token
	verb verb
}

// verb consumes a verb if one comes next.
func (p *parser) verb() (verbToken, bool) {
	t := p.peek()
	if t.kind != tokenName || t.sub != "" {
		return verbToken{}, false
	}
	for v, text := range verbTexts {
		if t.text == text {
			return verbToken{p.take(), verb(v)}, true
		}
	}
	if v, ok := verbAliases[t.text]; ok {
		return verbToken{p.take(), v}, true
	}
	return verbToken{}, false
}

type relationToken struct {
	token
	rel relation
}

// relation consumes a relation if one comes next.
func (p *parser) relation() (relationToken, bool) {
	t := p.peek()
	if t.kind == tokenName && equalWords[t.text] && t.sub == "" {
		return relationToken{p.take(), equal}, true
	}
	if t.kind != tokenSign {
		return relationToken{}, false
	}
	for r, text := range relationTexts {
		if t.text == text {
			return relationToken{p.take(), relation(r)}, true
		}
	}
	return relationToken{}, false
}

// unexpected returns the error for a token that cannot follow a complete condition.
func (p *parser) unexpected(t token) *exercises.ConditionError {
	afterDigit := t.at > 0 && expr.IsDigit(p.src[t.at-1])
	switch {
	case t.kind == tokenSign && (t.text == ")" || t.text == "]" || t.text == "}"):
		return fault(t.at, p.splice(t.at, t.to, ""), "There is no open bracket that this could close.")
	case t.kind == tokenSign && t.text == "," && afterDigit && t.to < len(p.src) && expr.IsDigit(p.src[t.to]):
		return fault(t.at, p.splice(t.at, t.to, "."), "A decimal is written with a point.")
	case t.kind == tokenName && afterDigit:
		return fault(t.at, p.splice(t.at, t.at, "*"), "A sign is missing here, such as *.")
	case t.kind == tokenName:
		if nearest, ok := expr.Nearest(t.text, continuations()); ok && nearest != t.text {
			return fault(t.at, p.splice(t.at, t.to, nearest), "I do not know %s here; is it %s?", quote(t.text+t.sub),
				nearest)
		}
	}
	return fault(t.at, "", "Something is missing here: and, or, or a comparison.")
}

// continuations returns the words that may follow a value.
func continuations() []string { return append([]string{"and", "or"}, verbTexts[:]...) }

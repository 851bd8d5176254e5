package breakpoint

import (
	"fmt"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/kernels/expr"
)

// sum parses the values in a condition, such as alpha[3] == C − 1, that are joined by + and −. On
// the right side of a comparison, leftSide is the quantity on its left side. It is p.numeric if the
// sum must be a number, and nil if the sum is itself on the left side or alone.
func (p *parser) sum(leftSide *quantity) *node {
	return p.leftAssociative(leftSide, p.product, map[string]op{"+": opAdd, "-": opSub})
}

func (p *parser) product(leftSide *quantity) *node {
	return p.leftAssociative(leftSide, p.unary, map[string]op{"*": opMul, "/": opDiv})
}

// leftAssociative parses values joined by left-associative operators.
func (p *parser) leftAssociative(leftSide *quantity, parseOperand func(*quantity) *node, ops map[string]op) *node {
	left := parseOperand(leftSide)
	for {
		t := p.peek()
		o, ok := ops[t.text]
		if t.kind != tokenSign || !ok {
			return left
		}
		p.mustBeNumber(left)
		p.take()
		right := p.mustBeNumber(parseOperand(p.numeric))
		left = binary(o, left, right)
	}
}

// mustBeNumber returns n if its value is a single number. Otherwise it panics.
func (p *parser) mustBeNumber(n *node) *node {
	q := n.asQuantity()
	switch {
	case n.isCondition():
		panic(fault(n.at, "", "A number is needed here, but this is true or false."))
	case n.op == opWord || n.op == opPair || q != nil && q.Kind != anatomy.Number:
		panic(fault(n.at, "", "This is not a number that can be computed with."))
	}
	p.mustHaveEntries(n)
	return n
}

func (p *parser) unary(leftSide *quantity) *node {
	t, ok := p.acceptSign("-")
	if !ok {
		return p.primary(leftSide)
	}
	n := p.enter(func() *node { return p.mustBeNumber(p.unary(p.numeric)) })
	return &node{op: opNeg, args: []*node{n}, at: t.at, to: n.to}
}

func (p *parser) primary(leftSide *quantity) *node {
	t := p.peek()
	switch {
	case t.kind == tokenEnd:
		p.offerOperand(leftSide)
		panic(fault(t.at, "", "Something is missing here: a quantity or a number."))
	case t.kind == tokenNumber:
		p.take()
		return &node{op: opNumber, number: t.value, at: t.at, to: t.to}
	case t.kind == tokenName && strings.EqualFold(t.text, "abs") && t.sub == "":
		return p.absoluteCall()
	case t.kind == tokenName:
		return p.quantity()
	case t.text == "(" || t.text == "|":
		p.take()
		return p.enter(func() *node { return p.enclosed(t, leftSide) })
	}
	panic(fault(t.at, "", "A quantity or a number is missing in front of this."))
}

// enclosed parses an expression in parentheses or between bars. If leftSide is not nil, the
// expression must be a number.
func (p *parser) enclosed(opening token, leftSide *quantity) *node {
	if opening.text == "|" {
		return p.absoluteValue(opening, "|")
	}
	var n *node
	if leftSide != nil {
		n = p.mustBeNumber(p.sum(p.numeric))
	} else if n = p.or(); n.asQuantity() != nil && n.asQuantity().Kind != anatomy.Number {
		n = p.condition(n)
	}
	if !n.isCondition() {
		p.mustBeNumber(n)
	}
	inner := *n
	inner.at = opening.at
	return p.expectClosing(")", &inner)
}

// absoluteCall parses abs(…).
func (p *parser) absoluteCall() *node {
	t := p.take()
	if _, ok := p.acceptSign("("); !ok {
		panic(fault(t.to, p.splice(t.to, t.to, "("), "abs needs brackets, as in abs(b)."))
	}
	return p.enter(func() *node { return p.absoluteValue(t, ")") })
}

// absoluteValue parses an absolute value after its opening token, up to the closing one.
func (p *parser) absoluteValue(opening token, closing string) *node {
	return p.expectClosing(closing,
		&node{op: opAbs, args: []*node{p.mustBeNumber(p.sum(p.numeric))}, at: opening.at})
}

// expectClosing consumes the sign closing, which ends the node n, and returns n. If the next token
// is another token, it panics.
func (p *parser) expectClosing(closing string, n *node) *node {
	if t, ok := p.acceptSign(closing); ok {
		n.to = t.to
		return n
	}
	t := p.peek()
	p.offer(candidate{text: closing, help: "closes the bracket", noSpace: true})
	fix := ""
	if t.kind == tokenEnd {
		fix = strings.TrimRight(string(p.src), " ") + closing
	}
	panic(fault(t.at, fix, "A %s is missing here.", closing))
}

// wordOf parses a word of a quantity. Words such as step-limit contain a minus
// sign.
func (p *parser) wordOf(q *quantity) *node {
	t := p.peek()
	switch t.kind {
	case tokenEnd:
		for _, w := range q.Words {
			p.offer(candidate{text: w})
		}
		panic(fault(t.at, "", "A word is missing here: %s.", expr.JoinWords(q.Words, "or")))
	case tokenNumber, tokenSign:
		panic(fault(t.at, "", "%s is a word: %s.", q.Name, expr.JoinWords(q.Words, "or")))
	}
	p.take()
	text, to := t.text+t.sub, t.to
	for len(p.tokens) > 1 && p.tokens[0].text == "-" && p.tokens[1].kind == tokenName {
		text, to = text+"-"+p.tokens[1].text, p.tokens[1].to
		p.tokens = p.tokens[2:]
	}
	if i := q.option(text); i >= 0 {
		return &node{op: opWord, q: q, number: float64(i), at: t.at, to: to}
	}
	fix := ""
	if nearest, ok := expr.Nearest(text, q.Words); ok {
		fix = p.splice(t.at, to, nearest)
	}
	panic(fault(t.at, fix, "%s is never %s: it is %s.", q.Name, quote(text), expr.JoinWords(q.Words, "or")))
}

// pair parses the right side of a comparison with the quantity q, which is a pair: (3, 9).
func (p *parser) pair(q *quantity) *node {
	p.offer(candidate{text: "(", help: "two points, as in (3, 9)"})
	open, hasBracket := p.acceptSign("(")
	at := p.peek().at
	if hasBracket {
		at = open.at
	}
	a := p.pointNumber()
	if _, ok := p.acceptSign(","); !ok {
		panic(fault(p.peek().at, "", "A pair has two points with a comma between them, as in (3, 9)."))
	}
	b := p.pointNumber()
	n := &node{op: opPair, q: q, number: anatomy.PairCode(a.entry, b.entry), at: at, to: b.to}
	if hasBracket {
		return p.expectClosing(")", n)
	}
	return n
}

// pointNumber parses the number of a point, such as 3 or x3.
func (p *parser) pointNumber() *node {
	n := &node{at: p.peek().at}
	p.entry(n, p.pointCount())
	if n.index != nil {
		panic(fault(n.at, "", "The number of a point is needed here, as in (3, 9)."))
	}
	return n
}

// pointCount returns the number of points.
func (p *parser) pointCount() int {
	if q, ok := p.v.find("f"); ok {
		return q.Size
	}
	return 0
}

// quantity parses a name with its index.
func (p *parser) quantity() *node {
	t := p.take()
	q, ok := p.v.find(t.text)
	n := &node{op: opQuantity, q: q, at: t.at, to: t.to}
	if !ok {
		if q, index, ok := p.v.withPointSuffix(t.text); ok && t.sub == "" {
			n.q, n.index = q, index
			return n
		}
		panic(p.unknownName(t))
	}
	switch {
	case t.sub != "" && q.Size == 0:
		panic(fault(t.subAt, p.splice(t.subAt, t.to, ""), "%s is one number and has no index.", q.Name))
	case t.sub != "":
		return p.entryAt(n, t.sub, t.subAt, t.to, q.Size)
	case q.Size == 0:
		if b := p.peek(); b.kind == tokenSign && b.text == "[" {
			panic(fault(b.at, "", "%s is one number and has no index.", q.Name))
		}
		return n
	}
	p.offer(candidate{text: q.opening()[:1], help: "which one", noSpace: true})
	open, ok := p.acceptSign("[", "(", "{")
	if !ok {
		return n
	}
	closing := map[string]string{"[": "]", "(": ")", "{": "}"}[open.text]
	p.offerEntries(q, closing)
	p.entry(n, q.Size)
	return p.expectClosing(closing, n)
}

// entry parses the index of n: 3, x3 or k. size is the number of entries.
func (p *parser) entry(n *node, size int) {
	t := p.peek()
	switch {
	case t.kind == tokenNumber:
		p.take()
		p.entryAt(n, string(p.src[t.at:t.to]), t.at, t.to, size)
		return
	case t.kind == tokenName && (t.text == "x" || t.text == "X") && t.sub != "":
		p.take()
		p.entryAt(n, t.sub, t.subAt, t.to, size)
		return
	case t.kind == tokenName && t.sub == "":
		for _, name := range []string{t.text, strings.TrimLeft(t.text, "x_")} {
			if q, ok := p.v.find(name); ok && q.Index && !n.isFeature() {
				p.take()
				n.index, n.to = q, t.to
				return
			}
		}
	}
	panic(fault(t.at, "", "An index is needed here, 1 to %d.", size))
}

// entryAt parses text as the index of n, which must be from 1 to size or a quantity such as k. text
// is the part [start, end) of the source, in runes.
func (p *parser) entryAt(n *node, text string, start, end, size int) *node {
	n.to = end
	if q, ok := p.v.find(text); ok && q.Index && !n.isFeature() {
		n.index = q
		return n
	}
	i, err := strconv.Atoi(text)
	switch {
	case err != nil:
		panic(fault(start, "", "An index is a whole number, 1 to %d.", size))
	case i == 0:
		panic(fault(start, p.splice(start, end, "1"), "Counting begins at 1: the index is 1 to %d.", size))
	case i > size:
		panic(fault(start, "", "The index is 1 to %d.", size))
	}
	n.entry = i
	return n
}

// withPointSuffix splits a name such as αₖ into a quantity with entries, α, and the quantity that
// is its index, k. ok is false if the name cannot be split.
func (v Vocabulary) withPointSuffix(name string) (q, index *quantity, ok bool) {
	for _, index := range v.quantities {
		if !index.Index {
			continue
		}
		for _, letter := range append([]string{index.Name, index.Symbol}, index.Aliases...) {
			base, hasSuffix := strings.CutSuffix(name, letter)
			if q, isKnown := v.find(strings.TrimRight(base, "_")); hasSuffix && base != "" && isKnown && q.Size > 0 &&
				!q.Feature {
				return q, index, true
			}
		}
	}
	return nil, nil, false
}

// unknownName returns the error for an unknown name.
func (p *parser) unknownName(t token) *exercises.ConditionError {
	for _, q := range p.v.quantities {
		if q.Kind == anatomy.OneOfWords && q.option(t.text) >= 0 {
			w := q.Words[q.option(t.text)]
			return fault(t.at, p.splice(t.at, t.to, q.Name+" == "+w), "%s is a word for %s: write %s == %s.", w, q.Name,
				q.Name, w)
		}
	}
	var names []string
	for _, q := range p.v.quantities {
		names = append(names, q.Name)
		names = append(names, q.Aliases...)
	}
	fix := ""
	if nearest, ok := expr.Nearest(t.text, names); ok {
		fix = p.splice(t.at, t.at+len([]rune(t.text)), nearest)
	}
	return fault(t.at, fix, "I do not know %s. You can use %s.", quote(t.text), expr.JoinWords(p.v.names(),
		"and"))
}

// names returns the names of all quantities in the order of the vocabulary.
func (v Vocabulary) names() []string {
	var out []string
	for _, q := range v.quantities {
		out = append(out, q.Name)
	}
	return out
}

// opening returns the text between the name and the index of an entry.
func (q *quantity) opening() string {
	if q.Point {
		return "(x"
	}
	return "["
}

func (q *quantity) closing() string {
	if q.Point {
		return ")"
	}
	return "]"
}

// entryText returns an entry of a quantity in normal form: "alpha[3]".
func (q *quantity) entryText(index string) string { return q.Name + q.opening() + index + q.closing() }

func quote(s string) string { return fmt.Sprintf("“%s”", s) }

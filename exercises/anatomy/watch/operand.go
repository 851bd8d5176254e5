package watch

import (
	"fmt"
	"strconv"
	"strings"
)

// sum reads values with + and − between them. as is the quantity it is to be
// compared with, nil for none.
func (p *parser) sum(as *quantity) *node {
	return p.folded(as, p.product, map[string]op{"+": opAdd, "-": opSub})
}

func (p *parser) product(as *quantity) *node {
	return p.folded(as, p.signed, map[string]op{"*": opMul, "/": opDiv})
}

// folded reads values with operations between them, from the left.
func (p *parser) folded(as *quantity, part func(*quantity) *node, ops map[string]op) *node {
	left := part(as)
	for left != nil {
		t := p.peek()
		o, ok := ops[t.text]
		if t.kind != tokenSign || !ok {
			return left
		}
		if !p.isNumber(left) {
			return nil
		}
		p.take()
		right := part(p.numeric)
		if right == nil || !p.isNumber(right) {
			return nil
		}
		left = &node{op: o, args: []*node{left, right}, at: left.at, to: right.to}
	}
	return nil
}

// isNumber holds a node to being one number.
func (p *parser) isNumber(n *node) bool {
	q := n.lone()
	switch {
	case n.isCondition():
		p.fail(n.at, "", "A number is needed here, and this is true or false.")
	case n.op == opWord || n.op == opPair || q != nil && q.kind != number:
		p.fail(n.at, "", "This is no number to compute with.")
	default:
		return p.entryOf(n) != nil
	}
	return false
}

func (p *parser) signed(as *quantity) *node {
	t, ok := p.sign("-")
	if !ok {
		return p.primary(as)
	}
	if !p.deeper() {
		return nil
	}
	defer func() { p.depth-- }()
	n := p.signed(p.numeric)
	if n == nil || !p.isNumber(n) {
		return nil
	}
	return &node{op: opNeg, args: []*node{n}, at: t.at, to: n.to}
}

func (p *parser) primary(as *quantity) *node {
	t := p.peek()
	switch {
	case t.kind == tokenEnd:
		p.offerOperand(as)
		return p.fail(t.at, "", "Something is missing here: a quantity or a number.")
	case t.kind == tokenNumber:
		p.take()
		return &node{op: opNumber, number: t.value, at: t.at, to: t.to}
	case t.kind == tokenName && strings.EqualFold(t.text, "abs") && t.sub == "":
		return p.absolute()
	case t.kind == tokenName:
		return p.quantity()
	case t.text == "(" || t.text == "|":
		return p.enclosed(t.text, as)
	}
	if text := p.splice(t.at, t.to, ""); t.text == ")" && p.depth == 0 {
		return p.fail(t.at, text, "Nothing is open that this could close.")
	}
	return p.fail(t.at, "", "A quantity or a number is missing in front of this.")
}

// enclosed reads what stands in brackets, or between bars. Where a number is
// asked for, as is set and there is only that.
func (p *parser) enclosed(open string, as *quantity) *node {
	t := p.take()
	if !p.deeper() {
		return nil
	}
	defer func() { p.depth-- }()
	if open == "|" || as != nil {
		n := p.sum(p.numeric)
		if n == nil || !p.isNumber(n) {
			return nil
		}
		if open == "|" {
			return p.closed("|", &node{op: opAbs, args: []*node{n}, at: t.at})
		}
		inner := *n
		inner.at = t.at
		return p.closed(")", &inner)
	}
	n := p.or()
	if n == nil {
		return nil
	}
	if q := n.lone(); q != nil && q.kind != number {
		n = p.condition(n)
	}
	if n == nil || !n.isCondition() && !p.isNumber(n) {
		return nil
	}
	inner := *n
	inner.at = t.at
	return p.closed(")", &inner)
}

// absolute reads abs(…).
func (p *parser) absolute() *node {
	t := p.take()
	if _, ok := p.sign("("); !ok {
		return p.fail(t.to, p.splice(t.to, t.to, "("), "abs wants brackets, as in abs(b).")
	}
	if !p.deeper() {
		return nil
	}
	defer func() { p.depth-- }()
	n := p.sum(p.numeric)
	if n == nil || !p.isNumber(n) {
		return nil
	}
	return p.closed(")", &node{op: opAbs, args: []*node{n}, at: t.at})
}

// closed takes the sign that closes a node.
func (p *parser) closed(with string, n *node) *node {
	if t, ok := p.sign(with); ok {
		n.to = t.to
		return n
	}
	t := p.peek()
	p.offer(candidate{text: with, help: "closes the bracket", glued: true})
	fix := ""
	if t.kind == tokenEnd {
		fix = strings.TrimRight(string(p.src), " ") + with
	}
	return p.fail(t.at, fix, "A %s is missing here.", with)
}

// wordOf reads a word of a quantity; one that ends in a limit has a minus sign.
func (p *parser) wordOf(q *quantity) *node {
	t := p.peek()
	switch t.kind {
	case tokenEnd:
		for _, w := range q.words {
			p.offer(candidate{text: w})
		}
		return p.fail(t.at, "", "A word is missing here: %s.", listed(q.words))
	case tokenNumber, tokenSign:
		return p.fail(t.at, "", "%s is a word: %s.", q.name, listed(q.words))
	}
	p.take()
	text, to := t.text+t.sub, t.to
	for len(p.tokens) > 1 && p.tokens[0].text == "-" && p.tokens[1].kind == tokenName {
		text, to = text+"-"+p.tokens[1].text, p.tokens[1].to
		p.tokens = p.tokens[2:]
	}
	if i := q.word(text); i >= 0 {
		return &node{op: opWord, q: q, number: float64(i), at: t.at, to: to}
	}
	fix := ""
	if known, ok := nearest(text, q.words); ok {
		fix = p.splice(t.at, to, known)
	}
	return p.fail(t.at, fix, "%s is never %s: it is %s.", q.name, quoted(text), listed(q.words))
}

// pair reads (3, 9) after a comparison with a pair.
func (p *parser) pair(q *quantity) *node {
	p.offer(candidate{text: "(", help: "two points, as in (3, 9)"})
	open, bracket := p.sign("(")
	at := p.peek().at
	if bracket {
		at = open.at
	}
	a, ok := p.pointNumber(q)
	if !ok {
		return nil
	}
	if _, ok := p.sign(","); !ok {
		return p.fail(p.peek().at, "", "A pair has two points with a comma between them, as in (3, 9).")
	}
	b, ok := p.pointNumber(q)
	if !ok {
		return nil
	}
	n := &node{op: opPair, q: q, number: pairCode(a.entry, b.entry), at: at, to: b.to}
	if bracket {
		return p.closed(")", n)
	}
	return n
}

// pointNumber reads the number of a point, as 3 or x3.
func (p *parser) pointNumber(q *quantity) (*node, bool) {
	n := &node{at: p.peek().at}
	if !p.entry(n, p.size()) {
		return nil, false
	}
	if n.by != nil {
		p.fail(n.at, "", "The number of a point is needed here, as in (3, 9).")
		return nil, false
	}
	return n, true
}

// size is the number of points.
func (p *parser) size() int {
	if q, ok := p.v.find("f"); ok {
		return q.size
	}
	return 0
}

// quantity reads a name with its index.
func (p *parser) quantity() *node {
	t := p.take()
	q, ok := p.v.find(t.text)
	n := &node{op: opQuantity, q: q, at: t.at, to: t.to}
	if !ok {
		if q, by, ok := p.v.suffixed(t.text); ok && t.sub == "" {
			n.q, n.by = q, by
			return n
		}
		return p.unknown(t)
	}
	switch {
	case t.sub != "" && q.size == 0:
		return p.fail(t.subAt, p.splice(t.subAt, t.to, ""), "%s is one number and has no index.", q.name)
	case t.sub != "":
		return p.entryAt(n, t.sub, t.subAt, t.to, q.size)
	case q.size == 0:
		if b := p.peek(); b.kind == tokenSign && b.text == "[" {
			return p.fail(b.at, "", "%s is one number and has no index.", q.name)
		}
		return n
	}
	p.offer(candidate{text: q.opening()[:1], help: "which one", glued: true})
	open, ok := p.sign("[", "(", "{")
	if !ok {
		return n
	}
	closing := map[string]string{"[": "]", "(": ")", "{": "}"}[open.text]
	p.offerEntries(q, closing)
	if !p.entry(n, q.size) {
		return nil
	}
	return p.closed(closing, n)
}

// entry reads an index: 3, x3, k.
func (p *parser) entry(n *node, size int) bool {
	t := p.peek()
	switch {
	case t.kind == tokenNumber:
		p.take()
		return p.entryAt(n, string(p.src[t.at:t.to]), t.at, t.to, size) != nil
	case t.kind == tokenName && (t.text == "x" || t.text == "X") && t.sub != "":
		p.take()
		return p.entryAt(n, t.sub, t.subAt, t.to, size) != nil
	case t.kind == tokenName && t.sub == "":
		for _, name := range []string{t.text, strings.TrimLeft(t.text, "x_")} {
			if q, ok := p.v.find(name); ok && q.index && !n.feature() {
				p.take()
				n.by, n.to = q, t.to
				return true
			}
		}
	}
	p.fail(t.at, "", "An index is needed here, 1 to %d.", size)
	return false
}

// entryAt sets the index of a node, 1 to size, by its text at the runes
// [at, to).
func (p *parser) entryAt(n *node, text string, at, to, size int) *node {
	n.to = to
	if q, ok := p.v.find(text); ok && q.index && !n.feature() {
		n.by = q
		return n
	}
	i, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return p.fail(at, "", "An index is a whole number, 1 to %d.", size)
	case i == 0:
		return p.fail(at, p.splice(at, to, "1"), "Counting begins at 1: the index is 1 to %d.", size)
	case i > size:
		return p.fail(at, "", "The index is 1 to %d.", size)
	}
	n.entry = i
	return n
}

// suffixed reads αk, αℓ and the like: a name with the letter of a point.
func (v Vocabulary) suffixed(name string) (q, by *quantity, ok bool) {
	for _, by := range v.known {
		if !by.index {
			continue
		}
		for _, letter := range append([]string{by.name, by.sign}, by.aliases...) {
			base, ends := strings.CutSuffix(name, letter)
			if q, known := v.find(strings.TrimRight(base, "_")); ends && base != "" && known && q.size > 0 && !q.feature {
				return q, by, true
			}
		}
	}
	return nil, nil, false
}

// unknown is the problem of a name that is not known.
func (p *parser) unknown(t token) *node {
	for _, q := range p.v.known {
		if q.kind == word && q.word(t.text) >= 0 {
			w := q.words[q.word(t.text)]
			return p.fail(t.at, p.splice(t.at, t.to, q.name+" == "+w), "%s is a word for %s: write %s == %s.", w, q.name, q.name, w)
		}
	}
	var names []string
	for _, q := range p.v.known {
		names = append(names, q.name)
		names = append(names, q.aliases...)
	}
	fix := ""
	if known, ok := nearest(t.text, names); ok {
		fix = p.splice(t.at, t.at+len([]rune(t.text)), known)
	}
	return p.fail(t.at, fix, "I do not know %s. Here there are %s.", quoted(t.text), listed(p.v.names()))
}

// names are the names of all quantities, in the order in which they are
// offered.
func (v Vocabulary) names() []string {
	var out []string
	for _, q := range v.known {
		out = append(out, q.name)
	}
	return out
}

// opening is what stands between a name and its index.
func (q *quantity) opening() string {
	if q.point {
		return "(x"
	}
	return "["
}

func (q *quantity) closing() string {
	if q.point {
		return ")"
	}
	return "]"
}

// shown is an entry of a quantity as conditions are printed: "alpha[3]".
func (q *quantity) shown(index string) string { return q.name + q.opening() + index + q.closing() }

func quoted(s string) string { return fmt.Sprintf("“%s”", s) }

// listed writes words with commas, the last with "and".
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

package answer

import (
	"math/big"
	"slices"
	"strings"
)

// op is the kind of a node.
type op uint8

const (
	opNum   op = iota // num, text
	opName            // text: a scalar variable or constant
	opArray           // text; args: its indices, none for the whole array
	opIndex           // text: an index letter used as an index
	opEntry           // args[0]: a vector in parentheses; args[1]: the index
	opNeg
	opAdd
	opSub
	opMul
	opDiv
	opEach // entry by entry: a ∘ b
	opPow
	opTransp
	opDot  // ⟨l, r⟩
	opCall // text: the function
	opSum  // text: the index; args[0]: the body
	opList // [a, b]
	opSet  // {a, b}
)

// infixes are the operators between two operands: as the lexer has them, as they
// are printed, and how tightly they bind.
var infixes = [...]struct {
	sign, shown string
	bind        int
}{
	opAdd: {"+", " + ", bindAdd}, opSub: {"-", " − ", bindAdd}, opMul: {"*", "·", bindMul}, opDiv: {"/", "/", bindMul}, opEach: {"∘", "∘", bindMul},
}

// bind is how tightly an operator between two operands binds; 0 for others.
func (o op) bind() int {
	if int(o) >= len(infixes) {
		return 0
	}
	return infixes[o].bind
}

// node is one operation of an expression. Nodes are never changed once the
// parser has returned, and are shared.
type node struct {
	op   op
	text string
	num  *big.Rat
	args []*node
	at   int
}

func numNode(r *big.Rat) *node { return &node{op: opNum, num: r} }

func intNode(n int64) *node { return numNode(big.NewRat(n, 1)) }

func nameNode(name string) *node { return &node{op: opName, text: name} }

func binary(o op, l, r *node) *node { return &node{op: o, args: []*node{l, r}, at: l.at} }

func call(fn string, args ...*node) *node { return &node{op: opCall, text: fn, args: args} }

// sameNode reports whether two trees are the same reading. Positions and the
// spelling of numbers do not matter.
func sameNode(a, b *node) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.op != b.op || len(a.args) != len(b.args) {
		return false
	}
	if a.op == opNum {
		return a.num.Cmp(b.num) == 0
	}
	if a.text != b.text {
		return false
	}
	for i := range a.args {
		if !sameNode(a.args[i], b.args[i]) {
			return false
		}
	}
	return true
}

// walk visits every node once, parents first.
func (n *node) walk(visit func(*node)) {
	n.has(func(m *node) bool {
		visit(m)
		return false
	})
}

// has reports whether any node satisfies the test.
func (n *node) has(test func(*node) bool) bool {
	if len(n.args) == 0 {
		return test(n)
	}
	return n.find(test, map[*node]bool{})
}

// find looks at each node once, however often it is shared.
func (n *node) find(test func(*node) bool, seen map[*node]bool) bool {
	if test(n) {
		return true
	}
	if len(n.args) == 0 {
		return false
	}
	seen[n] = true
	for _, a := range n.args {
		if !seen[a] && a.find(test, seen) {
			return true
		}
	}
	return false
}

// replaced is the expression with the nodes in the place of which by puts
// another. What is shared stays shared, and what has no change in it is the
// same node.
func (n *node) replaced(by func(*node) (*node, bool)) *node {
	return n.replacedOnce(by, map[*node]*node{})
}

func (n *node) replacedOnce(by func(*node) (*node, bool), done map[*node]*node) *node {
	if m, ok := done[n]; ok {
		return m
	}
	out := n
	if m, ok := by(n); ok {
		out = m
	} else if len(n.args) > 0 {
		args := make([]*node, len(n.args))
		for i, a := range n.args {
			args[i] = a.replacedOnce(by, done)
		}
		if !slices.Equal(args, n.args) {
			changed := *n
			changed.args = args
			out = &changed
		}
	}
	done[n] = out
	return out
}

// named replaces a name.
func (n *node) named(name string, by *node) *node {
	return n.replaced(func(m *node) (*node, bool) { return by, m.op == opName && m.text == name })
}

// single reports whether an operation has one value, whatever stands in it.
func (o op) single() bool { return o == opNum || o == opName || o == opIndex || o == opDot }

// bindSums finds what the sums of a tree run over that do not say it: Σ a_j K_ij
// has one index that stands nowhere else, and that is meant. A sum of a vector
// without any index adds its entries. It panics with a *SyntaxError where an
// index cannot be told.
func bindSums(root *node, s *Scope) {
	outside := map[string]bool{}
	free(root, nil, true, outside)
	root.walk(func(n *node) {
		if n.op != opSum || n.text != "" {
			return
		}
		within := map[string]bool{}
		free(n.args[0], nil, false, within)
		if len(within) > 1 || hasVectors(n.args[0], s) {
			for i := range outside {
				delete(within, i)
			}
		}
		switch len(within) {
		case 0:
			return // a sum of a vector's entries
		case 1:
			for i := range within {
				n.text = i
			}
			return
		}
		panic(faultf(n.at, "say what is summed over, as sum(j, …) or sum_j"))
	})
}

// hasVectors reports whether an array stands in a tree without all of its
// indices.
func hasVectors(n *node, s *Scope) bool {
	return n.has(func(m *node) bool {
		return m.op == opList || m.op == opArray && !s.array(m.text).Points && len(m.args) < len(s.array(m.text).Dims)
	})
}

// free collects the indices of a tree that no sum binds; with open, those of
// the sums that do not say what they run over are left out.
func free(n *node, bound []string, open bool, into map[string]bool) {
	if n.op == opIndex && !slices.Contains(bound, n.text) {
		into[n.text] = true
	}
	if n.op == opSum && n.text == "" && open {
		return
	}
	if n.op == opSum {
		bound = append(bound[:len(bound):len(bound)], n.text)
	}
	for _, a := range n.args {
		free(a, bound, open, into)
	}
}

// freeIndex reports whether an index occurs that no sum binds.
func freeIndex(n *node) bool {
	first, _ := freeIndices(n, "", nil)
	return first != nil
}

// oneFreeIndex refuses two different indices that no sum binds, where the
// answer wanted has at most one: an update is written for one entry.
func oneFreeIndex(root, want *node) *SyntaxError {
	first, second := freeIndices(root, "", nil)
	if _, two := freeIndices(want, "", nil); second == nil || two != nil {
		return nil
	}
	return faultf(second.at, "%s and %s are both free indices here; sum over one of them, or write one letter", first.text, second.text)
}

// freeIndices returns the first free index of a tree, and the first that is
// another letter, given the first one found before.
func freeIndices(n *node, bound string, first *node) (one, other *node) {
	if n.op == opIndex {
		switch {
		case strings.Contains(bound, n.text):
			return first, nil
		case first == nil || first.text == n.text:
			return n, nil
		}
		return first, n
	}
	if n.op == opSum {
		bound += n.text
	}
	for _, a := range n.args {
		var second *node
		if first, second = freeIndices(a, bound, first); second != nil {
			return first, second
		}
	}
	return first, nil
}

package answer

import (
	"math/big"
	"slices"
	"strings"
)

// op is the kind of a node.
type op uint8

const (
	opNum   op = iota // num: the value; text: the number as typed
	opName            // text: a scalar variable or constant
	opArray           // text: an array; args: its indices, none for the whole array
	opIndex           // text: an index letter used as an index
	opEntry           // an entry of a vector in parentheses; args[0]: the vector; args[1]: the index
	opNeg
	opAdd
	opSub
	opMul
	opDiv
	opEntrywise // entry by entry: a ∘ b
	opPow
	opTranspose
	opDot  // ⟨l, r⟩
	opCall // text: the function
	opSum  // text: the index j; args[0]: the summand; args[1], if any: another index i, for a sum over j > i
	opList // [a, b]
	opSet  // {a, b}
)

// infixes lists the binary operators with their sign in the lexer, their printed sign and their
// binding power.
var infixes = [...]struct {
	sign, printed string
	bind          int
}{
	opAdd: {"+", " + ", bindAdd}, opSub: {"-", " − ", bindAdd}, opMul: {"*", "·", bindMul}, opDiv: {"/", "/", bindMul},
	opEntrywise: {"∘", "∘", bindMul},
}

// bind returns the binding power of a binary operator, or 0 for other operators.
func (o op) bind() int {
	if int(o) >= len(infixes) {
		return 0
	}
	return infixes[o].bind
}

// node is one operation of an expression. Nodes do not change after parsing, and
// several parents may share one.
type node struct {
	op   op
	text string
	num  *big.Rat
	args []*node
	pos  int // the position in the text as typed, in runes
}

func numNode(r *big.Rat) *node { return &node{op: opNum, num: r} }

func intNode(n int64) *node { return numNode(big.NewRat(n, 1)) }

func nameNode(name string) *node { return &node{op: opName, text: name} }

func binary(o op, l, r *node) *node { return &node{op: o, args: []*node{l, r}, pos: l.pos} }

func call(fn string, args ...*node) *node { return &node{op: opCall, text: fn, args: args} }

// sameNode reports whether two trees are equal. It ignores positions and the spelling of numbers.
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

// walk calls visit for every node, parents first. It visits a shared node once, unless the node has
// no operands.
func (n *node) walk(visit func(*node)) {
	n.contains(func(m *node) bool {
		visit(m)
		return false
	})
}

// contains reports whether some node of the tree satisfies the test.
func (n *node) contains(test func(*node) bool) bool {
	if len(n.args) == 0 {
		return test(n)
	}
	return n.find(test, map[*node]bool{})
}

// find is like contains, but does not test visited nodes. It adds the tested nodes that have
// operands to visited, so that it tests them only once even if they are shared.
func (n *node) find(test func(*node) bool, visited map[*node]bool) bool {
	if test(n) {
		return true
	}
	if len(n.args) == 0 {
		return false
	}
	visited[n] = true
	for _, a := range n.args {
		if !visited[a] && a.find(test, visited) {
			return true
		}
	}
	return false
}

// replace returns the expression with some nodes replaced. replacement returns the new node for a
// node, and whether to replace it.
func (n *node) replace(replacement func(*node) (*node, bool)) *node {
	return n.rewrite(func(old, updated *node) *node {
		if m, ok := replacement(old); ok {
			return m
		}
		return updated
	})
}

// rewrite returns the expression with change applied to every node, after its operands. The
// arguments of change are the old node and the node with its new operands. Shared nodes
// stay shared, and subtrees that do not change are not copied.
func (n *node) rewrite(change func(old, updated *node) *node) *node {
	return n.rewriteOnce(change, map[*node]*node{})
}

func (n *node) rewriteOnce(change func(old, updated *node) *node, done map[*node]*node) *node {
	if m, ok := done[n]; ok {
		return m
	}
	updated, args := n, make([]*node, len(n.args))
	for i, a := range n.args {
		args[i] = a.rewriteOnce(change, done)
	}
	if !slices.Equal(args, n.args) {
		updated = n.withArgs(n.op, args)
	}
	done[n] = change(n, updated)
	return done[n]
}

// withArgs returns a copy of the node with another operation and other operands.
func (n *node) withArgs(o op, args []*node) *node {
	out := *n
	out.op, out.args = o, args
	return &out
}

// replaceName replaces a name.
func (n *node) replaceName(name string, replacement *node) *node {
	return n.replace(func(m *node) (*node, bool) { return replacement, m.op == opName && m.text == name })
}

// inferSumIndices sets the index of each sum that has no explicit index. If the sum contains one
// index, it runs over this one. If it contains several, as in Σ a_j K_ij, it runs over the only one
// that does not occur outside the sum. A sum of a vector without indices adds the entries of the
// vector and gets no index. inferSumIndices panics with a *SyntaxError if the index is not clear.
func inferSumIndices(root *node, s *Scope) {
	outside := appendFreeIndices(root, "", true, nil)
	root.walk(func(n *node) {
		if n.op != opSum || n.text != "" {
			return
		}
		within := appendFreeIndices(n.args[0], "", false, nil)
		if len(within) > 1 || hasVectors(n.args[0], s) {
			within = slices.DeleteFunc(within, func(i *node) bool { return hasIndex(outside, i) })
		}
		switch len(within) {
		case 0: // the sum adds the entries of a vector
		case 1:
			n.text = within[0].text
		default:
			panic(syntaxErrorf(n.pos, "write what is summed over, as in sum(j, …) or sum_j"))
		}
	})
}

// hasVectors reports whether a tree contains a list, or an array of numbers with fewer indices than
// dimensions.
func hasVectors(n *node, s *Scope) bool {
	return n.contains(func(m *node) bool {
		return m.op == opList ||
			m.op == opArray && !s.array(m.text).HoldsPoints && len(m.args) < len(s.array(m.text).Dims)
	})
}

// appendFreeIndices appends the free indices of a tree to list, each letter once. An index is free
// if no sum binds it. bound holds the letters that are bound outside the tree. If skipImplicit is
// true, sums without an explicit index are ignored.
func appendFreeIndices(n *node, bound string, skipImplicit bool, list []*node) []*node {
	switch {
	case n.op == opIndex && !strings.Contains(bound, n.text) && !hasIndex(list, n):
		return append(list, n)
	case n.op == opSum && n.text == "" && skipImplicit:
		return list
	case n.op == opSum:
		bound += n.text
	}
	for _, a := range n.args {
		list = appendFreeIndices(a, bound, skipImplicit, list)
	}
	return list
}

func hasIndex(list []*node, i *node) bool {
	return slices.ContainsFunc(list, func(o *node) bool { return o.text == i.text })
}

// hasFreeIndex reports whether a tree has a free index.
func hasFreeIndex(n *node) bool {
	return len(appendFreeIndices(n, "", false, nil)) > 0
}

// checkOneFreeIndex returns an error if root has two different free indices although the right
// answer has at most one.
func checkOneFreeIndex(root, rightAnswer *node) *SyntaxError {
	first, second := firstFreeIndices(root)
	if _, secondRight := firstFreeIndices(rightAnswer); second == nil || secondRight != nil {
		return nil
	}
	return syntaxErrorf(second.pos, "%s and %s are both free indices here; sum over one of them, or write one letter",
		first.text, second.text)
}

// firstFreeIndices returns the first two free indices of a tree, or nil for those that do not exist.
func firstFreeIndices(n *node) (first, second *node) {
	list := append(appendFreeIndices(n, "", false, nil), nil, nil)
	return list[0], list[1]
}

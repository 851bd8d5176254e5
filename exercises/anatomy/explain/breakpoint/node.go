package breakpoint

import "kernellab/exercises/anatomy"

// op is the operation of a node.
type op uint8

const (
	opOr op = iota
	opAnd
	opNot
	opCompare // args[0] rel args[1]
	opVerb    // args[0] verb
	opTrue    // args[0], which is a flag or an idle word
	opAdd
	opSub
	opMul
	opDiv
	opNeg
	opAbs
	opNumber
	opQuantity
	opWord // one of the words of q
	opPair // two points, as a pair code
)

type relation uint8

const (
	less relation = iota
	lessEqual
	greater
	greaterEqual
	equal
	unequal
)

var relationTexts = [...]string{"<", "<=", ">", ">=", "==", "!="}

// contrary returns the negation of a relation.
func (r relation) contrary() relation {
	return [...]relation{greaterEqual, greater, lessEqual, less, unequal, equal}[r]
}

// verb describes how a quantity changes from one step to the next.
type verb uint8

const (
	drops verb = iota
	rises
	changes
	flips
	stalls
)

var verbTexts = [...]string{"drops", "rises", "changes", "flips", "stalls"}

var verbHelp = [...]string{
	"it is smaller than one step before",
	"it is larger than one step before",
	"it is not what it was one step before",
	"it leaves the side of 0 it was on",
	"it moved by no more than a thousandth of itself",
}

// verbAliases maps further words to verbs.
var verbAliases = map[string]verb{
	"drop": drops, "falls": drops, "fall": drops, "decreases": drops, "shrinks": drops, "sinks": drops,
	"rise": rises, "grows": rises, "grow": rises, "increases": rises,
	"change": changes, "moves": changes, "flip": flips, "stall": stalls, "stagnates": stalls,
}

// equalWords are words that mean ==.
var equalWords = map[string]bool{"is": true, "equals": true, "reaches": true, "becomes": true}

// node is a node of the syntax tree of a condition. It does not change after
// parsing.
type node struct {
	op     op
	args   []*node
	rel    relation
	verb   verb
	number float64 // a number, the code of a pair, or the index of a word
	q      *quantity
	// entry is the index of an entry from 1, or 0 for none. If by is set, the value
	// of by at the step is the index instead.
	entry  int
	by     *quantity
	at, to int // range in the text, in runes
}

// isCondition reports whether a node is true or false rather than a value.
func (n *node) isCondition() bool { return n.op <= opTrue }

// asQuantity returns the quantity of a node that consists of a quantity only, or nil.
func (n *node) asQuantity() *quantity {
	if n.op != opQuantity {
		return nil
	}
	return n.q
}

// feature reports whether a node is an entry of a feature rather than of a point.
func (n *node) feature() bool { return n.q != nil && n.q.Feature }

// subject returns the least permanent subject of the quantities in a node:
// AboutStep before AboutPosition before AboutProblem.
func (n *node) subject() anatomy.Subject {
	most := anatomy.AboutProblem
	if n.op == opQuantity {
		most = n.q.About
		if n.by != nil {
			most = max(most, n.by.About)
		}
	}
	for _, a := range n.args {
		most = max(most, a.subject())
	}
	return most
}

// quantities calls visit for every quantity in a node, from left to right.
func (n *node) quantities(visit func(*node)) {
	if n.op == opQuantity {
		visit(n)
	}
	for _, a := range n.args {
		a.quantities(visit)
	}
}

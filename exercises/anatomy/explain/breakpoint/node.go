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
	opTrue    // the flag, or the word that is not idle, args[0]
	opAdd
	opSub
	opMul
	opDiv
	opNeg
	opAbs
	opNumber
	opQuantity
	opWord // value of q's words
	opPair // two points, as pairCode
)

// relation is a comparison.
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

// contrary is the relation that holds where r does not.
func (r relation) contrary() relation {
	return [...]relation{greaterEqual, greater, lessEqual, less, unequal, equal}[r]
}

// verb is what may happen to a quantity from one step to the next.
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

// verbAliases are further words for a verb.
var verbAliases = map[string]verb{
	"drop": drops, "falls": drops, "fall": drops, "decreases": drops, "shrinks": drops, "sinks": drops,
	"rise": rises, "grows": rises, "grow": rises, "increases": rises,
	"change": changes, "moves": changes, "flip": flips, "stall": stalls, "stagnates": stalls,
}

// equalWords are words that read as ==.
var equalWords = map[string]bool{"is": true, "equals": true, "reaches": true, "becomes": true}

// node is a piece of a condition. It is never changed once parsed.
type node struct {
	op     op
	args   []*node
	rel    relation
	verb   verb
	number float64 // of a number, a pair, or the place of a word
	q      *quantity
	// entry is the index of an entry from 1, 0 where it has none; or it is
	// what the quantity by says.
	entry  int
	by     *quantity
	at, to int // runes of the text
}

// isCondition reports whether a node is true or false rather than a value.
func (n *node) isCondition() bool { return n.op <= opTrue }

// lone is the quantity that a node is, with nothing around it.
func (n *node) lone() *quantity {
	if n.op != opQuantity {
		return nil
	}
	return n.q
}

// feature reports an entry of a feature rather than of a point.
func (n *node) feature() bool { return n.q != nil && n.q.Feature }

// nature is that of the most fleeting quantity in a node: a deed before a
// state, a state before a constant.
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

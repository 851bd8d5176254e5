package answer

import (
	"context"
	"math/big"
	"slices"

	"kernellab/exercises/budget"
)

// Expr is an expression as the lab reads it, with the scope it was read in.
// It is immutable.
type Expr struct {
	root  *node
	scope *Scope
	other []alternative // further readings; none for most texts
	// out says that the root is written out already: no index, sum or vector is
	// left in it, and its parts may be shared many times over.
	out bool
}

// Parse reads an expression, or a list of them, in the scope's names. The
// error is a *SyntaxError.
//
// The text may be anything, and a budget of the context pays for it: also for
// what is done later with the expression. It ends with the context.
func Parse(ctx context.Context, text string, s Scope) (Expr, error) {
	e, err := parseTyped(ctx, text, &s)
	if err != nil {
		return Expr{}, err
	}
	return e, nil
}

// parseTyped reads a text that may be anything: the one way from what was typed
// to an expression, which starts the budget that pays for all the rest.
func parseTyped(ctx context.Context, text string, s *Scope) (Expr, *SyntaxError) {
	return parseIn(text, s.paidBy(budget.Of(ctx, budget.Answer())))
}

// ParseOwn is Parse for a text of the program's own, such as a worksheet's. No
// budget pays for it, now or later, so it is not for what a student typed.
func ParseOwn(text string, s Scope) (Expr, error) {
	e, err := parseIn(text, &s)
	if err != nil {
		return Expr{}, err
	}
	return e, nil
}

// MustParse is ParseOwn for a text that can be read; it panics on another.
func MustParse(text string, s Scope) Expr {
	e, err := ParseOwn(text, s)
	if err != nil {
		panic("answer: " + text + ": " + err.Error())
	}
	return e
}

func parseIn(text string, s *Scope) (Expr, *SyntaxError) {
	s = s.withIndices().spelt()
	root, met, err := parseText(text, s, 0)
	if err != nil {
		err.Fix = mend(err.Fix, s)
		if err.Fix == "" {
			err.Fix = mend(withCommas(text), s)
		}
		return Expr{}, err
	}
	e := Expr{root: root, scope: s, other: alternatives(text, s, root, met)}
	if _, err := e.lowered(); err != nil {
		return Expr{}, err
	}
	return e, nil
}

// Int and Float are expressions for numbers that a lesson computes.
func Int(n int64) Expr { return Expr{root: intNode(n), scope: &Scope{}} }

// Float is the exact value of a float64; it panics for one that is not
// finite.
func Float(v float64) Expr {
	r := new(big.Rat).SetFloat64(v)
	if r == nil {
		panic("answer: Float of a value that is not finite")
	}
	return Expr{root: numNode(r), scope: &Scope{}}
}

// Exprs reads several expressions in one scope, for lesson authors.
func Exprs(s Scope, texts ...string) []Expr {
	out := make([]Expr, len(texts))
	for i, t := range texts {
		out[i] = MustParse(t, s)
	}
	return out
}

// Vars lists the variables that occur, in the scope's spelling, sorted.
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

// List returns the entries of a list, set or vector; for any other expression
// the expression itself.
func (e Expr) List() []Expr {
	root := e.root
	for root.op == opTransp && root.args[0].op == opList {
		root = root.args[0] // a column is a list
	}
	for root.op == opList && len(root.args) == 1 && root.args[0].op == opList {
		root = root.args[0] // so is a matrix of one row
	}
	if root.op != opList && root.op != opSet {
		return []Expr{e}
	}
	out := make([]Expr, len(root.args))
	for i, a := range root.args {
		if a.op == opList && len(a.args) == 1 {
			a = a.args[0] // and one of one column
		}
		out[i] = Expr{root: a, scope: e.scope}
	}
	return out
}

// hasDecimals reports whether a number was written with a decimal point.
func (e Expr) hasDecimals() bool {
	return e.root.has(func(n *node) bool { return n.op == opNum && isDecimal(n.text) })
}

func isDecimal(text string) bool {
	for _, r := range text {
		if r == '.' || r == 'e' || r == 'E' {
			return true
		}
	}
	return false
}

package answer

import (
	"context"
	"fmt"
	"strings"

	"kernellab/exercises"
)

// ExprTask asks for an expression equal to Want.
type ExprTask struct {
	Scope Scope
	Want  string // the reference, in the scope's names
	// Form is the form asked, where the form is the task: an equal expression
	// in another one is then equal-other-form and not accepted.
	Form Form
	// Mistakes are looked for in order.
	Mistakes []Mistake
}

// JudgeExpr decides whether the text equals the expression wanted, whatever
// its form. Polynomials, rational functions and exponentials are decided
// exactly; with a free index, for each of its values; for anything else
// agreement is reported as not proved, and disagreement with a point.
func JudgeExpr(ctx context.Context, text string, t ExprTask) Result {
	t.Scope.Entries = t.entries()
	t.Scope = t.Scope.learnt()
	want := MustParse(t.Want, t.Scope)
	e, stop := read(ctx, answerTo(ctx, text, t.Scope, func(e Expr) bool { return provedEqual(e, want) }), &t.Scope)
	if stop != nil {
		return *stop
	}
	if err := oneFreeIndex(e.root, want.root); err != nil {
		return unreadable(err)
	}
	plain := ExprTask{Scope: t.Scope, Form: t.Form}
	return eitherAccepted(e, func(e Expr) Result { return judgeExpr(e, want, t) },
		func(e Expr) bool { return judgeExpr(e, want, plain).Accepted })
}

// entries is how many expressions are wanted.
func (t ExprTask) entries() int {
	if want := MustParse(t.Want, t.Scope).root; want.op == opList {
		return len(want.args)
	}
	return 1
}

func judgeExpr(e, want Expr, t ExprTask) Result {
	c := compare(e, want)
	switch c.outcome {
	case proved:
		if !t.Form.holds(e) {
			return newResult(exercises.OtherForm, "The value is right. It is not %s yet.", t.Form.words()).known("form", "")
		}
		return newResult(exercises.Equal, "%s", provedBy(c, want)).anotherForm(e, want, t.Form)
	case sampled:
		return newResult(exercises.Undecided, "Agrees at %d points, not proved.", c.points)
	case tooLarge:
		return undecided(c.err)
	}
	r := refutedResult(c)
	if c.work > maxWork/4 {
		return r // too large to try what else it might be
	}
	for _, m := range t.Mistakes {
		if provedEqual(e, MustParse(m.Form, t.Scope)) {
			return r.known(m.ID, m.Says)
		}
	}
	if c.factor == "−1" {
		return r.known("sign", "It looks as if one sign is turned round: yours is −1 times what is needed.")
	}
	return r
}

// anotherForm adds another way to write an answer that is right, where every form
// is: with one asked for, another may be the question itself.
func (r Result) anotherForm(e, want Expr, form Form) Result {
	if form != AnyForm {
		return r
	}
	if w := want.String(); w != e.String() && want.root.op != opNum {
		return r.with("Another right form: %s.", w)
	}
	if freeIndex(want.root) {
		return r
	}
	t, err := want.lowered()
	if err != nil || !t.isScalar() {
		return r
	}
	c, cerr := newRing(want.scope).canon(t.cells[0])
	if cerr != nil || !c.den.isOne() || len(c.num) > 8 {
		return r
	}
	if s := c.num.String(); s != e.String() && !c.num.has('(') {
		return r.with("Another right form: %s.", s)
	}
	return r
}

// has reports whether an atom's name contains the byte.
func (p poly) has(b byte) bool {
	for _, t := range p {
		for _, f := range t.mono {
			if strings.IndexByte(f.atom, b) >= 0 {
				return true
			}
		}
	}
	return false
}

// provedBy says what was proved.
func provedBy(c comparison, want Expr) string {
	if freeIndex(want.root) || want.root.has(func(n *node) bool { return n.op == opSum && want.scope.Query != "" }) {
		return fmt.Sprintf("Written out for %s, both sides agree term by term.", c.sizesInWords(want.scope))
	}
	if len(want.Vars()) == 0 {
		return "The two numbers are the same, exactly."
	}
	return "Expanded, the difference is 0."
}

// refutedResult turns a difference into a result, close where decimals stand
// in for exact numbers.
func refutedResult(c comparison) Result {
	fact := c.fact
	if c.cell > 0 {
		fact = fmt.Sprintf("entry %d: %s", c.cell, c.fact)
	}
	v := exercises.NotEqual
	if c.close {
		v = exercises.Close
	}
	if fact == "" {
		fact = "the two differ as polynomials"
	}
	r := newResult(v, "%s.", capitalise(fact))
	if c.factor != "" && c.factor != "−1" {
		r = r.with("Yours is %s times what is needed.", c.factor)
	}
	if c.close {
		r = r.known("decimals", "Decimals cut off digits; write the exact number, as √2 or 1/3.")
	}
	return r
}

// capitalise begins a sentence with a capital, unless it begins with a symbol
// of one letter.
func capitalise(s string) string {
	if len(s) > 1 && s[0] >= 'a' && s[0] <= 'z' && s[1] >= 'a' && s[1] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

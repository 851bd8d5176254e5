package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"kernellab/exercises"
	"kernellab/kernels/expr"
)

// GrowthTask asks for a growth rate, such as O(n²d).
type GrowthTask struct {
	Vars []string // n, d, p: all assumed to be large
	Want string   // n^2 d, without the O
	// Order names variables in ascending order: with n, m, the term n m² is
	// negligible next to m³. If nil, nothing is known about their order.
	Order []string
}

// Judge decides whether two growth rates are the same. It ignores constants, and
// terms that are outgrown by another term in every variable.
func (t GrowthTask) Judge(ctx context.Context, text string) Result {
	s := Scope{Vars: t.Vars, Positive: t.Vars, bareLog: true}
	if r := blankOrTooLong(text, &s); r != nil {
		return *r
	}
	e, err := parseTyped(ctx, insideO(text), &s)
	if err != nil {
		if err.Fix == strings.TrimSpace(insideO(text))+")" {
			err.Fix = strings.TrimSpace(text) + ")"
		}
		return unreadable(err)
	}
	judge := func(e Expr) Result { return judgeGrowth(e, t, s) }
	if r := eitherReading(e, judge); r.Verdict == exercises.Ambiguous {
		return r // d2 may be d²
	}
	return judge(e)
}

func judgeGrowth(e Expr, t GrowthTask, s Scope) Result {
	got, gerr := growth(e, t.Order)
	if gerr != nil {
		return undecided(gerr)
	}
	want, gerr := growth(MustParse(t.Want, s), t.Order)
	if gerr != nil {
		panic("answer: the growth rate " + t.Want + ": " + gerr.Error())
	}
	if unknownGrowth(got, want, t.Order) {
		return newResult(exercises.Undecided,
			"I compare sums of products of powers and logarithms, and these have more in them.").withReadingText(
			"O(" + showGrowth(got) + ")",
		)
	}
	return compareGrowth(got, want, t.Order).withReadingText("O(" + showGrowth(got) + ")")
}

func (r Result) withReadingText(s string) Result {
	r.Reading = s
	return r
}

// insideO blanks the O of O( ), so that positions do not change.
func insideO(text string) string {
	rs := expr.PlainTeX([]rune(text))
	for i, r := range rs {
		if !strings.ContainsRune("OΘo𝒪Ω", r) || i > 0 && unicode.IsLetter(rs[i-1]) {
			continue
		}
		next := i + 1
		for next < len(rs) && rs[next] == ' ' {
			next++
		}
		if next < len(rs) && rs[next] == '(' {
			rs[i] = ' '
		}
	}
	return string(rs)
}

// growth returns the monomials that no other monomial outgrows.
func growth(e Expr, order []string) ([]mono, error) {
	t, lerr := e.lowered()
	if lerr != nil {
		return nil, lerr
	}
	if !t.isScalar() {
		return nil, fmt.Errorf("here one growth rate is asked, this has %s", t.shape())
	}
	r := newRing(e.scope)
	c, err := r.canon(t.cells[0])
	if err != nil {
		return nil, err
	}
	if !c.den.isOne() {
		return nil, fmt.Errorf("%s divides by a sum; write it as a sum of products", e.quoted())
	}
	var top []mono
	for _, term := range c.num.terms() {
		top = append(top, withLogs(term.mono))
	}
	return slices.DeleteFunc(top, func(m mono) bool {
		return slices.ContainsFunc(top, func(o mono) bool { return o.key() != m.key() && outgrows(o, m, order) })
	}), nil
}

// withLogs replaces ln of a power of a variable by ln of the variable, which
// differs by a constant factor.
func withLogs(m mono) mono {
	var out mono
	for _, f := range m {
		if inner, ok := strings.CutPrefix(f.atom, "ln("); ok {
			inner = strings.TrimSuffix(inner, ")")
			if i := strings.IndexAny(inner, "²³⁴⁵^"); i > 0 && !strings.ContainsAny(inner, "·+ ") {
				f.atom = "ln(" + inner[:i] + ")"
			}
		}
		out = out.mul(mono{f})
	}
	return out
}

// outgrows reports whether a is at least b in every variable. A logarithm counts
// less than any power of its variable. If the variables have an order, it suffices
// that a is at least b whenever the variables are in that order.
func outgrows(a, b mono, order []string) bool {
	return outgrowsFreely(a, b) || len(order) > 0 && outgrowsInOrder(a, b, order)
}

// outgrowsInOrder is outgrows for products of powers of variables v₁ ≤ … ≤ v_k.
// With vᵢ = t^eᵢ and 0 ≤ e₁ ≤ … ≤ e_k, the power of t in a is at least that in b
// for all e if, for each j, the total power of v_j … v_k in a is at least that in
// b.
func outgrowsInOrder(a, b mono, order []string) bool {
	for _, f := range slices.Concat(a, b) {
		if !slices.Contains(order, f.atom) {
			return false
		}
	}
	var ahead float64
	for _, v := range slices.Backward(order) {
		ahead += growthOf(a, v) - growthOf(b, v)
		if ahead < 0 {
			return false
		}
	}
	return true
}

func outgrowsFreely(a, b mono) bool {
	for _, f := range a {
		if f.num < 0 && growthOf(b, f.atom) > growthOf(a, f.atom) {
			return false
		}
	}
	for _, f := range b {
		if growthOf(a, f.atom) >= growthOf(b, f.atom) {
			continue
		}
		inner, isLog := strings.CutPrefix(f.atom, "ln(")
		if !isLog || growthOf(a, canonName(strings.TrimSuffix(inner, ")"))) <= growthOf(b,
			canonName(strings.TrimSuffix(inner, ")"))) {
			return false
		}
	}
	return true
}

func growthOf(m mono, atom string) float64 {
	for _, f := range m {
		if f.atom == atom {
			return float64(f.num) / float64(f.den)
		}
	}
	return 0
}

func compareGrowth(got, want []mono, order []string) Result {
	faster := covers(got, want, order)
	slower := covers(want, got, order)
	switch {
	case faster && slower:
		return equal("Both grow like %s; constants and smaller terms do not count.", showGrowth(want))
	case faster:
		return notEqual("Yours grows faster than what is needed.")
	case slower:
		return notEqual("Yours grows more slowly than what is needed.")
	}
	return notEqual("Yours is larger for some sizes and smaller for others.")
}

// unknownGrowth reports whether the two differ in factors whose growth is not known
// here: d^p, n!, exp(n).
func unknownGrowth(got, want []mono, order []string) bool {
	if covers(got, want, order) && covers(want, got, order) {
		return false
	}
	for _, m := range append(slices.Clone(got), want...) {
		for _, f := range m {
			if strings.IndexByte(f.atom, '(') > 0 && !strings.HasPrefix(f.atom, "ln(") {
				return true
			}
		}
	}
	return false
}

// covers reports whether a term of a outgrows each term of b.
func covers(a, b []mono, order []string) bool {
	for _, m := range b {
		if !slices.ContainsFunc(a, func(o mono) bool { return outgrows(o, m, order) }) {
			return false
		}
	}
	return true
}

func showGrowth(ms []mono) string {
	parts := make([]string, len(ms))
	for i, m := range ms {
		parts[i] = m.String()
	}
	return strings.Join(parts, " + ")
}

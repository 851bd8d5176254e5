package answer

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/kernels/expr"
)

// GrowthTask asks for a growth rate, such as O(n²d).
type GrowthTask struct {
	Vars []string // the variables, such as n, d and p; all are assumed to be large
	Want string   // the right answer without the O, such as n^2 d
	// Order lists variables from the smallest to the largest. With n, m, the term m³ outgrows n m².
	// If Order is nil, nothing is known about the order of the variables.
	Order []string
}

// Judge decides whether the growth rate in the text is the right one. It ignores constant factors,
// and terms that another term outgrows in every variable.
func (t GrowthTask) Judge(ctx context.Context, text string) Result {
	s := Scope{Vars: t.Vars, Positive: t.Vars, allowsBareLog: true}
	if r := blankOrTooLong(text, &s); r != nil {
		return *r
	}
	e, err := parseUntrusted(ctx, withoutO(text), &s)
	if err != nil {
		return unreadable(err)
	}
	judge := func(e Expr) Result { return judgeGrowth(e, t, s) }
	if r := judgeMeanings(e, judge); r.Verdict == exercises.Ambiguous {
		return r // d2 may be d²
	}
	return judge(e)
}

func judgeGrowth(e Expr, t GrowthTask, s Scope) Result {
	got, err := growth(e, t.Order)
	if err != nil {
		return undecidedResult(err)
	}
	want, err := growth(MustParse(t.Want, s), t.Order)
	if err != nil {
		panic("answer: the growth rate " + t.Want + ": " + err.Error())
	}
	reading := "O(" + got.String() + ")"
	if strings.Contains(got.String(), "exp(") {
		reading = "O(" + e.String() + ")" // 2^d, and not e^(d·ln 2)
	}
	return t.compare(got, want).withReadingText(reading)
}

func (r Result) withReadingText(s string) Result {
	r.Reading = s
	return r
}

// withoutO replaces the O of O(…) by a space, so that the positions of other characters do not
// change. The brackets remain.
func withoutO(text string) string {
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

// growthRate is a sum of terms in which no term outgrows another.
type growthRate []rate

// rate is a term of a growthRate: a product, and how fast it grows.
type rate struct {
	mono       mono
	byVariable map[string]levels // the levels of each variable
	// elementary is true if all factors are factorials, exponentials, powers and logarithms of
	// single variables.
	elementary bool
}

// levels holds the exponents of v!, e^v, v and ln v in a product, for a variable v. The product
// with the larger levels, compared in this order, grows faster in v.
type levels [4]float64

const (
	levelFactorial = iota
	levelExponential
	levelPower
	levelLogarithm
)

// growth returns the terms of an expression that no other term outgrows.
func growth(e Expr, order []string) (growthRate, error) {
	n, err := e.scalar()
	if err != nil {
		return nil, err
	}
	r := newRing(e.scope)
	c, err := r.canonicalForm(sumsForMax(n))
	if err != nil {
		return nil, err
	}
	if !c.den.isOne() {
		return nil, fmt.Errorf("%s divides by a sum; write it as a sum of products", e.asQuotation())
	}
	var rates growthRate
	for _, term := range c.num.terms() {
		rates = append(rates, r.rateOf(term.mono))
	}
	return slices.DeleteFunc(slices.Clone(rates), func(a rate) bool {
		return slices.ContainsFunc(rates,
			func(b rate) bool { return b.keepsUpWith(a, order) && !a.keepsUpWith(b, order) })
	}), nil
}

// sumsForMax replaces max(a, b) by a + b, which grows equally fast.
func sumsForMax(n *node) *node {
	return n.replace(func(m *node) (sum *node, isMax bool) {
		if m.op != opCall || m.text != "max" {
			return nil, false
		}
		for _, a := range m.args {
			sum = combine(opAdd, sum, sumsForMax(a))
		}
		return sum, true
	})
}

// rateOf returns how fast a product grows.
func (r *ring) rateOf(m mono) rate {
	out := rate{mono: m, byVariable: map[string]levels{}, elementary: true}
	add := func(v string, level int, exponent float64) {
		l := out.byVariable[v]
		l[level] += exponent
		out.byVariable[v] = l
	}
	for _, f := range m {
		exponent := float64(f.num) / float64(f.den)
		factorial, isFactorial := strings.CutPrefix(f.base, "factorial(")
		v, weight, isExponential := r.exponentOf(f.base)
		switch {
		case isPrime(f.base):
		case r.logOf(f.base) != "":
			add(r.logOf(f.base), levelLogarithm, exponent)
		case isExponential:
			add(v, levelExponential, exponent*weight)
		case isFactorial:
			add(canonName(factorial), levelFactorial, exponent)
		case strings.Contains(f.base, "("):
			out.elementary = false
		default:
			add(f.base, levelPower, exponent)
		}
	}
	for v := range out.byVariable {
		out.elementary = out.elementary && !strings.ContainsAny(v, "( ")
	}
	return out
}

// logOf returns u if the base of a power is ln(u), where u is a variable, a prime number or a
// function, and otherwise "".
func (r *ring) logOf(base string) string {
	t, _ := r.logs[base].num.singleTerm()
	if len(t.mono) != 1 || t.mono[0].num != t.mono[0].den {
		return ""
	}
	return t.mono[0].base
}

// exponentOf returns v and weight if the base of a power is e^(weight·v), where v is a variable and
// weight a number. ok is false for other bases.
func (r *ring) exponentOf(base string) (v string, weight float64, ok bool) {
	t, single := r.exponents[base].singleTerm()
	weight = t.coef.float()
	for _, f := range t.mono {
		p, err := strconv.Atoi(strings.Trim(r.logOf(f.base), "()"))
		switch {
		case f.num != 1 || f.den != 1 || err != nil && v != "":
			return "", 0, false
		case err == nil:
			weight *= math.Log(float64(p))
		default:
			v = f.base
		}
	}
	return v, weight, single && v != ""
}

// keepsUpWith reports whether a is known to grow at least as fast as b, in every variable or, if
// order is not nil, for all variables whose sizes have this order.
func (a rate) keepsUpWith(b rate, order []string) bool {
	if a.mono.key() == b.mono.key() {
		return true
	}
	return a.elementary && b.elementary &&
		(a.keepsUpInEveryVariable(b) || len(order) > 0 && a.keepsUpInOrder(b, order))
}

func (a rate) keepsUpInEveryVariable(b rate) bool {
	for _, powers := range []map[string]levels{a.byVariable, b.byVariable} {
		for v := range powers {
			x, y := a.byVariable[v], b.byVariable[v]
			if slices.Compare(x[:], y[:]) < 0 {
				return false
			}
		}
	}
	return true
}

// keepsUpInOrder is like keepsUpInEveryVariable for products of powers of variables v₁ ≤ … ≤ v_k.
// Let vᵢ = t^eᵢ with 0 ≤ e₁ ≤ … ≤ e_k. For all such e, the power of t in a is at least its power in
// b if, for each j, the total power of v_j, …, v_k in a is at least that in b. A logarithm in b
// counts as its variable, which is larger. A logarithm in a counts as 1, which is smaller.
func (a rate) keepsUpInOrder(b rate, order []string) bool {
	for _, powers := range []map[string]levels{a.byVariable, b.byVariable} {
		for v, l := range powers {
			if !slices.Contains(order, v) || l[levelFactorial] != 0 || l[levelExponential] != 0 ||
				l[levelLogarithm] < 0 {
				return false
			}
		}
	}
	var surplus float64
	for _, v := range slices.Backward(order) {
		levelsB := b.byVariable[v]
		surplus += a.byVariable[v][levelPower] - levelsB[levelPower] - levelsB[levelLogarithm]
		if surplus < 0 {
			return false
		}
	}
	return true
}

// compare returns the result for an answer. If it does not grow as fast as the right answer, the
// result says in which variable they differ.
func (t GrowthTask) compare(got, want growthRate) Result {
	fastEnough, slowEnough := got.covers(want, t.Order), want.covers(got, t.Order)
	isNotElementary := func(a rate) bool { return !a.elementary }
	switch {
	case fastEnough && slowEnough:
		return equal("Both grow like %s; constants and smaller terms do not count.", want)
	case slices.ContainsFunc(got, isNotElementary) || slices.ContainsFunc(want, isNotElementary):
		return newResult(exercises.Undecided,
			"I compare sums of products of powers, logarithms, exponentials and factorials, but these contain something else.")
	}
	if v, w, ok := t.swappedVariables(got, want); ok {
		return notEqual("%s and %s have changed places.", v, w).withMistake("letters", "")
	}
	for _, v := range t.Vars {
		if r, ok := compareIn(v, got.leadingLevels(v), want.leadingLevels(v)); ok {
			return r
		}
	}
	if fastEnough {
		return notEqual("The powers are right, but there is a product where there should be a sum.").withMistake("product", "")
	}
	return notEqual("The powers are right, but there is a sum where there should be a product.").withMistake("sum", "")
}

// compareIn describes how two sums differ in variable v. ok is false if they grow equally
// fast in v.
func compareIn(v string, got, want levels) (r Result, ok bool) {
	growthFactor := math.Exp2(got[levelPower])
	switch {
	case got == want:
		return r, false
	case got == levels{}:
		return vagueResult("Yours does not grow with %s, but the right answer does.", v).
			withMistake("letter-missing", ""), true
	case want == levels{}:
		return vagueResult("Yours grows with %s, but the right answer does not.", v).
			withMistake("letter-extra", ""), true
	case got[levelFactorial] != want[levelFactorial] || got[levelExponential] != want[levelExponential]:
		return vagueResult("In %s, an exponential or a factorial makes the difference.", v).
			withMistake("exponential", ""), true
	case got[levelPower] > want[levelPower]:
		return vagueResult("The power of %s is too large: when %s doubles, yours becomes %.3g times as large.", v, v,
			growthFactor).withMistake("power-large", ""), true
	case got[levelPower] < want[levelPower]:
		return vagueResult("The power of %s is too small: when %s doubles, yours becomes only %.3g times as large.", v, v,
			growthFactor).withMistake("power-small", ""), true
	}
	return vagueResult("The power of %s is right, but not the logarithm.", v).withMistake("logarithm", ""), true
}

// leadingLevels returns the levels of the variable v in the term that grows fastest in v.
func (g growthRate) leadingLevels(v string) levels {
	var out levels
	for _, a := range g {
		if l := a.byVariable[canonName(v)]; slices.Compare(l[:], out[:]) > 0 {
			out = l
		}
	}
	return out
}

// swappedVariables returns two variables whose exchange in a gives b. ok is false if there are
// none.
func (t GrowthTask) swappedVariables(a, b growthRate) (v, w string, ok bool) {
	for i, v := range t.Vars {
		for _, w := range t.Vars[i+1:] {
			var swapped growthRate
			for _, r := range a {
				powers := maps.Clone(r.byVariable)
				powers[canonName(v)], powers[canonName(w)] = r.byVariable[canonName(w)], r.byVariable[canonName(v)]
				swapped = append(swapped, rate{mono: mono{{base: "exchanged"}}, byVariable: powers, elementary: true})
			}
			if swapped.covers(b, t.Order) && b.covers(swapped, t.Order) {
				return v, w, true
			}
		}
	}
	return "", "", false
}

// covers reports whether, for each term of h, some term of g is known to grow at least as fast.
func (g growthRate) covers(h growthRate, order []string) bool {
	for _, b := range h {
		if !slices.ContainsFunc(g, func(a rate) bool { return a.keepsUpWith(b, order) }) {
			return false
		}
	}
	return true
}

func (g growthRate) String() string {
	return ascii.Join(g, " + ", func(a rate) string { return a.mono.String() })
}

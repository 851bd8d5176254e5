package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// praise returns the result for a right φ: what was proved, and how φ differs from
// the worksheet's.
func (t FeatureTask) praise(g gram) Result {
	r := equal("Expanded, φ(x)·φ(z) − k(x, z) is 0: your φ with %s gives the kernel exactly.",
		countOf(len(g.features), "feature", "features"))
	usual := t.canonicalText()
	note, ok := t.differences(g)
	if !ok {
		return r
	}
	if note != "" {
		return r.withFact("%s", note).withFact("One right φ: [%s].", strings.Join(usual, ", "))
	}
	return r.withFact("Another right φ has 3/5 and 4/5 of %s in place of it, for (3/5)² + (4/5)² = 1.",
		usual[len(usual)-1])
}

func (t FeatureTask) canonicalText() []string {
	out := make([]string, len(t.Canonical))
	for i, c := range t.Canonical {
		out[i] = MustParse(c, t.scope()).String()
	}
	return out
}

// differences describes how φ differs from the worksheet's: by order, signs, splitting or
// rotation. ok is false if judging φ used up the budget.
func (t FeatureTask) differences(g gram) (says string, ok bool) {
	canonical := make([]poly, len(t.Canonical))
	for i, c := range t.Canonical {
		p, err := g.feature(MustParse(c, t.scope()))
		if err != nil {
			return "", false
		}
		canonical[i] = p
	}
	order, signs, matched := matchFeatures(g.features, canonical)
	if !matched {
		return freedom(g.features, len(canonical)), true
	}
	switch {
	case order && signs:
		return "Yours is in another order and has other signs: the inner product does not notice either.", true
	case order:
		return "Yours is in another order: the inner product does not notice.", true
	case signs:
		return "Yours has other signs: in φ(x)·φ(z) they cancel.", true
	}
	return "", true
}

// freedom describes how features may differ from the usual ones if they do not
// match.
func freedom(features []poly, usual int) string {
	if slices.ContainsFunc(features, func(p poly) bool { return len(p) == 0 }) {
		return "A feature that is 0 adds nothing: without it the kernel is the same."
	}
	for _, p := range features {
		if len(p) > 1 {
			return "Your features mix the monomials: a rotation of the usual φ. Inner products do not change under rotations, so the kernel is the same."
		}
	}
	if len(features) > usual {
		return fmt.Sprintf(
			"You split terms over several features, %d in place of %d: their products add up to the same kernel.",
			len(features), usual,
		)
	}
	return "Yours is another φ of the same kernel: a feature map is never the only one."
}

// matchFeatures pairs the features up to sign. order and signs report whether the
// order or a sign differs.
func matchFeatures(yours, canonical []poly) (order, signs, ok bool) {
	if len(yours) != len(canonical) {
		return false, false, false
	}
	used := make([]bool, len(canonical))
	for i, p := range yours {
		found := -1
		for j, c := range canonical {
			same := p.equal(c)
			if used[j] || !same && !p.neg().equal(c) {
				continue
			}
			found = j
			signs = signs || !same
			break
		}
		if found < 0 {
			return false, false, false
		}
		used[found] = true
		order = order || found != i
	}
	return order, signs, true
}

// decimals explains a φ that is right except for cut-off digits, by the square of
// the decimal and the wanted number. ok is false if a coefficient is not close.
func (g gram) decimals(kernel poly) (string, bool) {
	diff := kernel.sub(g.sum)
	for _, d := range diff.terms() {
		y, k := coefOf(g.sum, d.mono).float(), coefOf(kernel, d.mono).float()
		if math.Abs(y-k) > 0.05*math.Abs(k) {
			return "", false
		}
	}
	for _, d := range diff.terms() {
		for _, f := range g.features {
			t, ok := f.single()
			if !ok {
				continue
			}
			q, ok := t.coef.rat()
			square := t.coef.mul(t.coef)
			if ok && square.add(coefOf(g.sum, d.mono).neg()).isZero() {
				needed := coefOf(kernel, d.mono)
				root := "√" + needed.String()
				return fmt.Sprintf("%s² = %s, needed %s; write %s.", strings.ReplaceAll(decimalString(q), "-", "−"),
					exactDecimal(square), needed, root), true
			}
		}
	}
	d := diff.terms()[0]
	return fmt.Sprintf("Your decimals give %s·%s, needed %s.", exactDecimal(coefOf(g.sum, d.mono)), d.mono,
		coefOf(kernel, d.mono)), true
}

// exactDecimal returns a rational number as a decimal if that is short. Other
// numbers keep their form.
func exactDecimal(s surd) string {
	q, ok := s.rat()
	if !ok {
		return s.String()
	}
	if text := decimalString(q); len(text) <= 30 {
		return strings.ReplaceAll(text, "-", "−")
	}
	v, _ := q.Float64()
	return formatFloat(v)
}

// coefficient returns a coefficient as a student would write it: as a decimal if it
// comes from decimals, and otherwise exactly.
func coefficient(s surd) string {
	q, ok := s.rat()
	if ok && q.Denom().BitLen() > 6 && len(decimalString(q)) <= 24 {
		return strings.ReplaceAll(decimalString(q), "-", "−")
	}
	return s.String()
}

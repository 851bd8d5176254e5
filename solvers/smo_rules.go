package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// PairRule determines how SMO chooses its pair (k, l). The rules are in terms of F = Σⱼ αⱼtⱼKᵢⱼ − tᵢ,
// the error of a point without the bias, the set I_up of the points whose tα can grow, the set I_low
// of those whose tα can shrink, and κ = ‖φₖ − φₗ‖². See [SMO].
type PairRule uint8

// The rules.
const (
	// SecondOrder: k = argmin F over I_up, and l has the largest second-order
	// gain (F_l − F_k)²/κ (Fan, Chen, Lin 2005).
	SecondOrder PairRule = iota
	// MaxViolation: k = argmin F over I_up, l = argmax F over I_low (Keerthi
	// et al. 2001).
	MaxViolation
	// MaxError: k is the next point in order that violates its KKT condition. Among the points
	// that can move in the right direction, l is the one whose error is farthest from that of k.
	MaxError
	// MaxErrorLiteral: like MaxError, but l is chosen among all points, as in the pseudo-code of
	// textbooks. The rule gets stuck on most data.
	MaxErrorLiteral
	// Random: k is drawn from the points that violate their KKT condition, l from the points that
	// can move with k.
	Random
)

var ruleNames = [...]string{"second-order", "max-violation", "max-error", "max-error-literal", "random"}

// String returns the rule's name in the form that [ParsePairRule] accepts.
func (r PairRule) String() string {
	if int(r) >= len(ruleNames) {
		return "unknown"
	}
	return ruleNames[r]
}

// PairRules returns all rules, beginning with the default.
func PairRules() []PairRule {
	rules := make([]PairRule, len(ruleNames))
	for i := range rules {
		rules[i] = PairRule(i)
	}
	return rules
}

// ParsePairRule returns the rule with the given name.
func ParsePairRule(s string) (PairRule, error) {
	for i, name := range ruleNames {
		if s == name {
			return PairRule(i), nil
		}
	}
	return 0, fmt.Errorf("solvers: unknown pair rule %q; the rules are %s", s, strings.Join(ruleNames[:], ", "))
}

// choose returns a pair by the rule. The result ok is false if no pair violates the KKT conditions.
func (s SMO) choose(st *smoState, prev Step) (k, l int, ok bool) {
	switch s.Rule {
	case MaxViolation, SecondOrder:
		return s.chooseExtreme(st)
	case Random:
		return s.chooseRandom(st, prev)
	case MaxError, MaxErrorLiteral:
		return s.chooseInOrder(st, prev)
	}
	panic("solvers: no case in choose for the pair rule " + s.Rule.String())
}

// chooseExtreme chooses the k with the least F in I_up and the best l in I_low.
func (s SMO) chooseExtreme(st *smoState) (k, l int, ok bool) {
	k = -1
	for i := range st.alpha {
		if st.inUp(i) && (k < 0 || st.F(i) < st.F(k)) {
			k = i
		}
	}
	if k < 0 {
		return 0, 0, false
	}
	l = st.bestPartner(k, func(l int) (float64, bool) {
		gap := st.F(l) - st.F(k)
		if !st.inLow(l) || gap <= 0 {
			return 0, false
		}
		if s.Rule == SecondOrder {
			return gap * gap / max(st.kappa(k, l), tinyKappa), true
		}
		return gap, true
	})
	return k, l, l >= 0
}

// bestPartner returns the first l for which merit(l) is highest, or −1 if no point may be the partner
// of k.
func (st *smoState) bestPartner(k int, merit func(l int) (v float64, ok bool)) int {
	best, highest := -1, 0.0
	for l := range st.alpha {
		if v, ok := merit(l); ok && l != k && (best < 0 || v > highest) {
			best, highest = l, v
		}
	}
	return best
}

// chooseInOrder searches the points in order, starting after the last k. It chooses as k the first
// one that violates its KKT condition and has a partner with which it can move. If no pair can move,
// it chooses the first violator that has a partner.
func (s SMO) chooseInOrder(st *smoState, prev Step) (k, l int, ok bool) {
	n := len(st.alpha)
	start := 0
	if d, isUpdate := prev.Detail.(*SMODetail); isUpdate {
		start = d.K + 1
	}
	for j := range n {
		candidate := (start + j) % n
		if !st.violates(candidate, prev.Bias, s.tol()/2) {
			continue
		}
		partner := s.farthestPartner(st, candidate)
		switch {
		case partner < 0:
		case !st.pairUpdate(candidate, partner, prev.Bias).Unchanged:
			return candidate, partner, true
		case !ok:
			k, l, ok = candidate, partner, true
		}
	}
	return k, l, ok
}

// farthestPartner returns the l with the largest |Eₖ − Eₗ|, or −1 if there is none. MaxErrorLiteral
// searches all points, MaxError only the points that can move with k.
func (s SMO) farthestPartner(st *smoState, k int) int {
	return st.bestPartner(k, func(l int) (float64, bool) {
		return math.Abs(st.F(k) - st.F(l)), s.Rule == MaxErrorLiteral || st.violation(k, l) > 0
	})
}

// violates reports whether point i violates its own KKT condition at bias b.
func (st *smoState) violates(i int, b, tol float64) bool {
	e := st.F(i) + b
	return st.inUp(i) && e < -tol || st.inLow(i) && e > tol
}

// chooseRandom draws k from the points that violate their KKT condition, and l from the points with
// which k violates the conditions by more than half the tolerance. If rounding keeps a pair from
// moving, it draws again, so a run gets stuck only if no pair can move.
func (s SMO) chooseRandom(st *smoState, prev Step) (k, l int, ok bool) {
	r := rand.New(rand.NewPCG(s.Seed, uint64(prev.N)))
	halfTol := s.tol() / 2
	ks := st.pointsWhere(func(i int) bool { return st.violates(i, prev.Bias, halfTol) })
	for _, i := range r.Perm(len(ks)) {
		first := ks[i]
		ls := st.pointsWhere(func(i int) bool { return i != first && st.violation(first, i) > halfTol })
		for _, j := range r.Perm(len(ls)) {
			if !st.pairUpdate(first, ls[j], prev.Bias).Unchanged {
				return first, ls[j], true
			}
			if !ok {
				k, l, ok = first, ls[j], true
			}
		}
	}
	return k, l, ok
}

func (st *smoState) pointsWhere(condition func(int) bool) []int {
	var out []int
	for i := range st.alpha {
		if condition(i) {
			out = append(out, i)
		}
	}
	return out
}

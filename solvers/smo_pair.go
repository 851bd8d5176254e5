package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/floats"
)

// PairRule determines how SMO chooses its pair (k, l). In the rules, F = Σⱼ αⱼtⱼKᵢⱼ − tᵢ is the error
// of point i without the bias, and κ is ‖φₖ − φₗ‖². I_up is the set of the points whose tα can grow,
// and I_low is the set of the points whose tα can shrink. See [SMO].
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

// smoState holds α and the scores for this α, which are the values of the decision function without
// its bias. It is immutable.
type smoState struct {
	p     *Problem
	t     []float64 // labels −1 and +1
	c     float64   // upper bound of α
	alpha []float64
	score []float64 // Σⱼ αⱼtⱼKᵢⱼ
}

// newState returns a state that takes ownership of alpha and scores. If scores is nil, newState
// computes the scores from alpha.
func (s SMO) newState(p *Problem, alpha, scores []float64) *smoState {
	st := &smoState{p: p, t: p.y, c: s.C, alpha: alpha, score: scores}
	if scores == nil {
		st.score = make([]float64, len(alpha))
		for j, a := range alpha {
			if a != 0 {
				floats.AddScaled(st.score, a*st.t[j], p.gram.Row(j))
			}
		}
	}
	return st
}

func (s SMO) stateOf(p *Problem, step Step) *smoState {
	return &smoState{p: p, t: p.y, c: s.C, alpha: step.coef, score: step.scores}
}

// F returns the error without bias, F = score − t.
func (st *smoState) F(i int) float64 { return st.score[i] - st.t[i] }

// inUp reports whether tᵢαᵢ can grow, that is, whether point i is in I_up.
func (st *smoState) inUp(i int) bool {
	if st.t[i] > 0 {
		return st.alpha[i] < st.c
	}
	return st.alpha[i] > 0
}

// inLow reports whether tᵢαᵢ can shrink, that is, whether point i is in I_low.
func (st *smoState) inLow(i int) bool {
	if st.t[i] > 0 {
		return st.alpha[i] > 0
	}
	return st.alpha[i] < st.c
}

// thresholds returns b_up and b_low.
func (st *smoState) thresholds() (bUp, bLow float64) {
	bUp, bLow = math.Inf(1), math.Inf(-1)
	for i := range st.alpha {
		f := st.F(i)
		if st.inUp(i) {
			bUp = min(bUp, f)
		}
		if st.inLow(i) {
			bLow = max(bLow, f)
		}
	}
	return bUp, bLow
}

// kappa returns ‖φₖ − φₗ‖². It can be negative if the kernel is not positive
// semidefinite.
func (st *smoState) kappa(k, l int) float64 {
	g := st.p.gram
	return g.At(k, k) + g.At(l, l) - 2*g.At(k, l)
}

// violation returns by how much the pair violates the KKT conditions. It is positive exactly if
// moving the pair can increase the dual objective W (see [SMO]), and −Inf if the pair cannot move.
func (st *smoState) violation(k, l int) float64 {
	v := math.Inf(-1)
	if st.inUp(k) && st.inLow(l) {
		v = st.F(l) - st.F(k)
	}
	if st.inLow(k) && st.inUp(l) {
		v = max(v, st.F(k)-st.F(l))
	}
	return v
}

// pairUpdate returns the update of the pair (k, l) at bias b.
func (st *smoState) pairUpdate(k, l int, b float64) *SMODetail {
	g := st.p.gram
	d := &SMODetail{
		K: k, L: l, Tk: st.t[k], Tl: st.t[l], C: st.c,
		Ek: st.F(k) + b, El: st.F(l) + b,
		S:   st.t[k] * st.t[l],
		Kkk: g.At(k, k), Kll: g.At(l, l), Kkl: g.At(k, l),
		OldAk: st.alpha[k], OldAl: st.alpha[l],
	}
	d.Gamma = d.OldAk + d.S*d.OldAl
	d.Kappa = st.kappa(k, l)
	st.setNewAlphas(d, d.Tl*(st.F(k)-st.F(l)))
	return d
}

// setNewAlphas sets the new αₗ and αₖ of the update, and the gain. As a function of αₗ, W is a
// parabola that has the given slope at the old αₗ and the curvature −d.Kappa. The new αₗ is the
// maximum of this parabola, clipped to [L, H] and then snapped (see snap).
func (st *smoState) setNewAlphas(d *SMODetail, slope float64) {
	d.KappaUsed = d.Kappa
	if d.Kappa <= 0 {
		d.KappaUsed = tinyKappa
	}
	d.Lo, d.Hi = Bounds(d.S, d.OldAk, d.OldAl, st.c)
	d.Unclipped = d.OldAl + slope/d.KappaUsed
	d.NewAl = max(d.Lo, min(d.Unclipped, d.Hi))
	d.Clipped = d.NewAl != d.Unclipped
	st.snapPair(d)
	change := d.NewAl - d.OldAl
	d.Gain = slope*change - d.Kappa*change*change/2
}

// snapPair snaps αₗ, computes and snaps αₖ, and sets Unchanged if the update changes neither α.
func (st *smoState) snapPair(d *SMODetail) {
	size := max(d.OldAk, d.OldAl)
	d.NewAl = st.snap(d.NewAl, size)
	d.NewAk = st.snap(d.OldAk+d.S*(d.OldAl-d.NewAl), size)
	isTiny := math.Abs(d.NewAl-d.OldAl) <= epsilon*size
	if isTiny && !st.reachedBound(d.OldAl, d.NewAl) && !st.reachedBound(d.OldAk, d.NewAk) {
		d.Unchanged = true
		d.NewAk, d.NewAl = d.OldAk, d.OldAl
	}
}

// reachedBound reports whether an α changes its value and the new value is a bound, 0 or C. Even if
// such a change is tiny, other pairs can move after it.
func (st *smoState) reachedBound(from, to float64) bool {
	return from != to && (to == 0 || to == st.c)
}

// snap returns 0 or C if the given α differs from this bound only by rounding, and the given α
// otherwise. A remainder of 1e-17 would count as a support vector.
func (st *smoState) snap(a, size float64) float64 {
	if a <= 4*epsilon*size {
		return 0
	}
	if a >= st.c*(1-4*epsilon) {
		return st.c
	}
	return a
}

// moveUnclipped moves αₗ to the maximum of W without clipping, and αₖ accordingly. Both α may leave
// [0, C].
func (st *smoState) moveUnclipped(d *SMODetail) {
	size := max(math.Abs(d.OldAk), math.Abs(d.OldAl))
	snapInside := func(a float64) float64 {
		if a < -4*epsilon*size || a > st.c*(1+4*epsilon) {
			return a
		}
		return st.snap(a, size)
	}
	d.NewAl = snapInside(d.Unclipped)
	d.NewAk = snapInside(d.OldAk + d.S*(d.OldAl-d.NewAl))
	d.Unchanged = d.NewAl == d.OldAl && d.NewAk == d.OldAk
}

// Bounds returns L and H, the range of αₗ in which both α stay in [0, C] while αₖ + s·αₗ stays
// constant. H is +Inf for s = −1 and C = +Inf.
func Bounds(s, ak, al, c float64) (lo, hi float64) {
	if s > 0 {
		return max(0, ak+al-c), min(c, ak+al)
	}
	return max(0, al-ak), min(c, c+al-ak)
}

// updateScores adds the effect of an update to the scores.
func (st *smoState) updateScores(score []float64, d *SMODetail) {
	g := st.p.gram
	floats.AddScaled(score, d.Tk*(d.NewAk-d.OldAk), g.Row(d.K))
	floats.AddScaled(score, d.Tl*(d.NewAl-d.OldAl), g.Row(d.L))
}

// normSquared returns ‖w‖² = Σ αt·score.
func (st *smoState) normSquared() float64 {
	var w2 float64
	for i, a := range st.alpha {
		w2 += a * st.t[i] * st.score[i]
	}
	return w2
}

// PrimalObjective returns ½‖w‖² + CΣξ, where w2 = ‖w‖², score holds w·φ(xₙ) and t the labels. For
// the hard margin (C = +Inf), w is first scaled until the closest points have |f| = 1, so that the
// result bounds the dual from above. If w does not separate the classes, the result is +Inf.
func PrimalObjective(c, w2, b float64, score, t []float64) float64 {
	if math.IsInf(c, 1) {
		m := halfWidth(score, t)
		if m <= 0 {
			return math.Inf(1)
		}
		return w2 / (2 * m * m)
	}
	var slack float64
	for i, f := range score {
		slack += max(0, 1-t[i]*(f+b))
	}
	return w2/2 + c*slack
}

// halfWidth returns half the gap between the scores of the classes.
func halfWidth(score, t []float64) float64 {
	lowest, highest := math.Inf(1), math.Inf(-1)
	for i, f := range score {
		if t[i] > 0 {
			lowest = min(lowest, f)
		} else {
			highest = max(highest, f)
		}
	}
	return (lowest - highest) / 2
}

// rmsNorm returns the root mean square of ‖φ‖, which is an upper bound of [Spread].
func (st *smoState) rmsNorm() float64 {
	var trace float64
	for i := range st.alpha {
		trace += st.p.gram.At(i, i)
	}
	return math.Sqrt(trace / float64(len(st.alpha)))
}

// Spread returns the root mean square distance of the points from their mean in
// feature space.
func Spread(g Gram) float64 {
	n := float64(g.Len())
	var trace, sum float64
	for i := range g.Len() {
		trace += g.At(i, i)
		sum += floats.Sum(g.Row(i))
	}
	return math.Sqrt(max(0, trace/n-sum/(n*n)))
}

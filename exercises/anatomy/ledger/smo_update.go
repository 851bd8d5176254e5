package ledger

import (
	"math"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// pair is one update, done again from the step before: by its laws, and as the
// step has it.
type pair struct {
	anatomy.Pair
	sheet      anatomy.Derivation
	want, said anatomy.Numbers
	tol        anatomy.Numbers
}

// update enters the arithmetic of the pair's step. A step that was restated, for
// another C or another kernel, is no update.
func (b *Books) update(p *page, now solvers.Step, was, m machine) {
	of, ok := anatomy.PairOf(was.Machine, now)
	if !ok {
		return
	}
	of.Largest, of.Free = b.size, false
	q := pair{Pair: of, sheet: of.Derivation()}
	q.want, q.said = q.sheet.Values(), q.sheet.Recorded(now)
	q.tol = q.sheet.To("alnew").Tolerances(q.want)
	q.said["alnew"], q.said["aknew"] = m.Alpha[q.L], m.Alpha[q.K]
	rises(p, was, m)
	q.others(p, was, m)
	q.gamma(p)
	q.errors(p)
	q.curvature(p)
	q.bounds(p)
	q.top(p)
	q.clip(p)
	gain := m.W() - was.W()
	p.law("dW", "ΔW as the step says", zero(q.said["dW"], math.Max(m.tolW, was.tolW)), within(gain, q.said["dW"], 100*math.Max(m.tolW, was.tolW)),
		"From α, W gained %s, and the step has %s.", anatomy.Num(gain), anatomy.Num(q.said["dW"]))
}

// holds reports that the step says what a law gives, but for rounding.
func (q pair) holds(name string) bool {
	return within(q.said[name], q.want[name], q.tol[name])
}

// shown is what the step says, 0 where that is rounding.
func (q pair) shown(name string) float64 { return settled(q.said[name], q.tol[name]) }

// both are what a law gives and what the step says, in words.
func (q pair) both(name string) (want, said string) {
	return anatomy.Num(q.want[name]), anatomy.Num(q.said[name])
}

// law is a quantity's sign and law in symbols.
func (q pair) law(name string) string {
	return q.sheet.Get(name).Symbol + " = " + q.sheet.Symbols(name).String()
}

// others: a pair's update leaves every other α alone.
func (q pair) others(p *page, was, m machine) {
	off, at := worst(m.Len(), func(i int) float64 {
		if i == q.K || i == q.L {
			return 0
		}
		return m.Alpha[i] - was.Alpha[i]
	})
	p.law("others", "αⱼ stays, j ≠ k, ℓ", anatomy.Num(off), off == 0,
		"%s changed from %s to %s, and is not of the pair.", alpha(at), anatomy.Num(was.Alpha[at]), anatomy.Num(m.Alpha[at]))
}

// gamma: αk + s·αℓ is kept, which is Σαt = 0 for the pair.
func (q pair) gamma(p *page) {
	after := q.Pair
	after.Machine = q.After(q.said["aknew"], q.said["alnew"])
	old, now := q.want["gamma"], after.Derivation().Get("gamma").Compute(q.want)
	size := math.Max(math.Abs(q.want["ak"]), math.Abs(q.want["al"]))
	tol := dust * (size + math.Abs(q.said["aknew"]) + math.Abs(q.said["alnew"]))
	p.law("gamma", "γ = αk + sαℓ is kept", zero(now, tol), within(old, now, tol),
		"γ was %s before the update and is %s after it.", anatomy.Num(old), anatomy.Num(now))
}

// errors: E is f − t at the α before.
func (q pair) errors(p *page) {
	name, sign, letter, at := "ek", "Ek", "k", q.K
	if q.holds("ek") {
		name, sign, letter, at = "el", "Eℓ", "ℓ", q.L
	}
	want, said := q.both(name)
	p.law("E", "E = Σαtk + b − t", "Ek = "+anatomy.Num(q.shown("ek"))+", Eℓ = "+anatomy.Num(q.shown("el")), q.holds(name),
		"From α, %s is %s for %s = %d, and the step has %s.", sign, want, letter, at+1, said)
}

// curvature: κ is the squared distance in feature space.
func (q pair) curvature(p *page) {
	p.law("kappa", q.law("kappa"), zero(q.said["kappa"], q.tol["kappa"]), q.holds("kappa") && (q.holds("used") || q.Flat()),
		"From K, κ is %s, and the step divided by %s.", anatomy.Num(q.want["kappa"]), anatomy.Num(q.said["used"]))
}

// bounds: L and H are those of the pair's own case.
func (q pair) bounds(p *page) {
	p.law("bounds", "L, H for s = "+anatomy.Label(q.want["s"]), "["+anatomy.Num(q.shown("lo"))+", "+anatomy.Num(q.shown("hi"))+"]", q.holds("lo") && q.holds("hi"),
		"From the α before, [L, H] is %s, and the step has %s.", interval(q.want), interval(q.said))
}

func interval(n anatomy.Numbers) string {
	return "[" + anatomy.Num(n["lo"]) + ", " + anatomy.Num(n["hi"]) + "]"
}

// top: where κ is within rounding of 0 the top of the parabola is anywhere, and
// nothing is held against the step.
func (q pair) top(p *page) {
	want, said := q.both("star")
	p.law("star", q.law("star"), zero(q.said["star"], q.tol["star"]), q.holds("star") || q.Flat(),
		"From the α before, αℓ* is %s, and the step has %s.", want, said)
}

// clip: αℓ is the point of [L, H] nearest to αℓ*.
func (q pair) clip(p *page) {
	want, said := q.both("alnew")
	inside := q.said["alnew"] >= q.want["lo"]-q.tol["lo"] && q.said["alnew"] <= q.want["hi"]+q.tol["hi"]
	p.law("clip", q.law("alnew"), anatomy.Num(q.shown("alnew")), inside && (q.holds("alnew") || q.Flat()),
		"αℓ* = %s clipped to %s is %s, and the step has %s.", anatomy.Num(q.want["star"]), interval(q.want), want, said)
}

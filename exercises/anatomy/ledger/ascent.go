package ledger

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// ascent enters the laws of gradient ascent on the dual. Its constraints are
// none of them: the steps leave both.
func (b *Books) ascent(p *page, s solvers.Ascent, t solvers.Trace, i int, opening bool) {
	now := t.At(i)
	c := b.Climb(s, now)
	d, ok := now.Detail.(*solvers.AscentDetail)
	if ok && !opening && d.Gradient().Len() == b.Len() {
		b.climbed(p, b.Climb(s, t.At(i-1)), c, d)
	}
	tol, tolW := c.Off(b.size), c.OffW(b.size)
	off, at := worst(b.Len(), func(i int) float64 { return now.F(i) - c.Score[i] })
	p.small("f", "f = Σαtk", off, tol,
		"f(x%s) is %s from α, and the step has %s.", anatomy.Sub(at+1), anatomy.Num(c.Score[at]), anatomy.Num(now.F(at)))
	p.small("W", "W = Σα − ½ΣΣααttK", now.Objective-c.W(), 10*tolW,
		"From α, W is %s, and the step has %s.", anatomy.Num(c.W()), anatomy.Num(now.Objective))
	sum := math.NaN()
	if ok {
		sum = d.Sum
	}
	p.law("sum", "Σαt as the step says (0 is not promised)", anatomy.Num(c.Balance()), within(sum, c.Balance(), 1e-12*(1+floats.Norm(c.Alpha, 1))),
		"From α it is %s, and the step has %s.", anatomy.Num(c.Balance()), anatomy.Num(sum))
}

// climbed enters the update, with the slopes done again, and that W rose.
func (b *Books) climbed(p *page, was, c anatomy.Climb, d *solvers.AscentDetail) {
	slope := func(i int) float64 { return was.Gradient(i, was.Score[i]) }
	tol := was.Off(b.size)
	off, at := worst(b.Len(), func(i int) float64 { return d.Gradient().At(i) - slope(i) })
	p.small("gradient", "∂W/∂αᵢ = 1 − tᵢ Σⱼ αⱼtⱼKᵢⱼ", off, tol,
		"At point %d it is %s, and the step has %s.", at+1, anatomy.Num(slope(at)), anatomy.Num(d.Gradient().At(at)))
	off, at = worst(b.Len(), func(i int) float64 { return c.Alpha[i] - was.Alpha[i] - c.Eta*slope(i) })
	p.small("update", "αᵢ ← αᵢ + η·∂W/∂αᵢ", off, c.Eta*tol+1e-15*(math.Abs(c.Alpha[at])+math.Abs(was.Alpha[at])),
		"%s went from %s to %s; a step of η would take it to %s.", alpha(at), anatomy.Num(was.Alpha[at]), anatomy.Num(c.Alpha[at]), anatomy.Num(was.Alpha[at]+c.Eta*slope(at)))
	value := fmt.Sprintf("%s → %s", anatomy.Num(was.W()), anatomy.Num(c.W()))
	limit := 2 / b.highest
	if !b.psd() || !(c.Eta < limit*(1-1e-9)) {
		p.law("rise", "W may fall: not η < 2/λmax = "+anatomy.Num(limit), value, true, "")
		return
	}
	p.law("rise", "W does not fall, η < 2/λmax = "+anatomy.Num(limit), value, c.W() >= was.W()-c.OffW(b.size)-was.OffW(b.size),
		"W falls from %s to %s.", anatomy.Num(was.W()), anatomy.Num(c.W()))
}

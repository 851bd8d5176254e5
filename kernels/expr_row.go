package kernels

import (
	"math"

	"kernellab/kernels/vec"
)

// fillRow writes k(x, p_from), k(x, p_from+1), … to dst: the values of Eval,
// many at a time.
func (k *Expr) fillRow(dst, x []float64, p packed, from int) {
	mustHaveLine(k, len(x))
	b := newBlock(k.needs, len(dst), exactExp)
	for len(dst) > 0 {
		n := min(len(dst), blockLen)
		b.pairs(x, p, from, n)
		b.eval(dst[:n], k.root)
		dst, from = dst[n:], from+n
	}
}

// pairs sets the variables to what x is to n points from a place on.
func (b *block) pairs(x []float64, p packed, from, n int) {
	dots(b.vars[slotDot][:b.upTo(slotDot, n)], x, p, from)
	if d2 := b.squares(n); d2 != nil {
		for j := range d2 {
			d2[j] = vec.Dist2(x, p.at(from+j))
		}
		b.roots(d2)
	}
	for j := range b.upTo(slotX, n) {
		b.vars[slotX][j] = x[0]
	}
	for j := range b.upTo(slotZ, n) {
		b.vars[slotZ][j] = p.at(from + j)[0]
	}
}

// upTo is n for a variable that is used, else 0.
func (b *block) upTo(slot, n int) int { return min(n, len(b.vars[slot])) }

// squares is the room for n squared distances; nil where neither they nor
// their roots are used.
func (b *block) squares(n int) []float64 {
	for _, slot := range []int{slotDist2, slotDist} {
		if v := b.vars[slot]; v != nil {
			return v[:n]
		}
	}
	return nil
}

// roots sets the distances, where they are used, from their squares.
func (b *block) roots(d2 []float64) {
	if b.vars[slotDist] == nil {
		return
	}
	dist := b.vars[slotDist][:len(d2)]
	for j, v := range d2 {
		dist[j] = math.Sqrt(v)
	}
}

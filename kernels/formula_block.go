package kernels

import (
	"math"

	"kernellab/kernels/vec"
)

// blockLen is at how many places a formula is computed at once: few enough
// that its variables and what it works with stay in the nearest cache.
const blockLen = 256

// block is where a formula is computed: the values of its variables at each
// place, by slot, and the exponential to use. Places are computed together, one
// operation at a time.
type block struct {
	vars [numSlots][]float64
	exp  func([]float64)
	free [][]float64
}

// newBlock has room for the variables that a formula uses, at up to n places.
func newBlock(needs exprNeeds, n int, exp func([]float64)) *block {
	b := &block{exp: exp}
	n = min(n, blockLen)
	for slot := range b.vars {
		if needs[slot] {
			b.vars[slot] = make([]float64, n)
		}
	}
	return b
}

func (b *block) take(n int) []float64 {
	if last := len(b.free) - 1; last >= 0 {
		v := b.free[last]
		b.free = b.free[:last]
		return v[:n]
	}
	return make([]float64, n, blockLen)
}

func (b *block) give(v []float64) { b.free = append(b.free, v) }

// eval computes the formula at the first len(dst) places. It is [node.eval] but
// for the exponential.
func (b *block) eval(dst []float64, n *node) {
	switch n.op {
	case opNumber:
		for j := range dst {
			dst[j] = n.num
		}
		return
	case opVariable:
		copy(dst, b.vars[n.slot])
		return
	}
	b.eval(dst, n.args[0])
	if len(n.args) == 1 {
		b.unary(n, dst)
		return
	}
	for _, arg := range n.args[1:] {
		b.binary(n.op, dst, arg)
	}
}

func (b *block) unary(n *node, v []float64) {
	if n.op == opExp {
		b.exp(v)
		return
	}
	for j, a := range v {
		v[j] = n.unary(a)
	}
}

// binary puts an operation with another argument on v.
func (b *block) binary(o op, v []float64, arg *node) {
	switch arg.op {
	case opNumber:
		withNumber(o, v, arg.num)
	case opVariable:
		withEach(o, v, b.vars[arg.slot])
	default:
		part := b.take(len(v))
		b.eval(part, arg)
		withEach(o, v, part)
		b.give(part)
	}
}

func withNumber(o op, v []float64, c float64) {
	switch o {
	case opAdd:
		for j := range v {
			v[j] += c
		}
	case opSubtract:
		for j := range v {
			v[j] -= c
		}
	case opMultiply:
		for j := range v {
			v[j] *= c
		}
	case opDivide:
		quotients(v, c)
	case opPower:
		powers(v, c)
	default:
		for j, a := range v {
			v[j] = binary(o, a, c)
		}
	}
}

// quotients divides by a number. A power of two has an exact reciprocal, and
// multiplying is faster.
func quotients(v []float64, c float64) {
	if half, exp := math.Frexp(c); math.Abs(half) == 0.5 && exp > -1000 && exp < 1000 {
		withNumber(opMultiply, v, 1/c)
		return
	}
	for j := range v {
		v[j] /= c
	}
}

// powers is [power] with one exponent.
func powers(v []float64, c float64) {
	if !smallWhole(c) {
		for j, a := range v {
			v[j] = math.Pow(a, c)
		}
		return
	}
	for j, a := range v {
		v[j] = intPow(a, int(c))
	}
}

func withEach(o op, v, with []float64) {
	with = with[:len(v)]
	switch o {
	case opAdd:
		for j, c := range with {
			v[j] += c
		}
	case opSubtract:
		for j, c := range with {
			v[j] -= c
		}
	case opMultiply:
		for j, c := range with {
			v[j] *= c
		}
	case opDivide:
		for j, c := range with {
			v[j] /= c
		}
	default:
		for j, c := range with {
			v[j] = binary(o, v[j], c)
		}
	}
}

// exactExp is math.Exp at each place.
func exactExp(v []float64) {
	for j, a := range v {
		v[j] = math.Exp(a)
	}
}

// pictureExp is e to the power of each place, to a relative error under 1e-15,
// and 0 below 1e-307.
func pictureExp(v []float64) {
	const highest = 700
	for _, a := range v {
		if !(a <= highest) {
			exactExp(v)
			return
		}
	}
	vec.Exp(v)
}

// addFormula adds the field of a typed kernel: at each pixel the formula is
// computed for many support points at a time.
func addFormula(dst []float64, k *Expr, s support, xs, ys []float64) {
	mustHaveLine(k, len(s.slice.At))
	n := len(s.weight)
	eachRow(len(ys), len(dst)*n > 1<<14, func(r int) {
		b := newBlock(k.needs, n, pictureExp)
		row := newFieldRow(s, ys[r])
		values := make([]float64, min(n, blockLen))
		for from := 0; from < n; from += blockLen {
			part := values[:min(n-from, blockLen)]
			weight := s.weight[from : from+len(part)]
			for c, x := range xs {
				row.pairs(b, x, from, len(part))
				b.eval(part, k.root)
				var f float64
				for i, v := range part {
					f += weight[i] * v
				}
				dst[r*len(xs)+c] += f
			}
		}
	})
}

// fieldRow is what the support points add to inner products and squared
// distances along a row of pixels, whatever the column.
type fieldRow struct {
	px      []float64
	dot, d2 []float64
}

func newFieldRow(s support, y float64) fieldRow {
	r := fieldRow{px: s.px, dot: make([]float64, len(s.px)), d2: make([]float64, len(s.px))}
	for i, p := range s.py {
		r.dot[i] = y*p + s.restDot[i]
		r.d2[i] = (y-p)*(y-p) + s.restD2[i]
	}
	return r
}

// pairs sets the variables of a block to what the pixel at x is to n support
// points from a place on.
func (r fieldRow) pairs(b *block, x float64, from, n int) {
	px := r.px[from : from+n]
	if v := b.vars[slotDot]; v != nil {
		dot := r.dot[from : from+n]
		for j, p := range px {
			v[j] = x*p + dot[j]
		}
	}
	if v := b.squares(n); v != nil {
		d2 := r.d2[from : from+n]
		for j, p := range px {
			v[j] = (x-p)*(x-p) + d2[j]
		}
		b.roots(v)
	}
	for j := range b.upTo(slotX, n) {
		b.vars[slotX][j] = x
	}
	for j := range b.upTo(slotZ, n) {
		b.vars[slotZ][j] = px[j]
	}
}

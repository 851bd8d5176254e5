package kernels

import (
	"math"

	"kernellab/kernels/vec"
)

// blockLen is the number of positions at which a formula is evaluated at once.
// Its variables and intermediate values must fit in the L1 cache.
const blockLen = 256

// block evaluates a formula at many positions, one operation at a time. It
// holds the values of the variables at each position, by slot, the exponential
// to use, and free buffers.
type block struct {
	vars [numSlots][]float64
	exp  func([]float64)
	free [][]float64
}

// newBlock allocates the variables that a formula uses, for up to n positions.
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

func (b *block) acquire(n int) []float64 {
	if last := len(b.free) - 1; last >= 0 {
		v := b.free[last]
		b.free = b.free[:last]
		return v[:n]
	}
	return make([]float64, n, blockLen)
}

func (b *block) release(v []float64) { b.free = append(b.free, v) }

// eval computes the formula at the first len(dst) positions. The values are
// those of [node.eval] except for the exponential.
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

// binary applies an operation with v and another argument, and stores the
// result in v.
func (b *block) binary(o op, v []float64, arg *node) {
	switch arg.op {
	case opNumber:
		applyNumber(o, v, arg.num)
	case opVariable:
		applyEach(o, v, b.vars[arg.slot])
	default:
		part := b.acquire(len(v))
		b.eval(part, arg)
		applyEach(o, v, part)
		b.release(part)
	}
}

func applyNumber(o op, v []float64, c float64) {
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
		divide(v, c)
	case opPower:
		raise(v, c)
	default:
		for j, a := range v {
			v[j] = binary(o, a, c)
		}
	}
}

// divide divides by c. If c is a power of two, it multiplies by the reciprocal,
// which is exact and faster.
func divide(v []float64, c float64) {
	if half, exp := math.Frexp(c); math.Abs(half) == 0.5 && exp > -1000 && exp < 1000 {
		applyNumber(opMultiply, v, 1/c)
		return
	}
	for j := range v {
		v[j] /= c
	}
}

// raise is [power] for one exponent.
func raise(v []float64, c float64) {
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

func applyEach(o op, v, with []float64) {
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

// exactExp replaces each number by math.Exp of it.
func exactExp(v []float64) {
	for j, a := range v {
		v[j] = math.Exp(a)
	}
}

// pictureExp replaces each number by its exponential, with a relative error
// below 1e-15. Results below 1e-307 become 0.
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

// addFormula adds the field of a typed kernel. At each pixel it evaluates the
// formula for a block of support points at a time.
func addFormula(dst []float64, k *Expr, s support, xs, ys []float64) {
	k.mustTake(len(s.slice.At))
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

// fieldRow holds what the support points contribute to inner products and
// squared distances along a row of pixels, independently of the column.
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

// pairs sets the variables of a block for the pairs of the pixel at x and the n
// support points from index from on.
func (r fieldRow) pairs(b *block, x float64, from, n int) {
	px := r.px[from : from+n]
	if v := b.vars[slotDot]; v != nil {
		dot := r.dot[from : from+n]
		for j, p := range px {
			v[j] = x*p + dot[j]
		}
	}
	if v := b.squaredDistances(n); v != nil {
		d2 := r.d2[from : from+n]
		for j, p := range px {
			v[j] = (x-p)*(x-p) + d2[j]
		}
		b.setDistances(v)
	}
	for j := range b.usedLen(slotX, n) {
		b.vars[slotX][j] = x
	}
	for j := range b.usedLen(slotZ, n) {
		b.vars[slotZ][j] = px[j]
	}
}

package kernels

// blockLen is the number of positions at which a formula is evaluated at once.
// Its variables and intermediate values must fit in the L1 cache.
const blockLen = 256

// block evaluates a formula at many positions, one operation at a time. It
// holds the values of the variables at each position, by slot, and free buffers.
type block struct {
	vars [numSlots][]float64
	free [][]float64
}

// newBlock allocates the variables that a formula uses.
func newBlock(needs exprNeeds) *block {
	b := &block{}
	for slot := range b.vars {
		if needs[slot] {
			b.vars[slot] = make([]float64, blockLen)
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

// eval computes the formula at the first len(dst) positions, with the values of
// [node.eval].
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
		for j, a := range dst {
			dst[j] = n.unary(a)
		}
		return
	}
	for _, arg := range n.args[1:] {
		b.binary(n.op, dst, arg)
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
		for j := range v {
			v[j] /= c
		}
	default:
		for j, a := range v {
			v[j] = binary(o, a, c)
		}
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

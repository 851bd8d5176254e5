package kernels

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kernellab/kernels/vec"
)

// Expr is a kernel typed as a formula over
//
//	dot        x·z
//	dist       ‖x−z‖
//	dist2      ‖x−z‖²
//	x, z       the coordinates of points in 1-D
//	x1, z1, …  the coordinates of the two points, up to x9 and z9
//
// with numbers, + - * / ^, parentheses, exp sqrt abs cos sin tanh log pow min
// and max. A formula with coordinates must be symmetric. An Expr is symmetric but
// not always positive semidefinite: see [CheckPSD]. A value may be NaN or
// infinite: see [CheckFinite].
type Expr struct {
	source            string
	root              *node
	slots             usedSlots
	highestCoordinate int       // the highest i of a variable xᵢ or zᵢ used, or 0
	blocks            sync.Pool // of *blockEvaluator
}

// The slots of the variables of an Expr: their positions in the list of values that a formula is
// evaluated with. The variables x1, z1, x2, z2, … have the slots numSlots, numSlots + 1, …
const (
	slotDot = iota
	slotDist
	slotDist2
	slotX
	slotZ
	numSlots
)

// maxNamedCoordinate is the highest i of a variable xᵢ or zᵢ.
const maxNamedCoordinate = 9

// usedSlots[slot] reports whether a formula uses the variable in that slot.
type usedSlots [numSlots]bool

// usesXOrZ reports whether the formula uses x or z.
func (u usedSlots) usesXOrZ() bool { return u[slotX] || u[slotZ] }

// newExpr parses src[from:end] as a formula of two points.
func newExpr(src []rune, from, end int) *Expr {
	root := parseFormula(src, from, end, exprScope())
	k := &Expr{source: strings.TrimSpace(string(src[from:end])), root: root.foldConstants()}
	root.eachVariable(func(slot int) {
		if slot < numSlots {
			k.slots[slot] = true
		} else {
			k.highestCoordinate = max(k.highestCoordinate, (slot-numSlots)/2+1)
		}
	})
	switch {
	case k.highestCoordinate > 0 && k.slots.usesXOrZ():
		panic(&ParseError{Pos: from, Text: string(src),
			Msg:  "x and z are the coordinates of points in 1-D, so x1 and z1 cannot occur with them",
			Hint: "write x1 and z1 throughout"})
	case !k.looksSymmetric():
		panic(&ParseError{Pos: from, Text: string(src),
			Msg:  "a kernel must be symmetric, and here swapping x and z changes the value",
			Hint: "use x and z alike, as in min(x,z) or x*z"})
	}
	return k
}

func exprScope() scope {
	names := []string{"dot", "dist", "dist2", "x", "z"}
	return scope{
		slot: func(name string) (int, bool) {
			if i := slices.Index(names, name); i >= 0 {
				return i, true
			}
			return coordinateSlot(name)
		},
		description: "dot, dist, dist2 (and x, z in 1-D; x1, z1, … in more)",
		names:       names,
	}
}

// looksSymmetric reports whether swapping x and z leaves the value unchanged for each of a few sample
// pairs of points. Formulas without coordinates are symmetric by construction.
func (k *Expr) looksSymmetric() bool {
	d := k.highestCoordinate
	if k.slots.usesXOrZ() {
		d = 1
	}
	x, z := make([]float64, d), make([]float64, d)
	for try := range 6 {
		for i := range x {
			x[i], z[i] = 3*math.Sin(float64(1+7*try+3*i)), 3*math.Cos(float64(2+5*try+11*i))
		}
		if !nearlyEqual(k.Eval(x, z), k.Eval(z, x)) {
			return false
		}
	}
	return true
}

// nearlyEqual reports whether two values are equal up to rounding. NaN equals
// NaN.
func nearlyEqual(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || a == b || math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b))
}

// Eval returns the formula's value for the two points.
func (k *Expr) Eval(x, z []float64) float64 {
	vec.CheckLengths(x, z)
	k.mustAcceptDim(len(x))
	var vars [numSlots + 2*maxNamedCoordinate]float64
	if k.slots[slotDot] {
		vars[slotDot] = vec.Dot(x, z)
	}
	if k.slots[slotDist] || k.slots[slotDist2] {
		vars[slotDist2] = vec.Dist2(x, z)
		vars[slotDist] = math.Sqrt(vars[slotDist2])
	}
	if k.slots.usesXOrZ() {
		vars[slotX], vars[slotZ] = x[0], z[0]
	}
	for i := range k.highestCoordinate {
		vars[numSlots+2*i], vars[numSlots+2*i+1] = x[i], z[i]
	}
	return k.root.eval(vars[:])
}

// mustAcceptDim panics if the formula does not accept points of d coordinates.
func (k *Expr) mustAcceptDim(d int) {
	if k.slots.usesXOrZ() && d != 1 {
		panic("kernels: a formula with x and z takes points in 1-D")
	}
	if d < k.highestCoordinate {
		panic("kernels: a formula uses a coordinate that the points do not have")
	}
}

// String returns the formula as expr("…").
func (k *Expr) String() string { return `expr("` + k.source + `")` }

func (k *Expr) checkDim(d int) error {
	if k.slots.usesXOrZ() && d != 1 {
		return fmt.Errorf("%s uses x and z, which stand for points in 1-D, but the points have %d coordinates; "+
			"use x1 and z1, dot, dist or dist2", k, d)
	}
	if d < k.highestCoordinate {
		return fmt.Errorf("%s uses x%d or z%d, but the points have %s", k, k.highestCoordinate, k.highestCoordinate,
			coordinatesText(d))
	}
	return nil
}

// expr parses the argument of expr, a quoted formula. The token t is the kernel's name.
func (p *parser) expr(t token) Kernel[[]float64] {
	texts := p.quotedArguments(t)
	if len(texts) != 1 {
		panic(p.errorAt(texts[1].pos, `write one formula, as in expr("exp(-dist)")`, "expr takes one formula"))
	}
	from, end := texts[0].innerRange()
	return newExpr(p.src, from, end)
}

// coordinateSlot returns the slot of a variable such as x1 or z2.
func coordinateSlot(name string) (slot int, ok bool) {
	if len(name) != 2 || name[0] != 'x' && name[0] != 'z' {
		return 0, false
	}
	i, err := strconv.Atoi(name[1:])
	if err != nil || i < 1 {
		return 0, false
	}
	slot = numSlots + 2*(i-1)
	if name[0] == 'z' {
		slot++
	}
	return slot, true
}

// fillRow writes k(x, p_from), k(x, p_from+1), … to dst. These are the values
// of Eval, computed in blocks if the formula has no variables such as x1.
func (k *Expr) fillRow(dst, x []float64, p packedPoints, from int) {
	if k.highestCoordinate > 0 {
		for j := range dst {
			dst[j] = k.Eval(x, p.point(from+j))
		}
		return
	}
	k.mustAcceptDim(len(x))
	b, ok := k.blocks.Get().(*blockEvaluator)
	if !ok {
		b = newBlockEvaluator(k.slots)
	}
	defer k.blocks.Put(b)
	for len(dst) > 0 {
		n := min(len(dst), blockLen)
		b.setPairs(x, p, from, n)
		b.eval(dst[:n], k.root)
		dst, from = dst[n:], from+n
	}
}

// setPairs sets the variables for the pairs of x with n points of p. start is the index of the first
// one.
func (b *blockEvaluator) setPairs(x []float64, p packedPoints, start, n int) {
	// slotValues returns n values, or none if the formula does not use the variable.
	slotValues := func(slot int) []float64 { return b.vars[slot][:min(n, len(b.vars[slot]))] }
	innerProducts(slotValues(slotDot), x, p, start)
	for j := range slotValues(slotDist2) {
		b.vars[slotDist2][j] = vec.Dist2(x, p.point(start+j))
	}
	for j := range slotValues(slotDist) {
		b.vars[slotDist][j] = math.Sqrt(vec.Dist2(x, p.point(start+j)))
	}
	for j := range slotValues(slotX) {
		b.vars[slotX][j] = x[0]
	}
	for j := range slotValues(slotZ) {
		b.vars[slotZ][j] = p.point(start + j)[0]
	}
}

// blockLen is the number of pairs of points for which a formula is evaluated at once. The variables
// and intermediate values for these pairs must fit in the L1 cache.
const blockLen = 256

// blockEvaluator evaluates a formula for up to blockLen pairs of points, one operation at a time.
type blockEvaluator struct {
	vars        [numSlots][]float64
	freeVectors [][]float64
}

// newBlockEvaluator allocates the variables that a formula uses.
func newBlockEvaluator(slots usedSlots) *blockEvaluator {
	b := &blockEvaluator{}
	for slot := range b.vars {
		if slots[slot] {
			b.vars[slot] = make([]float64, blockLen)
		}
	}
	return b
}

func (b *blockEvaluator) acquire(n int) []float64 {
	if last := len(b.freeVectors) - 1; last >= 0 {
		v := b.freeVectors[last]
		b.freeVectors = b.freeVectors[:last]
		return v[:n]
	}
	return make([]float64, n, blockLen)
}

func (b *blockEvaluator) release(v []float64) { b.freeVectors = append(b.freeVectors, v) }

// eval writes the formula's values for the first len(dst) pairs to dst. They are the values of
// [node.eval].
func (b *blockEvaluator) eval(dst []float64, n *node) {
	switch n.op {
	case opNumber:
		for j := range dst {
			dst[j] = n.value
		}
		return
	case opVariable:
		copy(dst, b.vars[n.slot])
		return
	}
	b.eval(dst, n.args[0])
	if len(n.args) == 1 {
		for j, a := range dst {
			dst[j] = n.evalUnary(a)
		}
		return
	}
	for _, arg := range n.args[1:] {
		b.applyBinary(n.op, dst, arg)
	}
}

// applyBinary replaces v by the result of an operation on v and another argument.
func (b *blockEvaluator) applyBinary(o op, v []float64, arg *node) {
	switch arg.op {
	case opNumber:
		applyNumber(o, v, arg.value)
	case opVariable:
		applyEach(o, v, b.vars[arg.slot])
	default:
		operand := b.acquire(len(v))
		b.eval(operand, arg)
		applyEach(o, v, operand)
		b.release(operand)
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
			v[j] = evalBinary(o, a, c)
		}
	}
}

func applyEach(o op, v, operands []float64) {
	operands = operands[:len(v)]
	switch o {
	case opAdd:
		for j, c := range operands {
			v[j] += c
		}
	case opSubtract:
		for j, c := range operands {
			v[j] -= c
		}
	case opMultiply:
		for j, c := range operands {
			v[j] *= c
		}
	case opDivide:
		for j, c := range operands {
			v[j] /= c
		}
	default:
		for j, c := range operands {
			v[j] = evalBinary(o, v[j], c)
		}
	}
}

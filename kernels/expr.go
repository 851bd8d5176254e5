package kernels

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/kernels/vec"
)

// Expr is a kernel typed as a formula over
//
//	dot    x·z
//	dist   ‖x−z‖
//	dist2  ‖x−z‖²
//	x, z   the coordinates of points in 1-D; such a formula must be symmetric
//
// (one with x1, z1, x2, … is an [Entries])
// with numbers, + - * / ^, parentheses, exp sqrt abs cos sin tanh log pow min
// and max. It is symmetric, but nothing makes it positive semidefinite: see
// [CheckPSD]. A value may be NaN or infinite: see [CheckFinite].
type Expr struct {
	source string
	root   *node
	needs  exprNeeds
}

var _ Kernel[[]float64] = (*Expr)(nil)

// The slots of an Expr's variables.
const (
	slotDot = iota
	slotDist
	slotDist2
	slotX
	slotZ
	numSlots
)

// exprNeeds is which variables a formula uses.
type exprNeeds [numSlots]bool

// distances reports whether it uses dist or dist2.
func (u exprNeeds) distances() bool { return u[slotDist] || u[slotDist2] }

// coordinates reports whether it uses x or z.
func (u exprNeeds) coordinates() bool { return u[slotX] || u[slotZ] }

// newExpr reads src[from:end] as a formula of two points.
func newExpr(src []rune, from, end int) Kernel[[]float64] {
	root := parseFormula(src, from, end, exprScope())
	source := strings.TrimSpace(string(src[from:end]))
	if k := newEntries(source, root, from, string(src)); k != nil {
		return k
	}
	k := &Expr{source: source, root: root.folded()}
	root.variables(func(slot int) { k.needs[slot] = true })
	if !k.symmetric() {
		panic(asymmetric(from, string(src)))
	}
	return k
}

// asymmetric refuses a formula.
func asymmetric(from int, text string) *ParseError {
	return &ParseError{Pos: from, Text: text,
		Msg:  "a kernel must be symmetric, and here swapping x and z changes the value",
		Hint: "use x and z alike, as in min(x,z) or x*z"}
}

func exprScope() scope {
	names := []string{"dot", "dist", "dist2", "x", "z"}
	return scope{
		slot: func(name string) (int, bool) {
			if i := slices.Index(names, name); i >= 0 {
				return i, true
			}
			return entrySlot(name)
		},
		says: "dot, dist, dist2 (and x, z in 1-D; x1, z1, … in more)",
		near: names,
	}
}

// symmetric tries pairs of points in 1-D; formulas without x and z are
// symmetric by construction.
func (k *Expr) symmetric() bool {
	if !k.needs.coordinates() {
		return true
	}
	for _, pair := range [][2]float64{{0.31, 1.7}, {-0.83, 0.59}, {2.9, -1.3}, {-4.1, -0.27}, {11, 13.7}} {
		x, z := pair[:1], pair[1:]
		if !same(k.Eval(x, z), k.Eval(z, x)) {
			return false
		}
	}
	return true
}

// same reports whether two values are one but for rounding.
func same(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || a == b || math.Abs(a-b) <= 1e-12*math.Max(math.Abs(a), math.Abs(b))
}

// Eval returns the formula's value for the two points.
func (k *Expr) Eval(x, z []float64) float64 {
	vec.Match(x, z)
	var vars [numSlots]float64
	if k.needs[slotDot] {
		vars[slotDot] = vec.Dot(x, z)
	}
	if k.needs.distances() {
		vars[slotDist2] = vec.Dist2(x, z)
		vars[slotDist] = math.Sqrt(vars[slotDist2])
	}
	if k.needs.coordinates() {
		mustHaveLine(k, len(x))
		vars[slotX], vars[slotZ] = x[0], z[0]
	}
	return k.root.eval(vars[:])
}

// mustHaveLine panics where a formula with x and z is given points of another
// dimension than 1.
func mustHaveLine(k *Expr, d int) {
	if k.needs.coordinates() && d != 1 {
		panic("kernels: a formula with x and z takes points in 1-D")
	}
}

// String returns the formula as expr("…").
func (k *Expr) String() string { return `expr("` + k.source + `")` }

func (k *Expr) checkDim(d int) error {
	if k.needs.coordinates() && d != 1 {
		return fmt.Errorf("%s uses x and z, which stand for points in 1-D, but the points have %d coordinates; use x1 and z1, dot, dist or dist2", k, d)
	}
	return nil
}

// expr reads the quoted formula.
func (p *parser) expr(t token) Kernel[[]float64] {
	texts := p.texts(t)
	if len(texts) != 1 {
		panic(p.fault(texts[1].pos, `write one formula, as in expr("exp(-dist)")`, "expr takes one formula"))
	}
	from, end := texts[0].inner()
	return newExpr(p.src, from, end)
}

// Entries is a kernel typed as a formula like an [Expr], in which entries of the two
// points stand, x1 and z1 to x9 and z9, beside dot, dist and dist2. It is symmetric,
// but nothing makes it positive semidefinite.
type Entries struct {
	source string
	root   *node
	most   int // the highest entry used
}

var _ Kernel[[]float64] = (*Entries)(nil)

// maxEntry is the highest entry of a point that a formula can name.
const maxEntry = 9

// entrySlot is the slot of a variable such as x1 or z2: those of the entries come
// behind the slots of an Expr, x before z.
func entrySlot(name string) (slot int, ok bool) {
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

// newEntries is a formula with entries, nil for one without.
func newEntries(source string, root *node, from int, text string) *Entries {
	most := entriesOf(root)
	if most == 0 {
		return nil
	}
	k, alone := &Entries{source: source, root: root.folded(), most: most}, false
	root.variables(func(slot int) { alone = alone || slot == slotX || slot == slotZ })
	if alone {
		panic(&ParseError{Pos: from, Text: text, Msg: "x and z alone stand for points in 1-D, and here are x1 or z1 as well", Hint: "write x1 and z1 throughout"})
	}
	if !k.symmetric() {
		panic(asymmetric(from, text))
	}
	return k
}

// entriesOf is the highest entry in a formula, 0 where there is none.
func entriesOf(root *node) (most int) {
	root.variables(func(slot int) {
		if slot >= numSlots {
			most = max(most, (slot-numSlots)/2+1)
		}
	})
	return most
}

// symmetric tries some pairs of points.
func (k *Entries) symmetric() bool {
	x, z := make([]float64, k.most), make([]float64, k.most)
	for try := range 6 {
		for i := range x {
			x[i], z[i] = 3*math.Sin(float64(1+7*try+3*i)), 3*math.Cos(float64(2+5*try+11*i))
		}
		if !same(k.Eval(x, z), k.Eval(z, x)) {
			return false
		}
	}
	return true
}

// Eval returns the formula's value for the two points.
func (k *Entries) Eval(x, z []float64) float64 {
	vec.Match(x, z)
	if len(x) < k.most {
		panic("kernels: a formula uses an entry that the points do not have")
	}
	var vars [numSlots + 2*maxEntry]float64
	vars[slotDot], vars[slotDist2] = vec.Dot(x, z), vec.Dist2(x, z)
	vars[slotDist] = math.Sqrt(vars[slotDist2])
	for i := range k.most {
		vars[numSlots+2*i], vars[numSlots+2*i+1] = x[i], z[i]
	}
	return k.root.eval(vars[:])
}

// String returns the formula as expr("…").
func (k *Entries) String() string { return `expr("` + k.source + `")` }

func (k *Entries) checkDim(d int) error {
	if d < k.most {
		return fmt.Errorf("%s uses x%d or z%d, but the points have %s", k, k.most, k.most, coordinates(d))
	}
	return nil
}

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

package kernels

import (
	"fmt"
	"math"
	"slices"
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

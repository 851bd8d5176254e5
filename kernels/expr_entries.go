package kernels

import (
	"fmt"
	"math"
	"strconv"

	"kernellab/kernels/vec"
)

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

package matrix

import (
	"fmt"
	"math/bits"
	"slices"
)

// dim is a named size such as n, with its number in one assignment.
type dim struct {
	name string
	size int
}

// unitDim is the size of a number, and of the short side of a vector.
var unitDim = dim{"1", 1}

// kind distinguishes the kinds of value.
type kind uint8

const (
	matrix      kind = iota
	number           // data has one entry
	multiple         // a multiple of an identity matrix of unknown size; data has one entry
	zeroLiteral      // a 0 in a formula, which may be a number or a zero matrix; data has one entry
)

// value is a number, a multiple of the identity, or a matrix stored by rows.
type value struct {
	kind       kind
	rows, cols dim
	data       []elem
}

func numberOf(x elem) value {
	return value{kind: number, rows: unitDim, cols: unitDim, data: []elem{x}}
}

func zeros(rows, cols dim) value {
	return value{rows: rows, cols: cols, data: make([]elem, rows.size*cols.size)}
}

// identity returns x times the identity matrix of the given size.
func identity(size dim, x elem) value {
	v := zeros(size, size)
	for i := range size.size {
		v.data[i*size.size+i] = x
	}
	return v
}

// shape returns the size in words: "d×n", "a number".
func (v value) shape() string {
	switch {
	case v.kind == number || v.kind == zeroLiteral || v.rows == unitDim && v.cols == unitDim:
		return "a number"
	case v.kind == multiple:
		return "a multiple of I"
	}
	return v.rows.name + "×" + v.cols.name
}

// isNumber reports whether the value is a number or a 1×1 matrix.
func (v value) isNumber() bool {
	return v.kind == number || v.kind == zeroLiteral || v.kind == matrix && v.rows == unitDim && v.cols == unitDim
}

// withShapeOf returns v, converted to a matrix of the size of target if v is a multiple of the
// identity or a typed 0.
func (v value) withShapeOf(target value) value {
	if v.kind == zeroLiteral && target.kind == matrix {
		return zeros(target.rows, target.cols)
	}
	if v.kind == multiple && target.kind == matrix && target.rows == target.cols {
		return identity(target.rows, v.data[0])
	}
	return v
}

// evalError is the error of an operation on values that has no result, because their sizes do not
// fit or because the budget has run out.
type evalError struct {
	text        string
	budgetSpent bool // the budget has run out
}

func (e *evalError) Error() string { return e.text }

func evalErrorf(format string, args ...any) *evalError {
	return &evalError{text: fmt.Sprintf(format, args...)}
}

// mapEntries returns a value of the same shape, whose entry i is entry(i).
func (v value) mapEntries(entry func(i int) elem) value {
	out := v
	out.data = make([]elem, len(v.data))
	for i := range out.data {
		out.data[i] = entry(i)
	}
	return out
}

func (v value) scale(x elem) value {
	return v.mapEntries(func(i int) elem { return v.data[i].mul(x) })
}

func (v value) plus(w value) (value, *evalError) {
	v, w = v.withShapeOf(w), w.withShapeOf(v)
	if v.kind == zeroLiteral && w.kind == zeroLiteral {
		return v, nil
	}
	if v.isNumber() && w.isNumber() {
		return numberOf(v.data[0].add(w.data[0])), nil
	}
	if v.kind != w.kind || v.rows != w.rows || v.cols != w.cols {
		return value{}, evalErrorf("%s and %s cannot be added", v.shape(), w.shape())
	}
	return v.mapEntries(func(i int) elem { return v.data[i].add(w.data[i]) }), nil
}

func (v value) times(w value) (value, *evalError) {
	switch {
	case v.kind != matrix:
		return w.scale(v.data[0]).asMultiple(v, w), nil
	case w.kind != matrix, v.cols != w.rows && w.isNumber():
		return v.scale(w.data[0]), nil
	case v.cols != w.rows && v.isNumber():
		return w.scale(v.data[0]), nil
	case v.cols != w.rows:
		return value{}, evalErrorf("%s times %s is not defined: the inner sizes are %s and %s", v.shape(), w.shape(),
			v.cols.name, w.rows.name)
	}
	out := zeros(v.rows, w.cols)
	for i := range v.rows.size {
		for k := range v.cols.size {
			a := v.data[i*v.cols.size+k]
			for j := range w.cols.size {
				cell := i*w.cols.size + j
				out.data[cell] = out.data[cell].add(a.mul(w.data[k*w.cols.size+j]))
			}
		}
	}
	return out, nil
}

// asMultiple returns out, the product of v and w. If v is a multiple of I and w is a number, the
// result is a multiple of I.
func (out value) asMultiple(v, w value) value {
	if v.kind == multiple && w.kind == number {
		out.kind = multiple
	}
	return out
}

func (v value) transpose() value {
	if v.kind != matrix {
		return v
	}
	out := zeros(v.cols, v.rows)
	for i := range v.rows.size {
		for j := range v.cols.size {
			out.data[j*v.rows.size+i] = v.data[i*v.cols.size+j]
		}
	}
	return out
}

// inverse returns the inverse, by Gauss–Jordan elimination. If the matrix is singular, inverse
// returns v, which has the shape of the inverse, and an error.
func (v value) inverse() (value, *evalError) {
	if v.kind != matrix {
		if v.data[0] == 0 {
			return value{}, evalErrorf("0 has no inverse")
		}
		v.data = []elem{v.data[0].inv()}
		return v, nil
	}
	if v.rows != v.cols {
		return value{}, evalErrorf("%s is not square and has no inverse", v.shape())
	}
	n := v.rows.size
	a, out := append([]elem(nil), v.data...), identity(v.rows, 1)
	for col := range n {
		pivot := col
		for pivot < n && a[pivot*n+col] == 0 {
			pivot++
		}
		if pivot == n {
			return v, evalErrorf("this matrix is singular for some sizes and has no inverse")
		}
		for j := range n {
			a[pivot*n+j], a[col*n+j] = a[col*n+j], a[pivot*n+j]
			out.data[pivot*n+j], out.data[col*n+j] = out.data[col*n+j], out.data[pivot*n+j]
		}
		scale := a[col*n+col].inv()
		for j := range n {
			a[col*n+j], out.data[col*n+j] = a[col*n+j].mul(scale), out.data[col*n+j].mul(scale)
		}
		for i := range n {
			factor := a[i*n+col].neg()
			if i == col || factor == 0 {
				continue
			}
			for j := range n {
				a[i*n+j] = a[i*n+j].add(factor.mul(a[col*n+j]))
				out.data[i*n+j] = out.data[i*n+j].add(factor.mul(out.data[col*n+j]))
			}
		}
	}
	return out, nil
}

// isMultipleOf reports whether v is a nonzero number times w, and w is not 0.
func (v value) isMultipleOf(w value) bool {
	if v.kind != w.kind || v.rows != w.rows || v.cols != w.cols {
		return false
	}
	pivot := slices.IndexFunc(w.data, func(a elem) bool { return a != 0 })
	if pivot < 0 || v.data[pivot] == 0 {
		return false
	}
	return v.equals(w.scale(v.data[pivot].mul(w.data[pivot].inv())))
}

// equals reports whether two values have the same shape and entries.
func (v value) equals(w value) bool {
	v, w = v.withShapeOf(w), w.withShapeOf(v)
	if v.isNumber() && w.isNumber() {
		return v.data[0] == w.data[0]
	}
	if v.kind != w.kind || v.rows != w.rows || v.cols != w.cols {
		return false
	}
	return slices.Equal(v.data, w.data)
}

// prime is the order of the field, 2⁶¹ − 1.
const prime = 1<<61 - 1

// elem is an element of the field, from 0 to prime − 1.
type elem uint64

func (a elem) add(b elem) elem {
	s := a + b
	if s >= prime {
		s -= prime
	}
	return s
}

func (a elem) neg() elem {
	if a == 0 {
		return 0
	}
	return prime - a
}

// mul returns a·b. It reduces the product of 122 bits by 2⁶¹ ≡ 1.
func (a elem) mul(b elem) elem {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return elem(lo & prime).add(elem(hi<<3 | lo>>61))
}

// inv returns a^(prime − 2), which is the inverse of a by Fermat's little theorem. For a = 0, it
// returns 0.
func (a elem) inv() elem {
	out := elem(1)
	for power := uint64(prime - 2); power > 0; power >>= 1 {
		if power&1 == 1 {
			out = out.mul(a)
		}
		a = a.mul(a)
	}
	return out
}

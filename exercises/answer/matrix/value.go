package matrix

import (
	"fmt"
	"math/bits"
	"slices"
)

// dim is a named size such as n, with its value in one draw.
type dim struct {
	name string
	size int
}

// unitDim is the size of a number, and of the short side of a vector.
var unitDim = dim{"1", 1}

// kind distinguishes the kinds of value.
type kind uint8

const (
	matrix    kind = iota
	number         // at has one entry
	multiple       // of the identity, whose size is not known yet; at has one entry
	typedZero      // a typed 0, whose size is not known yet; at has one entry
)

// value is a number, a multiple of the identity, or a matrix stored by rows.
type value struct {
	kind       kind
	rows, cols dim
	at         []elem
}

func numberOf(x elem) value { return value{kind: number, rows: unitDim, cols: unitDim, at: []elem{x}} }

func zeros(rows, cols dim) value {
	return value{rows: rows, cols: cols, at: make([]elem, rows.size*cols.size)}
}

// identity returns x times the identity of the given size.
func identity(of dim, x elem) value {
	v := zeros(of, of)
	for i := range of.size {
		v.at[i*of.size+i] = x
	}
	return v
}

// shape returns the size in words: "d×n", "a number".
func (v value) shape() string {
	switch {
	case v.kind == number || v.kind == typedZero || v.rows == unitDim && v.cols == unitDim:
		return "a number"
	case v.kind == multiple:
		return "a multiple of I"
	}
	return v.rows.name + "×" + v.cols.name
}

// isNumber reports whether the value is a number or a 1×1 matrix.
func (v value) isNumber() bool {
	return v.kind == number || v.kind == typedZero || v.kind == matrix && v.rows == unitDim && v.cols == unitDim
}

// sized returns a multiple of the identity, or 0, in the size of another value.
func (v value) sized(like value) value {
	if v.kind == typedZero && like.kind == matrix {
		return zeros(like.rows, like.cols)
	}
	if v.kind == multiple && like.kind == matrix && like.rows == like.cols {
		return identity(like.rows, v.at[0])
	}
	return v
}

// misfit explains why two values do not fit together.
type misfit struct {
	what  string
	ended bool // the budget has run out, so nothing is known
}

func (m *misfit) Error() string { return m.what }

func misfitf(format string, args ...any) *misfit { return &misfit{what: fmt.Sprintf(format, args...)} }

// mapped returns a value of the same shape with other entries.
func (v value) mapped(entry func(i int) elem) value {
	out := v
	out.at = make([]elem, len(v.at))
	for i := range out.at {
		out.at[i] = entry(i)
	}
	return out
}

func (v value) scaled(x elem) value {
	return v.mapped(func(i int) elem { return v.at[i].mul(x) })
}

func (v value) plus(w value) (value, *misfit) {
	v, w = v.sized(w), w.sized(v)
	if v.kind == typedZero && w.kind == typedZero {
		return v, nil
	}
	if v.isNumber() && w.isNumber() {
		return numberOf(v.at[0].add(w.at[0])), nil
	}
	if v.kind != w.kind || v.rows != w.rows || v.cols != w.cols {
		return value{}, misfitf("%s and %s cannot be added", v.shape(), w.shape())
	}
	return v.mapped(func(i int) elem { return v.at[i].add(w.at[i]) }), nil
}

func (v value) times(w value) (value, *misfit) {
	switch {
	case v.kind != matrix:
		return w.scaled(v.at[0]).orMultiple(v, w), nil
	case w.kind != matrix, v.cols != w.rows && w.isNumber():
		return v.scaled(w.at[0]), nil
	case v.cols != w.rows && v.isNumber():
		return w.scaled(v.at[0]), nil
	case v.cols != w.rows:
		return value{}, misfitf("%s times %s does not go: the inner sizes are %s and %s", v.shape(), w.shape(),
			v.cols.name, w.rows.name)
	}
	out := zeros(v.rows, w.cols)
	for i := range v.rows.size {
		for k := range v.cols.size {
			a := v.at[i*v.cols.size+k]
			for j := range w.cols.size {
				at := i*w.cols.size + j
				out.at[at] = out.at[at].add(a.mul(w.at[k*w.cols.size+j]))
			}
		}
	}
	return out, nil
}

// orMultiple marks the product of I and a number as a multiple of I.
func (out value) orMultiple(v, w value) value {
	if v.kind == multiple && w.kind == number {
		out.kind = multiple
	}
	return out
}

func (v value) transposed() value {
	if v.kind != matrix {
		return v
	}
	out := zeros(v.cols, v.rows)
	for i := range v.rows.size {
		for j := range v.cols.size {
			out.at[j*v.rows.size+i] = v.at[i*v.cols.size+j]
		}
	}
	return out
}

// inverse returns the inverse, by Gauss–Jordan elimination.
func (v value) inverse() (value, *misfit) {
	if v.kind != matrix {
		if v.at[0] == 0 {
			return value{}, misfitf("0 has no inverse")
		}
		v.at = []elem{v.at[0].inv()}
		return v, nil
	}
	if v.rows != v.cols {
		return value{}, misfitf("%s is not square and has no inverse", v.shape())
	}
	n := v.rows.size
	a, out := append([]elem(nil), v.at...), identity(v.rows, 1)
	for col := range n {
		pivot := col
		for pivot < n && a[pivot*n+col] == 0 {
			pivot++
		}
		if pivot == n {
			return value{}, misfitf("this matrix is singular for some sizes: no inverse")
		}
		for j := range n {
			a[pivot*n+j], a[col*n+j] = a[col*n+j], a[pivot*n+j]
			out.at[pivot*n+j], out.at[col*n+j] = out.at[col*n+j], out.at[pivot*n+j]
		}
		scale := a[col*n+col].inv()
		for j := range n {
			a[col*n+j], out.at[col*n+j] = a[col*n+j].mul(scale), out.at[col*n+j].mul(scale)
		}
		for i := range n {
			factor := a[i*n+col].neg()
			if i == col || factor == 0 {
				continue
			}
			for j := range n {
				a[i*n+j] = a[i*n+j].add(factor.mul(a[col*n+j]))
				out.at[i*n+j] = out.at[i*n+j].add(factor.mul(out.at[col*n+j]))
			}
		}
	}
	return out, nil
}

// multipleOf reports whether v is a number times w, and neither is 0.
func (v value) multipleOf(w value) bool {
	if v.kind != w.kind || v.rows != w.rows || v.cols != w.cols {
		return false
	}
	at := slices.IndexFunc(w.at, func(a elem) bool { return a != 0 })
	if at < 0 || v.at[at] == 0 {
		return false
	}
	return v.same(w.scaled(v.at[at].mul(w.at[at].inv())))
}

// same reports whether two values and their shapes are equal.
func (v value) same(w value) bool {
	v, w = v.sized(w), w.sized(v)
	if v.isNumber() && w.isNumber() {
		return v.at[0] == w.at[0]
	}
	if v.kind != w.kind || v.rows != w.rows || v.cols != w.cols {
		return false
	}
	return slices.Equal(v.at, w.at)
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

// mul reduces the product of 122 bits with 2⁶¹ = 1.
func (a elem) mul(b elem) elem {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return elem(lo & prime).add(elem(hi<<3 | lo>>61))
}

// inv returns a^(prime − 2), the inverse by Fermat's little theorem. The inverse of
// 0 is 0.
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

package kernels

import (
	"gonum.org/v1/gonum/mat"

	"kernellab/kernels/vec"
)

// parallelFrom is the number of points from which a Gram matrix is worth the
// start of goroutines.
const parallelFrom = 128

// Grammed is a kernel with a way of its own to the Gram matrix, cheaper than entry by
// entry. There is at least one x.
type Grammed[T any] interface{ Gram(xs []T) *mat.SymDense }

// Gram returns the n×n matrix Kᵢⱼ = k(xᵢ, xⱼ). Only the upper triangle is
// computed, in parallel for many points; it holds n²·8 bytes.
func Gram[T any](k Kernel[T], xs []T) *mat.SymDense {
	n := len(xs)
	if n == 0 {
		return &mat.SymDense{}
	}
	if g, ok := k.(Grammed[T]); ok {
		return g.Gram(xs)
	}
	data := make([]float64, n*n)
	fill := gramRow(k, xs)
	eachRow(n, n >= parallelFrom, func(i int) { fill(data[i*n+i:(i+1)*n], i) })
	return mat.NewSymDense(n, data)
}

// stretchesFrom is the number of points from which [Stretches] are worth the
// copy that they make.
const stretchesFrom = 256

// gramRow returns what writes k(xᵢ, xᵢ), k(xᵢ, xᵢ₊₁) … to dst.
func gramRow[T any](k Kernel[T], xs []T) func(dst []float64, i int) {
	if vectors, ok := any(xs).([][]float64); ok && len(xs) >= stretchesFrom {
		s := NewStretches(any(k).(Kernel[[]float64]), vectors)
		return func(dst []float64, i int) { s.fill(dst, i, i) }
	}
	rows := NewRows(k, xs)
	return func(dst []float64, i int) { rows.segment(dst, xs[i], i) }
}

// Rows gives rows of a Gram matrix on demand, for problems whose matrix does
// not fit in memory. It copies points of numbers once and may be used by
// several goroutines.
type Rows[T any] struct {
	kernel Kernel[T]
	points []T
	packed packed // the points again if T is []float64, else empty
}

// NewRows prepares the rows of the Gram matrix of xs.
func NewRows[T any](k Kernel[T], xs []T) *Rows[T] {
	r := &Rows[T]{kernel: k, points: xs}
	if vectors, ok := any(xs).([][]float64); ok {
		r.packed = pack(vectors)
	}
	return r
}

// Row writes k(xᵢ, xⱼ) for all j to dst, which must have an entry a point.
func (r *Rows[T]) Row(dst []float64, i int) { r.At(dst, r.points[i]) }

// At writes k(x, xⱼ) for all j to dst, which must have an entry a point.
func (r *Rows[T]) At(dst []float64, x T) {
	if len(dst) != len(r.points) {
		panic("kernels: length mismatch")
	}
	r.segment(dst, x, 0)
}

// segment writes k(x, x_from), k(x, x_from+1), … to dst.
func (r *Rows[T]) segment(dst []float64, x T, from int) {
	k, isVector := any(r.kernel).(Kernel[[]float64])
	if !isVector {
		for j := range dst {
			dst[j] = r.kernel.Eval(x, r.points[from+j])
		}
		return
	}
	evalRow(dst, k, any(x).([]float64), r.packed, from)
}

// packed holds points of equal length one after the other.
type packed struct {
	data []float64
	d    int
}

func pack(points [][]float64) packed {
	if len(points) == 0 {
		return packed{}
	}
	p := packed{data: make([]float64, 0, len(points)*len(points[0])), d: len(points[0])}
	for _, x := range points {
		vec.Match(x, points[0])
		p.data = append(p.data, x...)
	}
	return p
}

func (p packed) at(i int) []float64 { return p.data[i*p.d : (i+1)*p.d : (i+1)*p.d] }

// dots writes x·p_from, x·p_from+1, … to dst. It is kept out of its callers:
// laid into a larger function, the loop takes 1.6 times as long at d = 20.
//
//go:noinline
func dots(dst, x []float64, p packed, from int) {
	for j := range dst {
		dst[j] = vec.Dot(x, p.at(from+j))
	}
}

// evalRow writes k(x, p_from), k(x, p_from+1), … to dst. It gives the same
// values as Eval; the kernel's type is looked at once a row, not once a value.
func evalRow(dst []float64, k Kernel[[]float64], x []float64, p packed, from int) {
	switch k := k.(type) {
	case Linear:
		dots(dst, x, p, from)
	case Poly:
		dots(dst, x, p, from)
		for j, u := range dst {
			dst[j] = intPow(u+k.C, k.Degree)
		}
	case RBF:
		for j := range dst {
			dst[j] = k.at(vec.Dist2(x, p.at(from+j)))
		}
	case Scaled[[]float64]:
		evalRow(dst, k.Kernel, x, p, from)
		for j := range dst {
			dst[j] *= k.Factor
		}
	case Sum[[]float64]:
		clear(dst)
		part := make([]float64, len(dst))
		for _, term := range k {
			evalRow(part, term, x, p, from)
			for j, v := range part {
				dst[j] += v
			}
		}
	case Product[[]float64]:
		evalProduct(dst, k, x, p, from)
	case *Expr:
		k.fillRow(dst, x, p, from)
	default:
		for j := range dst {
			dst[j] = k.Eval(x, p.at(from+j))
		}
	}
}

func evalProduct(dst []float64, k Product[[]float64], x []float64, p packed, from int) {
	for j := range dst {
		dst[j] = 1
	}
	part := make([]float64, len(dst))
	for _, factor := range k {
		evalRow(part, factor, x, p, from)
		for j, v := range part {
			dst[j] *= v
		}
	}
}

// eachRow calls do(0) … do(n−1), on all cores if parallel.
func eachRow(n int, parallel bool, do func(i int)) {
	if parallel {
		vec.Parts(n, 1, func(i, _ int) { do(i) })
		return
	}
	for i := range n {
		do(i)
	}
}

package kernels

import (
	"gonum.org/v1/gonum/mat"

	"kernellab/kernels/vec"
)

// parallelFrom is the number of points from which computing a Gram matrix in
// parallel pays off.
const parallelFrom = 128

// GramMaker is a kernel that computes its Gram matrix faster than entry by
// entry. Gram is never called without points.
type GramMaker[T any] interface{ Gram(xs []T) *mat.SymDense }

// Gram returns the n×n matrix Kᵢⱼ = k(xᵢ, xⱼ), which takes 8n² bytes. It
// computes only the upper triangle, in parallel if there are many points.
func Gram[T any](k Kernel[T], xs []T) *mat.SymDense {
	n := len(xs)
	if n == 0 {
		return &mat.SymDense{}
	}
	if g, ok := k.(GramMaker[T]); ok {
		return g.Gram(xs)
	}
	data := make([]float64, n*n)
	fill := gramRow(k, xs)
	eachRow(n, n >= parallelFrom, func(i int) { fill(data[i*n+i:(i+1)*n], i) })
	return mat.NewSymDense(n, data)
}

// packedFrom is the number of points from which [PackedRows] are worth the copy
// that they make.
const packedFrom = 256

// gramRow returns a function that writes k(xᵢ, xᵢ), k(xᵢ, xᵢ₊₁), … to dst.
func gramRow[T any](k Kernel[T], xs []T) func(dst []float64, i int) {
	if vectors, ok := any(xs).([][]float64); ok && len(xs) >= packedFrom {
		s := NewPackedRows(any(k).(Kernel[[]float64]), vectors)
		return func(dst []float64, i int) { s.fill(dst, i, i) }
	}
	rows := NewRows(k, xs)
	return func(dst []float64, i int) { rows.segment(dst, xs[i], i) }
}

// Rows computes rows of a Gram matrix on demand, for problems whose matrix does
// not fit in memory. It copies vectors once. Several goroutines may use it at
// the same time.
type Rows[T any] struct {
	kernel Kernel[T]
	points []T
	packed packed // a copy of the points if T is []float64, else empty
}

// NewRows prepares the rows of the Gram matrix of xs.
func NewRows[T any](k Kernel[T], xs []T) *Rows[T] {
	r := &Rows[T]{kernel: k, points: xs}
	if vectors, ok := any(xs).([][]float64); ok {
		r.packed = pack(vectors)
	}
	return r
}

// Row writes k(xᵢ, xⱼ) for all j to dst, which must have length n.
func (r *Rows[T]) Row(dst []float64, i int) { r.RowFor(dst, r.points[i]) }

// RowFor writes k(x, xⱼ) for all j to dst, which must have length n.
func (r *Rows[T]) RowFor(dst []float64, x T) {
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

// packed stores points of equal length one after another.
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

func (p packed) point(i int) []float64 { return p.data[i*p.d : (i+1)*p.d : (i+1)*p.d] }

// dots writes x·p_from, x·p_from+1, … to dst. It must not be inlined: in the
// middle of a larger function the loop takes 1.6 times as long at d = 20.
//
//go:noinline
func dots(dst, x []float64, p packed, from int) {
	for j := range dst {
		dst[j] = vec.Dot(x, p.point(from+j))
	}
}

// evalRow writes k(x, p_from), k(x, p_from+1), … to dst, with the values of
// Eval. It switches on the kernel's type once per row instead of once per
// value.
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
			dst[j] = k.ofDist2(vec.Dist2(x, p.point(from+j)))
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
			dst[j] = k.Eval(x, p.point(from+j))
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

// eachRow calls do(0) … do(n−1), on all cores if parallel is set.
func eachRow(n int, parallel bool, do func(i int)) {
	if parallel {
		vec.Parts(n, 1, func(i, _ int) { do(i) })
		return
	}
	for i := range n {
		do(i)
	}
}

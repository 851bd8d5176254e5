package kernels

import (
	"math"

	"kernellab/kernels/vec"
)

// Expansion is the function f(x) = Σ Coef[i]·k(Points[i], x) + Bias, the form of every solution in
// the dual. Points and Coef have the same length. Points whose coefficient is 0 take no time. The
// methods only read an Expansion, so it may be shared.
type Expansion struct {
	Kernel Kernel[[]float64]
	Points [][]float64
	Coef   []float64
	Bias   float64
}

// Eval returns f(x).
func (e Expansion) Eval(x []float64) float64 {
	e.checkLengths()
	f := e.Bias
	for i, c := range e.Coef {
		if c != 0 {
			f += c * e.Kernel.Eval(e.Points[i], x)
		}
	}
	return f
}

// Sample writes f on the grid of pixels with columns xs and rows ys:
// dst[r*len(xs)+c] = f(xs[c], ys[r]). dst must have length len(xs)·len(ys).
// Points have one or two coordinates. If they have one, f depends on xs[c] only. If
// they have more than two, Sample panics: choose a plane with [Expansion.OnSlice].
//
// For RBFs, linear and polynomial kernels, and for their sums and multiples, Sample
// computes products of thin matrices, which is much faster than calling Eval for
// every pixel. The values differ from those of Eval only by rounding.
func (e Expansion) Sample(dst, xs, ys []float64) { e.OnSlice(e.defaultSlice()).Sample(dst, xs, ys) }

// OnSlice returns the restriction of f to the plane s in the input space.
func (e Expansion) OnSlice(s Slice) SlicedExpansion { return SlicedExpansion{expansion: e, slice: s} }

func (e Expansion) checkLengths() {
	if len(e.Points) != len(e.Coef) {
		panic("kernels: length mismatch")
	}
}

// defaultSlice returns the plane that contains all inputs in 1-D or 2-D.
func (e Expansion) defaultSlice() Slice {
	d := 2
	if len(e.Points) > 0 {
		d = len(e.Points[0])
	}
	switch d {
	case 1:
		return Slice{I: 0, J: -1, At: []float64{0}}
	case 2:
		return Slice{I: 0, J: 1, At: []float64{0, 0}}
	}
	panic("kernels: points of more than two coordinates need a Slice")
}

// Slice is a plane in d-dimensional input space. Coordinate I varies along the
// columns of the grid and J along its rows. All other coordinates have the
// values in At, which has length d. If J is −1, f depends on the column only.
type Slice struct {
	I, J int
	At   []float64
}

// SlicedExpansion is an [Expansion] restricted to a [Slice].
type SlicedExpansion struct {
	expansion Expansion
	slice     Slice
}

// Eval returns f at the point with the given two coordinates in the plane.
func (p SlicedExpansion) Eval(x, y float64) float64 { return p.expansion.Eval(p.slice.point(x, y)) }

// Sample is [Expansion.Sample] on the plane.
func (p SlicedExpansion) Sample(dst, xs, ys []float64) {
	p.expansion.checkLengths()
	if len(dst) != len(xs)*len(ys) {
		panic("kernels: length mismatch")
	}
	for i := range dst {
		dst[i] = p.expansion.Bias
	}
	addField(dst, p.expansion.Kernel, newSupport(p.expansion.Points, p.expansion.Coef, p.slice), xs, ys)
}

// point returns the input with the given two coordinates in the plane.
func (s Slice) point(x, y float64) []float64 {
	z := append([]float64(nil), s.At...)
	z[s.I] = x
	if s.J >= 0 {
		z[s.J] = y
	}
	return z
}

// support holds the data of an expansion on a plane: the points with nonzero coefficients, their
// two coordinates in the plane, and the contributions of the fixed coordinates to squared
// distances.
type support struct {
	slice          Slice
	points         [][]float64
	weight         []float64
	px, py         []float64
	fixedDistance2 []float64
}

// newSupport collects the points with a nonzero coefficient.
func newSupport(points [][]float64, coef []float64, slice Slice) support {
	n := 0
	for _, c := range coef {
		if c != 0 {
			n++
		}
	}
	buf := make([]float64, 4*n)
	s := support{slice: slice, points: make([][]float64, 0, n),
		weight: buf[:0:n], px: buf[n : n : 2*n], py: buf[2*n : 2*n : 3*n],
		fixedDistance2: buf[3*n : 3*n]}
	for i, c := range coef {
		if c != 0 {
			s.add(points[i], c)
		}
	}
	return s
}

func (s *support) add(p []float64, c float64) {
	vec.CheckLengths(p, s.slice.At)
	y, fixedDistance2 := 0.0, 0.0
	for m, fixedValue := range s.slice.At {
		switch m {
		case s.slice.I:
		case s.slice.J:
			y = p[m]
		default:
			fixedDistance2 += (p[m] - fixedValue) * (p[m] - fixedValue)
		}
	}
	s.points = append(s.points, p)
	s.weight = append(s.weight, c)
	s.px = append(s.px, p[s.slice.I])
	s.py = append(s.py, y)
	s.fixedDistance2 = append(s.fixedDistance2, fixedDistance2)
}

// scaledBy returns the support with every weight multiplied by factor.
func (s support) scaledBy(factor float64) support {
	w := make([]float64, len(s.weight))
	for i, v := range s.weight {
		w[i] = v * factor
	}
	s.weight = w
	return s
}

// addField adds the values of f = Σ wᵢ·k(xᵢ, ·) on the grid to dst. These values, one for each pixel,
// are called the field of the kernel k. addField splits the kernel into parts with a fast method and
// evaluates the other parts pixel by pixel.
func addField(dst []float64, k Kernel[[]float64], s support, xs, ys []float64) {
	if len(dst) == 0 || len(s.weight) == 0 {
		return
	}
	if s.slice.J < 0 && len(ys) > 1 {
		addRepeated(dst, k, s, xs, len(ys))
		return
	}
	if degree, ok := degreeOf(k); ok && (degree+1)*(degree+1) < len(dst) {
		addPolynomial(dst, k, degree, s, xs, ys)
		return
	}
	switch k := k.(type) {
	case Sum[[]float64]:
		for _, term := range k {
			addField(dst, term, s, xs, ys)
		}
		return
	case Scaled[[]float64]:
		addField(dst, k.Kernel, s.scaledBy(k.Factor), xs, ys)
		return
	case RBF:
		addRBF(dst, k.Gamma(), s, xs, ys)
		return
	case Product[[]float64]:
		if factor, gamma, ok := mergeRBFs(k); ok {
			addRBF(dst, gamma, s.scaledBy(factor), xs, ys)
			return
		}
	}
	addPointwise(dst, k, s, xs, ys)
}

// addRepeated adds a field that depends only on the column. It computes one row and adds it to each
// of the given number of rows.
func addRepeated(dst []float64, k Kernel[[]float64], s support, xs []float64, rows int) {
	line := make([]float64, len(xs))
	addField(line, k, s, xs, []float64{0})
	for r := range rows {
		row := dst[r*len(xs) : (r+1)*len(xs)]
		for c, v := range line {
			row[c] += v
		}
	}
}

// mergeRBFs merges a product of RBFs and multiples of RBFs into one multiple of one RBF:
// exp(−g₁r)·exp(−g₂r) = exp(−(g₁+g₂)r). If there is another kind of factor, ok is false.
func mergeRBFs(k Product[[]float64]) (factor, gamma float64, ok bool) {
	factor = 1
	for _, f := range k {
		if scaled, isScaled := f.(Scaled[[]float64]); isScaled {
			factor *= scaled.Factor
			f = scaled.Kernel
		}
		rbf, isRBF := f.(RBF)
		if !isRBF {
			return 0, 0, false
		}
		gamma += rbf.Gamma()
	}
	return factor, gamma, true
}

// addRBF adds the field of an RBF to dst. Because exp(−g‖x−p‖²) = exp(−g(x−pₓ)²)·exp(−g(y−p_y)²),
// the field is a matrix product (H×n)·(n×W) with (W+H)·n exponentials.
func addRBF(dst []float64, gamma float64, s support, xs, ys []float64) {
	n := len(s.weight)
	rowFactors, columnFactors := make([]float64, len(ys)*n), make([]float64, n*len(xs))
	for i, p := range s.px {
		row := columnFactors[i*len(xs) : (i+1)*len(xs)]
		for c, x := range xs {
			row[c] = -gamma * (x - p) * (x - p)
		}
		vec.Exp(row)
	}
	weight := make([]float64, n)
	for i, w := range s.weight {
		weight[i] = w * math.Exp(-gamma*s.fixedDistance2[i])
	}
	for r, y := range ys {
		row := rowFactors[r*n : (r+1)*n]
		for i, p := range s.py {
			row[i] = -gamma * (y - p) * (y - p)
		}
		vec.Exp(row)
		for i, w := range weight {
			row[i] *= w
		}
	}
	vec.AddOuter(dst, rowFactors, columnFactors, len(ys), n, len(xs))
}

// addPointwise adds the field of any kernel to dst. It evaluates the kernel at every pixel.
func addPointwise(dst []float64, k Kernel[[]float64], s support, xs, ys []float64) {
	p := packPoints(s.points)
	work := len(dst) * len(s.weight)
	forEachRow(len(ys), work > 1<<16, func(r int) {
		values := make([]float64, len(s.weight))
		x := s.slice.point(0, ys[r])
		for c := range xs {
			x[s.slice.I] = xs[c]
			evalRow(values, k, x, p, 0)
			var f float64
			for i, v := range values {
				f += s.weight[i] * v
			}
			dst[r*len(xs)+c] += f
		}
	})
}

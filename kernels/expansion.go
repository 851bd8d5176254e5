package kernels

import "kernellab/kernels/vec"

// Expansion is the function f(x) = Σ Coef[i]·k(Points[i], x) + Bias that every
// dual method ends with. Points and Coef have the same length; only points
// with a coefficient other than 0 cost anything. An Expansion is read-only
// here and may be shared.
type Expansion struct {
	Kernel Kernel[[]float64]
	Points [][]float64
	Coef   []float64
	Bias   float64
}

// Eval returns f(x).
func (e Expansion) Eval(x []float64) float64 {
	e.check()
	f := e.Bias
	for i, c := range e.Coef {
		if c != 0 {
			f += c * e.Kernel.Eval(e.Points[i], x)
		}
	}
	return f
}

// Sample writes f on the grid of pixels with columns xs and rows ys:
// dst[r*len(xs)+c] = f(xs[c], ys[r]), and dst must have length
// len(xs)·len(ys). Points have two coordinates, or one: then f depends on
// xs[c] alone. In more dimensions it panics: choose a plane with [Expansion.On].
//
// It is much faster than Eval for every pixel: kernels made of RBFs, linear
// and polynomial ones are sampled as a product of two thin matrices. The
// values differ from Eval's only by rounding.
func (e Expansion) Sample(dst, xs, ys []float64) { e.On(e.onlyPlane()).Sample(dst, xs, ys) }

// Keep samples f as [Expansion.Sample] does and keeps the values for cheap
// updates.
func (e Expansion) Keep(xs, ys []float64) *KeptField { return e.On(e.onlyPlane()).Keep(xs, ys) }

// On returns f on a plane through inputs of any dimension.
func (e Expansion) On(s Slice) Plane { return Plane{e: e, slice: s} }

func (e Expansion) check() {
	if len(e.Points) != len(e.Coef) {
		panic("kernels: length mismatch")
	}
}

// onlyPlane is the plane of inputs in 1-D or 2-D.
func (e Expansion) onlyPlane() Slice {
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

// Slice is a plane through d-dimensional inputs: coordinate I runs along the
// columns of the grid and J along its rows (−1: none, f then depends on the
// column alone), and all others stay at At, which has length d.
type Slice struct {
	I, J int
	At   []float64
}

// Plane is an [Expansion] on a [Slice].
type Plane struct {
	e     Expansion
	slice Slice
}

// Eval returns f at the point of the plane with the given two coordinates.
func (p Plane) Eval(x, y float64) float64 { return p.e.Eval(p.slice.point(x, y)) }

// Sample is [Expansion.Sample] on the plane.
func (p Plane) Sample(dst, xs, ys []float64) {
	p.e.check()
	if len(dst) != len(xs)*len(ys) {
		panic("kernels: length mismatch")
	}
	for i := range dst {
		dst[i] = p.e.Bias
	}
	addField(dst, p.e.Kernel, gather(p.e.Points, p.e.Coef, p.slice), xs, ys)
}

// Keep is [Expansion.Keep] on the plane.
func (p Plane) Keep(xs, ys []float64) *KeptField {
	k := &KeptField{plane: p, xs: xs, ys: ys, bias: p.e.Bias, values: make([]float64, len(xs)*len(ys))}
	p.Sample(k.values, xs, ys)
	return k
}

// point returns the input at two coordinates of the plane.
func (s Slice) point(x, y float64) []float64 {
	z := append([]float64(nil), s.At...)
	z[s.I] = x
	if s.J >= 0 {
		z[s.J] = y
	}
	return z
}

// KeptField is f on a grid while its coefficients change a few at a time, as
// they do step by step in a solver: changing one coefficient costs one
// rank-one update of the values instead of a new sampling. It is not safe for
// use by several goroutines. Rounding accumulates by one ulp of the largest
// term an update.
type KeptField struct {
	plane  Plane
	xs, ys []float64
	bias   float64
	values []float64
}

// Update adds delta to the coefficient of point i.
func (k *KeptField) Update(i int, delta float64) {
	e := k.plane.e
	s := gather(e.Points[i:i+1], []float64{delta}, k.plane.slice)
	addField(k.values, e.Kernel, s, k.xs, k.ys)
}

// SetBias changes the bias to b: an outer product with ones, since that runs in
// vector instructions.
func (k *KeptField) SetBias(b float64) {
	ones, change := make([]float64, len(k.ys)), make([]float64, len(k.xs))
	for r := range ones {
		ones[r] = 1
	}
	for c := range change {
		change[c] = b - k.bias
	}
	vec.AddOuter(k.values, ones, change, len(ones), 1, len(change))
	k.bias = b
}

// Values returns the values in the order of [Expansion.Sample]. The slice is
// the field's own: read it, and copy it to keep it.
func (k *KeptField) Values() []float64 { return k.values }

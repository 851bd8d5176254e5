package kernels

import (
	"math"

	"kernellab/kernels/vec"
)

// maxFieldDegree is the highest degree of a field that is expanded into
// monomials. Products of kernels can exceed it and are then evaluated pixel by
// pixel.
const maxFieldDegree = 2 * MaxDegree

// degreeOf returns the degree of k as a polynomial in one of its inputs. The
// result ok is false if k is not a polynomial of degree at most maxFieldDegree.
func degreeOf(k Kernel[[]float64]) (int, bool) {
	switch k := k.(type) {
	case Linear:
		return 1, true
	case Poly:
		return k.Degree, k.Degree <= maxFieldDegree
	case Scaled[[]float64]:
		return degreeOf(k.Kernel)
	case Sum[[]float64]:
		return degreeOfParts(k, func(a, b int) int { return max(a, b) })
	case Product[[]float64]:
		return degreeOfParts(k, func(a, b int) int { return a + b })
	}
	return 0, false
}

func degreeOfParts(parts []Kernel[[]float64], join func(a, b int) int) (int, bool) {
	degree := 0
	for _, k := range parts {
		d, ok := degreeOf(k)
		if !ok {
			return 0, false
		}
		degree = join(degree, d)
	}
	return degree, degree <= maxFieldDegree
}

// bivariate is a polynomial in u and v. The coefficient of uⁱvʲ is
// c[j*(degree+1)+i], with i + j ≤ degree.
type bivariate struct {
	degree int
	c      []float64
}

func newBivariate(degree int) bivariate {
	return bivariate{degree, make([]float64, (degree+1)*(degree+1))}
}

// frame maps the grid's coordinates to [−1, 1], so that powers stay bounded: x
// = x0 + hx·u.
type frame struct{ x0, hx, y0, hy float64 }

func newFrame(xs, ys []float64) frame {
	x0, hx := span(xs)
	y0, hy := span(ys)
	return frame{x0, hx, y0, hy}
}

// span returns the middle and half the width of the range of v. It replaces a
// half width of 0 by 1.
func span(v []float64) (mid, half float64) {
	lo, hi := v[0], v[0]
	for _, x := range v {
		lo, hi = min(lo, x), max(hi, x)
	}
	half = (hi - lo) / 2
	if half == 0 {
		half = 1
	}
	return lo + (hi-lo)/2, half
}

// addPolynomial adds the field of a polynomial kernel. The weighted sum over
// all points is a single polynomial, so the cost per pixel does not depend on
// the number of points. Its monomials are sampled as the product of an H×(p+1)
// and a (p+1)×W matrix.
func addPolynomial(dst []float64, k Kernel[[]float64], degree int, s support, xs, ys []float64) {
	fr := newFrame(xs, ys)
	total := newBivariate(degree)
	total.accumulate(k, s, fr)
	m := degree + 1
	left, right := make([]float64, len(ys)*m), make([]float64, m*len(xs))
	for c, x := range xs {
		u, power := (x-fr.x0)/fr.hx, 1.0
		for i := range m {
			right[i*len(xs)+c] = power
			power *= u
		}
	}
	for r, y := range ys {
		total.collapse(left[r*m:(r+1)*m], (y-fr.y0)/fr.hy)
	}
	vec.AddOuter(dst, left, right, len(ys), m, len(xs))
}

// collapse writes the coefficients of the polynomial in u that results from
// substituting v. It uses Horner's rule.
func (b bivariate) collapse(dst []float64, v float64) {
	m := b.degree + 1
	clear(dst)
	for j := b.degree; j >= 0; j-- {
		for i := range dst {
			dst[i] = dst[i]*v + b.c[j*m+i]
		}
	}
}

// accumulate adds Σ wᵢ·k(xᵢ, ·) to the polynomial.
func (b bivariate) accumulate(k Kernel[[]float64], s support, fr frame) {
	switch k := k.(type) {
	case Linear:
		b.addPower(1, 0, s, fr)
	case Poly:
		b.addPower(k.Degree, k.C, s, fr)
	case Scaled[[]float64]:
		b.accumulate(k.Kernel, s.scaled(k.Factor), fr)
	case Sum[[]float64]:
		for _, term := range k {
			b.accumulate(term, s, fr)
		}
	case Product[[]float64]:
		for i := range s.weight {
			b.add(productAt(k, s.single(i), fr), s.weight[i])
		}
	}
}

// single returns the support of point i only, with weight 1.
func (s support) single(i int) support {
	return support{slice: s.slice, points: s.points[i : i+1], weight: []float64{1},
		px: s.px[i : i+1], py: s.py[i : i+1], restDot: s.restDot[i : i+1], restD2: s.restD2[i : i+1]}
}

// productAt returns a product kernel with one input fixed to a single point, as
// a polynomial in the other.
func productAt(k Product[[]float64], one support, fr frame) bivariate {
	acc := newBivariate(0)
	acc.c[0] = 1
	for _, factor := range k {
		degree, _ := degreeOf(factor)
		f := newBivariate(degree)
		f.accumulate(factor, one, fr)
		acc = acc.times(f)
	}
	return acc
}

func (b bivariate) times(o bivariate) bivariate {
	p := newBivariate(b.degree + o.degree)
	for j := 0; j <= b.degree; j++ {
		for i := 0; i+j <= b.degree; i++ {
			v := b.c[j*(b.degree+1)+i]
			for l := 0; l <= o.degree; l++ {
				for k := 0; k+l <= o.degree; k++ {
					p.c[(j+l)*(p.degree+1)+i+k] += v * o.c[l*(o.degree+1)+k]
				}
			}
		}
	}
	return p
}

// add adds w times a polynomial of at most the same degree.
func (b bivariate) add(o bivariate, w float64) {
	for j := 0; j <= o.degree; j++ {
		for i := 0; i+j <= o.degree; i++ {
			b.c[j*(b.degree+1)+i] += w * o.c[j*(o.degree+1)+i]
		}
	}
}

// addPower adds Σ wᵢ(xᵢ·x + c)^p. In the frame's coordinates xᵢ·x + c is a·u +
// b·v + c₀, so the coefficient of uⁱvʲ is a multinomial coefficient times Σ
// w·aⁱ·bʲ·c₀^(p−i−j).
func (b bivariate) addPower(p int, c float64, s support, fr frame) {
	moments := newBivariate(p)
	var powers [maxFieldDegree + 1]float64
	for n, w := range s.weight {
		pa, pb := fr.hx*s.px[n], fr.hy*s.py[n]
		c0 := fr.x0*s.px[n] + fr.y0*s.py[n] + s.restDot[n] + c
		powers[0] = 1
		for i := 1; i <= p; i++ {
			powers[i] = powers[i-1] * c0
		}
		for j := 0; j <= p; j++ {
			row := moments.c[j*(p+1):]
			term := w
			for i := 0; i+j <= p; i++ {
				row[i] += term * powers[p-i-j]
				term *= pa
			}
			w *= pb
		}
	}
	for j := 0; j <= p; j++ {
		for i := 0; i+j <= p; i++ {
			m := math.Round(binomial(p, j) * binomial(p-j, i))
			b.c[j*(b.degree+1)+i] += m * moments.c[j*(p+1)+i]
		}
	}
}

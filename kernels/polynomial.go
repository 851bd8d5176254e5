package kernels

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// maxFieldDegree is the highest degree of a field that is interpolated. Products
// of kernels can exceed it and are then evaluated pixel by pixel.
const maxFieldDegree = 2 * MaxDegree

// degreeOf returns the degree of k as a polynomial in one of its inputs. The
// result ok is false if k is not a polynomial of degree at most maxFieldDegree.
func degreeOf(k Kernel[[]float64]) (degree int, ok bool) {
	switch k := k.(type) {
	case Linear:
		return 1, true
	case Poly:
		return k.Degree, k.Degree <= maxFieldDegree
	case Sum[[]float64], Product[[]float64], Scaled[[]float64]:
		_, product := k.(Product[[]float64])
		for _, part := range parts(k) {
			d, ok := degreeOf(part)
			if !ok {
				return 0, false
			}
			if product {
				degree += d
			} else {
				degree = max(degree, d)
			}
		}
		return degree, degree <= maxFieldDegree
	}
	return 0, false
}

// addPolynomial adds the field of a polynomial kernel of the given degree. Its
// values at degree + 1 nodes in each coordinate determine the field, so the cost
// per pixel does not depend on the number of points.
func addPolynomial(dst []float64, k Kernel[[]float64], degree int, s support, xs, ys []float64) {
	nodesX, acrossX := interpolate(xs, degree)
	nodesY, acrossY := interpolate(ys, degree)
	values := make([]float64, len(nodesX)*len(nodesY))
	addPointwise(values, k, s, nodesX, nodesY)
	var field mat.Dense
	field.Product(acrossY, mat.NewDense(len(nodesY), len(nodesX), values), acrossX.T())
	floats.Add(dst, field.RawMatrix().Data)
}

// interpolate returns Chebyshev's nodes for polynomials of a degree on the range
// of v, and the matrix that maps the values of a polynomial at the nodes to its
// values at v. It uses the barycentric formula, which is stable at these nodes
// (Berrut and Trefethen, Barycentric Lagrange Interpolation, SIAM Review 46,
// 2004, section 5).
func interpolate(v []float64, degree int) (nodes []float64, basis *mat.Dense) {
	lo, hi := floats.Min(v), floats.Max(v)
	nodes, weights := make([]float64, degree+1), make([]float64, degree+1)
	for j := range nodes {
		nodes[j] = (lo+hi)/2 + (hi-lo)/2*math.Cos(math.Pi*float64(j)/float64(degree))
		weights[j] = float64(1 - 2*(j%2))
	}
	weights[0] /= 2
	weights[degree] /= 2
	basis = mat.NewDense(len(v), degree+1, nil)
	for i, at := range v {
		row := basis.RawRowView(i)
		for j, node := range nodes {
			if at == node {
				clear(row)
				row[j] = 1
				break
			}
			row[j] = weights[j] / (at - node)
		}
		floats.Scale(1/floats.Sum(row), row)
	}
	return nodes, basis
}

package solvers

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// The tests have kernels of their own: the package may not know kernels.

type kernelFunc func(x, z []float64) float64

func dot(x, z []float64) float64 {
	var s float64
	for i := range x {
		s += x[i] * z[i]
	}
	return s
}

func poly(p, c float64) kernelFunc {
	return func(x, z []float64) float64 { return math.Pow(dot(x, z)+c, p) }
}

func rbf(gamma float64) kernelFunc {
	return func(x, z []float64) float64 {
		var d float64
		for i := range x {
			d += (x[i] - z[i]) * (x[i] - z[i])
		}
		return math.Exp(-gamma * d)
	}
}

func kernelGram(k kernelFunc, x [][]float64) *Dense {
	rows := make([][]float64, len(x))
	for i := range x {
		rows[i] = make([]float64, len(x))
		for j := range x {
			rows[i][j] = k(x[i], x[j])
		}
	}
	return NewDense(mat.NewSymDense(len(rows), slices.Concat(rows...)))
}

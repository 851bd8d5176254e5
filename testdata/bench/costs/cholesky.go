package main

import (
	"gonum.org/v1/gonum/mat"

	"kernellab/kernels"
)

// factorise returns work that factors K + λI.
func factorise(k kernels.Kernel[[]float64], points [][]float64) func() {
	g := kernels.Gram(k, points)
	for i := range points {
		g.SetSym(i, i, g.At(i, i)+0.1)
	}
	return func() {
		var c mat.Cholesky
		if !c.Factorize(g) {
			panic("costs: the matrix is not positive definite")
		}
	}
}

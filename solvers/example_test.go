package solvers_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"kernellab/solvers"
)

// exclusiveOr returns a problem that no line separates, with the Gram matrix of
// the kernel (xᵀz + 1)².
func exclusiveOr() (solvers.Gram, []float64) {
	points, labels := [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, []float64{1, 1, -1, -1}
	k := mat.NewSymDense(4, nil)
	for i, x := range points {
		for j, z := range points[:i+1] {
			dot := x[0]*z[0] + x[1]*z[1]
			k.SetSym(i, j, (dot+1)*(dot+1))
		}
	}
	return solvers.NewDense(k), labels
}

// A solver sees a Gram matrix and labels. A trace records every step.
func ExampleTrace_Extend() {
	g, labels := exclusiveOr()
	p, err := solvers.NewDual(g, labels)
	if err != nil {
		fmt.Println(err)
		return
	}
	trace, _ := solvers.NewTrace(solvers.SMO{C: 1}, p)
	trace, _ = trace.Extend(context.Background(), 100, nil)
	for i := range trace.Len() {
		s := trace.At(i)
		fmt.Printf("%d: W = %.2f, α = %.3f, %v\n", i, s.Objective, s.CoefCopy(), s.Status)
	}
	// Output:
	// 0: W = 0.00, α = [0.000 0.000 0.000 0.000], running
	// 1: W = 0.12, α = [0.125 0.000 0.125 0.000], running
	// 2: W = 0.25, α = [0.125 0.125 0.125 0.125], converged
}

// SolveSVM finds the same solution without storing steps.
func ExampleSolveSVM() {
	g, labels := exclusiveOr()
	s, err := solvers.SolveSVM(context.Background(), g, labels, solvers.Options{C: math.Inf(1)})
	fmt.Printf("%v after %d updates, W = %.2f, %v\n", s.Status, s.Iterations, s.Objective, err)
	// Output: converged after 2 updates, W = 0.25, <nil>
}

// In the primal a solver sees a design matrix. Here its columns are 1 and x.
func ExampleRidge_Solve() {
	p, _ := solvers.NewPrimal([][]float64{{1, 0}, {1, 1}, {1, 2}}, []float64{1, 3, 5})
	s, err := solvers.Ridge{Lambda: 0}.Solve(p)
	fmt.Printf("%.3f %v\n", s.CoefCopy(), err)
	// Output: [1.000 2.000] <nil>
}

// The perceptron needs only one mistake for two points.
func ExamplePerceptron() {
	p, _ := solvers.NewPrimal([][]float64{{2, 1}, {-1, -2}}, []float64{1, -1})
	s := solvers.Perceptron{}
	step, _ := s.Start(p)
	for !step.Status.Done() {
		step, _ = s.Next(p, step)
	}
	fmt.Println(step.CoefCopy(), step.Bias, step.Sentence)
	// Output: [2 1] 1 Pass 2 had no mistake.
}

func ExampleHardMargin() {
	m, _ := solvers.HardMargin([][]float64{{0, 0}, {0, 1}, {2, 0}, {2, 3}}, []float64{-1, -1, 1, 1})
	fmt.Printf("%t, w = %.1f, b = %.1f, margin %.1f\n", m.Separable, m.W, m.B, m.Width)

	// The classes on a line alternate, so their hulls intersect.
	m, _ = solvers.HardMargin([][]float64{{0}, {1}, {2}}, []float64{1, -1, 1})
	fmt.Println(m.Separable)
	// Output:
	// true, w = [1.0 0.0], b = -1.0, margin 1.0
	// false
}

// A step size above MaxEta makes gradient descent diverge.
func ExampleMaxEta() {
	g := solvers.NewDense(mat.NewSymDense(2, []float64{3, 1, 1, 3}))
	fmt.Printf("%.2f\n", solvers.MaxEta(g))
	// Output: 0.50
}

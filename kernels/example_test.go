package kernels_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"kernellab/kernels"
)

func ExampleParse() {
	k, err := kernels.Parse("0.5*linear + rbf(gamma=0.5)")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(k)
	fmt.Println(k.Eval([]float64{1, 0}, []float64{1, 0}))

	_, err = kernels.Parse("rfb(sigma=1)")
	fmt.Println(err)
	// Output:
	// 0.5*linear+rbf(sigma=1)
	// 1.5
	// kernel "rfb(sigma=1)", character 1: there is no kernel "rfb"; did you mean rbf(sigma=1)?
}

func ExampleGram() {
	points := [][]float64{{1, 0}, {0, 2}, {1, 1}}
	fmt.Println(mat.Formatted(kernels.Gram[[]float64](kernels.Linear{}, points)))
	// Output:
	// ⎡1  0  1⎤
	// ⎢0  4  2⎥
	// ⎣1  2  2⎦
}

// Not every symmetric function is a kernel. The error carries a vector v with
// vᵀKv < 0.
func ExampleCheckPSD() {
	k, _ := kernels.Parse(`expr("dist")`)
	err := kernels.CheckPSD(kernels.Gram(k, [][]float64{{0}, {1}}), 1e-10)
	fmt.Println(err)
	// Output:
	// the Gram matrix is not positive semidefinite: its smallest eigenvalue is -1, so this is not a kernel
}

// The quadratic kernel in two dimensions is an inner product of six features.
func ExamplePoly_MapTo() {
	k := kernels.Poly{Degree: 2, C: 1}
	features := make([]float64, k.Dim(2))
	k.MapTo(features, []float64{1, 2})
	fmt.Printf("%.2f\n", features)
	// Output:
	// [1.00 1.41 2.83 1.00 2.83 4.00]
}

func ExampleExpansion_Sample() {
	f := kernels.Expansion{
		Kernel: kernels.Linear{},
		Points: [][]float64{{1, 0}, {0, 1}},
		Coef:   []float64{2, -1},
		Bias:   0.5,
	}
	xs, ys := []float64{0, 1, 2}, []float64{1, 0}
	grid := make([]float64, len(xs)*len(ys))
	f.Sample(grid, xs, ys)
	fmt.Println(grid[:3])
	fmt.Println(grid[3:])
	// Output:
	// [-0.5 1.5 3.5]
	// [0.5 2.5 4.5]
}

// The kernel aligned best with the labels is the one whose Gram matrix is most
// similar to yyᵀ.
func ExampleAlignment() {
	points, y := [][]float64{{-2}, {-1}, {1}, {2}}, []float64{1, -1, -1, 1}
	for _, k := range []kernels.Kernel[[]float64]{kernels.Linear{}, kernels.Poly{Degree: 2}} {
		fmt.Printf("%v: %.2f\n", k, kernels.Alignment(kernels.Gram(k, points), kernels.TargetGram(y)))
	}
	// Output:
	// linear: 0.00
	// poly(degree=2,c=0): 0.26
}

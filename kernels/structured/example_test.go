package structured_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"kernellab/kernels"
	"kernellab/kernels/structured"
)

// The words "bar" and "arb" share the letters a, r and b and the substring "ar".
func ExampleSubstrings() {
	fmt.Println(structured.Substrings{}.Eval("bar", "arb"))
	fmt.Println(structured.SuffixTable("bar", "arb"))
	// Output:
	// 4
	// [[0 0 1] [1 0 0] [0 2 0]]
}

// A kernel on strings makes a Gram matrix like any other kernel.
func ExampleNormalised() {
	k := structured.Normalised[string]{Kernel: structured.Spectrum{P: 2}}
	words := []string{"kernel", "kennel", "tunnel"}
	fmt.Printf("%.1f\n", mat.Formatted(kernels.Gram[string](k, words)))
	// Output:
	// ⎡1.0  0.6  0.4⎤
	// ⎢0.6  1.0  0.6⎥
	// ⎣0.4  0.6  1.0⎦
}

package expr_test

import (
	"fmt"

	"kernellab/kernels/expr"
)

func ExampleNearest() {
	word, ok := expr.Nearest("guass", []string{"linear", "gauss", "poly"})
	fmt.Println(word, ok)
	// Output: gauss true
}

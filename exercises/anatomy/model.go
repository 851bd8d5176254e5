package anatomy

import "kernellab/solvers"

// Model is what a run learns from, as those who tell about its steps need it:
// points with labels, and a kernel.
type Model interface {
	Labels() []float64
	// Gram is the Gram matrix of the points. It reports a kernel that cannot
	// take them.
	Gram() (*solvers.Dense, error)
	// Features are the rows φ(xᵢ); not ok where the kernel has no finite map.
	Features() (rows [][]float64, ok bool)
}

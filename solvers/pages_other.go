//go:build !linux

package solvers

import "kernellab/kernels/vec"

// populate does nothing. Pages are mapped one by one when they are written.
func populate[T vec.Entry]([]T) {}

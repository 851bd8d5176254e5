// Package vec is the arithmetic on slices of numbers that takes the time of
// kernels and solvers: inner products and distances, to one point or to blocks
// of eight; exponentials; sums of outer products; the scans of an SVM's scores.
//
// Each has a plain form in Go. Where the processor has AVX2 most of the work is
// done in assembly, by the same operations in the same order: the same bits on
// every machine without fused operations.
//
// It knows no kernel, no solver and no problem, and imports nothing of the
// program. Nothing here keeps state.
package vec

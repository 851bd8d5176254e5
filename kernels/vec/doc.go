// Package vec has the arithmetic on slices of numbers in which kernels and
// solvers spend their time: inner products and distances, to one point or to
// blocks of eight, exponentials, sums of outer products, and the scans over an
// SVM's scores.
//
// Every function has a version in plain Go. On processors with AVX2, assembly
// does most of the work with the same operations in the same order. So the
// results have the same bits on every machine without fused operations.
//
// The package knows no kernel, no solver and no problem, imports no other
// package of this module and keeps no state.
package vec

// Package kernels computes kernel values: the elementary kernels and their
// algebra, explicit feature maps where they are finite, Gram matrices with a
// test for positive semidefiniteness, and kernel expansions
// f(x) = Σ cᵢ·k(xᵢ, x) + b, at a point or on a whole grid of pixels.
//
// Kernels can be written as text: [Parse] reads what String prints, and the
// kernel read back has bit for bit the same values.
//
// The package knows no labels, no solver and no terminal. A kernel is a value:
// nothing here changes after it was made, except a [KeptField], which says so.
package kernels

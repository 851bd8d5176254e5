// Package kernels computes kernel values: the elementary kernels and their
// algebra, explicit feature maps where they are finite, Gram matrices with a
// test for positive semidefiniteness, and kernel expansions
// f(x) = Σ cᵢ·k(xᵢ, x) + b, at a point or on a whole grid of pixels.
//
// Kernels can be written as text: [Parse] reads what String prints, and the
// kernel read back has bit for bit the same values.
//
// A further kernel is a file with its type, [Kernel] on it, and the reading of
// what follows its name, and a line in the table of writings. Where it is to be
// fast for many points or pixels it gets a case in evalRow, in [Stretches] or in
// addField; without one it is computed pair by pair.
//
// The package knows no labels, no solver and no terminal. A kernel is a value:
// nothing here changes after it was made.
package kernels

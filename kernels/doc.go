// Package kernels computes kernel values. It contains the elementary kernels and their
// algebra, explicit feature maps for kernels with finitely many features, Gram matrices
// with a test for positive semidefiniteness, and kernel expansions f(x) = Σ cᵢ·k(xᵢ, x) +
// b, at a point or on a whole grid of pixels. Start with [Kernel], [Gram] and [Expansion].
//
// Kernels can be written as text: [Parse] reads what String prints, and the
// parsed kernel has the same values, bit for bit.
//
// To add a kernel, write a file with its type, the methods of [Kernel] and a
// parser method for its arguments, and add a row to syntaxes (parse.go). The
// functions Describe (kernel.go) and cost (formula.go), the flag and its
// completions in lab/cli/model.go, and README.md also name the kernels. If it has
// to be fast for many points or pixels, give it a case in evalRow, in [PackedRows]
// or in addField. A kernel without such a case is computed pair by pair.
//
// The package knows no labels, no solver and no terminal. Kernels are immutable
// values.
package kernels

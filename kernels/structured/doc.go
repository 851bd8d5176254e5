// Package structured has kernels on objects that are not vectors: strings,
// sets, and graphs with labels. Each is a sum of products of feature counts and
// is computed without listing the features, of which [Substrings] has
// infinitely many.
//
// If the features of an object can be listed, the package also lists them, so
// that a test can compare ⟨φ(x), φ(z)⟩ with k(x, z) and a student can look at
// them.
//
// All functions are pure. The package knows no class labels, no solver and no
// terminal. [kernels.Gram] also makes Gram matrices of these kernels. String
// returns their names, which no function parses.
package structured

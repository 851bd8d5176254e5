// Package structured has kernels on things that are no vectors: strings, sets,
// and graphs with labels. Each is a sum of products of features that are counted,
// and is computed without making the features: in [Substrings] there are
// infinitely many of them.
//
// Where the features can be listed the package lists them, so that a test can
// hold ⟨φ(x), φ(z)⟩ to k(x, z), and a student can look at them.
//
// Everything here is pure. The package knows no labels of classes, no solver and
// no terminal. [kernels.Gram] makes Gram matrices of these kernels too; String
// names one, and there is nothing that reads the name back.
package structured

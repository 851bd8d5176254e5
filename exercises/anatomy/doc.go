// Package anatomy says what a step of each solver consists of: its quantities
// in the order in which they are computed, each with its sign, its law in
// symbols, the law as a function of the points and the state before, what the
// solver's step says of it, its size, and the known mistakes in it.
//
// Everything that tells about a step reads it here: the formula line, the
// panel why, the ledger, predictions, the step by hand, conditions, and the
// planted mistakes of the bug hunt. No law asks a solver for its value; all of
// them start from the Gram matrix, the labels and the coefficients.
//
// A new solver is a file here with its quantities, and a row of the table of
// [All].
//
// The package knows nothing of pictures, exercises and terminals.
package anatomy

// Package matrix judges formulas in matrices and vectors: sums, products whose
// order matters, transposes, inverses, multiples, and identities whose size follows
// from the context.
//
// Two formulas count as equal if they agree for random matrices over the field of
// integers modulo 2⁶¹ − 1, for several orders of the sizes. In this field the
// arithmetic is exact and numbers do not grow, and an identity of formulas is an
// identity of polynomials. Two formulas that differ agree by chance with a
// probability below 10⁻¹⁶ per draw (Schwartz 1980, Zippel 1979).
//
// Start with [Task] for a single formula and [Chain] for the lines of a derivation.
// [Walk], a derivation over points, also has sums, indices, derivatives and steps
// of an iteration. What a line may use is decided in the same way: quantities whose
// facts have not been written yet are random, so a line that needs one of these
// facts does not hold.
//
// The package knows nothing about particular exercises and tasks.
package matrix

// Package matrix decides about formulas in matrices and vectors: sums, products in
// their order, transposes, inverses, multiples, and the identity in the size
// that its place asks for.
//
// Two formulas are taken to be equal where they agree for random matrices over
// the field of integers modulo 2⁶¹ − 1, for sizes in every order. There the
// arithmetic is exact, nothing grows, and an identity of formulas is an identity
// of polynomials: two that differ agree by chance with a probability below
// 10⁻¹⁶ a draw (Schwartz 1980, Zippel 1979).
//
// A derivation over points, Walk, has sums, indices, derivatives and steps beside
// them. What a line may build on is decided in the same way: facts that have not
// been said yet are random there, so that a line that needs one does not hold.
//
// The package knows no exercise and no step.
package matrix

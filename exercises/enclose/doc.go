// Package enclose computes with real numbers that are known as well as is
// asked for: a [Real] is an exact rational part and a rest that certainly lies
// in a ball. What it says of a sign is therefore proved, and where it cannot
// tell, more digits may.
//
// The exact part is kept through sums, products and quotients, so that
// 1 + e^(−9000) and 10^14 + x² lose nothing of what is small in them.
//
// Elementary functions are summed by their series with 64 bits more than the
// radius that is claimed accounts for; a logarithm is bounded by the
// exponential of the result.
//
// The package knows no expression and no exercise.
package enclose

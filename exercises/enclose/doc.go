// Package enclose computes with real numbers to any precision. A [Real] consists of
// an exact rational part and a rest that certainly lies in a ball. So the sign that
// it reports is proved. If a sign cannot be decided, more digits may help.
//
// Sums, products and quotients keep the exact part, so 1 + e^(−9000) and 10^14 + x²
// do not lose their small terms.
//
// Series of elementary functions are summed with 64 bits more than the claimed
// radius accounts for. The error of a logarithm is bounded by the exponential of
// the result.
//
// The package knows nothing of expressions or exercises.
package enclose

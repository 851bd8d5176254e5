// Package expr is what the program's languages of formulas have in common:
// kernels as text (package kernels), the mathematics that students write
// (exercises/answer), and breakpoints (exercises/anatomy/explain/breakpoint). It
// has numbers, indices below and above the line, look-alikes of signs, the
// nearest known name, and the way in which a parser gives up.
//
// What the languages differ in stays with them: their names and signs, what
// they are trees of, and how these are computed. A kernel's formula is computed
// for blocks of points, an answer in exact numbers, a condition over steps.
//
// The package knows no kernel, no answer and no step.
package expr

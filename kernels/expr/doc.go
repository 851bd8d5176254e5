// Package expr has what the formula languages of the program share: kernels as
// text (package kernels), the mathematics that students write
// (exercises/answer), and breakpoints (exercises/anatomy/explain/breakpoint).
// It parses numbers, converts subscripts, superscripts and look-alike
// characters, suggests the nearest known name and turns a parser's panic into
// an error.
//
// The differences stay in the languages: their names and symbols, the trees
// they build and how they evaluate them. A kernel's formula is evaluated for
// blocks of points, an answer in exact numbers, a condition over steps.
//
// The package knows no kernel, no answer and no step.
package expr

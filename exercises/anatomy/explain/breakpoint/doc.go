// Package breakpoint implements the language of breakpoints: conditions on the
// steps of a solver, in the words of its algorithm.
//
//	alpha[3] == C      clip == H            gap < 1e-3
//	g drops            pred(x5) flips       nSV changes
//	0 < alpha[k] < C   abs(dalpha[2]) > .1  pair == (3, 9) and not clip
//
// Start with [For], which returns the [Vocabulary] of a solver's steps. Package
// anatomy lists the words of each solver as observables. [Compile] parses a text,
// and [Vocabulary.Complete] lists its completions. Several spellings mean the same:
// α₃, alpha3, alpha_3 and alpha[3]; == and =; ≤ and <=; 1e-3 and 0.001; and any
// minus sign. Points count from 1. A text has at most 200 characters and 32 levels
// of nesting.
//
// # When a condition holds
//
// A quantity describes the position after a step (α, g, the gap, f), what the
// step did (the pair, the clip, κ, Δα, a mistake), or the problem, which never
// changes (C, the smallest eigenvalue of K).
//
//   - A comparison about the position holds at a step if it is true there and was not
//     true one step earlier. So "gap < 1e-3" stops a run once, and again only if the
//     gap has grown in between.
//   - A comparison about what a step did, and a verb (drops, rises, changes, flips,
//     stalls), holds at every step at which it is true.
//   - "A or B" holds if A or B holds. "A and B" holds if both are true and at least one
//     of them holds. "not (A or B)" means "not A and not B", and so on down to the
//     comparisons.
//   - A condition that contains only constants ("eig_min < 0") holds at every step or
//     at none. In "A and B" it never holds itself, but it must be true.
//
// [Condition.Holds] is a function of a step and its predecessor, so a run stops at
// the same steps forwards and backwards.
//
// A quantity may have no value at a step. For instance, κ has no value at the start, where
// no pair was updated. Then no comparison with the quantity is true, nor is the negation of
// such a comparison.
//
// == compares floating-point numbers exactly. This is useful for comparing α with 0 and
// with C, because SMO sets an α that is within rounding of a bound to this bound. For other
// quantities, write abs(b - 1) < 1e-6.
//
// The package knows nothing of pictures or terminals, and no solver by name.
package breakpoint

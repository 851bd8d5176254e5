// Package breakpoint is the language of breakpoints and watches: conditions on
// the steps of a solver, in the words of its algorithm.
//
//	alpha[3] == C      clip == H            gap < 1e-3
//	W drops            pred(x5) flips       nSV changes
//	0 < alpha[k] < C   abs(dalpha[2]) > .1  pair == (3, 9) and not clip
//
// Start with [For], which returns the [Vocabulary] of a solver's steps; what can
// be asked of each solver is listed in package anatomy as observables. [Compile]
// reads a text, and [Vocabulary.Complete] lists how a text can go on. Spellings
// are interchangeable: α₃, alpha3, alpha_3 and alpha[3] are the same, and so are
// == and =, ≤ and <=, 1e-3 and 0.001, with any minus sign. Points count from 1.
// A text has at most 200 characters and 32 levels of nesting.
//
// # When a condition holds
//
// A quantity is about the position that a step led to (α, W, the gap, f), about
// what the step did (the pair, the clip, κ, Δα, a mistake), or about the problem,
// which never changes (C, the smallest eigenvalue of K).
//
//   - A comparison about the position holds at the step where it becomes true: it
//     is true there and was not true one step before. So "gap < 1e-3" stops once,
//     and again only if the gap has grown in between.
//   - A comparison with something that a step did, and a verb (drops, rises,
//     changes, flips, stalls), holds at every step of which it is true.
//   - "A or B" holds where A or B holds; "A and B" where both are true and at
//     least one of them holds; "not" is carried inwards to the comparisons.
//   - A condition on constants alone ("eig_min < 0") holds at every step, or at
//     none; beside others it only has to be true.
//
// [Condition.Holds] is a function of a step and the one before it, so running
// forward and running back stop at the same steps.
//
// A quantity may have no value at a step: κ at the start, where no pair was
// updated. Then no comparison with it is true, and neither is its contrary.
//
// == compares floats exactly. For α with 0 and with C that is right: SMO puts
// an α that comes within rounding of a bound exactly there. Elsewhere it
// seldom is; write abs(b - 1) < 1e-6.
//
// The package knows no solver by name, no picture and no terminal.
package breakpoint

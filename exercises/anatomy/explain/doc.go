// Package explain explains a step in words and numbers. It has a function for each view of
// an account, for the steps of all solvers and courses:
//
//	Why        the rule, the points with the numbers that the rule compares, and
//	           the arithmetic with its numbers filled in
//	Ledger     the invariants of the step, each with its number
//	Questions  small exercises about the next step
//	ByHand     the step as a form to fill in
//
// Package breakpoint implements the language of conditions on steps.
//
// An [anatomy.Account] holds the facts. The peculiarities of a kind of solver are
// in its own file in package anatomy. To see how the next step is predicted, read
// [Questions] in prediction.go, then the questions of the kind (smo_questions.go
// for SMO), and then form.go, which judges the answers.
//
// Every number is computed from the points, the kernel and the coefficients before
// the step. The numbers that the step recorded are not trusted: if one differs,
// [Why] adds "the step has …", and [Ledger] reports a violated law. The allowance
// for rounding is proportional to the size of the terms of a sum.
//
// All results are immutable and safe for concurrent use. The package knows nothing
// of pictures, stages or terminals.
package explain

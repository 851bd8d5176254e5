// Package explain tells about a step in words and numbers. It has one function for
// each thing that can be asked of a step's account, whatever solver or course the
// step is of:
//
//	Why        the rule, the points with what the rule looks at, the arithmetic with
//	           its numbers in place
//	Ledger     what must hold at the step, each with its number
//	Questions  small exercises about what comes next
//	ByHand     the step as a form to be filled in
//
// Conditions on steps are a language of their own, in package breakpoint.
//
// An [anatomy.Account] says what there is to tell; what is special about a kind of
// solver is in its file in package anatomy. To see how the next step is predicted,
// read [Questions] in prediction.go, then the kind's questions, smo_questions.go for
// SMO, then form.go, which judges the answers.
//
// Every number is computed from the points, the kernel and the coefficients of the
// step before. What a step says of itself is not taken on trust: where it says
// something else, [Why] puts that beside it as "the step has …", and [Ledger] says
// that a law does not hold. Rounding is bounded by the size of the terms that were
// added.
//
// All results are immutable and safe for concurrent use. The package knows no picture,
// no stage and no terminal.
package explain

// Package ask turns a step of a solver into questions: small exercises.Step
// values about what comes next ([Questions]), and the step itself as a form to
// be filled in by hand ([ByHand]).
//
// A question is about the step from frame i to frame i+1 of the traces that a
// stage shows; its text gives the numbers of frame i that the answer needs.
// The truth is recomputed from frame i by the algorithm, so it is that of a
// sound solver even where the trace's is not.
//
// Numbers are judged to three significant digits, or to a ten-thousandth of
// the terms they are made of where these nearly cancel: a student computes
// with rounded numbers. A report on a wrong answer tells a fact about the
// answer and not the value. In a form each entry is judged by itself; what
// follows rightly from an earlier slip is marked, and nothing more is said of it.
//
// All steps are stateless and safe for concurrent use.
//
// The package knows no picture, no stage and no terminal.
package ask

// Package bughunt is D.2, the bug hunt of the step debugger: runs with one planted
// mistake each, generated from a seed. The student looks at the ledger, the charts and
// the reasons of each step, marks the first bad step and names the mistake.
//
// Every hunt can be proved in two ways: the ledger is green at each frame before the
// first bad step and red there, and the solver that the run claims to be takes the same
// steps before it and a different one there. [Of] looks for data for which both hold by
// more than rounding.
//
// The package does not know the terminal or other exercises.
package bughunt

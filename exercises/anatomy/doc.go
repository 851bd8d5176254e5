// Package anatomy says what a step of each solver consists of: its quantities
// in the order in which they are computed, each with its sign, its law in
// symbols, the law as a function of the points and the state before, what the
// solver's step says of it, its size, and the known mistakes in it.
//
// Everything that tells about a step reads it here: the formula line, the
// panel why, the ledger, predictions, the step by hand, conditions, and the
// planted mistakes of the bug hunt. No law asks a solver for its value; all of
// them start from the Gram matrix, the labels and the coefficients.
//
// A new solver is a file here with its quantities, and a row of the table of
// [All]: see "How to add a solver" in package solvers. What a step is told by
// follows from its sheet; SMO, the perceptron, the stages of ridge regression
// and the descents are told at more length, each in a file of the packages why,
// ledger, ask and watch. The row says as well what forks, transcripts and files
// of steps need to know: how its steps are chosen, what a step would do, how it
// is told and what it has to say to other programs.
//
// A computation that is no solver's, and known before it begins, is a [Course]: a
// table that fills cell by cell, a path that was computed. It is told by its sheets
// alone, as a solver without a file of its own is; what holds beside them are its
// laws, each with a number found by other means.
//
// # Where a quantity is
//
// In one place of the stepping solver and in one here; the law here never asks
// the solver. Tests compute each a third time, from the points and the kernel,
// and the fast path of the support vector machine stands apart.
//
//	κ            solvers/smo_state.go kappa       Machine.Kappa, smo.go
//	L, H         solvers/smo_state.go Bounds      Bounds, smo_pair.go
//	I_up, I_low  solvers/smo_state.go up, low     Machine.Up and Low, smo.go
//	E, F         solvers/smo_state.go F           Machine.E and F, smo.go
//	αℓ*, ΔW      solvers/smo_state.go pair        Pair.Derivation, smo_pair.go
//	b            solvers/smo_state.go thresholds  Machine.Middle, smo.go
//	W, primal    solvers/smo_state.go primal      Machine.W and Primal, smo.go
//	y·f          solvers/perceptron.go look       Counts.Margin, perceptron.go
//	t − f        solvers/loss.go SquaredLoss      leastSquares, leastsquares.go
//	y − s(f)     solvers/loss.go slopeZeroOne     logistic, logistic.go
//	∂W/∂α        solvers/spectrum.go DualGradient  ascent, ascent.go
//	penalty      solvers/gradient.go uphill       Descent.Move, descent.go
//	pivot        solvers/ridge.go forward         Pivot and Row, ridge.go
//	K + λI       solvers/ridge.go shifted         Points.Shifted, ridge.go
//
// The package knows nothing of pictures and terminals, and no exercise; of
// package exercises it has the form in which choices are offered.
package anatomy

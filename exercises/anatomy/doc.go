// Package anatomy says what a step of each solver consists of.
//
// A step is a [Derivation]: its quantities in the order in which they are computed.
// A [Quantity] has a name, a symbol, a formula in symbols, the formula as a function
// of the points and the position before the step, what the solver's step recorded of
// it, its tolerance, and the slips that are known in it. No formula asks a solver for
// its value: all of them start from the Gram matrix, the labels and the coefficients.
//
// An [Account] is everything explained about one step: its derivation with the rule,
// the table of the points, the laws that hold beside the derivation, and the questions
// that are asked about it. A [Desk] gives the accounts of the steps of a run. Package
// explain makes the panel why, the ledger, predictions and the step by hand of an
// account, and package breakpoint reads conditions on its quantities. Neither knows a
// solver by name. The formula line, run files and the planted mistakes of the bug hunt
// start from the same derivation.
//
// # Where a solver is described
//
// A solver is a row of the table of kinds, [All], whose functions stand in files with
// its name. What a row leaves out follows from the derivation, so that a new solver
// needs its derivation and little else: see "How to add a solver" in package solvers.
// Nothing but the table of kinds asks which solver a step is of.
//
// A pair rule of SMO is a row of [RuleOf], with its score in words, in symbols and as
// a function.
//
// A computation that is no solver's, and known before it begins, is a [Course]: a
// table that fills cell by cell, a path that was computed. Its derivations and laws are
// all there is to it.
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
//	t − f        solvers/loss.go SquaredLoss      leastSquares, descent.go
//	y − s(f)     solvers/loss.go slopeZeroOne     logistic, descent.go
//	∂W/∂α        solvers/spectrum.go DualGradient  ascent, descent.go
//	penalty      solvers/gradient.go uphill       Descent.Move, descent.go
//	pivot        solvers/ridge.go forward         Pivot and Row, ridge.go
//	K + λI       solvers/ridge.go shifted         Points.Shifted, ridge.go
//
// The package knows nothing of pictures and terminals, and no exercise; of package
// exercises it has the form in which choices, fields and tables are offered.
package anatomy

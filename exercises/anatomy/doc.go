// Package anatomy describes what a step of each solver consists of.
//
// A step is described by a [Derivation], which lists its quantities in the order in
// which they are computed. A [Quantity] has a name, a symbol, a formula in symbols,
// the same formula as a function of the points and the previous position, the
// number that the solver recorded, a tolerance, and known slips. A slip is a mistake
// that a student is likely to make. No formula asks a solver for its value: all
// formulas start from the Gram matrix, the labels and the coefficients.
//
// A position is the state of a run after a step, or at a start.
//
// An [Account] contains everything that is explained about one step: its
// derivation, the rule, the table of the points, further laws, and the questions
// about it. [Accounts] returns the accounts of the steps of a run. Package explain
// turns an account into the panel "why", the ledger, predictions and the step by
// hand. Package breakpoint reads conditions on the quantities. Neither package knows
// a solver by name. The formula line, run files and the planted mistakes of the bug
// hunt use the same derivation.
//
// # Where a solver is described
//
// Each solver has a row in the table of kinds, [All]. The functions of the row are
// in files with the solver's name: see "How to add a solver" in package solvers.
// Only the table of kinds distinguishes solvers.
//
// Each pair rule of SMO has a row in [RuleOf], with its score in words, in symbols
// and as a function. See "How to add a pair rule" in package solvers.
//
// A [Course] is a computation outside the solvers that is known in advance, such as
// a table that fills cell by cell or a path computed beforehand. It consists of
// derivations and laws only.
//
// # Where a quantity is computed
//
// Each quantity is computed in one place of the stepping solver and in one place of
// this package, as the following table shows. Tests compute each quantity a third
// time, from the points and the kernel. The fast path, solvers.SolveSVM, is
// separate.
//
//	κ            solvers/smo_state.go kappa       Machine.Kappa, smo.go
//	L, H         solvers/smo_state.go Bounds      Bounds, smo_pair.go
//	I_up, I_low  solvers/smo_state.go up, low     Machine.Up and Low, smo.go
//	E, F         solvers/smo_state.go F           Machine.E and F, smo.go
//	αₗ*, ΔW      solvers/smo_state.go pairUpdate  Pair.Derivation, smo_pair.go
//	b            solvers/smo_state.go thresholds  Machine.Middle, smo.go
//	W, primal    solvers/smo_state.go Primal      Machine.W and Primal, smo.go
//	y·f          solvers/perceptron.go inspect    PerceptronState.Margin, perceptron.go
//	t − f        solvers/loss.go SquaredLoss      leastSquares, descent.go
//	y − s(f)     solvers/loss.go slopeZeroOne     logistic, descent.go
//	∂W/∂α        solvers/spectrum.go DualGradient  ascent, descent.go
//	penalty      solvers/gradient.go direction    Descent.ChangeOf, descent.go
//	pivot        solvers/ridge.go forward         Pivot and LastUnknown, ridge.go
//	K + λI       solvers/ridge.go addLambda       Points.Shifted, ridge.go
//
// The package knows nothing of pictures, terminals or particular exercises. It
// imports package exercises for choices, fields and tables.
package anatomy

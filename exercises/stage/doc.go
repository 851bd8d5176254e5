// Package stage turns traces of solvers into runs that lessons show. Students can step
// through a run with pictures, formula lines and the inspector of a point, answer questions
// about it, fork it ("what if"), compare it with another run, save it and replay it.
//
// A [Model] has the points and the kernel. [Start] makes a [Run] from a model and a solver
// in the table of package anatomy, and [NewRun] makes a run from any traces that a [Painter]
// can show. A run implements every interface of exercises/abilities.go. Package anatomy
// provides the quantities of each step, from which the run computes the reasons, the ledger,
// the questions and the conditions. A run is immutable and safe for concurrent use. It is
// cheap to create, because everything about a frame is computed on demand. The parts of
// frames (decision maps, charts, formula lines, tables) are also exported, for lessons that
// compose their own scenes.
//
// A [Course] is the run of a computation other than a solver. It has the abilities of a
// [Run], based on the derivations of its steps, except forks and run files.
//
// A painter draws the pictures of a solver. The run adds what it can show for every solver:
// the training error, a table of the points with the solver's columns from package anatomy,
// the numbers of the points, the boundary before the step, and the points that changed sides.
//
// A new solver needs a painter here, in its own file, and a line in the table of
// painters.
//
// Conventions of the texts: points are counted from 1. α, a and w have the same ink
// wherever they occur. k is Symbol1, l Symbol2, κ Symbol3 and the bounds Symbol4.
//
// # Forks
//
// A fork keeps the steps up to a frame, takes a chosen step, and then continues. If only the
// step is chosen (a pair, a point), both runs have this frame in common. If a parameter
// changes (C, rule, σ, step size, λ, order), the fork begins with a new version of the frame:
// the coefficients stay the same, and everything that depends on them is recomputed with the
// new parameter (see solvers.Restater). A new σ gives a new Gram matrix, for which α is still
// feasible, so the run continues from this α. A C below some α is rejected with an error that
// names the last frame at which this C is possible. α is never scaled or clipped silently. A
// new λ restarts the stages of ridge regression.
//
// A solver with a planted error has a method Claims. A run of such a solver offers no forks and
// no run file, because they would reveal the error.
//
// The package does not know worksheets, lessons or the terminal.
package stage

// Package stage turns the traces of solvers into what a lesson shows: runs to
// step through, with pictures, formula lines and the inspector of a point; runs
// that can be questioned, forked ("what if"), compared with another, written
// down and replayed.
//
// A [Model] is the points and the kernel. [Start] makes a [Run] of it with a
// solver of the table in package anatomy, [NewRun] one of any traces that a
// [Painter] can show. A run implements every interface of
// exercises/debugger.go: what its steps consist of, and with it the reasons, the
// ledger, the questions and the conditions, it asks package anatomy. It is
// immutable and safe for concurrent use, and costs next to nothing to make:
// whatever is asked of a frame is computed when it is asked. The pieces of the
// frames (decision maps, charts, formula lines, tables) are exported too, for
// lessons that compose their own scenes.
//
// A [Course] is the run of a computation that is no solver's. It has what a [Run] has,
// made of the derivations of its steps, but for forks and run files.
//
// To what a painter shows the run adds what it can tell of any solver: the training
// error, a table of the points with the columns that package anatomy has for the
// solver, the numbers of the points, the boundary before the step and the points
// that it brought to the other side.
//
// A new solver needs its painter here, in a file of its own, and its line in
// the table of painters.
//
// Conventions of the texts: points are counted from 1; α, a and w carry the
// same ink wherever they occur; k is Symbol1, ℓ Symbol2, κ Symbol3 and the
// bounds Symbol4.
//
// # Forks
//
// A fork keeps the steps up to a frame, takes a chosen step, and goes on by
// itself. Where only the step is chosen (a pair, a point), the frame it leaves
// from is the same in both runs. Where a parameter changes (C, rule, σ, step
// size, λ, order), that frame is taken up anew: the coefficients stay, and
// everything that follows from them is computed afresh under the new parameter,
// see solvers.Restater. A new σ is a new Gram matrix: α stays feasible, and the
// run climbs on from there. A C below an α is refused, with the last frame from
// which it can be had: α is never scaled or cut silently. A new λ begins the
// stages of ridge regression again.
//
// A run whose solver is faulty on purpose (it has a method Claims) offers no
// forks and no run file: what it would do next is the riddle.
//
// The package knows no worksheet, no lesson and no terminal.
package stage

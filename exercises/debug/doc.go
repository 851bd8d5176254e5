// Package debug makes a run of the stage one that can be questioned: it can be
// forked ("what if"), compared with another, replayed from a file, and asked
// for its laws, its reasons and the next step.
//
// [Wrap] takes a model and a stage run and gives a [Run], which implements
// every interface of exercises/debugger.go. It is immutable and safe for
// concurrent use, and wrapping costs next to nothing: whatever is asked of a
// frame is computed when it is asked.
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
package debug

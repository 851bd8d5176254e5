// Package core holds what a student does with a run, without a screen: the player that
// steps, searches and plays, the branches that are forked from a run, what-if, the
// questions about the next step, the ledger, the breakpoints, and all that is saved of
// them. The screens and the transcript use it alike, so a student can begin in one and
// continue in the other.
//
// Start with [Debugger], which joins the others. Its operations change the state and
// compute nothing. What takes time is a [Job]: its [Work] runs aside, in a command of the
// screens or at once in the transcript, and its result comes back as a message.
//
// The package must not know a screen, a key or an exercise.
package core

// Package debug holds the run on the stage and everything that a student can ask about
// it: the player, the breakpoints, the panels of explanation and ledger, the
// alternatives for the next step, and the branches that they lead to. It knows an
// algorithm only through the run and its abilities, and it does not know any screen.
package debug

// Package debug is the run on the stage with everything that a student asks of it: the
// player, the conditions it runs to, the panels of why and of the ledger, what the next
// step could be otherwise, and the branches that come of it. It knows of an algorithm
// only what the run and its abilities say. It knows no screen.
package debug

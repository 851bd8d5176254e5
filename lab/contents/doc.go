// Package contents is the screen with the list of exercises: units that fold, what is
// done, what comes next, and the rounds (reviews and test-outs) that begin there. It
// knows no more of an exercise than the student's record says.
package contents

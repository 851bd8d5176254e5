// Package contents is the screen with the list of exercises: units that fold, the
// student's progress, the suggested exercise, and the rounds (reviews and test-outs)
// that start there. It knows an exercise only through the student's record.
package contents

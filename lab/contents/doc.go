// Package contents is the screen with the list of exercises: units that fold, the
// student's progress, the suggested exercise, and the rounds (reviews and test-outs)
// that start there. It does not know more about an exercise than the student's record.
package contents

// Package study models a student at work, without a screen: which exercises are begun
// and done, which one comes next, and for the open exercise the current task, answers,
// attempts and hints.
//
// A [Round] asks tasks outside of their exercises, with new numbers: tasks that were
// answered right once and are due by the schedule of reviewsched.go, and three tasks to
// test out of a unit.
//
// The screens, the plain transcript and every SSH session work on a [Student] and draw
// its state. Methods neither read nor write files on their own: [Student.Save] takes a
// snapshot and returns a function that writes it, to be called wherever waiting is
// allowed.
//
// The package must not know screens, terminals or mathematics.
package study

// Package study is a student at work, without a screen: which exercises are
// begun and done, where to go on, and for the exercise in hand the step, the
// answers, the attempts and the hints.
//
// A [Round] asks steps outside of their exercises, on new numbers: what was right
// once and is due by the schedule of reviewsched.go, and three tasks by which a unit
// is tested out.
//
// The screens, the plain transcript and every SSH session work on a [Student]
// and draw what it says. Nothing is read or written behind the caller's back:
// [Student.Save] takes a snapshot and returns the writing as a function, to be
// called wherever waiting is allowed.
//
// The package knows no screen, no terminal and no mathematics.
package study

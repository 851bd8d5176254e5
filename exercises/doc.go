// Package exercises is what lessons and the lab say to each other: exercises
// and their steps, the student's answers as text, scenes to draw, runs to step
// through, and reports on an answer.
//
// Data flow one way. A step is stateless: it maps answers to a scene, and
// answers to a report. The answers, text as typed, are the only state of an
// exercise, so an exercise can be saved, resumed and replayed.
//
// The package knows no terminal and no Bubble Tea, and holds no lesson itself:
// those live in its subpackages, one a unit, and are gathered by
// exercises/catalogue. It imports ascii alone.
package exercises

// Package unit8 is unit 8, Kernel machines compared: a worksheet for each exercise, beside the Go of
// those that need some.
//
// The package knows no other unit, no terminal and no screen.
package unit8

import (
	"embed"

	"kernellab/exercises/worksheets"
)

//go:embed *.md
var sheets embed.FS

// Unit returns the worksheets of the unit, and the lessons by the ids of their
// exercises.
func Unit() worksheets.Source {
	return worksheets.Source{Sheets: sheets, Lessons: map[string]worksheets.Lesson{
		"8.1": logisticAgainstSVM,
		"8.2": perceptronAgainstSVM,
		"8.3": degreeP,
	}}
}

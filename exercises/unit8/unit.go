// Package unit8 contains unit 8, “Kernel machines compared”: its worksheets, and Go code for
// the exercises that need it.
//
// The package does not know other units, the terminal or screens.
package unit8

import (
	"embed"

	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"8.1": logisticAgainstSVM,
		"8.2": perceptronAgainstSVM,
		"8.3": degreeP,
		"8.4": choosing,
	}}
}

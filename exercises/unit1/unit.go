// Package unit1 is unit 1, Lifting: its worksheets, and Go code for the exercises that
// need some.
//
// The package does not know other units, the terminal or screens.
package unit1

import (
	"embed"

	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"1.1": noiseOrStructure,
		"1.2": liftTheLine,
		"1.3": linesAreParabolas,
		"1.4": curvedBoundary,
	}}
}

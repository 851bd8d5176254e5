// Package unit1 is unit 1, Lifting: a worksheet for each exercise, beside the Go of
// those that need some.
//
// The package knows no other unit, no terminal and no screen.
package unit1

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
		"1.1": noiseOrStructure,
		"1.2": liftTheLine,
		"1.3": linesAreParabolas,
		"1.4": curvedBoundary,
	}}
}

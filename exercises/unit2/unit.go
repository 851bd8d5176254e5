// Package unit2 is unit 2, Counting features: its worksheets, and Go code for the
// exercises that need some.
//
// The package does not know other units, the terminal or screens.
package unit2

import (
	"embed"

	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"2.1": starsAndBars,
		"2.2": everyProduct,
	}}
}

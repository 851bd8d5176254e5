// Package unit3 is unit 3, Deriving φ: its worksheets, and Go code for the exercises
// that need some.
//
// The package does not know other units, the terminal or screens.
package unit3

import (
	"embed"

	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"3.1": theSquare,
		"3.2": splitKernel,
		"3.3": transformRows,
		"3.4": otherQuadratics,
	}}
}

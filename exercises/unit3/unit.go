// Package unit3 is unit 3, Deriving φ: a worksheet for each exercise, beside the Go of
// those that need some.
//
// The package knows no other unit, no terminal and no screen.
package unit3

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
		"3.1": theSquare,
		"3.2": splitKernel,
		"3.3": transformRows,
		"3.4": otherQuadratics,
	}}
}

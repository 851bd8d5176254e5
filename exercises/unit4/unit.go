// Package unit4 is unit 4, The kernel trick and its price: a worksheet for each exercise, beside the Go of
// those that need some.
//
// The package knows no other unit, no terminal and no screen.
package unit4

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
		"4.1": countMultiplications,
		"4.2": price,
	}}
}

// Package unit2 is unit 2, Counting features: a worksheet for each exercise, beside the Go of
// those that need some.
//
// The package knows no other unit, no terminal and no screen.
package unit2

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
		"2.1": starsAndBars,
		"2.2": everyProduct,
	}}
}

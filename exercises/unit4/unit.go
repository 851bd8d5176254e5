// Package unit4 is unit 4, The kernel trick and its price: its worksheets, and Go code
// for the exercises that need some.
//
// The package does not know other units, the terminal or screens.
package unit4

import (
	"embed"

	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"4.2": price,
	}}
}

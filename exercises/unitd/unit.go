// Package unitd contains unit D, “The step debugger”: its worksheets, and Go code for the
// exercises that need it.
//
// The package does not know other units, the terminal or screens.
package unitd

import (
	"embed"

	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"D.1": stepDebugger,
		"D.2": bugHunt,
		"D.3": errata,
	}}
}

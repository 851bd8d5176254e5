// Package unit5 is unit 5, Why dual weights exist: its worksheets, and Go code for the
// exercises that need some.
//
// The package does not know other units, the terminal or screens.
package unit5

import (
	"embed"

	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"5.1": unseenPart,
		"5.2": bothWays,
		"5.3": ridgeLive,
		"5.4": lostDigits,
		"5.5": gridOfBumps,
		"5.6": threeGrams,
		"5.7": offsetMachines,
		"5.8": curveWithBand,
	}}
}

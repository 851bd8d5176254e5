// Package unit7 contains unit 7, “Support vector machines, step by step”: its worksheets, and
// Go code for the exercises that need it.
//
// The package does not know other units, the terminal or screens.
package unit7

import (
	"embed"

	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"7.2": softMargin,
		"7.4": dualAndPrimal,
		"7.5": plainAscent,
		"7.6": updateByHand,
		"7.7": watchSMO,
		"7.8": stuckRule,
		"7.9": ownCode,
	}}
}

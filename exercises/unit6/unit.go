// Package unit6 is unit 6, Dual updates: its worksheets, and Go code for the exercises
// that need some.
//
// The package does not know other units, the terminal or screens.
package unit6

import (
	"embed"

	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"6.1": leastSquares,
		"6.2": zeroOne,
		"6.3": plusMinus,
		"6.4": kernelLogistic,
		"6.5": kernelPerceptron,
		"6.6": oneUpdate,
		"6.7": blankPage,
	}}
}

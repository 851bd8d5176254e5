// Package unit9 contains unit 9, “Choosing the kernel”: its worksheets, and Go code for the
// exercises that need it.
//
// The package does not know other units, the terminal or screens.
package unit9

import (
	"embed"

	"kernellab/exercises/worksheets"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"9.1": voteByKernel,
		"9.2": anySimilarity,
		"9.3": theWidth,
		"9.4": stringKernels,
		"9.5": learnKernel,
		"9.6": backToPrimal,
		"9.7": setsAndGraphs,
		"9.8": kernelPCA,
	}}
}

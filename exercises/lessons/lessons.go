// Package lessons is the Go of the exercises that need some: it draws the
// numbers of a seed and judges what no judge of the kit can. The text, the
// answers and the mistakes are in the worksheets.
package lessons

import "kernellab/exercises/worksheets"

// All returns the lessons by the ids of their exercises.
func All() map[string]worksheets.Lesson {
	return map[string]worksheets.Lesson{
		"D.1": stepDebugger,
	}
}

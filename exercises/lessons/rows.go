package lessons

import (
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// transformRows is 3.3: its worksheet draws the points, and √2 times 1 is
// written √2.
func transformRows(b worksheets.Brief) (worksheets.Parts, error) {
	root := "√2"
	if r := b.Numbers["r"]; r != 1 {
		root = answer.Shown(r) + root
	}
	return worksheets.Parts{Vars: map[string]string{"zRoot": root}}, nil
}

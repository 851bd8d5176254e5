package mats

import (
	"fmt"

	"kernellab/ascii"
)

func said(text string) []ascii.Line { return []ascii.Line{ascii.Plain(text)} }

func lineWord(i int) string { return fmt.Sprintf("Line %d: ", i+1) }

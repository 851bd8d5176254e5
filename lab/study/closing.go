package study

import (
	"fmt"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// closing is the text of a closing step: its list tells answers, and is held back
// until they are the student's own, or were asked for.
func closing(w *Work, text []exercises.Block) []exercises.Block {
	open := unanswered(w)
	first := slices.IndexFunc(text, isItem)
	if len(open) == 0 || first < 0 || w.record.Known {
		return text
	}
	out := slices.DeleteFunc(slices.Clone(text), isItem)
	return slices.Insert(out, first, exercises.Block{Text: ascii.Plain(fmt.Sprintf(
		"What this page tells are answers of the exercise. They stand here once you have found them, or asked for their solution. Still open: %s.", stepsIn(open)))})
}

// stepsIn names a few steps by their numbers, and counts many.
func stepsIn(open []string) string {
	switch n := len(open); {
	case n == 1:
		return "step " + open[0]
	case n > 3:
		return ascii.Count(n, "step")
	}
	return "steps " + strings.Join(open, ", ")
}

func isItem(b exercises.Block) bool { return b.Kind == exercises.Item }

// unanswered are the numbers of the steps that ask something, have no answer that
// is accepted, and no solution that was asked for.
func unanswered(w *Work) (out []string) {
	for i, info := range w.infos {
		if s := w.record.Steps[info.Name]; len(info.Fields) > 0 && !s.Done && !s.Solution {
			out = append(out, fmt.Sprint(i+1))
		}
	}
	return out
}

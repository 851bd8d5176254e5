package contents

import (
	"cmp"
	"fmt"

	"kernellab/ascii"
	"kernellab/lab/study"
	"kernellab/lab/theme"
)

// stateGlyph returns the sign for an exercise's state.
func stateGlyph(t *theme.Theme, s study.State) ascii.Span {
	switch s {
	case study.Begun:
		return ascii.Span{Text: t.Glyph('▸', '>'), Ink: ascii.Accent}
	case study.Done, study.DoneWithHints:
		return ascii.Span{Text: t.Glyph('✓', '+'), Ink: ascii.Good}
	case study.TestedOut:
		return ascii.Span{Text: t.Glyph('○', 'o'), Ink: ascii.Good}
	}
	return ascii.Span{Text: t.Glyph('·', '.'), Ink: ascii.Dim}
}

// stateWords returns the progress of an exercise. If it has not been started, it
// returns when it can be, or how long it takes.
func stateWords(v study.ExerciseView) ascii.Span {
	switch v.State {
	case study.Begun:
		return ascii.Span{Text: fmt.Sprintf("step %d of %d", v.Index+1, len(v.Tasks)), Ink: ascii.Accent}
	case study.Done, study.DoneWithHints, study.TestedOut:
		return ascii.Span{Text: v.State.Words(), Ink: ascii.Good}
	}
	if v.Wait.Waits() {
		return ascii.Span{Text: cmp.Or(v.Wait.Remaining(), v.Wait.Words()), Ink: ascii.Dim}
	}
	if v.Minutes > 0 {
		return ascii.Span{Text: fmt.Sprintf("%d min", v.Minutes), Ink: ascii.Dim}
	}
	return ascii.Span{}
}

package lab

import (
	"slices"

	"kernellab/lab/contents"
	"kernellab/lab/debug"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

// newKeyMap lists the bindings of every screen and window.
func newKeyMap() session.KeyMap {
	return slices.Concat(exercise.Actions().Bindings(), contents.ContentsKeys(), exercise.QuestionKeys(), debug.BreakpointKeys(), session.OverlayKeys())
}

package lab

import (
	"slices"

	"kernellab/lab/contents"
	"kernellab/lab/debug"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

// newKeyMap returns the bindings of all screens and windows.
func newKeyMap() session.KeyMap {
	return slices.Concat(exercise.Actions().Bindings(), contents.Keys(), exercise.QuestionKeys(),
		debug.BreakpointKeys(), session.OverlayKeys())
}

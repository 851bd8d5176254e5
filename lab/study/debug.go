package study

import (
	"reflect"

	"kernellab/lab/progress"
)

// DebugOf is what the student has made of the run of the step in hand, nil where
// that is nothing. It is not to be changed.
func DebugOf(w *Work) *progress.Debug { return w.state().Debug }

// KeepDebug notes what the student has made of the run of the step in hand.
func KeepDebug(w *Work, d *progress.Debug) {
	s := w.state()
	if reflect.DeepEqual(s.Debug, d) {
		return
	}
	s.Debug = d
	w.put(s)
	w.did(progress.Draft)
}

package cli

import (
	"bytes"
	"fmt"
	"io"

	"kernellab/exercises/runfile"
)

// replaying tells now and then which step of a branch is taken again; nil where
// there is nobody to tell.
func replaying(say func(words string)) func(runfile.Branch, int) {
	if say == nil {
		return nil
	}
	var p pace
	return func(b runfile.Branch, step int) {
		if p.due() {
			say(fmt.Sprintf("branch %s: step %d of %d", b.Name, step, b.Steps))
		}
	}
}

// writing is a writer of lines, a step each, that tells now and then how many of
// all there are.
type writing struct {
	out   io.Writer
	say   func(words string) // nil: nobody is told
	name  string
	lines int
	of    int
	pace  pace
}

func (w *writing) Write(p []byte) (int, error) {
	w.lines += bytes.Count(p, []byte("\n"))
	if w.say != nil && w.pace.due() {
		w.say(fmt.Sprintf("%s: %d of %d lines", w.name, w.lines, w.of))
	}
	return w.out.Write(p)
}

package cli

import (
	"context"
	"errors"
	"io"
	"os"

	"kernellab/ascii"
	transcript "kernellab/lab/plain"
)

// runPlain runs the linear transcript on the normal screen.
func runPlain(ctx context.Context, s streams, own opened, start string, p ascii.Profile) error {
	err := transcript.Run(ctx, own.student, s.in, s.out, transcript.Options{
		Profile: p, Start: start, Echo: !showsInput(s.in), Forgets: own.forgets,
	})
	var unsaved *transcript.UnsavedError
	if errors.As(err, &unsaved) {
		err = nil // the last word is leave's
	}
	return errors.Join(err, notSaved(leave(own.student)))
}

// showsInput reports whether what is typed stands on the screen already: a
// terminal shows it, a file or a pipe does not.
func showsInput(in io.Reader) bool {
	file, ok := in.(*os.File)
	return ok && isTerminal(file)
}

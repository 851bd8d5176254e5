package cli

import (
	"context"
	"errors"
	"io"
	"os"

	"kernellab/ascii"
	"kernellab/ascii/export"
	transcript "kernellab/lab/plain"
)

// runPlain runs the linear transcript on the normal screen.
func runPlain(ctx context.Context, s streams, own opened, start string, p ascii.Profile) error {
	err := transcript.Run(ctx, own.student, s.in, s.out, transcript.Options{
		Profile: p, Start: start, Echo: !showsInput(s.in), Forgets: own.forgets,
		Files: transcript.Files{Write: writeHere, Picture: printed, Formats: export.Formats()},
	})
	var unsaved *transcript.UnsavedError
	if errors.As(err, &unsaved) {
		err = nil // the last word is leave's
	}
	return errors.Join(err, notSaved(leave(own.student)))
}

// printed is a page as a file of a format, on white paper.
func printed(format string, page ascii.Page) ([]byte, error) { return pictureOf(format, page, false) }

// showsInput reports whether what is typed stands on the screen already: a
// terminal shows it, a file or a pipe does not.
func showsInput(in io.Reader) bool {
	file, ok := in.(*os.File)
	return ok && isTerminal(file)
}

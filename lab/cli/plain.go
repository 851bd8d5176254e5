package cli

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/charmbracelet/x/term"

	"kernellab/ascii"
	"kernellab/ascii/export"
	transcript "kernellab/lab/plain"
)

// runPlain runs the linear transcript on the normal screen.
func runPlain(ctx context.Context, s streams, own opened, start string, p ascii.Profile) error {
	err := transcript.Run(ctx, own.student, s.in, s.out, transcript.Options{
		Width: columnsOf(s.out), Profile: p, Start: start, Echo: !showsInput(s.in), Forgets: own.forgets,
		Files: transcript.Files{Write: writeHere, Picture: printed, Formats: export.Formats()},
	})
	var unsaved *transcript.UnsavedError
	if errors.As(err, &unsaved) {
		err = nil // the last word is leave's
	}
	return errors.Join(err, notSaved(leave(own.student)))
}

// columnsOf is the width of the terminal that is written to, where it is narrower
// than a transcript is; else 0, which leaves it to the transcript.
func columnsOf(out io.Writer) int {
	file, ok := out.(*os.File)
	if !ok || !isTerminal(file) {
		return 0
	}
	columns, _, err := term.GetSize(file.Fd())
	if err != nil || columns >= transcript.DefaultWidth {
		return 0
	}
	return columns
}

// printed is a page as a file of a format, on white paper.
func printed(format string, page ascii.Page) ([]byte, error) { return pictureOf(format, page, false) }

// showsInput reports whether what is typed stands on the screen already: a
// terminal shows it, a file or a pipe does not.
func showsInput(in io.Reader) bool {
	file, ok := in.(*os.File)
	return ok && isTerminal(file)
}

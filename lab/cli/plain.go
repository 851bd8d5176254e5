package cli

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/charmbracelet/x/term"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab"
	transcript "kernellab/lab/plain"
)

// runPlain runs the linear transcript on the normal screen.
func runPlain(ctx context.Context, s streams, own opened, start string, p ascii.Profile) error {
	err := transcript.Run(ctx, own.student, s.in, s.out, transcript.Options{
		Width: columnsOf(s.out), Profile: p, Start: start, Echo: !showsInput(s.in), Forgets: own.forgets,
		Files: transcript.Files{Write: writeHere, Picture: pictureOf},
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

// stageSize returns the size of the stage on a screen of 120 × 36.
func stageSize() pictureSize { return pictureSize{76, 32} }

// pictureOf writes a frame as a picture of the stage.
func pictureOf(w io.Writer, title string, f exercises.Frame) error {
	return lab.WritePicture(w, title, f, stageSize().w, stageSize().h)
}

// showsInput reports whether what is typed stands on the screen already: a
// terminal shows it, a file or a pipe does not.
func showsInput(in io.Reader) bool {
	file, ok := in.(*os.File)
	return ok && isTerminal(file)
}

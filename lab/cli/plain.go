package cli

import (
	"context"
	"errors"
	"io"
	"os"

	"kernellab/ascii"
	transcript "kernellab/lab/plain"
	"kernellab/lab/study"
)

// runPlain runs the linear transcript on the normal screen.
func runPlain(ctx context.Context, s streams, student *study.Student, start string, p ascii.Profile) error {
	err := transcript.Run(ctx, student, s.in, s.out, transcript.Options{Profile: p, Start: start, Echo: !showsInput(s.in)})
	return errors.Join(err, leave(student))
}

// showsInput reports whether what is typed stands on the screen already: a
// terminal shows it, a file or a pipe does not.
func showsInput(in io.Reader) bool {
	file, ok := in.(*os.File)
	return ok && isTerminal(file)
}

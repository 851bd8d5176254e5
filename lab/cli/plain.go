package cli

import (
	"context"
	"errors"

	"kernellab/ascii"
	transcript "kernellab/lab/plain"
	"kernellab/lab/study"
)

// runPlain runs the linear transcript on the normal screen.
func runPlain(ctx context.Context, s streams, student *study.Student, start string, p ascii.Profile) error {
	err := transcript.Run(ctx, student, s.in, s.out, transcript.Options{Profile: p, Start: start})
	return errors.Join(err, leave(student))
}

package cli

import (
	"context"

	"kernellab/ascii"
	"kernellab/lab/study"
)

// runPlain runs the linear transcript.
func runPlain(ctx context.Context, s streams, student *study.Student, start string, p ascii.Profile) error {
	return nil
}

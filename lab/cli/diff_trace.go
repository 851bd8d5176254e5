package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kernellab/exercises/owncode"
	"kernellab/solvers"
)

// traceTolerance is how exactly a trace has to be right, relative to 1 and to
// its numbers: programs print six digits or so.
const traceTolerance = 1e-5

// isTrace reports whether a file is called as traces are, not run files.
func isTrace(path string) bool {
	return slices.Contains([]string{"csv", "jsonl", "json"}, formatOf(path))
}

// diffTrace compares a trace with the task of a seed, or of a run file.
func diffTrace(ctx context.Context, s streams, f *diffFlags, paths []string) error {
	task, err := traced(ctx, s, f, paths)
	if err != nil {
		return err
	}
	path := paths[len(paths)-1]
	in, name, err := s.open(ctx, path)
	if err != nil {
		return err
	}
	defer in.Close()
	rows, err := owncode.Read(in, task)
	if err != nil {
		return readError(ctx, name, err)
	}
	found, err := owncode.Compare(ctx, task, rows, traceTolerance)
	if ctx.Err() != nil {
		return failf("", "interrupted while comparing %s", name)
	}
	if err != nil {
		return failf("", "%v", err)
	}
	if found.Step == 0 {
		end, compared := ", and there the task ends", found.Compared
		if _, ok := task.Solver.(solvers.SMO); ok {
			end, compared = ", and no pair violates its conditions any more", append([]string{"k", "l"}, compared...)
		}
		fmt.Fprintf(s.out, "all %d steps are right%s\n", len(rows), end)
		fmt.Fprintf(s.out, "compared: %s\n", strings.Join(compared, ", "))
		return nil
	}
	fmt.Fprintf(s.out, "step %d is the first that is wrong\n", found.Step)
	for _, words := range found.Words {
		fmt.Fprintf(s.out, "%s\n", words)
	}
	return errSilent
}

// traced is the task that a trace is held to: that of a seed, or of a run file.
func traced(ctx context.Context, s streams, f *diffFlags, paths []string) (owncode.Task, error) {
	if len(paths) == 1 {
		task, err := owncode.Named(f.task, f.seed)
		if err != nil {
			return task, usagef("write --task smo", "%v", err)
		}
		return task, nil
	}
	file, err := readRun(ctx, s, paths[0])
	if err != nil {
		return owncode.Task{}, err
	}
	switch file.Solver.(type) {
	case solvers.SMO, solvers.Logistic, solvers.LeastSquares:
		return owncode.Task{Set: file.Set, Kernel: file.Kernel, Solver: file.Solver}, nil
	}
	return owncode.Task{}, failf("", "%s: a trace is compared with a run of SMO, logistic regression or least squares, and this is one of %s", paths[0], file.Solver.Name())
}

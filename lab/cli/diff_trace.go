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
	task := owncode.Task{}
	if len(paths) == 1 {
		task = owncode.NewTask(f.seed.value)
	} else {
		file, err := readRun(ctx, s, paths[0])
		if err != nil {
			return err
		}
		smo, ok := file.Solver.(solvers.SMO)
		if !ok {
			return failf("", "%s: a trace is compared with a run of SMO, and this is one of %s", paths[0], file.Solver.Name())
		}
		task = owncode.Task{Set: file.Set, Kernel: file.Kernel, SMO: smo}
	}
	path := paths[len(paths)-1]
	in, name, err := s.open(ctx, path)
	if err != nil {
		return err
	}
	defer in.Close()
	rows, err := owncode.Read(in)
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
		fmt.Fprintf(s.out, "all %d steps are right, and no pair violates its conditions any more\n", len(rows))
		fmt.Fprintf(s.out, "compared: %s\n", strings.Join(append([]string{"k", "l"}, found.Compared...), ", "))
		return nil
	}
	fmt.Fprintf(s.out, "step %d is the first that is wrong\n", found.Step)
	for _, words := range found.Words {
		fmt.Fprintf(s.out, "%s\n", words)
	}
	return errSilent
}

package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"kernellab/exercises/stage"
)

const diffHelp = `Replay two run files and say where they part: the first step at which they
differ, and how: the pair, the coefficients, the objective, the status. Numbers
are compared bit by bit. Of a file with forks the last branch counts; --branch
names another, in both.

Or compare a trace that any program has written, CSV under a header or JSON with
one object a line, with what each step has to be: alone for the points of
kernellab skeleton --seed N, or behind a run file for those of the file. Of SMO
the columns k and l are needed; E_k, E_l, s, gamma, lo, hi, kappa, unclipped,
alpha_k, alpha_l, gain, bias and objective are compared where they are there. Of
gradient descent, as with --task logistic, it is f1, f2 … and r1, r2 … from
before the step, a1, a2 … and the loss from after it. All to five digits. The
first quantity that is wrong is named.

Exit 0 the runs are the same, 1 they differ, 2 wrong usage.`

const diffExample = `  kernellab diff mine.run yours.run
  kernellab diff --branch main mine.run yours.run
  kernellab diff --seed 7 trace.csv
  kernellab diff --task logistic --seed 7 trace.csv
  kernellab diff mine.run trace.jsonl`

// diffFlags are the flags of diff.
type diffFlags struct {
	replayFlags
	seed uint64
	task string
}

// newDiff is the command that compares two run files.
func newDiff(s streams) *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:     "diff A B | diff TRACE",
		Short:   "Say where two runs part, or a trace of your own from what it should be",
		Long:    diffHelp,
		Example: diffExample,
		Args:    diffFiles,
		RunE:    func(cmd *cobra.Command, args []string) error { return diff(cmd.Context(), s, &f, args) },
	}
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the points of a trace alone, as of kernellab skeleton")
	cmd.Flags().StringVar(&f.task, "task", "smo", "what a trace alone is of, as for kernellab skeleton")
	cmd.Flags().StringVar(&f.branch, "branch", "", "the branch to compare, in both files")
	cmd.Flags().Lookup("branch").DefValue = "last"
	return cmd
}

// diffFiles checks that there are two run files, a run file and a trace, or a
// trace alone, and that the flags apply to them.
func diffFiles(cmd *cobra.Command, args []string) error {
	given := cmd.Flags().Changed
	if len(args) == 1 && (isTrace(args[0]) || given("seed") || given("task")) {
		if given("branch") {
			return usagef("leave --branch out", "--branch says which branches of two run files are compared, and %s is a trace alone", args[0])
		}
		return nil
	}
	if err := runFiles("diff", 2)(cmd, args); err != nil {
		return err
	}
	switch trace := isTrace(args[1]); {
	case trace && given("branch"):
		return usagef("leave --branch out", "--branch says which branches of two run files are compared, and %s is a trace", args[1])
	case given("task"):
		return usagef("leave --task out, or "+args[0], "--task says what a trace alone is of, and %s says it itself", args[0])
	case given("seed"):
		return usagef("leave --seed out, or "+args[0], "--seed says which points a trace alone is on, and %s has its own", args[0])
	}
	return nil
}

func diff(ctx context.Context, s streams, f *diffFlags, paths []string) error {
	if len(paths) == 1 || isTrace(paths[1]) {
		return diffTrace(ctx, s, f, paths)
	}
	var runs [2]stage.Run
	for i, path := range paths {
		_, branches, err := replayFile(ctx, s, path)
		if err != nil {
			return err
		}
		if branches, err = f.chosen(branches); err != nil {
			return err
		}
		runs[i] = branches[len(branches)-1].Run
	}
	d := stage.Diff(runs[0], runs[1])
	if d.Same {
		fmt.Fprintf(s.out, "the same, all %d steps\n", runs[0].Len()-1)
		return nil
	}
	if d.Step >= 0 {
		fmt.Fprintf(s.out, "they part at step %d\n", d.Step)
	}
	for _, words := range d.Words {
		fmt.Fprintf(s.out, "%s\n", words)
	}
	return errSilent
}

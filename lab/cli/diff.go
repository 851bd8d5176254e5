package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernellab/exercises/stage"
	"kernellab/exercises/submission"
	"kernellab/solvers"
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

// newDiff returns the command that compares two run files, or a trace with its
// task.
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

// diffFiles checks that the arguments are two run files, a run file and a trace,
// or a trace alone, and that the flags apply to them.
func diffFiles(cmd *cobra.Command, args []string) error {
	given := cmd.Flags().Changed
	alone := len(args) == 1 && (isTrace(args[0]) || given("seed") || given("task"))
	if !alone {
		if err := runFiles("diff", 2)(cmd, args); err != nil {
			return err
		}
	}
	switch trace := isTrace(args[len(args)-1]); {
	case given("branch") && (alone || trace):
		return usagef("leave --branch out", "--branch says which branches of two run files are compared, not of a trace")
	case !alone && (given("task") || given("seed")):
		return usagef("leave them out, or "+args[0],
			"--task and --seed say what a trace alone is of, and %s says it itself", args[0])
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

// traceTolerance is the largest error allowed in a number of a trace, as a
// fraction of 1 plus its size. Programs print about six digits.
const traceTolerance = 1e-5

// isTrace reports whether a file has the extension of a trace rather than of a run
// file.
func isTrace(path string) bool {
	return slices.Contains([]string{"csv", "jsonl", "json"}, formatOf(path))
}

// diffTrace compares a trace with the task of a seed or of a run file.
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
	rows, err := submission.Read(in, task)
	if err != nil {
		return readError(ctx, name, err)
	}
	found, err := submission.Compare(ctx, task, rows, traceTolerance)
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

// traced returns the task to compare a trace with, from a seed or from a run file.
func traced(ctx context.Context, s streams, f *diffFlags, paths []string) (submission.Task, error) {
	if len(paths) == 1 {
		task, err := submission.Named(f.task, f.seed)
		if err != nil {
			return task, usagef("write --task smo", "%v", err)
		}
		return task, nil
	}
	file, err := readRun(ctx, s, paths[0])
	if err != nil {
		return submission.Task{}, err
	}
	switch file.Solver.(type) {
	case solvers.SMO, solvers.Logistic, solvers.LeastSquares:
		return submission.Task{Set: file.Set, Kernel: file.Kernel, Solver: file.Solver}, nil
	}
	return submission.Task{},
		failf("", "%s: a trace is compared with a run of SMO, logistic regression or least squares, and this is one of %s", paths[0], file.Solver.Name())
}

const skeletonHelp = `Write the lines to start from for a program of your own, on standard output: SMO
on six points that are drawn from the seed, or with --task logistic the dual
update of logistic regression on them, with the lines that matter left open, and
what its trace must contain. Exercise 7.9 is about it.

kernellab diff compares the trace with what each step has to be. Your program is
yours: nothing of it is executed here.

--planted writes a trace of SMO in its place, of a program with one slip in it.`

const skeletonExample = `  kernellab skeleton --seed 7 > smo.py
  kernellab skeleton --task logistic --seed 7 > logistic.py
  kernellab skeleton --seed 7 --language pseudo
  kernellab skeleton --seed 7 --planted > planted.csv`

// skeletonFlags are the flags of skeleton.
type skeletonFlags struct {
	seed     uint64
	task     string
	language string
	planted  bool
}

// newSkeleton returns the command that writes a skeleton for the student's own
// program.
func newSkeleton(s streams) *cobra.Command {
	var f skeletonFlags
	cmd := &cobra.Command{
		Use:     "skeleton",
		Short:   "Write the lines to start your own SMO or logistic regression from",
		Long:    skeletonHelp,
		Example: skeletonExample,
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return skeleton(s, &f) },
	}
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the points are drawn from it")
	cmd.Flags().StringVar(&f.task, "task", "smo", "smo or logistic")
	cmd.Flags().StringVar(&f.language, "language", "python", "python, go or pseudo")
	completes(cmd, "task", "smo", "logistic")
	completes(cmd, "language", "python", "go", "pseudo")
	cmd.Flags().BoolVar(&f.planted, "planted", false, "a trace with one slip in it, as CSV")
	return cmd
}

func skeleton(s streams, f *skeletonFlags) error {
	task, err := submission.Named(f.task, f.seed)
	if err != nil {
		return usagef("write --task smo", "%v", err)
	}
	check := fmt.Sprintf("kernellab diff --seed %d trace.csv", f.seed)
	if f.task != "smo" {
		check = fmt.Sprintf("kernellab diff --task %s --seed %d trace.csv", f.task, f.seed)
	}
	if !f.planted {
		if err := submission.Skeleton(s.out, task, f.language, check); err != nil {
			return usagef("write --language python", "%v", err)
		}
		return nil
	}
	if f.task != "smo" {
		return usagef("leave --task out, or --planted", "--planted writes a trace of SMO")
	}
	p, err := submission.Plant(f.seed, task)
	if err != nil {
		return err
	}
	return submission.WriteCSV(s.out, submission.RowsOf(p.Trace))
}

package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernellab/exercises/stage"
	"kernellab/exercises/submission"
)

const diffHelp = `Replay two run files and print the first step at which they differ, and whether
the pair, the coefficients, the objective or the status differs. Numbers are
compared bit by bit. If a file has forks, its last branch is compared; --branch
names another branch, for both files.
The command can also check every step of a trace that any program has written, as
CSV with a header or as JSON with one object per line. A trace without a run file must
be of a run on the six points of "kernellab skeleton --seed N", and a trace after a
run file must be of a run on the points of that file. A trace of SMO needs the
columns k and l; if it also has E_k, E_l, s, gamma, lo, hi, kappa, unclipped,
alpha_k, alpha_l, gain, bias or objective, they are compared. A trace of gradient
descent, as with --task logistic, has f1, f2 … and r1, r2 … before the step, and
a1, a2 … and loss after it. The numbers of a trace are compared to five digits. The
first wrong quantity is printed.

Exit 0 the runs are the same, 1 they differ or cannot be compared, 2 wrong usage.`

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

// newDiff returns the command that compares two run files, which are saved runs of a solver, or
// checks a trace: the numbers of every step, as another program has written them.
func newDiff(s streams) *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:     "diff A B | diff TRACE",
		Short:   "Find the first step where two runs differ, or where your own trace is wrong",
		Long:    diffHelp,
		Example: diffExample,
		Args:    checkDiffArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return diff(cmd.Context(), s, &f, args) },
	}
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the points of a trace without a run file, as for kernellab skeleton")
	cmd.Flags().StringVar(&f.task, "task", "smo", "the task of a trace without a run file, as for kernellab skeleton")
	cmd.Flags().StringVar(&f.branch, "branch", "", "the branch to compare, in both files")
	cmd.Flags().Lookup("branch").DefValue = "last"
	return cmd
}

// checkDiffArgs checks that the arguments are two run files, a run file and a trace,
// or a trace alone, and that the flags apply to them.
func checkDiffArgs(cmd *cobra.Command, args []string) error {
	isSet := cmd.Flags().Changed
	isTraceAlone := len(args) == 1 && (isTrace(args[0]) || isSet("seed") || isSet("task"))
	if !isTraceAlone && len(args) != 2 {
		return usagef(cmd.CommandPath()+" --help shows what it takes", "diff takes 2 run files, not %d", len(args))
	}
	switch endsInTrace := isTrace(args[len(args)-1]); {
	case isSet("branch") && (isTraceAlone || endsInTrace):
		return usagef("leave --branch out", "--branch chooses the branch of two run files, and a trace has none")
	case !isTraceAlone && (isSet("task") || isSet("seed")):
		return usagef("leave them out, or "+args[0],
			"--task and --seed are for a trace without a run file, and %s is one", args[0])
	}
	return nil
}

func diff(ctx context.Context, s streams, f *diffFlags, paths []string) error {
	if len(paths) == 1 || isTrace(paths[1]) {
		return diffTrace(ctx, s, f, paths)
	}
	var runs [2]stage.Run
	for i, path := range paths {
		_, branches, err := f.readBranches(ctx, s, path)
		if err != nil {
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
		fmt.Fprintf(s.out, "the first difference is at step %d\n", d.Step)
	}
	for _, words := range d.Words {
		fmt.Fprintln(s.out, words)
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

// diffTrace compares a trace with the steps of the solver on the points of a seed or of a run file.
func diffTrace(ctx context.Context, s streams, f *diffFlags, paths []string) error {
	task, err := taskToCompare(ctx, s, f, paths)
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
	comparison, err := submission.Compare(ctx, task, rows, traceTolerance)
	if ctx.Err() != nil {
		return failf("", "interrupted while comparing %s", name)
	}
	if err != nil {
		return failf("", "%s: %v", paths[0], err)
	}
	if comparison.Step == 0 {
		fmt.Fprintf(s.out, "all %d steps are right, and the run ends there\n", len(rows))
		fmt.Fprintf(s.out, "compared: %s\n", strings.Join(comparison.Compared, ", "))
		return nil
	}
	fmt.Fprintf(s.out, "step %d is the first that is wrong\n", comparison.Step)
	for _, words := range comparison.Words {
		fmt.Fprintln(s.out, words)
	}
	if len(paths) == 1 {
		fmt.Fprintf(s.out, "compared with the points of --seed %d\n", f.seed)
	}
	return errSilent
}

// taskToCompare returns the points, kernel and solver that a trace should come from: those of a seed
// or of a run file.
func taskToCompare(ctx context.Context, s streams, f *diffFlags, paths []string) (submission.Task, error) {
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
	return submission.Task{Set: file.Set, Kernel: file.Kernel, Solver: file.Solver}, nil
}

const skeletonHelp = `Write to standard output a program that you complete: SMO on six points drawn from
the seed or, with --task logistic, the dual update of logistic regression on the
same points. The essential lines are left out, and comments say what the trace of
the program must contain. Exercise 7.9 uses it.
The command "kernellab diff" checks every step of that trace. kernellab never
executes your program.
With --planted the output is no program, but the trace of a program for SMO that has
one mistake in it.`

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
		Short:   "Write a program to complete: your own SMO or logistic regression",
		Long:    skeletonHelp,
		Example: skeletonExample,
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return skeleton(s, &f) },
	}
	flags := cmd.Flags()
	flags.Uint64Var(&f.seed, "seed", 1, "the seed from which the points are drawn")
	flags.StringVar(&f.task, "task", "smo", "what the program does: smo or logistic")
	flags.StringVar(&f.language, "language", "python", "language of the program: python, go or pseudo")
	registerCompletion(cmd, "task", "smo", "logistic")
	registerCompletion(cmd, "language", "python", "go", "pseudo")
	flags.BoolVar(&f.planted, "planted", false, "write a trace with one mistake in it, as CSV")
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

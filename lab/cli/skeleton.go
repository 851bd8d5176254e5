package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"kernellab/exercises/owncode"
)

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

// newSkeleton is the command that writes what a program of one's own starts
// from.
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
	cmd.Flags().BoolVar(&f.planted, "planted", false, "a trace with one slip in it, as CSV")
	return cmd
}

func skeleton(s streams, f *skeletonFlags) error {
	task, err := owncode.Named(f.task, f.seed)
	if err != nil {
		return usagef("write --task smo", "%v", err)
	}
	check := fmt.Sprintf("kernellab diff --seed %d trace.csv", f.seed)
	if f.task != "smo" {
		check = fmt.Sprintf("kernellab diff --task %s --seed %d trace.csv", f.task, f.seed)
	}
	if !f.planted {
		if err := owncode.Skeleton(s.out, task, f.language, check); err != nil {
			return usagef("write --language python", "%v", err)
		}
		return nil
	}
	if f.task != "smo" {
		return usagef("leave --task out, or --planted", "--planted writes a trace of SMO")
	}
	p, err := owncode.Plant(f.seed, task)
	if err != nil {
		return err
	}
	return owncode.WriteCSV(s.out, owncode.RowsOf(p.Trace))
}

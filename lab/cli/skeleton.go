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
	seed     once[uint64]
	task     once[string]
	language once[string]
	planted  once[bool]
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
	addOnce(cmd, &f.seed, "seed", "N", "1", "the points are drawn from it", 1, seed())
	addOnce(cmd, &f.task, "task", "NAME", "smo", "smo or logistic", "smo", text("task", "logistic"))
	addOnce(cmd, &f.language, "language", "NAME", "python", "python, go or pseudo", "python", text("language", "go"))
	addOnce(cmd, &f.planted, "planted", "bool", "", "a trace with one slip in it, as CSV", false, boolean("planted"))
	return cmd
}

func skeleton(s streams, f *skeletonFlags) error {
	task, err := owncode.Named(f.task.value, f.seed.value)
	if err != nil {
		return usagef("write --task smo", "%v", err)
	}
	check := fmt.Sprintf("kernellab diff --seed %d trace.csv", f.seed.value)
	if f.task.value != "smo" {
		check = fmt.Sprintf("kernellab diff --task %s --seed %d trace.csv", f.task.value, f.seed.value)
	}
	if !f.planted.value {
		if err := owncode.Skeleton(s.out, task, f.language.value, check); err != nil {
			return usagef("write --language python", "%v", err)
		}
		return nil
	}
	if f.task.value != "smo" {
		return usagef("leave --task out, or --planted", "--planted writes a trace of SMO")
	}
	p, err := owncode.Plant(f.seed.value, task)
	if err != nil {
		return err
	}
	return owncode.WriteCSV(s.out, owncode.RowsOf(p.Trace))
}

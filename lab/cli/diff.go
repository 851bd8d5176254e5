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

Exit 0 the runs are the same, 1 they differ, 2 wrong usage.`

const diffExample = `  kernellab diff mine.run yours.run
  kernellab diff --branch main mine.run yours.run`

// newDiff is the command that compares two run files.
func newDiff(s streams) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:     "diff A B",
		Short:   "Say where two run files part",
		Long:    diffHelp,
		Example: diffExample,
		Args:    runFiles("diff", 2),
		RunE:    func(cmd *cobra.Command, args []string) error { return diff(cmd.Context(), s, &f, args) },
	}
	addOnce(cmd, &f.branch, "branch", "NAME", "last", "the branch to compare, in both files", "", text("branch", "main"))
	return cmd
}

func diff(ctx context.Context, s streams, f *replayFlags, paths []string) error {
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

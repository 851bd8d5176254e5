package cli

import "github.com/spf13/cobra"

// newRoot builds the command tree. Without a command it opens the lab.
func newRoot(s streams) *cobra.Command {
	var f labFlags
	root := &cobra.Command{
		Use:     "kernellab",
		Short:   "A lab for learning kernel methods in the terminal",
		Long:    rootHelp,
		Example: "  kernellab\n  kernellab --unit 7.7 --data points.csv\n  kernellab serve",
		Args:    knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.hasSeed = cmd.Flags().Changed("seed")
			return openLab(cmd.Context(), s, &f)
		},
	}
	f.add(root)
	root.AddCommand(newList(s), newSolve(s), newPlot(s), newServe(s), newJudge(s), newCheck(s),
		newRegrade(s), newReplay(s), newDiff(s), newSkeleton(s))
	root.SetFlagErrorFunc(flagError)
	return root
}

// knownCommand refuses words that are no command.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "kernellab --help shows the commands"
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "did you mean kernellab " + near[0] + "?"
	}
	return usagef(hint, "%q is no command of kernellab", args[0])
}

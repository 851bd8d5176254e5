package cli

import "github.com/spf13/cobra"

// newRoot builds the command tree. Without a command it opens the lab.
func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "kernellab",
		Short: "A lab for learning kernel methods in the terminal",
		Args:  noArgs,
	}
	root.AddCommand(newSolve(s), newPlot(s))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("kernellab "+cmd.Name()+" --help shows the flags", "%v", err)
	})
	return root
}

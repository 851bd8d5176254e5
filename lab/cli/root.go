package cli

import "github.com/spf13/cobra"

// newRoot builds the command tree that a command line needs. Without a command
// it opens the lab.
func newRoot(s streams, args []string) *cobra.Command {
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
	root.AddCommand(commandsFor(s, args)...)
	root.SetFlagErrorFunc(flagError)
	return root
}

// command is a subcommand that has not been built yet.
type command struct {
	name string
	make func(streams) *cobra.Command
}

// commands are all there are.
func commands() []command {
	return []command{
		{"list", newList}, {"solve", newSolve}, {"plot", newPlot}, {"serve", newServe},
		{"judge", newJudge}, {"check", newCheck}, {"regrade", newRegrade},
		{"replay", newReplay}, {"diff", newDiff}, {"skeleton", newSkeleton},
	}
}

// named is the command whose name a command line begins with, if it does.
func named(args []string) (command, bool) {
	for _, c := range commands() {
		if len(args) > 0 && args[0] == c.name {
			return c, true
		}
	}
	return command{}, false
}

// commandsFor builds the commands that a command line may be about: the one it
// names or, as in asking for help, all of them.
func commandsFor(s streams, args []string) []*cobra.Command {
	if c, ok := named(args); ok {
		return []*cobra.Command{c.make(s)}
	}
	var out []*cobra.Command
	for _, c := range commands() {
		out = append(out, c.make(s))
	}
	return out
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

// Package cli implements the command line: it reads flags, connects the packages, and
// reports errors on stderr and in the exit code. Begin with [Run]. The package knows no mathematics
// and no screen.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
)

// Exit codes, on which scripts rely.
const (
	exitDone   = 0
	exitFailed = 1 // bad data, not converged
	exitUsage  = 2 // wrong usage
)

// streams holds the input, outputs and environment of one call of the program.
type streams struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
}

// Run executes one command line and returns its exit code. Results go to stdout,
// messages to stderr. Run is safe for concurrent use.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	root := newRoot(streams{in: stdin, out: stdout, err: stderr, env: env})
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return exitCode(fang.Execute(ctx, root,
		fang.WithVersion(version()),
		fang.WithErrorHandler(func(w io.Writer, _ fang.Styles, err error) { printError(w, err) }),
		fang.WithColorSchemeFunc(fang.AnsiColorScheme),
	))
}

// version returns the output of --version: the module's version, which contains the
// revision, the Go version and the platform.
func version() string {
	v := "built from source"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		v = info.Main.Version
	}
	return v + ", " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}

// hintedError is an error with a hint at what would work.
type hintedError interface {
	error
	Hint() string
}

// problem is an error with a hint and the exit code of the program.
type problem struct {
	code      int
	msg, hint string
}

func (e *problem) Error() string { return e.msg }

// Hint returns what would work, or "".
func (e *problem) Hint() string { return e.hint }

// usagef returns the error for a wrong command line.
func usagef(hint, format string, a ...any) error {
	return &problem{exitUsage, fmt.Sprintf(format, a...), hint}
}

// failf returns an error that is not about the command line.
func failf(hint, format string, a ...any) error {
	return &problem{exitFailed, fmt.Sprintf(format, a...), hint}
}

// flagError converts an error of pflag to a usage error.
func flagError(cmd *cobra.Command, err error) error {
	hint := cmd.CommandPath() + " --help shows the flags"
	var usageErr *problem
	var valueErr *pflag.InvalidValueError
	switch {
	case errors.As(err, &usageErr):
		return usageErr
	case errors.As(err, &valueErr):
		return usagef(hint, "--%s %s: %s", valueErr.GetFlag().Name, valueErr.GetValue(), flagProblem(valueErr))
	case cmd.Name() == "judge" && err.Error() == "unknown flag: --task":
		hint = "--step names the task"
	}
	return usagef(hint, "%v", err)
}

// flagProblem describes which values a flag accepts.
func flagProblem(err *pflag.InvalidValueError) string {
	switch err.GetFlag().Value.Type() {
	case "bool":
		return "it takes no value"
	case "int":
		return "it must be a whole number"
	case "uint64":
		return "it must be a whole number from 0 to 18446744073709551615"
	case "float64":
		return "it must be a number"
	case "duration":
		return "it must be a time such as 90s, 30m or 2h"
	}
	return err.Unwrap().Error()
}

// errSilent is a failure whose message has already been printed.
var errSilent = errors.New("failed")

// printError writes an error on one plain line and its hint on another.
func printError(w io.Writer, err error) {
	if errors.Is(err, errSilent) {
		return
	}
	fmt.Fprintf(w, "kernellab: %v\n", err)
	var h hintedError
	if errors.As(err, &h) && h.Hint() != "" {
		fmt.Fprintf(w, "  %s\n", h.Hint())
	}
}

func exitCode(err error) int {
	var p *problem
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &p):
		return p.code
	case strings.HasPrefix(err.Error(), "unknown command"): // cobra's error has no type of its own
		return exitUsage
	}
	return exitFailed
}

// noArgs returns a usage error if there are positional arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usagef(cmd.CommandPath()+" --help shows what it takes",
		"%q: %s takes no arguments, only flags", args[0], cmd.Name())
}

// newRoot builds the command tree. Without a command it opens the lab.
func newRoot(s streams) *cobra.Command {
	var f labFlags
	root := &cobra.Command{
		Use:     "kernellab",
		Short:   "A lab for learning kernel methods in the terminal",
		Long:    rootHelp,
		Example: "  kernellab\n  kernellab --unit 7.7 --data points.csv\n  kernellab serve",
		Args:    checkCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.hasSeed = cmd.Flags().Changed("seed")
			return openLab(cmd.Context(), s, &f)
		},
	}
	f.add(root)
	root.AddCommand(newList(s), newSolve(s), newPlot(s), newServe(s), newJudge(s), newCheck(s),
		newRegrade(s), newStore(s), newClass(s), newReplay(s), newDiff(s), newSkeleton(s),
		newNew(), newRun(s), newPrint(s), newGrades(s), newReport(s))
	root.SetFlagErrorFunc(flagError)
	return root
}

// checkCommand returns a usage error if the arguments name no command.
func checkCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	path := cmd.CommandPath()
	hint := path + " --help shows the commands"
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "did you mean " + path + " " + near[0] + "?"
	} else if library, err := catalogue.New(); err == nil && slices.Contains(exerciseIDs(library), args[0]) {
		hint = cmd.Root().Name() + " --unit " + args[0] + " opens this exercise"
	}
	return usagef(hint, "%q is not a command of %s", args[0], path)
}

// showHelp prints the help of a command that only has other commands.
func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// registerCompletion registers the values that the shell offers for a flag.
func registerCompletion(cmd *cobra.Command, flag string, values ...string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// completeExercise completes the ID of an exercise.
func completeExercise(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	library, err := catalogue.New()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []cobra.Completion
	for _, e := range exercises.Summaries(library) {
		out = append(out, cobra.CompletionWithDesc(e.ID, e.Title))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

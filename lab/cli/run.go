// Package cli is the command line: it reads flags, wires the packages
// together and turns errors into words on stderr and an exit code. It knows no
// mathematics and no screen, and decides nothing about either.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Exit codes, a contract with scripts.
const (
	exitDone   = 0
	exitFailed = 1 // bad data, not converged
	exitUsage  = 2 // wrong usage
)

// streams are the surroundings of one call of the program.
type streams struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
}

// Run executes one command line and returns its exit code. Results go to
// stdout, words to stderr. It is safe to call from several goroutines.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	root := newRoot(streams{in: stdin, out: stdout, err: stderr, env: env})
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return exitCode(fang.Execute(ctx, root,
		fang.WithoutManpage(),
		fang.WithVersion(version()),
		fang.WithErrorHandler(func(w io.Writer, _ fang.Styles, err error) { printError(w, err) }),
		fang.WithColorSchemeFunc(fang.AnsiColorScheme),
	))
}

// version returns what --version says: the module's version, which names the
// revision, and what the program was built with and for.
func version() string {
	v := "built from source"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		v = info.Main.Version
	}
	return v + ", " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}

// usageError is a wrong command line; hint says what would work.
type usageError struct{ msg, hint string }

func (e *usageError) Error() string { return e.msg }

// hinted is an error that knows what would work instead.
type hinted interface{ Hint() string }

func (e *usageError) Hint() string { return e.hint }

// usagef reports a wrong command line with a hint at what would work.
func usagef(hint, format string, a ...any) error {
	return &usageError{msg: fmt.Sprintf(format, a...), hint: hint}
}

// flagError turns a complaint of pflag about a flag into a usage error.
func flagError(cmd *cobra.Command, err error) error {
	hint := cmd.CommandPath() + " --help shows the flags"
	var own *usageError
	var bad *pflag.InvalidValueError
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &bad):
		return usagef(hint, "--%s %s: %s", bad.GetFlag().Name, bad.GetValue(), flagProblem(bad))
	}
	return usagef(hint, "%v", err)
}

// flagProblem says what a flag's value must be.
func flagProblem(bad *pflag.InvalidValueError) string {
	switch bad.GetFlag().Value.Type() {
	case "bool":
		return "it takes no value"
	case "int":
		return "it must be a whole number"
	case "uint64":
		return "it must be a whole number, 0 or more"
	case "float64":
		return "it must be a number"
	case "duration":
		return "it must be a time such as 90s, 30m or 2h"
	}
	return bad.Unwrap().Error()
}

// errSilent is a failure whose words are already on stderr.
var errSilent = errors.New("failed")

// printError writes an error as one plain line, and its hint as another.
func printError(w io.Writer, err error) {
	if errors.Is(err, errSilent) {
		return
	}
	fmt.Fprintf(w, "kernellab: %v\n", err)
	var h hinted
	if errors.As(err, &h) && h.Hint() != "" {
		fmt.Fprintf(w, "  %s\n", h.Hint())
	}
}

func exitCode(err error) int {
	var usage *usageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage), isCobraUsage(err):
		return exitUsage
	}
	return exitFailed
}

// isCobraUsage recognises cobra's own complaint about an unknown command,
// which has no type of its own.
func isCobraUsage(err error) bool {
	return strings.HasPrefix(err.Error(), "unknown command")
}

// noArgs refuses positional arguments with the usage exit code.
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

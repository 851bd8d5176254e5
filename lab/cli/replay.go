package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernellab/exercises/runfile"
	"kernellab/exercises/stage"
)

const replayHelp = `Replay a run file: the solver takes every step again, forks included, and the
steps are told one a line. The lab writes such a file from any run, so that a
question about it can be asked with the run attached.

The same file gives the same numbers, bit by bit, on one kind of processor. Where
another rounds otherwise, words on standard error say so.`

const replayExample = `  kernellab replay question.run
  kernellab replay question.run --steps 10:30
  kernellab replay question.run --branch fork-1 --step 12 --figure step12.svg
  kernellab replay question.run --trace steps.csv`

// replayFlags are the flags of replay.
type replayFlags struct {
	branch once[string]
	steps  once[span]
	step   once[int]
	json   once[bool]
	trace  once[string]
	figure once[string]
	size   once[pictureSize]
}

// newReplay is the command that runs a run file again.
func newReplay(s streams) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:     "replay FILE",
		Short:   "Replay a run file, step by step",
		Long:    replayHelp,
		Example: replayExample,
		Args:    runFiles("replay", 1),
		RunE:    func(cmd *cobra.Command, args []string) error { return replay(cmd.Context(), s, &f, args[0]) },
	}
	addOnce(cmd, &f.branch, "branch", "NAME", "all", "one branch only; for --trace and --figure the last one if not given", "", text("branch", "fork-1"))
	addOnce(cmd, &f.steps, "steps", "A:B", "", "the steps to tell; without it the first and last hundred of a branch", span{}, parseSpan())
	addOnce(cmd, &f.step, "step", "N", "last", "the step that --figure shows", 0, fromZero("step", "12"))
	addOnce(cmd, &f.json, "json", "bool", "", "one JSON object a step, with all coefficients", false, boolean("json"))
	addOnce(cmd, &f.trace, "trace", "FILE", "", "write all steps of a branch: .jsonl or .csv", "", endingIn("trace", ".jsonl", ".csv"))
	addOnce(cmd, &f.figure, "figure", "FILE", "", "write the picture of a step: .svg", "", endingIn("figure", ".svg"))
	addOnce(cmd, &f.size, "size", "WxH", "76x32", "columns and rows of the picture", stageSize(), parseSize())
	onLightGround(cmd, "light")
	return cmd
}

// runFiles wants so many names of run files.
func runFiles(command string, n int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return usagef("kernellab "+command+" --help shows what it takes", "%s takes %d run file%s, not %d", command, n, plural(n), len(args))
	}
}

// span is a stretch of steps, both ends included.
type span struct{ from, to int }

func parseSpan() func(string) (span, error) {
	return accepted("steps", "10:30", "the first and the last step with a colon between", func(s string) (span, bool) {
		a, b, ok := strings.Cut(s, ":")
		from, errA := strconv.Atoi(a)
		to, errB := strconv.Atoi(b)
		return span{from, to}, ok && errA == nil && errB == nil && 0 <= from && from <= to
	})
}

// endingIn accepts file names with one of some endings.
func endingIn(name string, endings ...string) func(string) (string, error) {
	return func(s string) (string, error) {
		for _, e := range endings {
			if strings.HasSuffix(strings.ToLower(s), e) {
				return s, nil
			}
		}
		return "", usagef("write --"+name+" file"+endings[0], "--%s %s: the name must end in %s", name, s, strings.Join(endings, ", "))
	}
}

func replay(ctx context.Context, s streams, f *replayFlags, path string) error {
	if f.step.isSet && !f.figure.isSet {
		return usagef("add --figure step.svg, or write --steps 12:12", "--step says what --figure shows, and there is no --figure")
	}
	file, branches, err := replayFile(ctx, s, path)
	if err != nil {
		return err
	}
	if branches, err = f.chosen(branches); err != nil {
		return err
	}
	last := branches[len(branches)-1]
	if err := f.reach(branches, last); err != nil {
		return err
	}
	err = tell(until{ctx, s.out}, f, file, branches)
	if err == nil && f.trace.isSet {
		say, done := progressOn(s.err)
		err = writeFile("trace", f.trace.value, func(w io.Writer) error {
			return runfile.Steps(&writing{out: until{ctx, w}, say: say, name: f.trace.value, of: last.Run.Len()}, last.Run.Trace(), formatOf(f.trace.value))
		})
		done()
	}
	if ctx.Err() != nil {
		return failf("", "interrupted while replaying %s", path)
	}
	if err == nil && f.figure.isSet {
		err = f.draw(last)
	}
	return err
}

// until is a writer that takes no more once ctx has ended.
type until struct {
	ctx context.Context
	out io.Writer
}

func (u until) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.out.Write(p)
}

// replayFile reads a run file and runs it.
func replayFile(ctx context.Context, s streams, path string) (runfile.File, []stage.Replayed, error) {
	file, err := readRun(ctx, s, path)
	if err != nil {
		return file, nil, err
	}
	say, done := progressOn(s.err)
	branches, err := stage.Replay(ctx, file, replaying(say))
	done()
	switch {
	case errors.Is(err, context.Canceled):
		return file, nil, failf("", "interrupted while replaying %s", path)
	case err != nil:
		return file, nil, failf("", "%s: %v", path, err)
	}
	for _, b := range branches {
		if b.Note != "" {
			fmt.Fprintf(s.err, "branch %s: %s\n", b.Name, b.Note)
		}
	}
	return file, branches, nil
}

func readRun(ctx context.Context, s streams, path string) (runfile.File, error) {
	in, name, err := s.open(ctx, path)
	if err != nil {
		return runfile.File{}, err
	}
	defer in.Close()
	f, err := runfile.Read(in)
	var bad *runfile.Error
	switch {
	case errors.As(err, &bad):
		return f, failf(bad.Hint, "%s: %v", name, bad)
	case err != nil:
		return f, readError(ctx, name, err)
	}
	return f, nil
}

// chosen is the branches that are asked for.
func (f *replayFlags) chosen(all []stage.Replayed) ([]stage.Replayed, error) {
	if !f.branch.isSet {
		return all, nil
	}
	var names []string
	for _, b := range all {
		if b.Name == f.branch.value {
			return []stage.Replayed{b}, nil
		}
		names = append(names, b.Name)
	}
	return nil, usagef("the branches are "+strings.Join(names, ", "), "--branch %s: there is no such branch", f.branch.value)
}

// reach refuses steps that no branch has.
func (f *replayFlags) reach(all []stage.Replayed, last stage.Replayed) error {
	longest := 0
	for _, b := range all {
		longest = max(longest, b.Run.Len()-1)
	}
	if f.steps.isSet && f.steps.value.from > longest {
		return usagef(fmt.Sprintf("the steps are 0 to %d", longest), "--steps %d:%d: there are no such steps", f.steps.value.from, f.steps.value.to)
	}
	if n := last.Run.Len() - 1; f.step.isSet && f.step.value > n {
		return usagef(fmt.Sprintf("the steps are 0 to %d", n), "--step %d: branch %s ends before it", f.step.value, last.Name)
	}
	return nil
}

// formatOf is the format that a file's name asks for, such as csv.
func formatOf(path string) string {
	return strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
}

// writeFile writes what a flag asked for.
func writeFile(flag, path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return failf("name a file in a folder that exists and can be written", "--%s: %v", flag, err)
	}
	err = write(file)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return failf("", "--%s: %v", flag, err)
	}
	return nil
}

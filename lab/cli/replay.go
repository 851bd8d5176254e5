package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernellab/exercises/runfile"
	"kernellab/exercises/stage"
	"kernellab/lab/pictures"
)

const replayHelp = `Replay a run file: the solver takes every step again, in all forks, and each
step is printed on a line. The lab can write any run to such a file, to attach
it to a question, for instance.
On the same kind of processor, a file always gives the same numbers, bit by bit.
If another kind rounds differently, a message on standard error says so.`

const replayExample = `  kernellab replay question.run
  kernellab replay question.run --steps 10:30
  kernellab replay question.run --branch branch-1 --step 12 --figure step12.svg
  kernellab replay question.run --trace steps.csv`

// replayFlags holds the flags of replay.
type replayFlags struct {
	branch string
	steps  *stepSpan // nil if not given
	step   int       // -1 means the last step
	json   bool
	trace  string
	figure string
	size   pictureSize
}

// newReplay returns the command that replays a run file.
func newReplay(s streams) *cobra.Command {
	f := replayFlags{size: defaultPictureSize()}
	cmd := &cobra.Command{
		Use:     "replay FILE",
		Short:   "Replay a run file, step by step",
		Long:    replayHelp,
		Example: replayExample,
		Args:    countArgs("run file"),
		RunE:    func(cmd *cobra.Command, args []string) error { return replay(cmd.Context(), s, &f, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.branch, "branch", "",
		"print, trace or draw this branch only; --trace and --figure take the last one if none is named")
	flags.Lookup("branch").DefValue = "all"
	flags.Func("steps", "the steps to print (default the first and last hundred of a branch)", f.setSteps)
	flags.IntVar(&f.step, "step", -1, "the step that --figure shows")
	flags.Lookup("step").DefValue = "last"
	flags.BoolVar(&f.json, "json", false, "print one JSON object per step, with all coefficients")
	flags.StringVar(&f.trace, "trace", "", "write all steps of a branch: .jsonl or .csv")
	flags.StringVar(&f.figure, "figure", "", "write the picture of a step: .svg")
	flags.Var(&f.size, "size", "columns and rows of the picture")
	addIgnoredFlag(cmd, "light")
	return cmd
}

// stepSpan is a range of steps that includes both ends.
type stepSpan struct{ from, to int }

// setSteps parses --steps.
func (f *replayFlags) setSteps(s string) error {
	a, b, _ := strings.Cut(s, ":")
	from, errA := strconv.Atoi(a)
	to, errB := strconv.Atoi(b)
	if errA != nil || errB != nil || from < 0 || from > to {
		return errors.New("it must be the first and the last step with a colon between, such as 10:30")
	}
	f.steps = &stepSpan{from, to}
	return nil
}

// check returns an error if flags cannot be combined or a file name has an unknown
// format.
func (f *replayFlags) check() error {
	if f.step >= 0 && f.figure == "" {
		return usagef("add --figure step.svg, or write --steps 12:12",
			"--step chooses the step that --figure shows, and --figure is missing")
	}
	if err := checkEnding("trace", f.trace, ".jsonl", ".csv"); err != nil {
		return err
	}
	return checkEnding("figure", f.figure, ".svg")
}

func replay(ctx context.Context, s streams, f *replayFlags, path string) error {
	if err := f.check(); err != nil {
		return err
	}
	file, branches, err := f.readBranches(ctx, s, path)
	if err != nil {
		return err
	}
	lastBranch := branches[len(branches)-1]
	if err := f.checkSteps(branches, lastBranch); err != nil {
		return err
	}
	err = writeBranches(cancellableWriter{ctx, s.out}, f, file, branches)
	if err == nil && f.trace != "" {
		err = writeFile("trace", f.trace, func(w io.Writer) error {
			return runfile.WriteSteps(cancellableWriter{ctx, w}, lastBranch.Run.Trace(), formatOf(f.trace))
		})
	}
	if ctx.Err() != nil {
		return failf("", "interrupted while replaying %s", path)
	}
	if err == nil && f.figure != "" {
		err = f.draw(lastBranch)
	}
	return err
}

// readBranches reads a run file and replays it. It returns the branches that --branch selects.
func (f *replayFlags) readBranches(ctx context.Context, s streams, path string) (
	runfile.File, []stage.ReplayedBranch, error,
) {
	file, err := readRun(ctx, s, path)
	if err != nil {
		return file, nil, err
	}
	branches, err := stage.Replay(ctx, file)
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
	branches, err = f.chosenBranches(branches)
	return file, branches, err
}

func readRun(ctx context.Context, s streams, path string) (runfile.File, error) {
	in, name, err := s.open(ctx, path)
	if err != nil {
		return runfile.File{}, err
	}
	defer in.Close()
	f, err := runfile.Read(in)
	var fileErr *runfile.Error
	switch {
	case errors.As(err, &fileErr):
		return f, failf(fileErr.Hint, "%s: %v", name, fileErr)
	case err != nil:
		return f, readError(ctx, name, err)
	}
	return f, nil
}

// chosenBranches returns the branches that --branch selects.
func (f *replayFlags) chosenBranches(all []stage.ReplayedBranch) ([]stage.ReplayedBranch, error) {
	if f.branch == "" {
		return all, nil
	}
	var names []string
	for _, b := range all {
		if b.Name == f.branch {
			return []stage.ReplayedBranch{b}, nil
		}
		names = append(names, b.Name)
	}
	return nil, usagef("the branches are "+strings.Join(names, ", "), "--branch %s: there is no such branch", f.branch)
}

// checkSteps returns an error if the flags name steps that do not exist.
func (f *replayFlags) checkSteps(all []stage.ReplayedBranch, lastBranch stage.ReplayedBranch) error {
	maxSteps := 0
	for _, b := range all {
		maxSteps = max(maxSteps, b.Run.Len()-1)
	}
	if f.steps != nil && f.steps.from > maxSteps {
		return usagef(fmt.Sprintf("the steps are 0 to %d", maxSteps), "--steps %d:%d: there are no such steps",
			f.steps.from, f.steps.to)
	}
	if n := lastBranch.Run.Len() - 1; f.step > n {
		return usagef(fmt.Sprintf("the steps are 0 to %d", n), "--step %d: branch %s ends before it",
			f.step, lastBranch.Name)
	}
	return nil
}

// writeBranches writes the branches to w, as text or as JSON.
func writeBranches(w io.Writer, f *replayFlags, file runfile.File, branches []stage.ReplayedBranch) error {
	out := bufio.NewWriter(w)
	if f.json {
		for _, b := range branches {
			from, to := f.stepRange(b)
			if err := runfile.WriteJSONL(out, b.Run.Trace(), from, to, b.Name); err != nil {
				return err
			}
		}
		return out.Flush()
	}
	fmt.Fprintf(out, "data    %s\nkernel  %s\nsolver  %s\n", file.Set, file.Kernel, runfile.SolverText(file.Solver))
	for _, b := range branches {
		fmt.Fprintf(out, "\nbranch %s%s\n", b.Name, originWords(b))
		if err := f.printSteps(out, b); err != nil {
			return err
		}
		if reason, done := b.Run.Done(); done {
			fmt.Fprintf(out, "%s\n", reason)
		}
	}
	return out.Flush()
}

func originWords(b stage.ReplayedBranch) string {
	forks := b.Run.Forks()
	if len(forks) == 0 || b.From == "" {
		return ""
	}
	last := forks[len(forks)-1]
	return fmt.Sprintf(" leaves %s at step %d: %s", b.From, last.Frame, last.Description)
}

// stepRange returns the range of steps of a branch to print. If --steps is not given,
// it begins at the step where the branch left its parent.
func (f *replayFlags) stepRange(b stage.ReplayedBranch) (from, to int) {
	to = b.Run.Len() - 1
	if f.steps != nil {
		return f.steps.from, min(to, f.steps.to)
	}
	for _, fork := range b.Run.Forks() {
		from = fork.Frame
	}
	return from, to
}

// stepsAtEnds is the number of steps printed at each end of a branch if --steps is not
// given.
const stepsAtEnds = 100

func (f *replayFlags) printSteps(w io.Writer, b stage.ReplayedBranch) error {
	from, to := f.stepRange(b)
	omitted := to - from + 1 - 2*stepsAtEnds
	for i := from; i <= to; i++ {
		if i == from+stepsAtEnds && omitted > 0 && f.steps == nil {
			fmt.Fprintf(w, "      … %d steps; --steps %d:%d prints them\n", omitted, i, i+omitted-1)
			i += omitted
		}
		fmt.Fprintf(w, "%5d  %s", i, b.Run.Summary(i))
		if event := b.Run.Event(i); event != "" && i > 0 {
			fmt.Fprintf(w, "   [%s]", event)
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}

// draw writes the picture of one step of a branch.
func (f *replayFlags) draw(b stage.ReplayedBranch) error {
	step := b.Run.Len() - 1
	if f.step >= 0 {
		step = f.step
	}
	return writeFile("figure", f.figure, func(w io.Writer) error {
		return pictures.WritePicture(w, fmt.Sprintf("%s, step %d", b.Name, step), b.Run.Frame(step), f.size.w, f.size.h)
	})
}

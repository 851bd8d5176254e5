package cli

import (
	"bufio"
	"fmt"
	"io"

	"kernellab/exercises/runfile"
	"kernellab/exercises/stage"
	"kernellab/lab"
)

// tell writes the branches to w, as a transcript or as JSON.
func tell(w io.Writer, f *replayFlags, file runfile.File, branches []stage.Replayed) error {
	out := bufio.NewWriter(w)
	if f.json {
		for _, b := range branches {
			from, to := f.told(b)
			if err := runfile.JSONL(out, b.Run.Trace(), from, to, b.Name); err != nil {
				return err
			}
		}
		return out.Flush()
	}
	fmt.Fprintf(out, "data    %s\nkernel  %s\nsolver  %s\n", file.Set, file.Kernel, runfile.Words(file.Solver))
	for _, b := range branches {
		fmt.Fprintf(out, "\nbranch %s%s\n", b.Name, originWords(b))
		if err := f.tellSteps(out, b); err != nil {
			return err
		}
		if why, done := b.Run.Done(); done {
			fmt.Fprintf(out, "%s\n", why)
		}
	}
	return out.Flush()
}

func originWords(b stage.Replayed) string {
	at, choice, ok := b.Run.Origin()
	if !ok || b.From == "" {
		return ""
	}
	return fmt.Sprintf(" leaves %s at step %d: %s", b.From, at, choice)
}

// told is the steps of a branch to tell: those asked for, or those that it
// does not share with the branch it left.
func (f *replayFlags) told(b stage.Replayed) (from, to int) {
	to = b.Run.Len() - 1
	if f.steps != nil {
		return f.steps.from, min(to, f.steps.to)
	}
	if at, _, ok := b.Run.Origin(); ok {
		from = at
	}
	return from, to
}

// ends is how many steps at each end of a branch are told without --steps.
const ends = 100

func (f *replayFlags) tellSteps(w io.Writer, b stage.Replayed) error {
	from, to := f.told(b)
	left := to - from + 1 - 2*ends
	for i := from; i <= to; i++ {
		if i == from+ends && left > 0 && f.steps == nil {
			fmt.Fprintf(w, "      … %d steps; --steps %d:%d tells them\n", left, i, i+left-1)
			i += left
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

// draw writes the picture of a step of a branch.
func (f *replayFlags) draw(b stage.Replayed) error {
	at := b.Run.Len() - 1
	if f.step >= 0 {
		at = f.step
	}
	return writeFile("figure", f.figure, func(w io.Writer) error {
		return lab.WritePicture(w, fmt.Sprintf("%s, step %d", b.Name, at), b.Run.Frame(at), f.size.w, f.size.h)
	})
}

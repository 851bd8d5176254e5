package cli

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/charmbracelet/x/term"

	"kernellab/solvers"
)

// progressOn returns what tells a terminal how far a solve has come, on one
// line that is written over and, at the end, wiped by done. Files and pipes are
// told nothing: show is nil then.
func progressOn(w io.Writer) (show func(solvers.Progress), done func()) {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(file.Fd()) {
		return nil, func() {}
	}
	return progressLine(w)
}

func progressLine(w io.Writer) (show func(solvers.Progress), done func()) {
	shown := false
	show = func(p solvers.Progress) {
		shown = true
		gap := ""
		if !math.IsInf(p.Gap, 1) { // of a hard margin on its way
			gap = fmt.Sprintf(", gap %.2g", p.Gap)
		}
		fmt.Fprintf(w, "\r%d updates, violation %.2g, W %.6g%s, %d points in play\x1b[K", p.Iterations, p.Violation, p.Objective, gap, p.Active)
	}
	done = func() {
		if shown {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
	return show, done
}

package cli

import (
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/charmbracelet/x/term"

	"kernellab/solvers"
)

// progressOn returns what tells a terminal how far something has come, on one
// line that is written over and, at the end, wiped by done. Files and pipes are
// told nothing: say is nil then.
func progressOn(w io.Writer) (say func(words string), done func()) {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(file.Fd()) {
		return nil, func() {}
	}
	return progressLine(w)
}

func progressLine(w io.Writer) (say func(words string), done func()) {
	said := false
	say = func(words string) {
		said = true
		fmt.Fprintf(w, "\r%s\x1b[K", words)
	}
	done = func() {
		if said {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
	return say, done
}

// progressEvery is how often somebody is told of what comes step by step.
const progressEvery = 100 * time.Millisecond

// pace says when it is time to tell again.
type pace struct{ last time.Time }

func (p *pace) due() bool {
	now := time.Now()
	if now.Sub(p.last) < progressEvery {
		return false
	}
	p.last = now
	return true
}

// progressWords say how far a solve has come.
func progressWords(p solvers.Progress) string {
	gap := ""
	if !math.IsInf(p.Gap, 1) { // of a hard margin on its way
		gap = fmt.Sprintf(", gap %.2g", p.Gap)
	}
	return fmt.Sprintf("%d updates, violation %.2g, W %.6g%s, %d points in play", p.Iterations, p.Violation, p.Objective, gap, p.Active)
}

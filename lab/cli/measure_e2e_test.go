//go:build e2e

package cli_test

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// How long the first frame and the answer to a key take, as a terminal sees
// it, beside what the terminal and the looking at it take by themselves. These
// are measured and printed, not judged: they hold for the machine they ran on.
func TestEndToEndMeasure(t *testing.T) {
	x := openTerminal(t, 120, 36)
	p := newPupil(t, x, "env XDG_DATA_HOME="+t.TempDir()+" "+program(t)+" --seed 7")
	var echoes, frames, steps []time.Duration
	for range 9 {
		echoes = append(echoes, x.took("clear; echo over", "over\n$"))
		frames = append(frames, x.took(p.command, "kernel methods, step by step"))
		p.press("q")
		p.isShell()
	}
	p.line(p.command)
	p.waitFor("kernel methods, step by step")
	for _, id := range p.ids()[:9] {
		steps = append(steps, p.moved("Down", id))
	}
	p.press("C-c")
	base, first, key := median(echoes), median(frames), median(steps)
	t.Logf("first frame: median %v from the command line, %v more than echo takes (%.1f times %v)", first, first-base, float64(first)/float64(base), base)
	t.Logf("a key in the contents: median %v until it is seen, where looking once takes %v", key, x.look())
}

// took is how long a command line takes until a text stands on the screen.
func (x *terminal) took(command, text string) time.Duration {
	x.t.Helper()
	x.text(command)
	begin := time.Now()
	x.press("Enter")
	x.wait(text, func(s string) bool { return strings.Contains(s, text) && !strings.Contains(s, command) })
	return time.Since(begin).Round(100 * time.Microsecond)
}

// moved is how long a key takes to change the screen.
func (p *pupil) moved(key, what string) time.Duration {
	p.t.Helper()
	before := p.screen()
	begin := time.Now()
	p.press(key)
	p.wait("what "+key+" does at "+what, func(s string) bool { return s != before })
	return time.Since(begin).Round(100 * time.Microsecond)
}

// look is how long it takes to see the screen as it is.
func (x *terminal) look() time.Duration {
	var all []time.Duration
	for range 9 {
		begin := time.Now()
		x.screen()
		all = append(all, time.Since(begin).Round(100*time.Microsecond))
	}
	return median(all)
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

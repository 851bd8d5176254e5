//go:build e2e

package cli_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kernellab/exercises"
)

// tour leads a pupil through the lab.
type tour struct{ *pupil }

// spot is a cell of the screen, counted from 0.
type spot struct{ x, y int }

// find returns where a text begins in the first row that has it.
func (x *terminal) find(text string) spot {
	x.t.Helper()
	s := x.waitFor(text)
	for y, row := range strings.Split(s, "\n") {
		if before, _, ok := strings.Cut(row, text); ok {
			return spot{utf8.RuneCountInString(before), y}
		}
	}
	x.t.Fatalf("got no %q on the screen, want it", text)
	return spot{}
}

// mouse sends an event of the mouse as terminals do (SGR).
func (x *terminal) mouse(button int, at spot, end string) {
	x.t.Helper()
	x.text(fmt.Sprintf("\x1b[<%d;%d;%d%s", button, at.x+1, at.y+1, end))
}

// click presses the left button and lets go.
func (x *terminal) click(at spot) {
	x.t.Helper()
	x.mouse(0, at, "M")
	x.mouse(0, at, "m")
}

// pull drags from one cell to another.
func (x *terminal) pull(from, to spot) {
	x.t.Helper()
	x.mouse(0, from, "M")
	x.mouse(32, to, "M")
	x.mouse(0, to, "m")
}

// On a real terminal the mouse chooses an exercise in the contents and drags the
// timeline to its beginning. Package lab tests the rest.
func TestEndToEnd_mouse(t *testing.T) {
	t.Parallel()
	p := newPupil(t, openTerminal(t, 120, 36), "env XDG_DATA_HOME="+t.TempDir()+" "+program(t)+" --seed 7")
	p.start()
	u := &tour{p}
	u.answers = exercises.Answers{}
	u.fromContents("3.1")
	u.home()
	u.goTo("7.7", "watch")
	u.dragTime()
	u.press("C-c")
	u.isShell()
}

// home goes back to the contents, even from a field.
func (u *tour) home() {
	u.t.Helper()
	u.press("M-q")
	u.waitFor("kernel methods, step by step")
}

// fromContents opens an exercise by clicking on it; a folded unit is unfolded first.
func (u *tour) fromContents(id string) {
	u.t.Helper()
	for range 60 {
		if strings.Contains(u.settle(), id+"  ") {
			break
		}
		u.press("Down", "Right")
	}
	u.click(u.find(id + "  "))
	u.settle()
	u.press("Enter")
	u.open(id, 0)
}

// dragTime pulls the timeline from the end of the run to its beginning.
func (u *tour) dragTime() {
	u.t.Helper()
	if !strings.Contains(u.settle(), "step, play") {
		u.toStage()
	}
	u.press("$")
	u.wait("the end of the run", func(s string) bool {
		m := wholeRun.FindStringSubmatch(s)
		return m != nil && m[1] == m[2]
	})
	u.settle()
	row := u.find(" / ").y
	text := []rune(strings.Split(u.screen(), "\n")[row])
	now := slices.Index(text, '●')
	if now < 0 {
		u.t.Fatalf("got timeline %s, want a position on it", string(text))
	}
	start := slices.IndexFunc(text[:now], func(r rune) bool { return r == '━' })
	u.pull(spot{now, row}, spot{start, row})
	u.onFrame(0)
}

// goTo opens an exercise at the named step.
func (u *tour) goTo(id, step string) {
	u.t.Helper()
	u.press(":")
	u.waitFor("Find")
	u.text(id)
	u.settle()
	u.press("Enter")
	u.open(id, 0)
	for u.at < len(u.exercise.Tasks)-1 && u.exercise.Tasks[u.at].Info().Name != step {
		u.press("C-n")
		u.at++
		u.waitStep()
	}
	if got := u.exercise.Tasks[u.at].Info().Name; got != step {
		u.t.Fatalf("%s opens at step %q, want %q", id, got, step)
	}
}

// onFrame waits until the timeline shows frame n.
func (u *tour) onFrame(n int) {
	u.t.Helper()
	u.wait(fmt.Sprintf("frame %d", n), func(s string) bool { return frameOn(s) == n })
}

var wholeRun = regexp.MustCompile(`step (\d+) / (\d+) `)

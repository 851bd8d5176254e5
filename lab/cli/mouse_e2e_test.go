//go:build e2e

package cli_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kernellab/exercises"
)

// spot is a cell of the screen, from 0 on.
type spot struct{ x, y int }

// find is where a text stands, on the first row that has it.
func (x *terminal) find(text string) spot {
	x.t.Helper()
	s := x.waitFor(text)
	for y, row := range strings.Split(s, "\n") {
		if before, _, ok := strings.Cut(row, text); ok {
			return spot{utf8.RuneCountInString(before), y}
		}
	}
	x.t.Fatalf("%q is gone", text)
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

// pull drags from a cell to another.
func (x *terminal) pull(from, to spot) {
	x.t.Helper()
	x.mouse(0, from, "M")
	x.mouse(32, to, "M")
	x.mouse(0, to, "m")
}

// A lesson with the mouse in one hand: the contents, a derivation, a step by hand,
// and a run with a condition, a reason, branches and a comparison.
func TestEndToEndMouse(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			x := openTerminal(t, size[0], size[1])
			p := newPupil(t, x, "env XDG_DATA_HOME="+t.TempDir()+" "+program(t)+" --seed 7")
			p.start()
			(&tour{pupil: p}).byMouse()
		})
	}
}

// The same over ssh.
func TestEndToEndMouseSSH(t *testing.T) {
	t.Parallel()
	h := serveOn(t)
	p := h.client(t, newKey(t))
	p.start()
	(&tour{pupil: p}).byMouse()
}

func (u *tour) byMouse() {
	u.t.Helper()
	u.answers = exercises.Answers{}
	u.fromContents("3.1")
	u.clickField("(u + v + 1)² =")
	u.step()
	u.home()
	u.goTo("7.6", "update")
	u.step()
	u.home()
	u.goTo("7.7", "watch")
	u.dragTime()
	u.armed()
	u.whyPoint()
	u.forked()
	u.press("C-c")
	u.isShell()
}

// home goes back to the contents, also from a field.
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

// clickField leaves the field, and comes back to it by a click; on a narrow screen
// esc shows the stage, and tab leads back.
func (u *tour) clickField(label string) {
	u.t.Helper()
	at := u.find(label)
	u.press("Escape")
	u.wait("the stage to have the keyboard", func(s string) bool { return !strings.Contains(s, "ctrl+g help") })
	if strings.Contains(u.settle(), label) {
		u.click(spot{at.x + utf8.RuneCountInString(label) + 1, at.y})
	} else {
		u.press("Tab")
	}
	u.waitFor("ctrl+g help", label)
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
		u.t.Fatalf("no place on the timeline: %s", string(text))
	}
	start := slices.IndexFunc(text[:now], func(r rune) bool { return r == '━' })
	u.pull(spot{now, row}, spot{start, row})
	u.onFrame(0)
}

// armed gives a condition, and plays up to it.
func (u *tour) armed() {
	u.t.Helper()
	u.press("b")
	u.waitFor("Run until")
	u.text("gap < 1")
	u.settle()
	u.press("Enter")
	u.waitFor("watched  gap = ", "▼")
	at := frameOn(u.wait("the run to stop at the condition", func(s string) bool {
		return strings.Contains(s, "condition:") && frameOn(s) > 0
	}))
	u.press("0")
	u.onFrame(0)
	u.press("Space")
	u.wait("play to stop at the condition", func(s string) bool { return frameOn(s) == at })
	u.waitFor("condition:")
	u.settle()
	u.onFrame(at)
}

// whyPoint inspects a point, asks why of it, and goes back to when it last changed.
func (u *tour) whyPoint() {
	u.t.Helper()
	u.press("x", "e")
	u.waitFor("Point 1", "α₁", "esc closes")
	u.press("Escape")
	u.settle()
	u.press("m")
	u.waitFor("α₁ = ", "before")
}

// forked takes another pair from here on, and lays the branches side by side.
func (u *tour) forked() {
	u.t.Helper()
	u.press("i")
	u.waitFor("enter fork")
	u.otherPairAny()
	u.press("Enter")
	u.waitFor("branch 1")
	u.press("o")
	u.waitFor("Branches", "the original", "└ branch 1", "gap")
	u.press("Space")
	u.waitFor("beside the original")
	u.press("Escape")
	u.settle()
}

// otherPairAny turns to the next partner of k until one can move.
func (u *tour) otherPairAny() {
	u.t.Helper()
	u.press("Down")
	for range 20 {
		u.press("Right")
		if strings.Contains(u.settle(), "what if  update ") {
			return
		}
	}
	u.t.Fatal("k has no other partner")
}

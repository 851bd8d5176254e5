//go:build e2e

package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kernellab/exercises"
)

// tour walks through the README's tour of the step debugger on one terminal.
type tour struct {
	*pupil
	golden string // names the golden screens; "" where the seed is not ours
	looks  int
	dir    string // where files are written; "" where none are
}

// The tour of the README on three terminals. KERNELLAB_UPDATE=1 writes its
// golden screens anew; read the diff.
func TestEndToEndTour(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := openTerminal(t, size[0], size[1])
			dir := t.TempDir()
			x.line("cd " + dir)
			p := newPupil(t, x, "env XDG_DATA_HOME="+t.TempDir()+" "+program(t)+" --seed 7")
			p.start()
			(&tour{pupil: p, golden: name, dir: dir}).walk()
		})
	}
}

// The same over ssh, where the seed is the student's own.
func TestEndToEndTourSSH(t *testing.T) {
	t.Parallel()
	h := serveOn(t)
	p := h.client(t, newKey(t))
	p.start()
	(&tour{pupil: p}).walk()
}

// walk is the whole tour: it begins in the contents.
func (u *tour) walk() {
	u.t.Helper()
	u.answers = exercises.Answers{}
	u.goTo("D.1", "tour")
	u.play()
	u.back()
	u.breakOnAClip()
	u.why()
	u.books()
	u.forkAndCompare()
	u.record()
	u.predict()
	u.hunt()
	u.press("C-c")
	u.isShell()
}

// goTo opens an exercise at the step of a name.
func (u *tour) goTo(id, step string) {
	u.t.Helper()
	u.press(":")
	u.waitFor("Find")
	u.text(id)
	u.settle()
	u.press("Enter")
	u.open(id, 0)
	for u.at < len(u.exercise.Steps)-1 && u.exercise.Steps[u.at].Info().Name != step {
		u.press("C-n")
		u.at++
		u.waitStep()
	}
	if got := u.exercise.Steps[u.at].Info().Name; got != step {
		u.t.Fatalf("%s has no step %q", id, step)
	}
}

// look compares the screen, come to rest, with its golden file.
func (u *tour) look(name string) {
	u.t.Helper()
	got := u.settle()
	u.looks++
	if u.golden == "" {
		return
	}
	path := filepath.Join("testdata", "tour", fmt.Sprintf("%s-%02d-%s.golden", u.golden, u.looks, name))
	if os.Getenv("KERNELLAB_UPDATE") != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			u.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			u.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		u.t.Fatal(err)
	}
	if got != string(want) {
		u.t.Errorf("%s differs; KERNELLAB_UPDATE=1 writes it anew. Now:\n%s", path, got)
	}
}

// onFrame waits until the timeline says so.
func (u *tour) onFrame(n int) {
	u.t.Helper()
	u.wait(fmt.Sprintf("frame %d", n), func(s string) bool { return frameOn(s) == n })
}

var wholeRun = regexp.MustCompile(`step (\d+) / (\d+) `)

// play plays for a moment, then has the rest of the run computed.
func (u *tour) play() {
	u.t.Helper()
	u.press("Space")
	u.wait("the run to play", func(s string) bool { return frameOn(s) > 0 })
	u.press("Space", "$")
	u.wait("the end of the run", func(s string) bool {
		m := wholeRun.FindStringSubmatch(s)
		return m != nil && m[1] == m[2]
	})
	u.press("0")
	u.onFrame(0)
	u.look("start")
}

// back goes forward by updates and back by lines.
func (u *tour) back() {
	u.t.Helper()
	u.press("Right", "Right", "Left")
	u.onFrame(1)
	u.press("u", "Right")
	u.waitFor("towards step 2, line 1 of")
	u.look("line")
	u.press("Left", "u")
	u.onFrame(1)
}

// breakOnAClip types a condition, runs to it, and stops at it once more.
func (u *tour) breakOnAClip() {
	u.t.Helper()
	u.press("b")
	u.waitFor("Run until")
	u.text("clip =")
	u.waitFor("clip = L", "clip = H")
	u.text("= H")
	u.look("condition")
	u.press("Enter")
	at := frameOn(u.waitFor("watched  clip = H"))
	u.look("clipped")
	u.press("Left", "$")
	u.onFrame(at)
}

// why asks why, and steps while the answer is open.
func (u *tour) why() {
	u.t.Helper()
	at := frameOn(u.settle())
	u.press("w")
	u.waitFor("Why this step")
	u.look("why")
	u.press("Right")
	if u.w >= 160 {
		u.onFrame(at + 1)
	}
	u.settle()
	u.press("Left")
	u.settle()
	u.press("w")
	u.wait("the screen without why", func(s string) bool { return !strings.Contains(s, "Why this step") })
	u.onFrame(at)
}

// books looks at what must hold.
func (u *tour) books() {
	u.t.Helper()
	u.press("v")
	u.waitFor("The ledger", "hold at this step")
	u.look("ledger")
	u.press("v")
}

// forkAndCompare takes another pair at the first step and lays the branches
// side by side.
func (u *tour) forkAndCompare() {
	u.t.Helper()
	u.press("0")
	u.onFrame(0)
	u.press("i")
	u.waitFor("what if  update", "enter fork")
	u.otherPair()
	u.look("what-if")
	u.press("Enter")
	u.waitFor("branch 1")
	u.onFrame(1)
	u.look("forked")
	u.press("Right")
	u.onFrame(2)
	u.press("o")
	u.waitFor("Branches", "└ branch 1  from step ")
	u.press("Space")
	u.waitFor("beside the original")
	u.look("compared")
	u.press("Escape")
	u.wait("the branch alone", func(s string) bool { return !strings.Contains(s, "beside the original") })
	u.press("o", "Enter")
	u.waitFor("the original  update")
}

// record writes the run down and replays it; over ssh, where nothing is
// written, it is shown.
func (u *tour) record() {
	u.t.Helper()
	u.press("E")
	if u.dir == "" {
		u.waitFor("Show this run as text")
		u.press("Enter")
		u.waitFor("kernellab run 1")
		u.press("Escape")
		u.wait("the run below", func(s string) bool { return !strings.Contains(s, "kernellab run 1") })
		return
	}
	u.waitFor("Write down this run")
	u.press("Enter")
	u.waitFor("written to ")
	file := filepath.Join(u.dir, "kernellab-D.1-seed7.run")
	out, err := exec.Command(program(u.t), "replay", file).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "pair (") {
		u.t.Fatalf("replayed: %v\n%s", err, out)
	}
}

// otherPair turns to the next partner of k until there is one that can move.
func (u *tour) otherPair() {
	u.t.Helper()
	u.press("Down")
	for range 20 {
		u.press("Right")
		if strings.Contains(u.settle(), "what if  update 1 ") {
			return
		}
	}
	u.t.Fatal("k has no other partner")
}

// predict answers what is asked about the next step, one question after
// another, and reads what happened.
func (u *tour) predict() {
	u.t.Helper()
	at := frameOn(u.settle())
	u.press("p")
	u.waitFor(fmt.Sprintf("Predict step %d", at+1))
	u.look("predict")
	u.text("1")
	u.press("Tab")
	u.text("4")
	u.press("Enter")
	u.waitFor("enter on")
	u.press("Enter")
	for range 12 {
		if s := u.settle(); strings.Contains(s, "enter closes") {
			break
		}
		u.press("Escape")
	}
	u.waitFor("enter closes")
	u.look("predicted")
	u.press("Enter")
	u.onFrame(at + 1)
}

// hunt finds the bug on the page, then one that is not shown.
func (u *tour) hunt() {
	u.t.Helper()
	u.press("q")
	u.waitFor("kernel methods, step by step", "predicted ")
	u.goTo("D.2", "tools")
	u.press("v")
	u.waitFor("The ledger")
	for range 200 {
		u.press("Right")
		if strings.Contains(u.settle(), "not hold at this step") {
			break
		}
	}
	u.waitFor("not hold at this step")
	u.look("first-bad-step")
	u.press("w")
	u.waitFor("Why this step")
	u.look("hunted")
	u.press("w", "C-n")
	u.at++
	u.waitStep()
	u.step()
	u.look("named")
}

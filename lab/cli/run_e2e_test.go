//go:build e2e

package cli

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"kernellab/exercises"
	"kernellab/testdata/support/must"
)

// stepThrough steps the run of a scene forward, plays it, and goes back.
func (p *pupil) stepThrough(step exercises.Task, info exercises.Info) {
	p.t.Helper()
	scene := step.Scene(context.Background(), p.answers)
	if scene.Run == nil {
		return
	}
	ahead, err := scene.Run.Extend(context.Background(), 200, exercises.Break{})
	if err != nil {
		p.t.Fatalf("%s: Extend: got error %v, want none", p.exercise.ID, err)
	}
	if ahead.Len() < 3 {
		return
	}
	if len(info.Fields) > 0 {
		p.press("BTab")
	}
	p.waitFor("← → space step, play")
	p.press("Right")
	p.waitFrame(ahead, 1)
	p.press("Space")
	p.wait("the run to play", func(s string) bool { return frameOn(s) > 1 })
	p.press("Space")
	p.press("Home")
	p.waitFrame(ahead, 0)
	if len(info.Fields) == 0 {
		return
	}
	for range 3 { // the table of points is a pane on the way if it came after BTab
		before := p.settle()
		p.press("Tab")
		p.wait("what tab does", func(s string) bool { return s != before })
		if strings.Contains(p.settle(), "enter answer") {
			return
		}
	}
	p.waitFor("enter answer")
}

// waitFrame waits until the screen shows frame n of the run and its text.
func (p *pupil) waitFrame(run exercises.Run, n int) {
	p.t.Helper()
	words := run.Frame(n).Status.String()
	p.wait(fmt.Sprintf("frame %d, %q", n, words), func(s string) bool {
		return frameOn(s) == n &&
			(words == "" || strings.Contains(strings.Join(strings.Fields(s), " "), cut(words, 16)))
	})
}

var stepNumber = regexp.MustCompile(` step (\d+) /`)

// frameOn returns the number of the frame on the screen, or −1.
func frameOn(s string) int {
	if found := stepNumber.FindStringSubmatch(s); found != nil {
		return must.Value(strconv.Atoi(found[1]))
	}
	return -1
}

// leaveAndReturn quits in the middle of an exercise and starts again: the step is the
// same, with what was typed.
func (p *pupil) leaveAndReturn() {
	p.t.Helper()
	info := p.exercise.Tasks[p.at].Info()
	if typed(info) {
		if info.OnStage {
			p.toFields()
		}
		p.text("3/7")
		p.waitFor("3/7")
		p.press("BTab")
	}
	p.press("q")
	p.waitFor(atContents, "enter resume",
		fmt.Sprintf("task %d of %d", p.at+1, len(p.exercise.Tasks)))
	p.press("q")
	p.isShell()
	p.start()
	p.waitFor("enter resume")
	p.press("Enter")
	p.waitStep()
	if typed(info) {
		p.waitFor("3/7")
		p.press("C-u")
		if info.OnStage {
			p.press("Escape")
		}
	}
}

// killedWhileTyping types, kills the program and finds all but the last character.
func (p *pupil) killedWhileTyping(info exercises.Info) {
	p.t.Helper()
	const text = "7.432"
	if info.OnStage {
		p.toFields()
	}
	p.press("C-u")
	for i := range text {
		p.text(text[i : i+1])
		p.waitFor(text[max(0, i-3) : i+1])
	}
	p.kill()
	p.renew()
	p.start()
	p.waitFor("enter resume")
	p.press("Enter")
	p.waitStep()
	p.waitFor(text[len(text)-5 : len(text)-1])
	p.press("C-u")
	if info.OnStage {
		p.press("Escape")
	}
}

// kill ends the program on the terminal without a chance to save.
func (p *pupil) kill() {
	p.t.Helper()
	text := must.Value(os.ReadFile(p.pidFile))
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || pid <= 1 {
		p.t.Fatalf("got process id %q, want a number above 1", text)
	}
	check(p.t, syscall.Kill(pid, syscall.SIGKILL))
}

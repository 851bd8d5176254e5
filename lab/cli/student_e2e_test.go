//go:build e2e

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/study"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// pupil is a student at a terminal. The catalogue says what to answer, and everything else is
// read off the screen.
type pupil struct {
	*tmuxTerminal
	command string // starts the lab
	pidFile string // holds the process id of the program on the terminal
	seed    uint64 // of all exercises
}

func newPupil(t testing.TB, x *tmuxTerminal, command string) *pupil {
	pid := filepath.Join(t.TempDir(), "pid")
	return &pupil{tmuxTerminal: x, pidFile: pid, command: fmt.Sprintf("sh -c 'echo $$ >%s; exec %s'", pid, command)}
}

// atContents is in the header of the contents, which has no room for a title once a student has spent a minute.
const atContents = "kernellab  "

// start starts the lab, joins at a first login, and waits for the contents.
func (p *pupil) start() {
	p.t.Helper()
	p.line(p.command)
	p.wait("the contents or a first login", func(s string) bool {
		if strings.Contains(s, "What should the class call you?") {
			p.press("Enter")
			return true
		}
		return strings.Contains(s, atContents)
	})
	p.readSeed()
}

// readSeed reads the seed off the contents.
func (p *pupil) readSeed() {
	p.t.Helper()
	s := p.waitFor(atContents, "seed ", "enter ")
	p.seed = must.Value(strconv.ParseUint(regexp.MustCompile(`seed (\d+)`).FindStringSubmatch(s)[1], 10, 64))
}

// find opens an exercise that has not been opened before.
func (p *pupil) find(id string) *exercises.Exercise {
	p.t.Helper()
	p.press("C-p")
	p.waitFor("Find")
	p.line(id)
	p.at(id, 1)
	return must.Value(must.Value(catalogue.New()).Open(id, exercises.Options{Seed: p.seed}))
}

// at waits for the header of a task, which is counted from 1.
func (p *pupil) at(id string, task int) {
	p.t.Helper()
	p.wait(fmt.Sprint("task ", task, " of ", id), func(s string) bool {
		header, _, _ := strings.Cut(s, "\n")
		return strings.Contains(header, id+" ") && strings.Contains(header, fmt.Sprintf(" %d of ", task))
	})
}

// give types and chooses answers, from the first field to the last, and goes back to the first.
func (p *pupil) give(info exercises.Info, a exercises.Answers) {
	p.t.Helper()
	for i, f := range info.Fields {
		if i > 0 {
			p.press("Tab")
		}
		if choice := slices.IndexFunc(f.Choices, func(c exercises.Choice) bool { return c.Value == a[f.Name] }); choice >= 0 {
			p.press(strconv.Itoa(choice + 1))
		} else {
			p.press("C-u")
			p.text(a[f.Name])
		}
	}
	for range len(info.Fields) - 1 {
		p.press("BTab")
	}
}

// resumeLab starts the lab again, resumes a task and finds the text that was typed there.
func (p *pupil) resumeLab(id string, task int, text string) {
	p.t.Helper()
	p.start()
	p.waitFor("enter resume", fmt.Sprintf("task %d of ", task))
	p.press("Enter")
	p.at(id, task)
	p.waitFor(text)
}

// work does an exercise. In the second task the program is killed after a character is typed. In
// the third task the student quits and comes back.
func (p *pupil) work(id string) {
	p.t.Helper()
	for i, task := range p.find(id).Tasks {
		info := task.Info()
		if i > 0 {
			p.press("Enter")
		}
		p.at(id, i+1)
		switch i {
		case 1:
			const text = "7.432"
			for n := range text {
				p.text(text[n : n+1])
				p.waitFor(text[:n+1])
			}
			pid := must.Value(strconv.Atoi(strings.TrimSpace(string(must.Value(os.ReadFile(p.pidFile))))))
			check.OK(p.t, syscall.Kill(pid, syscall.SIGKILL))
			p.renew()
			p.resumeLab(id, i+1, text[:len(text)-1])
		case 2:
			p.text("3/7")
			p.waitFor("3/7")
			p.press("BTab", "q")
			p.waitFor(atContents, "enter resume")
			p.press("q")
			p.isShell()
			p.resumeLab(id, i+1, "3/7")
		}
		onward := "enter next"
		if study.AsksNothing(info) {
			p.waitFor("enter finish the exercise")
			onward = "enter on to "
		}
		p.give(info, info.Reference)
		p.press("Enter")
		p.waitFor(onward)
	}
}

// stepThrough steps a run forward, plays it, and goes back.
func (p *pupil) stepThrough() {
	p.t.Helper()
	p.find("1.4")
	p.press("C-n")
	p.at("1.4", 2)
	p.press("C-n")
	p.at("1.4", 3)
	p.press("BTab")
	p.waitFor("← → space step, play")
	p.press("Right")
	p.waitFor(" step 1 /")
	p.press("Space")
	p.wait("the run to play", regexp.MustCompile(` step ([2-9]|\d\d+) /`).MatchString)
	p.press("Space", "Home")
	p.waitFor(" step 0 /")
}

// slide moves a slider. On a narrow screen the first tab only shows the stage.
func (p *pupil) slide() {
	p.t.Helper()
	p.find("1.1")
	before := p.settle()
	for range 3 {
		if strings.Contains(before, "← → slide") {
			break
		}
		p.press("Tab")
		p.wait("what tab does", func(s string) bool { return s != before })
		before = p.settle()
	}
	p.press("Right")
	p.wait("another value", func(s string) bool { return strings.Contains(s, "← → slide") && s != before })
}

// works works through an exercise, a run and a slider, quits, and checks the record in a folder.
func (p *pupil) works(dir string) {
	p.t.Helper()
	p.start()
	p.work("1.2")
	p.stepThrough()
	p.slide()
	p.press("C-c")
	p.isShell()
	eventually(p.t, "the exercise is done on disk", func() error {
		all := recordedDocuments(dir)
		if len(all) != 1 {
			return fmt.Errorf("got %d students, want 1", len(all))
		}
		kept := all[0].Exercises["1.2"]
		for name, task := range kept.Tasks {
			if !task.Done {
				return fmt.Errorf("task %s is not done", name)
			}
		}
		if !kept.Done || kept.Helped || kept.Seed != p.seed {
			return fmt.Errorf("got %+v, want it done without help, with seed %d", kept, p.seed)
		}
		return nil
	})
}

// A student works on a terminal. The program is killed, and the student quits and comes back.
// TestTasks in package lab visits every task of every exercise.
func TestEndToEnd_terminal(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			p := newPupil(t, openTerminal(t, size[0], size[1]), "env XDG_DATA_HOME="+data+" "+hosttest.Binary(t)+" --seed 7")
			p.works(filepath.Join(data, "kernellab"))
		})
	}
}

// A student does the same over ssh, and loses the connection while typing.
func TestEndToEnd_ssh(t *testing.T) {
	t.Parallel()
	h := serveOn(t)
	h.client(t, newKey(t)).works(h.dir)
}

// Closing the terminal ends the lab and keeps what was typed.
func TestEndToEnd_closedTerminal(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := newPupil(t, openTerminal(t, 80, 24, "XDG_DATA_HOME="+data), hosttest.Binary(t))
	p.start()
	p.find("1.2")
	p.text("3/7")
	p.waitFor("3/7")
	if out, err := exec.Command("tmux", "-L", p.socket, "kill-server").CombinedOutput(); err != nil {
		t.Fatalf("tmux kill-server: got error %v, want none:\n%s", err, out)
	}
	pid := must.Value(os.ReadFile(p.pidFile))
	eventually(t, "the lab has ended", func() error {
		if _, err := os.Stat("/proc/" + strings.TrimSpace(string(pid))); err == nil {
			return fmt.Errorf("process %s lives", pid)
		}
		return nil
	})
	for _, text := range recordedDocuments(filepath.Join(data, "kernellab"))[0].Exercises["1.2"].Answers {
		if text == "3/7" {
			return
		}
	}
	t.Error("want what was typed in the record")
}

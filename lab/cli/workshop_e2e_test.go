//go:build e2e

package cli

import (
	"encoding/csv"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// workshop is a class of students and a teacher, each in a window of one tmux server.
type workshop struct {
	*host
	t        *testing.T
	students []*pupil
	desk     *pupil // the teacher's terminal
}

func studentName(i int) string { return fmt.Sprintf("Student %02d", i) }

// newWorkshop starts a host with a code and a teacher.
func newWorkshop(t *testing.T) *workshop {
	w, teacher := &workshop{t: t}, newKey(t)
	h := hosttest.Start(t, hosttest.Options{Args: []string{"--code", "gram", "--teachers", teacher + ".pub"}})
	_, port, _ := strings.Cut(h.Addr, ":")
	w.host = &host{tmuxTerminal: openTerminal(t, 120, 36), dir: h.Dir, port: port}
	w.desk = w.logIn(teacher)
	w.desk.waitFor("What should the class call you?")
	w.desk.line("Teacher")
	return w
}

// logIn opens a window with a client.
func (w *workshop) logIn(key string) *pupil {
	w.t.Helper()
	window := w.tmux("new-window", "-d", "-P", "-F", "#{window_id}", "ssh "+strings.Join(w.ssh(key, "-tt"), " "))
	x := *w.tmuxTerminal
	x.window = strings.TrimSpace(window)
	return &pupil{tmuxTerminal: &x}
}

// join logs in n students, who join with the code and a name.
func (w *workshop) join(n int) {
	w.t.Helper()
	w.students = make([]*pupil, n)
	w.each(func(i int, _ *pupil) {
		p := w.logIn(newKey(w.t))
		p.waitFor("This lab belongs to a class.")
		p.line("gram")
		p.waitFor("What should the class call you?")
		p.line(studentName(i))
		p.readSeed()
		w.students[i] = p
	})
}

// each calls do for every student, for some of them at the same time.
func (w *workshop) each(do func(i int, p *pupil)) {
	w.t.Helper()
	var all sync.WaitGroup
	places := make(chan struct{}, 6)
	for i, p := range w.students {
		all.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			do(i, p)
		})
	}
	all.Wait()
	if w.t.Failed() {
		w.t.FailNow()
	}
}

// class runs a command on the class and returns its output.
func (w *workshop) class(args ...string) string {
	w.t.Helper()
	c := exec.Command(hosttest.Binary(w.t), append(append([]string{"class"}, args...), "--data-dir", w.dir)...)
	out, err := c.Output()
	if err != nil {
		w.t.Fatalf("class %s: %v", args, err)
	}
	return string(out)
}

// export returns the rows of class export in which a column has a value.
func (w *workshop) export(column, value string) (rows [][]string) {
	w.t.Helper()
	for _, row := range must.Value(csv.NewReader(strings.NewReader(w.class("export"))).ReadAll()) {
		for i, name := range exportColumns {
			if name == column && row[i] == value {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// A class of 30 joins with the code and works with a teacher.
func TestEndToEnd_workshop(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	w.join(30)
	w.makeMistake()
	w.lead()
	w.meetGate()
	w.voteTwice()
	w.askForHelp()
	w.loseStudent()
	w.readReport()
}

// makeMistake makes three students make the same mistake, which the teacher sees. The others
// do the first task.
func (w *workshop) makeMistake() {
	w.t.Helper()
	w.each(func(i int, p *pupil) {
		task := p.find("1.2").Tasks[0]
		answer, sign := task.Info().Reference, "✓"
		if i < 3 {
			mistakes := exercises.Distinguishable(w.t.Context(), task)
			at := slices.IndexFunc(mistakes, func(m exercises.Misconception) bool { return m.ID == "too-few" })
			answer, sign = mistakes[at].Example, "✗"
		}
		p.give(task.Info(), answer)
		p.press("Enter")
		p.waitFor(sign)
	})
	w.desk.wait("three with the same misconception", regexp.MustCompile(` 3 +too few`).MatchString)
	w.desk.waitFor("30 of 30 students", "27 of 30 done")
	if rows := w.export("misconception", "too-few"); len(rows) != 3 {
		w.t.Errorf("got rows %q, want those of three students", rows)
	}
}

// lead makes two students follow the teacher to another exercise. One student leaves, and the
// other student follows until the teacher stops.
func (w *workshop) lead() {
	w.t.Helper()
	w.desk.press("F7")
	w.desk.waitFor(atContents)
	w.desk.press("C-p")
	w.desk.waitFor("Find")
	w.desk.line("2.1")
	w.desk.waitFor("2.1 ", " 1 of ")
	w.desk.press("F9")
	for _, p := range w.students[7:9] {
		p.waitFor("Teacher shows exercise 2.1.")
		p.press("F7")
		p.waitFor("2.1 ", " 1 of ", "leave Teacher")
	}
	w.desk.press("C-n")
	w.students[7].waitFor("2.1 ", " 2 of ")
	w.students[7].press("F7")
	w.students[7].waitFor("1.2 ", " 1 of ")
	w.desk.press("C-n")
	w.students[8].waitFor("2.1 ", " 3 of ")
	w.desk.press("F9")
	w.desk.waitFor("Stop leading")
	w.desk.press("Enter")
	w.students[8].waitFor("1.2 ", " 1 of ")
	w.desk.press("F7")
}

// meetGate holds the class at the first task, and opens the gate.
func (w *workshop) meetGate() {
	w.t.Helper()
	p := w.students[5]
	w.desk.press("g")
	w.desk.waitFor("Gate after 1.2")
	w.desk.press("1")
	p.waitFor("Your class pauses after task 1 of 1.2")
	p.press("Enter")
	p.waitFor("Your class pauses here", " 1 of ")
	w.desk.waitFor("gate after task 1 holds: 1 wait")
	w.desk.press("g")
	w.desk.waitFor("Open the gate after 1.2")
	w.desk.press("1")
	p.waitFor("Your class goes on in 1.2")
	p.press("Enter")
	p.waitFor(" 2 of ")
}

// voteTwice has everybody vote, shows the result and has everybody vote again.
func (w *workshop) voteTwice() {
	w.t.Helper()
	w.desk.press("v")
	w.desk.waitFor("Ask everybody")
	w.desk.line("Which kernel? linear | poly | rbf")
	for round, minority := range []int{12, 3} {
		w.each(func(i int, p *pupil) {
			p.waitFor([]string{"Vote: Which kernel?", "Vote again: Which kernel?"}[round])
			p.press("F7")
			p.waitFor("linear", "poly", "rbf")
			option := "2"
			if i < minority {
				option = "1"
			}
			p.press(option, "Enter")
			p.waitFor("You voted for " + option)
		})
		w.desk.waitFor("30 of 30 students have voted")
		w.desk.press("Enter")
		w.desk.waitFor("Everybody sees the result")
		w.students[0].waitFor("How the class voted", "result")
		if round == 0 {
			w.desk.press("Enter")
		}
	}
	w.students[0].press("F7")
	for _, p := range []*pupil{w.students[0], w.desk} {
		p.waitFor("round 1  40 %", "round 2  10 %", "round 1  60 %", "round 2  90 %")
	}
	w.students[0].press("Escape")
	w.desk.press("x")
	w.desk.waitFor("This vote has ended")
	w.desk.press("Escape")
}

// askForHelp has two students ask for help, helps the first, and announces a break.
func (w *workshop) askForHelp() {
	w.t.Helper()
	for i, place := range []string{"number 1 in the queue", "number 2 in the queue"} {
		p := w.students[i]
		p.press("F8", "F8", "F7")
		p.waitFor("Ask for help")
		p.press("1")
		p.waitFor(place)
	}
	w.desk.waitFor("help 2")
	w.desk.press("r")
	w.desk.waitFor("Student 00", "Student 01")
	w.desk.press("Enter")
	w.desk.waitFor("Answer Student 00")
	w.desk.line("Read task 1 again.")
	w.students[0].waitFor("A hint from your teacher: Read task 1 again.", "ask for help")
	w.students[1].waitFor("number 1 in the queue")
	w.desk.waitFor("help 1", "Answered Student 00.")
	w.desk.press("a")
	w.desk.waitFor("Announce to everybody")
	w.desk.line("Break until 10:30")
	w.each(func(_ int, p *pupil) { p.waitFor("Break until 10:30") })
}

// loseStudent closes the terminal of a student, whom the printed board shows as away.
func (w *workshop) loseStudent() {
	w.t.Helper()
	w.tmux("kill-window", "-t", w.students[29].window)
	away := regexp.MustCompile(`(?m)^  Student 29 .*away since`)
	for range 50 {
		if away.MatchString(w.class("board", "--plain")) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	w.t.Errorf("got %s, want one student who is away", w.class("board", "--plain"))
}

// readReport reads the report on the class, which has its pictures and loads nothing.
func (w *workshop) readReport() {
	w.t.Helper()
	path := filepath.Join(w.t.TempDir(), "report.html")
	w.class("report", "--html", path)
	page := contents(w.t, path)
	if loads := regexp.MustCompile(`<script|<[^>]* (src|href|on\w+)=|url\(|@import`).FindString(page); loads != "" {
		w.t.Errorf("got %q in the report, want nothing that runs or loads something", loads)
	}
	if bars, pictures := strings.Count(page, "<rect"), strings.Count(page, "<svg"); pictures == 0 || bars < 2*pictures ||
		!strings.Contains(page, "too few") {
		w.t.Errorf("got %d pictures with %d bars, want bars, and the misconception in\n%s", pictures, bars, page)
	}
}

//go:build e2e

package cli

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/csv"
	"encoding/pem"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/class"
	"kernellab/lab/store"
	"kernellab/testdata/support/hosttest"
)

// workshop is a class of students and a teacher, each in a window of one tmux server.
type workshop struct {
	*host
	t        *testing.T
	library  *catalogue.Catalogue
	keys     string // folder of the keys
	students []*pupil
	desk     *pupil // of the teacher
	teacher  *class.Member
}

func studentName(i int) string { return fmt.Sprintf("Student %02d", i) }

// newWorkshop starts a host with a code and a teacher.
func newWorkshop(t *testing.T) *workshop {
	w := &workshop{t: t, keys: t.TempDir(), library: must(catalogue.New())}
	w.key("teacher")
	h := hosttest.Start(t, hosttest.Options{Args: []string{"--code", "gram", "--teachers",
		filepath.Join(w.keys, "teacher.pub")}})
	_, port, _ := strings.Cut(h.Addr, ":")
	w.host = &host{tmuxTerminal: openTerminal(t, 120, 36), dir: h.Dir, port: port}
	db := store.Open(filepath.Join(h.Dir, recordName), store.NoQuota)
	hub := newHub(w.library, db, func(err error) { t.Log("the class was not read: ", err) })
	ctx, cancel := context.WithCancel(t.Context())
	go hub.Run(ctx)
	t.Cleanup(func() { cancel(); _ = db.Close() })
	w.desk = w.logIn(filepath.Join(w.keys, "teacher"))
	w.desk.waitFor("What should the class call you?")
	w.desk.line("Teacher")
	w.teacher = hub.Join(class.Person{ID: "teacher", Name: "Teacher", Teacher: true})
	return w
}

// key writes a new key and returns the path of its file. It takes less time than ssh-keygen.
func (w *workshop) key(name string) string {
	w.t.Helper()
	path := filepath.Join(w.keys, name)
	public, private, err := ed25519.GenerateKey(rand.Reader)
	check(w.t, err)
	block := must(gossh.MarshalPrivateKey(private, ""))
	check(w.t, os.WriteFile(path, pem.EncodeToMemory(block), 0o600))
	check(w.t, os.WriteFile(path+".pub", gossh.MarshalAuthorizedKey(must(gossh.NewPublicKey(public))), 0o600))
	return path
}

// logIn opens a window with a client.
func (w *workshop) logIn(key string) *pupil {
	w.t.Helper()
	window := w.tmux("new-window", "-d", "-P", "-F", "#{window_id}", "ssh "+strings.Join(w.ssh(key, "-tt"), " "))
	x := *w.tmuxTerminal
	x.window = strings.TrimSpace(window)
	return &pupil{tmuxTerminal: &x, library: w.library, answers: exercises.Answers{}}
}

// join logs in n students, who join with the code and a name.
func (w *workshop) join(n int) {
	w.t.Helper()
	w.students = make([]*pupil, n)
	w.each(func(i int, _ *pupil) {
		p := w.logIn(w.key(fmt.Sprint("student", i)))
		p.waitFor("This lab belongs to a class.")
		p.line("gram")
		p.waitFor("What should the class call you?")
		p.line(studentName(i))
		s := p.waitFor("kernel methods, step by step", "seed ")
		p.seed = must(strconv.ParseUint(seedWord.FindStringSubmatch(s)[1], 10, 64))
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
	for _, row := range must(csv.NewReader(strings.NewReader(w.class("export"))).ReadAll()) {
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
	w.readReport()
}

// makeMistake makes three students make the same mistake, which the teacher sees. The others
// do the first task.
func (w *workshop) makeMistake() {
	w.t.Helper()
	w.each(func(i int, p *pupil) {
		p.press("C-p")
		p.waitFor("Find")
		p.line("1.2")
		p.open("1.2", 0)
		task := p.exercise.Tasks[0]
		answer, sign := task.Info().Reference, "✓"
		if i < 3 {
			mistakes := exercises.Apparent(w.t.Context(), task)
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

// lead makes two students follow the teacher to another exercise. One leaves, and the other
// follows until the teacher stops.
func (w *workshop) lead() {
	w.t.Helper()
	w.desk.press("F7")
	w.desk.waitFor("kernel methods, step by step")
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
	check(w.t, w.teacher.SetGate(class.Gate{Exercise: "1.2", Task: "threshold", Holds: true}))
	p.waitFor("Your class pauses after task 1 of 1.2")
	p.press("Enter")
	p.waitFor("Your class pauses here", " 1 of ")
	check(w.t, w.teacher.SetGate(class.Gate{}))
	p.waitFor("Your class goes on in 1.2")
	p.press("Enter")
	p.waitFor(" 2 of ")
}

// voteTwice has everybody vote, shows the result and has everybody vote again.
func (w *workshop) voteTwice() {
	w.t.Helper()
	v := class.Vote{ID: 1, Question: "Which kernel?", Options: []string{"linear", "poly", "rbf"}}
	for _, minority := range []int{12, 3} {
		v.Round, v.Open = v.Round+1, true
		check(w.t, w.teacher.SetVote(v))
		w.each(func(i int, p *pupil) {
			p.waitFor([]string{"Vote: Which kernel?", "Vote again: Which kernel?"}[v.Round-1])
			p.press("F7")
			p.waitFor("linear", "poly", "rbf")
			option := "2"
			if i < minority {
				option = "1"
			}
			p.press(option)
			p.waitFor("You voted for " + option)
		})
		var counts []int
		eventually(w.t, "all votes count", func() error {
			counts = w.teacher.Board().Votes("1", fmt.Sprint(v.Round), 3)
			if !slices.Equal(counts, []int{minority, 30 - minority, 0}) {
				return fmt.Errorf("got %v", counts)
			}
			return nil
		})
		v.Open, v.Counts = false, append(v.Counts, counts)
		check(w.t, w.teacher.SetVote(v))
		w.students[0].waitFor("How the class voted", "result")
	}
	p := w.students[0]
	p.press("F7")
	p.waitFor("round 1  40 %", "round 2  10 %", "round 1  60 %", "round 2  90 %")
	p.press("Escape")
	check(w.t, w.teacher.EndVote(v))
}

// askForHelp has two students ask for help, and helps the first.
func (w *workshop) askForHelp() {
	w.t.Helper()
	for i, place := range []string{"1st in the queue", "2nd in the queue"} {
		p := w.students[i]
		p.press("F8", "F8", "F7")
		p.waitFor("Ask for help")
		p.press("1")
		p.waitFor("You are in the queue.")
		p.press("Left")
		p.waitFor(place)
	}
	check(w.t, w.teacher.SendHint(w.id(0), class.Hint{Text: "Read task 1 again."}))
	check(w.t, w.teacher.EndHelp(w.id(0)))
	w.students[0].waitFor("A hint from your teacher: Read task 1 again.", "ask for help")
	w.students[1].waitFor("1st in the queue")
}

// id returns the id of student i.
func (w *workshop) id(i int) string {
	for _, row := range w.export("kind", "answer") {
		if row[0] == studentName(i) {
			return row[1]
		}
	}
	w.t.Fatalf("the export has no answer of %s", studentName(i))
	return ""
}

// readReport reads the report on the class, which has its pictures and loads nothing.
func (w *workshop) readReport() {
	w.t.Helper()
	path := filepath.Join(w.t.TempDir(), "report.html")
	w.class("report", "--html", path)
	page := xml.NewDecoder(strings.NewReader(contents(w.t, path)))
	elements, text := map[string]int{}, ""
	for token, err := page.Token(); !errors.Is(err, io.EOF); token, err = page.Token() {
		check(w.t, err)
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
			for _, a := range token.Attr {
				if a.Name.Local == "src" || a.Name.Local == "href" || strings.HasPrefix(a.Name.Local, "on") {
					w.t.Errorf("got attribute %s=%q in the report, want none", a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			text += string(token)
		}
	}
	if elements["script"] > 0 || strings.Contains(text, "url(") || strings.Contains(text, "@import") {
		w.t.Error("got a report that runs or loads something, want neither")
	}
	if elements["svg"] == 0 || elements["svg"]*2 > elements["rect"] || !strings.Contains(text, "too-few") {
		w.t.Errorf("got elements %v, want pictures with bars, and the misconception in\n%s", elements, text)
	}
}

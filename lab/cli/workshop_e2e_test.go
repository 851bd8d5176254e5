//go:build e2e

package cli

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/csv"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/testdata/support/hosttest"
)

// workshop is a class of students and a teacher, each in a window of one tmux server.
type workshop struct {
	*host
	t        *testing.T
	library  *catalogue.Catalogue
	keys     string // folder of the keys
	students []*pupil
}

// newWorkshop starts a host with a code and a teacher.
func newWorkshop(t *testing.T) *workshop {
	w := &workshop{t: t, keys: t.TempDir(), library: must(catalogue.New())}
	w.key("teacher")
	h := hosttest.Start(t, hosttest.Options{Args: []string{"--code", "gram", "--teachers",
		filepath.Join(w.keys, "teacher.pub")}})
	_, port, _ := strings.Cut(h.Addr, ":")
	w.host = &host{tmuxTerminal: openTerminal(t, 120, 36), dir: h.Dir, port: port}
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
	return &pupil{tmuxTerminal: &x, library: w.library}
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
		p.line(fmt.Sprintf("Student %02d", i))
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

// A class of 30 joins with the code. Three students make the same mistake.
func TestEndToEnd_workshop(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	w.join(30)
	w.each(func(i int, p *pupil) {
		p.press("C-p")
		p.waitFor("Find")
		p.line("1.2")
		p.open("1.2", 0)
		p.answers = exercises.Answers{}
		info := p.exercise.Tasks[0].Info()
		if i >= 3 {
			return
		}
		for _, m := range exercises.Apparent(t.Context(), p.exercise.Tasks[0]) {
			if m.ID == "too-few" {
				p.give(info, m.Example)
				p.press("Enter")
				p.waitFor("✗")
				return
			}
		}
		t.Errorf("seed %d: got no misconception too-few, want it", p.seed)
	})
	eventually(t, "three have the same misconception", func() error {
		if rows := w.export("misconception", "too-few"); len(rows) != 3 {
			return fmt.Errorf("got %q", rows)
		}
		return nil
	})
}

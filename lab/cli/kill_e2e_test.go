//go:build e2e && linux

package cli_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/lab/progress"
	"kernellab/testdata/support/hosttest"
)

// typist is a student who types answers and has them judged, round after
// round, and remembers what must be there when the host is killed.
type typist struct {
	key    gossh.Signer
	folder string // of their record; "" before the first round
	n      int    // tokens typed
	judged []string

	mu    sync.Mutex
	texts []textAt // what was in the field and since when, in this round
}

type textAt struct {
	text string
	at   time.Time
}

// note remembers what is in the field from now on.
func (p *typist) note(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.texts = append(p.texts, textAt{text, time.Now()})
}

// work opens the exercise and answers until the connection is gone.
func (p *typist) work(h *hosttest.Host) error {
	c, err := h.TryLogin(hosttest.Login{Key: p.key, Width: 80, Height: 24})
	if err != nil {
		return nil // the host was killed before
	}
	defer c.Cut()
	shown := func(texts ...string) bool {
		s := c.Screen()
		return !slices.ContainsFunc(texts, func(t string) bool { return !strings.Contains(s, t) })
	}
	if !p.await(c, func() bool { return shown("enter start") || shown("enter resume") }) || c.TryType("\x10") != nil ||
		!p.await(c, func() bool { return shown("Find") }) || c.TryType("1.2\r") != nil ||
		!p.await(c, func() bool { return shown("fewest errors =") }) {
		return nil
	}
	for {
		if c.TryType("\x15") != nil {
			return nil
		}
		p.note("")
		p.n++
		token := fmt.Sprint(10000 + p.n)
		for i := range token {
			if c.TryType(token[i:i+1]) != nil {
				return nil
			}
			p.note(token[:i+1])
			time.Sleep(40 * time.Millisecond)
		}
		if c.TryType("\r") != nil || !p.await(c, func() bool { return shown(token, "Not equal.") }) {
			return nil
		}
		p.judged = append(p.judged, token)
	}
}

// await polls until something is shown; false means that the connection is
// gone.
func (p *typist) await(c *hosttest.Client, holds func() bool) bool {
	for !holds() {
		select {
		case <-c.Ended():
			return holds() // the last frame may show it
		case <-time.After(5 * time.Millisecond):
		}
	}
	return true
}

// check fails the test where the disk lacks what the typist had done a second
// before the host was killed, or an answer whose verdict they have seen.
func (p *typist) check(t *testing.T, round int, killed time.Time) {
	t.Helper()
	state, warnings, err := progress.NewFiles(p.folder).Load()
	if err != nil || len(warnings) > 0 {
		t.Fatalf("round %d: %v, %v", round, err, warnings)
	}
	doc := state.Exercises["1.2"]
	if i := slices.IndexFunc(p.recent(killed), func(text string) bool { return text == doc.Answers["fewest"] }); i < 0 {
		t.Errorf("round %d: the field holds %q, and was one of %q within the last second", round, doc.Answers["fewest"], p.recent(killed))
	}
	if got := doc.Steps["threshold"].Attempts; got < len(p.judged) {
		t.Errorf("round %d: %d attempts of at least %d", round, got, len(p.judged))
	}
	logged := loggedAnswers(t, p.folder)
	for _, token := range p.judged {
		if !logged[token] {
			t.Errorf("round %d: the answer %s was judged, and is not in the log", round, token)
		}
	}
}

// recent are the texts the field had within the second before a time, or is
// about to have: the last of the time before, and all since. A round without
// typing leaves the field as it was.
func (p *typist) recent(killed time.Time) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	from := 0
	for i, s := range p.texts {
		if s.at.Before(killed.Add(-time.Second)) {
			from = i
		}
	}
	var out []string
	for _, s := range p.texts[from:] {
		out = append(out, s.text)
	}
	return out
}

// settle begins a round: what the disk holds is what the field holds.
func (p *typist) settle() {
	text := ""
	if p.folder != "" {
		if state, _, err := progress.NewFiles(p.folder).Load(); err == nil {
			text = state.Exercises["1.2"].Answers["fewest"]
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.texts = []textAt{{text, time.Time{}}}
}

func loggedAnswers(t *testing.T, folder string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	in, err := os.Open(filepath.Join(folder, "answers.jsonl"))
	if os.IsNotExist(err) {
		return out
	}
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := progress.ReadAnswers(in, func(_ int, a progress.Answer) error { out[a.Raw["fewest"]] = true; return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// The host is killed again and again while six students type and answer: no
// answer whose verdict was shown is lost, and no character older than a
// second. Two hosts at a time make a hundred rounds, or
// six with -short.
func TestHostKilledWhileStudentsType(t *testing.T) {
	rounds := 50
	if testing.Short() {
		rounds = 3
	}
	for i := range 2 {
		t.Run(fmt.Sprint("host ", i+1), func(t *testing.T) {
			t.Parallel()
			killRounds(t, rounds, rand.New(rand.NewPCG(uint64(i), 2)))
		})
	}
}

func killRounds(t *testing.T, rounds int, rng *rand.Rand) {
	dir := t.TempDir()
	typists := make([]*typist, 6)
	for i := range typists {
		typists[i] = &typist{key: hosttest.NewKey(t)}
		typists[i].folder = progress.ForStudent(dir, gossh.FingerprintSHA256(typists[i].key.PublicKey()))
	}
	for round := range rounds {
		h := hosttest.Start(t, hosttest.Options{Dir: dir})
		var wait sync.WaitGroup
		for _, p := range typists {
			p.settle()
			wait.Go(func() {
				if err := p.work(h); err != nil {
					t.Error(err)
				}
			})
		}
		time.Sleep(time.Duration(500+rng.IntN(1300)) * time.Millisecond)
		killed := time.Now()
		h.Kill()
		wait.Wait()
		for _, p := range typists {
			p.check(t, round, killed)
		}
		if t.Failed() {
			t.Fatalf("after %d rounds; the host's log:\n%s", round+1, h.Log())
		}
	}
	total := 0
	for _, p := range typists {
		total += len(p.judged)
	}
	t.Logf("%d kills, %d answers judged and kept", rounds, total)
	if total < rounds {
		t.Errorf("only %d answers were judged in %d rounds", total, rounds)
	}
}

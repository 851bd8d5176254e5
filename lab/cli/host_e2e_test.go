//go:build e2e

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/lab/store"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// right is what a terminal sends for the key →, which takes one step of a run.
const right = "\x1b[C"

// chooseExercise chooses an exercise by its number and waits for it.
func chooseExercise(c *hosttest.Client, exercise string) {
	c.Shows("enter ")
	c.Type("\x10")
	c.Shows("Find")
	c.Type(exercise + "\r")
	c.Shows("1 of ")
}

// atRun logs a student in and goes to the run of 7.7 by keys alone. A client
// without a screen waits until no more output comes.
func atRun(h *hosttest.Host, l hosttest.Login) (*hosttest.Client, error) {
	l.Blind = true
	c, err := h.TryLogin(l)
	if err != nil {
		return nil, err
	}
	// The palette and the exercise, its sixth step, and out of the field.
	for _, keys := range []string{"", "\x107.7\r", "\x0e\x0e\x0e\x0e\x0e", "\x1b[27u"} {
		if err := waitForQuiet(c, keys); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// waitForQuiet types and waits until output has come and stopped.
func waitForQuiet(c *hosttest.Client, keys string) error {
	before := c.Received()
	if keys == "" {
		before = 3500 // more than the screen of a first login, less than the contents
	}
	if err := c.TryType(keys); err != nil {
		return err
	}
	last, since := before, time.Now()
	for deadline := time.Now().Add(hosttest.Patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		now := c.Received()
		if now > before && now == last && time.Since(since) > 150*time.Millisecond {
			return nil
		}
		if now != last {
			last, since = now, time.Now()
		}
	}
	return errors.New("the screen did not come to rest")
}

// document waits until a document of the host's students holds a text.
func document(h *hosttest.Host, text string) {
	h.Eventually("a document holds "+text, func() bool {
		return slices.ContainsFunc(recordedDocuments(h.Dir), func(s progress.State) bool {
			return strings.Contains(fmt.Sprint(s.Exercises), text)
		})
	})
}

// recordedDocuments returns the documents of each student in the record in a folder.
func recordedDocuments(dir string) (all []progress.State) {
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	defer db.Close()
	return states(db)
}

func states(db *store.DB) (all []progress.State) {
	students, _ := db.Students(context.Background())
	for _, s := range students {
		state, _, _ := s.Load()
		all = append(all, state)
	}
	return all
}

// stick lets a client that does not read open a screen on which much is drawn, until the host
// blocks in writing to the client.
func stick(c *hosttest.Client) {
	_ = c.TryType("\x107.7\r")
	time.Sleep(300 * time.Millisecond)
	_ = c.TryType("\x0e\x0e\x0e\x0e\x0e")
	c.Fill()
}

func TestHost_killAfterVerdict(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	killAfterVerdicts(t, filepath.Join(dir, recordName), hosttest.Options{Dir: dir})
}

// killAfterVerdicts kills a host again and again while a student answers. What the screen
// no longer calls "not yet saved" outlives the host, and the student finds it again.
func killAfterVerdicts(t *testing.T, where string, o hosttest.Options) {
	rounds := 100
	if testing.Short() {
		rounds = 4
	}
	key, last := hosttest.NewKey(t), ""
	var confirmed []string
	for round := range rounds {
		h := hosttest.Start(t, o)
		c := h.Login(hosttest.Login{Key: key, Known: round > 0})
		if round == 0 {
			chooseExercise(c, "1.2")
		} else {
			c.Shows("enter ")
			c.Type("\r")
		}
		c.Shows(last)
		text := fmt.Sprintf("0.%03d", round+1)
		c.Type("\x15" + text)
		c.Shows(text)
		c.Type("\r")
		if last = ""; round%4 < 3 {
			h.Eventually("a verdict is saved", func() bool {
				s := c.Screen()
				return strings.Contains(s, "✗") && !strings.Contains(s, "not yet saved")
			})
			confirmed, last = append(confirmed, text), text
		}
		h.Signal(syscall.SIGKILL)
		h.Wait()
	}
	out := string(must.Value(exec.Command(hosttest.Binary(t), "store", "export", "--store", where).CombinedOutput()))
	for _, text := range confirmed {
		check.That(t, strings.Contains(out, `"`+text+`"`), "got export\n%s\nwant the answer %s", out, text)
	}
}

// A second host on the same folder does not start, and its error names the first host. The
// lock on the folder ends with the process of the first host, however that process ends.
func TestHost_oneHostPerFolder(t *testing.T) {
	t.Parallel()
	h := hosttest.Start(t, hosttest.Options{})
	second := hosttest.Launch(t, hosttest.Options{Dir: h.Dir})
	if code, want := second.Wait(), fmt.Sprintf("another host, process %d,", h.PID()); code != 1 ||
		!strings.Contains(second.Log(), want) {
		t.Errorf("a second host: got exit code %d, %s, want 1 and %q", code, second.Log(), want)
	}
	h.Signal(syscall.SIGKILL)
	h.Wait()
	hosttest.Start(t, hosttest.Options{Dir: h.Dir})
}

// A session whose student is deleted ends at the next save, and says why.
func TestHost_deletedStudent(t *testing.T) {
	t.Parallel()
	h := hosttest.Start(t, hosttest.Options{})
	c := h.Login(hosttest.Login{})
	chooseExercise(c, "1.2")
	purge := exec.Command(hosttest.Binary(t), "class", "purge", "--yes", "--data-dir", h.Dir)
	if out, err := purge.CombinedOutput(); err != nil {
		t.Fatalf("class purge: %v, %s", err, out)
	}
	c.Type("3\r")
	if code := c.Exit(); code != 1 || !strings.Contains(c.Stderr(), progress.ErrDeleted.Error()) || !c.Restored() {
		t.Errorf("got exit code %d, %q, restored %v, want 1, the reason and the terminal restored", code, c.Stderr(),
			c.Restored())
	}
	h.Eventually("the end is logged", func() bool { return strings.Contains(h.Log(), `"session ended"`) })
	check.That(t, !strings.Contains(h.Log(), `"saved":true`) && len(recordedDocuments(h.Dir)) == 0,
		"got %+v, log %s, want nothing saved", recordedDocuments(h.Dir), h.Log())
}

// Each session that steps along the run of 7.7 adds at most 2.5 MB to the resident memory of the
// program, as the operating system counts it.
func TestHost_memoryOfSession(t *testing.T) {
	nightly(t)
	const sessions, first, most = 24, 4, 2.5 // MB
	h := hosttest.Start(t, hosttest.Options{Args: []string{"--max-sessions", "100"}})
	steps := func(n int) {
		inParallel(n, 8, func(int) {
			c, err := atRun(h, hosttest.Login{})
			for n := 0; n < 4 && err == nil; n++ {
				err = waitForQuiet(c, right)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	steps(first) // these also allocate what all sessions share
	before := resident(t, h.PID())
	steps(sessions)
	each := (resident(t, h.PID()) - before) / sessions
	if n := h.Metric("kernellab_sessions"); n != sessions+first || each > most {
		t.Errorf("got %v sessions of %.2f MB, want %d of at most %g", n, each, sessions+first, most)
	}
}

// resident returns the resident memory of a process in MB.
func resident(t *testing.T, pid int) float64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("this system does not tell: ", err)
	}
	var kB float64
	_, after, _ := strings.Cut(string(text), "VmRSS:")
	must.Value(fmt.Sscan(after, &kB))
	return kB / 1e3
}

// nightly skips a test that takes about ten seconds unless .ci/nightly runs it.
func nightly(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it is slow, so .ci/nightly runs it")
	}
}

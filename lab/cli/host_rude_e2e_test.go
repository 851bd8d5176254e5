//go:build e2e

package cli

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/testdata/support/hosttest"
)

// rudely holds ways to leave without a farewell, each in another phase.
var rudely = []func(h *hosttest.Host, key gossh.Signer) error{
	func(h *hosttest.Host, _ gossh.Signer) error { return sendAndCut(h, "") },
	func(h *hosttest.Host, _ gossh.Signer) error {
		return sendAndCut(h, "SSH-2.0-rude\r\n\x00\x00\x01\x2c\x06\x14")
	},
	cutAfterLogin,
	cutInSession(""),
	cutInSession("\x10" + "7.7\r\x1b[C\x1b[C"),
	cutInSession("\r\x1b[200~" + strings.Repeat("half a paste ", 100)),
}

func sendAndCut(h *hosttest.Host, text string) error {
	conn, err := net.Dial("tcp", h.Addr)
	if err != nil {
		return err
	}
	_, _ = conn.Write([]byte(text))
	return conn.Close()
}

// cutAfterLogin leaves before a session begins.
func cutAfterLogin(h *hosttest.Host, key gossh.Signer) error {
	conn, err := net.Dial("tcp", h.Addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, _, _, err = gossh.NewClientConn(conn, h.Addr, &gossh.ClientConfig{
		User: "rude", Auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	return err
}

// cutInSession leaves after it has typed something.
func cutInSession(typed string) func(*hosttest.Host, gossh.Signer) error {
	return func(h *hosttest.Host, key gossh.Signer) error {
		c, err := h.TryLogin(hosttest.Login{Key: key, Blind: true})
		if err != nil {
			return err
		}
		_ = c.TryType(typed)
		if rand.IntN(2) == 0 {
			time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
		}
		c.Cut()
		return nil
	}
}

// After 2 000 clients have left without a word, at every phase, the host has
// as many goroutines and as much memory as before.
func TestHost_abruptDisconnects(t *testing.T) {
	nightly(t)
	// Collections come often: what was live at the last one is what is counted,
	// and it may have come while hundreds were here.
	h := hosttest.Start(t, hosttest.Options{Args: []string{"--anonymous"}, Env: []string{"GOGC=10"}})
	keys := make([]gossh.Signer, 400)
	for i := range keys {
		keys[i] = hosttest.NewKey(t)
	}
	leave := func(n int) {
		inParallel(n, 8, func(i int) {
			if err := rudely[i%len(rudely)](h, keys[i%len(keys)]); err != nil {
				t.Errorf("disconnect %d: got error %v, want none", i, err)
			}
		})
		h.Eventually("nobody is left", func() bool {
			return h.Metric("kernellab_sessions") == 0 && h.Metric("kernellab_waiting_connections") == 0
		})
	}
	leave(200)
	goroutines, heap := atRest(h)
	leave(2000)
	var moreGoroutines, moreHeap float64
	for range 20 { // until collections have come round to all of it
		moreGoroutines, moreHeap = atRest(h)
		if moreGoroutines <= goroutines+5 && moreHeap <= heap+8e6 {
			break
		}
	}
	t.Logf("goroutines %v, then %v; live heap %.1f MB, then %.1f MB", goroutines, moreGoroutines, heap/1e6,
		moreHeap/1e6)
	if moreGoroutines > goroutines+5 {
		t.Errorf("got %v goroutines after more clients, want at most 5 more than %v", moreGoroutines, goroutines)
	}
	if moreHeap > heap+8e6 {
		t.Errorf("got %.1f MB of heap after more clients, want at most 8 more than %.1f", moreHeap/1e6, heap/1e6)
	}
	time.Sleep(5 * time.Second) // until the host lets a new key from this address in again
	c := h.Login(hosttest.Login{})
	c.Shows("enter start")
}

// atRest returns what a host without students holds: the goroutines that are left
// after a moment and the live memory after the last collection. Students who come
// and go cause the collection.
func atRest(h *hosttest.Host) (goroutines, heap float64) {
	for range 12 {
		if c, err := h.TryLogin(hosttest.Login{Anonymous: true, Blind: true}); err == nil {
			_ = c.TryType("?\x03")
			c.Exit()
		}
	}
	h.Eventually("nobody is left", func() bool { return h.Metric("kernellab_sessions") == 0 })
	time.Sleep(300 * time.Millisecond)
	return h.Metric("go_goroutines"), h.Metric("go_gc_heap_live_bytes")
}

// processor returns the processor time that a process has used.
func processor(t *testing.T, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Skip("this system does not tell: ", err)
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	var user, system int
	must(fmt.Sscan(fields[11]+" "+fields[12], &user, &system))
	return time.Duration(user+system) * 10 * time.Millisecond
}

// The log has no names and no texts of students, and addresses only if asked for.
func TestHost_quietLog(t *testing.T) {
	t.Parallel()
	for _, addresses := range []bool{false, true} {
		h := hosttest.Start(t, hosttest.Options{Args: []string{fmt.Sprint("--log-addresses=", addresses)}})
		key := hosttest.NewKey(t)
		for _, l := range []hosttest.Login{
			{Key: key, User: "MARKERNAME"}, {Anonymous: true, User: "MARKERNAME"}, {Term: "dumb", User: "MARKERNAME"},
			{Key: key, Term: "xterm-MARKERTERM", Env: map[string]string{"LANG": "MARKERLANG", "LC_ALL": "MARKERLC"}},
		} {
			c := h.Login(l)
			if l.Key == nil {
				c.Exit()
				continue
			}
			c.Shows("enter ")
			c.Type("\r")
			c.Shows("1 of ")
			c.Type("MARKERTEXT")
			c.Type("\x03")
			c.Exit()
		}
		cut := h.Login(hosttest.Login{User: "MARKERNAME"})
		cut.Cut()
		h.Eventually("the refusals are logged", func() bool { return strings.Contains(h.Log(), `"why":"no_terminal"`) })
		h.Signal(syscall.SIGTERM)
		h.Wait()
		log := h.Log()
		mustNot := []string{"MARKER", "dumb"}
		fingerprint := gossh.FingerprintSHA256(key.PublicKey())
		if !addresses {
			mustNot = append(mustNot, "127.0.0.1", fingerprint[8:20], h.Dir)
		} else if !strings.Contains(log, fingerprint) || !strings.Contains(log, `"remote":"127.0.0.1:`) {
			t.Errorf("with --log-addresses: got log %s, want the address and the key", log)
		}
		for _, word := range mustNot {
			if strings.Contains(log, word) {
				t.Errorf("the log has %q, want it without: %s", word, log)
			}
		}
		if !strings.Contains(log, `"session":1`) || !strings.Contains(log, `"why":"no_key"`) {
			t.Errorf("got log %s, want sessions and refusals", log)
		}
	}
}

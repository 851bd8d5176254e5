package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

func TestServer_oneSession(t *testing.T) {
	h := start(t, nil)
	key := hosttest.NewKey(t)
	s := dial(t, h, "ada", key)
	s.pty("xterm-256color", 100, 30)
	s.shell()
	s.sees("size=100x30")
	s.echoes("xyz")
	s.typed("q")
	check.Equal(t, s.exits(), 0, "exit status")
	s.mustBeRestored()
	if n := h.savesOf(s); n != 1 {
		t.Errorf("saved %d times before the exit status, want once", n)
	}
	c := h.client(0)
	check.That(t, c.ID == identity(key.PublicKey()) && strings.HasPrefix(c.ID, "SHA256:") && !c.IsAnonymous(),
		"got ID %q, anonymous %v, want the fingerprint of the key", c.ID, c.IsAnonymous())
	check.That(t, c.Width == 100 && c.Height == 30 && c.Getenv("TERM") == "xterm-256color",
		"got client %+v, want 100×30 with TERM xterm-256color", c)
}

// A key that was offered but not used to sign is not the identity.
func TestServer_offeredKeyIsNotTheIdentity(t *testing.T) {
	h := start(t, nil)
	mine, stolen := hosttest.NewKey(t), hosttest.NewKey(t)
	_, err := gossh.Dial("tcp", h.Addr().String(), &gossh.ClientConfig{
		User:            "eve",
		Auth:            []gossh.AuthMethod{gossh.PublicKeys(offering{stolen.PublicKey(), mine})},
		HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err == nil {
		t.Fatal("a signature by another key: got no error, want one")
	}
}

// offering is a signer that claims one key and signs with another.
type offering struct {
	claimed gossh.PublicKey
	gossh.Signer
}

func (o offering) PublicKey() gossh.PublicKey { return o.claimed }

func TestServer_refusesClients(t *testing.T) {
	for _, c := range []struct {
		name, term, command string // without a name there is no terminal
		key                 bool
		want                string
	}{
		{"no terminal", "", "", true, sentenceNoPTY},
		{"a command", "", "ls", true, sentenceCommand},
		{"a command on a terminal", "xterm", "ls", true, sentenceCommand},
		{"dumb terminal", "dumb", "", true, sentenceDumb},
		{"no terminal name", "\x1b]0;x\a", "", true, sentenceDumb},
		{"no key", "xterm", "", false, sentenceNoKey},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := start(t, nil)
			var key gossh.Signer
			if c.key {
				key = hosttest.NewKey(t)
			}
			s := dial(t, h, "ada", key)
			if c.term != "" {
				s.pty(c.term, 80, 24)
			}
			if c.command != "" {
				check.OK(t, s.session.Start(c.command))
			} else {
				s.shell()
			}
			check.Equal(t, s.exits(), 1, "exit status")
			check.Equal(t, strings.TrimRight(s.err.String(), "\r\n"), c.want, "standard error")
			check.Equal(t, s.out.String(), "", "standard output")
			eventually(t, "the connection is closed", func() bool { return h.lobby.waiting.count() == 0 })
			if n := h.panics.Metrics.refusals(ReasonNoSession).Get(); n != 0 {
				t.Errorf("a refused client was counted %d times as one without a session, want 0", n)
			}
		})
	}
}

// export asks for the work of a key, on a connection of its own.
func export(t *testing.T, h *host, key gossh.Signer) *student {
	t.Helper()
	s := dial(t, h, "ada", key)
	check.OK(t, s.session.Start(exportCommand))
	return s
}

func TestServer_exportsWork(t *testing.T) {
	release := make(chan struct{})
	none, failing := hosttest.NewKey(t), hosttest.NewKey(t)
	slow := []gossh.Signer{hosttest.NewKey(t), hosttest.NewKey(t)}
	h := start(t, func(c *Config) {
		c.MaxSessions, c.AllowAnonymous = 3, true
		c.Export = func(_ context.Context, c Client, out io.Writer) error {
			must.Value(io.WriteString(out, "work\n"))
			switch c.ID {
			case identity(none.PublicKey()):
				return &Refusal{ReasonNotJoined, "nothing"}
			case identity(failing.PublicKey()):
				return errors.New("the answer was 7")
			case identity(slow[0].PublicKey()), identity(slow[1].PublicKey()):
				<-release
			}
			return nil
		}
	})
	defer close(release)
	ada := enter(t, h, "ada")
	for _, c := range []struct {
		name      string
		key       gossh.Signer
		code      int
		out, errs string
	}{
		{"whose session goes on", ada.key, 0, "work\n", ""},
		{"who has not joined", none, 1, "", "nothing\n"},
		{"whose work cannot be read", failing, exitBroken, "", sentenceNoExport + "\n"},
		{"without a key", nil, 1, "", sentenceNoKey + "\n"},
	} {
		s := export(t, h, c.key)
		if code := s.exits(); code != c.code || s.out.String() != c.out || s.err.String() != c.errs {
			t.Errorf("a student %s: got exit status %d, %q, %q, want %d, %q, %q", c.name, code, s.out.String(),
				s.err.String(), c.code, c.out, c.errs)
		}
	}
	for i, c := range []struct {
		want string
		next gossh.Signer // another export while the first, or both, are slow
	}{{sentenceOften, slow[0]}, {"The lab is full", hosttest.NewKey(t)}} {
		export(t, h, slow[i])
		eventually(t, "an export takes long", func() bool {
			h.sessions.mu.Lock()
			defer h.sessions.mu.Unlock()
			return h.sessions.exportCount == i+1
		})
		if s := export(t, h, c.next); s.exits() != 1 || !strings.Contains(s.err.String(), c.want) {
			t.Errorf("beside %d slow exports: got %q, want %q", i+1, s.err.String(), c.want)
		}
	}
	ada.echoes("here")
	check.That(t, !strings.Contains(h.log.String(), "the answer was"),
		"got the log %s, want no text of the error", h.log.String())
}

func TestServer_anonymous(t *testing.T) {
	h := start(t, func(c *Config) { c.AllowAnonymous = true })
	s := open(t, h, "guest", nil)
	s.sees("size=80x24")
	if c := h.client(0); !c.IsAnonymous() || c.ID != AnonymousID {
		t.Errorf("client is %+v, want anonymous", c)
	}
	h.stop()
	s.exits()
	check.That(t, !strings.Contains(s.err.String(), "progress"),
		"an anonymous client: got %q, want no promise of progress", s.err.String())
}

func TestServer_full(t *testing.T) {
	h := start(t, func(c *Config) { c.MaxSessions = 1 })
	first := enter(t, h, "ada")
	second := open(t, h, "bob", hosttest.NewKey(t))
	if code := second.exits(); code != 1 || !strings.Contains(second.err.String(), "all 1 places") {
		t.Errorf("status %d and %q, want 1 and a sentence", code, second.err.String())
	}
	first.typed("q")
	first.exits()
	eventually(t, "the place is free", func() bool { return h.sessions.count() == 0 })
	enter(t, h, "bob")
}

func TestServer_brokenFactoryAndHook(t *testing.T) {
	for _, c := range []struct {
		name   string
		new    func(context.Context, Client) (Lab, error)
		code   int
		logged string
	}{
		{"error", func(context.Context, Client) (Lab, error) {
			return Lab{}, &fs.PathError{Op: "open", Path: "/secret/path", Err: syscall.EROFS}
		}, 1, `"error":"open: read-only file system"`},
		{"refusal", func(context.Context, Client) (Lab, error) {
			return Lab{}, &Refusal{ReasonNewKey, "your key is new here"}
		}, 1, `"why":"new_key"`},
		{"panic", func(context.Context, Client) (Lab, error) { panic("/secret/path") }, exitBroken,
			`"panic":{"type":"string","stack":"goroutine `},
		{"panic in save", func(context.Context, Client) (Lab, error) {
			return Lab{Model: mirror{}, Leave: func() error { panic("/secret/path") }}, nil
		}, exitUnsaved, "panic while saving"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := start(t, func(config *Config) { config.New = c.new })
			s := open(t, h, "ada", hosttest.NewKey(t))
			if c.name == "panic in save" {
				s.sees("size=80x24")
				s.typed("q")
			}
			if code := s.exits(); code != c.code {
				t.Errorf("exit status %d, want %d", code, c.code)
			}
			check.That(t, !strings.Contains(s.err.String()+s.out.String(), "secret"),
				"the client: got %q, want it without the host's error", s.err.String())
			eventually(t, "the fault is in the log", func() bool { return strings.Contains(h.log.String(), c.logged) })
			check.That(t, !strings.Contains(h.log.String(), "secret"),
				"got log %s, want it without the text of the error, which may quote a student", h.log.String())
			eventually(t, "the place is free", func() bool { return h.sessions.count() == 0 })
		})
	}
}

// A client who has not joined the class yet is told nothing about work.
func TestServer_idle(t *testing.T) {
	for _, kept := range []error{nil, ErrNothingKept} {
		h := start(t, func(c *Config) {
			c.IdleTimeout = 50 * time.Millisecond
			c.New = func(context.Context, Client) (Lab, error) {
				return Lab{Model: mirror{}, Leave: func() error { return kept }}, nil
			}
		})
		s := open(t, h, "ada", hosttest.NewKey(t))
		if code := s.exits(); code != 0 || !strings.Contains(s.err.String(), "No key was pressed for 50ms") {
			t.Errorf("got exit status %d and %q, want 0 and the reason", code, s.err.String())
		}
		s.mustBeRestored()
		if only := strings.HasSuffix(strings.TrimSpace(s.err.String()), "was closed."); only != (kept != nil) ||
			strings.Contains(h.log.String(), "work not saved") {
			t.Errorf("got %q, log %s, want a word on the work only if it is kept", s.err.String(), h.log.String())
		}
	}
}

func TestServer_drain(t *testing.T) {
	h := start(t, nil)
	var students []*student
	for range 5 {
		students = append(students, enter(t, h, "ada"))
	}
	h.stop()
	for _, s := range students {
		check.Equal(t, s.exits(), 0, "exit status")
		s.mustBeRestored()
		check.That(t, strings.Contains(s.err.String(), "The lab is closing now."),
			"the client: got %q, want that the lab is closing", s.err.String())
		if n := h.savesOf(s); n != 1 {
			t.Errorf("saved %d times, want once", n)
		}
	}
}

// Each line of the log is one JSON object, whatever name a client gives itself.
func TestServer_logIsJSON(t *testing.T) {
	h := start(t, nil)
	s := enter(t, h, "a\n{\"msg\":\"forged\"}\x1b[2J\u202e")
	s.typed("q")
	s.exits()
	eventually(t, "the end is logged", func() bool { return strings.Contains(h.log.String(), "session ended") })
	for line := range strings.Lines(h.log.String()) {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("got line %q with error %v, want JSON", line, err)
		}
		check.That(t, record["msg"] != "forged" && !strings.ContainsAny(fmt.Sprint(record["user"]), "\n\x1b\u202e"),
			"client text got through: %q", line)
	}
}

// Hosts that start at the same time agree on one key, which only its owner can read.
func TestHostKey_madeOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", HostKeyName)
	prints := make([]string, 8)
	var wg sync.WaitGroup
	for i := range prints {
		wg.Go(func() {
			if signer, err := hostKey(path); err == nil && signer.PublicKey().Type() == gossh.KeyAlgoED25519 {
				prints[i] = gossh.FingerprintSHA256(signer.PublicKey())
			}
		})
	}
	wg.Wait()
	check.That(t, len(slices.Compact(prints)) == 1 && prints[0] != "",
		"got fingerprints %q, want one of an ed25519 key", prints)
	again := must.Value(hostKey(path))
	check.Equal(t, gossh.FingerprintSHA256(again.PublicKey()), prints[0], "the key at the next start")
	files := must.Value(os.ReadDir(filepath.Dir(path)))
	if info := must.Value(os.Stat(path)); info.Mode().Perm() != 0o600 || len(files) != 1 {
		t.Errorf("got mode %v, files %v, want 0600 and only the key", info.Mode(), files)
	}
}

func TestHostKey_leavesUnusableFile(t *testing.T) {
	good := filepath.Join(t.TempDir(), "good")
	must.Value(hostKey(good))
	text := must.Value(os.ReadFile(good))
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		want       string
	}{
		{"empty", "", 0o600, "damaged"},
		{"cut", string(text[:len(text)/2]), 0o600, "damaged"},
		{"other", "hello", 0o600, "damaged"},
		{"open", string(text), 0o644, "chmod 600"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "key")
			check.OK(t, os.WriteFile(path, []byte(c.text), c.mode))
			_, err := hostKey(path)
			var bad *HostKeyError
			if !errors.As(err, &bad) || bad.Path != path || !strings.Contains(err.Error(), c.want) || bad.Hint() == "" {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if after, _ := os.ReadFile(path); string(after) != c.text {
				t.Errorf("the file was changed to %q, want %q", after, c.text)
			}
		})
	}
}

//go:build e2e

package cli

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/lab/remote"
	"kernellab/lab/store"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
	"kernellab/testdata/support/postgrestest"
)

// postgres returns the URL of an empty record.
func postgres(t *testing.T) string {
	t.Helper()
	where := postgrestest.Schema(t)
	if where == "" {
		t.Fatal("KERNELLAB_TEST_POSTGRES is not the address of a server; bash .ci/postgres starts one and runs this")
	}
	return where
}

// classHost starts a host on a record. If keyHost is not nil, the new host has the same host key.
func classHost(t *testing.T, address string, keyHost *hosttest.Host, more ...string) *hosttest.Host {
	t.Helper()
	dir := t.TempDir()
	if keyHost != nil {
		copyKey(t, keyHost.Dir, dir)
	}
	return hosttest.Start(t, hosttest.Options{Dir: dir, Args: append(more, "--store", address)})
}

func copyKey(t *testing.T, from, to string) {
	t.Helper()
	put(t, filepath.Join(to, remote.HostKeyName), contents(t, filepath.Join(from, remote.HostKeyName)))
}

// A host whose key differs from the key of the class does not start. Its error names the file.
func TestPostgres_otherHostKey(t *testing.T) {
	where := postgres(t)
	first, dir := classHost(t, where, nil), t.TempDir()
	second := hosttest.Launch(t, hosttest.Options{Dir: dir, Args: []string{"--store", where}})
	if code, want := second.Wait(), "copy "+remote.HostKeyName; code != 1 || !strings.Contains(second.Log(), want) ||
		!strings.Contains(second.Log(), dir) {
		t.Errorf("another key: got exit code %d, %s, want 1 and %q", code, second.Log(), want)
	}
	copyKey(t, first.Dir, dir)
	hosttest.Start(t, hosttest.Options{Dir: dir, Args: []string{"--store", where}})
}

func TestPostgres_killAfterVerdict(t *testing.T) {
	where := postgres(t)
	killAfterVerdicts(t, where, hosttest.Options{Dir: t.TempDir(), Args: []string{"--store", where}})
}

// proxy starts HAProxy for some hosts and returns its address. Clients get to the first host
// that is ready.
func proxy(t *testing.T, hosts ...*hosttest.Host) (addr string) {
	t.Helper()
	free := must.Value(net.Listen("tcp", "127.0.0.1:0"))
	addr = free.Addr().String()
	check.OK(t, free.Close())
	config := "defaults\n mode tcp\n timeout connect 1s\n timeout client 1h\n timeout server 1h\nlisten lab\n bind " + addr +
		"\n balance first\n option redispatch\n option httpchk GET /readyz\n" +
		" default-server check inter 1s observe layer4 error-limit 1 on-error mark-down send-proxy-v2 maxconn 500\n"
	for i, h := range hosts {
		_, port, _ := net.SplitHostPort(h.Metrics)
		config += fmt.Sprintf(" server host%d %s port %s\n", i, h.Addr, port)
	}
	path := filepath.Join(t.TempDir(), "haproxy.cfg")
	put(t, path, config)
	command := exec.Command("haproxy", "-db", "-f", path)
	command.Stderr = os.Stderr
	check.OK(t, command.Start())
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	eventually(t, "the proxy listens", func() error {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			err = conn.Close()
		}
		return err
	})
	return addr
}

// traveller is a student whose client connects again when the connection is lost.
type traveller struct {
	text   string // typed into task 2 of 1.2, "" for a student who only looks at it
	login  hosttest.Login
	client *hosttest.Client
}

// connect tries to log in until it succeeds, and opens the exercise that was open before.
func (s *traveller) connect(h *hosttest.Host, keys ...string) error {
	deadline := time.Now().Add(hosttest.Patience)
	for {
		c, err := h.TryLogin(s.login)
		if err == nil {
			s.client = c
			break
		}
		if time.Now().After(deadline) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	for i := 0; i+1 < len(keys); i += 2 { // what is shown, and what to type then
		if err := s.shows(keys[i]); err != nil {
			return err
		}
		if err := s.client.TryType(keys[i+1]); err != nil {
			return err
		}
	}
	return s.shows(s.text)
}

// shows waits until the screen shows a text.
func (s *traveller) shows(text string) error {
	for deadline := time.Now().Add(hosttest.Patience); !strings.Contains(s.client.Screen(), text); {
		if time.Now().After(deadline) {
			return fmt.Errorf("want %q on the screen, got %q and\n%s", text, s.client.Stderr(), s.client.Screen())
		}
		time.Sleep(5 * time.Millisecond)
	}
	return nil
}

// When a host is killed, its students continue on another host within 5 seconds. They are at
// the same task, and all work that was confirmed is there.
func TestPostgres_killedHost(t *testing.T) {
	const students, lookers, limit = 50, 10, 5 * time.Second
	where := postgres(t)
	a := classHost(t, where, nil, "--proxy", "127.0.0.1")
	b := classHost(t, where, a, "--proxy", "127.0.0.1")
	addr := proxy(t, a, b)
	toProxy := func(string) (net.Conn, error) { return net.Dial("tcp", addr) }
	all := make([]*traveller, students)
	inParallel(students, 8, func(i int) {
		keys := []string{"What should the class call you?", fmt.Sprintf("student %d\r", i), "enter start", "\x101.2\r", "1.2 ", ""}
		all[i] = &traveller{login: hosttest.Login{Key: hosttest.NewKey(t), Known: true, Dial: toProxy}}
		if i >= lookers {
			all[i].text = fmt.Sprintf("%d/7", 1000+i)
			keys = append(keys, " 1 of ", "3/7\r", "✗", "")
		}
		if err := all[i].connect(a, append(keys, "", "\x0e", " 2 of ", all[i].text)...); err != nil {
			t.Errorf("student %d: %v", i, err)
		}
	})
	if t.Failed() {
		return
	}
	db := store.Open(where, store.NoQuota)
	defer db.Close()
	isKept := func(more string) func() error {
		return func() error {
			record := fmt.Sprint(states(db))
			for _, s := range all[lookers:] {
				if !strings.Contains(record, s.text+more) {
					return fmt.Errorf("%s is not in the record", s.text+more)
				}
			}
			return nil
		}
	}
	eventually(t, "everything is saved", isKept(""))
	if n := a.Metric("kernellab_sessions"); n != students {
		t.Fatalf("got %v sessions on the first host, want %d", n, students)
	}

	a.Signal(syscall.SIGKILL)
	killed := time.Now()
	took := make([]time.Duration, students)
	var done sync.WaitGroup
	for i, s := range all {
		done.Go(func() {
			s.client.Exit()
			if err := s.connect(a, "enter ", "\r", " 2 of ", ""); err != nil {
				t.Errorf("student %d: %v", i, err)
			}
			took[i] = time.Since(killed)
		})
	}
	done.Wait()
	slices.Sort(took)
	t.Logf("%d students were on the other host after %v, half of them after %v", students, took[students-1], took[students/2])
	if last := took[students-1]; last > limit {
		t.Errorf("the last student was on the other host after %v, want at most %v", last, limit)
	}
	if n := b.Metric("kernellab_sessions"); n != students {
		t.Errorf("got %v sessions on the second host, want %d", n, students)
	}
	for _, s := range all {
		s.client.Type("5")
	}
	eventually(t, "what is typed on the second host is saved", isKept("5"))
	events := 0
	for _, s := range must.Value(db.Students(context.Background())) {
		check.OK(t, s.Events(context.Background(), func(e progress.Event) error {
			if e.IsJudged() {
				events++
			}
			return nil
		}))
	}
	check.That(t, events == students-lookers, "got %d events, want %d", events, students-lookers)

	again, last := classHost(t, where, b), all[students-1]
	key := last.login.Key
	c := again.Login(hosttest.Login{Key: key, Known: true})
	if code := last.client.Exit(); code != 0 || !strings.Contains(last.client.Stderr(), "You logged in from elsewhere") {
		t.Errorf("the session on the second host: got exit code %d, %q, want 0 and the reason", code, last.client.Stderr())
	}
	c.Shows("enter ")
	c.Type("\r")
	c.Shows(last.text + "5")
	c.Type("9")
	c.Shows(last.text + "59")
	again.Signal(syscall.SIGTERM) // the host saves before another one opens the work
	c = b.Login(last.login)
	c.Shows("enter ")
	c.Type("\r")
	c.Shows(last.text + "59")
}

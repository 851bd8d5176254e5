package cli

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/exercises/catalogue"
	"kernellab/lab/remote"
)

// What a session at work holds, heap and stacks: it shows the run of 7.7 and has
// taken some steps. The client's end of the connection lives in this process too
// and is counted in, some 0.1 MB.
func TestMemoryOfASession(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector holds memory of its own")
	}
	idle := inUse()
	for _, c := range []struct {
		width, height, sessions int
		most                    float64 // MB, 1.3 times what it was when this was written
	}{
		{120, 36, 20, 2.2},
		{250, 80, 8, 7.5},
	} {
		t.Run(fmt.Sprintf("%dx%d", c.width, c.height), func(t *testing.T) {
			givenBack(t, idle+2)
			addr := listen(t)
			atWork(t, addr, c.width, c.height, 1) // what is made once
			before := inUse()
			atWork(t, addr, c.width, c.height, c.sessions)
			each := (inUse() - before) / float64(c.sessions)
			t.Logf("%.2f MB a session", each)
			if each > c.most {
				t.Errorf("a session at work holds %.2f MB, more than %g", each, c.most)
			}
		})
	}
	givenBack(t, idle+2)
}

// inUse is the heap that is live, and the stacks, in MB.
func inUse() float64 {
	runtime.GC()
	runtime.GC() // pools keep what they hold for one more
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc+m.StackInuse) / 1e6
}

// givenBack waits until the sessions that have ended hold no memory, some MB
// being in use by what is made once.
func givenBack(t *testing.T, most float64) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); inUse() > most; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("sessions have ended, and %.1f MB are in use, more than %.1f", inUse(), most)
		}
	}
}

// listen serves the lab on a free port until the test ends.
func listen(t *testing.T) net.Addr {
	t.Helper()
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	h, err := remote.Listen(remote.Config{
		Addr: "127.0.0.1:0", DataDir: dir,
		New: newHostedLabs(library, dir, remote.Watch{Log: slog.New(slog.DiscardHandler)}).open,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Serve(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	return h.Addr()
}

// atWork has n students log in and take some steps of the run of 7.7.
func atWork(t *testing.T, addr net.Addr, width, height, n int) {
	t.Helper()
	var wait sync.WaitGroup
	for range n {
		wait.Go(func() {
			s, err := newViewer(addr)
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(func() { _ = s.raw.Close() })
			if err := s.work(width, height); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if t.Failed() {
		t.FailNow()
	}
}

// viewer is a student who counts what comes.
type viewer struct {
	raw     net.Conn
	channel gossh.Channel
	heard   atomic.Int64
}

// newViewer logs in with a key of its own.
func newViewer(addr net.Addr) (*viewer, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	key, err := gossh.NewSignerFromKey(private)
	if err != nil {
		return nil, err
	}
	raw, err := net.Dial("tcp", addr.String())
	if err != nil {
		return nil, err
	}
	conn, channels, requests, err := gossh.NewClientConn(raw, addr.String(), &gossh.ClientConfig{
		User: "ada", Auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		return nil, err
	}
	go gossh.DiscardRequests(requests)
	go func() {
		for range channels { // the host opens none
		}
	}()
	channel, requests, err := conn.OpenChannel("session", nil)
	if err != nil {
		return nil, err
	}
	go gossh.DiscardRequests(requests)
	return &viewer{raw: raw, channel: channel}, nil
}

// work starts the lab, goes to the last question of 7.7 and along its run. It gets to
// the stage by tab: what is on its way when the screen seems to rest may make escape
// and the key after it one key, alt+l, which does nothing.
func (v *viewer) work(width, height int) error {
	terminal := gossh.Marshal(struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{"xterm-256color", uint32(width), uint32(height), 0, 0, ""})
	_, err := v.channel.SendRequest("pty-req", true, terminal)
	_, failed := v.channel.SendRequest("shell", true, nil)
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	go v.read()
	for _, keys := range []string{"", "\x107.7\r\x0e\x0e\x0e\x0e\x0e\t\t", "l", "l", "l", "l", "l", "l", "l", "l"} {
		before := v.heard.Load()
		if keys == "" {
			before = 0
		}
		_, _ = v.channel.Write([]byte(keys))
		if err := v.rest(before); err != nil {
			return fmt.Errorf("after %q: %w", keys, err)
		}
	}
	return nil
}

func (v *viewer) read() {
	buf := make([]byte, 1<<10)
	for {
		n, err := v.channel.Read(buf)
		v.heard.Add(int64(n))
		if err != nil {
			return
		}
	}
}

// rest waits until more has come, and then no more comes; on a machine with much else
// to do, long enough.
func (v *viewer) rest(before int64) error {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		now := v.heard.Load()
		time.Sleep(80 * time.Millisecond)
		if now > before && v.heard.Load() == now {
			return nil
		}
	}
	return errors.New("the screen did not change and come to rest")
}

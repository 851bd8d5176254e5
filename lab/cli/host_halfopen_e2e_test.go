//go:build e2e && linux

package cli_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"kernellab/testdata/support/hosttest"
)

// A student whose machine vanishes is gone within 35 seconds, whether their
// screen was quiet or moved. The machine is a network of its own at the end of
// a cable that is pulled; where that may not be made, the socket options that
// do it are tested alone (TestAcceptedConnectionsFindSilence).
func TestHostHalfOpen(t *testing.T) {
	t.Parallel()
	nightly(t)
	away, ok := cable(t)
	if !ok {
		t.Skip("this user may not make a network of its own")
	}
	h := hosttest.Start(t, hosttest.Options{Addr: away.near + ":0"})
	quiet := h.Login(hosttest.Login{Dial: away.dial})
	quiet.Shows("enter start")
	moving := h.Login(hosttest.Login{Dial: away.dial})
	opens(moving, "7.7")
	moving.Type("\x0e\x0e\x0e\x0e\x0e\x1b")
	time.Sleep(500 * time.Millisecond)
	moving.Type(" ")
	time.Sleep(300 * time.Millisecond)
	away.pull(t)
	pulled := time.Now()
	for h.Metric("kernellab_sessions") > 0 {
		if time.Since(pulled) > 60*time.Second {
			t.Fatalf("%v sessions live a minute after the cable was pulled", h.Metric("kernellab_sessions"))
		}
		time.Sleep(200 * time.Millisecond)
	}
	took := time.Since(pulled)
	t.Logf("both were gone after %s", took.Round(100*time.Millisecond))
	if took > 40*time.Second { // 35, and the machine may be busy
		t.Errorf("they were gone after %s", took)
	}
}

// machine is a network of its own at the end of a cable.
type machine struct{ name, near, far string }

// cable makes a machine; false means that this is not permitted here.
func cable(t *testing.T) (machine, bool) {
	t.Helper()
	n := os.Getpid() % 200
	m := machine{name: fmt.Sprint("kernellab", n), near: fmt.Sprintf("10.213.%d.1", n), far: fmt.Sprintf("10.213.%d.2", n)}
	near, far := fmt.Sprint("klnear", n), fmt.Sprint("klfar", n)
	t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", m.name).Run() })
	for _, line := range []string{
		"netns add " + m.name,
		"link add " + near + " type veth peer name " + far + " netns " + m.name,
		"addr add " + m.near + "/24 dev " + near,
		"link set " + near + " up",
		"-n " + m.name + " addr add " + m.far + "/24 dev " + far,
		"-n " + m.name + " link set " + far + " up",
	} {
		if out, err := exec.Command("ip", strings.Fields(line)...).CombinedOutput(); err != nil {
			t.Logf("ip %s: %v %s", line, err, out)
			return m, false
		}
	}
	t.Cleanup(func() { _ = exec.Command("ip", "link", "del", near).Run() })
	return m, true
}

// pull has everything the machine sends and is sent disappear, while the host's
// own end stays up: no error reaches either.
func (m machine) pull(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("ip", "netns", "exec", m.name, "ip", "addr", "flush", "scope", "global").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
}

// dial connects from the machine. Its thread has left this network for good
// and is thrown away.
func (m machine) dial(addr string) (net.Conn, error) {
	type result struct {
		conn net.Conn
		err  error
	}
	done := make(chan result, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		there, err := os.Open("/var/run/netns/" + m.name)
		if err == nil {
			defer there.Close()
			err = unix.Setns(int(there.Fd()), unix.CLONE_NEWNET)
		}
		if err != nil {
			done <- result{nil, err}
			return
		}
		conn, err := net.Dial("tcp", addr)
		done <- result{conn, err}
	}()
	r := <-done
	return r.conn, r.err
}

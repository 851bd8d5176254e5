package remote

import (
	"net"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// The host notices within 30 seconds that the peer of a connection is gone: a quiet
// connection after 15 seconds and three probes 5 seconds apart, and one with data, too.
func TestListener_findsSilence(t *testing.T) {
	listen := keepAlive()
	l, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	limitSilence(conn)
	raw, err := conn.(syscall.Conn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name         string
		level, which int
		want         int
	}{
		{"SO_KEEPALIVE", unix.SOL_SOCKET, unix.SO_KEEPALIVE, 1},
		{"TCP_KEEPIDLE", unix.IPPROTO_TCP, unix.TCP_KEEPIDLE, 15},
		{"TCP_KEEPINTVL", unix.IPPROTO_TCP, unix.TCP_KEEPINTVL, 5},
		{"TCP_KEEPCNT", unix.IPPROTO_TCP, unix.TCP_KEEPCNT, 3},
		{"TCP_USER_TIMEOUT", unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, 30_000},
	} {
		got, err := 0, error(nil)
		if controlled := raw.Control(
			func(fd uintptr) { got, err = unix.GetsockoptInt(int(fd), c.level, c.which) },
		); controlled != nil || err != nil {
			t.Fatalf("GetsockoptInt: got errors %v, %v, want none", controlled, err)
		}
		if got != c.want {
			t.Errorf("%s is %d, want %d", c.name, got, c.want)
		}
	}
}

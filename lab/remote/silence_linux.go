package remote

import (
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// silenceLimit is how long a peer may leave unanswered what was sent to it.
// The system's own limit is a quarter of an hour.
const silenceLimit = 30 * time.Second

// limitSilence ends a connection whose peer no longer answers. A connection
// that cannot be told so lives with the system's limit.
func limitSilence(conn net.Conn) {
	c, ok := conn.(syscall.Conn)
	if !ok {
		return
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) {
		_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silenceLimit.Milliseconds()))
	})
}

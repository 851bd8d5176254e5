package remote

import (
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// silenceLimit is the time after which a peer that does not acknowledge data is
// considered gone. The system's own limit is a quarter of an hour.
const silenceLimit = 30 * time.Second

// limitSilence sets silenceLimit for a connection. A connection that does not support it
// keeps the system's limit.
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

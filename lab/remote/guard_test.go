package remote

import (
	"net"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// peer is a connection to a client that answers requests until it stops.
type peer struct {
	gossh.Conn
	stops  time.Time
	closed chan struct{} // when the host hangs up
}

func (p *peer) SendRequest(string, bool, []byte) (bool, []byte, error) {
	if time.Now().Before(p.stops) {
		return false, nil, nil
	}
	<-p.closed
	return false, nil, net.ErrClosed
}

// hungUp is a network connection that signals when it is closed.
type hungUp struct {
	net.Conn
	closed chan struct{}
}

func (h hungUp) Close() error {
	close(h.closed)
	return nil
}

// A client that answers requests stays, however long. One that stops is hung up on.
func TestConnection_keepAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &peer{stops: time.Now().Add(time.Hour), closed: make(chan struct{})}
		l := newConnection(hungUp{nil, p.closed}, PanicReporter{}, func(*connection) {})
		l.startTimer.Stop()
		ended := make(chan struct{})
		go func() {
			l.keepAlive(p)
			close(ended)
		}()
		<-ended
		if late := time.Since(p.stops); late <= 0 || late > keepAlivePause+keepAliveTimeout {
			t.Errorf("hung up %v after the client stopped, want 0 to %v", late, keepAlivePause+keepAliveTimeout)
		}
	})
}

package meter

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
)

// Bounds of a request: it is one line and a few headers, and soon over.
const (
	requestTime  = 5 * time.Second
	requestBytes = 16 << 10
	mostReaders  = 64 // requests at one time
	acceptPause  = 100 * time.Millisecond
)

// Serve answers HTTP requests on l until l is closed, and then returns nil: for
// /metrics the counts, for /livez that the process lives, for /readyz whether
// it may have clients: ready returns nil or why not. Each connection carries
// one request. Guard is deferred in the goroutine of each, to recover from a
// panic of ready.
func (m *Meter) Serve(l net.Listener, ready func() error, guard func()) error {
	var open readers
	for {
		conn, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			time.Sleep(acceptPause) // no file to spare, for one; it passes
			continue
		}
		open.add(conn)
		go func() {
			defer guard()
			defer open.remove(conn)
			_ = conn.SetDeadline(time.Now().Add(requestTime))
			m.answer(conn, ready)
		}()
	}
}

// readers are the connections that are being read, the oldest first: those that
// ask nothing keep nobody out, as the oldest is closed where there are too many.
type readers struct {
	mu   sync.Mutex
	open []net.Conn
}

func (r *readers) add(conn net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.open) == mostReaders {
		_ = r.open[0].Close()
		r.open = r.open[1:]
	}
	r.open = append(r.open, conn)
}

func (r *readers) remove(conn net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	_ = conn.Close()
	r.open = slices.DeleteFunc(r.open, func(o net.Conn) bool { return o == conn })
}

// answer reads one request and answers it.
func (m *Meter) answer(conn io.ReadWriter, ready func() error) {
	path, ok := requestPath(bufio.NewReader(io.LimitReader(conn, requestBytes)))
	if !ok {
		reply(conn, "400 Bad Request", "a GET request is needed\n")
		return
	}
	switch path {
	case "/metrics":
		var text bytes.Buffer
		_, _ = m.WriteTo(&text)
		reply(conn, "200 OK", text.String())
	case "/livez":
		reply(conn, "200 OK", "alive\n")
	case "/readyz":
		if err := ready(); err != nil {
			reply(conn, "503 Service Unavailable", err.Error()+"\n")
			return
		}
		reply(conn, "200 OK", "ready\n")
	default:
		reply(conn, "404 Not Found", "there are /metrics, /livez and /readyz\n")
	}
}

// requestPath reads a request to its end and returns its path without the
// query. Only GET is known.
func requestPath(r *bufio.Reader) (path string, ok bool) {
	first, err := r.ReadString('\n')
	for line := first; err == nil && strings.TrimRight(line, "\r\n") != ""; {
		line, err = r.ReadString('\n')
	}
	words := strings.Fields(first)
	if err != nil || len(words) != 3 || words[0] != "GET" || !strings.HasPrefix(words[2], "HTTP/1.") {
		return "", false
	}
	path, _, _ = strings.Cut(words[1], "?")
	return path, true
}

func reply(w io.Writer, status, body string) {
	_, _ = fmt.Fprintf(w, "HTTP/1.1 %s\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		status, len(body), body)
}

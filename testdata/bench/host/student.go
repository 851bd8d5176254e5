package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// patience is the timeout of every wait for the host.
const patience = 20 * time.Second

// student is one session over SSH.
type student struct {
	raw          net.Conn
	channel      gossh.Channel
	keySent      atomic.Int64 // time of the oldest unanswered key, or 0
	lastReceived atomic.Int64 // time of the last byte received
	bytes        atomic.Int64
	mute         atomic.Bool // whether it has stopped reading
	closed       chan struct{}
	keys         keyCycle

	mu    sync.Mutex
	times []time.Duration // from a key to the first byte after it
}

// newKey returns a new key.
func newKey() (gossh.Signer, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	return gossh.NewSignerFromKey(private)
}

// newStudent logs in with a new key and starts the lab.
func newStudent(addr string, width, height int) (*student, error) {
	key, err := newKey()
	if err != nil {
		return nil, err
	}
	return logInAs(key, addr, width, height)
}

// logInAs logs in with a key and starts the lab.
func logInAs(key gossh.Signer, addr string, width, height int) (*student, error) {
	raw, err := net.DialTimeout("tcp", addr, patience)
	if err != nil {
		return nil, err
	}
	_ = raw.SetDeadline(time.Now().Add(2 * patience))
	s := &student{raw: raw, closed: make(chan struct{})}
	if err := s.open(key, width, height); err != nil {
		_ = raw.Close()
		return nil, err
	}
	_ = raw.SetDeadline(time.Time{})
	go s.read()
	_, err = s.channel.Write([]byte("student\r")) // a suggested name may be taken meanwhile
	return s, err
}

// open opens a session with a terminal.
func (s *student) open(key gossh.Signer, width, height int) error {
	config := &gossh.ClientConfig{
		User: "student", Auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	}
	conn, channels, requests, err := gossh.NewClientConn(s.raw, s.raw.RemoteAddr().String(), config)
	if err != nil {
		return err
	}
	go gossh.DiscardRequests(requests)
	go func() {
		for c := range channels {
			_ = c.Reject(gossh.Prohibited, "")
		}
	}()
	channel, requests, err := conn.OpenChannel("session", nil)
	if err != nil {
		return err
	}
	go gossh.DiscardRequests(requests)
	s.channel = channel
	terminal := gossh.Marshal(struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{"xterm-256color", uint32(width), uint32(height), 0, 0, ""})
	return errors.Join(s.request("pty-req", terminal), s.request("shell", nil))
}

// request sends a request to the host and waits until it is granted.
func (s *student) request(name string, payload []byte) error {
	ok, err := s.channel.SendRequest(name, true, payload)
	if err == nil && !ok {
		err = fmt.Errorf("the host refused %s", name)
	}
	return err
}

// resize reports a new size of the window to the host. It does not wait.
func (s *student) resize(width, height int) error {
	_, err := s.channel.SendRequest("window-change", false, gossh.Marshal(struct{ Columns, Rows, Width, Height uint32 }{
		uint32(width), uint32(height), 0, 0,
	}))
	return err
}

// read reads what the host sends, and records only how much arrives and when.
func (s *student) read() {
	defer close(s.closed)
	buf := make([]byte, 8<<10)
	for {
		n, err := s.channel.Read(buf)
		now := time.Now().UnixNano()
		if n > 0 {
			s.lastReceived.Store(now)
			s.bytes.Add(int64(n))
			if asked := s.keySent.Swap(0); asked != 0 {
				s.mu.Lock()
				s.times = append(s.times, time.Duration(now-asked))
				s.mu.Unlock()
			}
		}
		if err != nil {
			return
		}
		if s.mute.Load() {
			return
		}
	}
}

// press presses a key. If an earlier key is unanswered, both are answered by the same output.
func (s *student) press(text string) error {
	s.keySent.CompareAndSwap(0, time.Now().UnixNano())
	_, err := s.channel.Write([]byte(text))
	return err
}

// settle waits until something has arrived after since, and then until nothing more
// arrives.
func (s *student) settle(since time.Time) error {
	const quiet = 150 * time.Millisecond
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(quiet / 5) {
		heard := s.lastReceived.Load()
		if heard > since.UnixNano() && time.Now().UnixNano()-heard > int64(quiet) {
			return nil
		}
		select {
		case <-s.closed:
			return errors.New("the host closed the session")
		default:
		}
	}
	return errors.New("the screen did not stop changing")
}

// pressAndWait presses keys and waits until the screen has stopped changing.
func (s *student) pressAndWait(text string) error {
	began := time.Now()
	if err := s.press(text); err != nil {
		return err
	}
	return s.settle(began)
}

// resetTimes discards what was measured so far.
func (s *student) resetTimes() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.times = nil
	s.keySent.Store(0)
	s.bytes.Store(0)
}

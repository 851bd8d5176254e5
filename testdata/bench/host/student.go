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

// patience bounds every wait for the host.
const patience = 20 * time.Second

// A student is one session over SSH.
type student struct {
	raw     net.Conn
	channel gossh.Channel
	asked   atomic.Int64 // when the oldest key went out that has no answer; 0: none has
	heard   atomic.Int64 // when the last byte came
	bytes   atomic.Int64
	mute    atomic.Bool // reads no more
	closed  chan struct{}
	walk    walk

	mu    sync.Mutex
	times []time.Duration // from a key to the first byte after it
}

// newStudent logs in with a key of its own and starts the lab.
func newStudent(addr string, width, height int) (*student, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		return nil, err
	}
	raw, err := net.DialTimeout("tcp", addr, patience)
	if err != nil {
		return nil, err
	}
	_ = raw.SetDeadline(time.Now().Add(2 * patience))
	s := &student{raw: raw, closed: make(chan struct{})}
	if err := s.open(signer, width, height); err != nil {
		_ = raw.Close()
		return nil, err
	}
	_ = raw.SetDeadline(time.Time{})
	go s.read()
	return s, nil
}

// open asks for a session with a terminal.
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

// request asks the host for something and waits for its consent.
func (s *student) request(name string, payload []byte) error {
	ok, err := s.channel.SendRequest(name, true, payload)
	if err == nil && !ok {
		err = fmt.Errorf("the host refused %s", name)
	}
	return err
}

// resize says that the window has changed; it does not wait.
func (s *student) resize(width, height int) error {
	_, err := s.channel.SendRequest("window-change", false, gossh.Marshal(struct{ Columns, Rows, Width, Height uint32 }{
		uint32(width), uint32(height), 0, 0,
	}))
	return err
}

// read takes what the host sends, and looks at nothing but the time.
func (s *student) read() {
	defer close(s.closed)
	buf := make([]byte, 8<<10)
	for {
		n, err := s.channel.Read(buf)
		now := time.Now().UnixNano()
		if n > 0 {
			s.heard.Store(now)
			s.bytes.Add(int64(n))
			if asked := s.asked.Swap(0); asked != 0 {
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

// key presses a key. One that is pressed while another waits for its answer is
// answered with it.
func (s *student) key(text string) error {
	s.asked.CompareAndSwap(0, time.Now().UnixNano())
	_, err := s.channel.Write([]byte(text))
	return err
}

// settle waits until something has come since a time, and nothing more comes.
func (s *student) settle(since time.Time) error {
	const quiet = 150 * time.Millisecond
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(quiet / 5) {
		heard := s.heard.Load()
		if heard > since.UnixNano() && time.Now().UnixNano()-heard > int64(quiet) {
			return nil
		}
		select {
		case <-s.closed:
			return errors.New("the host closed the session")
		default:
		}
	}
	return errors.New("the screen did not come to rest")
}

// types presses keys and waits until the screen has come to rest.
func (s *student) types(text string) error {
	began := time.Now()
	if err := s.key(text); err != nil {
		return err
	}
	return s.settle(began)
}

// forget starts the measurement of a student anew.
func (s *student) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.times = nil
	s.asked.Store(0)
	s.bytes.Store(0)
}

package main

import (
	"fmt"
	"net"
	"sync"
	"time"
)

// honest is the number of students who work as usual while others put a heavy load on the server.
const honest = 20

// abuse is a way to put a heavy load on the server by many connections while honest students work.
type abuse struct {
	name   string
	count  int
	logsIn bool // whether the connections take sessions
	begin  func(*host, options, <-chan struct{}) error
	p99    time.Duration // aim for the honest students
}

func allAbuses() []abuse {
	const aim = 60 * time.Millisecond
	return []abuse{
		{name: "alone", begin: func(*host, options, <-chan struct{}) error { return nil }},
		{name: "holders", count: 20, logsIn: true, begin: hold, p99: aim},
		{name: "storms", count: 4, logsIn: true, begin: storm, p99: aim},
		{name: "stalled", count: 10, logsIn: true, begin: stall, p99: aim},
		{name: "silent", count: 300, begin: keepSilent, p99: aim},
	}
}

// measureDuring measures honest students on a run during the abuse.
func measureDuring(o options, r abuse) error {
	sessions := honest
	if r.logsIn {
		sessions += r.count
	}
	h, err := startHost(o.program, sessions)
	if err != nil {
		return err
	}
	defer h.stop()
	done := make(chan struct{})
	var abusers sync.WaitGroup
	defer abusers.Wait()
	defer close(done)
	failed := make(chan error, r.count)
	for range r.count {
		abusers.Go(func() { failed <- abuseError(r.begin(h, o, done)) })
	}
	if !r.logsIn {
		time.Sleep(time.Second) // all are connected
	}
	began := time.Now()
	class, refused := logIn(h, o, honest)
	login := fmt.Sprintf("%.1f", time.Since(began).Seconds())
	if refused > 0 {
		login += fmt.Sprintf(" (%d refused)", refused)
	}
	defer class.leave()
	if err := class.goTo(watchSMO); err != nil {
		return err
	}
	m := class.press(h, watchSMO, 1, o.span)
	row{name: r.title(), on: watchSMO, pace: 1, login: login, measurement: m, aims: aims{p99: r.p99}}.print()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

// abuseError marks an error as one of an abusive connection.
func abuseError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("an abusive connection: %w", err)
}

// title returns the name of the case in the table.
func (r abuse) title() string {
	if r.count == 0 {
		return fmt.Sprintf("%d alone", honest)
	}
	return fmt.Sprintf("%d beside %d %s", honest, r.count, r.name)
}

// keyRepeat is the time between the repetitions of a key that is held down.
const keyRepeat = time.Second / 30

// hold holds down → and ← alternately on a run.
func hold(h *host, o options, done <-chan struct{}) error {
	s, err := newStudent(h.addr, o.width, o.height)
	if err != nil {
		return err
	}
	defer s.raw.Close()
	if err := s.goToFirst(watchSMO); err != nil {
		return err
	}
	return s.repeat(done, func() error { return s.press(s.keys.next(watchSMO)) })
}

// goToFirst waits for the first frame of a session and goes to a screen.
func (s *student) goToFirst(on screen) error {
	if err := s.settleFirst(time.Now()); err != nil {
		return err
	}
	return s.goTo(on)
}

// repeat calls do at the rate of a key that is held down.
func (s *student) repeat(done <-chan struct{}, do func() error) error {
	beat := time.NewTicker(keyRepeat)
	defer beat.Stop()
	for {
		select {
		case <-done:
			return nil
		case <-s.closed:
			return nil
		case <-beat.C:
			if err := do(); err != nil {
				return nil // the host may end the session
			}
		}
	}
}

// The largest window that the host allows.
const widest, highest = 250, 80

// storm changes the size of a large window again and again.
func storm(h *host, o options, done <-chan struct{}) error {
	s, err := newStudent(h.addr, widest, highest)
	if err != nil {
		return err
	}
	defer s.raw.Close()
	if err := s.goToFirst(watchSMO); err != nil {
		return err
	}
	n := 0
	for {
		select {
		case <-done:
			return nil
		case <-s.closed:
			return nil
		case <-time.After(time.Millisecond):
			n++
			if s.resize(widest-n%2, highest-n%2) != nil {
				return nil
			}
		}
	}
}

// stall opens a session, makes the host send much and reads nothing. When the host ends
// the session, it opens another.
func stall(h *host, o options, done <-chan struct{}) error {
	for {
		s, err := newStudent(h.addr, widest, highest)
		if err != nil {
			return nil // its last session has not ended yet
		}
		if err := s.goToFirst(watchSMO); err != nil {
			_ = s.raw.Close()
			return err
		}
		s.mute.Store(true)
		ended := s.neverRead(done)
		_ = s.raw.Close()
		if !ended {
			return nil
		}
	}
}

// neverRead changes the window's size until the host has hung up or over is closed. It
// reports whether the host has hung up.
func (s *student) neverRead(done <-chan struct{}) (ended bool) {
	beat := time.NewTicker(keyRepeat)
	defer beat.Stop()
	for n := 0; ; n++ {
		select {
		case <-done:
			return false
		case <-beat.C:
			if s.resize(widest-n%2, highest-n%2) != nil {
				return true
			}
		}
	}
}

// keepSilent connects and sends nothing. When it is disconnected, it connects again.
func keepSilent(h *host, _ options, done <-chan struct{}) error {
	for {
		conn, err := net.DialTimeout("tcp", h.addr, patience)
		if err != nil {
			return nil
		}
		cut := make(chan struct{})
		go func() {
			defer close(cut)
			buf := make([]byte, 256)
			for {
				if _, err := conn.Read(buf); err != nil {
					return
				}
			}
		}()
		select {
		case <-done:
			_ = conn.Close()
			return nil
		case <-cut:
			_ = conn.Close()
			time.Sleep(time.Second)
		}
	}
}

package main

import (
	"fmt"
	"net"
	"sync"
	"time"
)

// honest is how many students work beside the rude ones.
const honest = 20

// A rude case is connections that are hard on the host while honest students
// work.
type rude struct {
	name   string
	count  int
	logsIn bool // the rude ones take seats
	begin  func(*host, options, <-chan struct{}) error
	p99    time.Duration // aim for the others
}

func allRude() []rude {
	const aim = 60 * time.Millisecond
	return []rude{
		{name: "alone", begin: func(*host, options, <-chan struct{}) error { return nil }},
		{name: "holders", count: 20, logsIn: true, begin: hold, p99: aim},
		{name: "storms", count: 4, logsIn: true, begin: storm, p99: aim},
		{name: "stalled", count: 10, logsIn: true, begin: stall, p99: aim},
		{name: "silent", count: 300, begin: keepSilent, p99: aim},
	}
}

// beside measures honest students on a run while the rude ones are at it.
func beside(o options, r rude) error {
	seats := honest
	if r.logsIn {
		seats += r.count
	}
	h, err := startHost(o.program, seats)
	if err != nil {
		return err
	}
	defer h.stop()
	over := make(chan struct{})
	var rudeOnes sync.WaitGroup
	defer rudeOnes.Wait()
	defer close(over)
	failed := make(chan error, r.count)
	for range r.count {
		rudeOnes.Go(func() { failed <- ofRude(r.begin(h, o, over)) })
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

// ofRude names who failed.
func ofRude(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("a rude one: %w", err)
}

// title says who was there.
func (r rude) title() string {
	if r.count == 0 {
		return fmt.Sprintf("%d alone", honest)
	}
	return fmt.Sprintf("%d beside %d %s", honest, r.count, r.name)
}

// held is how often a key that is held down repeats.
const held = time.Second / 30

// hold holds → on a run, then ←, then → again.
func hold(h *host, o options, over <-chan struct{}) error {
	s, err := newStudent(h.addr, o.width, o.height)
	if err != nil {
		return err
	}
	defer s.raw.Close()
	if err := s.goToFirst(watchSMO); err != nil {
		return err
	}
	return s.repeat(over, func() error { return s.key(s.walk.next(watchSMO)) })
}

// goToFirst goes to a screen as the first thing in a session.
func (s *student) goToFirst(on screen) error {
	if err := s.settleFirst(time.Now()); err != nil {
		return err
	}
	return s.goTo(on)
}

// repeat does something as often as a key repeats that is held down.
func (s *student) repeat(over <-chan struct{}, do func() error) error {
	beat := time.NewTicker(held)
	defer beat.Stop()
	for {
		select {
		case <-over:
			return nil
		case <-s.closed:
			return nil
		case <-beat.C:
			if err := do(); err != nil {
				return nil // the host has had enough, as it may
			}
		}
	}
}

// The largest window that the host grants.
const widest, highest = 250, 80

// storm changes the size of a large window over and over.
func storm(h *host, o options, over <-chan struct{}) error {
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
		case <-over:
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

// stall opens a session, has much sent and reads none of it, until the host ends
// it; then comes again.
func stall(h *host, o options, over <-chan struct{}) error {
	for {
		s, err := newStudent(h.addr, widest, highest)
		if err != nil {
			return nil // its last session has the seat still
		}
		if err := s.goToFirst(watchSMO); err != nil {
			_ = s.raw.Close()
			return err
		}
		s.mute.Store(true)
		ended := s.neverRead(over)
		_ = s.raw.Close()
		if !ended {
			return nil
		}
	}
}

// neverRead changes the window's size until the host has hung up, which it
// reports, or it is over.
func (s *student) neverRead(over <-chan struct{}) (ended bool) {
	beat := time.NewTicker(held)
	defer beat.Stop()
	for n := 0; ; n++ {
		select {
		case <-over:
			return false
		case <-beat.C:
			if s.resize(widest-n%2, highest-n%2) != nil {
				return true
			}
		}
	}
}

// keepSilent connects and says nothing, and comes again when it is cut off.
func keepSilent(h *host, _ options, over <-chan struct{}) error {
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
		case <-over:
			_ = conn.Close()
			return nil
		case <-cut:
			_ = conn.Close()
			time.Sleep(time.Second)
		}
	}
}

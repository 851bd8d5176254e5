package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// class holds students who have logged in.
type class []*student

// maxConcurrent is the number of students who log in, or go to a screen, at the same
// time.
const maxConcurrent = 16

// logIn logs in n students. refused is the number of those whom the host refused.
func logIn(h *host, o options, n int) (all class, refused int) {
	var mu sync.Mutex
	each(n, func(int) {
		began := time.Now()
		s, err := newStudent(h.addr, o.width, o.height)
		if err == nil {
			err = s.settleFirst(began)
		}
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			refused++
			return
		}
		all = append(all, s)
	})
	return all, refused
}

// settleFirst waits for the first frame, which means that the session is open.
func (s *student) settleFirst(since time.Time) error {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		if s.bytes.Load() > firstFrame {
			return nil
		}
		select {
		case <-s.closed:
			return fmt.Errorf("closed after %v", time.Since(since))
		default:
		}
	}
	return fmt.Errorf("no first frame after %v", patience)
}

// firstFrame is a number of bytes above that of any refusal and below that of any
// frame.
const firstFrame = 1000

// each calls do for 0 … n−1, with maxConcurrent calls at a time.
func each(n int, do func(i int)) {
	var wait sync.WaitGroup
	places := make(chan struct{}, maxConcurrent)
	for i := range n {
		places <- struct{}{}
		wait.Go(func() {
			defer func() { <-places }()
			do(i)
		})
	}
	wait.Wait()
}

// goTo moves every student to a screen.
func (c class) goTo(on screen) error {
	var mu sync.Mutex
	var failed error
	each(len(c), func(i int) {
		if err := c[i].goTo(on); err != nil {
			mu.Lock()
			failed = fmt.Errorf("on the way to %s: %w", on, err)
			mu.Unlock()
		}
	})
	return failed
}

// leave closes the connections.
func (c class) leave() {
	for _, s := range c {
		_ = s.raw.Close()
	}
}

// press measures while every student presses pace keys per second, each at different
// times.
func (c class) press(h *host, on screen, pace float64, span time.Duration) measurement {
	if len(c) == 0 {
		return measurement{}
	}
	for _, s := range c {
		s.resetTimes()
	}
	spent, own, began := h.spent(), ownTime(), time.Now()
	var wait sync.WaitGroup
	pressed := make([]int, len(c))
	for i, s := range c {
		wait.Go(func() { pressed[i] = s.pressUntil(on, pace, began.Add(span)) })
	}
	wait.Wait()
	took := time.Since(began)
	m := measurement{cpu: (h.spent() - spent).Seconds() / took.Seconds(), own: (ownTime() - own).Seconds() / took.Seconds()}
	time.Sleep(time.Second / 2) // the last answers
	for i, s := range c {
		m.add(s, pressed[i])
	}
	slices.Sort(m.times)
	return m
}

// pressUntil presses keys at a pace until end and returns their number.
func (s *student) pressUntil(on screen, pace float64, end time.Time) (pressed int) {
	period := time.Duration(float64(time.Second) / pace)
	next := time.Now().Add(time.Duration(rand.Float64() * float64(period)))
	for next.Before(end) {
		time.Sleep(time.Until(next))
		if s.press(s.keys.next(on)) != nil {
			return pressed
		}
		pressed++
		next = next.Add(time.Duration((0.8 + 0.4*rand.Float64()) * float64(period)))
	}
	return pressed
}

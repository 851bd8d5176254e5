package cli

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"kernellab/lab/remote"
	"kernellab/lab/study"
)

// shelfPause is how often a host tries again to write what it holds.
const shelfPause = 10 * time.Second

// shelfRoom is how many students are held: more than any class has, and keys
// made by the thousand cannot fill the memory.
const shelfRoom = 1000

// shelf holds the students whose session ended before their work could be
// written: a full disk is no reason to lose it. Each is tried again until it is
// written, or until its student comes back and goes on with it. The zero shelf
// is empty. It is safe for concurrent use.
type shelf struct {
	watch remote.Watch // over the writing

	mu   sync.Mutex
	held []*unwritten
}

// unwritten is one student on the shelf.
type unwritten struct {
	key     string
	mu      sync.Mutex // held while the work is being written
	student *study.Student
	gone    bool // written, or taken off the shelf
}

// put holds the student of a key, who is nobody else's from here on, if there is
// room.
func (s *shelf) put(key string, student *study.Student) (ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.held) >= shelfRoom {
		return false
	}
	s.held = append(s.held, &unwritten{key: key, student: student})
	return true
}

// take gives back the student of a key who was held last, or nil. It waits for
// a write of that work which is under way.
func (s *shelf) take(key string) *study.Student {
	for _, u := range slices.Backward(s.all()) {
		if u.key == key && u.claim() {
			s.remove(u)
			return u.student
		}
	}
	return nil
}

// claim takes the student away from later writes; ok is false where somebody
// was first.
func (u *unwritten) claim() (ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	ok = !u.gone
	u.gone = true
	return ok
}

// retry writes what can be written now, and returns how many students are left.
func (s *shelf) retry() int {
	for _, u := range s.all() {
		if u.write(s.watch) {
			s.remove(u)
		}
	}
	return len(s.all())
}

// write reports whether the work need not be held any more. A panic on the way
// leaves it where it is: nobody else's session is to end with it.
func (u *unwritten) write(watch remote.Watch) (done bool) {
	defer watch.Guard()
	u.mu.Lock()
	defer u.mu.Unlock()
	u.gone = u.gone || leave(u.student) == nil
	return u.gone
}

func (s *shelf) all() []*unwritten {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.held)
}

func (s *shelf) remove(u *unwritten) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = slices.DeleteFunc(s.held, func(o *unwritten) bool { return o == u })
}

// keepTrying writes what is held, again and again, until ctx ends.
func (s *shelf) keepTrying(ctx context.Context, pause time.Duration) {
	defer s.watch.Guard()
	again := time.NewTicker(pause)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			s.retry()
		}
	}
}

// empty tries a last time; the error says of how many sessions the work is lost.
func (s *shelf) empty() error {
	if left := s.retry(); left > 0 {
		return fmt.Errorf("sessions whose work could not be saved: %d", left)
	}
	return nil
}

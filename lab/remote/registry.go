package remote

import (
	"fmt"
	"sync"
)

// registry holds the running sessions of a host.
type registry struct {
	most    int
	mu      sync.Mutex
	running map[*session]struct{}
	closing bool
	empty   chan struct{} // closed once closing and nothing runs
}

func newRegistry(most int) *registry {
	return &registry{most: most, running: map[*session]struct{}{}, empty: make(chan struct{})}
}

// add admits a session, or returns the sentence to refuse it with.
func (r *registry) add(x *session) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closing:
		return sentenceClosing
	case len(r.running) >= r.most:
		return fmt.Sprintf(sentenceFull, r.most)
	}
	r.running[x] = struct{}{}
	return ""
}

func (r *registry) remove(x *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, x)
	if r.closing && len(r.running) == 0 {
		close(r.empty)
	}
}

// close admits nobody from now on, asks every session to quit, and returns a
// channel that closes when the last has saved and said its farewell. It is
// called once.
func (r *registry) close() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closing = true
	if len(r.running) == 0 {
		close(r.empty)
	}
	for x := range r.running {
		x.stop(byHost)
	}
	return r.empty
}

// isClosing reports whether close was called.
func (r *registry) isClosing() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closing
}

// count is the number of sessions running.
func (r *registry) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.running)
}

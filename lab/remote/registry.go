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
	old     int // of those, how many a newer session of their key takes over from
	lines   map[string]*line
	closing bool
	empty   chan struct{} // closed once closing and nothing runs
}

func newRegistry(most int) *registry {
	return &registry{most: most, running: map[*session]struct{}{}, lines: map[string]*line{}, empty: make(chan struct{})}
}

// add admits a session, or says why not. A session of the same key that runs
// already is returned: its place is taken over.
func (r *registry) add(x *session) (before *session, no *Refusal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closing {
		return nil, &Refusal{ReasonClosing, sentenceClosing}
	}
	own := r.lineOf(x.client)
	if !own.mayJoin() {
		return nil, &Refusal{ReasonOften, sentenceOften}
	}
	if own.newest == nil && len(r.running)-r.old >= r.most {
		return nil, &Refusal{ReasonFull, fmt.Sprintf(sentenceFull, r.most)}
	}
	before = own.newest
	if before != nil {
		r.old++
	}
	own.join(x)
	r.running[x] = struct{}{}
	return before, nil
}

// lineOf is the line of a client's key. Clients without one share no line.
func (r *registry) lineOf(c Client) *line {
	if c.Anonymous() {
		return newLine()
	}
	if r.lines[c.ID] == nil {
		r.forgetLines()
		r.lines[c.ID] = newLine()
	}
	return r.lines[c.ID]
}

// forgetLines drops the lines of keys that are not here, once there are many.
func (r *registry) forgetLines() {
	if len(r.lines) < 2*r.most+1024 {
		return
	}
	for id, l := range r.lines {
		if l.isForgotten() {
			delete(r.lines, id)
		}
	}
}

func (r *registry) remove(x *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, x)
	if x.line.leave(x) {
		r.old--
	}
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

package meter

import (
	"sync/atomic"
	"time"
)

// Meter holds the counts of one host. It is safe for concurrent use; the zero
// value is ready, and nil counts nothing.
type Meter struct {
	sessions, waiting atomic.Int64
	logins            [len(loginNames)]atomic.Uint64
	closed            [len(closeNames)]atomic.Uint64
	refused           [len(refusalNames)]atomic.Uint64
	panics            atomic.Uint64
	failedSaves       atomic.Uint64
	setAside          atomic.Uint64
	keyToFrame, saves histogram
}

// Login is how a login ended.
type Login uint8

// The results of logins.
const (
	LoginKey    Login = iota // let in with a key
	LoginNoKey               // let in without a key, to be told about it
	LoginFailed              // broke off or was refused before it ended
)

var loginNames = [...]string{"key", "no_key", "failed"}

// Close is why a session ended.
type Close uint8

// The reasons of an end.
const (
	CloseQuit      Close = iota // the student quit
	CloseIdle                   // nobody pressed a key
	CloseHost                   // the host closes
	CloseStalled                // the client stopped reading
	CloseClient                 // the connection or its channel is gone
	CloseFault                  // a panic
	CloseElsewhere              // the key logged in again
)

var closeNames = [...]string{"quit", "idle", "host_closing", "stalled", "client_left", "fault", "elsewhere"}

// Refusal is why somebody was not let in.
type Refusal uint8

// The reasons of a refusal.
const (
	RefusedOldest     Refusal = iota // the oldest of too many that had not logged in
	RefusedLate                      // no session in time
	RefusedHandshake                 // the handshake failed or ran out of time
	RefusedFull                      // all sessions are taken
	RefusedClosing                   // the host closes
	RefusedNoKey                     // no key, and none may come without
	RefusedNewKey                    // a new key, and the host has as many as it takes
	RefusedNoTerminal                // no terminal to draw on, or a dumb one
	RefusedCommand                   // a command in place of a session
	RefusedNoLab                     // the lab could not be opened
	RefusedSecond                    // a second session of one connection
	RefusedCrowd                     // too many logged in without a session
	RefusedOften                     // one key logs in again and again
	RefusedNoSession                 // logged in for something else, such as files or forwarding
)

var refusalNames = [...]string{
	"oldest_waiting", "late", "handshake", "full", "closing", "no_key", "new_key",
	"no_terminal", "command", "no_lab", "second_session", "crowd", "often", "no_session",
}

// String is the reason as the label names it.
func (r Refusal) String() string { return refusalNames[r] }

// SessionStarted counts a session that runs from now on.
func (m *Meter) SessionStarted() {
	if m != nil {
		m.sessions.Add(1)
	}
}

// SessionEnded counts the end of a session that [Meter.SessionStarted] counted.
func (m *Meter) SessionEnded(why Close) {
	if m != nil {
		m.sessions.Add(-1)
		m.closed[why].Add(1)
	}
}

// Waiting sets how many connections have not logged in.
func (m *Meter) Waiting(n int) {
	if m != nil {
		m.waiting.Store(int64(n))
	}
}

// LoggedIn counts a login by its result.
func (m *Meter) LoggedIn(how Login) {
	if m != nil {
		m.logins[how].Add(1)
	}
}

// Refused counts somebody who was not let in.
func (m *Meter) Refused(why Refusal) {
	if m != nil {
		m.refused[why].Add(1)
	}
}

// Panicked counts a panic that ended a session or cost it something.
func (m *Meter) Panicked() {
	if m != nil {
		m.panics.Add(1)
	}
}

// SetAside counts a file of a student that could not be used and was set aside.
func (m *Meter) SetAside() {
	if m != nil {
		m.setAside.Add(1)
	}
}

// KeyToFrame counts the time from a key to the first byte of its answer.
func (m *Meter) KeyToFrame(d time.Duration) {
	if m != nil {
		m.keyToFrame.observe(d)
	}
}

// Saved counts one attempt to save, how long it took and whether it failed.
func (m *Meter) Saved(d time.Duration, err error) {
	if m == nil {
		return
	}
	m.saves.observe(d)
	if err != nil {
		m.failedSaves.Add(1)
	}
}

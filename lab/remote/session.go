package remote

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
)

// Exit statuses of a session.
const (
	exitRefused = 1
	exitUnsaved = 1
	exitBroken  = 70 // EX_SOFTWARE of sysexits.h
)

// ending is why a session ended, as logs and metrics name it.
type ending string

const (
	byItself ending = "quit" // the program quit, or broke
	byIdle   ending = "idle"
	byHost   ending = "host_closing"
	byStall  ending = "stalled"
	byClient ending = "client_left"
	byFault  ending = "fault"
	byNewer  ending = "elsewhere" // the key logged in again
)

// session is one client's program from start to end.
type session struct {
	ssh     ssh.Session
	link    *link
	client  Client
	log     *slog.Logger
	metrics *Metrics
	out     io.Writer // patient
	errors  io.Writer // patient

	ctx    context.Context // ends with the connection; the program runs under it
	cancel context.CancelFunc
	quit   chan struct{} // closed when somebody asked the program to quit
	once   sync.Once
	line   *line         // of its key
	gone   chan struct{} // closed by release
	freed  sync.Once
	ran    atomic.Bool // the program has ended, and its last frame is written
	lost   bool        // it has, and not everything is kept
	why    ending      // set before quit is closed
	alarm  *alarm
}

func newSession(s ssh.Session, client Client, c Config, number int64, computing turns) *session {
	ctx, cancel := context.WithCancel(context.WithValue(s.Context(), computeKey{}, computing))
	client.Log = logOf(c, client, number)
	x := &session{
		ssh: s, link: linkOf(s.Context()), client: client,
		log:     client.Log,
		metrics: c.Metrics, ctx: ctx, cancel: cancel, quit: make(chan struct{}), gone: make(chan struct{}),
	}
	x.alarm = newAlarm(x.broke)
	x.out = patientWriter{s, stallLimit, x.alarm.guarded(x.stalled)}
	x.errors = patientWriter{s.Stderr(), stallLimit, x.alarm.guarded(x.stalled)}
	return x
}

// logOf names a session by its number, and by its client only where that is
// wanted.
func logOf(c Config, client Client, number int64) *slog.Logger {
	log := c.Log.With("session", number)
	if c.LogAddresses {
		log = log.With("remote", client.Remote, "key", client.ID)
	}
	return log
}

// stop asks the program to quit, and makes it end if it does not: it may be
// stuck in its own work, or in writing to a client that no longer reads. Only
// the first reason counts.
func (x *session) stop(why ending) {
	x.once.Do(func() {
		x.why = why
		close(x.quit)
		time.AfterFunc(quitGrace, x.alarm.guarded(x.cancel))
		time.AfterFunc(quitGrace+hangUpGrace, x.alarm.guarded(func() {
			if !x.ran.Load() {
				x.link.hangUp()
			}
		}))
		time.AfterFunc(quitGrace+closeGrace, x.alarm.guarded(x.link.hangUp))
	})
}

// takeOver ends the session of the same key that ran before, if there was one,
// and waits until it has let go of the student's documents; not for ever, as
// it may be stuck.
func (x *session) takeOver(before *session) {
	if before == nil {
		return
	}
	before.stop(byNewer)
	limit := time.NewTimer(takeoverWait)
	defer limit.Stop()
	select {
	case <-before.gone:
	case <-limit.C:
		x.log.Warn("the session before this one has not ended in time")
	}
}

// release says that nothing of the student's is open any more.
func (x *session) release() {
	x.freed.Do(func() { close(x.gone) })
}

// ended says who ended the session. A program whose connection has gone may end
// before anybody asks it to.
func (x *session) ended() ending {
	select {
	case <-x.quit:
		return x.why
	default:
	}
	if x.ctx.Err() != nil {
		return byClient
	}
	return byItself
}

// stalled ends a session whose client no longer reads.
func (x *session) stalled() {
	x.stop(byStall)
	x.link.hangUp()
}

// broke reports a panic and ends the program at once, restoring the terminal.
func (x *session) broke(value any, stack []byte) {
	x.metrics.panics.Inc()
	x.log.Error("panic in session", panicked(value, stack))
	x.stop(byFault)
	x.cancel()
}

// run shows the model to the client until it or the client is done, and saves.
// It returns the exit status.
func (x *session) run(lab Opened, c Config) int {
	defer x.cancel()
	start := time.Now()
	x.log.Info("session started", "width", x.client.Width, "height", x.client.Height)
	x.metrics.sessions.Inc()
	err := x.runProgram(lab.Model, c)
	broken := x.alarm.hasRung() || errors.Is(err, tea.ErrProgramPanic)
	unsaved := x.leave(lab.Leave)
	x.lost = unsaved != nil && !isHeld(unsaved)
	x.release()
	x.ran.Store(true)
	x.metrics.sessions.Dec()
	x.metrics.closed.WithLabelValues(string(x.ended())).Inc()
	x.log.Info("session ended", "why", string(x.ended()), "broken", broken, "saved", unsaved == nil,
		"seconds", time.Since(start).Seconds())
	return x.farewell(broken, x.ofWork(unsaved), unsaved, c.IdleTimeout)
}

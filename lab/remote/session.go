package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"

	"kernellab/lab/progress"
)

// Sentences for clients that are refused.
const (
	sentenceCommand  = "This is a lab and runs no commands: connect without one."
	sentenceNoPTY    = "The lab needs a terminal to draw on: connect with ssh -t."
	sentenceDumb     = "The lab needs a terminal that can place its cursor; this one calls itself \"dumb\". Set TERM, for example to xterm-256color, and connect again."
	sentenceNoKey    = "The lab keeps your progress under your public key, and you sent none. Make one with ssh-keygen -t ed25519 and connect again."
	sentenceFull     = "The lab is full: all %d places are taken. Please try again in a few minutes."
	sentenceOften    = "Your key, or new keys from your address, came many times within a few seconds. Please wait a little and try again."
	sentenceClosing  = "The lab is closing now. Please try again later."
	sentenceNoLab    = "The lab could not open your work; the fault is recorded. Please try again in a minute."
	sentenceNoExport = "Your work could not be read to its end; the fault is recorded. Please try again."
	sentenceBroken   = "Something in the lab broke and this session had to end; the fault is recorded."
)

// handle serves a session. It refuses commands other than export, sessions without a terminal or
// with one named "dumb", and clients without a key unless the configuration allows anonymous ones.
// A panic ends only this session: the client gets a sentence and exit status 70.
func (h *Server) handle(s ssh.Session) {
	conn := connectionOf(s.Context())
	defer time.AfterFunc(closeTimeout, conn.alarm.withRecovery(conn.hangUp)) // the client may hang up first
	defer func() {
		if value := recover(); value != nil {
			h.panics.report("panic in session handler", value, debug.Stack())
			exitWith(s, exitBroken, sentenceBroken)
		}
	}()
	conn.startTimer.Stop()
	pty, _, hasPTY := s.Pty()
	switch {
	case s.RawCommand() == exportCommand:
		h.export(s)
	case s.RawCommand() != "":
		h.refuse(s, &Refusal{ReasonCommand, sentenceCommand})
	case !hasPTY:
		h.refuse(s, &Refusal{ReasonNoTerminal, sentenceNoPTY})
	case pty.Term == "dumb":
		h.refuse(s, &Refusal{ReasonNoTerminal, sentenceDumb})
	case s.PublicKey() == nil && !h.config.AllowAnonymous:
		h.refuse(s, &Refusal{ReasonNoKey, sentenceNoKey})
	default:
		h.runLab(s)
	}
}

// runLab runs the program of one client.
func (h *Server) runLab(s ssh.Session) {
	x := newSession(s, newClient(s, connectionOf(s.Context()).windowSize.get()), h.config, h.sessionCounter.Add(1),
		&usage{scheduler: h.computing}, &usage{scheduler: h.drawing})
	defer x.cancel()
	previous, refusal := h.sessions.add(x)
	if refusal != nil {
		h.refuse(s, refusal)
		return
	}
	defer h.sessions.remove(x)
	defer x.release()
	h.lobby.recordSessionStart(x.connection)
	x.takeOver(previous)
	x.announce(h.config)
	if x.endReason() != endedItself { // it was stopped while it waited for the previous session to end
		_ = s.Exit(x.farewell(false, "", nil, h.config.IdleTimeout))
		return
	}
	lab, refusal := h.open(x)
	if refusal != nil {
		h.refuse(s, refusal)
		return
	}
	status := x.run(lab, h.config)
	if x.hasUnsavedWork && h.sessions.isClosing() {
		h.unsavedCount.Add(1)
	}
	_ = s.Exit(status)
}

// open calls Config.New for the client's lab. If that returns an error, open returns the refusal
// for the client.
func (h *Server) open(x *session) (Lab, *Refusal) {
	lab, err := h.config.New(x.ctx, x.client)
	if err == nil {
		return lab, nil
	}
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return Lab{}, refusal
	}
	x.log.Error("session not opened", "error", cause(err))
	return Lab{}, &Refusal{ReasonNoLab, sentenceNoLab}
}

// refuse counts a refusal and sends its sentence to the client. When the connection closes, it is
// not counted a second time.
func (h *Server) refuse(s ssh.Session, refusal *Refusal) {
	connectionOf(s.Context()).outcomeCounted.Store(true)
	h.lobby.refused.add(refusal.Reason)
	exitWith(s, exitRefused, refusal.Sentence)
}

// exitWith writes one sentence to standard error and exits with the given code.
func exitWith(s ssh.Session, code int, sentence string) {
	conn := connectionOf(s.Context())
	conn.startTimer.Stop()
	out := patientWriter{s.Stderr(), writeStallTimeout, conn.alarm.withRecovery(conn.hangUp)}
	_, _ = fmt.Fprintln(out, sentence)
	_ = s.Exit(code)
}

// Exit statuses of a session.
const (
	exitRefused = 1
	exitUnsaved = 1
	exitBroken  = 70 // EX_SOFTWARE of sysexits.h
)

// endReason is the reason why a session ended, as logs and metrics name it.
type endReason string

const (
	endedItself   endReason = "quit" // the program quit or failed, or still runs
	endedIdle     endReason = "idle"
	endedByHost   endReason = "host_closing"
	endedStalled  endReason = "stalled"
	endedByClient endReason = "client_left"
	endedByFault  endReason = "fault"
	endedByNewer  endReason = "elsewhere" // the key logged in again
)

// session is one client's program from start to end.
type session struct {
	ssh        ssh.Session
	connection *connection
	client     Client
	log        *slog.Logger
	metrics    *Metrics
	out        io.Writer // a patientWriter
	stderr     io.Writer // a patientWriter

	ctx                  context.Context // ends with the connection; the program runs under it
	cancel               context.CancelFunc
	quit                 chan struct{} // closed when the program is asked to quit
	quitOnce             sync.Once
	entry                *keyEntry     // the sessions with the same key
	released             chan struct{} // closed by release
	withdrawAnnouncement func()        // reports the release to other hosts, or nil
	releaseOnce          sync.Once
	hasEnded             atomic.Bool // whether the program has ended and its last frame is written
	hasUnsavedWork       bool        // whether it has ended with work that is neither saved nor held in memory
	keepsWork            bool        // whether work is kept under the client's key
	reason               endReason   // set before quit is closed
	alarm                *panicAlarm

	drawing *usage // time used for handling messages and drawing
}

func newSession(s ssh.Session, client Client, c Config, number int64, computing, drawing *usage) *session {
	ctx, cancel := context.WithCancel(context.WithValue(s.Context(), computeKey{}, computing))
	client.Log = logOf(c, client, number)
	x := &session{
		ssh: s, connection: connectionOf(s.Context()), client: client,
		log:     client.Log,
		metrics: c.Metrics, ctx: ctx, cancel: cancel, quit: make(chan struct{}), released: make(chan struct{}),
		drawing: drawing, keepsWork: !client.IsAnonymous(),
	}
	x.alarm = newAlarm(x.endBroken)
	x.out = patientWriter{s, writeStallTimeout, x.alarm.withRecovery(x.endStalled)}
	x.stderr = patientWriter{s.Stderr(), writeStallTimeout, x.alarm.withRecovery(x.endStalled)}
	return x
}

// logOf returns a logger that names the session by its number. If LogAddresses
// is set, it also adds the client's address and key.
func logOf(c Config, client Client, number int64) *slog.Logger {
	log := c.Log.With("session", number)
	if c.LogAddresses {
		log = log.With("remote", client.Remote, "key", client.ID)
	}
	return log
}

// stop asks the program to quit. If the program does not quit in time, stop
// cancels it and then closes the connection: the program may be stuck in its
// own work, or in writing to a client that no longer reads. Only the first
// reason counts.
func (x *session) stop(reason endReason) {
	x.quitOnce.Do(func() {
		x.reason = reason
		close(x.quit)
		time.AfterFunc(quitTimeout, x.alarm.withRecovery(x.cancel))
		time.AfterFunc(quitTimeout+lastOutputTimeout, x.alarm.withRecovery(func() {
			if !x.hasEnded.Load() {
				x.connection.hangUp()
			}
		}))
		time.AfterFunc(quitTimeout+closeTimeout, x.alarm.withRecovery(x.connection.hangUp))
	})
}

// takeOver ends the previous session of the same key, if there is one. It waits until that session
// no longer uses the student's saved work, but at most [takeoverTimeout], because that session may be
// stuck.
func (x *session) takeOver(previous *session) {
	if previous == nil {
		return
	}
	previous.stop(endedByNewer)
	select {
	case <-previous.released:
	case <-time.After(takeoverTimeout):
		x.log.Warn("the previous session has not ended in time")
	}
}

// announce informs the other hosts about the session, and waits like takeOver until they have
// ended the older sessions of the same key. If they have not ended them in time, the session
// begins anyway. If the hosts could not be informed, announce tries again in the background.
func (x *session) announce(c Config) {
	if x.client.IsAnonymous() || x.endReason() != endedItself {
		return
	}
	var err error
	x.withdrawAnnouncement, err = x.announceOnce(x.ctx, c)
	if err == nil || x.endReason() != endedItself {
		return
	}
	x.log.Warn("sessions on other hosts may not have ended", "error", cause(err))
	if x.withdrawAnnouncement != nil {
		return
	}
	ctx, cancel := context.WithCancel(x.ctx)
	withdrawFunc := make(chan func(), 1)
	x.withdrawAnnouncement = func() {
		cancel()
		if withdraw := <-withdrawFunc; withdraw != nil {
			withdraw()
		}
	}
	go x.alarm.withRecovery(func() {
		defer close(withdrawFunc)
		withdrawFunc <- x.announceLater(ctx, c)
	})()
}

// announceLater calls announceOnce again and again until the session is announced or ctx ends.
func (x *session) announceLater(ctx context.Context, c Config) (withdraw func()) {
	for withdraw == nil {
		select {
		case <-time.After(announcePause):
			withdraw, _ = x.announceOnce(ctx, c)
		case <-ctx.Done():
			return nil
		}
	}
	return withdraw
}

// announceOnce announces the session with c.BeginSession, which gives up after [takeoverTimeout].
func (x *session) announceOnce(ctx context.Context, c Config) (withdraw func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, takeoverTimeout)
	defer cancel()
	return c.BeginSession(ctx, x.client, func() { x.stop(endedByNewer) })
}

// release signals that the session no longer uses the student's saved work.
func (x *session) release() {
	x.releaseOnce.Do(func() {
		close(x.released)
		if x.withdrawAnnouncement != nil {
			x.withdrawAnnouncement()
		}
	})
}

// endReason returns the reason why the session ended, or endedItself if nothing has stopped it.
// If the client disconnects, the program may end before stop is called.
func (x *session) endReason() endReason {
	select {
	case <-x.quit:
		return x.reason
	default:
	}
	if x.ctx.Err() != nil {
		return endedByClient
	}
	return endedItself
}

// endStalled ends a session whose client no longer reads.
func (x *session) endStalled() {
	x.stop(endedStalled)
	x.connection.hangUp()
}

// endBroken reports a panic and ends the program at once, with the terminal restored.
func (x *session) endBroken(value any, stack []byte) {
	x.metrics.panics.Inc()
	x.log.Error("panic in session", panicAttr(value, stack))
	x.stop(endedByFault)
	x.cancel()
}

// run runs the model until it quits or the client disconnects, and then saves. It
// returns the exit status.
func (x *session) run(lab Lab, c Config) int {
	defer x.cancel()
	start := time.Now()
	x.log.Info("session started", "width", x.client.Width, "height", x.client.Height)
	x.metrics.sessions.Inc()
	err := x.runProgram(lab.Model, c)
	broken := x.alarm.hasTriggered() || errors.Is(err, tea.ErrProgramPanic)
	saveErr := x.leave(lab.Leave)
	x.hasUnsavedWork = saveErr != nil && !isInMemory(saveErr)
	x.release()
	x.hasEnded.Store(true)
	x.metrics.sessions.Dec()
	x.metrics.endings(x.endReason()).Inc()
	x.log.Info("session ended", "why", string(x.endReason()), "broken", broken, "saved", saveErr == nil,
		"seconds", time.Since(start).Seconds())
	return x.farewell(broken, x.workSentence(saveErr), saveErr, c.IdleTimeout)
}

// leave calls the function that ends the lab and saves its work. It returns an error if
// some work could not be saved or if saving panics.
func (x *session) leave(leave func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			x.metrics.panics.Inc()
			x.log.Error("panic while saving", panicAttr(value, debug.Stack()))
			err = errors.New("panic while saving")
		}
	}()
	err = leave()
	if errors.Is(err, ErrNothingKept) {
		x.keepsWork = false
		return nil
	}
	if err != nil {
		x.log.Error("work not saved", "error", cause(err))
	}
	return err
}

// workSentence returns a sentence about the client's work that can follow another
// sentence. It returns "" if no work of the client is kept.
func (x *session) workSentence(saveErr error) string {
	switch {
	case x.endReason() != endedByHost && isInMemory(saveErr):
		return " Some of what you did could not be saved: " + progress.Cause(saveErr) +
			". The lab holds it in memory and tries again; connect again to go on with it."
	case saveErr != nil:
		return " Some of what you did could not be saved: " + progress.Cause(saveErr) + "."
	case !x.keepsWork:
		return ""
	}
	return " Your progress is kept under your key."
}

// isInMemory reports whether the unsaved work is held in memory.
func isInMemory(err error) bool {
	unsaved, ok := errors.AsType[*UnsavedError](err)
	return ok && unsaved.InMemory
}

// farewell writes to the client why the session ended, unless the client ended it, and returns the
// exit status. work is a sentence about the client's work, or empty. This sentence is written after
// the reason, or alone if the client ended the session with unsaved work.
func (x *session) farewell(broken bool, work string, saveErr error, idle time.Duration) int {
	switch {
	case broken:
		x.writeLine("Something in the lab broke and this session had to end; the fault is recorded." + work)
		return exitBroken
	case x.endReason() == endedIdle:
		x.writeLine(fmt.Sprintf("No key was pressed for %s, so this session was closed.%s", idle, work))
	case x.endReason() == endedByHost:
		x.writeLine("The lab is closing now." + work)
	case x.endReason() == endedByNewer:
		x.writeLine("You logged in from elsewhere; this session has ended." + work)
	case saveErr != nil:
		x.writeLine(strings.TrimSpace(work))
	}
	if saveErr != nil {
		return exitUnsaved
	}
	return 0
}

// writeLine writes one line to the client's standard error.
func (x *session) writeLine(sentence string) {
	_, _ = io.WriteString(x.stderr, sentence+"\n")
}

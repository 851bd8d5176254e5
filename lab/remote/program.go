package remote

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/VictoriaMetrics/metrics"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/time/rate"
)

// resizePause limits redraws after window changes to about ten per second.
const resizePause = 100 * time.Millisecond

// framesPerSecond is the rate at which a session checks for changes to show. On average
// a key is answered after half the time between two frames.
const framesPerSecond = 30

// runProgram runs the program and the goroutines that feed it. It returns when the
// program and its model have ended.
func (x *session) runProgram(model tea.Model, c Config) error {
	out := &timedWriter{out: x.out, seconds: x.metrics.keyToFrame}
	program := tea.NewProgram(&shield{alarm: x.alarm, inner: model, turn: x.inTurn},
		tea.WithContext(x.ctx),
		tea.WithInput(nil),
		tea.WithFPS(framesPerSecond),
		tea.WithOutput(out),
		tea.WithEnvironment(x.environment()),
		// The lab encodes its own colours; the library passes them on.
		tea.WithColorProfile(colorprofile.TrueColor),
		tea.WithWindowSize(x.client.Width, x.client.Height),
		tea.WithoutSignalHandler(),
		tea.WithFilter(x.filterMessages),
	)
	idleTimer := newIdleTimer(c.IdleTimeout, x.alarm, x.warnIdle(program, c), func() { x.stop(endedIdle) })
	defer idleTimer.stop()
	go x.supervise(program)
	go x.read(program, idleTimer, out)
	_, err := program.Run()
	return err
}

// environment returns the client's environment for the terminal library. SSH_TTY stops
// the library from querying unknown terminals, some of which would print the query.
func (x *session) environment() []string {
	return append([]string{"SSH_TTY=ssh"}, x.client.Env...)
}

// filterMessages drops messages that ask the program to suspend, which would stop the
// host's process, and replaces outdated window sizes by the newest.
func (x *session) filterMessages(_ tea.Model, msg tea.Msg) (filtered tea.Msg) {
	defer x.alarm.recoverPanic()
	switch msg.(type) {
	case tea.SuspendMsg:
		return nil
	case tea.WindowSizeMsg:
		newestSize := x.connection.windowSize.get()
		return tea.WindowSizeMsg{Width: newestSize.width, Height: newestSize.height}
	}
	return msg
}

// supervise forwards the newest window size, and ends the program when the session is
// asked to end or its channel is closed.
func (x *session) supervise(program *tea.Program) {
	defer x.alarm.recoverPanic()
	for {
		select {
		case <-x.ctx.Done():
			return
		case <-x.connection.done:
			x.stop(endedByClient)
			x.cancel()
			return
		case <-x.quit:
			program.Quit()
			return
		case <-x.connection.windowSize.hasNew:
			newestSize := x.connection.windowSize.get()
			program.Send(tea.WindowSizeMsg{Width: newestSize.width, Height: newestSize.height})
			x.pause(resizePause)
		}
	}
}

// pause waits for d, or until the session ends or is asked to end.
func (x *session) pause(d time.Duration) {
	select {
	case <-time.After(d):
	case <-x.quit:
	case <-x.ctx.Done():
	}
}

// read sends input to the program until the input ends.
func (x *session) read(program *tea.Program, idle *idleTimer, out *timedWriter) {
	defer x.alarm.recoverPanic()
	chunks := make(chan []byte)
	go func() {
		defer x.alarm.recoverPanic()
		readAll(x.ctx, x.ssh, chunks)
	}()
	unhandled := make(chan inputMessages, 1)
	p := &inputPump{
		send: func(input inputMessages) {
			out.recordKey()
			program.Send(inputEvent{input, unhandled})
		},
		unhandled:      unhandled,
		onActivity:     idle.reset,
		onDecoderPanic: func() { x.log.Warn("input decoder panicked; its input was dropped") },
		onSyncReport:   func(m tea.ModeReportMsg) { program.Send(m) },
		rate:           rate.NewLimiter(eventsPerSecond, eventBurst),
	}
	p.run(x.ctx, chunks)
	x.stop(endedByClient)
}

// inTurn waits for the session's turn to handle messages or draw, and then runs work.
// If the session ends first, it runs work at once.
func (x *session) inTurn(work func()) {
	if end, ok := x.drawing.awaitTurn(x.ctx); ok {
		defer end()
	}
	work()
}

// Gatherer is a model that can receive several input messages at once. Gather handles one or more of
// them, with the same effect as Update for each in order, and returns how many. It may merge
// repetitions.
type Gatherer interface {
	Gather(input []tea.Msg) (next tea.Model, cmd tea.Cmd, n int)
}

// inputMessages holds messages in the order in which they arrived.
type inputMessages []tea.Msg

// inputEvent is input that the program handles in one turn. At the end of the turn, the program
// sends the input that it has not handled to the channel unhandled.
type inputEvent struct {
	input     inputMessages
	unhandled chan<- inputMessages
}

// inputTurnLimit is the time after which a turn handles no further message of its input. Keys that
// cannot be merged take 0.1 to 0.5 ms each.
const inputTurnLimit = 10 * time.Millisecond

// shield wraps the model of a [Lab]. It reports the first panic of the model and no
// longer calls the model afterwards. Bubble Tea also recovers from panics, but prints
// them to the host's standard error, and they may quote the client.
type shield struct {
	alarm *panicAlarm
	inner tea.Model
	turn  func(work func()) // runs work when it is the session's turn
}

func (s *shield) Init() (cmd tea.Cmd) {
	defer s.alarm.recoverPanic()
	return s.alarm.guardCommand(s.inner.Init())
}

// Update passes a message to the model.
func (s *shield) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	next = s
	defer s.alarm.recoverPanic()
	if s.alarm.hasTriggered() {
		return next, nil
	}
	s.turn(func() {
		if e, ok := msg.(inputEvent); ok {
			cmd = s.gather(e)
		} else {
			s.inner, cmd = s.inner.Update(msg)
		}
	})
	return next, s.alarm.guardCommand(cmd)
}

// View returns the view of the model.
func (s *shield) View() (v tea.View) {
	defer s.alarm.recoverPanic()
	if s.alarm.hasTriggered() {
		return v
	}
	s.turn(func() { v = s.inner.View() })
	return v
}

// gather passes input to the model until the turn is over, and sends the rest to
// e.unhandled.
func (s *shield) gather(e inputEvent) tea.Cmd {
	var cmds []tea.Cmd
	input := e.input
	for start := time.Now(); len(input) > 0 && time.Since(start) < inputTurnLimit; {
		var cmd tea.Cmd
		n := 1
		if g, ok := s.inner.(Gatherer); ok && len(input) > 1 {
			s.inner, cmd, n = g.Gather(input)
		} else {
			s.inner, cmd = s.inner.Update(input[0])
		}
		cmds, input = append(cmds, cmd), input[n:]
	}
	e.unhandled <- input
	return tea.Batch(cmds...)
}

// writeChunk is the number of bytes that patientWriter writes at a time.
const writeChunk = 4 << 10

// patientWriter writes in pieces of writeChunk bytes and calls onStall if one of them
// takes longer than limit. onStall must cause the blocked write to return.
type patientWriter struct {
	out     io.Writer
	limit   time.Duration
	onStall func()
}

func (w patientWriter) Write(p []byte) (written int, err error) {
	for len(p) > 0 && err == nil {
		var n int
		n, err = w.writeOnce(p[:min(len(p), writeChunk)])
		written += n
		p = p[n:]
	}
	return written, err
}

func (w patientWriter) writeOnce(p []byte) (int, error) {
	stallTimer := time.AfterFunc(w.limit, w.onStall)
	defer stallTimer.Stop()
	n, err := w.out.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err
}

// timedWriter measures the time from the newest key to the next write.
type timedWriter struct {
	out     io.Writer
	seconds *metrics.PrometheusHistogram
	keyTime atomic.Int64 // time of the newest unanswered key, or 0
}

// recordKey records that a key is sent to the program.
func (w *timedWriter) recordKey() { w.keyTime.Store(time.Now().UnixNano()) }

func (w *timedWriter) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	if pressedAt := w.keyTime.Swap(0); pressedAt != 0 {
		w.seconds.Update(time.Since(time.Unix(0, pressedAt)).Seconds())
	}
	return n, err
}

// idleWarning is the time before the end of an idle session at which the student is
// warned.
const idleWarning = 5 * time.Minute

// idleTimer calls one function after some time without activity, as a warning, and
// another one later, to end the session.
type idleTimer struct {
	warning, end *time.Timer
	warnAfter    time.Duration
	endAfter     time.Duration
}

func newIdleTimer(endAfter time.Duration, a *panicAlarm, warn, end func()) *idleTimer {
	warnAfter := endAfter - warningLead(endAfter)
	return &idleTimer{time.AfterFunc(warnAfter, a.withRecovery(warn)), time.AfterFunc(endAfter, a.withRecovery(end)),
		warnAfter, endAfter}
}

// warningLead returns the time between warning and end: idleWarning, or half of a short
// limit.
func warningLead(endAfter time.Duration) time.Duration { return min(idleWarning, endAfter/2) }

func (t *idleTimer) reset() {
	t.warning.Reset(t.warnAfter)
	t.end.Reset(t.endAfter)
}

func (t *idleTimer) stop() {
	t.warning.Stop()
	t.end.Stop()
}

// warnIdle returns a function that warns the student that the session will end.
func (x *session) warnIdle(program *tea.Program, c Config) func() {
	lead := warningLead(c.IdleTimeout)
	text := fmt.Sprintf("No key for %s: this session ends in %s. Press any key to keep it.",
		inWords(c.IdleTimeout-lead), inWords(lead))
	return func() { program.Send(c.Notice(text)) }
}

// inWords formats whole minutes in words, such as "5 minutes", and other durations like "1m30s".
func inWords(d time.Duration) string {
	if n := d.Round(time.Minute); d >= time.Minute && n == d {
		if n == time.Minute {
			return "a minute"
		}
		return fmt.Sprintf("%d minutes", n/time.Minute)
	}
	return d.Round(time.Millisecond).String()
}

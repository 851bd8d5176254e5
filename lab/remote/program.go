package remote

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"
)

// resizePause keeps a storm of window changes to about ten redraws a second.
const resizePause = 100 * time.Millisecond

// framesPerSecond is how often a session looks for a change to show. A key is
// answered half of the time between two frames later, on average.
const framesPerSecond = 60

// runProgram runs the program together with what feeds it. It returns when the
// program has ended, and with it the model.
func (x *session) runProgram(model tea.Model, c Config) error {
	out := &timedWriter{out: x.out, seconds: x.metrics.keyToFrame}
	program := tea.NewProgram(&shield{alarm: x.alarm, inner: model},
		tea.WithContext(x.ctx),
		tea.WithInput(nil),
		tea.WithFPS(framesPerSecond),
		tea.WithOutput(out),
		tea.WithEnvironment(x.environment()),
		// The lab encodes its own colours; the library passes them on.
		tea.WithColorProfile(colorprofile.TrueColor),
		tea.WithWindowSize(x.client.Width, x.client.Height),
		tea.WithoutSignalHandler(),
		tea.WithFilter(x.onlyOwn),
	)
	idleTimer := newIdleTimer(c.IdleTimeout, x.alarm, x.warnIdle(program, c), func() { x.stop(byIdle) })
	defer idleTimer.stop()
	go x.supervise(program)
	go x.read(program, idleTimer, out)
	_, err := program.Run()
	return err
}

// environment is the client's, as the terminal library should see it. The
// SSH_TTY keeps it from asking terminals it does not know for capabilities:
// some print the question.
func (x *session) environment() []string {
	return append([]string{"SSH_TTY=ssh"}, x.client.Env...)
}

// onlyOwn is the program's filter. Suspending would stop the host's process,
// and a size that was overtaken is replaced by the newest.
func (x *session) onlyOwn(_ tea.Model, msg tea.Msg) (own tea.Msg) {
	defer x.alarm.guard()
	switch msg.(type) {
	case tea.SuspendMsg:
		return nil
	case tea.WindowSizeMsg:
		now := x.link.sizes.get()
		return tea.WindowSizeMsg{Width: now.width, Height: now.height}
	}
	return msg
}

// supervise forwards window sizes, the newest alone, and ends the program when
// it is asked to or when the channel is gone.
func (x *session) supervise(program *tea.Program) {
	defer x.alarm.guard()
	for {
		select {
		case <-x.ctx.Done():
			return
		case <-x.link.done:
			x.stop(byClient)
			x.cancel()
			return
		case <-x.quit:
			program.Quit()
			return
		case <-x.link.sizes.changed:
			now := x.link.sizes.get()
			program.Send(tea.WindowSizeMsg{Width: now.width, Height: now.height})
			x.pause(resizePause)
		}
	}
}

// pause waits, unless the session ends or is asked to.
func (x *session) pause(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-x.quit:
	case <-x.ctx.Done():
	}
}

// read pumps input into the program until there is no more.
func (x *session) read(program *tea.Program, idle *idleTimer, out *timedWriter) {
	defer x.alarm.guard()
	chunks := make(chan []byte)
	go func() {
		defer x.alarm.guard()
		readAll(x.ctx, x.ssh, chunks)
	}()
	p := &pump{
		send: func(input gathered) {
			out.pressed()
			program.Send(input)
		},
		active: idle.reset,
		odd:    func() { x.log.Warn("input decoder panicked; its input was dropped") },
		synced: func(m tea.ModeReportMsg) { program.Send(m) },
		rate:   rate.NewLimiter(eventsPerSecond, eventBurst),
	}
	p.run(x.ctx, chunks)
	x.stop(byClient)
}

// Gatherer is a model that takes all input that was waiting at one time
// together: it is called in place of Update, in whose stead it does what Update
// would for each message in order, and may fold what repeats.
type Gatherer interface {
	Gather(input []tea.Msg) (tea.Model, tea.Cmd)
}

// gathered is input that was waiting at one time, in order.
type gathered []tea.Msg

// shield is the model that the program runs: the factory's, of which a panic is
// reported and nothing is heard from then on. Bubble Tea recovers too, but prints
// what it caught, which may quote the client, to the host's standard error.
type shield struct {
	alarm *alarm
	inner tea.Model
}

var _ tea.Model = (*shield)(nil)

func (s *shield) Init() (cmd tea.Cmd) {
	defer s.alarm.guard()
	return s.alarm.around(s.inner.Init())
}

// Update has the model take a message.
func (s *shield) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	next = s
	defer s.alarm.guard()
	if s.alarm.hasRung() {
		return next, nil
	}
	if input, ok := msg.(gathered); ok {
		cmd = s.gather(input)
	} else {
		s.inner, cmd = s.inner.Update(msg)
	}
	return next, s.alarm.around(cmd)
}

// View is what the model looks like.
func (s *shield) View() (v tea.View) {
	defer s.alarm.guard()
	if s.alarm.hasRung() {
		return v
	}
	return s.inner.View()
}

// gather has the model take input, at once if it can.
func (s *shield) gather(input gathered) (cmd tea.Cmd) {
	if g, ok := s.inner.(Gatherer); ok && len(input) > 1 {
		s.inner, cmd = g.Gather(input)
		return cmd
	}
	cmds := make([]tea.Cmd, len(input))
	for i, msg := range input {
		s.inner, cmds[i] = s.inner.Update(msg)
	}
	return tea.Batch(cmds...)
}

// writeChunk is what has to get through within the limit: 400 bytes a second
// is enough to keep a session.
const writeChunk = 4 << 10

// patientWriter writes in small pieces and calls stalled when one of them
// takes longer than limit. Stalled must make the blocked write return.
type patientWriter struct {
	out     io.Writer
	limit   time.Duration
	stalled func()
}

var _ io.Writer = patientWriter{}

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
	watch := time.AfterFunc(w.limit, w.stalled)
	defer watch.Stop()
	n, err := w.out.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err
}

// timedWriter measures how long it takes from the newest key to the next write.
type timedWriter struct {
	out     io.Writer
	seconds prometheus.Histogram
	asked   atomic.Int64 // when the newest key without an answer came; 0 if there is none
}

// pressed says that a key is on its way to the program.
func (w *timedWriter) pressed() { w.asked.Store(time.Now().UnixNano()) }

func (w *timedWriter) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	if asked := w.asked.Swap(0); asked != 0 {
		w.seconds.Observe(time.Since(time.Unix(0, asked)).Seconds())
	}
	return n, err
}

// idleWarning is how long before the end of an idle session its student is
// warned.
const idleWarning = 5 * time.Minute

// idleTimer warns and then fires once nobody has been active for so long. The
// zero duration and less never fire.
type idleTimer struct {
	warning, end *time.Timer
	warnAfter    time.Duration
	after        time.Duration
}

func newIdleTimer(after time.Duration, a *alarm, warn, fire func()) *idleTimer {
	if after <= 0 {
		return &idleTimer{}
	}
	early := after - warnedBefore(after)
	return &idleTimer{time.AfterFunc(early, a.guarded(warn)), time.AfterFunc(after, a.guarded(fire)), early, after}
}

// warnedBefore is the time that is left when the warning comes: half of what a
// short limit allows.
func warnedBefore(after time.Duration) time.Duration { return min(idleWarning, after/2) }

func (t *idleTimer) reset() {
	if t.end != nil {
		t.warning.Reset(t.warnAfter)
		t.end.Reset(t.after)
	}
}

func (t *idleTimer) stop() {
	if t.end != nil {
		t.warning.Stop()
		t.end.Stop()
	}
}

// warnIdle shows the student of a program that their session is about to end.
func (x *session) warnIdle(program *tea.Program, c Config) func() {
	if c.Notice == nil {
		return func() {}
	}
	left := warnedBefore(c.IdleTimeout)
	text := fmt.Sprintf("No key for %s: this session ends in %s. Any key keeps it.", spoken(c.IdleTimeout-left),
		spoken(left))
	return func() { program.Send(c.Notice(text)) }
}

// spoken is a length of time in words.
func spoken(d time.Duration) string {
	if n := d.Round(time.Minute); d >= time.Minute && n == d {
		if n == time.Minute {
			return "a minute"
		}
		return fmt.Sprintf("%d minutes", n/time.Minute)
	}
	return d.Round(time.Millisecond).String()
}

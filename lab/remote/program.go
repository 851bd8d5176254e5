package remote

import (
	"context"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/time/rate"
)

// resizePause keeps a storm of window changes to about ten redraws a second.
const resizePause = 100 * time.Millisecond

// flushRate is how often a second Bubble Tea writes what it writes itself: the
// questions of a model to the terminal.
const flushRate = 10

// runProgram runs the program together with what feeds it and what shows it. It
// returns when the program has ended, and with it the model.
func (x *session) runProgram(model tea.Model, c Config) error {
	start := size{x.client.Width, x.client.Height}
	x.painter = newPainter(x.out, x.turns, newTerminal(start, x.client.Getenv("TERM")), x.metrics)
	s := &shield{alarm: x.alarm, painter: x.painter, inner: model}
	defer s.seal()
	x.painter.view, x.painter.rest = s.look, s.rest
	program := tea.NewProgram(s,
		tea.WithContext(x.ctx),
		tea.WithInput(nil),
		tea.WithoutRenderer(),
		tea.WithFPS(flushRate),
		tea.WithOutput(x.out),
		tea.WithEnvironment(x.environment()),
		// The lab encodes its own colours; the library passes them on.
		tea.WithColorProfile(colorprofile.TrueColor),
		tea.WithWindowSize(start.width, start.height),
		tea.WithoutSignalHandler(),
		tea.WithFilter(x.onlyOwn),
	)
	idleTimer := newIdleTimer(c.IdleTimeout, x.alarm, x.warnIdle(program, c), func() { x.stop(byIdle) })
	defer idleTimer.stop()
	go x.supervise(program)
	go x.read(program, idleTimer)
	ctx, cancel := context.WithCancel(x.ctx)
	x.hide = cancel
	go x.show(ctx)
	_, err := program.Run()
	return err
}

// show paints until the context ends.
func (x *session) show(ctx context.Context) {
	defer x.alarm.guard()
	if err := x.painter.run(ctx); err != nil {
		x.stop(byClient)
	}
}

// restore ends the painting and gives the client their terminal back. It waits for
// a frame that is being written.
func (x *session) restore() {
	x.hide()
	<-x.painter.done
	_, _ = io.WriteString(x.out, restored)
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
func (x *session) read(program *tea.Program, idle *idleTimer) {
	defer x.alarm.guard()
	chunks := make(chan []byte)
	go func() {
		defer x.alarm.guard()
		readAll(x.ctx, x.ssh, chunks)
	}()
	p := &pump{
		send: func(input gathered) {
			x.painter.pressed()
			program.Send(input)
		},
		active: idle.reset,
		odd:    func() { x.log.Warn("input decoder panicked; its input was dropped") },
		synced: func() { x.painter.synced.Store(true) },
		rate:   rate.NewLimiter(eventsPerSecond, eventBurst),
	}
	p.run(x.ctx, chunks)
	x.stop(byClient)
}

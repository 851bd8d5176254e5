package remote

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
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

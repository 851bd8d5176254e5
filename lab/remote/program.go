package remote

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"kernellab/lab/remote/thin"
)

// resizePause keeps a storm of window changes to about thirty redraws a
// second.
const resizePause = 30 * time.Millisecond

// runProgram runs the program together with what feeds it.
func (x *session) runProgram(model tea.Model, idle time.Duration) error {
	screen := thin.New(x.out, x.client.Width, x.client.Height)
	program := tea.NewProgram(shield{model, x.alarm},
		tea.WithContext(x.ctx),
		tea.WithInput(nil),
		tea.WithOutput(screen),
		tea.WithEnvironment(x.environment()),
		// The lab encodes its own colours; the library passes them on.
		tea.WithColorProfile(colorprofile.TrueColor),
		tea.WithWindowSize(x.client.Width, x.client.Height),
		tea.WithoutSignalHandler(),
		tea.WithFilter(x.onlyOwn(screen)),
	)
	idleTimer := newIdleTimer(idle, func() { x.stop(byIdle) })
	defer idleTimer.stop()
	go x.supervise(program)
	go x.read(program, idleTimer)
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
// and a size that was overtaken is replaced by the newest, of which the screen
// is told before anything is drawn for it.
func (x *session) onlyOwn(screen *thin.Writer) func(tea.Model, tea.Msg) tea.Msg {
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		switch msg.(type) {
		case tea.SuspendMsg:
			return nil
		case tea.WindowSizeMsg:
			now := x.link.sizes.get()
			screen.Resize(now.width, now.height)
			return tea.WindowSizeMsg{Width: now.width, Height: now.height}
		}
		return msg
	}
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
	go readAll(x.ctx, x.ssh, chunks)
	p := &pump{
		send:   program.Send,
		active: idle.reset,
		odd:    func() { x.log.Warn("input decoder panicked; its input was dropped") },
		rate:   newBucket(),
	}
	p.run(x.ctx, chunks)
	x.stop(byClient)
}

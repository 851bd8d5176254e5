package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"github.com/charmbracelet/colorprofile"

	"kernellab/lab/remote/thin"
)

// Exit statuses of a session.
const (
	exitRefused = 1
	exitBroken  = 70 // EX_SOFTWARE of sysexits.h
)

// resizePause keeps a storm of window changes to about thirty redraws a
// second.
const resizePause = 30 * time.Millisecond

// ending is why the host ended a session.
type ending string

const (
	byItself ending = "quit" // the program quit, or broke
	byIdle   ending = "idle"
	byHost   ending = "host closing"
	byStall  ending = "stalled"
	byClient ending = "client left"
	byFault  ending = "fault"
)

// session is one client's program from start to end.
type session struct {
	ssh    ssh.Session
	link   *link
	client Client
	log    *slog.Logger
	out    io.Writer // patient
	errors io.Writer // patient

	ctx    context.Context // ends with the connection; the program runs under it
	cancel context.CancelFunc
	quit   chan struct{} // closed when somebody asked the program to quit
	once   sync.Once
	why    ending // set before quit is closed
	alarm  *alarm
}

func newSession(s ssh.Session, client Client, log *slog.Logger) *session {
	ctx, cancel := context.WithCancel(s.Context())
	x := &session{
		ssh: s, link: linkOf(s.Context()), client: client,
		log: log.With("id", client.ID, "user", client.User, "remote", client.Remote),
		ctx: ctx, cancel: cancel, quit: make(chan struct{}),
	}
	x.out = patientWriter{s, stallLimit, x.stalled}
	x.errors = patientWriter{s.Stderr(), stallLimit, x.stalled}
	x.alarm = newAlarm(x.broke)
	return x
}

// stop asks the program to quit, and makes it end if it does not. Only the
// first reason counts.
func (x *session) stop(why ending) {
	x.once.Do(func() {
		x.why = why
		close(x.quit)
		time.AfterFunc(quitGrace, x.cancel)
		time.AfterFunc(quitGrace+closeGrace, x.link.hangUp)
	})
}

// ended says who ended the session.
func (x *session) ended() ending {
	select {
	case <-x.quit:
		return x.why
	default:
		return byItself
	}
}

// stalled ends a session whose client no longer reads.
func (x *session) stalled() {
	x.stop(byStall)
	x.link.hangUp()
}

// broke reports a panic and ends the program at once, restoring the terminal.
func (x *session) broke(value any, stack []byte) {
	x.log.Error("panic in session", "panic", fmt.Sprint(value), "stack", string(stack))
	x.stop(byFault)
	x.cancel()
}

// run shows the model to the client until it or the client is done, and saves.
// It returns the exit status.
func (x *session) run(model tea.Model, save func(), idle time.Duration) int {
	defer x.cancel()
	start := time.Now()
	x.log.Info("session started", "width", x.client.Width, "height", x.client.Height)
	err := x.runProgram(model, idle)
	broken := x.alarm.hasRung() || errors.Is(err, tea.ErrProgramPanic)
	saved := x.save(save)
	x.log.Info("session ended", "why", string(x.ended()), "broken", broken, "saved", saved,
		"seconds", time.Since(start).Seconds())
	return x.farewell(broken, saved, idle)
}

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

// save calls the hook and reports whether it returned.
func (x *session) save(hook func()) (ok bool) {
	if hook == nil {
		return true
	}
	defer func() {
		if value := recover(); value != nil {
			x.log.Error("panic while saving", "panic", fmt.Sprint(value))
			ok = false
		}
	}()
	hook()
	return true
}

// farewell tells the client why the session ended, if it was not their wish,
// and returns the exit status.
func (x *session) farewell(broken, saved bool, idle time.Duration) int {
	kept := ""
	if saved && !x.client.Anonymous() {
		kept = " Your progress is kept under your key."
	}
	switch {
	case broken:
		x.say("Something in the lab broke and this session had to end; the fault is recorded." + kept)
		return exitBroken
	case x.ended() == byIdle:
		x.say(fmt.Sprintf("No key was pressed for %s, so this session was closed.%s", idle, kept))
	case x.ended() == byHost:
		x.say("The lab is closing now." + kept)
	}
	return 0
}

// say writes one line to the client's standard error.
func (x *session) say(sentence string) {
	_, _ = io.WriteString(x.errors, sentence+"\n")
}

// idleTimer fires once nobody has been active for so long. The zero duration
// and less never fire.
type idleTimer struct {
	timer *time.Timer
	after time.Duration
}

func newIdleTimer(after time.Duration, fire func()) *idleTimer {
	if after <= 0 {
		return &idleTimer{}
	}
	return &idleTimer{time.AfterFunc(after, fire), after}
}

func (t *idleTimer) reset() {
	if t.timer != nil {
		t.timer.Reset(t.after)
	}
}

func (t *idleTimer) stop() {
	if t.timer != nil {
		t.timer.Stop()
	}
}

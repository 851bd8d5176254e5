package lab

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
)

// address says which screen asked for something and in which of its
// generations. An answer whose address has moved on is refused.
type address struct {
	owner int
	gen   int
}

// job is a computation in a command: starting it again or closing the screen
// cancels the one before, whose answer is then refused.
type job struct {
	gen    int
	busy   bool
	cancel context.CancelFunc
}

// start begins the next generation.
func (j *job) start(ctx context.Context) (context.Context, int) {
	j.stop()
	ctx, j.cancel = context.WithCancel(ctx)
	j.busy = true
	return ctx, j.gen
}

// stop cancels what is under way and refuses its answer.
func (j *job) stop() {
	if j.cancel != nil {
		j.cancel()
	}
	j.cancel, j.busy = nil, false
	j.gen++
}

// awaits reports whether the answer of generation gen is wanted.
func (j *job) awaits(gen int) bool { return j.busy && gen == j.gen }

// finish accepts the answer of generation gen, once.
func (j *job) finish(gen int) bool {
	if !j.awaits(gen) {
		return false
	}
	j.cancel()
	j.cancel, j.busy = nil, false
	return true
}

// asker is the screen that a component's questions are asked for: their answers
// go to it, they end with its session, and wait for their turn there.
type asker struct {
	owner   int
	session *session
}

// ask starts a job and returns its command.
func (a asker) ask(j *job, question func(ctx context.Context, to address) tea.Msg) tea.Cmd {
	ctx, gen := j.start(a.session.ctx)
	to := address{a.owner, gen}
	return a.session.inTurn(func() tea.Msg { return question(ctx, to) })
}

// moment is a run at one of its frames: what a question is about.
type moment struct {
	run    exercises.Run
	at     int
	serial int // of the runs loaded
}

// key tells moments apart: the past of a run never changes.
func (m moment) key() momentKey { return momentKey{m.serial, m.at} }

type momentKey struct{ serial, at int }

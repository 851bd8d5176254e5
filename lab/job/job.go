// Package job asks questions in commands and takes each answer once: a job that
// is begun again or stopped cancels the one before, whose answer is then refused
// by its address. It knows neither what is asked nor who shows it.
package job

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// Address says which screen asked for something and in which of its
// generations. An answer whose address has moved on is refused.
type Address struct{ Owner, Gen int }

// To makes a message that embeds its address one that finds its screen.
func (a Address) To() Address { return a }

// Job is a computation in a command. The zero Job is ready.
type Job struct {
	gen    int
	busy   bool
	cancel context.CancelFunc
}

// Busy reports whether an answer is awaited.
func (j *Job) Busy() bool { return j.busy }

// start begins the next generation.
func (j *Job) start(ctx context.Context) (context.Context, int) {
	j.Stop()
	ctx, j.cancel = context.WithCancel(ctx)
	j.busy = true
	return ctx, j.gen
}

// Stop cancels what is under way and refuses its answer.
func (j *Job) Stop() {
	if j.cancel != nil {
		j.cancel()
	}
	j.cancel, j.busy = nil, false
	j.gen++
}

// Address is that of the answer awaited by an owner.
func (j *Job) Address(owner int) Address { return Address{owner, j.gen} }

// Awaits reports whether the answer with an address is the one awaited.
func (j *Job) Awaits(a Address) bool { return j.busy && a.Gen == j.gen }

// Finish accepts the answer with an address, once.
func (j *Job) Finish(a Address) bool {
	if !j.Awaits(a) {
		return false
	}
	j.cancel()
	j.cancel, j.busy = nil, false
	return true
}

// Asker is the screen for which something is asked: the answer goes to it, and
// what is asked ends with its context.
type Asker struct {
	Owner   int
	Context context.Context
	Turn    func(tea.Cmd) tea.Cmd // has a command that computes wait for its turn; nil: there are none
}

// Ask begins a job and returns its command.
func (a Asker) Ask(j *Job, question func(ctx context.Context, to Address) tea.Msg) tea.Cmd {
	ctx, gen := j.start(a.Context)
	cmd := func() tea.Msg { return question(ctx, Address{a.Owner, gen}) }
	if a.Turn == nil {
		return cmd
	}
	return a.Turn(cmd)
}

package core

import (
	"context"
)

// Address identifies the screen that asked for something and the generation of its
// job. An answer from an earlier generation is dropped.
type Address struct{ Owner, Gen int }

// To returns the address. A message that embeds an Address is thereby delivered to its
// screen.
func (a Address) To() Address { return a }

// Work is a computation aside from the front end. The screens run it in a command, the
// transcript at once. The result is a message for whoever asked.
type Work func() any

// Job is a computation aside from the front end. The zero Job is ready.
type Job struct {
	gen    int
	busy   bool
	cancel context.CancelFunc
}

// Busy reports whether the job waits for an answer.
func (j *Job) Busy() bool { return j.busy }

// start begins the next generation and returns its context and number.
func (j *Job) start(ctx context.Context) (context.Context, int) {
	j.Stop()
	ctx, j.cancel = context.WithCancel(ctx)
	j.busy = true
	return ctx, j.gen
}

// Stop cancels the computation in progress. Its answer will be dropped.
func (j *Job) Stop() {
	if j.cancel != nil {
		j.cancel()
	}
	j.cancel, j.busy = nil, false
	j.gen++
}

// Address returns the address of the answer that an owner waits for.
func (j *Job) Address(owner int) Address { return Address{owner, j.gen} }

// Awaits reports whether the job waits for the answer with an address.
func (j *Job) Awaits(a Address) bool { return j.busy && a.Gen == j.gen }

// Finish accepts the answer with an address and reports whether the job waited for it.
// A second call returns false.
func (j *Job) Finish(a Address) bool {
	if !j.Awaits(a) {
		return false
	}
	j.cancel()
	j.cancel, j.busy = nil, false
	return true
}

// Asker starts jobs for a screen. The answers go to Owner, and all jobs end with
// Context.
type Asker struct {
	Owner   int
	Context context.Context
	Turn    func(context.Context, Work) Work // has work wait for its turn; nil: there are none
	Batch   int                              // frames to extend a run by at a time; 0: what a screen has time for
}

// Ask starts a job and returns its work, which runs question and returns its answer.
func (a Asker) Ask(j *Job, question func(ctx context.Context, to Address) any) Work {
	ctx, gen := j.start(a.Context)
	work := func() any { return question(ctx, Address{a.Owner, gen}) }
	if a.Turn == nil {
		return work
	}
	return a.Turn(ctx, work)
}

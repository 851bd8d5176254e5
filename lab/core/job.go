package core

import (
	"context"

	"kernellab/exercises"
)

// Address identifies the screen that started a job, and the generation of the job.
// Answers from earlier generations are dropped.
type Address struct{ Owner, Gen int }

// To returns the address. Messages embed an Address, so that To returns the address of a message.
func (a Address) To() Address { return a }

// Work is a computation that may take time. A screen runs it in the background. The transcript, the
// front end without a screen, runs it at once. The result is a message for the screen that started
// the work.
type Work func() any

// Job is a computation that starts again whenever its inputs change. Each start is a generation, and
// only the answer of the latest one counts. The zero Job is ready to start.
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

// Address returns the address that the answer for an owner will have.
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

// Asker starts jobs for a screen. The answers go to Owner. When Context is cancelled, so are all
// jobs.
type Asker struct {
	Owner     int
	Context   context.Context
	AwaitTurn func(context.Context, Work) Work // delays work until it may run; nil means that work never waits
	BatchSize int                              // steps by which a run is extended at a time; if 0, the player decides
}

// Ask starts the next generation of a job. It returns the work that computes the answer by calling
// question.
func (a Asker) Ask(j *Job, question func(ctx context.Context, to Address) any) Work {
	ctx, gen := j.start(a.Context)
	work := func() any { return question(ctx, Address{a.Owner, gen}) }
	if a.AwaitTurn == nil {
		return work
	}
	return a.AwaitTurn(ctx, work)
}

// Ledger holds the invariants of the frame on the stage, which is the step of the run that is shown
// now. Until they are computed, it keeps the invariants of the previous frame.
type Ledger struct {
	frameJob
	Open   bool
	Loaded bool // whether Items belong to this frame or to an earlier one
	Items  []exercises.Invariant
}

// ledgerMsg contains the invariants of a frame.
type ledgerMsg struct {
	Address
	items []exercises.Invariant
}

// SetOpen opens or closes the ledger.
func (l *Ledger) SetOpen(open bool) {
	l.Open = open
	l.forget()
}

// request returns the work that reads the invariants at a moment, a step of a run. It returns nil if
// they are known or the ledger is closed.
func (l *Ledger) request(a Asker, now Moment) Work {
	invariants := exercises.AbilitiesOf(now.Run).Ledger
	if !l.Open || invariants == nil {
		return nil
	}
	return l.frameJob.request(a, now, func(_ context.Context, to Address) any {
		return ledgerMsg{to, invariants(now.At)}
	})
}

func (l *Ledger) receive(m ledgerMsg) {
	if l.finish(m.Address) {
		l.Items, l.Loaded = m.items, true
	}
}

// CountBroken returns the number of invariants that do not hold.
func (l *Ledger) CountBroken() int {
	n := 0
	for _, i := range l.Items {
		if !i.Holds {
			n++
		}
	}
	return n
}

// frameJob asks a question about the frame on the stage, once for each frame. It asks the
// next question only after an answer to the previous one.
type frameJob struct {
	job     Job
	lastKey MomentKey // the frame that was asked about last
}

// request returns the work that asks about a frame, or nil if the answer is known or
// another question is open.
func (f *frameJob) request(a Asker, now Moment, question func(context.Context, Address) any) Work {
	if f.job.Busy() || f.lastKey == now.Key() {
		return nil
	}
	f.lastKey = now.Key()
	return a.Ask(&f.job, question)
}

// finish accepts the answer with an address, once.
func (f *frameJob) finish(to Address) bool { return f.job.Finish(to) }

// forget cancels the question, so that it will be asked again.
func (f *frameJob) forget() {
	f.job.Stop()
	f.lastKey = MomentKey{}
}

package core

import "context"

// Address is where the result of a job goes: to the screen with the number Owner. Gen counts the
// starts and stops of the job, or for a tick the starts of the clock. A result is dropped if the job
// has been stopped or started again since.
type Address struct{ Owner, Gen int }

// To returns the address. Messages embed an Address, so that To returns the address of a message.
func (a Address) To() Address { return a }

// Command is a computation that may take time, like a command of Bubble Tea. A screen runs it in
// the background. The transcript, the front end without a screen, runs it at once. The result is a
// message for the screen that started the command.
type Command func() any

// Job keeps track of a computation that can be started again. Each start is a generation, and only
// the result of the latest one counts. The zero Job is ready to start.
type Job struct {
	gen    int
	busy   bool
	cancel context.CancelFunc
}

// Busy reports whether the job waits for a result.
func (j *Job) Busy() bool { return j.busy }

// start begins the next generation and returns its context and number.
func (j *Job) start(ctx context.Context) (context.Context, int) {
	j.Stop()
	ctx, j.cancel = context.WithCancel(ctx)
	j.busy = true
	return ctx, j.gen
}

// Stop cancels the computation in progress. Its result will be dropped.
func (j *Job) Stop() {
	if j.cancel != nil {
		j.cancel()
	}
	j.cancel, j.busy = nil, false
	j.gen++
}

// Address returns the address that the result for an owner will have.
func (j *Job) Address(owner int) Address { return Address{owner, j.gen} }

// Awaits reports whether the job waits for the result with an address.
func (j *Job) Awaits(a Address) bool { return j.busy && a.Gen == j.gen }

// Finish accepts the result with an address and reports whether the job waited for it. A second
// call returns false.
func (j *Job) Finish(a Address) bool {
	if !j.Awaits(a) {
		return false
	}
	j.cancel()
	j.cancel, j.busy = nil, false
	return true
}

// JobStarter starts jobs for a screen. The results go to the screen with the number Owner. When
// Context is cancelled, so are all jobs.
type JobStarter struct {
	Owner   int
	Context context.Context
	// AwaitTurn, if not nil, delays a command until it may run.
	AwaitTurn func(context.Context, Command) Command
	// BatchSize is the number of steps of a solver that one command computes. If it is 0, the player,
	// which moves through the steps, decides, and computes quick steps without a command.
	BatchSize int
}

// StartJob starts the next generation of a job. It returns the command that calls compute, whose
// result is the message for the screen.
func (s JobStarter) StartJob(j *Job, compute func(ctx context.Context, to Address) any) Command {
	ctx, gen := j.start(s.Context)
	work := func() any { return compute(ctx, Address{s.Owner, gen}) }
	if s.AwaitTurn == nil {
		return work
	}
	return s.AwaitTurn(ctx, work)
}

// frameJob computes something about the frame on the stage. It does not start again while it is
// running, so it skips frames that are passed meanwhile. It remembers only the frame of the latest
// start.
type frameJob struct {
	job     Job
	lastKey MomentKey // the frame of the latest start
}

// request returns the command that computes the result for a frame, or nil if the result is known
// or another computation is running.
func (f *frameJob) request(jobs JobStarter, now Moment, compute func(context.Context, Address) any) Command {
	if f.job.Busy() || f.lastKey == now.Key() {
		return nil
	}
	f.lastKey = now.Key()
	return jobs.StartJob(&f.job, compute)
}

// finish accepts the result with an address and reports whether the job waited for it.
func (f *frameJob) finish(to Address) bool { return f.job.Finish(to) }

// forget cancels the computation, so that it will start again.
func (f *frameJob) forget() {
	f.job.Stop()
	f.lastKey = MomentKey{}
}

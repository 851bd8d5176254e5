package core

import (
	"context"

	"kernellab/exercises"
)

// Ledger holds the invariants of the frame on the stage. It keeps the old ones until the
// frame has its own.
type Ledger struct {
	frameJob
	Open  bool
	Known bool
	Items []exercises.Invariant
}

// ledgerMsg carries the invariants of a frame.
type ledgerMsg struct {
	Address
	items []exercises.Invariant
}

// Show opens or closes the ledger.
func (l *Ledger) Show(open bool) {
	l.Open = open
	l.forget()
}

// request returns the work that reads the invariants at a moment, or nil if they are
// known or the ledger is closed.
func (l *Ledger) request(a Asker, now Moment) Work {
	laws := exercises.AbilitiesOf(now.Run).Ledger
	if !l.Open || laws == nil {
		return nil
	}
	return l.frameJob.request(a, now, func(_ context.Context, to Address) any {
		return ledgerMsg{to, laws(now.At)}
	})
}

func (l *Ledger) receive(m ledgerMsg) {
	if l.finish(m.Address) {
		l.Items, l.Known = m.items, true
	}
}

// Broken returns the number of invariants that do not hold.
func (l *Ledger) Broken() int {
	n := 0
	for _, i := range l.Items {
		if !i.Holds {
			n++
		}
	}
	return n
}

// frameJob asks a question about the frame on the stage, once for each frame and one at
// a time.
type frameJob struct {
	job   Job
	asked Key // the frame that was asked about last
}

// request returns the work that asks about a frame, or nil if the answer is known or
// another question is open.
func (f *frameJob) request(a Asker, now Moment, question func(context.Context, Address) any) Work {
	if f.job.Busy() || f.asked == now.Key() {
		return nil
	}
	f.asked = now.Key()
	return a.Ask(&f.job, question)
}

// finish accepts the answer with an address, once.
func (f *frameJob) finish(to Address) bool { return f.job.Finish(to) }

// forget cancels the question, so that it will be asked again.
func (f *frameJob) forget() {
	f.job.Stop()
	f.asked = Key{}
}

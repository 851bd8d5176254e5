// Package budget limits the work that a text typed by a student may cause.
//
// The code that parses a text starts a budget from a context and passes the budget on with the
// result. All later work on the text, such as drawing, judging or comparing it, is charged to the
// same budget. Work is counted in units rather than seconds and charged before it is done, so the
// same text gets the same verdict on every machine. The budget ends with its context, and thus with
// the session.
//
// The package does not know what a text means. It only counts.
package budget

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// Limits are the limits for one text, or for all texts of a call together.
type Limits struct {
	Bytes  int // in the text
	Runes  int // in the text; 0 means no limit
	Parts  int // of the text: numbers, names and signs
	Depth  int // nesting of brackets, roots and signs
	Digits int // of one number
	Nodes  int // operations, after sums and vectors are written out
	// Work limits the total work. A unit is a product of two terms or something similarly
	// expensive: one or two microseconds and less than a kilobyte of memory.
	Work int64
	// Time is a limit for machines that are far too busy. Normally another limit is reached first.
	Time time.Duration
}

// AnswerLimits returns the limits of the text of one field. Its Work is more than twice the work
// for the most expensive answer in the curriculum.
func AnswerLimits() Limits {
	return Limits{Bytes: 4096, Parts: 1200, Depth: 64, Digits: 60, Nodes: 20_000, Work: 11_700, Time: 5 * time.Second}
}

// ConditionLimits returns the limits of a condition on the steps of a solver. They are low,
// because a run may evaluate the condition at a hundred thousand steps.
func ConditionLimits() Limits { return Limits{Bytes: 800, Runes: 200, Depth: 32} }

// CallLimits returns the limits for all texts of one call together. A call checks the answers to a
// task, draws its picture, or echoes the answers, which means that it shows how they are understood.
func CallLimits() Limits {
	l := AnswerLimits()
	l.Work += l.Work / 2
	return l
}

// EchoLimits returns the limits for parsing a text while it is typed: a few milliseconds, because the
// screen waits.
func EchoLimits() Limits {
	l := AnswerLimits()
	l.Work = 1500
	return l
}

// TaskEchoLimits returns the limits for parsing all fields of a task while one of them is typed.
func TaskEchoLimits() Limits {
	l := EchoLimits()
	l.Work *= 2
	return l
}

// ErrLarge reports that a text would exceed its limits.
var ErrLarge = errors.New("this grows too large when it is written out; with smaller powers or fewer factors I can decide it")

// ErrBusy reports that the time limit was reached before a work limit, because the machine
// is too busy.
var ErrBusy = errors.New("this machine is too busy to decide it now; hand it in again in a moment")

// ErrStopped reports that the context was cancelled, because the result is no longer
// needed.
var ErrStopped = errors.New("this was stopped before it was decided")

// Budget counts work and compares it with [Limits]. Its methods are safe for concurrent use. A nil
// Budget has no limit on work. It is used for texts by authors of worksheets.
type Budget struct {
	limits    Limits
	ctx       context.Context
	parent    *Budget // a budget to which the work is charged as well; may be nil
	deadline  time.Time
	work      atomic.Int64
	lastCheck atomic.Int64 // amount of work at the last check of context and clock
}

// key is the key of a call's budget in a context.
type key struct{}

// StartCall starts the budget of a call. All texts that are parsed with the returned context share
// this budget.
func StartCall(ctx context.Context, l Limits) context.Context {
	return context.WithValue(ctx, key{}, start(ctx, l))
}

// StartAnswer starts the budget of one answer. It ends with the context. If the context belongs to
// a call, the work is charged to both budgets.
func StartAnswer(ctx context.Context) *Budget { return start(ctx, AnswerLimits()) }

func start(ctx context.Context, l Limits) *Budget {
	parent := OfCall(ctx)
	return &Budget{limits: l, ctx: ctx, parent: parent, deadline: time.Now().Add(l.Time)}
}

// WithoutCall returns a context for texts by authors. Their work is not charged to a call.
func WithoutCall(ctx context.Context) context.Context {
	return context.WithValue(ctx, key{}, (*Budget)(nil))
}

// Limits returns the limits of the budget, or the limits of an answer if b is nil.
func (b *Budget) Limits() Limits {
	if b == nil {
		return AnswerLimits()
	}
	return b.limits
}

// checkEvery is the amount of work between two checks of context and clock.
const checkEvery = 64

// Spend charges work before it is done. It returns ErrLarge, ErrBusy or ErrStopped
// if the budget has ended. A budget that has ended does not recover.
func (b *Budget) Spend(work int) error {
	if b == nil {
		return nil
	}
	total := b.work.Add(int64(work))
	if total > b.limits.Work {
		return ErrLarge
	}
	if total-b.lastCheck.Load() >= checkEvery {
		b.lastCheck.Store(total)
		if b.ctx.Err() != nil {
			return ErrStopped
		}
		if time.Now().After(b.deadline) {
			return ErrBusy
		}
	}
	return b.parent.Spend(work)
}

// Err returns ErrLarge, ErrBusy or ErrStopped if the budget has ended, and otherwise nil.
func (b *Budget) Err() error {
	switch {
	case b == nil:
		return nil
	case b.ctx.Err() != nil:
		return ErrStopped
	case b.work.Load() > b.limits.Work:
		return ErrLarge
	case time.Now().After(b.deadline):
		return ErrBusy
	}
	return b.parent.Err()
}

// Spent returns the work charged so far.
func (b *Budget) Spent() int64 {
	if b == nil {
		return 0
	}
	return b.work.Load()
}

// CallErr returns an error, such as ErrLarge, if the context belongs to a call whose budget has
// ended, and otherwise nil.
func CallErr(ctx context.Context) error {
	return OfCall(ctx).Err()
}

// OfCall returns the budget of the call that a context belongs to, or nil.
func OfCall(ctx context.Context) *Budget {
	b, _ := ctx.Value(key{}).(*Budget)
	return b
}

package budget

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// Limits is how much one text may cause.
type Limits struct {
	Bytes  int // of the text
	Runes  int // of the text, where characters are counted; else 0
	Parts  int // numbers, names and signs it is cut into
	Depth  int // of brackets, roots and signs in one another
	Digits int // of one number
	Nodes  int // operations it may have once sums and vectors are written out
	// Work is what may be spent in all. One unit is a product of two terms, or
	// what takes as long: a microsecond or two, and under a kilobyte.
	Work int64
	// Time is the last line of defence, for a machine that is far too busy;
	// what decides is counted.
	Time time.Duration
}

// Answer is what one text of a field may cause. Work is three times what the
// most expensive answer of the curriculum takes.
func Answer() Limits {
	return Limits{Bytes: 4096, Parts: 1200, Depth: 64, Digits: 60, Nodes: 20_000, Work: 10_500, Time: 5 * time.Second}
}

// Condition is what one condition on the steps of a solver may be: it is asked at
// every step, of which there may be a hundred thousand.
func Condition() Limits { return Limits{Bytes: 800, Runes: 200, Depth: 32} }

// Call is what all texts of one check, picture or echo may cause together.
func Call() Limits {
	l := Answer()
	l.Work += l.Work / 2
	return l
}

// Echo is what reading one text while it is typed may cause: a few milliseconds,
// since the screen waits.
func Echo() Limits {
	l := Answer()
	l.Work = 1500
	return l
}

// Echoes is what all fields of a step that are read at one time may cause.
func Echoes() Limits {
	l := Echo()
	l.Work *= 2
	return l
}

// ErrLarge is met where a text would cause more than it may.
var ErrLarge = errors.New("written out, this grows too large; with smaller powers or fewer factors I can decide it")

// ErrBusy is met where the time is over though little was asked: the machine does
// too much else.
var ErrBusy = errors.New("this machine is too busy to decide it now; hand it in again in a moment")

// ErrStopped is met where nobody waits for the result any more.
var ErrStopped = errors.New("this was stopped before it was decided")

// Budget is what is left of some limits. Its methods are safe for concurrent
// use. A nil Budget is that of a text written by an author: it never ends.
type Budget struct {
	limits Limits
	ctx    context.Context
	above  *Budget // pays too; may be nil
	until  time.Time
	work   atomic.Int64
	looked atomic.Int64 // the work at which context and clock were last looked at
}

// key is where a context keeps the budget of a call.
type key struct{}

// With starts the budget of a call: all texts read under the context returned
// pay from it together.
func With(ctx context.Context, l Limits) context.Context {
	return context.WithValue(ctx, key{}, start(ctx, l))
}

// Of starts the budget of one answer, which ends with the context. If the context
// has the budget of a call, that pays too.
func Of(ctx context.Context) *Budget { return start(ctx, Answer()) }

func start(ctx context.Context, l Limits) *Budget {
	above := In(ctx)
	return &Budget{limits: l, ctx: ctx, above: above, until: time.Now().Add(l.Time)}
}

// Unpaid is a context under which texts are an author's: no call pays for them.
func Unpaid(ctx context.Context) context.Context {
	return context.WithValue(ctx, key{}, (*Budget)(nil))
}

// Limits are the limits that the budget started with; those of an answer for
// nil.
func (b *Budget) Limits() Limits {
	if b == nil {
		return Answer()
	}
	return b.limits
}

// glance is how much work goes by between two looks at context and clock.
const glance = 64

// Spend takes work from the budget before it is done. The error is ErrLarge,
// ErrBusy or ErrStopped; it stays.
func (b *Budget) Spend(work int) error {
	if b == nil {
		return nil
	}
	done := b.work.Add(int64(work))
	if done > b.limits.Work {
		return ErrLarge
	}
	if done-b.looked.Load() >= glance {
		b.looked.Store(done)
		if b.ctx.Err() != nil {
			return ErrStopped
		}
		if time.Now().After(b.until) {
			return ErrBusy
		}
	}
	return b.above.Spend(work)
}

// Err is the error of a budget that has ended, nil for any other.
func (b *Budget) Err() error {
	switch {
	case b == nil:
		return nil
	case b.ctx.Err() != nil:
		return ErrStopped
	case b.work.Load() > b.limits.Work:
		return ErrLarge
	case time.Now().After(b.until):
		return ErrBusy
	}
	return b.above.Err()
}

// Spent is the work done so far.
func (b *Budget) Spent() int64 {
	if b == nil {
		return 0
	}
	return b.work.Load()
}

// Ended is the error of the call that a context belongs to: ErrLarge where it
// would cost more than it may. It is nil where the context belongs to none.
func Ended(ctx context.Context) error {
	return In(ctx).Err()
}

// In is the budget of the call that a context belongs to, nil where it belongs
// to none.
func In(ctx context.Context) *Budget {
	b, _ := ctx.Value(key{}).(*Budget)
	return b
}

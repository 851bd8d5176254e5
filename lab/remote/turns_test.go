package remote

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A long computation keeps nobody waiting longer than a turn; a short one gives
// its turn back when it is over, once.
func TestALongComputationGivesItsTurnUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := newTurns(1)
		ctx := context.WithValue(t.Context(), computeKey{}, one)
		long := Turn(ctx)
		began := time.Now()
		short := Turn(ctx)
		if waited := time.Since(began); waited != computeTurn {
			t.Errorf("beside a long computation another waited %v, want %v", waited, computeTurn)
		}
		long()
		short()
		short()
		if len(one) != 0 {
			t.Error("a turn was not given back")
		}
		Turn(t.Context())() // a context of nobody's: there is nothing to wait for
	})
}

// Who waits for a turn when the session ends waits no longer.
func TestATurnIsNotWaitedForAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := newTurns(1)
		one.take(t.Context())
		ctx, cancel := context.WithCancel(context.WithValue(t.Context(), computeKey{}, one))
		cancel()
		Turn(ctx)()
		if len(one) != 1 {
			t.Error("the turn of another was given back")
		}
	})
}

package remote

import (
	"context"
	"time"
)

// How fast a session may send events. A fast typist makes 15 a second, a key
// held down 30 to 40.
const (
	eventsPerSecond = 50
	eventBurst      = 100
)

// bucket is a token bucket: it holds at most eventBurst tokens and gains
// eventsPerSecond. It is not for concurrent use.
type bucket struct {
	tokens float64
	last   time.Time
}

func newBucket() *bucket { return &bucket{tokens: eventBurst, last: time.Now()} }

func (b *bucket) refill() {
	now := time.Now()
	b.tokens = min(eventBurst, b.tokens+now.Sub(b.last).Seconds()*eventsPerSecond)
	b.last = now
}

// try takes a token if there is one to spare.
func (b *bucket) try() bool {
	b.refill()
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

// wait takes cost tokens, going into debt if it must, and returns once the
// debt is paid. It returns false if the context ended first.
func (b *bucket) wait(ctx context.Context, cost float64) bool {
	b.refill()
	b.tokens -= cost
	if b.tokens >= 0 {
		return ctx.Err() == nil
	}
	pause := time.NewTimer(time.Duration(-b.tokens / eventsPerSecond * float64(time.Second)))
	defer pause.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-pause.C:
		return true
	}
}

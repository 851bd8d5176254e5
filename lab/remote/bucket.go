package remote

import "time"

// How fast a session may send events. An event is all that came since the one
// before: a fast typist makes 15 a second, and so does one whose keys the line
// brings in bursts.
const (
	eventsPerSecond = 30
	eventBurst      = 15
)

// bucket is a token bucket: it holds at most eventBurst tokens and gains
// eventsPerSecond. It is not for concurrent use.
type bucket struct {
	tokens float64
	last   time.Time
}

func newBucket() *bucket { return &bucket{tokens: eventBurst, last: time.Now()} }

// wait is how long it is until there is a token to spare.
func (b *bucket) wait() time.Duration {
	now := time.Now()
	b.tokens = min(eventBurst, b.tokens+now.Sub(b.last).Seconds()*eventsPerSecond)
	b.last = now
	if b.tokens >= 1 {
		return 0
	}
	return time.Duration((1-b.tokens)/eventsPerSecond*float64(time.Second)) + time.Microsecond
}

// spend takes tokens, going into debt if it must.
func (b *bucket) spend(cost float64) { b.tokens -= cost }

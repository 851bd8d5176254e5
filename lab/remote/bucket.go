package remote

import "time"

// How fast a session may send events. An event is all that came since the one
// before: a fast typist makes 15 a second, and so does one whose keys the line
// brings in bursts.
const (
	eventsPerSecond = 30
	eventBurst      = 15
)

// bucket is a token bucket: it holds at most so many tokens and gains some every
// second. It is not for concurrent use.
type bucket struct {
	most, perSecond float64

	tokens float64
	last   time.Time
}

func newBucket(most, perSecond float64) bucket {
	return bucket{most: most, perSecond: perSecond, tokens: most, last: time.Now()}
}

// fill adds the tokens that have come until now.
func (b *bucket) fill(now time.Time) {
	b.tokens = min(b.most, b.tokens+now.Sub(b.last).Seconds()*b.perSecond)
	b.last = now
}

// wait is how long it is until there is a token to spare.
func (b *bucket) wait() time.Duration {
	b.fill(time.Now())
	if b.tokens >= 1 {
		return 0
	}
	return time.Duration((1-b.tokens)/b.perSecond*float64(time.Second)) + time.Microsecond
}

// spend takes tokens, going into debt if it must.
func (b *bucket) spend(cost float64) { b.tokens -= cost }

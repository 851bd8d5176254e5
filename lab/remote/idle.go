package remote

import "time"

// idleTimer fires once nobody has been active for so long. The zero duration
// and less never fire.
type idleTimer struct {
	timer *time.Timer
	after time.Duration
}

func newIdleTimer(after time.Duration, fire func()) *idleTimer {
	if after <= 0 {
		return &idleTimer{}
	}
	return &idleTimer{time.AfterFunc(after, fire), after}
}

func (t *idleTimer) reset() {
	if t.timer != nil {
		t.timer.Reset(t.after)
	}
}

func (t *idleTimer) stop() {
	if t.timer != nil {
		t.timer.Stop()
	}
}

package remote

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
)

// idleWarning is how long before the end of an idle session its student is
// warned.
const idleWarning = 5 * time.Minute

// idleTimer warns and then fires once nobody has been active for so long. The
// zero duration and less never fire.
type idleTimer struct {
	warning, end *time.Timer
	warnAfter    time.Duration
	after        time.Duration
}

func newIdleTimer(after time.Duration, a *alarm, warn, fire func()) *idleTimer {
	if after <= 0 {
		return &idleTimer{}
	}
	early := after - warnedBefore(after)
	return &idleTimer{time.AfterFunc(early, a.guarded(warn)), time.AfterFunc(after, a.guarded(fire)), early, after}
}

// warnedBefore is the time that is left when the warning comes: half of what a
// short limit allows.
func warnedBefore(after time.Duration) time.Duration { return min(idleWarning, after/2) }

func (t *idleTimer) reset() {
	if t.end != nil {
		t.warning.Reset(t.warnAfter)
		t.end.Reset(t.after)
	}
}

func (t *idleTimer) stop() {
	if t.end != nil {
		t.warning.Stop()
		t.end.Stop()
	}
}

// warnIdle shows the student of a program that their session is about to end.
func (x *session) warnIdle(program *tea.Program, c Config) func() {
	if c.Notice == nil {
		return func() {}
	}
	left := warnedBefore(c.IdleTimeout)
	text := fmt.Sprintf("No key for %s: this session ends in %s. Any key keeps it.", spoken(c.IdleTimeout-left), spoken(left))
	return func() { program.Send(c.Notice(text)) }
}

// spoken is a length of time in words.
func spoken(d time.Duration) string {
	if n := d.Round(time.Minute); d >= time.Minute && n == d {
		if n == time.Minute {
			return "a minute"
		}
		return fmt.Sprintf("%d minutes", n/time.Minute)
	}
	return d.Round(time.Millisecond).String()
}

package player

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/job"
)

// Clock plays a run: it ticks as often as frames are wanted.
type Clock struct {
	playing bool
	speed   int // index into Speeds
	ticks   int // generation
}

// Speeds are frames a second.
func Speeds() []int { return []int{1, 2, 4, 8, 16, 30} }

// TickMsg is one beat of the clock.
type TickMsg struct{ job.Address }

// start starts the clock; ticks of before are refused.
func (c *Clock) start() {
	c.playing = true
	c.ticks++
}

func (c *Clock) stop() { c.playing = false }

// Playing reports whether the clock runs.
func (c *Clock) Playing() bool { return c.playing }

// Set sets the speed to one of Speeds, by its index; Faster and Slower change it.
func (c *Clock) Set(speed int) { c.speed = max(0, min(speed, len(Speeds())-1)) }
func (c *Clock) Faster()       { c.Set(c.speed + 1) }
func (c *Clock) Slower()       { c.Set(c.speed - 1) }

// Rate is the frames a second.
func (c *Clock) Rate() int { return Speeds()[c.speed] }

// Current reports whether a tick is of the clock that runs.
func (c *Clock) Current(m TickMsg) bool { return c.playing && m.Gen == c.ticks }

// Tick returns the command for the next beat, or nil while nothing plays.
func (c *Clock) Tick(owner int) tea.Cmd {
	if !c.playing {
		return nil
	}
	to := job.Address{Owner: owner, Gen: c.ticks}
	return tea.Tick(time.Second/time.Duration(c.Rate()), func(time.Time) tea.Msg { return TickMsg{to} })
}

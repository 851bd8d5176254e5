package player

import (
	"time"

	"kernellab/lab/job"
)

// Clock sets the pace at which a run is played.
type Clock struct {
	playing bool
	speed   int // index into Speeds
	ticks   int // generation
}

// Speeds returns the possible speeds in frames per second.
func Speeds() []int { return []int{1, 2, 4, 8, 16, 30} }

// TickMsg is one beat of the clock.
type TickMsg struct{ job.Address }

// start starts the clock. Earlier ticks are no longer current.
func (c *Clock) start() {
	c.playing = true
	c.ticks++
}

func (c *Clock) stop() { c.playing = false }

// Playing reports whether the clock runs.
func (c *Clock) Playing() bool { return c.playing }

// Set selects one of Speeds by its index. Faster and Slower select its neighbours.
func (c *Clock) Set(speed int) { c.speed = max(0, min(speed, len(Speeds())-1)) }
func (c *Clock) Faster()       { c.Set(c.speed + 1) }
func (c *Clock) Slower()       { c.Set(c.speed - 1) }

// Rate returns the speed in frames per second.
func (c *Clock) Rate() int { return Speeds()[c.speed] }

// Current reports whether the clock runs and a tick belongs to its latest start.
func (c *Clock) Current(m TickMsg) bool { return c.playing && m.Gen == c.ticks }

// Tick returns the work that waits for the next tick, or nil if the clock is stopped.
func (c *Clock) Tick(owner int) job.Work {
	if !c.playing {
		return nil
	}
	tick, pause := TickMsg{job.Address{Owner: owner, Gen: c.ticks}}, time.Second/time.Duration(c.Rate())
	return func() any {
		time.Sleep(pause)
		return tick
	}
}

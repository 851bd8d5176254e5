package lab

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// clock plays a run: it ticks as often as frames are wanted.
type clock struct {
	playing bool
	speed   int // index into speeds
	ticks   int // generation
}

// speeds are frames a second.
func speeds() []int { return []int{1, 2, 4, 8, 16, 30} }

// tickMsg is one beat of the clock.
type tickMsg struct{ address }

func (m tickMsg) to() address { return m.address }

// start starts the clock; ticks of before are refused.
func (c *clock) start() {
	c.playing = true
	c.ticks++
}

func (c *clock) faster() { c.speed = min(c.speed+1, len(speeds())-1) }
func (c *clock) slower() { c.speed = max(c.speed-1, 0) }

// rate is the frames a second.
func (c *clock) rate() int {
	s := speeds()
	return s[max(0, min(c.speed, len(s)-1))]
}

// current reports whether a tick is of the clock that runs.
func (c *clock) current(m tickMsg) bool { return c.playing && m.gen == c.ticks }

// tick returns the command for the next beat, or nil while nothing plays.
func (c *clock) tick(owner int) tea.Cmd {
	if !c.playing {
		return nil
	}
	to := address{owner, c.ticks}
	return tea.Tick(time.Second/time.Duration(c.rate()), func(time.Time) tea.Msg { return tickMsg{to} })
}

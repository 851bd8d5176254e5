package core

import (
	"context"

	"kernellab/exercises"
)

// Comparison shows the difference between another branch and the one on the stage, step
// by step.
type Comparison struct {
	Open   bool
	Name   string // of the other branch
	Shown  exercises.Comparison
	Known  bool
	Serial int // of the comparisons shown

	other int // the other branch
	frame frameJob
}

// compareMsg carries a comparison, with the other run extended as far as needed.
type compareMsg struct {
	Address
	with  int
	other exercises.Run
	shown exercises.Comparison
	ok    bool
}

// open starts a comparison with branch i.
func (c *Comparison) open(i int, name string) {
	c.Close()
	c.Open, c.other, c.Name = true, i, name
}

func (c *Comparison) Close() {
	c.frame.forget()
	*c = Comparison{frame: c.frame, Serial: c.Serial}
}

// request returns the work that compares two branches at a moment, or nil.
func (c *Comparison) request(a Asker, now Moment, b *Branches) Work {
	this := exercises.AbilitiesOf(now.Run).Branching
	if !c.Open || this == nil {
		return nil
	}
	with, other := c.other, b.Run(c.other)
	return c.frame.request(a, now, func(ctx context.Context, to Address) any {
		other := exercises.Reach(ctx, other, now.At)
		shown, ok := this.Compare(other, now.At)
		return compareMsg{to, with, other, shown, ok}
	})
}

// receive stores a comparison and the extended other run. It returns a message if the
// two runs have nothing to compare.
func (c *Comparison) receive(m compareMsg, b *Branches) (notice string) {
	if !c.frame.finish(m.Address) || !c.Open {
		return ""
	}
	b.extend(m.with, m.other)
	if !m.ok {
		c.Close()
		return "these two runs have nothing to compare"
	}
	c.Shown, c.Known = m.shown, true
	c.Serial++
	return ""
}

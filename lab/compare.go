package lab

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/player"
)

// comparing lays another branch beside the one on the stage, step by step.
type comparing struct {
	open   bool
	with   int    // the other branch
	name   string // what it is called
	shown  exercises.Comparison
	known  bool
	serial int // of the comparisons shown

	frame frameJob
}

// compareMsg brings a comparison, and the other run as far as it had to be
// computed for it.
type compareMsg struct {
	job.Address
	with  int
	other exercises.Run
	shown exercises.Comparison
	ok    bool
}

// begin lays branch i beside; what is to be shown is asked for after the message.
func (c *comparing) begin(i int, name string) {
	c.leave()
	c.open, c.with, c.name = true, i, name
}

func (c *comparing) leave() {
	c.frame.forget()
	*c = comparing{frame: c.frame, serial: c.serial}
}

// ask returns the command that compares a moment with the other run, or nil where
// that is known or nothing is compared.
func (c *comparing) ask(a job.Asker, now player.Moment, b *player.Branches) tea.Cmd {
	this, ok := now.Run.(exercises.Comparer)
	if !c.open || !ok {
		return nil
	}
	with, other := c.with, b.Run(c.with)
	return c.frame.ask(a, now, func(ctx context.Context, to job.Address) tea.Msg {
		other := exercises.Reach(ctx, other, now.At)
		shown, ok := this.Compare(other, now.At)
		return compareMsg{to, with, other, shown, ok}
	})
}

// compared takes a comparison in, and the other run as far as it goes now. It is
// not ok where the two have nothing to compare.
func (c *comparing) compared(m compareMsg, b *player.Branches) (ok bool) {
	if !c.frame.finish(m.Address) || !c.open {
		return true
	}
	b.Extend(m.with, m.other)
	if !m.ok {
		c.leave()
		return false
	}
	c.shown, c.known = m.shown, true
	c.serial++
	return true
}

// over lays the comparison over a sight.
func (c *comparing) over(v sight) sight {
	v.guest, v.facts, v.formula, v.towards = "Beside "+c.name, c.shown.Facts, nil, 0
	v.status = append(ascii.Line{{Text: "beside " + c.name + "  ", Ink: ascii.Warn}}, v.status...)
	if c.known {
		v.figures, v.inspect, v.key.compare = c.shown.Figures, nil, c.serial
	}
	return v
}

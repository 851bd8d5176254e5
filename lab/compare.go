package lab

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// comparing lays another branch beside the one on the stage, step by step.
type comparing struct {
	open   bool
	with   int // the other branch
	asked  momentKey
	shown  exercises.Comparison
	known  bool
	serial int // of the comparisons shown

	job job
}

// compareMsg brings a comparison, and the other run as far as it had to be
// computed for it.
type compareMsg struct {
	address
	with  int
	other exercises.Run
	shown exercises.Comparison
	ok    bool
}

func (m compareMsg) to() address { return m.address }

// begin lays branch i beside; what is to be shown is asked for after the message.
func (c *comparing) begin(i int) {
	c.leave()
	c.open, c.with = true, i
}

func (c *comparing) leave() {
	c.job.stop()
	*c = comparing{job: c.job, serial: c.serial}
}

// ask returns the command that compares a moment with the other run, or nil where
// that is known or nothing is compared. One is under way at a time.
func (c *comparing) ask(a asker, now moment, b branches) tea.Cmd {
	this, ok := now.run.(exercises.Comparer)
	if !c.open || !ok || c.job.busy || c.asked == now.key() {
		return nil
	}
	c.asked = now.key()
	with, other := c.with, b.list[c.with].run
	return a.ask(&c.job, func(ctx context.Context, to address) tea.Msg {
		other := reaching(ctx, other, now.at)
		shown, ok := this.Compare(other, now.at)
		return compareMsg{to, with, other, shown, ok}
	})
}

// reaching is a run extended to frame at, as far as it goes.
func reaching(ctx context.Context, run exercises.Run, at int) exercises.Run {
	if _, done := run.Done(); done || run.Len() > at {
		return run
	}
	longer, err := run.Extend(ctx, at+1-run.Len(), exercises.Break{})
	if longer == nil || err != nil && longer.Len() < run.Len() {
		return run
	}
	return longer
}

// compared takes a comparison in, and the other run as far as it goes now. It is
// not ok where the two have nothing to compare.
func (c *comparing) compared(m compareMsg, b *branches) (ok bool) {
	if !c.job.finish(m.gen) || !c.open {
		return true
	}
	if m.with < len(b.list) && m.with != b.now {
		b.list[m.with].run = m.other
	}
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
	v.guest, v.facts, v.formula, v.towards = "Beside "+branchName(c.with), c.shown.Facts, nil, 0
	v.status = append(ascii.Line{{Text: "beside " + branchName(c.with) + "  ", Ink: ascii.Warn}}, v.status...)
	if c.known {
		v.figures, v.inspect, v.key.compare = c.shown.Figures, nil, c.serial
	}
	return v
}

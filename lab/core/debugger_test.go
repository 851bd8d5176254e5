package core

import (
	"testing"

	"kernellab/exercises"
)

// Without commands, all work is done at once: the debugger arrives where it was sent, and
// no run grows beyond the limit.
func TestDebugger_settle(t *testing.T) {
	event := exercises.Break{Name: "event", Label: "an event"}
	for _, c := range []struct {
		name     string
		move     func(*Debugger)
		most     int
		at, last int
	}{
		{"steps", func(d *Debugger) { d.Player.Forward(5) }, 100, 5, 5},
		{"steps to a breakpoint", func(d *Debugger) { d.Breakpoints.Keep(event); d.StopAtBreakpoints(); d.Player.Forward(9) },
			100, 7, 7},
		{"end", func(d *Debugger) { d.Player.SeekEnd() }, 100, frames - 1, frames - 1},
		{"end too far away", func(d *Debugger) { d.Player.SeekEnd() }, 12, 12, 12},
		{"event", func(d *Debugger) { d.Player.SeekEvent(1) }, 100, 7, 8},
		{"condition", func(d *Debugger) { d.Until(event) }, 100, 7, 7},
		{"condition too far away", func(d *Debugger) { d.Until(event) }, 4, 4, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			var d Debugger
			d.Load(grower{n: 1})
			c.move(&d)
			if _, err := d.Settle(t.Context(), 4, c.most); err != nil {
				t.Fatal(err)
			}
			p := &d.Player
			if last := p.Run().Len() - 1; p.At() != c.at || last != c.last || p.Moving() {
				t.Errorf("at %d of %d, moving %v, want at %d of %d", p.At(), last, p.Moving(), c.at, c.last)
			}
		})
	}
}

// A run that cannot be computed further says why.
func TestDebugger_settleFails(t *testing.T) {
	var d Debugger
	d.Load(failing{grower{n: 3}})
	d.Player.Seek(9)
	if _, err := d.Settle(t.Context(), 4, 100); err == nil || d.Player.At() != 2 {
		t.Errorf("at %d with error %v, want one at 2", d.Player.At(), err)
	}
}

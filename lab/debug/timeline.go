package debug

import (
	"strconv"

	"kernellab/ascii"
	"kernellab/lab/pictures"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// Signs returns the signs in use on the timeline and in the table of points, each with
// its meaning.
func (d *Debugger) Signs(v pictures.View, view ascii.View) (out []string) {
	sign := func(utf8, seven rune, words string) { out = append(out, string(view.Pick(utf8, seven))+" "+words) }
	p := &d.Player
	if p.Run() == nil {
		return nil
	}
	if len(d.Breakpoints.Stops()) > 0 {
		sign('▼', 'v', "condition")
	}
	if p.Branches.Forked() {
		if _, left := p.Branches.Left(); left {
			sign('┴', '^', "left here")
		}
		sign('┬', 'Y', "a branch parts")
	}
	if r, ok := v.PointTable(); ok {
		for _, c := range r.Columns {
			if c.Means != "" {
				out = append(out, c.Title+" "+c.Means)
			}
		}
	}
	for i, n := 0, p.Run().Len(); i < n; i += max(1, n/400) {
		if p.Run().Event(i) != "" {
			sign('╎', '\'', "event")
			break
		}
	}
	return out
}

// Timeline returns the timeline with the position of the run, its events, the stops of
// the active breakpoint, the points where other branches fork, and how far it has been
// computed.
func (d *Debugger) Timeline(t *theme.Theme, focused bool) ui.Timeline {
	p := &d.Player
	run, b := p.Run(), &p.Branches
	out := ui.Timeline{Len: run.Len(), At: p.At(), Words: p.Words(), Focused: focused}
	out.Event = func(i int) bool { return run.Event(i) != "" }
	for _, i := range d.Breakpoints.Stops() {
		if i < run.Len() {
			out.Signs = append(out.Signs, ui.Sign{At: i, Glyph: t.Glyph('▼', 'v'), Ink: ascii.Warn})
		}
	}
	if !b.Forked() {
		return out
	}
	for _, p := range b.ForkPoints() {
		if p.Number > 0 {
			out.Signs = append(out.Signs, ui.Sign{At: p.At, Glyph: t.Glyph('┬', 'Y'), Ink: ascii.Accent,
				Label: strconv.Itoa(p.Number)})
		}
	}
	if left, ok := b.Left(); ok {
		out.Signs = append(out.Signs, ui.Sign{At: left, Glyph: t.Glyph('┴', '^'), Ink: ascii.Accent})
	}
	return out
}

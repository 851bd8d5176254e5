package lab

import (
	"strings"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// signsOf are the signs that stand on the timeline and in the table of the points now,
// each with what it is.
func (d *debugger) signsOf(v sight, view ascii.View) (out []string) {
	sign := func(utf8, seven rune, words string) { out = append(out, string(view.Pick(utf8, seven))+" "+words) }
	p := &d.player
	if p.Run() == nil {
		return nil
	}
	if len(d.watches.stops.at) > 0 {
		sign('▼', 'v', "condition")
	}
	if p.Branches.Forked() {
		if _, left := p.Branches.Left(); left {
			sign('┴', '^', "left here")
		}
		sign('┬', 'Y', "a branch parts")
	}
	if r, ok := v.roster(); ok {
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

// withSigns is a line of w columns with as many signs at its right as fit.
func withSigns(t *theme.Theme, w int, l ascii.Line, signs []string) ascii.Line {
	room := w - t.View().Line(l).Width() - 3
	var out []string
	for _, s := range signs {
		if t.View().Line(ascii.Inked(strings.Join(append(out, s), "   "), ascii.Dim)).Width() <= room {
			out = append(out, s)
		}
	}
	return ui.Spread(t, w, l, ascii.Inked(strings.Join(out, "   "), ascii.Dim))
}

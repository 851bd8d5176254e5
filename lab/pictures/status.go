package pictures

import (
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// withSigns returns a line of w columns with those signs right-aligned that fit.
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

// StatusLines returns the position and the event there. The event has its own row if
// there are two. If not, it is right-aligned, and it is cut to the room that the
// position leaves. Next to the position are the signs in use, if they fit.
func StatusLines(t *theme.Theme, r ascii.Rect, v View) []ascii.Line {
	view := t.View()
	status, tail := condense(view, v.Status, r.W), v.Event
	if tail == "" || strings.Contains(status.String(), tail) {
		return []ascii.Line{withSigns(t, r.W, status, v.Signs)}
	}
	event := view.Line(ascii.Inked(tail, ascii.Accent))
	if r.H > 1 {
		return []ascii.Line{withSigns(t, r.W, status, v.Signs), view.Clip(event, r.W)}
	}
	// On one row the position comes first and the event gets the rest. A condition that
	// the run has stopped at is more important, so the position is shortened for it.
	const least = 12
	if v.AtBreakpoint {
		status = dropTail(view.Line(status), r.W-event.Width()-3)
	}
	if room := r.W - view.Line(status).Width() - 3; room >= least {
		return []ascii.Line{ui.Spread(t, r.W, status, view.Clip(event, room))}
	}
	return []ascii.Line{ui.Spread(t, r.W, status, nil)}
}

// dropTail returns as many leading parts of a line as fit, at least the first.
func dropTail(l ascii.Line, w int) ascii.Line {
	if l.Width() <= w {
		return l
	}
	head, _ := l.Cut(max(w+2, 0)) // a gap may follow it
	text := head.String()
	at := strings.LastIndex(text, "  ")
	if at <= 0 {
		if at = strings.Index(l.String(), "  "); at < 0 {
			return l
		}
		text = l.String()
	}
	short, _ := l.Cut(ascii.Width(text[:at]))
	return short
}

// condense narrows the gaps between the parts of a line if it fits only then.
func condense(view ascii.View, l ascii.Line, w int) ascii.Line {
	if view.Line(l).Width() <= w {
		return l
	}
	out := slices.Clone(l)
	for i := range out {
		out[i].Text = strings.ReplaceAll(out[i].Text, "  ", " ")
	}
	if view.Line(out).Width() > w {
		return l
	}
	return out
}

package pictures

import (
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

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

// StatusLines are the position in words, and what happened there: on a row of its own
// if there are two, else at the right, where the position gives way to it. Beside the
// position stand the signs in sight, as far as there is room.
func StatusLines(t *theme.Theme, r ascii.Rect, v View) []ascii.Line {
	view := t.View()
	status, tail := tight(view, v.Status, r.W), v.Event
	if tail == "" || strings.Contains(status.String(), tail) {
		return []ascii.Line{withSigns(t, r.W, status, v.Signs)}
	}
	event := view.Line(ascii.Inked(tail, ascii.Accent))
	if r.H > 1 {
		return []ascii.Line{withSigns(t, r.W, status, v.Signs), view.Clip(event, r.W)}
	}
	// On one row the position comes first, and what happened has the rest; but it
	// gives way to the condition that was run to.
	const least = 12
	if v.Stopped {
		status = givingWay(view.Line(status), r.W-event.Width()-3)
	}
	if room := r.W - view.Line(status).Width() - 3; room >= least {
		return []ascii.Line{ui.Spread(t, r.W, status, view.Clip(event, room))}
	}
	return []ascii.Line{ui.Spread(t, r.W, status, nil)}
}

// givingWay is as many of the parts of a line as fit, the first of them at least.
func givingWay(l ascii.Line, w int) ascii.Line {
	if l.Width() <= w {
		return l
	}
	head, _ := l.Cut(max(w+2, 0)) // a gap may lie behind it
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

// tight sets the parts of a line closer where it would be cut, and fits then.
func tight(view ascii.View, l ascii.Line, w int) ascii.Line {
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

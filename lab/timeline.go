package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// played lays the frame of the run over the sight of its scene.
func (d *debugger) played(v sight) sight {
	p, f := &d.player, d.player.Frame()
	v.run, v.key.run = true, p.Here().Key()
	v.figures, v.facts, v.formula = f.Figures, f.Notes, p.Formula()
	v.towards, _ = p.Towards()
	if run := p.Run(); p.At() == 0 && run.Len() > 1 {
		first := run.Frame(1)
		v.coming = &first
	}
	if f.Inspect != nil {
		v.inspect = f.Inspect
	}
	if b := &p.Branches; b.Forked() {
		v.status = ascii.Inked(b.Name(b.Now())+"  ", ascii.Accent)
	} else if n := d.memory.Count(); n > 0 {
		v.status = ascii.Inked(fmt.Sprintf("branches waiting: %d  ", n), ascii.Dim)
	}
	v.status, v.event = append(v.status, p.Status()...), p.Event()
	if stop := d.watches.Here(p.Here().Run, p.Here().At); stop != "" {
		v.event, v.stopped = strings.TrimSuffix("condition: "+stop+"; "+v.event, "; "), true
	}
	return v
}

// why explains the step on the stage.
func (d *debugger) why() []ascii.Line {
	f := d.player.Frame()
	if d.whatIf.shows() {
		f = &d.whatIf.frame
	}
	if f.Why != nil {
		return f.Why()
	}
	return []ascii.Line{ascii.Inked("There is nothing to explain at this step.", ascii.Dim)}
}

// timeline shows where the run stands, the events along it, where an armed condition
// holds, where other branches part from it, and how far it has been computed.
func (d *debugger) timeline(t *theme.Theme, focused bool) ui.Timeline {
	p := &d.player
	run, b := p.Run(), &p.Branches
	out := ui.Timeline{Len: run.Len(), At: p.At(), Words: p.Words(), Focused: focused}
	out.Event = func(i int) bool { return run.Event(i) != "" }
	for _, i := range d.watches.stops.at {
		if i < run.Len() {
			out.Signs = append(out.Signs, ui.Sign{At: i, Glyph: t.Glyph('▼', 'v'), Ink: ascii.Warn})
		}
	}
	if !b.Forked() {
		return out
	}
	for _, p := range b.Partings() {
		if p.Number > 0 {
			out.Signs = append(out.Signs, ui.Sign{At: p.At, Glyph: t.Glyph('┬', 'Y'), Ink: ascii.Accent, Label: strconv.Itoa(p.Number)})
		}
	}
	if left, ok := b.Left(); ok {
		out.Signs = append(out.Signs, ui.Sign{At: left, Glyph: t.Glyph('┴', '^'), Ink: ascii.Accent})
	}
	return out
}

// statusLines are the position in words, and what happened there: on a row of its own
// if there are two, else at the right, where the position gives way to it. Beside the
// position stand the signs in sight, as far as there is room.
func statusLines(t *theme.Theme, r ascii.Rect, v sight) []ascii.Line {
	view := t.View()
	status, tail := tight(view, v.status, r.W), v.event
	if tail == "" || strings.Contains(status.String(), tail) {
		return []ascii.Line{withSigns(t, r.W, status, v.signs)}
	}
	event := view.Line(ascii.Inked(tail, ascii.Accent))
	if r.H > 1 {
		return []ascii.Line{withSigns(t, r.W, status, v.signs), view.Clip(event, r.W)}
	}
	// On one row the position comes first, and what happened has the rest; but it
	// gives way to the condition that was run to.
	const least = 12
	if v.stopped {
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

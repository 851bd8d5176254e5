package lab

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/lab/player"
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
		v.status = line(b.Name(b.Now())+"  ", ascii.Accent)
	} else if n := d.memory.Count(); n > 0 {
		v.status = line(fmt.Sprintf("branches waiting: %d  ", n), ascii.Dim)
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
	return []ascii.Line{line("There is nothing to explain at this step.", ascii.Dim)}
}

// drawTimeline shows where the run stands, the events along it, where an armed
// condition holds, where other branches part from it, and how far it has been
// computed.
func (d *debugger) drawTimeline(pen pen, r ascii.Rect, focused bool) {
	p := &d.player
	run, track := p.Run(), timelineTrack(r)
	pen.right(r.X+r.W, r.Y, r.W, p.Words())
	last := max(1, run.Len()-1)
	column := func(i int) int { return track.X + i*(track.W-1)/last }
	now := column(p.At())
	for x := track.X; x < track.X+track.W; x++ {
		ch, ink := pen.glyph('─', '-'), ascii.Faint
		if x < now {
			ch, ink = pen.glyph('━', '='), ascii.Dim
		}
		pen.grid.Put(x, r.Y, ch, ink)
	}
	for i, seen := 0, -1; i < run.Len(); i += max(1, run.Len()/(4*track.W)) {
		if x := column(i); x != seen && run.Event(i) != "" {
			seen = x
			pen.grid.Put(x, r.Y, pen.glyph('╎', '\''), ascii.Axis)
		}
	}
	for _, i := range d.watches.stops.at {
		if i < run.Len() {
			pen.grid.Put(column(i), r.Y, pen.glyph('▼', 'v'), ascii.Warn)
		}
	}
	drawTwigs(pen, track, &p.Branches, func(i int) int { return column(min(i, last)) })
	if run.Len() == 1 {
		now = track.X
	}
	ink := ascii.Select
	if focused {
		ink = ascii.Accent
	}
	pen.grid.Put(now, r.Y, pen.glyph('●', 'O'), ink)
}

// drawTwigs marks where the branches part from the one on the stage: behind the
// mark of those that left it stand their numbers, where there is room.
func drawTwigs(pen pen, track ascii.Rect, b *player.Branches, column func(int) int) {
	if !b.Forked() {
		return
	}
	at := map[int][]string{}
	for _, p := range b.Partings() {
		if p.Number > 0 {
			x := column(p.At)
			at[x] = append(at[x], strconv.Itoa(p.Number))
		}
	}
	columns := slices.Sorted(maps.Keys(at))
	for i, x := range columns {
		end := track.X + track.W
		if i+1 < len(columns) {
			end = columns[i+1]
		}
		pen.grid.Put(x, track.Y, pen.glyph('┬', 'Y'), ascii.Accent)
		if numbers := strings.Join(at[x], ","); ascii.Width(numbers) <= end-x-1 {
			pen.write(x+1, track.Y, end-x-1, line(numbers, ascii.Accent))
		}
	}
	if left, ok := b.Left(); ok {
		pen.grid.Put(column(left), track.Y, pen.glyph('┴', '^'), ascii.Accent)
	}
}

const timelineRoom = 30

// timelineTrack is the part of the timeline's row that can be dragged.
func timelineTrack(r ascii.Rect) ascii.Rect {
	return ascii.Rect{X: r.X, Y: r.Y, W: max(1, r.W-timelineRoom), H: 1}
}

// drawStatus writes the position in words, and what happened there: on a row
// of its own where there are two, else at the right, where the position gives
// way to it. Beside the position stand the signs in sight, as far as there is room.
func drawStatus(p pen, r ascii.Rect, v sight) {
	status, tail := tight(p, v.status, r.W), v.event
	if tail == "" || strings.Contains(status.String(), tail) {
		drawSigns(p, r, p.write(r.X, r.Y, r.W, status), v.signs)
		return
	}
	if r.H > 1 {
		drawSigns(p, r, p.write(r.X, r.Y, r.W, status), v.signs)
		p.write(r.X, r.Y+1, r.W, line(tail, ascii.Accent))
		return
	}
	// On one row the position comes first, and what happened has the rest; but it
	// gives way to the condition that was run to.
	const least = 12
	if v.stopped {
		status = givingWay(p.say(status), r.W-p.say(line(tail, ascii.Accent)).Width()-3)
	}
	end := p.write(r.X, r.Y, r.W, status)
	if room := r.X + r.W - end - 3; room >= least {
		p.right(r.X+r.W, r.Y, room, line(tail, ascii.Accent))
	}
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
func tight(p pen, l ascii.Line, w int) ascii.Line {
	if p.say(l).Width() <= w {
		return l
	}
	out := slices.Clone(l)
	for i := range out {
		out[i].Text = strings.ReplaceAll(out[i].Text, "  ", " ")
	}
	if p.say(out).Width() > w {
		return l
	}
	return out
}

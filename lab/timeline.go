package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
)

// over lays the frame of the run over the sight of its scene.
func (p *player) over(v sight) sight {
	f := &p.frame
	v.run, v.key.serial, v.key.at = true, p.serial, p.at
	v.figures, v.facts, v.formula = f.Figures, f.Notes, p.formula()
	v.towards, _ = p.linesShown()
	if f.Inspect != nil {
		v.inspect = f.Inspect
	}
	v.status, v.event = append(p.branches.status(), p.status()...), p.happened()
	return v
}

// why explains the step on the stage.
func (p *player) why() []ascii.Line {
	if p.frame.Why == nil {
		return []ascii.Line{line("There is nothing to explain at this step.", ascii.Dim)}
	}
	return p.frame.Why()
}

// drawTimeline shows where the run stands, the events along it, where it left
// another, and how far it has been computed.
func (p *player) drawTimeline(pen pen, r ascii.Rect, focused bool) {
	pen.right(r.X+r.W, r.Y, r.W, p.timelineWords())
	track := timelineTrack(r)
	last := max(1, p.run.Len()-1)
	column := func(i int) int { return track.X + i*(track.W-1)/last }
	now := column(p.at)
	for x := track.X; x < track.X+track.W; x++ {
		ch, ink := pen.glyph('─', '-'), ascii.Faint
		if x < now {
			ch, ink = pen.glyph('━', '='), ascii.Dim
		}
		pen.grid.Put(x, r.Y, ch, ink)
	}
	for i, seen := 0, -1; i < p.run.Len(); i += max(1, p.run.Len()/(4*track.W)) {
		if x := column(i); x != seen && p.run.Event(i) != "" {
			seen = x
			pen.grid.Put(x, r.Y, pen.glyph('╎', '\''), ascii.Axis)
		}
	}
	if p.run.Len() == 1 {
		now = track.X
	}
	if at, ok := p.branches.leftAt(); ok {
		pen.grid.Put(column(at), r.Y, pen.glyph('┴', '^'), ascii.Accent)
	}
	ink := ascii.Select
	if focused {
		ink = ascii.Accent
	}
	pen.grid.Put(now, r.Y, pen.glyph('●', 'O'), ink)
}

const timelineRoom = 30

// timelineTrack is the part of the timeline's row that can be dragged.
func timelineTrack(r ascii.Rect) ascii.Rect {
	return ascii.Rect{X: r.X, Y: r.Y, W: max(1, r.W-timelineRoom), H: 1}
}

func (p *player) timelineWords() ascii.Line {
	of := strconv.Itoa(p.run.Len() - 1)
	if !p.ended() {
		of += "…"
	}
	words := ascii.Line{
		{Text: "step ", Ink: ascii.Dim}, {Text: strconv.Itoa(p.at), Ink: ascii.Strong}, {Text: " / " + of, Ink: ascii.Dim},
	}
	state := fmt.Sprintf("   ‖ %d/s", p.clock.rate())
	ink := ascii.Dim
	switch {
	case p.clock.playing:
		state, ink = fmt.Sprintf("   ▶ %d/s", p.clock.rate()), ascii.Accent
	case p.goal.kind != goalNone:
		state, ink = "   computing", ascii.Accent
	}
	if g := p.grain.word(); g != "" {
		state += " " + g
	}
	return append(words, ascii.Span{Text: state, Ink: ink})
}

// drawStatus writes the position in words, and what happened there: on a row
// of its own where there are two, else at the right, where the position gives
// way to it.
func drawStatus(p pen, r ascii.Rect, v sight) {
	status, tail := tight(p, v.status, r.W), v.event
	if tail == "" || strings.Contains(status.String(), tail) {
		p.write(r.X, r.Y, r.W, status)
		return
	}
	if r.H > 1 {
		p.write(r.X, r.Y, r.W, status)
		p.write(r.X, r.Y+1, r.W, line(tail, ascii.Accent))
		return
	}
	// On one row the position comes first, and what happened has the rest.
	const least = 12
	end := p.write(r.X, r.Y, r.W, status)
	if room := r.X + r.W - end - 3; room >= least {
		p.right(r.X+r.W, r.Y, room, line(tail, ascii.Accent))
	}
}

// tight sets the parts of a line closer where it would be cut, and fits then.
func tight(p pen, l ascii.Line, w int) ascii.Line {
	if lineWidth(p.say(l)) <= w {
		return l
	}
	out := slices.Clone(l)
	for i := range out {
		out[i].Text = strings.ReplaceAll(out[i].Text, "  ", " ")
	}
	if lineWidth(p.say(out)) > w {
		return l
	}
	return out
}

// happened is the event of the frame shown, the reason why the run ended
// there, or that more of it is being computed.
func (p *player) happened() string {
	if p.goal.kind != goalNone && p.job.busy && p.goal.kind != goalFrame {
		return "computing; esc stops"
	}
	if reason, done := p.run.Done(); done && p.at == p.run.Len()-1 {
		return reason
	}
	return p.run.Event(p.at)
}

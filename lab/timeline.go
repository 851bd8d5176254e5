package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
)

// drawTimeline shows where the run stands, the events along it, and how far
// it has been computed.
func (e *exercise) drawTimeline(p pen, r ascii.Rect) {
	pl := &e.player
	right := e.timelineWords(pl)
	p.right(r.X+r.W, r.Y, r.W, right)
	track := timelineTrack(r)
	last := max(1, pl.run.Len()-1)
	column := func(i int) int { return track.X + i*(track.W-1)/last }
	now := column(pl.at)
	for x := track.X; x < track.X+track.W; x++ {
		ch, ink := p.glyph('─', '-'), ascii.Faint
		if x < now {
			ch, ink = p.glyph('━', '='), ascii.Dim
		}
		p.grid.Put(x, r.Y, ch, ink)
	}
	for i, seen := 0, -1; i < pl.run.Len(); i += max(1, pl.run.Len()/(4*track.W)) {
		if x := column(i); x != seen && pl.run.Event(i) != "" {
			seen = x
			p.grid.Put(x, r.Y, p.glyph('╎', '\''), ascii.Axis)
		}
	}
	if pl.run.Len() == 1 {
		now = track.X
	}
	if at, ok := e.debug.branches.leftAt(); ok {
		p.grid.Put(column(at), r.Y, p.glyph('┴', '^'), ascii.Accent)
	}
	ink := ascii.Select
	if e.focus().kind == onStage {
		ink = ascii.Accent
	}
	p.grid.Put(now, r.Y, p.glyph('●', 'O'), ink)
}

const timelineRoom = 30

// timelineTrack is the part of the timeline's row that can be dragged.
func timelineTrack(r ascii.Rect) ascii.Rect {
	return ascii.Rect{X: r.X, Y: r.Y, W: max(1, r.W-timelineRoom), H: 1}
}

func (e *exercise) timelineWords(pl *player) ascii.Line {
	of := strconv.Itoa(pl.run.Len() - 1)
	if !pl.ended() {
		of += "…"
	}
	words := ascii.Line{
		{Text: "step ", Ink: ascii.Dim}, {Text: strconv.Itoa(pl.at), Ink: ascii.Strong}, {Text: " / " + of, Ink: ascii.Dim},
	}
	state := fmt.Sprintf("   ‖ %d/s", pl.rate())
	ink := ascii.Dim
	switch {
	case pl.playing:
		state, ink = fmt.Sprintf("   ▶ %d/s", pl.rate()), ascii.Accent
	case pl.goal.kind != goalNone:
		state, ink = "   computing", ascii.Accent
	}
	if g := pl.grain.word(); g != "" {
		state += " " + g
	}
	return append(words, ascii.Span{Text: state, Ink: ink})
}

// drawStatus writes the position in words, and what happened there: on a row
// of its own where there are two, else at the right, where the position gives
// way to it.
func (e *exercise) drawStatus(p pen, r ascii.Rect) {
	status, tail := tight(p, e.status(), r.W), e.happened()
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

// status is the position in words: of the frame considered, else of the run's
// own, with the branch it is on.
func (e *exercise) status() ascii.Line {
	d := &e.debug
	if d.whatIf != nil {
		return d.whatIf.status(d.forks.busy)
	}
	out := append(d.branches.status(), e.player.status()...)
	if d.compare != nil {
		out = append(ascii.Line{{Text: "beside " + branchName(d.compare.with) + "  ", Ink: ascii.Warn}}, out...)
	}
	return out
}

// happened is the event of the frame shown, the reason why the run ended
// there, or that more of it is being computed.
func (e *exercise) happened() string {
	pl := &e.player
	if e.debug.whatIf != nil {
		return ""
	}
	if pl.goal.kind != goalNone && pl.busy && pl.goal.kind != goalFrame {
		return "computing; esc stops"
	}
	if reason, done := pl.run.Done(); done && pl.at == pl.run.Len()-1 {
		return reason
	}
	return pl.run.Event(pl.at)
}

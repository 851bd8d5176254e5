package player

import (
	"fmt"
	"strconv"

	"kernellab/ascii"
)

// Words say where the run stands and whether it moves.
func (p *Player) Words() ascii.Line {
	of := strconv.Itoa(p.run.Len() - 1)
	if !p.ended() {
		of += "…"
	}
	words := ascii.Line{
		{Text: "step ", Ink: ascii.Dim}, {Text: strconv.Itoa(p.at), Ink: ascii.Strong}, {Text: " / " + of, Ink: ascii.Dim},
	}
	state := fmt.Sprintf("   ‖ %d/s", p.Clock.Rate())
	ink := ascii.Dim
	switch {
	case p.Clock.playing:
		state, ink = fmt.Sprintf("   ▶ %d/s", p.Clock.Rate()), ascii.Accent
	case p.goal.kind != goalNone:
		state, ink = "   computing", ascii.Accent
	}
	if p.lines {
		state += " line"
	}
	return append(words, ascii.Span{Text: state, Ink: ink})
}

// Event is the event of the frame shown, the reason why the run ended
// there, or that more of it is being computed.
func (p *Player) Event() string {
	if p.goal.kind != goalNone && p.job.Busy() && p.goal.kind != goalFrame {
		return "computing; esc stops"
	}
	if reason, done := p.run.Done(); done && p.at == p.run.Len()-1 {
		return reason
	}
	return p.run.Event(p.at)
}

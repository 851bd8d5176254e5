package player

import (
	"fmt"
	"strconv"

	"kernellab/ascii"
)

// Words describes the position in the run and whether it is playing.
func (p *Player) Words() ascii.Line {
	of := strconv.Itoa(p.run.Len() - 1)
	if !p.ended() {
		of += "…"
	}
	words := ascii.Line{
		{Text: "step ", Ink: ascii.Dim}, {Text: strconv.Itoa(p.at), Ink: ascii.Strong},
		{Text: " / " + of, Ink: ascii.Dim},
	}
	state := fmt.Sprintf("   ‖ %d/s", p.Clock.Rate())
	ink := ascii.Dim
	if p.Clock.playing {
		state, ink = fmt.Sprintf("   ▶ %d/s", p.Clock.Rate()), ascii.Accent
	}
	if p.lines {
		state += " line"
	}
	return append(words, ascii.Span{Text: state, Ink: ink})
}

// Event returns the event of the frame shown, or the reason why the run ended there.
func (p *Player) Event() string {
	if reason, done := p.run.Done(); done && p.at == p.run.Len()-1 {
		return reason
	}
	return p.run.Event(p.at)
}

package player

// ToggleLines switches between steps of one frame and steps of one line of the formula
// of the next frame.
func (p *Player) ToggleLines() { p.lines, p.line = !p.lines, 0 }

// step goes one step forward (dir 1) or back (dir −1).
func (p *Player) step(dir int) {
	switch {
	case p.run == nil:
	case p.lines:
		p.stepLine(dir)
	case dir > 0:
		p.Forward(1)
	default:
		p.Seek(p.at - 1)
	}
}

// stepLine shows one line more, or one line less, of the formula of the next frame.
// After the last line it moves to that frame. Back from a frame, it shows all lines of
// the formula of that frame again.
func (p *Player) stepLine(dir int) {
	switch {
	case dir > 0 && p.at+1 >= p.run.Len():
		if !p.ended() && p.goal.kind == goalNone {
			p.stop()
			p.goal = goal{kind: goalLine}
		}
	case dir > 0 && p.line < len(p.following().Formula):
		p.stop()
		p.line++
	case dir > 0:
		p.Seek(p.at + 1)
	case p.line > 0:
		p.stop()
		p.line--
	case p.at > 0:
		lines := len(p.frame.Formula)
		p.Seek(p.at - 1)
		p.line = lines
	}
}

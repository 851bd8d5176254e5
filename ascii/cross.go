package ascii

// cross draws four arms around an open middle at a place, as long in every picture.
func (m Map) cross(c *canvas, f frame) {
	if m.Cross == nil {
		return
	}
	const from, to = 1.2, 4.0 // in columns; a row counts as two
	at := f.cell(*m.Cross)
	s := stroke{ink: Accent, glyph: '+', rank: rankBoundary}
	for _, d := range []Point{{1, 0}, {-1, 0}, {0, 0.5}, {0, -0.5}} {
		c.line([]Point{{at.X + from*d.X, at.Y + from*d.Y}, {at.X + to*d.X, at.Y + to*d.Y}}, s)
	}
}

// crossWords say where the cross is.
func (m Map) crossWords() []string {
	if m.Cross == nil {
		return nil
	}
	return []string{"The cross is at " + m.Cross.said() + "."}
}

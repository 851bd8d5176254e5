package ascii

// drawLegend explains the marks and lines a map has.
func (m Map) drawLegend(dst *Grid, area Rect, v View) {
	if area.Empty() {
		return
	}
	y := area.Y
	line := func(l Line) {
		clipSpans(dst, area, area.X, y, v.Line(l))
		y++
	}
	line(Line{{"Legend", Strong}})
	for _, class := range []int{1, -1} {
		if m.has(class, PlainMark) || m.has(class, FreeSV) || m.has(class, BoundSV) {
			line(m.legendRow(class, class, PlainMark, signed("class ", class), v))
		}
	}
	if m.has(1, FreeSV) || m.has(-1, FreeSV) {
		line(m.legendRow(1, -1, FreeSV, "support, 0 < α < C", v))
	}
	if m.has(1, BoundSV) || m.has(-1, BoundSV) {
		line(m.legendRow(1, -1, BoundSV, "support, α = C", v))
	}
	if m.Field == nil || m.Levels == NoLines {
		return
	}
	line(Line{{string(v.Pick('⠒', '#')) + string(v.Pick('⠒', ' ')), Boundary}, {"  f = 0, boundary", Dim}})
	if m.Levels == WithMargins {
		line(Line{{string(v.Pick('⠂', '+')), MarginPos}, {string(v.Pick('⠂', '-')), MarginNeg}, {"  f = +1, -1, margins", Dim}})
	}
	if m.Beside != nil {
		line(Line{{string(v.Pick('⠂', '=')) + string(v.Pick('⠂', ' ')), Truth}, {"  the other's boundary", Dim}})
	}
}

func (m Map) has(class int, kind MarkKind) bool {
	for _, k := range m.Marks {
		if k.Kind == kind && k.Class*class > 0 {
			return true
		}
	}
	return false
}

func (m Map) legendRow(a, b int, kind MarkKind, text string, v View) Line {
	r, ink := Mark{Class: a, Kind: kind}.glyph(v)
	l := Line{{string(r), ink}}
	if a != b {
		r, ink = Mark{Class: b, Kind: kind}.glyph(v)
		return append(l, Span{string(r), ink}, Span{"  " + text, Dim})
	}
	return append(l, Span{"   " + text, Dim})
}

// signed names a class: before and its sign, or "without class".
func signed(before string, class int) string {
	switch {
	case class > 0:
		return before + "+1"
	case class < 0:
		return before + "-1"
	}
	return "without class"
}

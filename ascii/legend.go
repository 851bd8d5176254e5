package ascii

import "slices"

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
		if m.has(class, PlainMark, FreeSV, BoundSV, Missed) {
			line(m.legendRow(class, class, PlainMark, signed("class ", class), v))
		}
	}
	for _, row := range []struct {
		kind MarkKind
		text string
	}{{FreeSV, "support, 0 < α < C"}, {BoundSV, "support, α = C"}, {Missed, "a mistake, α > 0"}} {
		if m.has(1, row.kind) || m.has(-1, row.kind) {
			line(m.legendRow(1, -1, row.kind, row.text, v))
		}
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

// has reports whether a mark of a class is of one of some kinds.
func (m Map) has(class int, kinds ...MarkKind) bool {
	for _, k := range m.Marks {
		if slices.Contains(kinds, k.Kind) && k.Class*class > 0 {
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

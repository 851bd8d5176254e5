package ascii

import "slices"

// legendRows is the height from which a map has a row for its legend, leastLegend
// its width.
const legendRows, leastLegend = 9, 24

// legend is what the marks and lines of a map mean, in the same words on every map:
// the entries, the most needed first.
func (m Map) legend(v View) []Line {
	var out []Line
	add := func(text string, signs ...Span) {
		out = append(out, append(Line(signs), Span{" " + text, Dim}))
	}
	for _, class := range []int{1, -1} {
		if m.has(class, PlainMark, FreeSV, BoundSV, Missed) {
			add(map[int]string{1: "+1", -1: "−1"}[class], m.sign(class, PlainMark, v))
		}
	}
	both := func(kind MarkKind) []Span { return []Span{m.sign(1, kind, v), m.sign(-1, kind, v)} }
	switch {
	case m.knows(FreeSV):
		add("α > 0", both(FreeSV)...)
	case m.knows(Missed):
		add("α > 0", both(Missed)...)
	}
	if m.knows(BoundSV) {
		add("at C", both(BoundSV)...)
	}
	if m.Field != nil && m.Levels == WithMargins {
		add("margin", Span{string(v.Pick('⠂', '+')), MarginPos}, Span{string(v.Pick('⠂', '-')), MarginNeg})
	}
	if m.Beside != nil {
		add("the other", Span{string(v.Pick('⠒', '=')) + string(v.Pick('⠂', '=')), Truth})
	}
	if m.Before != nil {
		add("before", Span{string(v.Pick('⠂', ',')) + string(v.Pick('⠂', ',')), Dim})
	}
	if slices.ContainsFunc(m.Marks, func(k Mark) bool { return k.Turned }) {
		add("other side now", Span{string(v.Pick('‹', '<')) + string(v.Pick('›', '>')), Strong})
	}
	return out
}

// explained reports whether a map in an area has a row for its legend.
func (m Map) explained(area Rect) bool {
	return m.Legend && area.H >= legendRows && area.W >= leastLegend
}

// drawLegend writes as many entries as fit.
func (m Map) drawLegend(dst *Grid, area Rect, v View) {
	x := area.X
	for _, entry := range m.legend(v) {
		entry = v.Line(entry)
		if x+entry.Width() > area.X+area.W {
			return
		}
		clipSpans(dst, area, x, area.Y, entry)
		x += entry.Width() + 2
	}
}

// knows reports whether marks of a kind are there, or may be.
func (m Map) knows(kind MarkKind) bool {
	return slices.Contains(m.Kinds, kind) || m.has(1, kind) || m.has(-1, kind)
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

// sign is the mark of a class and kind.
func (m Map) sign(class int, kind MarkKind, v View) Span {
	r, ink := Mark{Class: class, Kind: kind}.glyph(v)
	return Span{string(r), ink}
}

// className returns "class +1", "class -1" or "without class".
func className(class int) string {
	switch {
	case class > 0:
		return "class +1"
	case class < 0:
		return "class -1"
	}
	return "without class"
}

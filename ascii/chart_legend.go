package ascii

// legendFrom is the height from which a chart spares a row for names that find no
// room at its right end.
const legendFrom = 7

// legend is the names of the curves in one line, each behind a piece of its curve,
// and after them those of the references. It is nil where there is no choice of
// curves, or one has no name, or w columns do not hold it.
func (p *chartPlot) legend(w int, v View) Line {
	var out Line
	curves := 0
	for i, s := range p.series {
		if p.number[i] < 0 {
			continue
		}
		if s.Name == "" {
			return nil
		}
		out = entry(out, p.sample(i, v), p.labelText(i, s.Name, v), s.Ink)
		curves++
	}
	if curves < 2 || out.Width() > w {
		return nil
	}
	for _, r := range p.Refs {
		more := entry(out, v.Transliterate("╌"), v.Transliterate(r.Label), r.Hue())
		if r.Label == "" || more.Width() > w {
			break
		}
		out = more
	}
	return out
}

// entry is a line with one more name.
func entry(to Line, sample, name string, ink Ink) Line {
	out := append(Line(nil), to...)
	if len(out) > 0 {
		out = append(out, Span{Text: "  "})
	}
	if sample != "" {
		sample += " "
	}
	return append(out, Span{Text: sample + name, Ink: ink})
}

// sample is a piece of a curve, as it can be told from the others without colour.
func (p *chartPlot) sample(i int, v View) string {
	switch {
	case p.series[i].Kind != Joined:
		return string(p.dot(i, v))
	case v.Profile == SevenBit: // its letter stands before the name
		return ""
	case v.Profile == Mono:
		return []string{"━━━", "━━╸", "━╸╺", "╴╴╴"}[p.number[i]%4]
	}
	return "━"
}

// takeLegend leaves the names that find no room beside the curves the first row.
func (p *chartPlot) takeLegend(area Rect, v View) Rect {
	if p.labels.W > 0 || area.H < legendFrom {
		return area
	}
	if p.names = p.legend(area.W, v); p.names == nil {
		return area
	}
	p.namesAt = Rect{X: area.X, Y: area.Y, W: area.W, H: 1}
	area.Y++
	area.H--
	return area
}

// drawLegend writes the names above the curves.
func (p *chartPlot) drawLegend(dst *Grid) {
	x := p.namesAt.X
	for _, s := range p.names {
		clipText(dst, p.namesAt, x, p.namesAt.Y, s.Text, s.Ink)
		x += Width(s.Text)
	}
}

package ascii

import (
	"sort"
)

// endLabel is a name at the right end of a chart and the row it wants.
type endLabel struct {
	text string
	ink  Ink
	row  int
}

// labelWidth is the columns the names need, 0 without names.
func (p *chartPlot) labelWidth(v View) int {
	w := 0
	for i, s := range p.series {
		if p.number[i] >= 0 {
			w = max(w, Width(p.labelText(i, s.Name, v)))
		}
	}
	for _, r := range p.Refs {
		w = max(w, Width(v.Transliterate(r.Label)))
	}
	return min(w, 16)
}

// labelText is a series' name, in ASCII with its letter before it.
func (p *chartPlot) labelText(i int, name string, v View) string {
	if name == "" {
		return ""
	}
	if v.Profile == SevenBit && p.series[i].Kind == Joined {
		return string(letter(p.number[i])) + " " + v.Transliterate(name)
	}
	return name
}

// drawLabels writes the names of series and references at the right end of
// their lines, pushed apart; a name for which there is no row is left out.
func (p *chartPlot) drawLabels(dst *Grid, v View) {
	if p.labels.W == 0 || p.labels.H == 0 {
		return
	}
	labels := p.endLabels(v)
	sort.SliceStable(labels, func(i, j int) bool { return labels[i].row < labels[j].row })
	pushApart(labels, p.labels.H)
	for _, l := range labels {
		clipText(dst, p.labels, p.labels.X, p.labels.Y+l.row, v.elide(l.text, p.labels.W), l.ink)
	}
}

func (p *chartPlot) endLabels(v View) []endLabel {
	f := p.axes.frame
	var out []endLabel
	add := func(text string, y float64, ink Ink) {
		if text == "" || len(out) == p.labels.H || !finite(y) {
			return
		}
		row := clamp(floor(f.cell(Point{Y: y}).Y), 0, f.area.H-1)
		out = append(out, endLabel{text, ink, row})
	}
	for i, s := range p.series {
		if y, ok := lastFinite(s.Y); ok && p.number[i] >= 0 {
			add(p.labelText(i, s.Name, v), y, s.Ink)
		}
	}
	for _, r := range p.Refs {
		add(v.Transliterate(r.Label), p.value(r.Y), r.Hue())
	}
	return out
}

func lastFinite(ys []float64) (float64, bool) {
	for i := len(ys) - 1; i >= 0; i-- {
		if finite(ys[i]) {
			return ys[i], true
		}
	}
	return 0, false
}

// pushApart gives labels in order of rows distinct rows below h, as near to
// what they want as a pass down and a pass up can do. There are at most h.
func pushApart(labels []endLabel, h int) {
	for i := 1; i < len(labels); i++ {
		labels[i].row = max(labels[i].row, labels[i-1].row+1)
	}
	limit := h - 1
	for i := len(labels) - 1; i >= 0; i-- {
		labels[i].row = min(labels[i].row, limit)
		limit = labels[i].row - 1
	}
}

func (p *chartPlot) drawNote(dst *Grid, v View) {
	f := p.axes.frame.area
	note := v.Transliterate(p.note)
	if note == "" || Width(note) > f.W {
		return
	}
	clipText(dst, f, f.X+f.W-Width(note), f.Y, note, Warn)
}

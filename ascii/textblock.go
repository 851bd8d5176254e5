package ascii

import (
	"fmt"
	"strings"
)

// TextBlock is lines of styled text. With Wrap set lines are broken between
// words; without it they are cut.
type TextBlock struct {
	Lines []Line
	Wrap  bool
}

var _ Figure = TextBlock{}

// Draw writes the lines; where they do not all fit the last row says so.
func (t TextBlock) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() {
		return
	}
	lines := t.within(area.W, v)
	n := len(lines)
	if n > area.H && area.H > 1 {
		n = area.H - 1
		clipText(dst, area, area.X, area.Y+n, v.Transliterate(fmt.Sprintf("… %s more", Count(len(lines)-n, "line"))), Dim)
	}
	for i, l := range lines[:min(n, area.H)] {
		clipSpans(dst, area, area.X, area.Y+i, l)
	}
}

// within is the lines in w columns.
func (t TextBlock) within(w int, v View) (lines []Line) {
	for _, l := range t.Lines {
		if t.Wrap {
			lines = append(lines, v.Line(l).Wrap(w)...)
			continue
		}
		lines = append(lines, v.Clip(l, w))
	}
	return lines
}

// Rowed is how many rows the lines take in w columns.
func (t TextBlock) Rowed(w int, v View) int { return len(t.within(w, v)) }

// Words returns the text of the lines.
func (t TextBlock) Words() []string {
	var out []string
	for _, l := range t.Lines {
		if s := strings.TrimSpace(l.String()); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// Columned is how many columns the lines take unbroken.
func (t TextBlock) Columned(v View) int {
	n := 0
	for _, l := range t.Lines {
		n = max(n, v.Line(l).Width())
	}
	return n
}

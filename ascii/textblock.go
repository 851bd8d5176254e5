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
	var lines []Line
	for _, l := range t.Lines {
		l = v.line(l)
		if t.Wrap {
			lines = append(lines, wrap(l, area.W)...)
			continue
		}
		lines = append(lines, cut(l, area.W, v))
	}
	n := len(lines)
	if n > area.H && area.H > 1 {
		n = area.H - 1
		clipText(dst, area, area.X, area.Y+n, v.Transliterate(fmt.Sprintf("… %s more", count(len(lines)-n, "line"))), Dim)
	}
	for i, l := range lines[:min(n, area.H)] {
		clipSpans(dst, area, area.X, area.Y+i, l)
	}
}

// wrap breaks a line at blanks into lines of at most w columns; a word that is
// wider than that is cut by whoever draws it.
func wrap(l Line, w int) []Line {
	var out []Line
	var now Line
	used := 0
	for _, s := range l {
		for _, word := range strings.SplitAfter(s.Text, " ") {
			n := Width(strings.TrimRight(word, " "))
			if used > 0 && used+n > w {
				out, now, used = append(out, now), nil, 0
			}
			if word != "" {
				now, used = append(now, Span{word, s.Ink}), used+Width(word)
			}
		}
	}
	return append(out, now)
}

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

package export

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"kernellab/ascii"
)

// legend says what the marks and lines of a figure mean, in lines below it, where
// it hides nothing.
type legend struct{ entries []entry }

type entry struct {
	name  string
	thumb plot.Thumbnailer
}

func (l *legend) add(name string, t plot.Thumbnailer) { l.entries = append(l.entries, entry{name, t}) }

// The measures of a legend.
const (
	thumbWidth = 18
	thumbGap   = 4
	entryGap   = 14
)

// set draws the plot and its legend below it.
func (s sheet) set(c draw.Canvas) {
	lines := s.folded(c.Size().X)
	under := vg.Length(len(lines)) * leading
	s.Draw(draw.Crop(c, 0, 0, under, 0))
	for i, line := range lines {
		at := vg.Point{X: c.Min.X + (c.Size().X-s.width(line))/2, Y: c.Min.Y + under - vg.Length(i+1)*leading}
		for _, e := range line {
			thumb := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: at, Max: at.Add(vg.Point{X: thumbWidth, Y: textSize})}}
			e.thumb.Thumbnail(&thumb)
			write(c, at.Add(vg.Point{X: thumbWidth + thumbGap, Y: 2}), ascii.Plain(e.name), textSize-1, s.shades)
			at.X += s.width([]entry{e}) + entryGap
		}
	}
}

// folded parts the entries into lines of at most a width.
func (s sheet) folded(most vg.Length) [][]entry {
	var out [][]entry
	for _, e := range s.key.entries {
		last := len(out) - 1
		if last < 0 || s.width(append(out[last][:len(out[last]):len(out[last])], e)) > most {
			out = append(out, []entry{e})
			continue
		}
		out[last] = append(out[last], e)
	}
	return out
}

// width is the width of entries on one line.
func (s sheet) width(entries []entry) vg.Length {
	w := vg.Length(len(entries)-1) * entryGap
	for _, e := range entries {
		name, _, _ := s.text.Box(e.name, sans(textSize-1))
		w += thumbWidth + thumbGap + name
	}
	return w
}

package lab

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
)

// drag is what the mouse holds: nothing, the timeline, a slider, a value on the line
// of a figure, or a point of the student's own.
type drag struct {
	kind      dragKind
	left, top int // of the layer that was clicked
	width     int // of the timeline or the slider
	control   int
	figure    shown
	row       int // of the figure's line
}

type dragKind uint8

const (
	dragNothing dragKind = iota
	dragTimeline
	dragSlider
	dragLine
	dragOwn
)

// takeOwn takes hold of the student's own point on the figure under a cell.
func (r *rightSide) takeOwn(x, y int) tea.Cmd {
	for _, f := range r.at.figures {
		if _, ok := f.under(r.session.view(), x, y); ok && len(r.ownOf(f)) == 2 {
			r.drag.kind, r.drag.figure = dragOwn, f
			return r.pull(x, y)
		}
	}
	return nil
}

// pull moves what the mouse holds to a cell of its layer.
func (r *rightSide) pull(x, y int) tea.Cmd {
	d, view := &r.drag, r.session.view()
	switch d.kind {
	case dragTimeline:
		r.debug.player.Jump(r.debug.timeline(r.session.theme, false).StepAt(d.width, x))
	case dragSlider:
		if i := d.control; i < len(r.scene.Controls) {
			c := r.scene.Controls[i]
			return r.slide(i, c.AtFraction(controlView(c, false).PositionAt(d.width, x)))
		}
	case dragLine:
		return r.pullLine(x)
	case dragOwn:
		if p, ok := d.figure.under(view, x, y); ok {
			return r.moveOwn(d.figure, p)
		}
	}
	return nil
}

// pullLine moves the slider of a figure to the value in column x.
func (r *rightSide) pullLine(x int) tea.Cmd {
	i := r.drag.control
	value, _, ok := r.drag.figure.value(r.session.view(), x, r.drag.row)
	if i >= len(r.scene.Controls) || !ok {
		return nil
	}
	return r.slide(i, r.scene.Controls[i].Near(value))
}

// under is what lies under a cell of the stage in a picture.
func (s shown) under(view ascii.View, x, y int) (ascii.Point, bool) {
	f, ok := s.figure.Plot.(ascii.Planar)
	if !ok || !s.area.Contains(x, y) {
		return ascii.Point{}, false
	}
	return f.Under(s.room(), view, x-s.area.X, y-s.area.Y)
}

// ownOf are the controls that a point of the student's own on a figure sets: its
// place across, and up.
func (r *rightSide) ownOf(f shown) (out []int) {
	if len(f.figure.Sets) != 2 {
		return nil
	}
	for _, name := range f.figure.Sets {
		for i, c := range r.scene.Controls {
			if c.Name == name {
				out = append(out, i)
			}
		}
	}
	return out
}

// moveOwn moves the student's own point.
func (r *rightSide) moveOwn(f shown, p ascii.Point) tea.Cmd {
	own := r.ownOf(f)
	if len(own) != 2 {
		return nil
	}
	r.focus(focus{onControl, own[0]})
	return tea.Batch(r.slide(own[0], r.scene.Controls[own[0]].Near(p.X)), r.slide(own[1], r.scene.Controls[own[1]].Near(p.Y)))
}

// pointAt is the point under a cell: on the picture, as a bar of a chart that has one
// for each, or as a row of a table of points; −1 where there is none. On reports
// whether the cell is on anything that has points.
func (s *stage) pointAt(at place, v sight, view ascii.View, x, y int) (i int, on bool) {
	k := slices.IndexFunc(at.figures, func(f shown) bool { return f.area.Contains(x, y) })
	if !v.pointed() || k < 0 {
		return -1, false
	}
	f := at.figures[k].lit(s.point)
	x, y = x-f.area.X, y-f.area.Y
	switch plot := f.figure.Plot.(type) {
	case ascii.Picker:
		if i, hit := plot.Pick(f.room(), view, x, y); hit {
			return i, true
		}
		return -1, true
	case ascii.Bars:
		i, hit := plot.BarAt(f.room(), view, x, y)
		return i, hit && len(plot.Bars) == pointsOf(v.picker(), view)
	case ascii.Heatmap:
		i, _, hit := plot.Entry(f.room(), view, x, y)
		return i, hit && plot.Rows == pointsOf(v.picker(), view)
	case ascii.Roster:
		if i, hit := plot.At(f.room(), y); hit {
			return i, true
		}
		return -1, false
	case ascii.Table:
		row, hit := plot.RowAt(f.room(), y)
		if !hit || len(plot.Columns) == 0 || plot.Columns[0].Title != "i" || len(plot.Rows[row]) == 0 {
			return -1, false
		}
		number, err := strconv.Atoi(strings.TrimSpace(plot.Rows[row][0].String()))
		return number - 1, err == nil && number > 0
	}
	return -1, false
}

// pointsOf is how many points a picture has.
func pointsOf(p ascii.Picker, view ascii.View) int {
	n, room := 0, ascii.Rect{W: 1 << 12, H: 1 << 12}
	for {
		if _, _, ok := p.Place(room, view, n); !ok {
			return n
		}
		n++
	}
}

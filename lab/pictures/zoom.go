package pictures

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
)

// zoom is the part of a map that is shown. The zero zoom shows the whole map.
type zoom struct {
	level  int         // the part is 2^(−level/2) of the map, across and up
	placed bool        // the wheel has put the part where it is; else it is around the point inspected
	middle ascii.Point // of a part that is placed
	margin int         // columns left of the part, so that longer ticks do not move it
}

// A key zooms by two levels, a turn of the wheel by one. The smallest part is a 64th
// of the map across and up.
const (
	KeyLevels = 2
	maxLevel  = 12
)

// extent is the whole of a map, and the middle of a part that is not placed.
type extent struct {
	x, y   ascii.Range
	middle ascii.Point
	margin int
}

// part returns the ranges that are shown.
func (z zoom) part(e extent) (x, y ascii.Range) {
	middle := e.middle
	if z.placed {
		middle = z.middle
	}
	along := func(whole ascii.Range, middle float64) ascii.Range {
		if z.level == 0 {
			return whole
		}
		w := whole.Span() * math.Exp2(-float64(z.level)/2)
		from := math.Max(whole.Min, math.Min(middle-w/2, whole.Max-w))
		return ascii.Range{Min: from, Max: from + w}
	}
	return along(e.x, middle.X), along(e.y, middle.Y)
}

// By returns the zoom n levels further in, or out, with the same middle.
func (z zoom) By(n int) zoom {
	if z.level = max(0, min(z.level+n, maxLevel)); z.level == 0 {
		return zoom{}
	}
	return z
}

// around returns the zoom n levels further in, or out, so that a place keeps its share
// of the part shown, as far as the map reaches.
func (z zoom) around(e extent, at ascii.Point, n int) zoom {
	x, y := z.part(e)
	before := z.level
	if z = z.By(n); z.level == 0 {
		return z
	}
	k := math.Exp2(float64(before-z.level) / 2)
	middle := func(r ascii.Range, at float64) float64 { return at + ((r.Min+r.Max)/2-at)*k }
	return z.placedAt(e, ascii.Point{X: middle(x, at.X), Y: middle(y, at.Y)})
}

// placedAt returns the zoom with the part around a place, inside the map.
func (z zoom) placedAt(e extent, middle ascii.Point) zoom {
	z.middle, z.placed = middle, true
	x, y := z.part(e)
	z.middle = ascii.Point{X: (x.Min + x.Max) / 2, Y: (y.Min + y.Max) / 2}
	return z
}

// words say how much the map is enlarged, "" for the whole.
func (z zoom) words() string {
	if z.level == 0 {
		return ""
	}
	times := math.Exp2(float64(z.level) / 2)
	places := 1
	if times >= 10 {
		places = 0
	}
	return "zoomed ×" + strings.TrimSuffix(strconv.FormatFloat(times, 'f', places, 64), ".0")
}

// ZoomOf returns the zoom of figure i.
func (s *Stage) ZoomOf(i int) zoom {
	if i >= len(s.zooms) {
		return zoom{}
	}
	return s.zooms[i]
}

// SetZoom changes the zoom of figure i. Copies of the stage keep theirs.
func (s *Stage) SetZoom(i int, z zoom) {
	s.zooms = slices.Clone(s.zooms)
	for len(s.zooms) <= i {
		s.zooms = append(s.zooms, zoom{})
	}
	s.zooms[i] = z
}

// zoomed returns a figure in its place with the part of it that is shown.
func (s *Stage) zoomed(f Placed, v ascii.View) Placed {
	f.zoom, f.whole = s.ZoomOf(f.index), f.Figure.Plot
	return f.through(s.extentOf(f, v))
}

// through returns a figure that shows the part of its zoom.
func (s Placed) through(e extent) Placed {
	if m, ok := s.whole.(ascii.Windowed); ok && s.zoom.level > 0 {
		x, y := s.zoom.part(e)
		s.Figure.Plot = m.Through(x, y, s.zoom.margin)
	}
	return s
}

// extentOf returns the extent of a figure, which is zero for one that is no map.
func (s *Stage) extentOf(f Placed, v ascii.View) (e extent) {
	m, ok := f.whole.(ascii.Windowed)
	if !ok {
		return e
	}
	e.x, e.y, e.margin = m.Window(f.Room(), v)
	e.middle = ascii.Point{X: (e.x.Min + e.x.Max) / 2, Y: (e.y.Min + e.y.Max) / 2}
	picker, points := f.whole.(ascii.Picker)
	if !points || s.Point < 0 {
		return e
	}
	if x, y, there := picker.Place(f.Room(), v, s.Point); there {
		if p, under := m.Under(f.Room(), v, x, y); under {
			e.middle = p
		}
	}
	return e
}

// Zoomable returns the index of the map that keys zoom: the one enlarged or, where there
// is no run whose speed the same keys change, the first; −1 if there is none.
func (s *Stage) Zoomable(v View) int {
	for i, f := range v.Figures {
		if _, ok := f.Plot.(ascii.Windowed); ok && (s.Enlarge == i+1 || s.Enlarge == 0 && !v.Run) {
			return i
		}
	}
	return -1
}

// ZoomAt zooms the map under a cell of the stage, so that what is under the cell stays
// there.
func (s *Stage) ZoomAt(at Places, v ascii.View, x, y, n int) {
	for _, f := range at.Figures {
		if _, ok := f.whole.(ascii.Windowed); ok && f.Area.Contains(x, y) {
			s.SetZoom(f.index, f.zoomedAt(s.extentOf(f, v), v, x, y, n))
		}
	}
}

// zoomedAt returns the zoom of a figure, zoomed at a cell of the stage: around the place
// there, or the middle where the cell lies beside the map.
func (s Placed) zoomedAt(e extent, v ascii.View, x, y, n int) zoom {
	under, ok := s.Under(v, x, y)
	if !ok {
		return s.zoom.By(n)
	}
	if s.zoom = s.zoom.around(e, under, n); s.zoom.level == 0 {
		return s.zoom
	}
	s.zoom.margin = max(s.zoom.margin, e.margin)
	s = s.through(e)
	_, _, s.zoom.margin = s.Figure.Plot.(ascii.Windowed).Window(s.Room(), v)
	if now, ok := s.through(e).Under(v, x, y); ok { // longer ticks have moved the map
		s.zoom = s.zoom.placedAt(e, ascii.Point{X: s.zoom.middle.X + under.X - now.X, Y: s.zoom.middle.Y + under.Y - now.Y})
	}
	return s.zoom
}

// drawZoom says at the upper right of a figure that a part of it is shown.
func (s Placed) drawZoom(g *ascii.Grid, view ascii.View) {
	words := s.zoom.words()
	if words == "" {
		return
	}
	r := s.Title
	if r.Empty() {
		r = s.Area
	}
	l := view.Clip(ascii.Inked("  "+words+" ", ascii.Accent), r.W)
	g.Write(r.X+r.W-l.Width(), r.Y, r.W, l)
}

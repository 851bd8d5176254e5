package pictures

import (
	"fmt"
	"math"
	"slices"

	"kernellab/ascii"
)

// zoom selects the visible part of a map. The zero zoom shows the whole map.
type zoom struct {
	level     int         // the visible part is 2^(−level/2) of the map in each direction
	hasCentre bool        // whether the wheel has set the centre; if not, extent.centre is used
	centre    ascii.Point // centre of the visible part, if hasCentre
}

// A key zooms by two levels, a turn of the wheel by one. The smallest part is a 64th of
// the map in each direction.
const (
	KeyLevels = 2
	maxLevel  = 12
)

// extent holds the ranges of a whole map, and the default centre of a part.
type extent struct {
	x, y   ascii.Range
	centre ascii.Point
}

// visibleRanges returns the visible ranges.
func (z zoom) visibleRanges(e extent) (x, y ascii.Range) {
	middle := e.centre
	if z.hasCentre {
		middle = z.centre
	}
	zoomRange := func(whole ascii.Range, middle float64) ascii.Range {
		if z.level == 0 {
			return whole
		}
		w := whole.Span() * math.Exp2(-float64(z.level)/2)
		from := max(whole.Min, min(middle-w/2, whole.Max-w))
		return ascii.Range{Min: from, Max: from + w}
	}
	return zoomRange(e.x, middle.X), zoomRange(e.y, middle.Y)
}

// ZoomIn returns the zoom n levels further in, or out if n is negative, with the same
// centre.
func (z zoom) ZoomIn(n int) zoom {
	if z.level = max(0, min(z.level+n, maxLevel)); z.level == 0 {
		return zoom{}
	}
	return z
}

// zoomAbout returns the zoom n levels further in, or out if n is negative. The given point keeps
// its relative position in the visible part, unless the edge of the map prevents that.
func (z zoom) zoomAbout(e extent, at ascii.Point, n int) zoom {
	x, y := z.visibleRanges(e)
	oldLevel := z.level
	if z = z.ZoomIn(n); z.level == 0 {
		return z
	}
	sizeRatio := math.Exp2(float64(oldLevel-z.level) / 2) // of the visible parts, new to old
	middle := func(r ascii.Range, at float64) float64 { return at + ((r.Min+r.Max)/2-at)*sizeRatio }
	z.centre, z.hasCentre = ascii.Point{X: middle(x, at.X), Y: middle(y, at.Y)}, true
	return z
}

// magnification returns the magnification in words, or "" for the whole map.
func (z zoom) magnification() string {
	if z.level == 0 {
		return ""
	}
	return fmt.Sprintf("zoomed ×%.2g", math.Exp2(float64(z.level)/2))
}

// Zoom returns the zoom of figure i.
func (s *Stage) Zoom(i int) zoom {
	if i >= len(s.zooms) {
		return zoom{}
	}
	return s.zooms[i]
}

// SetZoom changes the zoom of figure i. Copies of the stage keep their zooms.
func (s *Stage) SetZoom(i int, z zoom) {
	s.zooms = slices.Clone(s.zooms)
	for len(s.zooms) <= i {
		s.zooms = append(s.zooms, zoom{})
	}
	s.zooms[i] = z
}

// withZoom returns a placed figure with only its visible part.
func (s *Stage) withZoom(f PlacedFigure, v ascii.View) PlacedFigure {
	f.zoom, f.unzoomed = s.Zoom(f.index), f.Figure.Plot
	if m, ok := f.unzoomed.(ascii.Map); ok && f.zoom.level > 0 {
		x, y := f.zoom.visibleRanges(s.extentOf(f, v))
		f.Figure.Plot = m.WithRanges(x, y)
	}
	return f
}

// extentOf returns the extent of a map, and the zero extent of any other figure.
func (s *Stage) extentOf(f PlacedFigure, v ascii.View) (e extent) {
	m, ok := f.unzoomed.(ascii.Map)
	if !ok {
		return e
	}
	e.x, e.y = m.VisibleRanges(f.Bounds(), v)
	e.centre = ascii.Point{X: (e.x.Min + e.x.Max) / 2, Y: (e.y.Min + e.y.Max) / 2}
	picker, isPicker := f.unzoomed.(ascii.Picker)
	if !isPicker || s.Point < 0 {
		return e
	}
	if x, y, visible := picker.Place(f.Bounds(), v, s.Point); visible {
		if p, onMap := m.PointAt(f.Bounds(), v, x, y); onMap {
			e.centre = p
		}
	}
	return e
}

// Zoomable returns the index of the map to which the zoom keys apply, or −1. It is the enlarged map
// or, if all figures are shown and there is no run, the first map. With a run, the same keys change
// its speed.
func (s *Stage) Zoomable(v View) int {
	for i, f := range v.Figures {
		if _, ok := f.Plot.(ascii.Map); ok && (s.Enlarged == i+1 || s.Enlarged == 0 && !v.HasRun) {
			return i
		}
	}
	return -1
}

// ZoomAt zooms the map at a cell of the stage, around the point at the cell.
func (s *Stage) ZoomAt(places Places, v ascii.View, x, y, n int) {
	for _, f := range places.Figures {
		if _, ok := f.unzoomed.(ascii.Map); !ok || !f.Area.Contains(x, y) {
			continue
		}
		z := f.zoom.ZoomIn(n)
		if point, ok := f.MapPoint(v, x, y); ok {
			z = f.zoom.zoomAbout(s.extentOf(f, v), point, n)
		}
		s.SetZoom(f.index, z)
	}
}

// drawZoom writes the magnification in the upper right corner of a figure that shows a
// part of its map.
func (f PlacedFigure) drawZoom(g *ascii.Grid, view ascii.View) {
	words := f.zoom.magnification()
	if words == "" {
		return
	}
	r := f.TitleArea
	if r.Empty() {
		r = f.Area
	}
	l := view.Clip(ascii.Inked("  "+words+" ", ascii.Accent), r.W)
	g.Write(r.X+r.W-l.Width(), r.Y, r.W, l)
}

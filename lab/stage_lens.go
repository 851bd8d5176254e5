package lab

import (
	"slices"

	"kernellab/ascii"
)

// lensOf is how figure i is looked at.
func (s *stage) lensOf(i int) lens {
	if i < 0 || i >= len(s.lenses) {
		return lens{}
	}
	return s.lenses[i]
}

// setLens changes how figure i is looked at. Lenses that were handed out stay as
// they are.
func (s *stage) setLens(i int, l lens) {
	out := make([]lens, max(i+1, len(s.lenses)))
	copy(out, s.lenses)
	out[i] = l
	s.lenses, s.hand = out, i
}

// looked is a figure in its place as it is looked at.
func (s *stage) looked(f shown, v ascii.View) shown {
	f.look, f.whole = s.lensOf(f.index), f.figure.Plot
	if f.look != (lens{}) {
		f.figure.Plot = f.look.apply(f.whole, f.room(), v)
	}
	return f
}

// room is the area of a figure without its place.
func (s shown) room() ascii.Rect { return ascii.Rect{W: s.area.W, H: s.area.H} }

// handed is the figure that keys look at: the one enlarged, else the one zoomed last
// while it is, else the first that can be; −1 where there is none.
func (s *stage) handed(v sight) int {
	can := func(i int) bool { return i >= 0 && i < len(v.figures) && zooms(v.figures[i].Plot) }
	switch {
	case s.enlarge > 0 && can(s.enlarge-1):
		return s.enlarge - 1
	case s.enlarge > 0:
		return -1
	case s.lensOf(s.hand).zoom > 0 && can(s.hand):
		return s.hand
	}
	for i := range v.figures {
		if can(i) {
			return i
		}
	}
	return -1
}

// zoomed reports whether a part of some figure in sight is shown.
func (s *stage) zoomed(v sight) bool {
	return slices.ContainsFunc(s.figures(v), func(f shown) bool { return s.lensOf(f.index).zoom > 0 })
}

// look changes how the figure in hand is looked at, where there is one.
func (s *stage) look(at place, v sight, view ascii.View, change func(*lens, extent)) {
	i := s.handed(v)
	for _, f := range at.figures {
		if f.index != i {
			continue
		}
		if e, ok := s.extentOf(f, view); ok {
			change(&f.look, e)
			s.setLens(i, f.look)
		}
	}
}

// extentOf is what the lens of a figure moves over. Its cursor is the point
// inspected, where the figure has it.
func (s *stage) extentOf(f shown, view ascii.View) (extent, bool) {
	e, ok := extentOf(f.whole, f.room(), view)
	picker, points := f.whole.(ascii.Picker)
	if !ok || !points || s.point < 0 {
		return e, ok
	}
	if x, y, there := picker.Place(f.room(), view, s.point); there {
		if p, under := f.whole.(ascii.Windowed).Under(f.room(), view, x, y); under {
			e.cursor = p
		}
	}
	return e, ok
}

// zoomAt zooms the figure under a cell of the screen, so that what is under the cell
// stays there; not ok where there is none.
func (s *stage) zoomAt(at place, view ascii.View, x, y, by int) (ok bool) {
	for _, f := range at.figures {
		if !f.area.Contains(x, y) {
			continue
		}
		if e, can := extentOf(f.whole, f.room(), view); can {
			s.setLens(f.index, f.zoomedAt(e, view, x-f.area.X, y-f.area.Y, by))
			return true
		}
	}
	return false
}

// zoomedAt is the lens of a figure, zoomed at a cell of it.
func (s shown) zoomedAt(e extent, view ascii.View, x, y, by int) lens {
	l := s.look
	under, ok := l.gripped(x, y)
	if !ok {
		under, ok = s.under(view, x, y)
	}
	if !ok {
		l.by(e, by)
		return l
	}
	l.around(e, under, by)
	if l = s.held(l, e, view, under, x, y); l.zoom == 0 {
		return l
	}
	l.grip = grip{x: x, y: y, place: under, zoom: l.zoom, middle: l.middle}
	return l
}

// held moves a lens so that a place lies under a cell, as far as the whole allows:
// ticks that grow longer move the picture itself.
func (s shown) held(l lens, e extent, view ascii.View, place ascii.Point, x, y int) lens {
	if l.zoom == 0 {
		return l
	}
	l.margin = max(l.margin, e.margin)
	for range 4 {
		s.figure.Plot = l.apply(s.whole, s.room(), view)
		if f, ok := s.figure.Plot.(ascii.Windowed); ok {
			_, _, margin := f.Window(s.room(), view)
			l.margin = max(l.margin, margin)
		}
		now, ok := s.under(view, x, y)
		if !ok || now == place {
			break
		}
		m := l.centre(e)
		l.put(e, ascii.Point{X: m.X + place.X - now.X, Y: m.Y + place.Y - now.Y})
	}
	return l
}

// under is what lies under a cell of a figure, as it is looked at: the place, or the
// number of the bar.
func (s shown) under(view ascii.View, x, y int) (ascii.Point, bool) {
	switch f := s.figure.Plot.(type) {
	case ascii.Bars:
		i, ok := f.BarAt(s.room(), view, x, y)
		return ascii.Point{X: float64(f.First+i) + 0.5}, ok
	case ascii.Windowed:
		return f.Under(s.room(), view, x, y)
	}
	return ascii.Point{}, false
}

// drawLook says at the upper right of a figure that a part of it is shown, and which
// keys show more.
func (s shown) drawLook(p pen) {
	words := s.look.words()
	if words == "" {
		return
	}
	r := s.title
	if r.Empty() {
		r = s.area
	}
	p.right(r.X+r.W, r.Y, r.W, p.say(line("  "+words+" ", ascii.Accent)))
}

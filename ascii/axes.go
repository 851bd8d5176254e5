package ascii

import (
	"strconv"
	"strings"
)

// axes are the ticks and labels around a frame.
type axes struct {
	frame          frame
	area           Rect // with labels
	xTicks, yTicks []Tick
	xLabel, yLabel string
	tickRow        bool
	bare           bool // no room for labels
	line           bool // draw the axis lines
	noX            bool // ticks below are drawn by someone else
}

// newAxes lays out a frame with labels left of it and below it; where the area
// is too small the frame takes it all. Without yTicks they are y.Ticks.
func newAxes(area Rect, x, y Range, xLabel, yLabel string, v View, yTicks ...Tick) axes {
	a := axes{area: area, xLabel: v.Transliterate(xLabel), yLabel: v.Transliterate(yLabel), yTicks: yTicks}
	if area.W < 18 || area.H < 4 {
		a.bare = true
		a.frame = frame{area, x, y}
		return a
	}
	a.tickRow = area.H >= 14
	below := 1
	if a.tickRow {
		below = 2
	}
	gutter := max(2, min(Width(a.yLabel)+1, area.W/4))
	if yTicks == nil {
		yTicks = yTicksOf(y, area.H)
	}
	for _, t := range yTicks {
		gutter = max(gutter, Width(v.Transliterate(t.Label))+1)
	}
	gutter = min(gutter+1, area.W/3)
	a.frame = frame{Rect{X: area.X + gutter, Y: area.Y, W: area.W - gutter, H: area.H - below}, x, y}
	return a
}

func yTickCount(h int) int { return clamp(h/3, 2, 9) }

func xTickCount(w int) int { return clamp(w/9, 2, 12) }

func yTicksOf(y Range, h int) []Tick { return y.scaleTicks(yTickCount(h)) }

// draw writes ticks and labels outside the frame.
func (a axes) draw(dst *Grid, v View) {
	if a.bare {
		return
	}
	f := a.frame
	if a.line {
		a.drawLines(dst, v)
	}
	taken := a.area.Y - 1
	if a.yLabel != "" {
		clipText(dst, a.area, max(a.area.X, f.area.X-2-Width(a.yLabel)), a.area.Y, a.yLabel, Strong)
		taken = a.area.Y
	}
	if a.yTicks == nil {
		a.yTicks = yTicksOf(f.y, f.area.H)
	}
	last := a.area.Y - 1
	for _, t := range fitting(a.yTicks, f.area.X-1-a.area.X, v) {
		_, y, ok := f.place(Point{f.x.Min, t.Value})
		if !ok || y == taken || y == last {
			continue
		}
		last = y
		clipText(dst, a.area, f.area.X-1-Width(t.Label), y, v.number(t.Label), Dim)
		tick := v.Pick('╴', '-')
		if a.line {
			tick = v.Pick('┤', '+')
		}
		dst.Set(f.area.X-1, y, Cell{Rune: tick, Fg: Axis})
	}
	if !a.noX {
		a.drawX(dst, v)
	}
}

// fitting are ticks with labels for so many columns. Where one is wider all tell
// by how much they lie above the lowest, whose number is cut at its end: no label
// ever loses its first digits. One that is too wide even so is left out.
func fitting(ticks []Tick, room int, v View) []Tick {
	out := make([]Tick, len(ticks))
	wide := false
	for i, t := range ticks {
		out[i] = Tick{t.Value, v.Transliterate(t.Label)}
		wide = wide || Width(out[i].Label) > room
	}
	if !wide {
		return out
	}
	for i := range out {
		if i == 0 {
			out[i].Label = cutNumber(out[i].Label, out[i].Value, room, v.Transliterate("…"))
			continue
		}
		out[i].Label = "+" + tidyExponent(strconv.FormatFloat(out[i].Value-out[0].Value, 'g', 2, 64))
		if Width(out[i].Label) > room {
			out[i].Label = ""
		}
	}
	return out
}

// cutNumber is a number in so many columns: its text without the last decimals,
// or else with few digits; "" where there is no room for that.
func cutNumber(text string, value float64, room int, mark string) string {
	if len(text) <= room {
		return text
	}
	keep := room - Width(mark)
	if dot := strings.IndexByte(text, '.'); dot >= 0 && dot <= keep && !strings.Contains(text, "e") {
		return strings.TrimSuffix(text[:keep], ".") + mark
	}
	for digits := 3; digits > 0; digits-- {
		if short := tidyExponent(strconv.FormatFloat(value, 'g', digits, 64)); len(short) <= room {
			return short
		}
	}
	return ""
}

// drawLines draws the two axis lines that ticks are then set into.
func (a axes) drawLines(dst *Grid, v View) {
	f := a.frame.area
	for y := f.Y; y < f.Y+f.H; y++ {
		dst.Set(f.X-1, y, Cell{Rune: v.Pick('│', '|'), Fg: Axis})
	}
	if !a.tickRow {
		return
	}
	dst.Set(f.X-1, f.Y+f.H, Cell{Rune: v.Pick('└', '+'), Fg: Axis})
	for x := f.X; x < f.X+f.W; x++ {
		dst.Set(x, f.Y+f.H, Cell{Rune: v.Pick('─', '-'), Fg: Axis})
	}
}

func (a axes) drawX(dst *Grid, v View) {
	f := a.frame
	row := f.area.Y + f.area.H
	labels := row
	if a.tickRow {
		labels++
	}
	end := a.area.X + a.area.W
	if a.xLabel != "" {
		end -= Width(a.xLabel) + 1
		clipText(dst, a.area, end+1, labels, a.xLabel, Strong)
	}
	if a.xTicks == nil {
		a.xTicks = f.x.scaleTicks(xTickCount(f.area.W))
	}
	from := a.area.X
	for _, t := range a.xTicks {
		x, _, ok := f.place(Point{t.Value, f.y.Min})
		if !ok {
			continue
		}
		label := v.number(t.Label)
		at := max(from, x-Width(label)/2)
		if at+Width(label) > end {
			at = end - Width(label)
		}
		if at < from {
			continue
		}
		if at-1 <= x && x <= at+Width(label) { // a number away from its tick would be read of another place
			from = clipText(dst, a.area, at, labels, label, Dim) + 1
		}
		if a.tickRow {
			tick := v.Pick('╵', '|')
			if a.line {
				tick = v.Pick('┬', '+')
			}
			dst.Set(x, row, Cell{Rune: tick, Fg: Axis})
		}
	}
}

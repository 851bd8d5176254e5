package pictures

import (
	"slices"

	"kernellab/ascii"
)

// lowStage is the height below which the picture needs the room more than the
// end of a long formula does.
const lowStage = 26

// tallStage is the height from which on a point has rows beside the formula's.
const tallStage = 40

// crowded reports whether a point takes the rows of the formula; that of a guest
// stays.
func crowded(area ascii.Rect, v View) bool { return area.H < tallStage && v.Guest == "" }

// guestRows and formulaRows are how many rows a low stage has for the facts and
// the formula of a frame that is not the run's own, and for a formula alone;
// pointRows those that are kept for a point, and are the formula's without one;
// readOutRows those of the notes of a scene with sliders.
const (
	guestRows   = 5
	formulaRows = 2
	pointRows   = 5
	readOutRows = 3
)

// linesBelow are the lines under the picture: the formula of the frame or
// scene, then what there is to say of the point inspected. On a low stage the
// point takes the formula's place; without one its rows are the formula's, and the
// facts' that are out of sight otherwise.
func (s *Stage) linesBelow(view ascii.View, area ascii.Rect, v View) []ascii.Line {
	formula, point := s.linked(v), s.pointLines(view, v)
	watched, chart := view.Line(v.Watched), view.Line(s.readings(v))
	if area.H >= lowStage {
		if area.H < tallStage {
			formula = briefly(view, formula, area.W)
		}
		out := WrapAll(view, formula, area.W)
		if len(chart) > 0 {
			out = append(chart.Wrap(area.W), out...)
		}
		if len(watched) > 0 {
			out = append(out, watched.Wrap(area.W)...)
		}
		var said []ascii.Line
		for _, l := range point {
			said = append(said, l[1:].WrapBehind(l[:1], area.W)...)
		}
		switch _, rows := v.Roster(); {
		case crowded(area, v) && rows && area.H >= stateFrom:
			return out // its row says the same
		case crowded(area, v):
			return append(said, out...)
		}
		return append(out, said...)
	}
	var out []ascii.Line
	switch {
	case len(point) > 0:
		out = point
	case v.Towards > 0:
		out = formula[max(0, v.Towards-2):] // the line just shown is the last
	case v.Guest != "":
		out = wrapWhole(view, formula, area.W, guestRows)
	case v.Pointed():
		rows := pointRows
		if len(watched) > 0 {
			rows--
		}
		out = wrapWithin(view, formula, area.W, rows)
		out = append(out, wrapWhole(view, v.Spare, area.W, rows-len(out))...)
	default:
		out = formula[:min(formulaRows, len(formula)):min(formulaRows, len(formula))]
		if !v.Run {
			out = append(out, wrapWhole(view, v.Spare, area.W, readOutRows)...)
		}
	}
	if len(watched) > 0 {
		out = append(out[:len(out):len(out)], watched)
	}
	if len(chart) > 0 {
		out = append([]ascii.Line{chart}, out...)
	}
	return clipAll(view, out, area.W)
}

// readings are the values under the cursor of the enlarged chart, or nil.
func (s *Stage) readings(v View) ascii.Line {
	if c, ok := s.enlarged(v).(ascii.Chart); ok {
		return chartReadings(c)
	}
	return nil
}

// pointLines describe the point inspected, each with a mark or a blank before
// it; none where no point is.
func (s *Stage) pointLines(view ascii.View, v View) []ascii.Line {
	if v.Inspect == nil || s.Point < 0 {
		return nil
	}
	var out []ascii.Line
	mark := ascii.Span{Text: string(view.Pick('◎', '@')) + " ", Ink: ascii.Select}
	for _, l := range v.Inspect(s.Point) {
		out = append(out, append(ascii.Line{mark}, view.Line(l)...))
		mark = ascii.Span{Text: "  ", Ink: ascii.Text}
	}
	return out
}

// WrapAll transliterates lines and wraps them to w columns.
func WrapAll(view ascii.View, lines []ascii.Line, w int) []ascii.Line {
	var out []ascii.Line
	for _, l := range lines {
		out = append(out, view.Line(l).Wrap(w)...)
	}
	return out
}

// briefly returns lines without their last remark if it would take another row.
func briefly(view ascii.View, lines []ascii.Line, w int) []ascii.Line {
	out := slices.Clone(lines)
	for i, l := range out {
		if last := len(l) - 1; last > 0 && l[last].Ink == ascii.Dim && view.Line(l).Width() > w {
			out[i] = l[:last:last]
		}
	}
	return out
}

// wrapWhole wraps as many of the first lines as fit unbroken into the given rows.
func wrapWhole(view ascii.View, lines []ascii.Line, w, rows int) []ascii.Line {
	return WrapAll(view, lines[:fitting(view, lines, w, rows)], w)
}

// wrapWithin wraps lines into the given rows. It cuts the first line that does not fit.
func wrapWithin(view ascii.View, lines []ascii.Line, w, rows int) []ascii.Line {
	out := wrapWhole(view, lines, w, rows)
	if n := fitting(view, lines, w, rows); n < len(lines) && len(out) < rows {
		out = append(out, view.Clip(lines[n], w))
	}
	return out
}

// fitting returns how many of the first lines fit unbroken into the given rows.
func fitting(view ascii.View, lines []ascii.Line, w, rows int) int {
	for i, l := range lines {
		if rows -= len(view.Line(l).Wrap(w)); rows < 0 {
			return i
		}
	}
	return len(lines)
}

// clipAll transliterates lines and cuts each after w columns.
func clipAll(view ascii.View, lines []ascii.Line, w int) []ascii.Line {
	var out []ascii.Line
	for _, l := range lines {
		out = append(out, view.Clip(l, w))
	}
	return out
}

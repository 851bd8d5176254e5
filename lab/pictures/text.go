package pictures

import (
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// lowStage is the height of the stage in rows below which long formulas are shortened to leave room
// for the pictures.
const lowStage = 26

// tallStage is the minimum height of a stage that has room for the description of an inspected point
// below the whole formula.
const tallStage = 40

// pointPrecedesFormula reports whether the description of an inspected point is above the formula,
// which may be cut to make room for it. If the formula is about a step other than the current one,
// such as a what-if, the description is never above it.
func pointPrecedesFormula(area ascii.Rect, v View) bool {
	return area.H < tallStage && v.Override == ""
}

// The maximum numbers of rows on a low stage.
const (
	overrideRows = 5 // facts and formula of a step that replaces the current one
	formulaRows  = 2 // a formula alone
	pointRows    = 5 // an inspected point, or the formula if no point is inspected
	noteRows     = 4 // notes if there is no run, only figures that change with sliders
)

// linesBelow returns the lines under the picture: the values at the chart's cursor, the formula of
// the frame or scene, the values of breakpoints, and the description of the inspected point, which
// is above the formula if [pointPrecedesFormula]. On a low stage the description replaces the formula.
// If no point is inspected on a low stage, the rows for the description show the formula, and facts
// for which other areas have no room.
func (s *Stage) linesBelow(terminal ascii.View, area ascii.Rect, v View) []ascii.Line {
	formula, pointText := s.highlightedFormula(v), s.pointLines(terminal, v)
	watchedLine, chartLine := terminal.TransliterateLine(v.Watched), terminal.TransliterateLine(s.chartLine(v))
	if area.H >= lowStage {
		if area.H < tallStage {
			formula = dropRemarks(terminal, formula, area.W)
		}
		out := WrapAll(terminal, formula, area.W)
		if len(chartLine) > 0 {
			out = append(chartLine.Wrap(area.W), out...)
		}
		if len(watchedLine) > 0 {
			out = append(out, watchedLine.Wrap(area.W)...)
		}
		var wrapped []ascii.Line
		for _, l := range pointText {
			wrapped = append(wrapped, l[1:].WrapAfter(l[:1], area.W)...)
		}
		switch _, hasTable := v.PointTable(); {
		case pointPrecedesFormula(area, v) && hasTable && area.H >= minPointsHeight:
			return out // the row of the point in the table has the same information
		case pointPrecedesFormula(area, v):
			return append(wrapped, out...)
		}
		return append(out, wrapped...)
	}
	var out []ascii.Line
	switch {
	case len(pointText) > 0:
		out = pointText
	case v.ShownLines > 0:
		out = formula
	case v.Override != "":
		out = wrapFitting(terminal, formula, area.W, overrideRows)
	case v.HasPoints():
		rows := pointRows
		if len(watchedLine) > 0 {
			rows--
		}
		out = wrapWithin(terminal, formula, area.W, rows)
		out = append(out, wrapFitting(terminal, v.ExtraFacts, area.W, rows-len(out))...)
	default:
		out = formula[:min(formulaRows, len(formula)):min(formulaRows, len(formula))]
		if !v.HasRun {
			out = append(out, wrapFitting(terminal, v.ExtraFacts, area.W, noteRows)...)
		}
	}
	if len(watchedLine) > 0 {
		out = append(out[:len(out):len(out)], watchedLine)
	}
	if len(chartLine) > 0 {
		out = append([]ascii.Line{chartLine}, out...)
	}
	return clipAll(terminal, out, area.W)
}

// chartLine returns the values under the cursor of the enlarged chart, or nil.
func (s *Stage) chartLine(v View) ascii.Line {
	if c, ok := s.enlargedPlot(v).(ascii.Chart); ok {
		return chartValues(c)
	}
	return nil
}

// pointLines returns the description of the inspected point. The first line begins with
// a mark, the others with a blank. It returns nil if no point is inspected.
func (s *Stage) pointLines(terminal ascii.View, v View) []ascii.Line {
	if v.Inspect == nil || s.Point < 0 {
		return nil
	}
	var out []ascii.Line
	mark := ascii.Span{Text: string(terminal.Rune('◎', '@')) + " ", Ink: ascii.Select}
	for _, l := range v.Inspect(s.Point) {
		out = append(out, append(ascii.Line{mark}, terminal.TransliterateLine(l)...))
		mark = ascii.Span{Text: "  ", Ink: ascii.Text}
	}
	return out
}

// WrapAll transliterates lines and wraps them to w columns.
func WrapAll(view ascii.View, lines []ascii.Line, w int) []ascii.Line {
	var out []ascii.Line
	for _, l := range lines {
		out = append(out, view.TransliterateLine(l).Wrap(w)...)
	}
	return out
}

// dropRemarks removes the remark, a dim text at the end, from each line that would otherwise need a
// second row.
func dropRemarks(view ascii.View, lines []ascii.Line, w int) []ascii.Line {
	out := slices.Clone(lines)
	for i, l := range out {
		if last := len(l) - 1; last > 0 && l[last].Ink == ascii.Dim && view.TransliterateLine(l).Width() > w {
			out[i] = l[:last:last]
		}
	}
	return out
}

// wrapFitting wraps as many leading lines as fit completely into the given rows.
func wrapFitting(view ascii.View, lines []ascii.Line, w, rows int) []ascii.Line {
	return WrapAll(view, lines[:fittingLines(view, lines, w, rows)], w)
}

// wrapWithin wraps lines into the given rows. It cuts the first line that does not fit.
func wrapWithin(view ascii.View, lines []ascii.Line, w, rows int) []ascii.Line {
	out := wrapFitting(view, lines, w, rows)
	if n := fittingLines(view, lines, w, rows); n < len(lines) && len(out) < rows {
		out = append(out, view.Clip(lines[n], w))
	}
	return out
}

// fittingLines returns how many leading lines fit completely into the given rows.
func fittingLines(view ascii.View, lines []ascii.Line, w, rows int) int {
	for i, l := range lines {
		if rows -= len(view.TransliterateLine(l).Wrap(w)); rows < 0 {
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

// withSigns returns a line of w columns that ends with the signs on the timeline, such as ╎ for an
// event, each with its meaning. Signs that do not fit are left out.
func withSigns(t *theme.Theme, w int, l ascii.Line, signs []string) ascii.Line {
	room := w - t.View().TransliterateLine(l).Width() - 3
	var out []string
	for _, s := range signs {
		if t.View().TransliterateLine(ascii.Inked(strings.Join(append(out, s), "   "), ascii.Dim)).Width() <= room {
			out = append(out, s)
		}
	}
	return ui.Spread(t, w, l, ascii.Inked(strings.Join(out, "   "), ascii.Dim))
}

// StatusLines returns the position in the run and the event there. If r has two rows, the event has
// its own row. Otherwise it is right-aligned, and the last numbers of the position are left out to
// make room for it. On a row without the event, as many signs as fit are right-aligned.
func StatusLines(t *theme.Theme, r ascii.Rect, v View) []ascii.Line {
	terminal := t.View()
	status, eventText := v.Status, v.Event
	if eventText == "" || strings.Contains(status.String(), eventText) {
		return []ascii.Line{withSigns(t, r.W, status, v.Signs)}
	}
	event := terminal.TransliterateLine(ascii.Inked(eventText, ascii.Accent))
	if r.H > 1 {
		return []ascii.Line{withSigns(t, r.W, status, v.Signs), terminal.Clip(event, r.W)}
	}
	status = terminal.TransliterateLine(status)
	for text := status.String(); status.Width()+3+event.Width() > r.W && strings.Contains(text, "  "); {
		text = text[:strings.LastIndex(text, "  ")]
		status, _ = status.Cut(ascii.Width(text))
	}
	return []ascii.Line{ui.Spread(t, r.W, status, terminal.Clip(event, r.W-status.Width()-3))}
}

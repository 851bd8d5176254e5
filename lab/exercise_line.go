package lab

import (
	"math"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// What follows is how a click on the line of a figure sets what the figure is
// about: a slider, or the field that is being filled.

// lineAt is the figure whose line is at a cell of the stage, or nil.
func (p place) lineAt(v ascii.View, x, y int) *shown {
	for _, s := range p.figures {
		_, _, ok := s.value(v, x, y)
		if ok && s.setsAlong() && s.area.Contains(x, y) {
			return &s
		}
	}
	return nil
}

// setsAlong reports whether a figure sets what stands along its line, or along the
// axis across of a chart.
func (s shown) setsAlong() bool {
	_, line := s.figure.Plot.(ascii.Valued)
	_, chart := s.figure.Plot.(ascii.Chart)
	return line && len(s.figure.Sets) > 0 || chart && len(s.figure.Sets) == 1
}

// value is the value of a figure's line, or of a chart's axis across, under a cell of
// the stage.
func (s shown) value(v ascii.View, x, y int) (value, per float64, ok bool) {
	switch line := s.figure.Plot.(type) {
	case ascii.Valued:
		return line.Value(s.room(), v, x-s.area.X, y-s.area.Y)
	case ascii.Chart:
		here, ok := line.Under(s.room(), v, x-s.area.X, y-s.area.Y)
		return here.X, line.Across(s.room(), v).Span() / float64(max(1, s.area.W)), ok
	}
	return 0, 0, false
}

// pressLine sets the slider of a figure, and takes hold of it, or fills a field.
func pressLine(e *exercise, s shown, x, y int) tea.Cmd {
	value, per, _ := s.value(e.session.view(), x, y)
	i := slices.IndexFunc(e.scene.Controls, func(c exercises.Control) bool { return slices.Contains(s.figure.Sets, c.Name) })
	if i >= 0 {
		e.setFocus(focus{onControl, i})
		e.drag.kind, e.drag.control, e.drag.figure, e.drag.row = dragLine, i, s, y
		return e.slide(i, e.scene.Controls[i].Near(value))
	}
	f := e.sheet.form
	if i = f.toFill(s.figure.Sets); i < 0 {
		return nil
	}
	e.keyboard.control = -1 // the stage stays in sight
	f.focus(i)
	digit := math.Pow(10, math.Ceil(math.Log10(per)))
	f.fill(i, strconv.FormatFloat(math.Round(value/digit)*digit, 'g', 6, 64))
	return e.written()
}

// toFill is the first empty one of some fields, else the one with the keyboard; −1
// where there is none.
func (f *form) toFill(names []string) int {
	for i, field := range f.info.Fields {
		if slices.Contains(names, field.Name) && f.answers[field.Name] == "" {
			return i
		}
	}
	if slices.Contains(names, f.nameOf(f.at())) {
		return f.at()
	}
	return slices.IndexFunc(f.info.Fields, func(field exercises.Field) bool { return slices.Contains(names, field.Name) })
}

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

// line returns the figure whose line is at a cell of the stage, and the slider that it
// sets or, if it sets a field, −1.
func (r *rightSide) line(x, y int) (s *shown, slider int) {
	if s = r.at.lineAt(r.session.view(), x, y); s == nil || r.debug.whatIf.open {
		return nil, -1
	}
	return s, slices.IndexFunc(r.scene.Controls, func(c exercises.Control) bool { return slices.Contains(s.figure.Sets, c.Name) })
}

// fillFrom fills the field that the line at a cell of the stage sets. It is not ok if
// there is none.
func fillFrom(e *exercise, x, y int) (cmd tea.Cmd, ok bool) {
	s, slider := e.right.line(x, y)
	if s == nil || slider >= 0 {
		return nil, false
	}
	f := e.sheet.form
	i := f.toFill(s.figure.Sets)
	if i < 0 {
		return nil, true
	}
	value, per, _ := s.value(e.session.view(), x, y)
	e.keyboard.control = -1 // the stage stays in sight
	f.focus(i)
	digit := math.Pow(10, math.Ceil(math.Log10(per)))
	f.fill(i, strconv.FormatFloat(math.Round(value/digit)*digit, 'g', 6, 64))
	return e.written(), true
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

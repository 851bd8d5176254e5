package ui

import (
	"strings"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// Control draws a slider, a row of options, or a button. It is a plain value: the
// caller stores the setting and handles keys.
type Control struct {
	Label        string
	Value        string   // value of a slider
	Position     float64  // position of a slider, from 0 to 1
	Options      []string // nil for a slider or a button
	ChosenOption int      // index of the current option
	Button       bool
	Focused      bool
}

// controlLabelWidth is the width of a control's label.
const controlLabelWidth = 12

// View draws the control in a row of w columns.
func (c Control) View(t *theme.Theme, w int) string { return t.Line(pad(c.Line(t, w), w)) }

// Line returns what View draws.
func (c Control) Line(t *theme.Theme, w int) ascii.Line {
	ink, text := ascii.Dim, ascii.Text
	if c.Focused {
		ink, text = ascii.Accent, ascii.Accent
	}
	if c.Button {
		return t.View().Clip(ascii.Line{{Text: "[ ", Ink: ink}, {Text: c.Label, Ink: text}, {Text: " ]", Ink: ink}}, w)
	}
	row := pad(t.View().Clip(ascii.Inked(c.Label, ink), controlLabelWidth), controlLabelWidth+1)
	if len(c.Options) > 0 {
		return append(row, c.options(t, w-controlLabelWidth-1)...)
	}
	row = append(row, track(t, trackWidth(w), c.Position, ink)...)
	return append(row, t.View().Clip(ascii.Inked("  "+c.Value, ascii.Text), 11)...)
}

// trackWidth returns the width of the track in a row of w columns.
func trackWidth(w int) int { return max(1, min(40, w-controlLabelWidth-13)) }

// track returns a track with its knob at a fraction of its width between 0 and 1.
func track(t *theme.Theme, w int, fraction float64, ink ascii.Ink) ascii.Line {
	knob := int(fraction*float64(w-1) + 0.5)
	return ascii.Line{
		{Text: strings.Repeat(t.Glyph('━', '='), knob), Ink: ink},
		{Text: t.Glyph('●', 'O'), Ink: ink},
		{Text: strings.Repeat(t.Glyph('─', '-'), w-1-knob), Ink: ascii.Faint},
	}
}

// PositionAt returns the position of a slider at column x of a row of w columns. It
// returns 0 to the left of the track and 1 to the right.
func (c Control) PositionAt(w, x int) float64 {
	return fraction(x-controlLabelWidth-1, trackWidth(w))
}

// fraction returns the position of column x on a track of w columns, between 0
// and 1.
func fraction(x, w int) float64 { return max(0, min(float64(x)/float64(max(1, w-1)), 1)) }

// options returns all options with the current one marked or, if they do not fit, the current one
// alone, cut to w columns.
func (c Control) options(t *theme.Theme, w int) ascii.Line {
	ink := ascii.Strong
	if c.Focused {
		ink = ascii.Accent
	}
	var all ascii.Line
	for i, o := range c.Options {
		mark, optionInk := "( ) ", ascii.Dim
		if i == c.ChosenOption {
			mark, optionInk = "("+t.Glyph('•', '*')+") ", ink
		}
		all = append(all, ascii.Span{Text: mark + o, Ink: optionInk}, ascii.Span{Text: "  "})
	}
	all = t.View().TransliterateLine(all[:len(all)-1])
	if all.Width() <= w {
		return all
	}
	return ascii.Inked(t.Glyph('‹', '<')+" "+
		t.View().Clip(ascii.Plain(c.Options[c.ChosenOption]), w-4).String()+" "+t.Glyph('›', '>'), ink)
}

// OptionAt returns the index of the option that a click on column x of a row of w
// columns selects. A click beside the options selects the next option.
// If only the current option is visible, a click on ‹ selects the previous one.
func (c Control) OptionAt(t *theme.Theme, w, x int) int {
	n := len(c.Options)
	all, end := c.options(t, w-controlLabelWidth-1), controlLabelWidth+1
	if len(all) == 1 && x == end {
		return (c.ChosenOption + n - 1) % n
	}
	for i, s := range all {
		if end += ascii.Width(s.Text); len(all) > 1 && x < end && i%2 == 0 && x >= end-ascii.Width(s.Text) {
			return i / 2
		}
	}
	return (c.ChosenOption + 1) % n
}

// Timeline draws the computed steps of a run. It marks the current step, the steps with events,
// and the steps with a Sign.
type Timeline struct {
	StepCount, CurrentStep int              // number of steps and index of the current one
	HasEvent               func(i int) bool // whether step i has an event; EventAt panics if it is nil
	Signs                  []Sign           // later ones cover earlier ones and events
	PositionText           ascii.Line       // the position in words, to the right of the track
	Focused                bool
}

// Sign is a symbol that is drawn at a step of a timeline, such as a breakpoint, with a
// label if there is room.
type Sign struct {
	Step  int // index of the step
	Glyph string
	Ink   ascii.Ink
	Label string
}

// timelineTextWidth is the width of the position in words.
const timelineTextWidth = 30

// trackWidth returns the width of the track in a row of w columns.
func (l Timeline) trackWidth(w int) int { return max(1, w-timelineTextWidth) }

// column returns the column of step i on a track of w columns.
func (l Timeline) column(w, i int) int {
	last := max(1, l.StepCount-1)
	return min(i, last) * (w - 1) / last
}

// StepAt returns the step at column x of a row of w columns.
func (l Timeline) StepAt(w, x int) int {
	return int(fraction(x, l.trackWidth(w))*float64(l.StepCount-1) + 0.5)
}

// EventAt returns the first step that has an event and is drawn in column x of a row of w
// columns; ok is false if there is none.
func (l Timeline) EventAt(w, x int) (i int, ok bool) {
	for i := range l.StepCount {
		if l.column(l.trackWidth(w), i) == x && l.HasEvent(i) {
			return i, true
		}
	}
	return 0, false
}

// View draws the timeline in a row of w columns.
func (l Timeline) View(t *theme.Theme, w int) string {
	trackWidth, knobInk := l.trackWidth(w), ascii.Select
	if l.Focused {
		knobInk = ascii.Accent
	}
	knobColumn := l.column(trackWidth, l.CurrentStep)
	var cells ascii.Line
	for x := range trackWidth {
		if x < knobColumn {
			cells = append(cells, ascii.Span{Text: t.Glyph('━', '='), Ink: ascii.Dim})
			continue
		}
		cells = append(cells, ascii.Span{Text: t.Glyph('─', '-'), Ink: ascii.Faint})
	}
	for i := 0; i < l.StepCount && l.HasEvent != nil; i += max(1, l.StepCount/(4*trackWidth)) {
		if x := l.column(trackWidth, i); cells[x].Ink != ascii.Axis && l.HasEvent(i) {
			cells[x] = ascii.Span{Text: t.Glyph('╎', '\''), Ink: ascii.Axis}
		}
	}
	for _, s := range l.Signs {
		l.drawSign(cells, s)
	}
	cells[knobColumn] = ascii.Span{Text: t.Glyph('●', 'O'), Ink: knobInk}
	words := t.View().Clip(l.PositionText, w-trackWidth)
	return t.Line(append(pad(cells, w-words.Width()), words...))
}

// drawSign draws a sign on the track. It adds the labels of all signs in this column, unless
// they would cover another sign.
func (l Timeline) drawSign(cells ascii.Line, s Sign) {
	x, nextSign := l.column(len(cells), s.Step), len(cells)
	var labels []string
	for _, other := range l.Signs {
		switch otherColumn := l.column(len(cells), other.Step); {
		case otherColumn == x && other.Label != "":
			labels = append(labels, other.Label)
		case otherColumn > x:
			nextSign = min(nextSign, otherColumn)
		}
	}
	cells[x] = ascii.Span{Text: s.Glyph, Ink: s.Ink}
	if label := strings.Join(labels, ","); x+len(label) < nextSign {
		for k, r := range label {
			cells[x+1+k] = ascii.Span{Text: string(r), Ink: s.Ink}
		}
	}
}

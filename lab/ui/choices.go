package ui

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// Choice is a value and its label.
type Choice struct{ Value, Label string }

// Choices selects one of several values. It is a list or, in a table, a single
// cell that cycles through them.
type Choices struct {
	Options []Choice

	theme   *theme.Theme
	value   string
	sign    string // the sign that was typed last: + and 1 select “class +1”
	focused bool
}

// NewChoices returns choices without a selection. It needs at least one option.
func NewChoices(t *theme.Theme, options ...Choice) *Choices {
	return &Choices{Options: options, theme: t}
}

// Value returns the selected value, or "".
func (c *Choices) Value() string { return c.value }

// SetValue selects a value.
func (c *Choices) SetValue(v string) { c.value = v }

// SetFocused gives the focus to the choices, or takes it away if focused is false.
func (c *Choices) SetFocused(focused bool) { c.focused = focused }

// Focused reports whether the choices have the focus.
func (c *Choices) Focused() bool { return c.focused }

// chosenIndex returns the index of the selected option, or −1.
func (c *Choices) chosenIndex() int {
	return slices.IndexFunc(c.Options, func(o Choice) bool { return o.Value == c.value && c.value != "" })
}

// Update selects another option.
func (c *Choices) Update(msg tea.Msg) Event {
	press, _ := msg.(tea.KeyPressMsg)
	keys, selected, lastIndex := Keys(), c.chosenIndex(), len(c.Options)-1
	number := c.sign + press.Text
	c.sign = ""
	switch {
	case press.Text == "+", press.Text == "-", press.Text == "−":
		c.sign = strings.Replace(press.Text, "-", "−", 1)
	case key.Matches(press, keys.Up) && selected < 0:
		return c.Choose(lastIndex)
	case key.Matches(press, keys.Up):
		return c.Choose(max(0, selected-1))
	case key.Matches(press, keys.Down):
		return c.Choose(min(selected+1, lastIndex))
	case key.Matches(press, keys.Next):
		return c.Choose((selected + 1) % len(c.Options))
	case key.Matches(press, keys.Pick):
		isSigned := func(o Choice) bool { return len(number) > 1 && strings.TrimPrefix(o.Label, "class ") == number }
		if k := slices.IndexFunc(c.Options, isSigned); k >= 0 {
			return c.Choose(k)
		}
		return c.Choose(int(press.String()[0] - '1'))
	}
	return Ignored
}

// Choose selects option k, if there is one.
func (c *Choices) Choose(k int) Event {
	if k < 0 || k >= len(c.Options) || c.Options[k].Value == c.value {
		return Ignored
	}
	c.value = c.Options[k].Value
	return Changed
}

// View draws the list in w columns.
func (c *Choices) View(w int) string {
	d := NewDocument(c.theme, w)
	for k := range c.Options {
		d.Add(c.option(d, k)...)
	}
	return d.String()
}

// option returns the lines of option k.
func (c *Choices) option(d *Document, k int) []ascii.Line {
	mark, ink, text := "( ) ", ascii.Dim, ascii.Text
	if k == c.chosenIndex() {
		mark, ink, text = "("+c.theme.Glyph('•', '*')+") ", ascii.Strong, ascii.Strong
	}
	number := ascii.Span{Text: "  "}
	if c.focused {
		number, ink = ascii.Span{Text: strconv.Itoa(k+1) + " ", Ink: ascii.Dim}, ascii.Accent
	}
	return d.wrapItem(ascii.Line{number, {Text: mark, Ink: ink}}, ascii.Inked(c.Options[k].Label, text))
}

// cellView draws the selected option in w columns. If the cell has the focus, ‹ and ›
// around the option show that there are others.
func (c *Choices) cellView(w int) string {
	left, right := " ", " "
	if c.focused {
		left, right = c.theme.Glyph('‹', '<'), c.theme.Glyph('›', '>')
	}
	row := ascii.Inked(left+" ", ascii.Accent)
	if k := c.chosenIndex(); k >= 0 {
		row = append(row, c.theme.View().Clip(ascii.Inked(c.Options[k].Label, ascii.Strong), w-3)...)
	}
	row = append(fillRow(c.theme, row, w-1), ascii.Span{Text: right, Ink: ascii.Accent})
	return c.theme.Block(c.theme.Line(row), w, 1, boxBackground(c.focused))
}

// cellWidth returns the width of a cell that has room for every option.
func (c *Choices) cellWidth() int {
	n := minBoxWidth
	for _, o := range c.Options {
		n = max(n, c.theme.View().TransliterateLine(ascii.Inked(o.Label, ascii.Text)).Width()+4)
	}
	return n
}

// oneLine returns all options in one line, each after its number. No line break can separate
// an option from its number, and the gaps between the options stay wide if the line is wrapped.
func (c *Choices) oneLine() ascii.Line {
	var out ascii.Line
	for k, o := range c.Options {
		number, label := strconv.Itoa(k+1), ""
		if o.Label != number {
			label = "\u00a0" + o.Label
		}
		if k+1 < len(c.Options) {
			label += "\u00a0\u00a0 "
		}
		out = append(out, ascii.Span{Text: number, Ink: ascii.Accent}, ascii.Span{Text: label, Ink: ascii.Dim})
	}
	return out
}

// writeList adds a list of choices to a document, with the entry's mark after the selected
// option.
func (e *Entry) writeList(d *Document, list *Choices) {
	top := d.Len()
	if e.Label != "" {
		d.Write(ascii.Inked(e.Label, e.labelInk()))
	}
	for k := range list.Options {
		rows := list.option(d, k)
		if k == list.chosenIndex() {
			rows[0] = append(rows[0], e.Remark.Mark.span(d.theme, wideMark))
		}
		d.AddPart(e.Name+"/"+strconv.Itoa(k), rows...)
	}
	e.writeRemark(d, top)
}

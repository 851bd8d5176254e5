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

// Input is the component that edits an entry: a [Field] or [Choices].
type Input interface {
	Value() string
	SetValue(string)
	Update(tea.Msg) Event
	Focus(on bool)
	Focused() bool
}

// Entry is an input with a label and a remark.
type Entry struct {
	Name    string // unique in the form
	Label   string
	Example string // of an answer, shown while the input is empty
	Width   int    // columns of the box; 0 takes all there is
	Group   string // adjacent entries of the same group share a line
	Input   Input
	Remark  Remark // dropped when the value changes
}

// Form is a list of entries, of which at most one has the keyboard. Those in
// tables come first; the others follow below one another, groups side by side.
type Form struct {
	Entries []*Entry
	Tables  []*Table

	theme *theme.Theme
}

// NewForm returns a form. Entries are in tab order and include those of tables.
func NewForm(t *theme.Theme, entries []*Entry, tables ...*Table) *Form {
	f := &Form{entries, tables, t}
	for _, e := range entries {
		if in, ok := e.Input.(*Field); ok && f.table(e) == nil {
			in.Placeholder = e.Example
		}
	}
	return f
}

// At returns the index of the entry that has the keyboard, or −1.
func (f *Form) At() int {
	return slices.IndexFunc(f.Entries, func(e *Entry) bool { return e.Input.Focused() })
}

// Current returns the entry that has the keyboard, or nil.
func (f *Form) Current() *Entry {
	if i := f.At(); i >= 0 {
		return f.Entries[i]
	}
	return nil
}

// Focus gives the keyboard to entry i. With −1 no entry has it.
func (f *Form) Focus(i int) {
	for k, e := range f.Entries {
		e.Input.Focus(k == i)
	}
}

// Entry returns the entry with the given name, or nil.
func (f *Form) Entry(name string) *Entry {
	if i := f.index(name); i >= 0 {
		return f.Entries[i]
	}
	return nil
}

func (f *Form) index(name string) int {
	return slices.IndexFunc(f.Entries, func(e *Entry) bool { return e.Name == name })
}

// table returns the table that contains an entry, or nil.
func (f *Form) table(e *Entry) *Table {
	for _, t := range f.Tables {
		for _, row := range t.Rows {
			if slices.ContainsFunc(row, func(c Cell) bool { return c.Entry == e }) {
				return t
			}
		}
	}
	return nil
}

// Update passes a message to the entry that has the keyboard.
func (f *Form) Update(msg tea.Msg) Event {
	e := f.Current()
	if e == nil {
		return Ignored
	}
	before := e.Input.Value()
	event := f.route(e, msg)
	if e.Input.Value() != before {
		e.Remark = Remark{}
		return Changed
	}
	return event
}

func (f *Form) route(e *Entry, msg tea.Msg) Event {
	press, _ := msg.(tea.KeyPressMsg)
	keys, table := Keys(), f.table(e)
	switch {
	case key.Matches(press, keys.Accept):
		return e.take(e.Remark.Fix)
	case key.Matches(press, keys.Reading):
		return e.read(reading(press.String()))
	}
	var in interface{ Update(tea.Msg) Event } = e.Input
	if table != nil {
		in = table
	}
	event := in.Update(msg)
	switch {
	case event != Ignored || press.Text != "":
	case key.Matches(press, keys.Up):
		return f.move(e, table, -1)
	case key.Matches(press, keys.Down):
		return f.move(e, table, 1)
	}
	return event
}

// move gives the keyboard to the next entry above or below, outside the table of
// the current one.
func (f *Form) move(e *Entry, table *Table, by int) Event {
	i := f.index(e.Name) + by
	for table != nil && i >= 0 && i < len(f.Entries) && f.table(f.Entries[i]) == table {
		i += by
	}
	if _, list := e.Input.(*Choices); list && table == nil || i < 0 || i >= len(f.Entries) {
		return Ignored
	}
	f.Focus(i)
	return Moved
}

// Click focuses the entry under a click and selects the option there. A second
// click on a cell with choices selects the next one.
func (f *Form) Click(c Click) Event {
	name, option, isOption := strings.Cut(c.ID, "/")
	i := f.index(name)
	if i < 0 {
		return Ignored
	}
	again := f.At() == i
	f.Focus(i)
	e := f.Entries[i]
	list, ok := e.Input.(*Choices)
	event := Ignored
	switch {
	case ok && isOption:
		k, _ := strconv.Atoi(option)
		event = list.Choose(k)
	case ok && again:
		event = list.Choose((list.chosen() + 1) % len(list.Options))
	}
	if event == Changed {
		e.Remark = Remark{}
		return Changed
	}
	return Moved
}

// take replaces the value, unless the new one is empty.
func (e *Entry) take(text string) Event {
	if text == "" {
		return Ignored
	}
	e.Input.SetValue(text)
	return Changed
}

// read replaces the value by reading k, if there is one.
func (e *Entry) read(k int) Event {
	if k < 0 || k >= len(e.Remark.Readings) {
		return Ignored
	}
	return e.take(e.Remark.Readings[k].Value)
}

// reading returns the index of the reading that a key takes: 0 for f2 and alt+1.
func reading(key string) int {
	k := int(key[len(key)-1] - '1')
	if strings.HasPrefix(key, "f") {
		k--
	}
	return k
}

// cellWidth returns the width that the box should have in a table.
func (e *Entry) cellWidth() int {
	if c, ok := e.Input.(*Choices); ok {
		return c.cellWidth()
	}
	if e.Width > 0 {
		return e.Width + 1
	}
	return cellWidth
}

// shortLabel returns the label without its equals sign.
func (e *Entry) shortLabel() string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(e.Label), "="))
}

// ink returns the ink of the label.
func (e *Entry) ink() ascii.Ink {
	if e.Input.Focused() {
		return ascii.Accent
	}
	return ascii.Text
}

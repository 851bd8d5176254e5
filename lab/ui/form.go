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
	SetFocused(focused bool)
	Focused() bool
}

// Entry is an input with a label and a remark: the feedback on its text.
type Entry struct {
	Name    string // unique in the form
	Label   string
	Example string // example of an answer, shown while the input is empty
	Width   int    // columns of the box; 0: all that are available
	Group   string // adjacent entries of the same group share a line
	Input   Input
	Remark  Remark // dropped when the value changes
}

// Form is a list of entries. At most one of them has the focus. The tables come first. The other
// entries follow, one below the other. The entries of a group are side by side.
type Form struct {
	Entries []*Entry
	Tables  []*Table

	theme *theme.Theme
}

// NewForm returns a form. Entries are in tab order and include those of tables.
func NewForm(t *theme.Theme, entries []*Entry, tables ...*Table) *Form {
	f := &Form{entries, tables, t}
	for _, e := range entries {
		if in, ok := e.Input.(*Field); ok && f.tableOf(e) == nil {
			in.Placeholder = e.Example
		}
	}
	return f
}

// FocusIndex returns the index of the entry that has the focus, or −1.
func (f *Form) FocusIndex() int {
	return slices.IndexFunc(f.Entries, func(e *Entry) bool { return e.Input.Focused() })
}

// Current returns the entry that has the focus, or nil.
func (f *Form) Current() *Entry {
	if i := f.FocusIndex(); i >= 0 {
		return f.Entries[i]
	}
	return nil
}

// FocusEntry gives the focus to entry i. With −1 no entry has it.
func (f *Form) FocusEntry(i int) {
	for k, e := range f.Entries {
		e.Input.SetFocused(k == i)
	}
}

func (f *Form) indexOf(name string) int {
	return slices.IndexFunc(f.Entries, func(e *Entry) bool { return e.Name == name })
}

// tableOf returns the table that contains an entry, or nil.
func (f *Form) tableOf(e *Entry) *Table {
	for _, t := range f.Tables {
		for _, row := range t.Rows {
			if slices.ContainsFunc(row, func(c Cell) bool { return c.Entry == e }) {
				return t
			}
		}
	}
	return nil
}

// Update passes a message to the entry that has the focus.
func (f *Form) Update(msg tea.Msg) Event {
	e := f.Current()
	if e == nil {
		return Ignored
	}
	before := e.Input.Value()
	event := f.updateEntry(e, msg)
	if e.Input.Value() != before {
		e.Remark = Remark{}
		return Changed
	}
	return event
}

func (f *Form) updateEntry(e *Entry, msg tea.Msg) Event {
	press, _ := msg.(tea.KeyPressMsg)
	keys, table := Keys(), f.tableOf(e)
	switch {
	case key.Matches(press, keys.Accept):
		return e.replace(e.Remark.Fix)
	case key.Matches(press, keys.Reading):
		return e.applyReading(readingIndex(press.String()))
	}
	var target interface{ Update(tea.Msg) Event } = e.Input
	if table != nil {
		target = table
	}
	event := target.Update(msg)
	switch {
	case event != Ignored || press.Text != "":
	case key.Matches(press, keys.Up):
		return f.moveFocus(e, table, -1)
	case key.Matches(press, keys.Down):
		return f.moveFocus(e, table, 1)
	}
	return event
}

// moveFocus gives the focus to the next entry above (delta −1) or below (delta 1). From a cell of a
// table it skips the other cells of that table.
func (f *Form) moveFocus(e *Entry, table *Table, delta int) Event {
	i := f.indexOf(e.Name) + delta
	for table != nil && i >= 0 && i < len(f.Entries) && f.tableOf(f.Entries[i]) == table {
		i += delta
	}
	if _, isList := e.Input.(*Choices); isList && table == nil || i < 0 || i >= len(f.Entries) {
		return Ignored
	}
	f.FocusEntry(i)
	return Moved
}

// Click focuses the entry under a click and selects the option there. A second
// click on a cell with choices selects the next choice.
func (f *Form) Click(c Click) Event {
	name, option, isOption := strings.Cut(c.ID, "/")
	i := f.indexOf(name)
	if i < 0 {
		return Ignored
	}
	wasFocused := f.FocusIndex() == i
	f.FocusEntry(i)
	e := f.Entries[i]
	list, ok := e.Input.(*Choices)
	event := Ignored
	switch {
	case ok && isOption:
		k, _ := strconv.Atoi(option)
		event = list.Choose(k)
	case ok && wasFocused:
		event = list.Choose((list.chosenIndex() + 1) % len(list.Options))
	}
	if event == Changed {
		e.Remark = Remark{}
		return Changed
	}
	return Moved
}

// replace replaces the value, unless the new one is empty.
func (e *Entry) replace(text string) Event {
	if text == "" {
		return Ignored
	}
	e.Input.SetValue(text)
	return Changed
}

// applyReading replaces the value by reading k, if there is one.
func (e *Entry) applyReading(k int) Event {
	if k < 0 || k >= len(e.Remark.Readings) {
		return Ignored
	}
	return e.replace(e.Remark.Readings[k].Value)
}

// readingIndex returns the index of the reading that a key chooses: 0 for f2 or alt+1, 1 for f3 or
// alt+2, and so on.
func readingIndex(key string) int {
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
	return defaultBoxWidth
}

// shortLabel returns the label without its equals sign.
func (e *Entry) shortLabel() string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(e.Label), "="))
}

// labelInk returns the ink of the label.
func (e *Entry) labelInk() ascii.Ink {
	if e.Input.Focused() {
		return ascii.Accent
	}
	return ascii.Text
}

// WriteTo adds the form to a document, and asks the document to keep the entry that has
// the focus visible. The ID of a box is the name of its entry. Option k of a list has
// the ID NAME/k.
func (f *Form) WriteTo(d *Document) {
	hasRoom := d.Len()+f.rowCount()+verdictRows <= d.Height
	for _, t := range f.Tables {
		t.WriteTo(d)
		d.AddGap()
	}
	for i := 0; i < len(f.Entries); {
		e, group := f.Entries[i], f.groupFrom(i)
		list, isList := e.Input.(*Choices)
		switch {
		case f.tableOf(e) != nil:
		case isList:
			if i > 0 && hasRoom {
				d.AddGap()
			}
			e.writeList(d, list)
		case len(group) > 1 && f.writeGroup(d, group):
		default:
			column := labelWidth(d, f.alignedEntries(i))
			for _, e := range group {
				e.writeBox(d, column)
			}
		}
		i += len(group)
	}
}

// isFieldOfGroup reports whether entry i is a Field of the given group outside tables.
func (f *Form) isFieldOfGroup(i int, group string) bool {
	if i < 0 || i >= len(f.Entries) || f.Entries[i].Group != group || f.tableOf(f.Entries[i]) != nil {
		return false
	}
	_, isField := f.Entries[i].Input.(*Field)
	return isField
}

// groupFrom returns entry i and the following ones that share its line.
func (f *Form) groupFrom(i int) []*Entry {
	to := i + 1
	for group := f.Entries[i].Group; group != "" && f.isFieldOfGroup(i, group) && f.isFieldOfGroup(to, group); {
		to++
	}
	return f.Entries[i:to]
}

// alignedEntries returns the entries whose boxes begin in the same column as the box of entry i:
// the group of entry i or, if entry i has no group, the adjacent fields without a group.
func (f *Form) alignedEntries(i int) []*Entry {
	if f.Entries[i].Group != "" {
		return f.groupFrom(i)
	}
	from, to := i, i
	for f.isFieldOfGroup(from-1, "") && f.isFieldOfGroup(i, "") {
		from--
	}
	for f.isFieldOfGroup(to, "") {
		to++
	}
	return f.Entries[from:to]
}

// labelWidth returns the width of the widest label, except labels over half the width
// of the document.
func labelWidth(d *Document, entries []*Entry) (widest int) {
	for _, e := range entries {
		if w := d.transliterate(ascii.Inked(e.Label, ascii.Text)).Width(); w <= d.Width/2 {
			widest = max(widest, w)
		}
	}
	return widest
}

// writeGroup adds as many entries as fit into each row, and their remarks below. It
// reports whether at least two fit side by side; otherwise it adds nothing.
func (f *Form) writeGroup(d *Document, group []*Entry) bool {
	top := d.Len()
	for perRow := len(group); perRow > 1; perRow-- {
		t := f.sideBySide(group, perRow)
		g := t.grid(1, wideMark, d.Width)
		if g.width() > d.Width {
			continue
		}
		for _, row := range t.Rows {
			t.writeRow(d, g, row, false)
		}
		for _, e := range group {
			e.writeRemark(d, top)
		}
		return true
	}
	return false
}

// sideBySide returns a table with the given number of labelled entries in a row.
func (f *Form) sideBySide(group []*Entry, perRow int) *Table {
	t := NewTable(f.theme, make([]ascii.Column, 2*perRow), nil)
	for i, e := range group {
		if i%perRow == 0 {
			t.Rows = append(t.Rows, make([]Cell, 2*perRow))
		}
		row, x := t.Rows[i/perRow], 2*(i%perRow)
		row[x], row[x+1] = Cell{Text: ascii.Inked(e.Label, e.labelInk())}, Cell{Entry: e}
	}
	return t
}

// verdictRows is the number of rows to keep free for a verdict with its reason.
const verdictRows = 8

// rowCount returns the number of rows of the form with blank lines between lists, if nothing
// wraps.
func (f *Form) rowCount() int {
	n := 0
	for _, e := range f.Entries {
		n++
		if list, ok := e.Input.(*Choices); ok {
			n += 1 + len(list.Options)
		}
	}
	return n
}

// writeBox adds the label, padded to a column, and the box after it. If there is little
// room, the box is below the label.
func (e *Entry) writeBox(d *Document, column int) {
	top, label := d.Len(), d.transliterate(ascii.Inked(e.Label, e.labelInk()))
	if column = max(column, label.Width()) + 1; e.Label == "" {
		column = 0
	} else if in := e.Input.(*Field); in.IsDerivation || column > d.Width-10 {
		d.Write(label)
		label, column = nil, 0
	}
	box := ascii.Rect{X: column, Y: d.Len(), W: d.Width - column - wideMark}
	if e.Width > 0 {
		box.W = max(minBoxWidth, min(e.Width+1, box.W))
	}
	if box.H = 1; e.Width <= 0 || e.Width >= box.W {
		box.H = e.Input.(*Field).Rows(box.W)
	}
	e.placeInput(d, box)
	d.Add(append(pad(label, box.X+box.W), e.Remark.Mark.span(d.theme, wideMark)))
	for range box.H - 1 {
		d.Add(ascii.Blanks(d.Width))
	}
	e.writeRemark(d, top)
}

// boxBackground returns the background of a box.
func boxBackground(focused bool) ascii.Ink {
	if focused {
		return ascii.FieldFocus
	}
	return ascii.Field
}

// placeInput adds the input as a part of a document.
func (e *Entry) placeInput(d *Document, area ascii.Rect) {
	switch input := e.Input.(type) {
	case *Field:
		input.WrongRune, input.LineMarks, input.Reading = e.Remark.WrongRune, e.Remark.LineMarks, e.Remark.Reading
		input.SetSize(area.W, area.H)
		d.PlacePart(e.Name, area, input.View())
	case *Choices:
		d.PlacePart(e.Name, area, input.cellView(area.W))
	}
	if f, ok := e.Input.(*Field); ok && f.Focused() {
		x, y := f.Caret()
		d.SetCaret(area.X+x, area.Y+y)
	}
}

// writeRemark adds the remark on an entry that begins at line top. If there is no remark, it adds
// the example of an answer, unless the example fits into the box.
func (e *Entry) writeRemark(d *Document, top int) {
	focused := e.Input.Focused()
	visible := len(e.Remark.Text) > 0 && (focused || e.Remark.Lasting)
	f, isField := e.Input.(*Field)
	switch {
	case visible:
		if at, _ := d.PartArea(e.Name); isField && at.Y+at.H == d.Len() {
			f.writePointer(d, at.X)
		}
		d.AddItem(ascii.Blanks(2), e.remarkText())
	case focused && isField && f.Value() == "" && len(f.placeholderLine()) == 0 && e.Example != "":
		d.AddItem(ascii.Blanks(2), ascii.Inked(e.Example, ascii.Dim))
	}
	if focused {
		e.Remark.writeSuggestions(d)
		d.KeepVisible(top, d.Len()-1)
	}
}

// remarkText returns the text of the remark. In a group the label precedes it.
func (e *Entry) remarkText() ascii.Line {
	if e.Group == "" || e.shortLabel() == "" {
		return e.Remark.Text
	}
	return append(ascii.Inked(strings.TrimSuffix(e.shortLabel(), ":")+": ", ascii.Text), e.Remark.Text...)
}

// writeNote adds a line about a cell of a table: its remark, its options, or an
// example.
func (e *Entry) writeNote(d *Document) {
	note := e.Remark.Text
	list, isList := e.Input.(*Choices)
	switch {
	case len(note) > 0:
	case isList:
		note = list.oneLine()
	case strings.TrimSpace(e.Input.Value()) == "":
		note = ascii.Inked("type "+e.Example, ascii.Dim)
	}
	if len(note) > 0 {
		d.AddItem(ascii.Inked("  "+e.shortLabel()+"  ", ascii.Accent), note)
	}
	e.Remark.writeSuggestions(d)
}

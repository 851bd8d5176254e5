package ui

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/list"
	"charm.land/bubbles/v2/paginator"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// Row is a line of a picker, with Detail at the right. A search also finds it by its Synonyms, which
// are not shown. Value is for the caller's use.
type Row struct {
	Label, Detail, Synonyms string
	Value                   any
}

// FilterValue returns the text to search in.
func (r Row) FilterValue() string { return r.Label + "\t" + r.Detail + "\t" + r.Synonyms }

// Picker is a window with rows to choose from. It may have an input. If Filters is set, the
// text in the input filters the rows. Otherwise the text is itself an answer, and the caller
// may replace the rows after every change.
type Picker struct {
	ID        string // ID of its layer, unique among the open windows
	Title     string
	EmptyText string        // shown if there are no rows
	Numbered  bool          // whether number keys choose rows too
	Filters   bool          // whether the text filters the rows
	Width     int           // width of the window
	Height    int           // number of visible rows; 0: all
	Hints     []key.Binding // keys for the footer, without esc
	Input     *Field        // may be nil
	Remark    Remark        // remark on the text, dropped when the text changes; without an input, shown above the rows

	theme        *theme.Theme
	list         list.Model
	textSelected bool // whether the text is selected and not a row
	area         ascii.Rect
}

// NewPicker returns a picker without an input.
func NewPicker(t *theme.Theme, title string, rows ...Row) *Picker {
	p := &Picker{ID: "window", Title: title, Width: 64, theme: t}
	p.Hints = []key.Binding{Hint("↑ ↓", "choose"), Hint("enter", "confirms")}
	p.list = list.New(nil, delegate{p}, 0, 0)
	p.list.SetShowHelp(false) // first, because each other setting draws the help if it is shown
	p.list.SetShowTitle(false)
	p.list.SetShowFilter(false)
	p.list.SetShowStatusBar(false)
	p.list.SetShowPagination(false)
	p.list.Paginator.Type = paginator.Arabic
	p.list.Filter = rankByWords
	k := pickerKeys()
	p.list.KeyMap = list.KeyMap{CursorUp: k.Up, CursorDown: k.Down, PrevPage: k.PageUp, NextPage: k.PageDown}
	p.SetRows(rows...)
	return p
}

// NewSearch returns a picker whose text filters the rows.
func NewSearch(t *theme.Theme, title, placeholder string, rows ...Row) *Picker {
	p := NewPicker(t, title, rows...)
	p.Width, p.Filters, p.Input, p.EmptyText = windowWidth, true, NewField(t), "nothing has that name"
	p.Input.Placeholder = placeholder
	p.Input.SetFocused(true)
	return p
}

// NewPrompt returns a picker without rows that asks for a text or a number.
func NewPrompt(t *theme.Theme, title string) *Picker {
	p := NewSearch(t, title, "")
	p.Filters, p.EmptyText, p.Hints = false, "", p.Hints[1:]
	return p
}

// rankByWords returns the targets that contain all words of a text. Targets whose labels contain all
// words come first.
func rankByWords(text string, targets []string) (out []list.Rank) {
	var detailMatches []list.Rank
	words := strings.Fields(strings.ToLower(text))
	for i, target := range targets {
		target = strings.ToLower(target)
		label, _, _ := strings.Cut(target, "\t")
		switch {
		case containsAll(label, words):
			out = append(out, list.Rank{Index: i})
		case containsAll(target, words):
			detailMatches = append(detailMatches, list.Rank{Index: i})
		}
	}
	return append(out, detailMatches...)
}

func containsAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// delegate draws the rows of a picker.
type delegate struct{ *Picker }

func (delegate) Height() int                         { return 1 }
func (delegate) Spacing() int                        { return 0 }
func (delegate) Update(tea.Msg, *list.Model) tea.Cmd { return nil }

// Render draws a row.
func (d delegate) Render(out io.Writer, m list.Model, i int, item list.Item) {
	row, view, w := item.(Row), d.theme.View(), m.Width()-2
	pointer, ink := Pointer(d.theme, i == m.Index() && !d.textSelected)
	right := view.Clip(ascii.Inked(row.Detail, ascii.Dim), w/2)
	left := view.Clip(ascii.Inked(row.Label, ink), w-right.Width()-1)
	fmt.Fprint(out, d.theme.Line(slices.Concat(pointer, pad(left, w-right.Width()), right)))
}

// Pointer returns the mark before a row of a list, and the ink of its text.
func Pointer(t *theme.Theme, selected bool) (ascii.Line, ascii.Ink) {
	if !selected {
		return ascii.Blanks(2), ascii.Text
	}
	return ascii.Inked(t.Glyph('›', '>')+" ", ascii.Accent), ascii.Accent
}

// SetRows replaces the rows. It selects the first row or, if there is a text that does not
// filter, the text.
func (p *Picker) SetRows(rows ...Row) {
	items := make([]list.Item, len(rows))
	for i, r := range rows {
		items[i] = r
	}
	p.list.ResetFilter() // otherwise the list would filter the new rows in a command
	p.list.SetItems(items)
	p.refresh()
}

// Select selects row i, or the text if there are no rows.
func (p *Picker) Select(i int) {
	n := len(p.list.VisibleItems())
	p.list.Select(max(0, min(i, n-1)))
	p.textSelected = n == 0
}

// Index returns the index of the selected row.
func (p *Picker) Index() int { return p.list.Index() }

// Selected returns the selected row; ok is false if the text is selected.
func (p *Picker) Selected() (r Row, ok bool) {
	if p.textSelected {
		return r, false
	}
	r, ok = p.list.SelectedItem().(Row)
	return r, ok
}

// Text returns the text of the input.
func (p *Picker) Text() string {
	if p.Input == nil {
		return ""
	}
	return p.Input.Value()
}

// SetSize lays out the picker on a screen of the given size. Call it again whenever the
// rows or the remark change.
func (p *Picker) SetSize(screenW, screenH int) {
	rows := p.Height
	if rows == 0 {
		rows = max(1, len(p.list.Items()))
	}
	w := textArea(centredRect(screenW, screenH, p.Width, screenH)).W
	if p.Input != nil {
		p.Input.SetSize(w-2, 1)
	}
	head := len(p.headLines(w))
	p.area = centredRect(screenW, screenH, p.Width, 4+head+rows)
	p.list.SetSize(w, max(1, textArea(p.area).H-head))
}

// headLines returns the lines above the rows: the input (if there is one), the remark and an
// empty line.
func (p *Picker) headLines(w int) []string {
	d := NewDocument(p.theme, w)
	switch {
	case p.Input != nil:
		p.Input.WrongRune = p.Remark.WrongRune
		p.Input.writePointer(d, 2)
		if lost := p.Input.LossWarning(); lost != "" {
			d.AddItem(ascii.Blanks(2), ascii.Inked(lost, ascii.Warn))
		}
	case len(p.Remark.Text) == 0:
		return nil
	}
	if len(p.Remark.Text) > 0 {
		d.AddItem(ascii.Blanks(2), p.Remark.Text)
	}
	p.Remark.writeSuggestions(d)
	d.Add(nil)
	if p.Input == nil {
		return strings.Split(d.String(), "\n")
	}
	pointer, _ := Pointer(p.theme, p.Filters || p.textSelected)
	return append([]string{p.theme.Line(pointer) + p.Input.View()}, strings.Split(d.String(), "\n")...)
}

// Update edits the text, moves the selection, chooses the selected row, or closes the
// picker.
func (p *Picker) Update(msg tea.Msg) Event {
	if wheel, ok := msg.(tea.MouseWheelMsg); ok {
		msg = tea.KeyPressMsg{Code: tea.KeyDown}
		if wheel.Button == tea.MouseWheelUp {
			msg = tea.KeyPressMsg{Code: tea.KeyUp}
		}
	}
	press, _ := msg.(tea.KeyPressMsg)
	keys, typing := Keys(), p.Input != nil && press.Text != ""
	switch {
	case key.Matches(press, keys.Choose):
		return Chosen
	case key.Matches(press, keys.Accept) && p.Remark.Fix != "":
		p.Input.SetValue(p.Remark.Fix)
		return p.textChanged()
	case typing:
	case key.Matches(press, keys.Close):
		return Closed
	case p.Numbered && key.Matches(press, keys.Pick):
		return p.chooseRow(int(press.Text[0] - '1'))
	case p.moveSelection(press):
		return Moved
	case p.Input == nil:
		return Ignored
	}
	if event := p.Input.Update(msg); event != Changed {
		return event
	}
	return p.textChanged()
}

// refresh filters the rows by the text and selects the first row. A text that does not filter
// is selected instead of a row.
func (p *Picker) refresh() {
	if p.list.ResetFilter(); p.Filters && strings.TrimSpace(p.Text()) != "" {
		p.list.SetFilterText(p.Text())
	}
	p.Select(0)
	p.textSelected = p.textSelected || !p.Filters && p.Text() != ""
}

func (p *Picker) textChanged() Event {
	p.Remark = Remark{}
	p.refresh()
	return Changed
}

// moveSelection reports whether a key is for moving the selection, and if so moves it. A
// text that does not filter can be selected too, and is above the first row.
func (p *Picker) moveSelection(press tea.KeyPressMsg) bool {
	keys := pickerKeys()
	up := key.Matches(press, keys.Up)
	switch {
	case !up && !key.Matches(press, keys.Down, keys.PageUp, keys.PageDown):
		return false
	case p.textSelected:
		p.textSelected = up || len(p.list.Items()) == 0
	case up && p.list.Index() == 0 && p.Text() != "" && !p.Filters:
		p.textSelected = true
	default:
		p.list, _ = p.list.Update(press)
	}
	return true
}

// pickerKeys returns the keys of a picker: [Keys], where tab and shift+tab also move the selection.
func pickerKeys() KeyMap {
	k := Keys()
	k.Up.SetKeys(append(k.Up.Keys(), "shift+tab")...)
	k.Down.SetKeys(append(k.Down.Keys(), "tab")...)
	return k
}

// chooseRow selects and chooses row i, if there is one.
func (p *Picker) chooseRow(i int) Event {
	if i >= len(p.list.VisibleItems()) {
		return Ignored
	}
	p.Select(i)
	return Chosen
}

// Click chooses the row at a click. A click outside closes the picker.
func (p *Picker) Click(c Click) Event {
	c, inside := c.In(p.ID)
	if !inside {
		return Closed
	}
	pages := p.list.Paginator
	y := p.area.Y + c.Y - textArea(p.area).Y - len(p.headLines(p.list.Width()))
	if y < 0 || y >= pages.PerPage {
		return Ignored
	}
	return p.chooseRow(pages.Page*pages.PerPage + y)
}

// Keys returns the keys for the footer.
func (p *Picker) Keys() []key.Binding { return append(slices.Clip(p.Hints), Hint("esc", "closes")) }

// Layers returns the layer of the picker.
func (p *Picker) Layers() []*lipgloss.Layer {
	lines, title := p.list.View(), p.Title
	if len(p.list.VisibleItems()) == 0 {
		lines = p.theme.Line(ascii.Inked("  "+p.EmptyText, ascii.Dim))
	}
	if pages := p.list.Paginator; pages.TotalPages > 1 {
		title = fmt.Sprintf("%-*s%s", p.list.Width()-4, title, pages.View())
	}
	text := strings.Join(append(p.headLines(p.list.Width()), lines), "\n")
	return []*lipgloss.Layer{NewLayer(p.ID, drawFrame(p.theme, false,
		p.theme.Title.Render(p.theme.View().Transliterate(title))+"\n", text, p.area), p.area.X-1, p.area.Y)}
}

// Caret returns the position of the text cursor on the screen; ok is false if
// there is no input.
func (p *Picker) Caret() (x, y int, ok bool) {
	if p.Input == nil {
		return 0, 0, false
	}
	x, _ = p.Input.Caret()
	return textArea(p.area).X + 2 + x, textArea(p.area).Y, true
}

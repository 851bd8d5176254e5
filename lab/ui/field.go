package ui

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// FieldLimit is the maximum number of characters in a field, unless SetLimit sets
// another maximum. Further characters are dropped.
const FieldLimit = 3000

// maxRows is the number of rows to which a box grows before it scrolls, unless it is for a derivation.
const maxRows = 8

// Field is a box for a line of text. A long text wraps into the rows of the box;
// in a box of one row it scrolls sideways. textinput does the editing.
type Field struct {
	Placeholder  string // shown in an empty field, if it fits
	WrongRune    int    // the rune to highlight, counted from 1; 0 for none
	WillReplace  bool   // whether the next typed text replaces the value; an edit resets it
	IsDerivation bool   // whether every semicolon ends a line, and lines break between words
	LineMarks    []Mark // verdicts on the lines, drawn next to them
	Reading      string // how the text was parsed; shown if the text does not fit and the field has no focus

	theme         *theme.Theme
	input         textinput.Model
	width, height int
	droppedRunes  int    // see LossWarning
	replaced      string // see LossWarning
}

// NewField returns an empty field of 20 columns.
func NewField(t *theme.Theme) *Field {
	in := textinput.New()
	in.CharLimit, in.KeyMap = FieldLimit, EditKeys()
	in.SetVirtualCursor(false)
	return &Field{theme: t, input: in, width: 20, height: 1}
}

// EditKeys returns the keys that edit a text. None of them uses the clipboard, because on
// a host that would be the clipboard of the server. Pastes come from the terminal.
func EditKeys() textinput.KeyMap {
	k := textinput.DefaultKeyMap()
	k.CharacterBackward = key.NewBinding(key.WithKeys("left"))
	for _, b := range []*key.Binding{&k.Paste, &k.AcceptSuggestion, &k.NextSuggestion, &k.PrevSuggestion} {
		b.Unbind()
	}
	return k
}

// Value returns the text.
func (f *Field) Value() string { return f.input.Value() }

// SetValue replaces the text and moves the cursor to its end.
func (f *Field) SetValue(s string) {
	f.WillReplace = false
	f.input.SetValue(cleanText(s))
	f.input.CursorEnd()
}

// SetLimit sets the maximum number of characters.
func (f *Field) SetLimit(n int) { f.input.CharLimit = n }

// Cursor returns the number of runes before the cursor.
func (f *Field) Cursor() int { return f.input.Position() }

// SetCursor moves the cursor to the position after n runes.
func (f *Field) SetCursor(n int) { f.input.SetCursor(n) }

// ReplaceNext lets the next typed text replace the value. LossWarning then returns the value.
func (f *Field) ReplaceNext() { f.WillReplace, f.replaced = true, f.Value() }

// SetFocused gives the focus to the field, or takes it away if focused is false.
func (f *Field) SetFocused(focused bool) {
	if f.input.Blur(); focused {
		f.input.Focus()
	}
}

// Focused reports whether the field has the focus.
func (f *Field) Focused() bool { return f.input.Focused() }

// LossWarning returns a warning if text was lost by the last key or paste: characters beyond the
// limit, or the text that the key or paste replaced. Otherwise it returns "".
func (f *Field) LossWarning() string {
	switch {
	case f.droppedRunes > 0:
		return fmt.Sprintf("%d characters fit; the last %d did not.", f.input.CharLimit, f.droppedRunes)
	case f.replaced != "":
		return "instead of " + f.replaced
	}
	return ""
}

// Update edits the text with a key or a paste.
func (f *Field) Update(msg tea.Msg) Event {
	typedText := ""
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		m.Text = cleanText(m.Text)
		msg, typedText = m, m.Text
		f.WillReplace = f.WillReplace && (typedText != "" || key.Matches(m, Keys().Up, Keys().Down))
	case tea.PasteMsg:
		if f.IsDerivation {
			m.Content = lineBreaks.ReplaceAllString(strings.Trim(m.Content, "\r\n"), "; ")
		}
		m.Content = cleanText(m.Content)
		msg, typedText = m, m.Content
	}
	oldValue, oldCursor, oldRuneCount := f.Value(), f.Cursor(), utf8.RuneCountInString(f.Value())
	switch {
	case !f.WillReplace || typedText != "" && strings.IndexAny(typedText, continuationRunes) == 0:
		f.replaced = ""
	case typedText != "":
		f.input.SetValue("")
		oldRuneCount = 0
	}
	f.WillReplace = f.WillReplace && typedText == ""
	f.input, _ = f.input.Update(msg)
	f.droppedRunes = max(0, utf8.RuneCountInString(typedText)+oldRuneCount-f.input.CharLimit)
	switch {
	case f.Value() != oldValue:
		return Changed
	case f.Cursor() != oldCursor:
		return Moved
	}
	return Ignored
}

// lineBreaks matches what ends a line of a pasted derivation, and the blanks around it.
var lineBreaks = regexp.MustCompile(`[; \t]*[\r\n]\s*`)

// continuationRunes contains characters with which no answer begins. Text that begins with one of
// them continues the value even if WillReplace is set, as on a calculator.
const continuationRunes = "+*/^)]}=!;,' "

// cleanText joins the lines of a text and drops control and format characters.
func cleanText(s string) string {
	s = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(s)
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}

// Rows returns how many rows the text needs in w columns, at most maxRows.
func (f *Field) Rows(w int) int { return min(len(f.fold(f.runes(), w)), f.maxRows()) }

// maxRows returns the number of rows to which the box grows before it scrolls.
func (f *Field) maxRows() int {
	if f.IsDerivation {
		return 3 * maxRows / 2
	}
	return maxRows
}

// SetSize sets the size of the box.
func (f *Field) SetSize(w, h int) { f.width, f.height = max(1, w), max(1, h) }

// runes returns each rune of the text as it is drawn: in the ASCII profile, η is “eta”.
func (f *Field) runes() []string {
	var line ascii.Line
	for _, r := range f.Value() {
		line = append(line, ascii.Span{Text: string(r)})
	}
	text := make([]string, len(line))
	for i, s := range f.theme.View().TransliterateLine(line) {
		text[i] = s.Text
	}
	return text
}

// widthOf returns the number of columns of some runes.
func widthOf(text []string) int { return ascii.Width(strings.Join(text, "")) }

// fold breaks a text into rows of w columns and returns the index of each row's first
// rune. It leaves room for the cursor after the last rune, and for the marks of lines.
func (f *Field) fold(text []string, w int) []int {
	if f.IsDerivation {
		w = max(1, w-2)
	}
	starts, usedWidth, wordStart := []int{0}, 0, 0
	for i, r := range text {
		n := ascii.Width(r)
		switch {
		case f.IsDerivation && lineBegins(text, i):
			starts, usedWidth, wordStart = append(starts, i), 0, i
		case usedWidth+n > w && f.IsDerivation && wordStart > starts[len(starts)-1]:
			starts, usedWidth = append(starts, wordStart), widthOf(text[wordStart:i])
		case usedWidth+n > w:
			starts, usedWidth = append(starts, i), 0
		}
		if usedWidth += n; r == " " {
			wordStart = i + 1
		}
	}
	if f.IsDerivation && lineBegins(text, len(text)) {
		return append(starts, len(text))
	}
	if usedWidth >= w {
		starts = append(starts, len(text))
	}
	return starts
}

// lineBegins reports whether a line of a derivation begins at rune i: after a semicolon
// and the blank that follows it.
func lineBegins(text []string, i int) bool {
	switch {
	case i > 1 && text[i-1] == " " && text[i-2] == ";":
		return true
	case i > 0 && text[i-1] == ";":
		return i == len(text) || text[i] != " "
	}
	return false
}

// lineMark returns the verdict on the line that begins at rune i. It returns NoMark if no line
// begins there, or if the line is not judged.
func (f *Field) lineMark(text []string, i int) Mark {
	n := strings.Count(strings.Join(text[:i], ""), ";")
	if i > 0 && !lineBegins(text, i) || n >= len(f.LineMarks) {
		return NoMark
	}
	return f.LineMarks[n]
}

// visibleRowStarts returns the index of the first rune of each row, beginning with the first
// visible row. If the field has the focus, the row with the cursor is visible.
func (f *Field) visibleRowStarts() []int {
	text, cursor := f.runes(), 0
	if f.Focused() {
		cursor = f.Cursor()
	}
	if f.height == 1 {
		return []int{firstVisibleRune(text, cursor, f.width)}
	}
	all := f.fold(text, f.width)
	top := rowOf(all, cursor) - f.height/2
	return all[max(0, min(top, len(all)-f.height)):]
}

// firstVisibleRune returns the index of the first visible rune of a row of w columns. The row is
// scrolled just far enough to show the cursor, which is after the given number of runes.
func firstVisibleRune(text []string, cursor, w int) int {
	usedWidth := 0
	for i := cursor - 1; i >= 0; i-- {
		usedWidth += ascii.Width(text[i])
		if usedWidth > w-1 {
			return i + 1
		}
	}
	return 0
}

// rowOf returns the row that contains the rune with the given index.
func rowOf(starts []int, index int) int {
	row := 0
	for i, first := range starts {
		if first <= index {
			row = i
		}
	}
	return row
}

// cellOf returns the cell of the rune with the given index, and reports whether the cell is
// visible.
func (f *Field) cellOf(index int) (x, y int, ok bool) {
	text, starts := f.runes(), f.visibleRowStarts()
	if index < starts[0] || index > len(text) {
		return 0, 0, false
	}
	y = rowOf(starts, index)
	x = widthOf(text[starts[y]:index])
	return x, y, x < f.width && y < f.height
}

// Caret returns the cell of the cursor.
func (f *Field) Caret() (x, y int) {
	x, y, _ = f.cellOf(f.Cursor())
	return min(x, f.width-1), y
}

// View draws the box.
func (f *Field) View() string {
	text, starts := f.runes(), f.visibleRowStarts()
	rows, ends := make([]ascii.Line, f.height), append(starts, len(text))[1:]
	for y := range min(f.height, len(starts)) {
		rows[y], _ = f.styledRow(text, starts[y], ends[y]).Cut(f.width)
		if verdict := f.lineMark(text, starts[y]); verdict != NoMark && rows[y].Width() < f.width-1 {
			rows[y] = append(pad(rows[y], f.width-1), verdict.span(f.theme, 1))
		}
	}
	switch {
	case len(text) == 0:
		rows[0] = f.placeholderLine()
	case f.height == 1 && !f.Focused() && ascii.Width(f.Value()) > f.width &&
		f.Reading != "" && ascii.Width(f.Reading) <= f.width:
		rows[0] = ascii.Inked(f.Reading, ascii.Strong)
	case f.height == 1:
		rows[0] = f.withEllipses(rows[0], starts[0] > 0, widthOf(text[starts[0]:]) > f.width)
	}
	for y, row := range rows {
		rows[y] = fillRow(f.theme, row, f.width)
	}
	return f.theme.Block(f.theme.Lines(rows), f.width, f.height, boxBackground(f.Focused()))
}

// styledRow returns the runes from index start to index end − 1 and highlights the wrong one. A
// text that will be replaced is dim.
func (f *Field) styledRow(text []string, start, end int) ascii.Line {
	wrongIndex, ink := f.WrongRune-1, ascii.Strong
	if f.WillReplace {
		ink = ascii.Dim
	}
	if wrongIndex < start || wrongIndex >= end {
		return ascii.Inked(strings.Join(text[start:end], ""), ink)
	}
	return ascii.Line{
		{Text: strings.Join(text[start:wrongIndex], ""), Ink: ascii.Strong}, {Text: text[wrongIndex], Ink: ascii.Warn},
		{Text: strings.Join(text[wrongIndex+1:end], ""), Ink: ascii.Strong},
	}
}

// placeholderLine returns the placeholder, or nil if it does not fit. It is in parentheses if the
// terminal has no background colours.
func (f *Field) placeholderLine() ascii.Line {
	text := f.Placeholder
	if text != "" && !f.theme.View().Filled() {
		text = "(" + text + ")"
	}
	l := f.theme.View().TransliterateLine(ascii.Inked(text, ascii.Dim))
	if l.Width() > f.width {
		return nil
	}
	return l
}

// withEllipses puts an ellipsis at each end at which a row is cut, except under the cursor.
func (f *Field) withEllipses(row ascii.Line, cutLeft, cutRight bool) ascii.Line {
	caret := -1
	if f.Focused() {
		caret, _ = f.Caret()
	}
	ellipsis := ascii.Inked(f.theme.Glyph('…', '~'), ascii.Dim)
	if cutLeft && caret != 0 && f.width > 2 {
		_, rest := row.Cut(1)
		row = append(ellipsis, rest...)
	}
	if cutRight && caret != f.width-1 && f.width > 2 {
		row, _ = row.Cut(f.width - 1)
		row = append(row, ellipsis...)
	}
	return row
}

// writePointer adds a line with an arrow that points up at the wrong rune, if that rune is
// in the last row of the box. The box begins in column x.
func (f *Field) writePointer(d *Document, x int) {
	if at, y, ok := f.cellOf(f.WrongRune - 1); ok && y == f.height-1 {
		d.Add(append(ascii.Blanks(x+at), ascii.Inked(f.theme.Glyph('↑', '^'), ascii.Warn)...))
	}
}

// fillRow extends a row of a box to w columns. It adds underscores if the terminal has no
// background colours to show the box, and blanks otherwise.
func fillRow(t *theme.Theme, row ascii.Line, w int) ascii.Line {
	if t.View().Filled() {
		return pad(row, w)
	}
	return append(row, ascii.Span{Text: strings.Repeat("_", max(0, w-row.Width())), Ink: ascii.Dim})
}

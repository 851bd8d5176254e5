package ui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// Lines is a box for a derivation of several lines, each with a mark in front.
// On enter the screen judges the lines and calls [Lines.Open] for the next one;
// a semicolon begins a new line without judging.
//
// textarea does the editing. It allocates 240 kB, so make Lines only for an
// exercise that asks for a derivation.
type Lines struct {
	Marks []Mark // of the lines; editing a line drops its mark and those below

	theme *theme.Theme
	area  textarea.Model
	first []int // for each row the line that begins there, or −1
}

// promptWidth is the width of a mark and a rule.
const promptWidth = 4

// NewLines returns an empty derivation.
func NewLines(t *theme.Theme) *Lines {
	area := textarea.New()
	area.CharLimit, area.KeyMap, area.ShowLineNumbers = FieldLimit, LineKeys(), false
	area.SetVirtualCursor(false)
	l := &Lines{theme: t, area: area}
	l.area.SetPromptFunc(promptWidth, l.prompt)
	l.SetWidth(40)
	return l
}

// LineKeys returns the keys that edit a derivation: [EditKeys] and keys that move
// between lines.
func LineKeys() textarea.KeyMap {
	k := EditKeys()
	return textarea.KeyMap{
		CharacterBackward: k.CharacterBackward, CharacterForward: k.CharacterForward,
		DeleteAfterCursor: k.DeleteAfterCursor, DeleteBeforeCursor: k.DeleteBeforeCursor,
		DeleteCharacterBackward: k.DeleteCharacterBackward, DeleteCharacterForward: k.DeleteCharacterForward,
		DeleteWordBackward: k.DeleteWordBackward, DeleteWordForward: k.DeleteWordForward,
		WordBackward: k.WordBackward, WordForward: k.WordForward,
		LineStart: k.LineStart, LineEnd: k.LineEnd,
		LinePrevious:  key.NewBinding(key.WithKeys("up")),
		LineNext:      key.NewBinding(key.WithKeys("down")),
		InsertNewline: key.NewBinding(key.WithKeys(";")),
	}
}

// Value returns the lines, separated by line breaks.
func (l *Lines) Value() string { return l.area.Value() }

// SetValue replaces the lines. A semicolon ends a line too.
func (l *Lines) SetValue(s string) {
	l.Marks = nil
	l.area.SetValue(split(s))
	l.number()
}

// split separates the lines of a text by line breaks and cleans them.
func split(s string) string {
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' })
	for i, one := range lines {
		lines[i] = strings.TrimSpace(clean(one))
	}
	return strings.Join(lines, "\n")
}

// Line returns the index of the line with the cursor.
func (l *Lines) Line() int { return l.area.Line() }

// SetLine replaces the line with the cursor.
func (l *Lines) SetLine(s string) {
	at, lines := l.Line(), strings.Split(l.Value(), "\n")
	lines[at] = clean(s)
	l.area.SetValue(strings.Join(lines, "\n"))
	l.area.MoveToBegin()
	for range at {
		l.area.CursorEnd()
		l.area.CursorDown()
	}
	l.area.CursorEnd()
	l.number()
}

// Open begins a new line below the line with the cursor.
func (l *Lines) Open() {
	l.area.CursorEnd()
	l.area.InsertString("\n")
	l.number()
}

// Focus gives the lines the keyboard, or takes it away.
func (l *Lines) Focus(on bool) {
	if l.area.Blur(); on {
		l.area.Focus()
	}
}

// Focused reports whether the lines have the keyboard.
func (l *Lines) Focused() bool { return l.area.Focused() }

// Update edits the lines. It ignores up in the first row and down in the last.
func (l *Lines) Update(msg tea.Msg) Event {
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		if l.leaves(m) {
			return Ignored
		}
		m.Text = clean(m.Text)
		msg = m
	case tea.PasteMsg:
		m.Content = split(m.Content)
		msg = m
	}
	x, y := l.Caret()
	before, at := l.Value(), l.Line()
	l.area, _ = l.area.Update(msg)
	if l.Value() != before {
		l.Marks = l.Marks[:min(l.area.Line(), at, len(l.Marks))]
		l.number()
		return Changed
	}
	if nx, ny := l.Caret(); nx != x || ny != y || l.Line() != at {
		return Moved
	}
	return Ignored
}

// leaves reports whether a key leads beyond the first or last row.
func (l *Lines) leaves(press tea.KeyPressMsg) bool {
	row := l.area.LineInfo()
	up := key.Matches(press, l.area.KeyMap.LinePrevious) && l.Line() == 0 && row.RowOffset == 0
	down := key.Matches(press, l.area.KeyMap.LineNext) && l.Line() == l.area.LineCount()-1 && row.RowOffset == row.Height-1
	return up || down
}

// SetWidth sets the width, including the marks.
func (l *Lines) SetWidth(w int) {
	text := textarea.StyleState{Text: l.theme.Style(ascii.Strong), CursorLine: l.theme.Style(ascii.Strong)}
	l.area.SetStyles(textarea.Styles{Focused: text, Blurred: text})
	l.area.SetWidth(w)
	l.number()
}

// Height returns how many rows the lines take, at most maxRows.
func (l *Lines) Height() int { return l.area.Height() }

// number finds the rows in which lines begin, which textarea does not tell the
// prompt, and fits the height to the rows.
func (l *Lines) number() {
	probe := l.area
	probe.MoveToBegin()
	l.first = l.first[:0]
	for i := range probe.LineCount() {
		probe.CursorEnd()
		for k := range probe.LineInfo().Height {
			if k > 0 {
				i = -1
			}
			l.first = append(l.first, i)
		}
		probe.CursorDown()
	}
	l.area.SetHeight(min(len(l.first), maxRows))
	l.area, _ = l.area.Update(nil) // scrolls to the cursor
}

// prompt returns the mark of the line that begins in a row, and a rule.
func (l *Lines) prompt(p textarea.PromptInfo) string {
	var mark ascii.Line
	if p.LineNumber < len(l.first) {
		if i := l.first[p.LineNumber]; i >= 0 && i < len(l.Marks) {
			mark = ascii.Line{l.Marks[i].span(l.theme, 1)}
		}
	}
	rule := ascii.Span{Text: " " + l.theme.Glyph('│', '|') + " ", Ink: ascii.Axis}
	return l.theme.Line(append(pad(mark, 1), rule))
}

// Caret returns the cell of the cursor.
func (l *Lines) Caret() (x, y int) {
	if c := l.area.Cursor(); c != nil {
		return c.X, c.Y
	}
	return 0, 0
}

// View draws the lines.
func (l *Lines) View() string {
	return l.theme.Block(l.area.View(), l.area.Width()+promptWidth, l.Height(), ascii.Field)
}

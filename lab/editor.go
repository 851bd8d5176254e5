package lab

import (
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// editor is a line of text being edited. It knows no clipboard, for over SSH
// that would be the clipboard of the server: pastes come from the terminal.
type editor struct {
	text []rune
	at   int // the cursor stands before this rune
	lost int // how many runes of the last insertion found no room
}

// editorLimit is the most runes a line holds; more are dropped.
const editorLimit = 3000

// value is the text of the line.
func (e *editor) value() string { return string(e.text) }

// set replaces the text and puts the cursor at its end.
func (e *editor) set(s string) {
	e.text = nil
	e.at = 0
	e.insert(s)
}

// insert puts text at the cursor, without its control characters.
func (e *editor) insert(s string) {
	var in []rune
	for _, r := range oneLine(s) {
		if !unicode.IsControl(r) && r != unicode.ReplacementChar && !unicode.Is(unicode.Cf, r) {
			in = append(in, r)
		}
	}
	room := min(len(in), max(0, editorLimit-len(e.text)))
	e.lost = len(in) - room
	in = in[:room]
	e.text = slices.Insert(e.text, e.at, in...)
	e.at += len(in)
}

// oneLine joins the lines of a paste: the rows of a vector become one text
// with blanks between them.
func oneLine(s string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(s)
}

// key edits the line with one key.
func (e *editor) key(msg tea.KeyPressMsg) {
	e.lost = 0
	switch msg.String() {
	case "left":
		e.at = max(0, e.at-1)
	case "right", "ctrl+f":
		e.at = min(len(e.text), e.at+1)
	case "home", "ctrl+a":
		e.at = 0
	case "end", "ctrl+e":
		e.at = len(e.text)
	case "ctrl+left", "alt+left", "alt+b":
		e.at = e.wordLeft()
	case "ctrl+right", "alt+right", "alt+f":
		e.at = e.wordRight()
	case "backspace", "ctrl+h":
		e.cut(e.at-1, e.at)
	case "delete", "ctrl+d":
		e.cut(e.at, e.at+1)
	case "ctrl+w", "alt+backspace", "ctrl+backspace":
		e.cut(e.wordLeft(), e.at)
	case "alt+d", "ctrl+delete":
		e.cut(e.at, e.wordRight())
	case "ctrl+u":
		e.cut(0, e.at)
	case "ctrl+k":
		e.cut(e.at, len(e.text))
	default:
		e.insert(msg.Text)
	}
}

// cut removes the runes from … to−1, as far as there are any.
func (e *editor) cut(from, to int) {
	from, to = max(0, from), min(to, len(e.text))
	if from >= to {
		return
	}
	e.text = slices.Delete(e.text, from, to)
	e.at = from
}

// wordLeft is where the word before the cursor begins.
func (e *editor) wordLeft() int {
	i := e.at
	for i > 0 && !isWord(e.text[i-1]) {
		i--
	}
	for i > 0 && isWord(e.text[i-1]) {
		i--
	}
	return i
}

// wordRight is where the word after the cursor ends.
func (e *editor) wordRight() int {
	i := e.at
	for i < len(e.text) && !isWord(e.text[i]) {
		i++
	}
	for i < len(e.text) && isWord(e.text[i]) {
		i++
	}
	return i
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_' || r == '.' }

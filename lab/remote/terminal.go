package remote

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"kernellab/lab/remote/thin"
)

// terminal is the client's terminal: what its screen shows, and which of its
// modes are on. Of a view it knows the content, the mouse mode, the title and
// the place of the cursor; the screen is always the alternate one.
type terminal struct {
	screen *thin.Screen
	name   string // TERM
	size   size
	began  bool
	shown  tea.View
	whole  bool // shown is on the screen
	buf    []byte
}

func newTerminal(now size, term string) *terminal {
	return &terminal{screen: thin.New(now.width, now.height, erasesCharacters(term)), name: term, size: now}
}

// erasesCharacters reports whether a terminal of this name erases characters
// (ECH) in the background that is set. GNU screen erases in its own.
func erasesCharacters(term string) bool {
	name, _, _ := strings.Cut(term, "-")
	switch name {
	case "alacritty", "contour", "foot", "ghostty", "kitty", "linux", "rio", "st", "tmux", "wezterm", "xterm":
		return true
	}
	return false
}

// answersQueries reports whether a terminal of this name knows synchronized
// output and may be asked: others print the question.
func answersQueries(term string) bool {
	for _, name := range []string{"ghostty", "wezterm", "alacritty", "kitty", "rio"} {
		if strings.Contains(term, name) {
			return true
		}
	}
	return false
}

// canSync reports whether a terminal says that it shows changes at once when
// asked to.
func canSync(m tea.ModeReportMsg) bool {
	return m.Mode == ansi.ModeSynchronizedOutput && m.Value == ansi.ModeReset
}

// draw returns what has to be written for the terminal to show a view: nothing if
// it does. The bytes are good until the next call. With synced set the terminal
// is asked to show the change at once.
func (t *terminal) draw(v tea.View, now size, synced bool) []byte {
	if now != t.size {
		t.size, t.whole = now, false
		t.screen.Resize(now.width, now.height)
	}
	if t.whole && sameView(t.shown, v) {
		return nil
	}
	t.buf = t.modes(t.buf[:0], v)
	before := len(t.buf)
	t.buf = t.begin(t.buf, synced)
	drawn := len(t.buf)
	t.buf = t.screen.Draw(t.buf, v.Content)
	if len(t.buf) == drawn && sameCursor(t.shown.Cursor, v.Cursor) && t.whole {
		t.buf = t.buf[:before]
	} else {
		t.buf = t.end(t.buf, v, synced)
	}
	t.shown, t.whole = v, true
	return t.buf
}

// begin hides what the change would show of its making: the half-drawn frame, or
// the cursor that flies about.
func (t *terminal) begin(dst []byte, synced bool) []byte {
	if synced {
		dst = append(dst, ansi.SetModeSynchronizedOutput...)
	}
	if t.shown.Cursor != nil {
		dst = append(dst, ansi.ResetModeTextCursorEnable...)
	}
	return dst
}

// end shows the cursor where there is one.
func (t *terminal) end(dst []byte, v tea.View, synced bool) []byte {
	if v.Cursor != nil {
		dst = t.screen.Place(dst, v.Cursor.X, v.Cursor.Y)
		dst = append(dst, ansi.SetModeTextCursorEnable...)
	}
	if synced {
		dst = append(dst, ansi.ResetModeSynchronizedOutput...)
	}
	return dst
}

// modes switches what differs from the view before.
func (t *terminal) modes(dst []byte, v tea.View) []byte {
	if !t.began {
		t.began = true
		dst = append(dst, ansi.SetModeAltScreenSaveCursor+ansi.ResetModeTextCursorEnable+ansi.SetModeBracketedPaste...)
		if answersQueries(t.name) {
			dst = append(dst, ansi.RequestModeSynchronizedOutput...)
		}
	}
	if v.MouseMode != t.shown.MouseMode {
		dst = append(dst, mouseMode(v.MouseMode)...)
	}
	if v.WindowTitle != t.shown.WindowTitle {
		dst = append(dst, ansi.SetWindowTitle(v.WindowTitle)...)
	}
	return dst
}

// mouseOff ends every kind of mouse report.
const mouseOff = ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr

func mouseMode(m tea.MouseMode) string {
	switch m {
	case tea.MouseModeCellMotion:
		return ansi.ResetModeMouseAnyEvent + ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr
	case tea.MouseModeAllMotion:
		return ansi.ResetModeMouseButtonEvent + ansi.SetModeMouseAnyEvent + ansi.SetModeMouseExtSgr
	}
	return mouseOff
}

// restored is what takes a terminal back to how it was before any view, whatever
// it was in the middle of.
const restored = ansi.ResetModeSynchronizedOutput + ansi.ResetStyle + mouseOff + ansi.ResetModeBracketedPaste +
	ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable

// sameView reports whether a view looks the same on this terminal.
func sameView(a, b tea.View) bool {
	return a.Content == b.Content && a.MouseMode == b.MouseMode && a.WindowTitle == b.WindowTitle && sameCursor(a.Cursor, b.Cursor)
}

func sameCursor(a, b *tea.Cursor) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Position == b.Position
}

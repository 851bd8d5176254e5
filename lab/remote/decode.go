package remote

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"kernellab/lab/remote/mouseinput"
)

// Limits of what a client types.
const (
	maxPaste   = 64 << 10 // bytes of one paste; the rest of it is dropped
	maxPending = 8 << 10  // bytes of a sequence that has not ended
	maxKeyText = 64       // bytes of text of one key
	maxMulti   = 16       // events out of one sequence
)

// Bracketed paste, DEC private mode 2004 of xterm.
const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

const escape = 0x1b

// decoder turns terminal input into messages, byte by byte: sequences, runes
// and pastes may be split anywhere. The zero value is ready. It never panics:
// the terminal library's decoder does (for "\x9bM-\x890", for one), and then
// the bytes it was given are dropped.
type decoder struct {
	uv      uv.EventDecoder
	mouse   mouseinput.Cleaner
	pending []byte // input that is not decoded yet
	paste   []byte // input of the paste, if pasting
	pasting bool
	endless bool // inside a string sequence that grew too long; skip to its end
	lapsed  bool // nothing came in time since the last input
	panics  int  // how often the library's decoder has panicked
}

// waiting reports whether input is held back in the hope of more: the start of
// a sequence, or a paste without its end.
func (d *decoder) waiting() bool { return len(d.pending) > 0 || d.pasting || d.endless }

// feed adds input. Call next until it has nothing more.
func (d *decoder) feed(input []byte) {
	d.pending = append(d.pending, d.mouse.Clean(input, d.lapsed)...)
	d.lapsed = false
}

// next returns what the next piece of input means, which may be nothing, and
// false when more input is needed. With expired set, an unfinished sequence is
// taken as it stands: nothing more came in time.
func (d *decoder) next(expired bool) (msg []tea.Msg, ok bool) {
	d.lapsed = d.lapsed || expired
	if d.pasting {
		return d.nextPasted(expired)
	}
	if d.endless {
		d.skip(expired)
	}
	if len(d.pending) == 0 {
		return nil, false
	}
	if bytes.HasPrefix(d.pending, []byte(pasteStart)) {
		d.drop(len(pasteStart))
		d.pasting = true
		return nil, true
	}
	n, event := d.decode()
	switch {
	case !unfinished(d.pending, n, event):
	case len(d.pending) >= maxPending:
		d.endless, n = true, len(d.pending)
	case !expired:
		return nil, false
	}
	d.drop(n)
	return messages(event), true
}

// decode asks the library about the pending input. It uses up one byte at
// least.
func (d *decoder) decode() (n int, event uv.Event) {
	defer func() {
		if recover() != nil {
			d.panics++
			n, event = len(d.pending), nil
		}
	}()
	// Clipped: the library would slice on into bytes of an earlier input.
	n, event = d.uv.Decode(slices.Clip(d.pending))
	return min(max(n, 1), len(d.pending)), event
}

// unfinished reports whether an event may be the start of a longer one: the
// library calls a broken sequence unknown, and reads a lone ESC, or ESC and
// one more byte, as a key.
func unfinished(pending []byte, n int, event uv.Event) bool {
	if _, unknown := event.(uv.UnknownEvent); unknown {
		return true
	}
	return pending[0] == escape && n <= 2 && n == len(pending)
}

// skip drops the rest of a sequence that grew too long: up to its terminator,
// to the ESC that begins one, or until nothing more comes.
func (d *decoder) skip(expired bool) {
	end := bytes.IndexAny(d.pending, "\a\x1b")
	switch {
	case end >= 0:
		d.endless = false
		d.drop(end)
		d.pending = bytes.TrimPrefix(d.pending, []byte("\a"))
		d.pending = bytes.TrimPrefix(d.pending, []byte("\x1b\\"))
	default:
		d.endless = !expired
		d.drop(len(d.pending))
	}
}

// nextPasted collects a paste up to its end mark, which may be split.
func (d *decoder) nextPasted(expired bool) ([]tea.Msg, bool) {
	end := bytes.Index(d.pending, []byte(pasteEnd))
	if end < 0 && !expired {
		d.collect(max(0, len(d.pending)-len(pasteEnd)+1))
		return nil, false
	}
	if end < 0 {
		d.collect(len(d.pending))
	} else {
		d.collect(end)
		d.drop(len(pasteEnd))
	}
	text := pastedText(d.paste)
	d.paste, d.pasting = nil, false
	if text == "" {
		return nil, true
	}
	return []tea.Msg{tea.PasteMsg{Content: text}}, true
}

// collect moves n pending bytes into the paste, as far as there is room.
func (d *decoder) collect(n int) {
	room := maxPaste - len(d.paste)
	d.paste = append(d.paste, d.pending[:min(n, room)]...)
	d.drop(n)
}

// drop forgets n pending bytes.
func (d *decoder) drop(n int) {
	d.pending = append(d.pending[:0], d.pending[n:]...)
}

// pastedText is the text of a paste without controls other than tabs and line
// ends, which become \n.
func pastedText(raw []byte) string {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(raw))
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) && r != '\t' && r != '\n' {
			return -1
		}
		return r
	}, text)
}

// messages passes on the events a program may see. Everything else is the
// terminal's own business or a way to harm: a size typed as a report, for
// one, would get past the clamp.
func messages(event uv.Event) []tea.Msg {
	switch e := event.(type) {
	case uv.MultiEvent:
		var all []tea.Msg
		for _, part := range e[:min(len(e), maxMulti)] {
			all = append(all, messages(part)...)
		}
		return all
	case uv.KeyPressEvent:
		if safeKeyText(e.Text) {
			return []tea.Msg{tea.KeyPressMsg(e)}
		}
	case uv.KeyReleaseEvent:
		if safeKeyText(e.Text) {
			return []tea.Msg{tea.KeyReleaseMsg(e)}
		}
	case uv.MouseClickEvent, uv.MouseReleaseEvent, uv.MouseWheelEvent, uv.MouseMotionEvent:
		return mouseMessage(e)
	case uv.FocusEvent:
		return []tea.Msg{tea.FocusMsg(e)}
	case uv.BlurEvent:
		return []tea.Msg{tea.BlurMsg(e)}
	case uv.BackgroundColorEvent:
		return []tea.Msg{tea.BackgroundColorMsg(e)}
	case uv.ForegroundColorEvent:
		return []tea.Msg{tea.ForegroundColorMsg(e)}
	case uv.ModeReportEvent:
		return []tea.Msg{tea.ModeReportMsg(e)}
	case uv.KeyboardEnhancementsEvent:
		return []tea.Msg{tea.KeyboardEnhancementsMsg(e)}
	}
	return nil
}

// mouseMessage passes on a mouse event on the largest screen there is.
func mouseMessage(event uv.Event) []tea.Msg {
	at := event.(uv.MouseEvent).Mouse()
	if at.X < 0 || at.Y < 0 || at.X >= maxWidth || at.Y >= maxHeight {
		return nil
	}
	switch e := event.(type) {
	case uv.MouseClickEvent:
		return []tea.Msg{tea.MouseClickMsg(e)}
	case uv.MouseReleaseEvent:
		return []tea.Msg{tea.MouseReleaseMsg(e)}
	case uv.MouseWheelEvent:
		return []tea.Msg{tea.MouseWheelMsg(e)}
	case uv.MouseMotionEvent:
		return []tea.Msg{tea.MouseMotionMsg(e)}
	}
	return nil
}

// safeKeyText reports whether the text of a key is short, valid, and has no
// controls in it.
func safeKeyText(text string) bool {
	return len(text) <= maxKeyText && utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

package lab

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
)

// hint is one entry of the footer.
type hint struct{ key, word string }

func (h hint) line() ascii.Line {
	return ascii.Line{{Text: h.key, Ink: ascii.Strong}, {Text: " " + h.word, Ink: ascii.Dim}}
}

// footer is the keys worth knowing on a screen, and where they stand: hints, as
// many as fit, on the last row, those that follow on the one above, if there is
// one; the pinned ones at the right, whatever there is to say.
type footer struct {
	area          ascii.Rect
	hints, pinned []hint
}

// footed is a screen with a footer.
type footed interface{ footer() footer }

// pageSign is the room at the end of the row below a text, where it says that
// there is more.
const pageSign = 14

// placedHint is a hint in its place.
type placedHint struct {
	hint
	at ascii.Rect
}

// places lays the hints out; without those on the left where a notice takes
// their room. end is where that ends.
func (f footer) places(p pen, noticed bool) (out []placedHint, end int) {
	y := f.area.Y + f.area.H - 1
	x := f.area.X + f.area.W
	for i := len(f.pinned) - 1; i >= 0; i-- {
		w := p.say(f.pinned[i].line()).Width()
		x -= w
		out = append(out, placedHint{f.pinned[i], ascii.Rect{X: x, Y: y, W: w, H: 1}})
		x -= 3
	}
	end = x
	if noticed {
		return out, end
	}
	x, right := f.area.X, end
	for _, h := range f.hints {
		if h == (hint{}) {
			continue
		}
		w := p.say(h.line()).Width()
		if x+w > right {
			if y == f.area.Y {
				break
			}
			x, y, right = f.area.X, y-1, f.area.X+f.area.W-pageSign
		}
		out = append(out, placedHint{h, ascii.Rect{X: x, Y: y, W: min(w, right-x), H: 1}})
		x += w + 3
	}
	return out, end
}

// drawFooter writes the keys, or in the place of those on the left a notice.
func (s *session) drawFooter(p pen, f footer) {
	places, end := f.places(p, s.notice != "")
	for _, h := range places {
		p.write(h.at.X, h.at.Y, h.at.W, p.say(h.line()))
	}
	if s.notice != "" {
		p.write(f.area.X, f.area.Y+f.area.H-1, end-f.area.X, line(s.notice, ascii.Warn))
	}
}

// pressed is the key whose place in the footer was clicked; not ok beside them,
// and for one that the footer only speaks of.
func (s *session) pressed(f footer, x, y int) (k tea.KeyPressMsg, ok bool) {
	places, _ := f.places(pen{view: s.view()}, s.notice != "")
	for _, h := range places {
		if h.at.Contains(x, y) {
			return keyAt(h.key, x-h.at.X)
		}
	}
	return k, false
}

// keyAt is the key that a footer's words name at a column: the one under it, the
// first where the column lies on what they do.
func keyAt(names string, column int) (k tea.KeyPressMsg, ok bool) {
	at, first := 0, ""
	for _, name := range strings.Split(names, " ") {
		if first == "" {
			first = name
		}
		if end := at + ascii.Width(name); column >= at && column < end {
			return keyNamed(name)
		}
		at += ascii.Width(name) + 1
	}
	return keyNamed(first)
}

// keyNamed is the key of a name, as the footer and the help write it.
func keyNamed(name string) (tea.KeyPressMsg, bool) {
	var k tea.KeyPressMsg
	for _, m := range []struct {
		prefix string
		mod    tea.KeyMod
	}{{"ctrl+", tea.ModCtrl}, {"alt+", tea.ModAlt}, {"shift+", tea.ModShift}} {
		if rest, ok := strings.CutPrefix(name, m.prefix); ok {
			name, k.Mod = rest, m.mod
		}
	}
	codes := map[string]rune{
		"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEscape, "space": ' ', "↑": tea.KeyUp, "↓": tea.KeyDown,
		"←": tea.KeyLeft, "→": tea.KeyRight, "pgup": tea.KeyPgUp, "pgdn": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
		"f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3,
	}
	code, named := codes[name]
	runes := []rune(name)
	switch {
	case named:
		k.Code = code
	case len(runes) == 1:
		k.Code = runes[0]
	default:
		return k, false
	}
	if k.Mod == 0 && (!named || name == "space") {
		k.Text = string(k.Code)
	}
	return k, true
}

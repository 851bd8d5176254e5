package thin

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"
)

// twin shows the same frames on two terminals: whole, and through a Screen.
type twin struct {
	t          *rapid.T
	whole, own *vt.Emulator
	screen     *Screen
}

func newTwin(t *rapid.T, w, h int, erases bool) *twin {
	return &twin{t: t, whole: vt.NewEmulator(w, h), own: vt.NewEmulator(w, h), screen: New(w, h, erases)}
}

func (x *twin) show(lines []string) {
	_, _ = x.whole.WriteString("\x1b[m\x1b[2J\x1b[H" + strings.Join(lines, "\r\n"))
	_, _ = x.own.Write(x.screen.Draw(nil, strings.Join(lines, "\n")))
}

func (x *twin) compare(what string) {
	for y := range x.whole.Height() {
		for c := range x.whole.Width() {
			if a, b := seen(x.whole.CellAt(c, y)), seen(x.own.CellAt(c, y)); !a.Equal(&b) {
				x.t.Fatalf("%s: cell (%d, %d) is %q, want %q", what, c, y, fmt.Sprint(b), fmt.Sprint(a))
			}
		}
	}
}

// seen is a cell without what nobody sees: the colour of no ink, and which of its two
// halves a half block names.
func seen(c *uv.Cell) uv.Cell {
	now := *c
	if now.Content == "▄" && now.Style.Attrs == 0 && now.Style.Underline == 0 && now.Style.Fg != nil && now.Style.Bg != nil {
		now.Content, now.Style.Fg, now.Style.Bg = "▀", now.Style.Bg, now.Style.Fg
	}
	if now.Content == "▀" && now.Style.Attrs == 0 && now.Style.Fg != nil && now.Style.Fg == now.Style.Bg {
		now.Content = " "
	}
	if now.Content == "" {
		now.Content = " "
	}
	if now.Content == " " && now.Style.Attrs == 0 && now.Style.Underline == 0 {
		now.Style.Fg = nil
	}
	return now
}

func (x *twin) resize(w, h int) {
	x.whole.Resize(w, h)
	x.own.Resize(w, h)
	x.screen.Resize(w, h)
}

var styles = []string{"", "\x1b[m", "\x1b[31m", "\x1b[38;2;1;2;3m", "\x1b[48;5;77m", "\x1b[1m", "\x1b[4m", "\x1b[7;90m", "\x1b[2;3;5m", "\x1b[8;9m", "\x1b[22m", "\x1b[23;24m", "\x1b[25m", "\x1b[27;28m", "\x1b[29m", "\x1b[0;31m", "\x1b[22;39m", "\x1b[49m", "\x1b[38;5;9;48;2;9;8;7m"}

// A screen drawn frame after frame looks as if each had been drawn whole, and
// the cursor is where it was placed.
func TestFramesLookTheSame(t *testing.T) {
	texts := []string{"a", "b", " ", "  ", "word", "▀", "▄", "⣿", "é", "漢", "αβ", "…", "      ", strings.Repeat(" ", 12)}
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 30).Draw(t, "w"), rapid.IntRange(1, 12).Draw(t, "h")
		x := newTwin(t, w, h, rapid.Bool().Draw(t, "erases"))
		lines := make([]string, h)
		for range rapid.IntRange(1, 8).Draw(t, "frames") {
			if rapid.IntRange(0, 9).Draw(t, "resize") == 0 {
				w, h = rapid.IntRange(1, 30).Draw(t, "w"), rapid.IntRange(1, 8).Draw(t, "h")
				x.resize(w, h)
				lines = make([]string, h)
			}
			for y := range lines {
				if rapid.IntRange(0, 3).Draw(t, "changes") == 0 {
					parts := rapid.SliceOfN(rapid.SampledFrom(slices.Concat(texts, styles)), 0, 25).Draw(t, "line")
					lines[y] = cut(parts, w)
				}
			}
			x.show(lines)
			x.compare(fmt.Sprintf("%q", lines))
			at := [2]int{rapid.IntRange(0, w-1).Draw(t, "x"), rapid.IntRange(0, h-1).Draw(t, "y")}
			_, _ = x.own.Write(x.screen.Place(nil, at[0], at[1]))
			if got := x.own.CursorPosition(); got.X != at[0] || got.Y != at[1] {
				t.Fatalf("the cursor is at %v, want %v", got, at)
			}
		}
	})
}

// cut joins as many parts as fit a line, and ends in a reset.
func cut(parts []string, w int) string {
	var out strings.Builder
	for _, p := range parts {
		if !strings.HasPrefix(p, "\x1b") {
			n := len([]rune(p))
			if p == "漢" {
				n = 2
			}
			if n > w {
				continue
			}
			w -= n
		}
		out.WriteString(p)
	}
	return out.String() + "\x1b[m"
}

// drawn returns what is sent for each of some frames.
func drawn(w, h int, erases bool, frames ...string) []string {
	s := New(w, h, erases)
	s.Draw(nil, "")
	var sent []string
	for _, f := range frames {
		sent = append(sent, string(s.Draw(nil, f)))
	}
	return sent
}

func TestWhatIsShownIsLeftOut(t *testing.T) {
	frame := "\x1b[31mabc\x1b[m def\n\x1b[48;5;7m▀▀▀\x1b[m"
	sent := drawn(20, 3, false, frame, frame, strings.Replace(frame, "def", "dEf", 1))
	if sent[1] != "" {
		t.Errorf("the same again sends %q", sent[1])
	}
	if want := "\x1b[1;6H\x1b[mE"; sent[2] != want {
		t.Errorf("one letter sends %q, want %q", sent[2], want)
	}
}

func TestAColourIsNamedOnce(t *testing.T) {
	red, blue := "\x1b[41m", "\x1b[44m"
	sent := drawn(40, 4, false, strings.Repeat(red+"a"+blue+"b", 5)+"\n"+strings.Repeat(blue+"b"+red+"a", 5)+"\x1b[m")
	for _, name := range []string{"41", "44"} {
		if n := strings.Count(sent[0], name); n != 1 {
			t.Errorf("%s is named %d times in %q", name, n, sent[0])
		}
	}
}

// Two colours are a pair whichever of them is above, and a blank goes with what is
// beside it.
func TestAPairOfColoursIsNamedOnce(t *testing.T) {
	a, b := "38;2;1;1;1;48;2;2;2;2", "38;2;2;2;2;48;2;1;1;1"
	sent := drawn(40, 4, false, "\x1b["+a+"m▀ \x1b[m\n\x1b["+b+"m▄ \x1b["+a+"m \x1b[m")
	for _, colour := range []string{"2;1;1;1", "2;2;2;2"} {
		if n := strings.Count(sent[0], colour); n > 2 {
			t.Errorf("%s is named %d times in %q", colour, n, sent[0])
		}
	}
	if n := strings.Count(sent[0], "▀") + strings.Count(sent[0], "▄"); n != 2 || strings.Contains(sent[0], "▀") == strings.Contains(sent[0], "▄") {
		t.Errorf("%q has %d half blocks, of one kind 2", sent[0], n)
	}
}

// A colour that is on stays named where an attribute goes.
func TestAnAttributeIsTurnedOffAlone(t *testing.T) {
	sent := drawn(40, 4, false, "\x1b[1;38;2;1;1;1ma\x1b[22mb\x1b[2mc\x1b[22;4md\x1b[m")
	if n := strings.Count(sent[0], "38;2;1;1;1"); n != 1 {
		t.Errorf("the colour is named %d times in %q", n, sent[0])
	}
}

// A new screen is drawn from the top, whatever its colours.
func TestMuchIsDrawnFromTheTop(t *testing.T) {
	sent := drawn(4, 2, false, "\x1b[41ma\x1b[44mb\x1b[41mc\n\x1b[44md\x1b[41me\x1b[44mf")
	plain := strings.NewReplacer("\x1b[41m", "", "\x1b[44m", "", "\x1b[2;1H", "\n").Replace(sent[0])
	if plain != "abc\ndef" {
		t.Errorf("%q", sent[0])
	}
}

func TestMoreColoursThanAreToldApart(t *testing.T) {
	s := New(4, 1, false)
	for i := range mostInks + 10 {
		s.Draw(nil, fmt.Sprintf("\x1b[38;2;1;%d;%dma", i/256, i%256))
	}
	if n := len(s.inks.params); n > mostInks {
		t.Errorf("%d colours are kept", n)
	}
	if sent := string(s.Draw(nil, "\x1b[mend")); !strings.HasSuffix(sent, "end") {
		t.Errorf("%q", sent)
	}
}

// Blanks are erased by ECH where the terminal is one that can.
func TestBlanksAreErased(t *testing.T) {
	full := strings.Repeat("x", 20)
	for _, erases := range []bool{true, false} {
		sent := drawn(20, 3, erases, full, "\x1b[44m"+strings.Repeat(" ", 20))
		if strings.Contains(sent[1], "\x1b[20X") != erases || strings.Contains(sent[1], "  ") == erases {
			t.Errorf("erases %v sends %q", erases, sent[1])
		}
	}
}

// Terminals differ in how wide some characters are, so that the cursor is placed
// after a wide one.
func TestTheCursorIsPlacedAfterAWideCharacter(t *testing.T) {
	sent := drawn(20, 3, false, "漢abc")
	if want := "漢\x1b[1;3Habc"; sent[0] != want {
		t.Errorf("sent %q, want %q", sent[0], want)
	}
}

// Of a frame only text and colours reach the terminal.
func TestAFrameIsTextAndColours(t *testing.T) {
	odd := "a\x1b]0;title\ab\x1b[2Jc\x1b[5;5Hd\re\x9bf\u009bg\x1b[38:2::1:2:3mh\x1b[38;2mi\x1b[999mj\x00\xff"
	sent := drawn(60, 2, false, odd)[0]
	if strings.ContainsAny(sent, "\r\a\x00") || strings.Contains(sent, "\x1b]") || strings.Contains(sent, "2J") || strings.Contains(sent, "5;5H") || strings.ContainsRune(sent, '\u009b') {
		t.Errorf("sent %q", sent)
	}
}

func FuzzDraw(f *testing.F) {
	f.Add("a\x1b[31mb\n\x1b[K漢", 3, 2, 5)
	f.Add("\x1b[38;2;1;2;3;48;5;9m▀\x1b[m", 1, 1, 1)
	f.Add("\x1b[999999999999C\xff\x1b[", 0, 7, 3)
	f.Add("\x1b["+strings.Repeat("3;", 40)+"1m\x1b]8;;x\aa", 9, 2, 0)
	f.Fuzz(func(t *testing.T, text string, w, h, cut int) {
		w, h = max(0, w%50), max(0, h%50)
		s := New(w, h, cut%2 == 0)
		cut = min(max(0, cut), len(text))
		for _, part := range []string{text[:cut], text[cut:], text} {
			s.Draw(nil, part)
			s.Place(nil, cut, w)
		}
		if again := s.Draw(nil, text); len(again) != 0 && !s.inks.full() {
			t.Fatalf("the same frame again sends %q", again)
		}
		s.Resize(h, w)
		s.Draw(nil, text)
	})
}

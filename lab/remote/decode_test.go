package remote

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// decodeAll feeds pieces and then lets time pass, and prints what came out.
func decodeAll(pieces ...string) []string {
	var d decoder
	var out []string
	collect := func(expired bool) {
		for {
			msgs, ok := d.next(expired)
			if !ok {
				return
			}
			for _, m := range msgs {
				out = append(out, describe(m))
			}
		}
	}
	for _, piece := range pieces {
		d.feed([]byte(piece))
		collect(false)
	}
	collect(true)
	return out
}

func describe(m tea.Msg) string {
	switch m := m.(type) {
	case tea.PasteMsg:
		return fmt.Sprintf("paste(%s)", m.Content)
	case tea.MouseMsg:
		at := m.Mouse()
		return fmt.Sprintf("mouse(%s %d,%d)", at.Button, at.X, at.Y)
	case fmt.Stringer:
		return m.String()
	}
	return fmt.Sprintf("%T", m)
}

// Five bytes that panic the library's X10 mouse decoder (ultraviolet
// v0.0.0-20260811164956). Should the library be mended one day, the recover
// stays as a precaution and this test has to find other bytes.
func TestDecoderSurvivesThePanicOfTheLibrary(t *testing.T) {
	var d decoder
	d.feed([]byte("\x9bM-\x890"))
	d.next(true)
	if d.panics != 1 || d.waiting() {
		t.Errorf("%d panics, still waiting: %v; want one panic and its bytes dropped", d.panics, d.waiting())
	}
	d.feed([]byte("a"))
	if msgs, _ := d.next(false); len(msgs) != 1 || describe(msgs[0]) != "a" {
		t.Errorf("got %v after the panic, want a", msgs)
	}
}

func TestDecode(t *testing.T) {
	for _, c := range []struct {
		name, input string
		want        string
	}{
		{"letters", "aB é", "a B space é"},
		{"controls", "\r\t\x03\x7f", "enter tab ctrl+c backspace"},
		{"arrows", "\x1b[A\x1b[B\x1bOC", "up down right"},
		{"modified", "\x1b[1;5D\x1b[Z", "ctrl+left shift+tab"},
		{"alt", "\x1bx", "alt+x"},
		{"escape alone", "\x1b", "esc"},
		{"mouse", "\x1b[<0;10;5M", "mouse(left 9,4)"},
		{"wheel", "\x1b[<64;1;1M", "mouse(wheelup 0,0)"},
		{"mouse far away", "\x1b[<0;100000;5M", ""},
		{"paste", pasteStart + "a\rb\x1b[A\x00" + pasteEnd + "z", "paste(a\nb[A) z"},
		{"empty paste", pasteStart + pasteEnd + "z", "z"},
		{"size report", "\x1b[48;10;10;0;0tz", "z"},
		{"clipboard", "\x1b]52;c;aGVsbG8=\az", "z"},
		{"wide", "漢字", "漢 字"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(decodeAll(c.input), " "); got != c.want {
				t.Errorf("whole: %q, want %q", got, c.want)
			}
			for cut := 1; cut < len(c.input); cut++ {
				got := strings.Join(decodeAll(c.input[:cut], c.input[cut:]), " ")
				if got != c.want {
					t.Errorf("cut at %d: %q, want %q", cut, got, c.want)
				}
			}
		})
	}
}

func TestEndlessSequenceIsSkipped(t *testing.T) {
	long := "\x1b]" + strings.Repeat("x", 3*maxPending)
	for _, end := range []string{"\a", "\x1b\\"} {
		if got := strings.Join(decodeAll(long[:maxPending], long[maxPending:]+end+"z"), " "); got != "z" {
			t.Errorf("ended by %q: got %.100q, want z", end, got)
		}
	}
}

func TestPasteWithoutEnd(t *testing.T) {
	if got := strings.Join(decodeAll(pasteStart+"abc"), " "); got != "paste(abc)" {
		t.Errorf("got %q", got)
	}
}

// FuzzDecode checks that no input panics, stalls, or lets anything unsafe out,
// however it is cut.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"\x9bM-\x890", "\x1b[<0;10;5M", pasteStart + "x" + pasteEnd, "\x1b[65;65;65;1;0;65535_", "\x1b]52;c;aGVsbG8=\a", "é\u0301\xff"} {
		f.Add([]byte(seed), 3)
	}
	f.Fuzz(func(t *testing.T, input []byte, cut int) {
		input = input[:min(len(input), 2*maxPending)] // reads are shorter
		cut = max(0, min(cut, len(input)))
		var d decoder
		for i, piece := range [][]byte{input[:cut], input[cut:], nil} {
			d.feed(piece)
			for range 2*len(input) + 2 {
				msgs, ok := d.next(i == 2)
				for _, m := range msgs {
					mustBeSafe(t, m)
				}
				if !ok {
					break
				}
			}
		}
		if d.waiting() {
			t.Errorf("%q is still pending after it expired", d.pending)
		}
	})
}

func mustBeSafe(t *testing.T, m tea.Msg) {
	t.Helper()
	switch m := m.(type) {
	case tea.WindowSizeMsg:
		t.Error("a window size was typed")
	case tea.KeyPressMsg:
		if !safeKeyText(m.Text) {
			t.Errorf("key text %q", m.Text)
		}
	case tea.PasteMsg:
		if !utf8.ValidString(m.Content) || len(m.Content) > maxPaste || strings.Contains(m.Content, "\x1b") {
			t.Errorf("paste %q", m.Content)
		}
	case tea.MouseMsg:
		if at := m.Mouse(); at.X < 0 || at.Y < 0 || at.X >= maxWidth || at.Y >= maxHeight {
			t.Errorf("mouse at %d,%d", at.X, at.Y)
		}
	}
}

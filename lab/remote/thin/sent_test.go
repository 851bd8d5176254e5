package thin

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// on returns what a writer sends for each of the texts, on a screen that was
// cleared.
func on(t *testing.T, w, h int, texts ...string) []string {
	t.Helper()
	var out bytes.Buffer
	x := New(&out, w, h)
	sent := make([]string, 0, len(texts))
	for _, text := range append([]string{"\x1b[H"}, texts...) {
		out.Reset()
		if _, err := x.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		sent = append(sent, out.String())
	}
	return sent[1:]
}

func TestWhatIsShownIsLeftOut(t *testing.T) {
	frame := "\x1b[H\x1b[31mabc\x1b[m def\r\n\x1b[48;5;7m▀▀▀\x1b[m\x1b[K\x1b[H"
	sent := on(t, 20, 3, frame, frame, strings.Replace(frame, "def", "dEf", 1))
	if sent[1] != "" {
		t.Errorf("the same again sends %q", sent[1])
	}
	if want := "\x1b[5CE\x1b[H"; sent[2] != want {
		t.Errorf("one letter sends %q, want %q", sent[2], want)
	}
}

func TestACellIsWrittenOnce(t *testing.T) {
	sent := on(t, 20, 3, "\x1b[Habc\x1b[Habd\x1b[Habe\x1b[H")
	if want := "abe\x1b[H"; sent[0] != want {
		t.Errorf("sent %q, want %q", sent[0], want)
	}
}

func TestAColourIsNamedOnce(t *testing.T) {
	red, blue := "\x1b[41m", "\x1b[44m"
	sent := on(t, 40, 4, "\x1b[H"+strings.Repeat(red+"a"+blue+"b", 5)+"\r\n"+strings.Repeat(blue+"b"+red+"a", 5)+"\x1b[m")
	for _, name := range []string{"41", "44"} {
		if n := strings.Count(sent[0], name); n != 1 {
			t.Errorf("%s is named %d times in %q", name, n, sent[0])
		}
	}
}

// A new screen is drawn from the top, whatever its colours.
func TestMuchIsDrawnFromTheTop(t *testing.T) {
	sent := on(t, 4, 2, "\x1b[H\x1b[41ma\x1b[44mb\x1b[41mc\r\n\x1b[44md\x1b[41me\x1b[44mf")
	plain := strings.NewReplacer("\x1b[41m", "", "\x1b[44m", "", "\x1b[2;1H", "\n").Replace(sent[0])
	if plain != "abc\ndef" {
		t.Errorf("%q", sent[0])
	}
}

func TestMoreColoursThanAreToldApart(t *testing.T) {
	var text strings.Builder
	for i := range mostInks + 10 {
		fmt.Fprintf(&text, "\x1b[38;2;1;%d;%dma\b", i/256, i%256)
	}
	var out bytes.Buffer
	x := New(&out, 20, 3)
	for _, part := range []string{"\x1b[H", text.String(), "\x1b[H\x1b[mend"} {
		if _, err := x.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(x.inks.params); n > mostInks {
		t.Errorf("%d colours are kept", n)
	}
	if !strings.HasSuffix(out.String(), "end") {
		t.Errorf("…%q", out.String()[out.Len()-40:])
	}
}

// Blanks are erased by ECH where the text erases by it.
func TestBlanksAreErased(t *testing.T) {
	full := "\x1b[H" + strings.Repeat("x", 20)
	sent := on(t, 20, 3, full, "\x1b[H\x1b[K", full, "\x1b[H\x1b[20X")
	if strings.Contains(sent[1], "X") || !strings.Contains(sent[3], "\x1b[20X") {
		t.Errorf("EL sends %q, ECH %q", sent[1], sent[3])
	}
}

// Terminals differ in how wide some characters are, so that the cursor is placed
// after a wide one.
func TestTheCursorIsPlacedAfterAWideCharacter(t *testing.T) {
	sent := on(t, 20, 3, "\x1b[H漢abc")
	if want := "漢\x1b[1;3Habc"; sent[0] != want {
		t.Errorf("sent %q, want %q", sent[0], want)
	}
}

// The parser has no room for so many parameters, and no mercy.
func TestMoreParametersThanThereIsRoomFor(t *testing.T) {
	long := "\x1b[" + strings.Repeat("1;", 40) + "1m"
	sent := on(t, 20, 3, "\x1b[H"+long+"ab", "\x1b[Hab")
	if !strings.HasSuffix(sent[0], long+"ab") || sent[1] != "\x1b[Hab" {
		t.Errorf("sent %q", sent)
	}
}

func FuzzWrite(f *testing.F) {
	f.Add([]byte("\x1b[H\x1b[2;3Ha\x1b[31mb\x1b[K"), 3, 2)
	f.Add([]byte("\x1b[?1049h\x1b[H\x1b[38;2;1;2;3;48;5;9m▀\x1b[m\x1b[5X\x1b[1K"), 1, 1)
	f.Add([]byte("\x1b[999999999999C\xff\x1b["), 0, 7)
	f.Add([]byte("\x1b["+strings.Repeat("3;", 40)+"1m\x1b]8;;x\aa"), 9, 2)
	f.Fuzz(func(t *testing.T, text []byte, w, h int) {
		x := New(&bytes.Buffer{}, w%50, h%50)
		for _, part := range [][]byte{text[:len(text)/2], text[len(text)/2:], []byte("\x1b[m\x1b[H")} {
			if n, err := x.Write(part); err != nil || n != len(part) {
				t.Fatal(n, err)
			}
		}
	})
}

package thin

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"
)

// twin shows the same text on two terminals, on one of them through a Writer.
type twin struct {
	t           *rapid.T
	all, thin   *vt.Emulator
	writer      *Writer
	sent, saved int
}

// screen is a terminal that begins a new line at a line feed, as the host's do.
type screen struct {
	terminal *vt.Emulator
	count    *int
}

func (s screen) Write(p []byte) (int, error) {
	*s.count += len(p)
	if _, err := s.terminal.Write(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func newTwin(t *rapid.T, w, h int) *twin {
	x := &twin{t: t, all: vt.NewEmulator(w, h), thin: vt.NewEmulator(w, h)}
	x.writer = New(screen{x.thin, &x.saved}, w, h)
	return x
}

// write writes text and compares the terminals.
func (x *twin) write(text string) {
	if _, err := (screen{x.all, &x.sent}).Write([]byte(text)); err != nil {
		x.t.Fatal(err)
	}
	if n, err := x.writer.Write([]byte(text)); err != nil || n != len(text) {
		x.t.Fatal(n, err)
	}
}

func (x *twin) compare(what string) {
	if a, b := x.all.CursorPosition(), x.thin.CursorPosition(); a != b {
		x.t.Fatalf("%s: cursor at %v, want %v", what, b, a)
	}
	for y := range x.all.Height() {
		for c := range x.all.Width() {
			if a, b := seen(x.all.CellAt(c, y)), seen(x.thin.CellAt(c, y)); !a.Equal(&b) {
				x.t.Fatalf("%s: cell (%d, %d) is %q, want %q", what, c, y, fmt.Sprint(b), fmt.Sprint(a))
			}
		}
	}
}

// seen is a cell without what nobody sees: the colour of no ink.
func seen(c *uv.Cell) uv.Cell {
	now := *c
	if now.Content == " " && now.Style.Attrs == 0 && now.Style.Underline == 0 {
		now.Style.Fg = nil
	}
	return now
}

func (x *twin) resize(w, h int) {
	x.all.Resize(w, h)
	x.thin.Resize(w, h)
	x.writer.Resize(w, h)
}

var styles = []string{"", "\x1b[m", "\x1b[31m", "\x1b[38;2;1;2;3m", "\x1b[48;5;77m", "\x1b[1m", "\x1b[4m", "\x1b[7;90m", "\x1b[2;3;5m", "\x1b[8;9m", "\x1b[22m", "\x1b[23;24m", "\x1b[25m", "\x1b[27;28m", "\x1b[29m", "\x1b[0;31m", "\x1b[22;39m", "\x1b[49m", "\x1b[38;5;9;48;2;9;8;7m"}

// A screen drawn by Bubble Tea's renderer, frame after frame, looks the same
// with what it shows left out.
func TestFramesLookTheSame(t *testing.T) {
	texts := []string{"a", "b", " ", "  ", "word", "▀", "▄", "⣿", "é", "漢", "αβ", "…", "      "}
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 30).Draw(t, "w"), rapid.IntRange(1, 12).Draw(t, "h")
		x := newTwin(t, w, h)
		var out bytes.Buffer
		r := uv.NewTerminalRenderer(&out, []string{"TERM=xterm-256color"})
		r.SetColorProfile(colorprofile.TrueColor)
		r.SetFullscreen(true)
		r.SetRelativeCursor(false)
		r.SetMapNewline(true)
		r.SetScrollOptim(true)
		cells := uv.NewScreenBuffer(w, h)
		lines := make([]string, h)
		for range rapid.IntRange(1, 8).Draw(t, "frames") {
			if rapid.IntRange(0, 9).Draw(t, "resize") == 0 {
				w, h = rapid.IntRange(1, 30).Draw(t, "w"), rapid.IntRange(1, 8).Draw(t, "h")
				x.resize(w, h)
				cells.Resize(w, h)
				r.Resize(w, h)
				r.Erase()
				lines = make([]string, h)
			}
			if rapid.Bool().Draw(t, "scrolls") {
				from, to := rapid.IntRange(0, h).Draw(t, "from"), rapid.IntRange(0, h).Draw(t, "to")
				lines = append(slices.Clone(lines[from:]), lines[:from]...)
				slices.Reverse(lines[:to])
				slices.Reverse(lines[:to/2])
				slices.Reverse(lines[to/2 : to])
			}
			for y := range lines {
				if rapid.IntRange(0, 3).Draw(t, "changes") == 0 {
					parts := rapid.SliceOfN(rapid.SampledFrom(append(texts, styles...)), 0, 25).Draw(t, "line")
					lines[y] = strings.Join(parts, "") + "\x1b[m"
				}
			}
			cells.Clear()
			uv.NewStyledString(strings.Join(lines, "\n")).Draw(cells, cells.Bounds())
			r.Render(cells.RenderBuffer)
			if err := r.Flush(); err != nil {
				t.Fatal(err)
			}
			x.write(out.String())
			x.compare(fmt.Sprintf("%q", out.String()))
			out.Reset()
		}
	})
}

// Whatever is written, and however it is cut into pieces, the screen is that of
// everything.
func TestAnyTextLooksTheSame(t *testing.T) {
	pieces := append([]string{
		"a", "a", "bc", "word ", "▀▀", "漢", "é", "e\u0301", "\r", "\n", "\r\n", "\b", "\t",
		"\x1b[H", "\x1b[2;3H", "\x1b[1;1H", "\x1b[2;1H", "\x1b[99;99H", "\x1b[3G", "\x1b[2d", "\x1b[C", "\x1b[3C", "\x1b[2D", "\x1b[A", "\x1b[B",
		"\x1b[K", "\x1b[1K", "\x1b[2K", "\x1b[J", "\x1b[2J", "\x1b[4X", "b\x1b[3b", "\x1b[2P", "\x1b[2@", "\x1b[L", "\x1b[2M", "\x1b[S", "\x1b[2T", "\x1bM", "\n\n\n", "\x1b[2;3r", "\x1b[1;3r", "\x1b[r", "\x1b[2 q", "\x1b[>1u",
		"\x1b[?25l", "\x1b[?2026h", "\x1b[?1049h", "\x1b[?1049l", "\x1b[?7l", "\x1b[?7h", "\x1b7", "\x1b8", "\x1b]2;title\a", "\x1b[21m", "\x1b[4:3m", "\x1b[38:2::1:2:3m", "\x1b[58;5;3m",
	}, styles...)
	rapid.Check(t, func(t *rapid.T) {
		x := newTwin(t, rapid.IntRange(1, 12).Draw(t, "w"), rapid.IntRange(3, 5).Draw(t, "h"))
		for range rapid.IntRange(1, 6).Draw(t, "writes") {
			place := rapid.SampledFrom([]string{"", "\x1b[H", "\x1b[2;2H"}).Draw(t, "place")
			text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 20).Draw(t, "text"), "")
			cut := rapid.IntRange(0, len(text)).Draw(t, "cut")
			x.write(place + text[:cut])
			x.write(text[cut:])
			x.compare(fmt.Sprintf("%q", text))
		}
	})
}

// After what it does not know a writer passes everything on, until the size
// changes.
func TestGivenUp(t *testing.T) {
	for _, odd := range []string{"\x1b[4h", "\x1b[?6h", "\x1b[?69h", "\x1b]8;;x\a", "\x1b(0", "\x0e", "\x1b[2 @", "\x1b[?1J", "\x1b[" + strings.Repeat("1;", 40) + "1m"} {
		var out bytes.Buffer
		x := New(&out, 20, 3)
		for _, text := range []string{"\x1b[Habc", odd, "\x1b[Habc", "\x1b[m\x1b[Habc"} {
			out.Reset()
			_, _ = x.Write([]byte(text))
			if text != odd && !strings.HasSuffix(out.String(), "\x1b[Habc") {
				t.Errorf("after %q: %q is left of %q", odd, out.String(), text)
			}
		}
		x.Resize(20, 3)
		_, _ = x.Write([]byte("\x1b[m\x1b[Habc"))
		out.Reset()
		_, _ = x.Write([]byte("\x1b[Habc"))
		if strings.Contains(out.String(), "a") {
			t.Errorf("after %q and another size: %q", odd, out.String())
		}
	}
}

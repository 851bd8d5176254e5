package theme

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"

	"kernellab/ascii"
	"kernellab/testdata/support/check"
)

// profiles runs a test for every profile, on a dark and on a light screen.
func profiles(t *testing.T, test func(t *testing.T, p ascii.Profile, dark bool)) {
	for p := range ascii.SevenBit + 1 {
		for _, dark := range []bool{true, false} {
			t.Run(fmt.Sprintf("profile %d dark %t", p, dark), func(t *testing.T) { test(t, p, dark) })
		}
	}
}

func cells(s string, w, h int) uv.ScreenBuffer {
	b := uv.NewScreenBuffer(w, h)
	uv.NewStyledString(s).Draw(b, b.Bounds())
	return b
}

func TestTheme_line(t *testing.T) {
	for _, c := range []struct {
		name string
		p    ascii.Profile
		line ascii.Line
		want string
	}{
		{"a span in its ink", ascii.ANSI16, ascii.Line{{Text: "no ", Ink: ascii.Text},
			{Text: "x", Ink: ascii.MarkPos}}, "no \x1b[93mx\x1b[m"},
		{"blanks have none", ascii.ANSI16, ascii.Line{{Text: "  ", Ink: ascii.MarkPos}}, "  "},
		{"seven bits", ascii.SevenBit, ascii.Line{{Text: "αₖ ≤ C", Ink: ascii.Strong}}, "\x1b[1ma_k <= C\x1b[m"},
		{"a letter that fonts lack", ascii.Mono, ascii.Plain("αℓ"), "αl"},
		{"no control characters", ascii.Mono, ascii.Plain("a\x1b[31mb\u009b2Jc\u202ed"), "a[31mb2Jcd"},
	} {
		got := New(c.p, true).Line(c.line)
		check.That(t, got == c.want, "%s: %q, want %q", c.name, got, c.want)
	}
}

// In a profile with backgrounds, no cell of a block or of a painted area has the terminal's own
// background. In other profiles, all cells have it.
func TestTheme_blockHasItsBackground(t *testing.T) {
	profiles(t, func(t *testing.T, p ascii.Profile, dark bool) {
		theme := New(p, dark)
		s := theme.Block("ab\n"+theme.Line(ascii.Line{{Text: "漢", Ink: ascii.Warn}}), 5, 3, ascii.Field)
		w, h := lipgloss.Size(s)
		check.That(t, w == 5 && h == 3, "%q is %d×%d, want 5×3", s, w, h)
		b, filled := cells(s, 5, 3), ascii.View{Profile: p}.Filled()
		for i := range 15 {
			c := b.CellAt(i%5, i/5)
			check.That(t, (c.Style.Bg != nil) == filled || c.Width == 0, "cell %d has background %v: %q", i, c.Style.Bg, s)
		}
		text := b.CellAt(0, 1).Content
		check.That(t, text == "漢" || p == ascii.SevenBit, "the wide character is %q, want it whole", text)
	})
}

// A line shows each span in its style, whatever is before it. The colour of a blank does not matter.
func TestLine_keepsStyles(t *testing.T) {
	for p := range ascii.SevenBit + 1 {
		theme := New(p, true)
		for pair := range ascii.NumInks * ascii.NumInks {
			i, j := ascii.Ink(pair/ascii.NumInks), ascii.Ink(pair%ascii.NumInks)
			got := cells(theme.Line(ascii.Line{{Text: "a", Ink: i}, {Text: " ", Ink: j}, {Text: "b", Ink: j}}), 3, 1)
			want := cells(theme.Style(i).Render("a")+theme.Style(j).Render(" ")+theme.Style(j).Render("b"), 3, 1)
			if theme.attrs[j] == "" {
				want.CellAt(1, 0).Style.Fg = got.CellAt(1, 0).Style.Fg
			}
			for x := range 3 {
				g, w := got.CellAt(x, 0), want.CellAt(x, 0)
				check.Must(t, g.Style == w.Style, "%d of inks %d, %d of profile %v is %+v, want %+v", x, i, j, p, g, w)
			}
		}
	}
}

type frame string

func (frame) Init() tea.Cmd    { return nil }
func (f frame) View() tea.View { v := tea.NewView(string(f)); v.AltScreen = true; return v }
func (f frame) Update(m tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := m.(tea.ColorProfileMsg); ok {
		return f, tea.Quit
	}
	return f, nil
}

// Bubble Tea's renderer passes every style of every profile on unchanged, whatever the
// environment says about colours.
func TestTheme_survivesTheRenderer(t *testing.T) {
	var rows []string
	for p := range ascii.SevenBit + 1 {
		for _, dark := range []bool{true, false} {
			theme, text := New(p, dark), ""
			for i := range ascii.NumInks {
				text += theme.Style(ascii.Ink(i)).Render("x")
			}
			canvas := lipgloss.NewCanvas(ascii.NumInks, 1)
			canvas.Compose(lipgloss.NewLayer(text))
			theme.Paint(canvas, ascii.Paper)
			rows = append(rows, canvas.Render())
		}
	}
	sent, w, h := strings.Join(rows, "\n"), ascii.NumInks, len(rows)
	want := cells(sent, w, h)
	for _, env := range [][]string{{"TERM=xterm-256color", "NO_COLOR=1"},
		{"TERM=xterm-256color", "COLORTERM=truecolor"}, {"TERM=linux"}} {
		var out bytes.Buffer
		program := tea.NewProgram(frame(sent), tea.WithOutput(&out), tea.WithInput(nil), tea.WithEnvironment(env),
			tea.WithoutSignals(), tea.WithColorProfile(colorprofile.TrueColor), tea.WithWindowSize(w, h))
		if _, err := program.Run(); err != nil {
			t.Fatal(err)
		}
		written, _, _ := strings.Cut(out.String(), "\x1b[?1049l") // the output before the program ends
		terminal := vt.NewEmulator(w, h)
		go func() { _, _ = io.Copy(io.Discard, terminal) }() // unread answers to queries would block it
		terminal.Write([]byte(written))
		for i := range w * h {
			if got, want := terminal.CellAt(i%w, i/w), want.CellAt(i%w, i/w); got.Content != "x" || got.Style != want.Style {
				t.Fatalf("%v: ink %d of profile %d is %+v, want %+v", env, i%w, i/w/2, got.Style, want.Style)
			}
		}
	}
}

// Keys that the text names are bold, because colour alone is not enough.
func TestTheme_accentIsBold(t *testing.T) {
	for p := ascii.TrueColor; p <= ascii.SevenBit; p++ {
		for _, dark := range []bool{true, false} {
			got := New(p, dark).Style(ascii.Accent).GetBold()
			check.That(t, got, "profile %v, dark %v: accent is bold = %v, want true", p, dark, got)
		}
	}
}

// envOf reads "A=1 B=2" as an environment.
func envOf(s string) func(string) string {
	m := map[string]string{}
	for _, kv := range strings.Fields(s) {
		k, v, _ := strings.Cut(kv, "=")
		m[k] = v
	}
	return func(k string) string { return m[k] }
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, env, flag string
		pipe            bool
		want            ascii.Profile
	}{
		{"kitty", "TERM=xterm-kitty LANG=en_GB.UTF-8", "", false, ascii.TrueColor},
		{"COLORTERM", "TERM=xterm-256color COLORTERM=truecolor LANG=C.UTF-8", "", false, ascii.TrueColor},
		{"256", "TERM=xterm-256color LANG=en_GB.utf8", "", false, ascii.Indexed256},
		{"tmux says 256", "TERM=tmux-256color TMUX=/tmp/x", "", false, ascii.Indexed256},
		{"tmux with COLORTERM", "TERM=screen-256color TMUX=/tmp/x COLORTERM=24bit", "", false, ascii.TrueColor},
		{"screen inherits COLORTERM", "TERM=screen-256color COLORTERM=truecolor", "", false, ascii.Indexed256},
		{"a name that only contains st", "TERM=mysterious", "", false, ascii.ANSI16},
		{"linux console", "TERM=linux COLORTERM=truecolor LANG=C.UTF-8", "", false, ascii.ANSI16},
		{"vt100", "TERM=vt100", "", false, ascii.Mono},
		{"no TERM", "", "", false, ascii.ANSI16},
		{"Windows Terminal", "WT_SESSION=1", "", false, ascii.TrueColor},
		{"NO_COLOR is any text", "TERM=xterm-kitty NO_COLOR=yes", "", false, ascii.Mono},
		{"flag beats NO_COLOR", "TERM=xterm NO_COLOR=1", "true", false, ascii.TrueColor},
		{"C locale", "TERM=xterm-kitty LANG=C", "", false, ascii.SevenBit},
		{"LC_ALL beats LANG", "TERM=xterm-kitty LC_ALL=C LANG=de_DE.UTF-8", "", false, ascii.SevenBit},
		{"flag beats locale", "TERM=xterm LANG=C", "256", false, ascii.Indexed256},
		{"dumb", "TERM=dumb LANG=C.UTF-8", "", false, ascii.SevenBit},
		{"dumb with a flag", "TERM=dumb", "mono", false, ascii.Mono},
		{"pipe", "TERM=xterm-kitty", "", true, ascii.Mono},
	} {
		want := Choice{Profile: c.want, Plain: strings.HasPrefix(c.env, "TERM=dumb")}
		t.Run(c.name, func(t *testing.T) {
			got, err := Detect(envOf(c.env), !c.pipe, c.flag)
			check.That(t, err == nil && got == want, "Detect(%q, flag %q) = %+v, %v; want %+v", c.env, c.flag, got, err,
				want)
		})
	}
}

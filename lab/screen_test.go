package lab

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/ultraviolet"
	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

var update = flag.Bool("update", false, "rewrite the golden screens")

// scene is a screen with a golden file: its name, the keys that lead to it, and its
// sizes.
type scene struct{ name, keys, sizes string }

func scenes() []scene {
	return []scene{
		{"contents", "", "80x24 120x36 200x60"},
		{"intro", "enter", "80x24"},
		{"wrong", "enter enter x 1 + 3 enter", "80x24 120x36"},
		{"hint", "enter enter x 1 f1", "120x36"},
		{"groups", "enter ctrl+n ctrl+n 1 tab 7 enter", "80x24 120x36"},
		{"choices", "down down enter ] 2", "120x36"},
		{"help", "?", "80x24 120x36"},
		{"symbols", "s", "120x36"},
		{"palette", ": s m", "80x24 120x36"},
		{"settings", "f6", "80x24"},
	}
}

func TestGolden_screens(t *testing.T) {
	for id, list := range map[string][]scene{"": scenes(), "D.1": debugScenes()} { // where they begin
		for _, s := range list {
			for size := range strings.FieldsSeq(s.sizes) {
				w, h := parseSize(t, size)
				b := newBench(t, w, h, session.Config{Background: session.Dark})
				if id != "" {
					b = openDebug(t, w, h)
				}
				b.keys(strings.Fields(s.keys)...)
				compare(t, s.name+"-"+size, b.screen()+"\n"+inks(b.cells()))
			}
		}
	}
}

// inks returns a letter for each cell that depends on its ink, for the header and the
// rows of the text column.
func inks(g *ascii.Grid) string {
	letter := map[ascii.Ink]rune{
		ascii.Strong: 'S', ascii.Dim: 'd', ascii.Accent: 'A', ascii.Good: 'G', ascii.Bad: 'B', ascii.Warn: 'W',
		ascii.Faint: 'f', ascii.Axis: 'a', ascii.Select: 's', ascii.Text: 't', ascii.None: '.',
	}
	var out strings.Builder
	for y := range g.H {
		var row []rune
		for x := range min(g.W, 60) {
			c := g.At(x, y)
			r, ok := letter[c.Fg]
			switch {
			case (c.Bg == ascii.Field || c.Bg == ascii.FieldFocus) && (c.Rune == 0 || c.Rune == ' '):
				r = '_'
			case c.Rune == 0 || c.Rune == ' ':
				r = ' '
			case !ok:
				r = '*'
			}
			row = append(row, r)
		}
		out.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return out.String()
}

func compare(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		check(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	check(t, err)
	if got != string(want) {
		t.Errorf("%s differs; run with -update and read the diff. Now:\n%s", name, got)
	}
}

// fits checks that the screen has its size and, in the ASCII profile, seven bits.
func fits(t *rapid.T, b *bench, w, h int) {
	v := b.m.View()
	lines := strings.Split(v.Content, "\n")
	if len(lines) > max(1, h) {
		t.Fatalf("got %d lines, want at most %d", len(lines), h)
	}
	for _, l := range lines {
		if n := ascii.Width(unstyled(l)); n > w {
			t.Fatalf("got a line of %d columns, want at most %d: %q", n, w, l)
		}
	}
	if b.m.Config.Profile == ascii.SevenBit && strings.ContainsFunc(v.Content, func(r rune) bool { return r >= 0x80 }) {
		t.Fatalf("want seven bits, got\n%s", v.Content)
	}
	if c := v.Cursor; c != nil && (c.X < 0 || c.Y < 0 || c.X >= w || c.Y >= h) {
		t.Fatalf("got a cursor at %d, %d, want it on a screen of %d×%d", c.X, c.Y, w, h)
	}
}

func unstyled(s string) string {
	var out strings.Builder
	for {
		head, tail, found := strings.Cut(s, "\x1b[")
		out.WriteString(head)
		if !found {
			return out.String()
		}
		_, s, _ = strings.Cut(tail, "m")
	}
}

// In no profile does a sequence of keys, mouse events and sizes make the lab panic, draw
// outside the screen or use more bits than the profile has.
func TestLab_survivesAnyInput(t *testing.T) {
	names := []string{
		"enter", "tab", "shift+tab", "esc", "up", "down", "left", "right", "pgup", "pgdown", "home", "end",
		"backspace", "f1",
		"ctrl+n", "ctrl+b", "ctrl+p", "ctrl+t", "ctrl+u", "?", "s", ":", ",", "[", "]", "h", "l", "H", "L", "0", "$",
		"space", "+", "-",
		"n", "N", "b", "w", "W", "f", "x", "X", "1", "2", "9", "(", "l", "中", "j", "k",
		"v", "u", "i", "o", "p", "y", "E", "g", "m", "=", "q", "ctrl+o", "ctrl+x",
	}
	rapid.Check(t, func(rt *rapid.T) {
		w, h := 120, 36
		c := session.Config{Start: rapid.SampledFrom([]string{"", "1.2", "1.3", "7.7", "D.1", "D.1"}).Draw(rt, "start"),
			Profile: ascii.Profile(rapid.IntRange(0, 4).Draw(rt, "profile"))}
		if c.Start == "D.1" {
			c.Student = newStudent(t, debugLibrary{control: rapid.Bool().Draw(rt, "control")})
		}
		b := newBench(t, w, h, c)
		b.noClock = true
		for range rapid.IntRange(1, 60).Draw(rt, "n") {
			switch rapid.IntRange(0, 9).Draw(rt, "kind") {
			case 0:
				w, h = rapid.IntRange(0, 220).Draw(rt, "w"), rapid.IntRange(0, 70).Draw(rt, "h")
				b.send(tea.WindowSizeMsg{Width: w, Height: h})
			case 1:
				x, y := rapid.IntRange(0, 220).Draw(rt, "x"), rapid.IntRange(0, 70).Draw(rt, "y")
				b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
				b.send(tea.MouseMotionMsg{X: x + 5, Y: y, Button: tea.MouseLeft})
			case 2:
				b.send(tea.MouseWheelMsg{X: w / 4, Y: h / 2, Button: tea.MouseWheelDown})
			default:
				b.keys(rapid.SampledFrom(names).Draw(rt, "key"))
			}
			fits(rt, b, w, h)
		}
	})
}

// The question stands out: it is bold, and the titles and values of figures are not. A
// line separates the text from the stage.
func TestExercise_questionStandsOut(t *testing.T) {
	b := atTask(t, "7.7", "spare", [2]int{120, 36})
	rows, cells := strings.Split(b.screen(), "\n"), b.cells()
	for text, want := range map[string]ascii.Ink{"How many of the": ascii.Strong, "dual objective g": ascii.Text, "│ x2": ascii.Faint} {
		y := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, text) })
		if y < 0 {
			t.Fatalf("want %q on the screen, got\n%s", text, b.screen())
		}
		before, _, _ := strings.Cut(rows[y], text)
		if got := cells.At(ascii.Width(before), y).Fg; got != want {
			t.Errorf("ink of %q = %v, want %v", text, got, want)
		}
	}
}

// While the student fills in the blanks of 7.6, everything needed stays visible: the
// formulas, their numbers, the question, and the remark on the blank.
func TestTable_formulasStayVisible(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b := atTask(t, "7.6", "update", size)
		for range b.exercise().Task.Info().Fields {
			b.keys("1")
			name := b.exercise().Task.Info().Fields[b.exercise().Task.Form.At()].Name
			for _, words := range []string{"H = min(C, αₖ + αₗ)", "L = max(0, αₗ − αₖ)", "κ = Kₖₖ + Kₗₗ − 2Kₖₗ",
				"αₗ* clipped to [L, H]", "s(αₗ − αₗ new)", "Update the pair", "K₁", "s = tₖtₗ is the sign from"} {
				if n := strings.Count(b.screen(), onScreen(words)); n != 1 {
					t.Errorf("%v, at %s: %q is visible %d times, want once", size, name, words, n)
				}
			}
			b.keys("tab")
		}
	}
}

// allowedRunes are the runes beyond ASCII and braille that screens may have. All are in
// DejaVu Sans Mono 2.37, as checked by hand, except ℓ, which is replaced by l.
const allowedRunes = "·×÷°²³¹½¼¾±«»µ−–—…‘’“”‹›′″•‖" +
	"ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρστφχψω" +
	"⁰ⁱ⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿᵀᵃᵇᵈᵉᵏᵐᵖᵗᵘˣ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢᵣᵤᵥⱼ" +
	"←↑→↓↔⇐⇒⇔↦∀∂∃∅∇∈∉∏∑√∝∞∧∨∩∪∫≈≠≡≤≥⊂⊆⊤⊥⋅⋯lℕℚℝℤ⟨⟩⌊⌋" +
	"─━│┃┄┆┈┊┌┐└┘├┤┬┴┼╌╎╭╮╯╰╴╵╶╷▀▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐░▒▓" +
	"■□▪▫▲△▶▷▸▼▽◀◁◂◆◇◉○◌◎●◦★☆✓✗é"

// The golden screens use only glyphs that common fonts have.
func TestGlyphs_areInCommonFonts(t *testing.T) {
	seen := map[rune]string{}
	err := filepath.WalkDir("testdata", func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".golden" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, r := range string(text) {
			seen[r] = path
		}
		return err
	})
	check(t, err)
	for r, path := range seen {
		if r > 0x7e && (r < 0x2800 || r > 0x28ff) && !strings.ContainsRune(allowedRunes, r) {
			t.Errorf("got %c (U+%04X) in %s, want only known glyphs", r, r, path)
		}
	}
}

// After enter the verdict is visible, even if the first of many fields has the keyboard
// and both do not fit. The next key that moves the keyboard scrolls back to the field.
func TestVerdict_isVisibleBelowALongForm(t *testing.T) {
	b := newLessonBench(t, "9.2", [2]int{80, 24}, ascii.TrueColor)
	for range 8 {
		b.keys("ctrl+n")
	}
	b.keys("1", "tab", "2", "tab", "3", "tab", "1", "tab", "tab", "tab")
	b.exercise().SetFocus(exercise.Focus{Kind: exercise.OnField, I: 0})
	b.keys("enter")
	b.sees("✓ Right.")
	b.keys("tab")
	if !b.fieldVisible() {
		t.Errorf("want the field on the screen, got\n%s", b.screen())
	}
}

const (
	keysFile  = "KEYS.md"
	keysBegin = "<!-- keys: generated from the bindings by `go test ./lab -run KEYS -update` -->\n"
	keysEnd   = "<!-- end of keys -->\n"
)

// The table in KEYS.md lists the bindings.
func TestKEYS_listsBindings(t *testing.T) {
	text, err := os.ReadFile(keysFile)
	check(t, err)
	head, rest, ok := strings.Cut(string(text), keysBegin)
	old, tail, ok2 := strings.Cut(rest, keysEnd)
	if !ok || !ok2 {
		t.Fatal("KEYS.md has no place for the keys, want one")
	}
	want := keyTable()
	if *update {
		check(t, os.WriteFile(keysFile, []byte(head+keysBegin+want+keysEnd+tail), 0o644))
		return
	}
	if old != want {
		t.Errorf("the table of KEYS.md is stale; run with -update. Now:\n%s", want)
	}
}

func keyTable() string {
	var b strings.Builder
	b.WriteString("| where | keys | |\n| --- | --- | --- |\n")
	for z := session.ZoneEverywhere; z <= session.ZoneOverlay; z++ {
		where := z.String()
		for _, c := range newKeyMap(true).Zone(z) {
			h := c.Help()
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", where, strings.ReplaceAll(h.Key, "|", "\\|"), h.Desc)
			where = ""
		}
	}
	return b.String()
}

// A step of the run of 7.7 takes few bytes over SSH on average in 256 colours: with
// table and ghost, in either theme, and with a selected point.
func TestWire_bytesPerStep(t *testing.T) {
	for _, c := range []struct {
		width, height, most int
	}{
		{80, 24, 4000},
		{120, 36, 6000},
		{200, 60, 14000},
	} {
		for name, background := range map[string]session.Background{"dark": session.Dark, "light": session.Light} {
			for _, point := range []string{"", "down"} {
				t.Run(fmt.Sprintf("%dx%d %s %s", c.width, c.height, name, point), func(t *testing.T) {
					b := newPatientBench(t, c.width, c.height,
						session.Config{Student: newStudent(t, lessonLibrary()), Start: "7.7", Profile: ascii.Indexed256,
							Background: background})
					b.toTaskAt(3)
					b.stepsTakeAtMost(c.most, point)
				})
			}
		}
	}
}

// stepsTakeAtMost steps the run from start to end.
func (b *bench) stepsTakeAtMost(most int, before string) {
	b.keys("0")
	if before != "" {
		b.keys(before)
	}
	w := newWire(b.m.Width, b.m.rows)
	w.draw(b.m.View().Content)
	sum, steps := 0, 0
	for at := -1; at != b.exercise().Stage.Debug.Player.At(); steps++ {
		at = b.exercise().Stage.Debug.Player.At()
		b.keys("l")
		sum += w.draw(b.m.View().Content)
	}
	if steps < 10 {
		b.t.Fatalf("got a run of %d steps, want at least 10", steps)
	}
	b.t.Logf("%d bytes a step", sum/steps)
	if sum/steps > most {
		b.t.Errorf("a step takes %d bytes, want at most %d", sum/steps, most)
	}
}

// wire counts the bytes that Bubble Tea's renderer sends.
type wire struct {
	sent     *bytes.Buffer
	renderer *uv.TerminalRenderer
	screen   uv.ScreenBuffer
}

func newWire(width, height int) wire {
	var sent bytes.Buffer
	r := uv.NewTerminalRenderer(&sent, []string{"TERM=xterm-256color"})
	r.SetFullscreen(true)
	r.SetScrollOptim(true)
	r.SetMapNewline(true)
	r.SetColorProfile(colorprofile.TrueColor)
	return wire{&sent, r, uv.NewScreenBuffer(width, height)}
}

// draw shows a frame and returns its number of bytes.
func (w wire) draw(frame string) int {
	w.sent.Reset()
	w.screen.Clear()
	uv.NewStyledString(frame).Draw(w.screen, w.screen.Bounds())
	w.renderer.Render(w.screen.RenderBuffer)
	_ = w.renderer.Flush()
	return w.sent.Len()
}

package lab

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/testdata/support/check"
)

var update = flag.Bool("update", false, "rewrite the golden screens")

// scene describes a golden file: its name, the keys that lead to the screen, and the sizes
// of the screen.
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
				b := newBench(t, w, h, session.Config{})
				if id != "" {
					b = openDebug(t, w, h)
				}
				b.keys(strings.Fields(s.keys)...)
				compare(t, s.name+"-"+size, b.screen()+"\n"+inks(b.cells()))
			}
		}
	}
}

// inks returns the inks of the cells in the header and in the text column, as one letter for
// each cell.
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
		check.OK(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	check.OK(t, err)
	check.That(t, got == string(want), "%s differs; run with -update and read the diff. Now:\n%s", name, got)
}

// checkSize checks that the screen has its size and, in the ASCII profile, seven bits.
func checkSize(t rapid.TB, b *bench, w, h int) {
	t.Helper()
	v := b.m.View()
	check.Must(t, strings.Count(v.Content, "\n") < max(1, h), "got more lines than %d:\n%s", h, v.Content)
	for l := range strings.SplitSeq(ansi.Strip(v.Content), "\n") {
		check.Must(t, ascii.Width(l) <= w, "got %d columns, want at most %d: %q", ascii.Width(l), w, l)
	}
	wide := strings.ContainsFunc(v.Content, func(r rune) bool { return r >= 0x80 })
	check.Must(t, b.m.Config.Profile != ascii.SevenBit || !wide, "want seven bits, got\n%s", v.Content)
	c := v.Cursor
	check.Must(t, c == nil || c.X >= 0 && c.Y >= 0 && c.X < w && c.Y < h, "got a cursor at %v outside %d×%d", c, w, h)
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
			checkSize(rt, b, w, h)
		}
	})
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
	check.OK(t, err)
	for r, path := range seen {
		check.That(t, r <= 0x7e || r >= 0x2800 && r <= 0x28ff || strings.ContainsRune(allowedRunes, r),
			"got %c (U+%04X) in %s, want only known glyphs", r, r, path)
	}
}

// After enter the verdict is visible, even if the first of many fields has the focus
// and both do not fit. The next key that moves the focus scrolls back to the field.
func TestVerdict_isVisibleBelowALongForm(t *testing.T) {
	b := newLessonBench(t, "9.2", [2]int{80, 24}, ascii.TrueColor)
	for range 8 {
		b.keys("ctrl+n")
	}
	b.keys("1", "tab", "2", "tab", "3", "tab", "1", "tab", "tab", "tab")
	b.exercise().SetFocus(exercise.Focus{Kind: exercise.FieldFocus, Index: 0})
	b.play(act{"enter", "✓ Right.", ""})
	b.keys("tab")
	check.That(t, b.fieldVisible(), "want the field on the screen, got\n%s", b.screen())
}

const (
	keysFile  = "KEYS.md"
	keysBegin = "<!-- keys: generated from the bindings by `go test ./lab -run KEYS -update` -->\n"
	keysEnd   = "<!-- end of keys -->\n"
)

// The table in KEYS.md lists the bindings.
func TestKEYS_listsBindings(t *testing.T) {
	text, err := os.ReadFile(keysFile)
	check.OK(t, err)
	head, rest, ok := strings.Cut(string(text), keysBegin)
	old, tail, ok2 := strings.Cut(rest, keysEnd)
	check.Must(t, ok && ok2, "KEYS.md has no place for the keys, want one")
	want := keyTable()
	if *update {
		check.OK(t, os.WriteFile(keysFile, []byte(head+keysBegin+want+keysEnd+tail), 0o644))
		return
	}
	check.That(t, old == want, "the table of KEYS.md is stale; run with -update. Now:\n%s", want)
}

func keyTable() string {
	var b strings.Builder
	b.WriteString("| where | keys | |\n| --- | --- | --- |\n")
	for z := session.ZoneEverywhere; z <= session.ZoneOverlay; z++ {
		where := z.String()
		for _, c := range newKeyMap(true).InZone(z) {
			h := c.Help()
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", where, strings.ReplaceAll(h.Key, "|", "\\|"), h.Desc)
			where = ""
		}
	}
	return b.String()
}

// A step of the run of 7.7 takes few bytes over SSH on average in 256 colours: with
// table, ghost and a selected point, in either theme.
func TestWire_bytesPerStep(t *testing.T) {
	for i, most := range []int{4000, 6000, 14000} {
		for _, dark := range []bool{true, false} {
			b := newPatientBench(t, screens()[i][0], screens()[i][1], session.Config{Profile: ascii.Indexed256,
				Student: newStudent(t, lessonLibrary()), Start: "7.7"})
			b.m.Dark = dark
			b.toTaskAt(3)
			b.keys("home", "down")
			w := newWire(b.m.Width, b.m.rows)
			w.draw(b.m.View().Content)
			sum, steps := 0, 0
			for at := -1; at != b.exercise().Stage.Debug.Player.FrameNumber(); steps++ {
				at = b.exercise().Stage.Debug.Player.FrameNumber()
				b.keys("l")
				sum += w.draw(b.m.View().Content)
			}
			check.Must(t, steps >= 10, "got a run of %d steps, want at least 10", steps)
			check.That(t, sum/steps <= most, "%v: a step takes %d bytes, want at most %d", screens()[i], sum/steps,
				most)
		}
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

// The palette finds every action of the screen by its words, and shows its key.
func TestPalette_findsEveryAction(t *testing.T) {
	b := openDebug(t, 120, 36)
	b.keys("L")
	e := b.exercise()
	items := exercise.PaletteRows(e)
	rows := func(a session.Action[*exercise.Screen]) (n int) {
		for _, r := range items {
			if r.Label == a.Help().Desc && strings.HasPrefix(r.Detail, a.Help().Key) {
				n++
			}
		}
		return n
	}
	found := map[string]int{}
	for _, z := range []session.Zone{session.ZoneStage, session.ZoneOutsideFields, session.ZoneEverywhere} {
		for _, a := range e.Actions {
			if a.Zone == z {
				found[a.Name] += rows(a)
			}
		}
	}
	delete(found, "go to")
	for name, n := range found {
		check.That(t, n == 1, "%q has %d rows, want one with its key and words", name, n)
	}
}

// Every action has a unique name and unique keys in its zone, and a handler.
func TestActions_areComplete(t *testing.T) {
	type place struct {
		zone session.Zone
		text string
	}
	seen := map[place]bool{}
	once := func(p place) {
		check.That(t, !seen[p], "%q is bound twice in %s, want once", p.text, p.zone)
		seen[p] = true
	}
	for _, a := range exercise.Actions() {
		check.That(t, a.HasHandler() && a.Name != "" && a.Help().Desc != "",
			"got action %+v, want a handler, a name and a description", a.KeyBinding)
		check.That(t, a.Rank <= 0 || a.Word != "" || a.WordFunc != nil, "%q has a rank and no word, want both", a.Name)
	}
	for _, b := range newKeyMap(true) {
		begins := b.Zone == session.ZoneStage && strings.ContainsAny(b.Help().Key, "0123456789-.,(")
		check.That(t, !begins, "%q of the stage is offered for %q, want no key that begins an answer", b.Help().Key, b.Name)
		once(place{b.Zone, b.Name})
		for _, k := range slices.Compact(b.Keys()) {
			once(place{b.Zone, "key " + k})
		}
	}
}

// Work that waits for other students' work shows its place in the queue.
func TestBusy_showsPlace(t *testing.T) {
	place := 3
	b := newBench(t, 80, 24, session.Config{Start: "1.2",
		QueuePlace: func() int { return place }})
	b.play(act{"enter 'x^2'", "", ""})
	b.hold = true
	b.keys("enter")
	b.fireTimers()
	b.sees("number 3 in the queue")
	place = 0
	b.m.Update(nil)
	b.play(act{"", "checking …", "queue"})
	b.release()
}

// After a task without a stage, a stage that takes long to compute gets its area at once,
// where the screen shows that it is being computed.
func TestBusy_showsStageInProgress(t *testing.T) {
	gate := make(chan struct{})
	defer close(gate)
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, fakeLibrary{slow: gate}), Start: "7.7"})
	b.keys("ctrl+n", "ctrl+n")
	b.exercise().Stage.TextOnly = true
	b.lacks("drawing …")
	b.fireTimers()
	b.sees("drawing …")
}

// longRun is a run whose export never ends.
type longRun struct{ debugRun }

func (r longRun) Abilities() exercises.Abilities { return exercises.Abilities{Export: r} }

func (r longRun) Write(w io.Writer, _ string, _ []exercises.Run) error {
	for i := 0; ; i++ {
		if _, err := fmt.Fprintf(w, "step %d\n", i); err != nil {
			return err
		}
	}
}

func exportLongRun(t *testing.T, write func(name string, text func(io.Writer) error) (string, error)) *bench {
	t.Helper()
	b := exportLab(t, write)
	p := &b.exercise().Stage.Debug.Player
	p.Load(longRun{p.Run().(debugRun)})
	b.keys("E", "down", "enter")
	return b
}

// A running export is shown, and can be cancelled.
func TestExport_longOneCanBeCancelled(t *testing.T) {
	ended := make(chan error, 1)
	b := exportLongRun(t, func(_ string, text func(io.Writer) error) (string, error) {
		err := text(io.Discard)
		ended <- err
		return "", err
	})
	s := &b.exercise().Stage.Export
	check.Must(t, s.Job.Busy(), "nothing is being written, want an export")
	b.lacks("writing")
	b.fireTimers()
	b.sees("writing kernellab-D.1-seed41.csv; esc cancels it")
	b.play(act{"esc", "export cancelled", "writing"})
	if err := <-ended; err != context.Canceled || s.Job.Busy() {
		t.Errorf("the export ends with %v, want context.Canceled", err)
	}
}

// A host shows the beginning of an export and computes no more than that.
func TestExport_longOneIsCutOnAHost(t *testing.T) {
	b := exportLongRun(t, nil)
	b.sees("kernellab-D.1-seed41.csv", "step 0")
	for range 600 {
		b.keys("pgdown")
	}
	b.sees("step 2110", "The text is longer.")
}

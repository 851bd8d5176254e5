package lab

import (
	"cmp"
	"image/color"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/exercise"
	"kernellab/lab/pictures"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
	"kernellab/testdata/support/check"
)

// bench drives a lab without a program: it runs commands until none is left and passes
// their messages back, as Bubble Tea would.
type bench struct {
	t    testing.TB
	m    *Model
	quit bool
	hold bool // whether commands are kept in held instead of run
	held []tea.Cmd

	later []func(time.Time) tea.Msg // messages of timers, see postpone and fireTimers
	late  []chan tea.Msg            // messages of commands that took longer than patience

	seen  *ascii.Grid // the cells of frame, see cells
	frame string
	inks  inkTable // the inks of theme
	theme *theme.Theme

	// noClock waits for no command longer than 5 ms instead of 200 ms, because slower
	// commands only wait for a time.
	noClock bool
	// patient waits up to a minute for every command. The test must have no command that
	// waits for a time or for the test.
	patient bool
}

// newBench returns a bench for the fake library, if the configuration has no student.
func newBench(t testing.TB, w, h int, c session.Config) *bench {
	t.Helper()
	if c.Student == nil {
		c.Student = newStudent(t, fakeLibrary{})
	}
	b := &bench{t: t, m: New(c)}
	b.m.Tick = b.postpone
	b.begin(w, h)
	return b
}

// newPatientBench returns a bench for lessons whose commands compute for a while. No
// timer fires.
func newPatientBench(t testing.TB, w, h int, c session.Config) *bench {
	t.Helper()
	b := &bench{t: t, m: New(c), patient: true}
	b.m.Tick = dropTimer
	b.begin(w, h)
	return b
}

func dropTimer(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }

// postpone is a Tick that holds its message back until fireTimers is called.
func (b *bench) postpone(_ time.Duration, msg func(time.Time) tea.Msg) tea.Cmd {
	b.later = append(b.later, msg)
	return nil
}

// fireTimers makes the exercise show the work in progress, as if it had taken long. The
// spinner does not move.
func (b *bench) fireTimers() {
	hold, held := b.hold, b.held
	b.hold = true
	for _, msg := range b.later {
		b.send(session.BusyMsg{Address: core.Address{Owner: b.exercise().Owner}, Msg: msg(time.Time{})})
	}
	b.hold, b.held, b.later = hold, held, nil
}

func (b *bench) begin(w, h int) {
	b.run(b.m.Init())
	b.send(tea.WindowSizeMsg{Width: w, Height: h})
}

func (b *bench) send(msg tea.Msg) {
	if _, ok := msg.(tea.MouseMsg); ok { // the test may have changed the model directly
		b.m.Layout()
		b.m.View()
	}
	_, cmd := b.m.Update(msg)
	if _, ok := b.t.(*testing.B); ok { // Bubble Tea draws after every message
		b.m.View()
	}
	b.run(cmd)
}

// run runs a command and everything that follows from it. It drops ticks of the clock,
// because tests send their own.
func (b *bench) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if b.hold {
		b.held = append(b.held, cmd)
		return
	}
	done := make(chan tea.Msg, 1)
	go func() { done <- cmd() }()
	select {
	case msg := <-done:
		b.take(msg)
	case <-time.After(b.patience(cmd)):
		b.late = append(b.late, done)
	}
}

// await waits for the commands that took longer than patience.
func (b *bench) await() {
	for len(b.late) > 0 {
		done := b.late[0]
		b.late = b.late[1:]
		b.take(<-done)
	}
}

func (b *bench) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			b.run(c)
		}
	case tea.QuitMsg:
		b.quit = true
	default:
		if cmds, ok := asSequence(msg); ok {
			for _, c := range cmds {
				b.run(c)
			}
			return
		}
		b.send(msg)
	}
}

func (b *bench) release() {
	b.hold = false
	held := b.held
	b.held = nil
	for _, c := range held {
		b.run(c)
	}
}

// keys presses keys by their names: "enter", "ctrl+n", "x".
func (b *bench) keys(names ...string) {
	b.t.Helper()
	for _, n := range names {
		b.send(press(n))
	}
}

func (b *bench) typed(s string) {
	for _, r := range s {
		b.send(press(string(r)))
	}
}

// press returns the key with a name, such as "ctrl+n", "shift+right" or "x".
func press(name string) tea.KeyPressMsg {
	mods, key := "", name
	if i := strings.LastIndexByte(name, '+'); i > 0 {
		mods, key = name[:i+1], name[i+1:]
	}
	named := map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", "pgdown": "pgdn"}
	if k, ok := ui.KeyNamed(mods + cmp.Or(named[key], key)); ok {
		return k
	}
	return tea.KeyPressMsg{Code: map[string]rune{"backspace": tea.KeyBackspace, "delete": tea.KeyDelete}[key]}
}

// screen returns the screen as rows of plain runes without trailing blanks.
func (b *bench) screen() string {
	return plainText(b.cells())
}

// cells returns the screen as it is now. Each cell gets the first ink that has its colours
// and attributes.
func (b *bench) cells() *ascii.Grid {
	b.m.View()
	if b.seen != nil && b.frame == b.m.frame.Text {
		return b.seen
	}
	canvas := lipgloss.NewCanvas(b.m.Width, b.m.rows)
	canvas.Compose(lipgloss.NewLayer(b.m.frame.Text))
	if b.theme != b.m.Theme {
		b.theme, b.inks = b.m.Theme, inksOf(b.m.Theme)
	}
	out := ascii.NewGrid(b.m.Width, b.m.rows)
	for y := range b.m.rows {
		for x := range b.m.Width {
			c := canvas.CellAt(x, y)
			if c.Content == "" {
				out.Put(x, y, ascii.Wide, ascii.None)
				continue
			}
			out.Set(x, y, ascii.Cell{Rune: []rune(c.Content)[0], Fg: b.inks.text(c), Bg: b.inks.ground(c)})
		}
	}
	b.seen, b.frame = out, b.m.frame.Text
	return out
}

func plainText(g *ascii.Grid) string {
	var out strings.Builder
	for y := range g.H {
		var row []rune
		for x := range g.W {
			switch r := g.At(x, y).Rune; r {
			case 0:
				row = append(row, ' ')
			case ascii.Wide:
			default:
				row = append(row, r)
			}
		}
		out.WriteString(strings.TrimRight(string(row), " "))
		out.WriteByte('\n')
	}
	return out.String()
}

// rowsIn returns the text of the rows in a part of the screen.
func (b *bench) rowsIn(r ascii.Rect) []string {
	g := ascii.NewGrid(r.W, r.H)
	g.Blit(b.cells(), -r.X, -r.Y)
	return strings.Split(plainText(g), "\n")
}

func (b *bench) sees(texts ...string) {
	b.t.Helper()
	s := b.screen()
	for _, text := range texts {
		check.Must(b.t, strings.Contains(s, onScreen(text)), "want %q on the screen, got\n%s", text, s)
	}
}

// onScreen returns a text as screens show it, with l instead of ℓ.
func onScreen(text string) string { return strings.ReplaceAll(text, "ℓ", "l") }

func (b *bench) lacks(texts ...string) {
	b.t.Helper()
	s := b.screen()
	for _, text := range texts {
		check.Must(b.t, !strings.Contains(s, onScreen(text)), "want no %q on the screen, got\n%s", text, s)
	}
}

func (b *bench) exercise() *exercise.Screen {
	b.t.Helper()
	for i := len(b.m.screens) - 1; i >= 0; i-- {
		if e, ok := b.m.screens[i].(*exercise.Screen); ok {
			return e
		}
	}
	b.t.Fatal("got no exercise, want an open one")
	return nil
}

// part returns the area of the screen that a layer takes; ok is false if there is no
// such layer.
func (b *bench) part(id string) (at ascii.Rect, ok bool) {
	b.m.View()
	for _, l := range slices.Backward(b.m.Layers) {
		if l.GetID() == id {
			return ascii.Rect{X: l.GetX(), Y: l.GetY(), W: l.Width(), H: l.Height()}, true
		}
	}
	return at, false
}

func (b *bench) field(i int) ascii.Rect {
	at, _ := b.part("text/" + b.exercise().Task.Form.FieldName(i))
	return at
}

// newStudent returns a student without progress, whose record stays in memory.
func newStudent(t testing.TB, lib exercises.Library) *study.Student {
	t.Helper()
	seed := uint64(41)
	return studentOf(t, lib, &progress.Memory{}, study.Options{Seed: &seed})
}

// studentOf returns the student whose record is in store.
func studentOf(t testing.TB, lib exercises.Library, store progress.Store, o study.Options) *study.Student {
	t.Helper()
	s, _, err := study.Open(lib, store, o)
	check.OK(t, err)
	return s
}

// asSequence returns the commands of Bubble Tea's unexported sequence message.
func asSequence(msg tea.Msg) ([]tea.Cmd, bool) {
	v := reflect.ValueOf(msg)
	want := reflect.TypeFor[[]tea.Cmd]()
	if v.Kind() != reflect.Slice || !v.CanConvert(want) {
		return nil, false
	}
	return v.Convert(want).Interface().([]tea.Cmd), true
}

func (b *bench) patience(cmd tea.Cmd) time.Duration {
	switch name := runtime.FuncForPC(reflect.ValueOf(cmd).Pointer()).Name(); {
	case strings.Contains(name, "AwaitRoom"): // waits for the class
		return 5 * time.Millisecond
	case b.patient:
		return time.Minute
	case b.noClock:
		return 5 * time.Millisecond
	}
	return 200 * time.Millisecond
}

// inkTable finds the ink of a cell.
type inkTable struct {
	texts   map[textStyle]ascii.Ink
	grounds map[color.Color]ascii.Ink
}

type textStyle struct {
	color color.Color
	attrs uint8
	under uv.Underline
}

func textStyleOf(s uv.Style) textStyle { return textStyle{s.Fg, s.Attrs, s.Underline} }

func inksOf(t *theme.Theme) inkTable {
	out := inkTable{map[textStyle]ascii.Ink{}, map[color.Color]ascii.Ink{}}
	for i := ascii.Ink(ascii.NumInks - 1); i > ascii.None; i-- {
		canvas := lipgloss.NewCanvas(1, 1)
		canvas.Compose(lipgloss.NewLayer(t.Style(i).Render("x")))
		style := canvas.CellAt(0, 0).Style
		out.texts[textStyleOf(style)] = i
		if style.Fg != nil {
			out.grounds[style.Fg] = i
		}
	}
	return out
}

func (i inkTable) text(c *uv.Cell) ascii.Ink {
	if c.Content == " " {
		return ascii.None
	}
	return i.texts[textStyleOf(c.Style)]
}

func (i inkTable) ground(c *uv.Cell) ascii.Ink {
	if c.Style.Bg == nil || i.grounds[c.Style.Bg] == ascii.Paper {
		return ascii.None
	}
	return i.grounds[c.Style.Bg]
}

// placesOf returns the places of everything on the stage, relative to the screen.
func placesOf(e *exercise.Screen) pictures.Places {
	return e.Stage.Pictures.Arrange(e.Session.Terminal(), e.Regions().Stage, e.Stage.View())
}

// timelineTrack returns the part of the timeline's row in which the knob moves.
func timelineTrack(r ascii.Rect) ascii.Rect {
	return ascii.Rect{X: r.X, Y: r.Y, W: r.W - 30, H: 1}
}

func sliderTrack(r ascii.Rect) ascii.Rect {
	return ascii.Rect{X: r.X + controlLabel, Y: r.Y, W: min(40, r.W-controlLabel-12), H: 1}
}

// controlLabel is the width of a control's label and the gap after it.
const controlLabel = 13

package lab

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// Model is the lab as a Bubble Tea model: one for each student and terminal.
type Model struct {
	*session
	screens []screen // the last is on top; never empty

	rows   int          // of the terminal; session.height is without the banner
	banner []ascii.Line // what must be known of saves, below the screens
	keysAt ascii.Rect   // the footer

	// What View returns. Many messages change nothing on the screen, so the layers
	// are composed only if they differ from those of the frame.
	frame string
	fresh bool // the frame shows the screens as they are

	leaving leaving
	ahead   ahead

	dark bool // what the theme was made for
}

// New returns the lab with its contents screen open, or the exercise that
// c.Start names on top of it. It panics without a Library or a Student: those
// are the caller's to bring.
func New(c Config) *Model {
	s := newSession(c, newKeyMap())
	m := &Model{session: s, dark: s.settings.dark}
	m.screens = []screen{newContents(s)}
	if c.Start != "" {
		m.start(c.Start)
	}
	if len(c.Warnings) > 0 {
		m.screens = append(m.screens, newTextWindow(s, "Before you begin", warnings(c.Warnings)))
	}
	return m
}

// start opens the exercise the lab was asked for.
func (m *Model) start(id string) {
	e, err := newExercise(m.session, id, "")
	if err != nil {
		m.notice = err.Error()
		return
	}
	m.screens = append(m.screens, e)
	m.notice = m.besideWords(e.sheet.work)
}

// Init asks for the background colour where nothing said it.
func (m *Model) Init() tea.Cmd {
	cmd := m.top().resume()
	if m.config.Background == Ask && m.view().Profile <= ascii.ANSI16 {
		return tea.Batch(tea.RequestBackgroundColor, cmd)
	}
	return cmd
}

// Update routes a message: the root's own are handled here, addressed ones go
// to the screen that asked, input goes to the top.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.route(msg)
	cmd = tea.Batch(cmd, m.release())
	m.lay()
	return m, cmd
}

// lay lays out the visible screens, so that drawing them changes nothing.
func (m *Model) lay() {
	m.fresh = false
	if m.dark != m.settings.dark {
		m.dark = m.settings.dark
		*m.theme, m.layers = *theme.New(m.view().Profile, m.dark), nil
	}
	if m.width < minWidth || m.height < minHeight {
		return
	}
	for _, s := range m.visible() {
		s.lay()
	}
	m.layFooter()
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.resize(msg)
		return nil
	case tea.BackgroundColorMsg:
		return m.background(msg)
	case savedMsg:
		return m.kept(m.session.saved(msg))
	case slowMsg:
		return m.kept(m.session.slow(msg))
	case retryMsg:
		return m.session.retry(msg)
	case NoticeMsg:
		m.told(msg)
		return nil
	case addressed:
		return m.deliver(msg)
	case tea.MouseClickMsg:
		return m.input(m.footing(msg))
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMotionMsg, tea.MouseReleaseMsg, tea.MouseWheelMsg:
		return m.input(msg)
	}
	return nil
}

// wonderMsg asks about what is under the mouse.
type wonderMsg struct {
	x, y int
	on   ui.Click
}

// footing returns the key that a click on the footer stands for and, for a right
// click, the question about what is under it. Any other click is itself.
func (m *Model) footing(click tea.MouseClickMsg) tea.Msg {
	switch click.Button {
	case tea.MouseRight:
		return wonderMsg{click.X, click.Y, m.hit(click)}
	case tea.MouseLeft:
		if k, ok := m.session.footer.Click(m.hit(click)); ok {
			return k
		}
	}
	return click
}

// Err is the error of the last save, or nil. It is for the caller to report
// once the program has ended.
func (m *Model) Err() error { return m.keep.err }

// Close cancels whatever the lab computes. A program that ends without the
// student quitting, as when a connection breaks, calls it and then saves with
// the student's Leave.
func (m *Model) Close() {
	for _, s := range m.screens {
		s.close()
	}
}

// View returns the screen as it is. Bubble Tea calls it after every message;
// the string is made anew only after a message that reached Update.
func (m *Model) View() tea.View {
	if !m.fresh {
		m.paint()
	}
	v := tea.NewView(m.frame)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "kernellab"
	if x, y, ok := m.top().cursor(); ok && m.width >= minWidth && m.height >= minHeight {
		v.Cursor = tea.NewCursor(x, y)
	}
	return v
}

// paint composes the visible screens, the footer and the banner.
func (m *Model) paint() {
	var layers []*lipgloss.Layer
	if m.width < minWidth || m.height < minHeight {
		layers = append(layers, m.tooSmall())
	} else {
		layers = append(m.screenLayers(), m.session.footer.Layers(m.keysAt)...)
	}
	if len(m.banner) > 0 {
		layers = append(layers, m.bannerLayer())
	}
	if !slices.EqualFunc(layers, m.layers, sameLayer) {
		m.frame = ui.Compose(m.theme, m.width, m.rows, layers...)
	}
	m.layers, m.fresh = layers, true
}

// sameLayer reports whether two layers show the same in the same place.
func sameLayer(a, b *lipgloss.Layer) bool {
	return a.GetContent() == b.GetContent() && a.GetX() == b.GetX() && a.GetY() == b.GetY()
}

// screenLayers returns the layers of the visible screens.
func (m *Model) screenLayers() []*lipgloss.Layer {
	visible := m.visible()
	out := visible[0].layers()
	if len(visible) == 1 {
		return out
	}
	r := visible[0].footer().area // its keys do nothing now
	out = append(out, lipgloss.NewLayer(m.theme.Block("", r.W, r.H, ascii.Paper)).X(r.X).Y(r.Y))
	for _, s := range visible[1:] {
		out = append(out, s.layers()...)
	}
	return out
}

// tooSmall asks for more room in one line, or in as much of it as fits.
func (m *Model) tooSmall() *lipgloss.Layer {
	size := fmt.Sprintf("%d×%d", minWidth, minHeight)
	var rows []ascii.Line
	for _, words := range []string{
		fmt.Sprintf("kernellab needs %d columns and %d rows: please enlarge the window.", minWidth, minHeight),
		"kernellab needs " + size, "needs " + size, size,
	} {
		if rows = m.view().Line(ascii.Inked(words, ascii.Text)).Wrap(m.width); len(rows) <= m.height && whole(rows, words) {
			break
		}
	}
	return lipgloss.NewLayer(m.theme.Lines(rows)).Y(max(0, (m.height-len(rows))/2))
}

// whole reports whether rows end only between the words of a text.
func whole(rows []ascii.Line, words string) bool {
	var said []string
	for _, l := range rows {
		said = append(said, strings.Fields(l.String())...)
	}
	return slices.Equal(said, strings.Fields(words))
}

// visible are the topmost full screen and the overlays above it.
func (m *Model) visible() []screen {
	from := len(m.screens) - 1
	for from > 0 && m.screens[from].overlay() {
		from--
	}
	return m.screens[from:]
}

func (m *Model) top() screen { return m.screens[len(m.screens)-1] }

func (m *Model) resize(msg tea.WindowSizeMsg) {
	m.width, m.rows, m.layers = max(0, msg.Width), max(0, msg.Height), nil
	m.fit()
}

func (m *Model) background(msg tea.BackgroundColorMsg) tea.Cmd {
	if m.config.Background == Ask && !m.darkChosen {
		m.settings.dark = msg.IsDark()
	}
	return nil
}

// input gives keys, mouse and paste to the top screen. On a terminal too small
// to draw on, only quitting is possible.
func (m *Model) input(msg tea.Msg) tea.Cmd {
	if m.top().waits() && !m.quits(msg) && m.ahead.takes(msg) {
		return nil
	}
	m.heard(msg)
	if m.keep.err != nil {
		m.leaving.key(msg)
		defer m.fit()
	}
	if m.quits(msg) {
		return m.quit()
	}
	m.dismiss(msg)
	if m.width < minWidth || m.height < minHeight {
		return nil
	}
	in, cmd := m.top().update(msg)
	return tea.Batch(cmd, m.follow(in))
}

// quits reports whether a message is the key that ends the lab from everywhere.
func (m *Model) quits(msg tea.Msg) bool {
	k, ok := msg.(tea.KeyPressMsg)
	return ok && m.keys.match(zoneEverywhere, k) == "quit"
}

// deliver hands a message to the screen it is addressed to, wherever it is in
// the stack. A message for a screen that is gone is dropped.
func (m *Model) deliver(msg addressed) tea.Cmd {
	for _, s := range m.screens {
		if s.id() == msg.To().Owner {
			in, cmd := s.update(msg)
			return tea.Batch(cmd, m.follow(in))
		}
	}
	return nil
}

// follow does what a screen wants of the root.
func (m *Model) follow(in intent) tea.Cmd {
	switch in := in.(type) {
	case pushIntent:
		return m.push(in.top)
	case workIntent:
		return m.push(onWork(m.session, in.work))
	case popIntent:
		return m.pop()
	case answerIntent:
		return m.answer(in.answer)
	case openIntent:
		return m.open(in)
	case contentIntent:
		m.unwind()
		return m.top().resume()
	case quitIntent:
		return m.quit()
	}
	return nil
}

func (m *Model) push(top screen) tea.Cmd {
	m.screens = append(m.screens, top)
	return top.resume()
}

// pop closes the top screen; the contents stay.
func (m *Model) pop() tea.Cmd {
	if len(m.screens) == 1 {
		return nil
	}
	m.top().close()
	m.screens = m.screens[:len(m.screens)-1]
	return m.top().resume()
}

// answer closes the top screen and tells the one below what it found.
func (m *Model) answer(answer any) tea.Cmd {
	resumed := m.pop()
	in, cmd := m.top().update(answered{answer})
	return tea.Batch(resumed, cmd, m.follow(in))
}

// unwind closes everything above the contents.
func (m *Model) unwind() {
	for len(m.screens) > 1 {
		m.pop()
	}
}

// open shows an exercise in place of whatever is above the contents.
func (m *Model) open(in openIntent) tea.Cmd {
	e, err := newExercise(m.session, in.exercise, in.step)
	if err != nil {
		m.notice = err.Error()
		return nil
	}
	m.unwind()
	m.screens = append(m.screens, e)
	m.notice = m.besideWords(e.sheet.work)
	return tea.Batch(e.resume(), m.save())
}

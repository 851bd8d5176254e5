package session

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// NewHelp shows every key, those of the zone the keyboard is in first, with
// the reason beside a key that does nothing now.
func NewHelp(s *Session, here Zone, disabled func(KeyBinding) string) Screen {
	return NewTextWindow(s, "Keys", func(d *ui.Document) {
		for _, z := range helpOrder(here) {
			group := ui.Help{Title: z.String()}
			for _, b := range s.Keys.In(z) {
				group.Keys, group.Why = append(group.Keys, b.Binding), append(group.Why, disabled(b))
			}
			ui.LayHelp(d, group)
		}
	})
}

// helpOrder is every zone, the one the keyboard is in first.
func helpOrder(here Zone) []Zone {
	all := []Zone{ZoneContents, ZoneField, ZoneChoice, ZoneControl, ZoneStage, ZonePanel, ZoneLab, ZoneEverywhere, ZoneWhatIf, ZoneQuiz, ZoneWatch, ZoneOverlay}
	rest := slices.DeleteFunc(all, func(z Zone) bool { return z == here })
	return slices.Insert(rest, 0, here)
}

// NewListWindow returns a window with rows. It answers with the value of the row
// that is taken.
func NewListWindow(s *Session, title string, rows []ui.Row) *Dialog {
	return NewChooser(s, ui.NewPicker(s.Theme, title, rows...))
}

// NewChooser returns a window that answers with the value of the row taken.
func NewChooser(s *Session, p *ui.Picker) *Dialog {
	d := NewDialog(s, p)
	d.On = taken(func() Intent {
		if r, ok := p.Selected(); ok {
			return CloseWith{r.Value}
		}
		return Pop{}
	})
	return d
}

// NewAskWindow asks a question. Yes answers with the given value.
func NewAskWindow(s *Session, question string, value any) *Dialog {
	p := ui.NewAsk(s.Theme, question)
	d := NewDialog(s, p)
	d.On = taken(func() Intent {
		if r, _ := p.Selected(); r.Value == true {
			return CloseWith{value}
		}
		return Pop{}
	})
	return d
}

// NumberAnswer is the text typed into a number window.
type NumberAnswer string

// Step is the number of a step that a run may have.
func (a NumberAnswer) Step() (n int, ok bool) {
	n, err := strconv.Atoi(strings.TrimSpace(string(a)))
	return min(n, 1_000_000), err == nil && n >= 0
}

// NewNumberWindow asks for a number.
func NewNumberWindow(s *Session, title string) *Dialog {
	p := ui.NewPrompt(s.Theme, title)
	p.Width = 64
	d := NewDialog(s, p)
	d.On = taken(func() Intent { return CloseWith{NumberAnswer(p.Text())} })
	return d
}

// taken returns a function that calls take when a row is taken.
func taken(take func() Intent) func(ui.Event) (Intent, tea.Cmd) {
	return func(e ui.Event) (Intent, tea.Cmd) {
		if e == ui.Taken {
			return take(), nil
		}
		return nil, nil
	}
}

// notation returns the text of the window of symbols.
func notation(t *theme.Theme) func(*ui.Document) {
	return func(d *ui.Document) {
		for _, s := range study.Symbols() {
			d.Entry(10, ascii.Inked(s.Sign, ascii.Strong), ascii.Inked(s.Meaning, ascii.Text))
		}
		d.Gap()
		d.Write(ascii.Inked("Conventions", ascii.Accent))
		for _, c := range study.Conventions() {
			d.Item(ascii.Inked("· ", ascii.Dim), ascii.Inked(c, ascii.Text))
		}
		d.Gap()
		d.Write(ascii.Inked("On the pictures", ascii.Accent))
		d.Write(
			ascii.Line{{Text: t.Glyph('◇', 'x') + " ", Ink: ascii.MarkPos}, {Text: t.Glyph('□', 'o'), Ink: ascii.MarkNeg}, {Text: "   a point of class +1, of class −1"}},
			ascii.Line{{Text: t.Glyph('◆', 'X') + " ", Ink: ascii.FreePos}, {Text: t.Glyph('■', 'O'), Ink: ascii.FreeNeg}, {Text: "   a free support vector, 0 < α < C"}},
			ascii.Line{{Text: t.Glyph('◆', 'K') + " ", Ink: ascii.BoundPos}, {Text: t.Glyph('■', 'Q'), Ink: ascii.BoundNeg}, {Text: "   a support vector at its bound, α = C"}},
			ascii.Line{{Text: t.Glyph('◆', 'X') + " ", Ink: ascii.MarkPos}, {Text: t.Glyph('■', 'O'), Ink: ascii.MarkNeg}, {Text: "   perceptron: a point that was a mistake, α > 0"}},
		)
	}
}

// Window is what every window laid over a screen shares.
type Window struct{ Base }

func (Window) Overlay() bool { return true }

func (Window) Resume() tea.Cmd { return nil }

// WindowFooter returns the keys of a window. They replace those of the screen
// below, which do nothing now.
func (s *Session) WindowFooter(keys []key.Binding) Footer {
	return Footer{Area: s.footerRow(), Keys: keys}
}

// WheelStep is how many lines a turn of the wheel scrolls.
func WheelStep(msg tea.MouseWheelMsg) int {
	if msg.Button == tea.MouseWheelUp {
		return -3
	}
	return 3
}

// OverlayKeys are those of every other window.
func OverlayKeys() KeyMap {
	at := ZoneOverlay.Bind
	return KeyMap{
		at("up", "up k", "↑ k", "up"),
		at("down", "down j", "↓ j", "down"),
		at("answer", "enter", "enter", "take the selected line"),
		at("pick", "1 2 3 4 5 6 7 8 9", "1…9", "where the lines are numbered: take that one"),
		at("less", "left h", "← h", "change a setting; one step back under “why”"),
		at("more", "right l", "→ l", "change a setting; one step forward under “why”"),
		at("compare", "space", "space", "lay the selected branch beside the one on the stage"),
		at("forget", "x delete", "x", "forget the selected branch"),
		at("leave", "q ?", "q", "close"),
	}
}

// body is what a dialog shows: a [ui.Window] or a [ui.Picker].
type body interface {
	SetSize(w, h int)
	Update(msg tea.Msg) ui.Event
	Click(c ui.Click) ui.Event
	Layers() []*lipgloss.Layer
	Keys() []key.Binding
	Caret() (x, y int, ok bool)
}

// Dialog is a window with a component of package ui.
type Dialog struct {
	Window
	body body

	// keys does what a key means in this window alone, and reports whether it
	// means anything. May be nil.
	Keys func(msg tea.KeyPressMsg) (in Intent, cmd tea.Cmd, ok bool)
	// fill fills the body before it is laid out. May be nil.
	Fill func()
	// on does what follows from an event other than Closed. May be nil.
	On func(e ui.Event) (Intent, tea.Cmd)
}

func NewDialog(s *Session, b body) *Dialog { return &Dialog{Window: Window{s.Base()}, body: b} }

// NewTextWindow returns a window with a text that scrolls.
func NewTextWindow(s *Session, title string, text func(*ui.Document)) *Dialog {
	return NewDialog(s, ui.NewWindow(s.Theme, title, text))
}

func (d *Dialog) Layers() []*lipgloss.Layer { return d.body.Layers() }

func (d *Dialog) Cursor() (x, y int, ok bool) { return d.body.Caret() }

func (d *Dialog) Footer() Footer { return d.Session.WindowFooter(d.body.Keys()) }

func (d *Dialog) Lay() {
	if d.Fill != nil {
		d.Fill()
	}
	d.body.SetSize(d.Session.Width, d.Session.Height)
}

func (d *Dialog) Update(msg tea.Msg) (Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return d.key(msg)
	case tea.PasteMsg, tea.MouseWheelMsg:
		return d.follow(d.body.Update(msg))
	case tea.MouseClickMsg:
		return d.follow(d.body.Click(d.Session.Hit(msg)))
	}
	return nil, nil
}

func (d *Dialog) key(msg tea.KeyPressMsg) (Intent, tea.Cmd) {
	if d.Keys != nil {
		if in, cmd, ok := d.Keys(msg); ok {
			return in, cmd
		}
	}
	if d.Session.Keys.Match(ZoneOverlay, msg) == "go to" {
		return Pop{}, nil
	}
	return d.follow(d.body.Update(msg))
}

// follow does what follows from an event.
func (d *Dialog) follow(e ui.Event) (Intent, tea.Cmd) {
	switch {
	case e == ui.Closed:
		return Pop{}, nil
	case d.On != nil:
		return d.On(e)
	}
	return nil, nil
}

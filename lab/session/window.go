package session

import (
	"fmt"
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

// NewHelp returns a window that lists the keys that work on the screen, beginning with
// the focused zone. One line counts all other keys.
func NewHelp(s *Session, here Zone, works func(KeyBinding) bool) Screen {
	return NewTextWindow(s, "Keys", func(d *ui.Document) {
		others := 0
		for _, z := range helpOrder(here) {
			group := ui.Help{Title: z.String()}
			for _, b := range s.Keys.Zone(z) {
				if works(b) {
					group.Keys = append(group.Keys, b.Binding)
				} else {
					others++
				}
			}
			ui.WriteHelp(d, group)
		}
		d.Gap()
		d.Write(ascii.Inked(fmt.Sprintf("%s more do nothing here, or not now. %s finds them by what they do.",
			ascii.Count(others, "key"), s.Keys.Key(here, "go to")), ascii.Dim))
	})
}

// helpOrder returns every zone, starting with the focused one.
func helpOrder(here Zone) []Zone {
	all := []Zone{ZoneContents, ZoneBoard, ZoneField, ZoneChoice, ZoneControl, ZoneStage, ZonePanel, ZoneLab,
		ZoneEverywhere, ZoneWhatIf, ZoneQuestion, ZoneBreakpoints, ZoneOverlay}
	rest := slices.DeleteFunc(all, func(z Zone) bool { return z == here })
	return slices.Insert(rest, 0, here)
}

// NewListWindow returns a window with rows. Its answer is the value of the chosen row.
func NewListWindow(s *Session, title string, rows []ui.Row) *Dialog {
	return NewChooser(s, ui.NewPicker(s.Theme, title, rows...))
}

// NewChooser returns a window whose answer is the value of the chosen row.
func NewChooser(s *Session, p *ui.Picker) *Dialog {
	d := NewDialog(s, p)
	d.HandleEvent = OnChosen(func() (Intent, tea.Cmd) {
		if r, ok := p.Selected(); ok {
			return CloseWith{r.Value}, nil
		}
		return Pop{}, nil
	})
	return d
}

// Choice is the value of a row of a menu. It is called when the row is chosen.
type Choice func() (Intent, tea.Cmd)

// NewMenu returns a window whose rows have values of type Choice.
func NewMenu(s *Session, p *ui.Picker) *Dialog {
	d := NewDialog(s, p)
	d.HandleEvent = OnChosen(func() (Intent, tea.Cmd) {
		if r, ok := p.Selected(); ok {
			return r.Value.(Choice)()
		}
		return nil, nil
	})
	return d
}

// NewConfirmWindow returns a window with a yes-or-no question. If the student chooses
// yes, its answer is value.
func NewConfirmWindow(s *Session, question string, value any) *Dialog {
	p := ui.NewAsk(s.Theme, question)
	d := NewDialog(s, p)
	d.HandleEvent = OnChosen(func() (Intent, tea.Cmd) {
		if r, _ := p.Selected(); r.Value == true {
			return CloseWith{value}, nil
		}
		return Pop{}, nil
	})
	return d
}

// NumberAnswer is the text typed into a number window.
type NumberAnswer string

// Step parses the number of a step. ok is false if the text is not a whole number of at
// least 0. Numbers above a million are clamped.
func (a NumberAnswer) Step() (n int, ok bool) {
	n, err := strconv.Atoi(strings.TrimSpace(string(a)))
	return min(n, 1_000_000), err == nil && n >= 0
}

// NewNumberWindow returns a window that asks for a number.
func NewNumberWindow(s *Session, title string) *Dialog {
	p := ui.NewPrompt(s.Theme, title)
	p.Width = 64
	d := NewDialog(s, p)
	d.HandleEvent = OnChosen(func() (Intent, tea.Cmd) { return CloseWith{NumberAnswer(p.Text())}, nil })
	return d
}

// OnChosen returns an event handler that calls f when a row or the text is chosen.
func OnChosen(f func() (Intent, tea.Cmd)) func(ui.Event) (Intent, tea.Cmd) {
	return func(e ui.Event) (Intent, tea.Cmd) {
		if e == ui.Chosen {
			return f()
		}
		return nil, nil
	}
}

// notation returns a function that writes the text of the window of symbols.
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
			ascii.Line{{Text: t.Glyph('◇', 'x') + " ", Ink: ascii.MarkPos},
				{Text: t.Glyph('□', 'o'), Ink: ascii.MarkNeg}, {Text: "   a point of class +1, and of class −1"}},
			ascii.Line{{Text: t.Glyph('◆', 'X') + " ", Ink: ascii.FreePos},
				{Text: t.Glyph('■', 'O'), Ink: ascii.FreeNeg}, {Text: "   a free support vector, 0 < α < C"}},
			ascii.Line{{Text: t.Glyph('◆', 'K') + " ", Ink: ascii.BoundPos},
				{Text: t.Glyph('■', 'Q'), Ink: ascii.BoundNeg}, {Text: "   a support vector at its bound, α = C"}},
			ascii.Line{{Text: t.Glyph('◆', 'X') + " ", Ink: ascii.MarkPos},
				{Text: t.Glyph('■', 'O'), Ink: ascii.MarkNeg}, {Text: "   perceptron: a point that was a mistake, α " +
					"> 0"}},
		)
	}
}

// Window is the base of every window in front of a screen.
type Window struct{ Base }

func (Window) Overlay() bool { return true }

func (Window) Resume() tea.Cmd { return nil }

// WindowFooter returns a footer with the keys of a window. They replace the keys of the
// screen below, which are disabled.
func (s *Session) WindowFooter(keys []key.Binding) Footer {
	return Footer{Area: s.row(s.Height - 1), Keys: keys}
}

// WheelStep returns the number of lines that a turn of the wheel scrolls down. It is negative for a
// turn up.
func WheelStep(msg tea.MouseWheelMsg) int {
	if msg.Button == tea.MouseWheelUp {
		return -3
	}
	return 3
}

// OverlayKeys returns the bindings that work in every window except the windows of conditions and
// questions.
func OverlayKeys() KeyMap {
	bind := ZoneOverlay.Bind
	return KeyMap{
		bind("up", "up k", "up"),
		bind("down", "down j", "down"),
		bind("answer", "enter", "choose the selected line"),
		bind("pick", "1 2 3 4 5 6 7 8 9", "if the lines are numbered: choose that one").Labelled("1…9"),
		bind("less", "left h", "one step back while “why” is open"),
		bind("more", "right l", "one step forward while “why” is open"),
		bind("compare", "space", "compare the selected branch with the one on the stage"),
		bind("forget", "x delete", "remove the selected branch, mark a request for help as answered, or end a vote").Labelled("x"),
		bind("leave", "q ?", "close").Labelled("q"),
	}
}

// component is the content of a dialog: a [ui.Window] or a [ui.Picker].
type component interface {
	SetSize(w, h int)
	Update(msg tea.Msg) ui.Event
	Click(c ui.Click) ui.Event
	Layers() []*lipgloss.Layer
	Keys() []key.Binding
	Caret() (x, y int, ok bool)
}

// Dialog is a window that shows a component of package ui.
type Dialog struct {
	Window
	component component

	// HandleKey handles keys that only this window binds. ok is false for other keys. HandleKey may
	// be nil.
	HandleKey func(msg tea.KeyPressMsg) (in Intent, cmd tea.Cmd, ok bool)
	// Refresh updates the component before it is laid out. It may be nil.
	Refresh func()
	// HandleEvent handles events other than Closed. It may be nil.
	HandleEvent func(e ui.Event) (Intent, tea.Cmd)
}

func NewDialog(s *Session, b component) *Dialog {
	return &Dialog{Window: Window{s.NewBase()}, component: b}
}

// NewTextWindow returns a window with a text that scrolls.
func NewTextWindow(s *Session, title string, text func(*ui.Document)) *Dialog {
	return NewDialog(s, ui.NewWindow(s.Theme, title, text))
}

func (d *Dialog) Layers() []*lipgloss.Layer { return d.component.Layers() }

func (d *Dialog) Cursor() (x, y int, ok bool) { return d.component.Caret() }

func (d *Dialog) Footer() Footer { return d.Session.WindowFooter(d.component.Keys()) }

func (d *Dialog) Layout() {
	if d.Refresh != nil {
		d.Refresh()
	}
	d.component.SetSize(d.Session.Width, d.Session.Height)
}

func (d *Dialog) Update(msg tea.Msg) (Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return d.handleKey(msg)
	case tea.PasteMsg, tea.MouseWheelMsg:
		return d.handleEvent(d.component.Update(msg))
	case tea.MouseClickMsg:
		return d.handleEvent(d.component.Click(d.Session.Hit(msg)))
	}
	return nil, nil
}

func (d *Dialog) handleKey(msg tea.KeyPressMsg) (Intent, tea.Cmd) {
	if d.HandleKey != nil {
		if in, cmd, ok := d.HandleKey(msg); ok {
			return in, cmd
		}
	}
	if d.Session.Keys.Match(ZoneOverlay, msg) == "go to" {
		return Pop{}, nil
	}
	return d.handleEvent(d.component.Update(msg))
}

// handleEvent closes the window or passes the event on.
func (d *Dialog) handleEvent(e ui.Event) (Intent, tea.Cmd) {
	switch {
	case e == ui.Closed:
		return Pop{}, nil
	case d.HandleEvent != nil:
		return d.HandleEvent(e)
	}
	return nil, nil
}

package session

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/core"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// NewHelp returns a window that lists the keys that work on the screen, beginning with
// the focused zone. One line counts all other keys.
func NewHelp(s *Session, focused Zone, isEnabled func(KeyBinding) bool) Screen {
	return NewTextWindow(s, "Keys", func(d *ui.Document) {
		otherCount := 0
		for _, z := range helpOrder(focused) {
			group := ui.HelpGroup{Title: z.String()}
			for _, b := range s.Keys.InZone(z) {
				if isEnabled(b) {
					group.Keys = append(group.Keys, b.Binding)
				} else {
					otherCount++
				}
			}
			ui.WriteHelp(d, group)
		}
		d.AddGap()
		d.Write(ascii.Inked(fmt.Sprintf("%s that have no effect now are not listed. %s searches all keys.",
			ascii.Count(otherCount, "key"), s.Keys.Key(focused, "go to")), ascii.Dim))
	})
}

// helpOrder returns every zone, starting with the focused one.
func helpOrder(focused Zone) []Zone {
	all := []Zone{ZoneContents, ZoneBoard, ZoneField, ZoneChoice, ZoneControl, ZoneStage, ZonePanel, ZoneOutsideFields,
		ZoneEverywhere, ZoneWhatIf, ZoneQuestion, ZoneBreakpoints, ZoneOverlay}
	rest := slices.DeleteFunc(all, func(z Zone) bool { return z == focused })
	return slices.Insert(rest, 0, focused)
}

// NewListWindow returns a menu of rows under a title, see [NewMenu].
func NewListWindow(s *Session, title string, rows ...ui.Row) *Dialog {
	return NewMenu(s, ui.NewPicker(s.Theme, title, rows...))
}

// NewMenu returns a window whose rows have values of type Choice. A row without one only closes
// the window.
func NewMenu(s *Session, p *ui.Picker) *Dialog {
	d := NewDialog(s, p)
	d.OnChosen = func() (Intent, tea.Cmd) {
		r, _ := p.Selected()
		if choice, ok := r.Value.(Choice); ok {
			return choice, nil
		}
		return Pop{}, nil
	}
	return d
}

// NewConfirmWindow returns a window with a yes-or-no question. Yes runs choice.
func NewConfirmWindow(s *Session, question string, choice Choice) *Dialog {
	return NewListWindow(s, question, ui.Row{Label: "Yes", Value: choice}, ui.Row{Label: "Not yet"})
}

// notation returns a function that writes the text of the window of symbols.
func notation(t *theme.Theme) func(*ui.Document) {
	return func(d *ui.Document) {
		for _, s := range study.Symbols() {
			d.AddPaddedItem(10, ascii.Inked(s.Sign, ascii.Strong), ascii.Inked(s.Meaning, ascii.Text))
		}
		d.AddGap()
		d.Write(ascii.Inked("Conventions", ascii.Accent))
		for _, c := range study.Conventions() {
			d.AddItem(ascii.Inked("· ", ascii.Dim), ascii.Inked(c, ascii.Text))
		}
		d.AddGap()
		d.Write(ascii.Inked("On the pictures", ascii.Accent))
		write := func(positive, negative string, inkPos, inkNeg ascii.Ink, meaning string) {
			d.Write(ascii.Line{{Text: positive + " ", Ink: inkPos}, {Text: negative, Ink: inkNeg},
				{Text: "   " + meaning}})
		}
		write(t.Glyph('◇', 'x'), t.Glyph('□', 'o'), ascii.MarkPos, ascii.MarkNeg,
			"a point of class +1, and of class −1")
		write(t.Glyph('◆', 'X'), t.Glyph('■', 'O'), ascii.FreePos, ascii.FreeNeg, "a free support vector, 0 < α < C")
		write(t.Glyph('◆', 'K'), t.Glyph('■', 'Q'), ascii.BoundPos, ascii.BoundNeg,
			"a support vector at its bound, α = C")
		write(t.Glyph('◆', 'X'), t.Glyph('■', 'O'), ascii.MarkPos, ascii.MarkNeg,
			"perceptron: a point that was a mistake, α > 0")
	}
}

// Window is the base of every window in front of a screen.
type Window struct{ Base }

func (Window) Overlay() bool { return true }

func (Window) Resume() tea.Cmd { return nil }

// WindowFooter returns a footer with the keys of a window. They replace the keys of the
// screen below, which are disabled.
func (s *Session) WindowFooter(keys []key.Binding) Footer {
	return Footer{Area: s.screenRow(s.Height - 1), Keys: keys}
}

// WheelLines returns the number of lines that a turn of the wheel scrolls down. It is negative for a
// turn up.
func WheelLines(msg tea.MouseWheelMsg) int {
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
		bind("forget", "x delete", "remove the selected branch, or end a vote").Labelled("x"),
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
	HandleKey func(msg tea.KeyPressMsg) (intent Intent, cmd tea.Cmd, ok bool)
	// Refresh updates the component before it is laid out. It may be nil.
	Refresh func()
	// OnChosen does what the student has chosen with enter. It may be nil.
	OnChosen func() (Intent, tea.Cmd)
	// OnChanged is called when the text that the student types has changed. It may be nil.
	OnChanged func()
}

func NewDialog(s *Session, content component) *Dialog {
	return &Dialog{Window: Window{s.NewBase()}, component: content}
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
	case Choice:
		return msg()
	}
	return nil, nil
}

func (d *Dialog) handleKey(msg tea.KeyPressMsg) (Intent, tea.Cmd) {
	if d.HandleKey != nil {
		if intent, cmd, ok := d.HandleKey(msg); ok {
			return intent, cmd
		}
	}
	if d.Session.Keys.Match(ZoneOverlay, msg) == "go to" {
		return Pop{}, nil
	}
	return d.handleEvent(d.component.Update(msg))
}

// handleEvent does what an event of the component means.
func (d *Dialog) handleEvent(e ui.Event) (Intent, tea.Cmd) {
	switch {
	case e == ui.Closed:
		return Pop{}, nil
	case e == ui.Chosen && d.OnChosen != nil:
		return d.OnChosen()
	case e == ui.Changed && d.OnChanged != nil:
		d.OnChanged()
	}
	return nil, nil
}

// newPalette returns the command palette: a window that searches the names of exercises, actions of
// the screen below, symbols and conventions.
func newPalette(s *Session, actionRows []ui.Row) Screen {
	var exercises []ui.Row
	for _, u := range s.Student.Units() {
		for _, e := range u.Exercises {
			row := ui.Row{Label: e.ID + "  " + e.Title, Detail: u.Title,
				Value: IntentChoice(Open{Exercise: e.ID})}
			exercises = append(exercises, row)
		}
	}
	if sandbox := study.SandboxOf(s.Student); sandbox.ID != "" {
		exercises = append(exercises, ui.Row{Label: sandbox.ID + "  " + sandbox.Title,
			Detail: "any data, kernel and solver", Value: IntentChoice(Open{Exercise: sandbox.ID})})
	}
	all := slices.Concat(exercises, actionRows, s.symbolRows())
	p := ui.NewSearch(s.Theme, "Find", "an exercise, an action, a symbol", all...)
	p.Height = max(12, len(exercises))
	return NewMenu(s, p)
}

// symbolRows returns a row for each symbol and each convention.
func (s *Session) symbolRows() []ui.Row {
	var out []ui.Row
	add := func(label, detail, title, text string) {
		out = append(out, ui.Row{Label: label, Detail: detail, Value: Choice(func() (Intent, tea.Cmd) {
			return s.ShowMessage(title, ascii.Inked(text, ascii.Text)), nil
		})})
	}
	for _, k := range study.Symbols() {
		add(k.Sign+"  "+k.Meaning, "symbol", k.Sign, k.Meaning)
	}
	for _, c := range study.Conventions() {
		add(c, "convention", "Convention", c)
	}
	return out
}

// PaletteRows returns a row of the command palette for each action that works in a zone, with its
// keys and, if it is disabled, the reason. If two actions have the same name, only the first is
// listed.
func (t Actions[S]) PaletteRows(s S, z Zone, session *Session) []ui.Row {
	var out []ui.Row
	listed := map[string]bool{}
	synonyms := map[string]string{"settings": "theme color colour background"}
	for _, zone := range z.SearchOrder() {
		for i := range t {
			a := &t[i]
			if a.Zone != zone || !a.HasHandler() || a.Name == "go to" || listed[a.Name] {
				continue
			}
			listed[a.Name] = true
			out = append(out, ui.Row{Label: a.Help().Desc,
				Detail:   strings.TrimSpace(a.Help().Key + "  " + a.DisabledReason(s)),
				Synonyms: synonyms[a.Name], Value: a.choice(s, session)})
		}
	}
	return out
}

// choice returns the choice that runs the action, or shows the reason why it is disabled.
func (a *Action[S]) choice(s S, session *Session) Choice {
	return func() (Intent, tea.Cmd) {
		if why := a.DisabledReason(s); why != "" {
			session.Notice = why
			return nil, nil
		}
		k, _ := ui.KeyNamed(a.Keys()[0])
		return a.Run(s, k)
	}
}

// AskRestart asks whether to start an exercise over. If the exercise cannot be started over, it
// shows the reason.
func (s *Session) AskRestart(id string) Intent {
	if why := s.Student.Course().NoRestartReason(id); why != "" {
		s.Notice = why
		return nil
	}
	question := fmt.Sprintf("Start %s over, with new numbers?", id)
	if v, _ := s.Student.View(id); !v.UsesSeed {
		question = fmt.Sprintf("Start %s over? Its numbers stay the same.", id)
	}
	if id == study.SandboxOf(s.Student).ID {
		question = "Clear the sandbox, with points and sliders?"
	}
	begin := func() error {
		_, err := s.Student.StartOver(id)
		return err
	}
	return Push{Top: NewConfirmWindow(s, question, IntentChoice(Restart{id, begin}))}
}

// AttemptWords returns the seed of an attempt and its progress.
func AttemptWords(v study.ExerciseView, s study.AttemptView) string {
	return fmt.Sprintf("seed %d, %d of %s done", s.Seed, s.TasksDone, ascii.Count(len(v.Tasks), "task"))
}

// AttemptRows returns a row for each attempt that can be resumed.
func (s *Session) AttemptRows(v study.ExerciseView) []ui.Row {
	var out []ui.Row
	for _, a := range v.OtherAttempts {
		begin := func() error {
			_, err := study.SwitchAttempt(s.Student, v.ID, a)
			return err
		}
		out = append(out, ui.Row{Label: "go back to " + AttemptWords(v, a),
			Detail: "begun " + a.Started.Format("2 January 2006"), Value: IntentChoice(Restart{v.ID, begin})})
	}
	return out
}

// OtherAttemptsNotice describes the open attempt and another one, or returns "" if there is no
// other.
func (s *Session) OtherAttemptsNotice(w *study.Work) string {
	v, _ := s.Student.View(w.ID())
	if len(v.OtherAttempts) == 0 {
		return ""
	}
	moreWords := ""
	if n := len(v.OtherAttempts) - 1; n > 0 {
		moreWords = fmt.Sprintf(", and %d more", n)
	}
	return fmt.Sprintf("This is seed %d. Also begun: %s%s; %s finds it by “seed”.", w.Exercise().Seed,
		AttemptWords(v, v.OtherAttempts[0]), moreWords, s.Keys.Key(ZoneOutsideFields, "go to"))
}

// withDefaults returns the settings with the default of every choice that the student has not made.
// It does not set a background, because the terminal may report one.
func withDefaults(settings study.Settings) study.Settings {
	if settings.Aspect <= 0 {
		settings.Aspect = ascii.View{}.CellAspect()
	}
	if !slices.Contains(core.Speeds(), settings.Speed) {
		settings.Speed = core.Speeds()[2]
	}
	return settings
}

// settingChange moves a setting to its next value.
type settingChange func()

// NewSettingsWindow returns a window for the settings. Changes take effect at once.
func NewSettingsWindow(s *Session) *Dialog {
	p := ui.NewPicker(s.Theme, "Settings", s.settingRows()...)
	p.Width = 60
	p.Hints = []key.Binding{ui.Hint("↑ ↓", "choose"), ui.Hint("enter", "changes it")}
	d := NewDialog(s, p)
	d.OnChosen = func() (Intent, tea.Cmd) {
		r, _ := p.Selected()
		r.Value.(settingChange)()
		s.Settings.Path = s.Student.Settings().Path // the path of exercises is chosen in another window
		s.Student.SetSettings(s.Settings)
		return nil, s.Save()
	}
	// The terminal can switch between dark and light too, so update the rows.
	d.Refresh = func() {
		at := p.Index()
		p.SetRows(s.settingRows()...)
		p.Select(at)
	}
	return d
}

// settingRows returns a row for each setting with its current value. Choosing a row
// sets the next value. The last value is followed by the first.
func (s *Session) settingRows() []ui.Row {
	settings, speeds, backgrounds := &s.Settings, core.Speeds(), map[bool]string{true: "dark", false: "light"}
	row := func(name, value string, change settingChange) ui.Row {
		return ui.Row{Label: name, Detail: value, Value: change}
	}
	return []ui.Row{
		row("Screen", backgrounds[s.Dark], func() {
			s.Dark = !s.Dark
			settings.Background = backgrounds[s.Dark]
		}),
		row("Playing speed", fmt.Sprintf("%d steps a second", settings.Speed), func() {
			settings.Speed = speeds[(slices.Index(speeds, settings.Speed)+1)%len(speeds)]
		}),
		row("Height of a cell over its width", fmt.Sprintf("%.1f", settings.Aspect), func() {
			if settings.Aspect += 0.1; settings.Aspect > 3 {
				settings.Aspect = 1
			}
		}),
	}
}

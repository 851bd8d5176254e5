package session

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/core"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

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
	more := ""
	if n := len(v.OtherAttempts) - 1; n > 0 {
		more = fmt.Sprintf(", and %d more", n)
	}
	return fmt.Sprintf("This is seed %d. Also begun: %s%s; %s finds it by “seed”.", w.Exercise().Seed,
		AttemptWords(v, v.OtherAttempts[0]), more, s.Keys.Key(ZoneOutsideFields, "go to"))
}

// withDefaults returns settings in which the defaults replace choices that the student has not
// made. It does not set a background, because the terminal may report one.
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
		s.Settings.Path = s.Student.Settings().Path // it is chosen elsewhere
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
// sets the next value, or the first one after the last.
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

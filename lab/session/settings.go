package session

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/core"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// settings holds what the student can change about the look.
type settings struct {
	Dark   bool
	aspect float64
	Speed  int // index into speeds
}

// readSettings returns the student's saved choices. chosen reports whether they include
// dark or light.
func readSettings(saved study.Settings, b Background) (s settings, chosen bool) {
	s = settings{Dark: b != Light, aspect: saved.Aspect, Speed: 2}
	if saved.Aspect <= 0 {
		s.aspect = ascii.View{}.CellAspect()
	}
	for i, v := range core.Speeds() {
		if v == saved.Speed {
			s.Speed = i
		}
	}
	if saved.Background == "dark" || saved.Background == "light" {
		s.Dark, chosen = saved.Background == "dark", true
	}
	return s, chosen
}

// recordSettings copies the current choices to the student's record.
func (s *Session) recordSettings() {
	out := study.Settings{Aspect: s.Settings.aspect, Speed: core.Speeds()[s.Settings.Speed]}
	if s.DarkChosen {
		out.Background = "light"
		if s.Settings.Dark {
			out.Background = "dark"
		}
	}
	s.Student.SetSettings(out)
}

// setting moves a choice to its next value.
type setting func()

// NewSettingsWindow returns a window that changes the look of the lab immediately.
func NewSettingsWindow(s *Session) *Dialog {
	p := ui.NewPicker(s.Theme, "Settings", s.settingRows()...)
	p.Width = 60
	p.Hints = []key.Binding{ui.Hint("↑ ↓", "choose"), ui.Hint("enter", "changes it")}
	d := NewDialog(s, p)
	d.HandleEvent = func(e ui.Event) (Intent, tea.Cmd) {
		if e != ui.Taken {
			return nil, nil
		}
		r, _ := p.Selected()
		r.Value.(setting)()
		s.recordSettings()
		return nil, s.Save()
	}
	// The terminal, too, can switch between dark and light, so refresh the rows.
	d.Refresh = func() {
		at := p.Index()
		p.SetRows(s.settingRows()...)
		p.Select(at)
	}
	return d
}

// settingRows returns a row for each setting with its current value. After the last
// value comes the first.
func (s *Session) settingRows() []ui.Row {
	now, screen := &s.Settings, "light"
	if now.Dark {
		screen = "dark"
	}
	row := func(name, value string, change setting) ui.Row {
		return ui.Row{Label: name, Detail: value, Value: change}
	}
	return []ui.Row{
		row("Screen", screen, func() { now.Dark, s.DarkChosen = !now.Dark, true }),
		row("Playing speed", fmt.Sprintf("%d steps a second", core.Speeds()[now.Speed]), func() {
			now.Speed = (now.Speed + 1) % len(core.Speeds())
		}),
		row("Height of a cell over its width", fmt.Sprintf("%.1f", now.aspect), func() {
			if now.aspect += 0.1; now.aspect > 3 {
				now.aspect = 1
			}
		}),
	}
}

package lab

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/player"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// settings are what the student can change about the look.
type settings struct {
	dark   bool
	aspect float64
	speed  int // index into speeds
}

// readSettings are the student's saved choices; chosen reports that dark or
// light is among them.
func readSettings(saved study.Settings, b Background) (s settings, chosen bool) {
	s = settings{dark: b != Light, aspect: saved.Aspect, speed: 2}
	if saved.Aspect <= 0 {
		s.aspect = ascii.View{}.CellAspect()
	}
	for i, v := range player.Speeds() {
		if v == saved.Speed {
			s.speed = i
		}
	}
	switch saved.Background {
	case "dark":
		return settings{true, s.aspect, s.speed}, true
	case "light":
		return settings{false, s.aspect, s.speed}, true
	}
	return s, false
}

// keepSettings notes the choices as they are in the student's record.
func (s *session) keepSettings() {
	out := study.Settings{Aspect: s.settings.aspect, Speed: player.Speeds()[s.settings.speed]}
	if s.darkChosen {
		out.Background = "light"
		if s.settings.dark {
			out.Background = "dark"
		}
	}
	s.student.SetSettings(out)
}

// setting changes a choice by n.
type setting func(n int)

// newSettingsWindow returns a window that changes how the lab looks, at once.
func newSettingsWindow(s *session) *dialog {
	p := ui.NewPicker(s.theme, "Settings", s.settingRows()...)
	p.Width, p.Values = 60, true
	p.Hints = []key.Binding{ui.Hint("↑ ↓", "choose"), ui.Hint("← →", "change")}
	d := newDialog(s, p)
	d.on = func(e ui.Event) (intent, tea.Cmd) {
		if e != ui.Changed {
			return nil, nil
		}
		r, _ := p.Selected()
		before, chosen := s.settings, s.darkChosen
		r.Value.(setting)(p.By)
		if s.settings == before && s.darkChosen == chosen {
			return nil, nil
		}
		s.keepSettings()
		return nil, s.save()
	}
	// The rows show things as they are: the terminal, too, says whether it is dark.
	d.fill = func() {
		at := p.Index()
		p.SetRows(s.settingRows()...)
		p.Select(at)
	}
	return d
}

// settingRows are the settings, as things are.
func (s *session) settingRows() []ui.Row {
	now, screen := &s.settings, "light"
	if now.dark {
		screen = "dark"
	}
	row := func(name, value string, change setting) ui.Row {
		return ui.Row{Label: name, Detail: "‹ " + value + " ›", Value: change}
	}
	return []ui.Row{
		row("Screen", screen, func(int) { now.dark, s.darkChosen = !now.dark, true }),
		row("Playing speed", fmt.Sprintf("%d steps a second", player.Speeds()[now.speed]), func(n int) {
			now.speed = max(0, min(now.speed+n, len(player.Speeds())-1))
		}),
		row("Height of a cell over its width", fmt.Sprintf("%.1f", now.aspect), func(n int) {
			now.aspect = max(1, min(now.aspect+float64(n)*0.1, 4))
		}),
	}
}

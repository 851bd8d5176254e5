package lab

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/study"
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
	for i, v := range speeds() {
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
	out := study.Settings{Aspect: s.settings.aspect, Speed: speeds()[s.settings.speed]}
	if s.darkChosen {
		out.Background = "light"
		if s.settings.dark {
			out.Background = "dark"
		}
	}
	s.student.SetSettings(out)
}

// settingsWindow changes how the lab looks, at once.
type settingsWindow struct {
	base
	selected int
}

func newSettingsWindow(s *session) *settingsWindow { return &settingsWindow{base: s.base()} }

func (w *settingsWindow) overlay() bool   { return true }
func (w *settingsWindow) resume() tea.Cmd { return nil }

// setting is one row: what it is, what it is set to, and how to change it.
type setting struct {
	name, value string
	change      func(n int)
}

func (w *settingsWindow) rows() []setting {
	s := &w.session.settings
	screen := "light"
	if s.dark {
		screen = "dark"
	}
	return []setting{
		{"Screen", screen, func(int) { s.dark, w.session.darkChosen = !s.dark, true }},
		{"Playing speed", fmt.Sprintf("%d steps a second", speeds()[s.speed]), func(n int) {
			s.speed = max(0, min(s.speed+n, len(speeds())-1))
		}},
		{"Height of a cell over its width", fmt.Sprintf("%.1f", s.aspect), func(n int) {
			s.aspect = max(1, min(s.aspect+float64(n)*0.1, 4))
		}},
	}
}

func (w *settingsWindow) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return w.kept(func() intent { return w.do(w.session.keys.match(zoneOverlay, msg)) })
	case tea.MouseClickMsg:
		return w.kept(func() intent { return w.click(msg) })
	}
	return nil, nil
}

// kept does what may change a choice, and keeps it if it has: looking is no
// choice.
func (w *settingsWindow) kept(act func() intent) (intent, tea.Cmd) {
	s := w.session
	before, chosen := s.settings, s.darkChosen
	in := act()
	if s.settings == before && s.darkChosen == chosen {
		return in, nil
	}
	s.keepSettings()
	return in, s.save()
}

func (w *settingsWindow) do(a string) intent {
	rows := w.rows()
	switch a {
	case "up", "previous":
		w.selected = max(0, w.selected-1)
	case "down", "next":
		w.selected = min(len(rows)-1, w.selected+1)
	case "more", "answer":
		rows[w.selected].change(1)
	case "less":
		rows[w.selected].change(-1)
	case "leave":
		return popIntent{}
	}
	return nil
}

func (w *settingsWindow) area(width, height int) ascii.Rect {
	return overlayArea(width, height, 60, len(w.rows())+6)
}

func (w *settingsWindow) click(msg tea.MouseClickMsg) intent {
	area := w.area(w.session.width, w.session.height)
	if !area.Contains(msg.X, msg.Y) {
		return popIntent{}
	}
	rows := w.rows()
	if i := msg.Y - area.Inset(2, 1).Y - 2; i >= 0 && i < len(rows) {
		w.selected = i
		rows[i].change(1)
	}
	return nil
}

func (w *settingsWindow) draw(p pen) {
	inside := p.panel(w.area(p.grid.W, p.grid.H))
	p.write(inside.X, inside.Y, inside.W, line("Settings", ascii.Strong))
	for i, r := range w.rows() {
		ink := ascii.Text
		if i == w.selected {
			ink = ascii.Accent
			p.write(inside.X, inside.Y+2+i, 2, line("›", ascii.Accent))
		}
		p.write(inside.X+2, inside.Y+2+i, inside.W-2, line(r.name, ink))
		p.right(inside.X+inside.W, inside.Y+2+i, inside.W/2, line("‹ "+r.value+" ›", ink))
	}
	p.write(inside.X, inside.Y+inside.H-1, inside.W, line("← → change   esc closes", ascii.Dim))
}

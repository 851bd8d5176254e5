package lab

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/player"
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

// settingsWindow changes how the lab looks, at once.
type settingsWindow struct {
	window
	chooser
}

func newSettingsWindow(s *session) *settingsWindow {
	w := &settingsWindow{window{s.base()}, chooser{title: "Settings", width: 60, keys: []hint{{"↑ ↓", "choose"}, {"← →", "change"}}, lit: true}}
	w.items = w.choices()
	w.rows = len(w.items)
	return w
}

// setting changes a choice by n.
type setting func(n int)

// choices are the lines of the window, as things are.
func (w *settingsWindow) choices() []item {
	s := &w.session.settings
	screen := "light"
	if s.dark {
		screen = "dark"
	}
	row := func(name, value string, change setting) item { return item{name, "‹ " + value + " ›", change} }
	return []item{
		row("Screen", screen, func(int) { s.dark, w.session.darkChosen = !s.dark, true }),
		row("Playing speed", fmt.Sprintf("%d steps a second", player.Speeds()[s.speed]), func(n int) {
			s.speed = max(0, min(s.speed+n, len(player.Speeds())-1))
		}),
		row("Height of a cell over its width", fmt.Sprintf("%.1f", s.aspect), func(n int) {
			s.aspect = max(1, min(s.aspect+float64(n)*0.1, 4))
		}),
	}
}

// draw shows things as they are: the terminal, too, says whether it is dark.
func (w *settingsWindow) draw(p pen) {
	now := w.chooser
	now.items = w.choices()
	now.draw(p)
}

func (w *settingsWindow) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return w.key(w.session.keys.match(zoneOverlay, msg))
	case tea.MouseWheelMsg:
		w.move(wheelStep(msg) / 3)
	case tea.MouseClickMsg:
		by := 1
		if w.lower(msg.X, msg.Y) {
			by = -1
		}
		var changed tea.Cmd
		in := w.click(msg, w.session.width, w.session.height, func() intent { changed = w.change(by); return nil })
		return in, changed
	}
	return nil, nil
}

// lower reports whether the mouse is on the sign before a value, which stands for the
// one before it.
func (w *settingsWindow) lower(x, y int) bool {
	l := w.layout(w.session.width, w.session.height)
	i, _ := w.hit(tea.MouseClickMsg{X: x, Y: y}, w.session.width, w.session.height)
	if i < 0 {
		return false
	}
	from := l.list.X + l.list.W - ascii.Width(w.choices()[i].detail)
	return x >= from && x < from+2
}

func (w *settingsWindow) key(name string) (intent, tea.Cmd) {
	switch {
	case w.moves(name):
	case name == "more", name == "answer":
		return nil, w.change(1)
	case name == "less":
		return nil, w.change(-1)
	case name == "leave":
		return popIntent{}, nil
	}
	return nil, nil
}

// change moves the choice selected by n, and keeps it if it has changed.
func (w *settingsWindow) change(n int) tea.Cmd {
	s := w.session
	before, chosen := s.settings, s.darkChosen
	w.items[w.selected].value.(setting)(n)
	if s.settings == before && s.darkChosen == chosen {
		return nil
	}
	s.keepSettings()
	return s.save()
}

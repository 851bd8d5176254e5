package session

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/player"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// jumpAnswer is the exercise chosen in the palette, and its step: "" is the one that
// the student was at.
type jumpAnswer struct{ exercise, step string }

// ActionAnswer is an action chosen in the palette.
type ActionAnswer struct {
	Zone Zone
	Name string
}

// SettingAnswer is a setting chosen in the palette.
type SettingAnswer func(*Session)

// newPalette finds what there is by a part of its name: what belongs to the screen
// below, every exercise, what they offer, the settings.
func newPalette(s *Session, here []ui.Row) Screen {
	var exercises, offers []ui.Row
	for _, u := range s.Student.Units() {
		for _, e := range u.Exercises {
			exercises = append(exercises, ui.Row{Label: e.ID + "  " + e.Title, Detail: u.Title, Value: jumpAnswer{exercise: e.ID}})
			for _, o := range e.Offers {
				offers = append(offers, ui.Row{Label: o.Words, Detail: "in " + e.ID + "  " + e.Title, Value: jumpAnswer{e.ID, o.Step}})
			}
		}
	}
	if box := study.SandboxOf(s.Student); box.ID != "" {
		exercises = append(exercises, ui.Row{Label: box.ID + "  " + box.Title, Detail: "any data, kernel and solver", Value: jumpAnswer{exercise: box.ID}})
	}
	all := slices.Concat(exercises, here, settingItems(s), offers)
	p := ui.NewSearch(s.Theme, "Find", "an exercise, an act, a condition, a data set, a kernel, a setting", all...)
	p.Height = max(12, len(exercises))
	return NewChooser(s, p)
}

// ActionItems are the actions of some zones by their words, with their keys beside them,
// or why they do nothing now; of two that do the same the first.
func ActionItems[S any](acts Actions[S], s S, zones ...Zone) []ui.Row {
	var out []ui.Row
	said := map[string]bool{}
	for _, z := range zones {
		for i := range acts {
			a := &acts[i]
			if a.Zone != z || !a.Does() || a.Name == "go to" || said[a.Name] {
				continue
			}
			said[a.Name] = true
			out = append(out, ui.Row{Label: a.Help().Desc, Detail: strings.TrimSpace(a.Help().Key + "  " + a.WhyNot(s)), Value: ActionAnswer{a.Zone, a.Name}})
		}
	}
	return out
}

// Take does the action that was chosen, or says why it does nothing now.
func (t Actions[S]) Take(s S, a ActionAnswer, say func(string)) (Intent, tea.Cmd) {
	act := t.Named(a.Zone, a.Name)
	if act == nil {
		return nil, nil
	}
	if why := act.WhyNot(s); why != "" {
		say(why)
		return nil, nil
	}
	k, _ := ui.KeyNamed(act.Keys()[0])
	return act.Run(s, k)
}

// settingItems are the settings, each with its values.
func settingItems(s *Session) []ui.Row {
	key := s.Keys.Key(ZoneLab, "settings")
	set := func(label string, do SettingAnswer) ui.Row {
		return ui.Row{Label: label, Detail: "setting  " + key, Value: do}
	}
	out := []ui.Row{
		set("dark screen", func(s *Session) { s.Settings.Dark, s.DarkChosen = true, true }),
		set("light screen", func(s *Session) { s.Settings.Dark, s.DarkChosen = false, true }),
	}
	for i, v := range player.Speeds() {
		out = append(out, set(fmt.Sprintf("playing speed: %d steps a second", v), func(s *Session) { s.Settings.Speed = i }))
	}
	return append(out, ui.Row{Label: "shape of a cell", Detail: "setting  " + key, Value: ActionAnswer{ZoneLab, "settings"}})
}

// Set changes a setting, and keeps it.
func (s *Session) Set(a SettingAnswer) tea.Cmd {
	a(s)
	s.keepSettings()
	return s.Save()
}

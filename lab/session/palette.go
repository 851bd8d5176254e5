package session

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/core"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// openAnswer is the exercise chosen in the palette, and its task. If the task is "",
// the exercise opens where the student left it.
type openAnswer struct{ exercise, task string }

// ActionAnswer is an action chosen in the palette.
type ActionAnswer struct {
	Zone Zone
	Name string
}

// SettingAnswer applies a setting chosen in the palette.
type SettingAnswer func(*Session)

// newPalette returns a window that searches by part of a name: actions of the screen
// below, exercises, their topics, settings, symbols and conventions.
func newPalette(s *Session, here []ui.Row) Screen {
	var exercises, topics []ui.Row
	for _, u := range s.Student.Units() {
		for _, e := range u.Exercises {
			exercises = append(exercises, ui.Row{Label: e.ID + "  " + e.Title, Detail: u.Title,
				Value: openAnswer{exercise: e.ID}})
			for _, o := range e.Offers {
				topics = append(topics, ui.Row{Label: o.Words, Detail: "in " + e.ID + "  " + e.Title,
					Value: openAnswer{e.ID, o.Task}})
			}
		}
	}
	if box := study.SandboxOf(s.Student); box.ID != "" {
		exercises = append(exercises, ui.Row{Label: box.ID + "  " + box.Title, Detail: "any data, kernel and solver",
			Value: openAnswer{exercise: box.ID}})
	}
	all := slices.Concat(exercises, here, settingChoices(s), topics, symbolRows())
	p := ui.NewSearch(s.Theme, "Find", "an exercise, an action, a condition, a data set, a kernel, a symbol", all...)
	p.Height = max(12, len(exercises))
	return NewChooser(s, p)
}

// symbolAnswer is a symbol or convention to explain.
type symbolAnswer struct{ sign, meaning string }

// symbolRows returns a row for each symbol and each convention.
func symbolRows() []ui.Row {
	var out []ui.Row
	for _, s := range study.Symbols() {
		out = append(out,
			ui.Row{Label: s.Sign + "  " + s.Meaning, Detail: "symbol", Value: symbolAnswer{s.Sign, s.Meaning}})
	}
	for _, c := range study.Conventions() {
		out = append(out, ui.Row{Label: c, Detail: "convention", Value: symbolAnswer{"Convention", c}})
	}
	return out
}

// ActionRows returns a row for each action in some zones, with its keys or the reason
// why it is disabled. If two actions have the same name, only the first is listed.
func ActionRows[S any](actions Actions[S], s S, zones ...Zone) []ui.Row {
	var out []ui.Row
	listed := map[string]bool{}
	for _, z := range zones {
		for i := range actions {
			a := &actions[i]
			if a.Zone != z || !a.HasHandler() || a.Name == "go to" || listed[a.Name] {
				continue
			}
			listed[a.Name] = true
			out = append(out, ui.Row{Label: a.Help().Desc,
				Detail: strings.TrimSpace(a.Help().Key + "  " + a.DisabledReason(s)),
				Value:  ActionAnswer{a.Zone, a.Name}})
		}
	}
	return out
}

// RunChosen runs the chosen action, or calls report with the reason why it is disabled.
func (t Actions[S]) RunChosen(s S, a ActionAnswer, report func(string)) (Intent, tea.Cmd) {
	action := t.Find(a.Zone, a.Name)
	if action == nil {
		return nil, nil
	}
	if why := action.DisabledReason(s); why != "" {
		report(why)
		return nil, nil
	}
	k, _ := ui.KeyNamed(action.Keys()[0])
	return action.Run(s, k)
}

// settingChoices returns a row for each setting and value.
func settingChoices(s *Session) []ui.Row {
	key := s.Keys.Key(ZoneEverywhere, "settings")
	set := func(label string, do SettingAnswer) ui.Row {
		return ui.Row{Label: label, Detail: "setting  " + key, Value: do, ByLabel: true}
	}
	out := []ui.Row{
		set("dark screen", func(s *Session) { s.Settings.Dark, s.DarkChosen = true, true }),
		set("light screen", func(s *Session) { s.Settings.Dark, s.DarkChosen = false, true }),
	}
	for i, v := range core.Speeds() {
		out = append(out, set(fmt.Sprintf("playing speed: %d steps a second", v),
			func(s *Session) { s.Settings.Speed = i }))
	}
	return append(out, ui.Row{Label: "shape of a cell", Detail: "setting  " + key,
		Value: ActionAnswer{ZoneEverywhere, "settings"}, ByLabel: true})
}

// Set applies a setting and saves it.
func (s *Session) Set(a SettingAnswer) tea.Cmd {
	a(s)
	s.recordSettings()
	return s.Save()
}

package session

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// openAnswer is the exercise chosen in the palette. It opens where the student left it.
type openAnswer string

// ActionAnswer is an action chosen in the palette.
type ActionAnswer struct {
	Zone Zone
	Name string
}

// newPalette returns a window that searches by part of a name: actions of the screen
// below, exercises, symbols and conventions.
func newPalette(s *Session, here []ui.Row) Screen {
	var exercises []ui.Row
	for _, u := range s.Student.Units() {
		for _, e := range u.Exercises {
			row := ui.Row{Label: e.ID + "  " + e.Title, Detail: u.Title, Value: openAnswer(e.ID)}
			exercises = append(exercises, row)
		}
	}
	if box := study.SandboxOf(s.Student); box.ID != "" {
		exercises = append(exercises, ui.Row{Label: box.ID + "  " + box.Title, Detail: "any data, kernel and solver",
			Value: openAnswer(box.ID)})
	}
	all := slices.Concat(exercises, here, symbolRows())
	p := ui.NewSearch(s.Theme, "Find", "an exercise, an action, a symbol", all...)
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

// RunChosen runs the chosen action, or shows the reason why it is disabled.
func (t Actions[S]) RunChosen(s S, a ActionAnswer, to *Session) (Intent, tea.Cmd) {
	action := t.Find(a.Zone, a.Name)
	if why := action.DisabledReason(s); why != "" {
		to.Notice = why
		return nil, nil
	}
	k, _ := ui.KeyNamed(action.Keys()[0])
	return action.Run(s, k)
}

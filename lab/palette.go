package lab

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

// actAnswer is an act chosen in the palette.
type actAnswer struct {
	zone zone
	name string
}

// settingAnswer is a setting chosen in the palette.
type settingAnswer func(*session)

// chooseAnswer is a value of a choice on the stage, turnAnswer a condition to be
// switched off or on.
type (
	chooseAnswer struct{ control, value string }
	turnAnswer   struct{ name string }
)

// newPalette finds what there is by a part of its name: what belongs to the screen
// below, every exercise, what they offer, the settings.
func newPalette(s *session, here []ui.Row) screen {
	var exercises, offers []ui.Row
	for _, u := range s.student.Units() {
		for _, e := range u.Exercises {
			exercises = append(exercises, ui.Row{Label: e.ID + "  " + e.Title, Detail: u.Title, Value: jumpAnswer{exercise: e.ID}})
			for _, o := range e.Offers {
				offers = append(offers, ui.Row{Label: o.Words, Detail: "in " + e.ID + "  " + e.Title, Value: jumpAnswer{e.ID, o.Step}})
			}
		}
	}
	if box := study.SandboxOf(s.student); box.ID != "" {
		exercises = append(exercises, ui.Row{Label: box.ID + "  " + box.Title, Detail: "any data, kernel and solver", Value: jumpAnswer{exercise: box.ID}})
	}
	all := slices.Concat(exercises, here, settingItems(s), offers)
	p := ui.NewSearch(s.theme, "Find", "an exercise, an act, a condition, a data set, a kernel, a setting", all...)
	p.Height = max(12, len(exercises))
	return newChooser(s, p)
}

// actItems are the acts of some zones by their words, with their keys beside them,
// or why they do nothing now; of two that do the same the first.
func actItems[S any](acts acts[S], s S, zones ...zone) []ui.Row {
	var out []ui.Row
	said := map[string]bool{}
	for _, z := range zones {
		for i := range acts {
			a := &acts[i]
			if a.zone != z || a.do == nil || a.name == "go to" || said[a.name] {
				continue
			}
			said[a.name] = true
			out = append(out, ui.Row{Label: a.Help().Desc, Detail: strings.TrimSpace(a.Help().Key + "  " + a.whyNot(s)), Value: actAnswer{a.zone, a.name}})
		}
	}
	return out
}

// take does the act that was chosen, or says why it does nothing now.
func (t acts[S]) take(s S, a actAnswer, say func(string)) (intent, tea.Cmd) {
	act := t.named(a.zone, a.name)
	if act == nil {
		return nil, nil
	}
	if why := act.whyNot(s); why != "" {
		say(why)
		return nil, nil
	}
	k, _ := ui.KeyNamed(act.Keys()[0])
	return act.do(s, k)
}

// settingItems are the settings, each with its values.
func settingItems(s *session) []ui.Row {
	key := s.keys.key(zoneLab, "settings")
	set := func(label string, do settingAnswer) ui.Row {
		return ui.Row{Label: label, Detail: "setting  " + key, Value: do}
	}
	out := []ui.Row{
		set("dark screen", func(s *session) { s.settings.dark, s.darkChosen = true, true }),
		set("light screen", func(s *session) { s.settings.dark, s.darkChosen = false, true }),
	}
	for i, v := range player.Speeds() {
		out = append(out, set(fmt.Sprintf("playing speed: %d steps a second", v), func(s *session) { s.settings.speed = i }))
	}
	return append(out, ui.Row{Label: "shape of a cell", Detail: "setting  " + key, Value: actAnswer{zoneLab, "settings"}})
}

// paletteItems are what the palette finds of the exercise: the conditions of its run,
// what can be chosen on the stage, and its acts.
func paletteItems(e *exercise) []ui.Row {
	z := e.zone()
	if z == zoneField || z == zoneChoice || z == zoneControl || z == zonePanel {
		z = zoneStage
	}
	var out []ui.Row
	add := func(label, detail string, value any) {
		out = append(out, ui.Row{Label: label, Detail: detail, Value: value})
	}
	w := &e.right.debug.watches
	for _, k := range w.All() {
		word := "switch off: "
		if k.Off {
			word = "switch on: "
		}
		add(word+k.Label, "condition  b ctrl+o", turnAnswer{k.Name})
		add("run until "+k.Label, "condition  b", breakAnswer(k.Break))
	}
	if run := e.right.debug.player.Run(); run != nil {
		for _, b := range run.Breaks() {
			if w.Find(b.Name) < 0 {
				add("run until "+b.Label, "condition  b", breakAnswer(b))
			}
		}
	}
	for _, c := range e.right.scene.Controls {
		for _, v := range c.Choices {
			detail := "on the stage  tab"
			if v.Value == c.Value {
				detail = "chosen, " + detail
			}
			add(c.Label+": "+v.Label, detail, chooseAnswer{c.Name, v.Value})
		}
		if c.IsButton() {
			add(c.Label, "on the stage  tab", chooseAnswer{c.Name, ""})
		}
	}
	if v, ok := e.session.student.View(e.sheet.work.ID()); ok && e.sheet.work.Round() == nil {
		out = append(out, sheetItems(v)...)
	}
	return append(out, actItems(e.acts, e, z, zoneLab, zoneEverywhere)...)
}

// found does what was chosen in the palette over an exercise; other answers go on.
func found(e *exercise, m answered) (intent, tea.Cmd) {
	switch a := m.answer.(type) {
	case actAnswer:
		return e.acts.take(e, a, func(why string) { e.session.notice = why })
	case turnAnswer:
		e.right.debug.watches.Turn(a.name)
	case settingAnswer:
		cmd := e.session.set(a)
		e.right.debug.player.Clock.Set(e.session.settings.speed)
		return nil, cmd
	case chooseAnswer:
		for i, c := range e.right.scene.Controls {
			switch {
			case c.Name == a.control && c.IsButton():
				return nil, e.right.pressButton(i)
			case c.Name == a.control:
				return nil, e.right.slide(i, a.value)
			}
		}
	}
	return e.session.followAnswer(m), nil
}

// set changes a setting, and keeps it.
func (s *session) set(a settingAnswer) tea.Cmd {
	a(s)
	s.keepSettings()
	return s.save()
}

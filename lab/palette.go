package lab

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/player"
	"kernellab/lab/study"
)

// jumpAnswer is the exercise chosen in the palette, and its step: "" is the one that
// the student was at.
type jumpAnswer struct{ exercise, step string }

// actAnswer is an act chosen in the palette, chooseAnswer a value of a choice on the
// stage, turnAnswer a condition to be switched off or on, settingAnswer a setting.
type (
	actAnswer struct {
		zone zone
		name string
	}
	chooseAnswer  struct{ control, value string }
	turnAnswer    struct{ name string }
	settingAnswer func(*session)
)

// newPalette finds what there is by a part of its name: what belongs to the screen
// below, every exercise, what they offer, the settings.
func newPalette(s *session, here []item) screen {
	var exercises, offers []item
	for _, u := range s.student.Units() {
		for _, e := range u.Exercises {
			exercises = append(exercises, item{label: e.ID + "  " + e.Title, detail: u.Title, value: jumpAnswer{exercise: e.ID}})
			for _, o := range e.Offers {
				offers = append(offers, item{label: o.Words, detail: "in " + e.ID + "  " + e.Title, value: jumpAnswer{e.ID, o.Step}})
			}
		}
	}
	if box := study.SandboxOf(s.student); box.ID != "" {
		exercises = append(exercises, item{label: box.ID + "  " + box.Title, detail: "any data, kernel and solver", value: jumpAnswer{exercise: box.ID}})
	}
	all := slices.Concat(exercises, here, settingItems(s), offers)
	w := newListWindow(s, "Find", all)
	w.width, w.rows = 84, max(12, len(exercises))
	w.input, w.none = &editor{}, "nothing by that name"
	w.blank = "an exercise, an act, a condition, a data set, a kernel, a setting"
	w.edited = func() { w.items = containing(all, w.input.value()) }
	return w
}

// containing are the items that contain every word of a text, those first whose label
// does.
func containing(items []item, text string) []item {
	words := strings.Fields(strings.ToLower(text))
	var out, further []item
	for _, it := range items {
		switch {
		case hasWords(strings.ToLower(it.label), words):
			out = append(out, it)
		case hasWords(strings.ToLower(it.label+" "+it.detail), words):
			further = append(further, it)
		}
	}
	return append(out, further...)
}

func hasWords(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// actItems are the acts of some zones by their words, with their keys beside them,
// or why they do nothing now; of two that do the same the first.
func actItems[S any](acts acts[S], s S, zones ...zone) []item {
	var out []item
	said := map[string]bool{}
	for _, z := range zones {
		for i := range acts {
			a := &acts[i]
			if a.zone != z || a.do == nil || a.name == "go to" || said[a.name] {
				continue
			}
			said[a.name] = true
			out = append(out, item{label: a.Help().Desc, detail: strings.TrimSpace(a.Help().Key + "  " + a.whyNot(s)), value: actAnswer{a.zone, a.name}})
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
	k, _ := keyNamed(act.Keys()[0])
	return act.do(s, k)
}

// settingItems are the settings, each with its values.
func settingItems(s *session) []item {
	key := s.keys.key(zoneLab, "settings")
	set := func(label string, do settingAnswer) item { return item{label, "setting  " + key, do} }
	out := []item{
		set("dark screen", func(s *session) { s.settings.dark, s.darkChosen = true, true }),
		set("light screen", func(s *session) { s.settings.dark, s.darkChosen = false, true }),
	}
	for i, v := range player.Speeds() {
		out = append(out, set(fmt.Sprintf("playing speed: %d steps a second", v), func(s *session) { s.settings.speed = i }))
	}
	return append(out, item{"shape of a cell", "setting  " + key, actAnswer{zoneLab, "settings"}})
}

// paletteItems are what the palette finds of the exercise: the conditions of its run,
// what can be chosen on the stage, and its acts.
func paletteItems(e *exercise) []item {
	z := e.zone()
	if z == zoneField || z == zoneChoice || z == zoneControl || z == zonePanel {
		z = zoneStage
	}
	var out []item
	w := &e.debug.watches
	for _, k := range w.All() {
		word := "switch off: "
		if k.Off {
			word = "switch on: "
		}
		out = append(out, item{word + k.Label, "condition  b ctrl+o", turnAnswer{k.Name}}, item{"run until " + k.Label, "condition  b", breakAnswer(k.Break)})
	}
	if run := e.debug.player.Run(); run != nil {
		for _, b := range run.Breaks() {
			if w.Find(b.Name) < 0 {
				out = append(out, item{"run until " + b.Label, "condition  b", breakAnswer(b)})
			}
		}
	}
	for _, c := range e.scene.Controls {
		for _, v := range c.Choices {
			detail := "on the stage  tab"
			if v.Value == c.Value {
				detail = "chosen, " + detail
			}
			out = append(out, item{c.Label + ": " + v.Label, detail, chooseAnswer{c.Name, v.Value}})
		}
		if c.IsButton() {
			out = append(out, item{c.Label, "on the stage  tab", chooseAnswer{c.Name, ""}})
		}
	}
	if v, ok := e.session.student.View(e.sheet.work.ID()); ok && e.sheet.work.Round() == nil {
		out = append(out, sheetItems(v)...)
	}
	return append(out, actItems(e.session.acts, e, z, zoneLab, zoneEverywhere)...)
}

// found does what was chosen in the palette over an exercise; other answers go on.
func found(e *exercise, m answered) (intent, tea.Cmd) {
	switch a := m.answer.(type) {
	case actAnswer:
		return e.session.acts.take(e, a, func(why string) { e.session.notice = why })
	case turnAnswer:
		e.debug.watches.Turn(a.name)
	case settingAnswer:
		cmd := e.session.set(a)
		e.debug.player.Clock.Set(e.session.settings.speed)
		return nil, cmd
	case chooseAnswer:
		for i, c := range e.scene.Controls {
			switch {
			case c.Name == a.control && c.IsButton():
				return nil, pressButton(e, i)
			case c.Name == a.control:
				return nil, e.slide(i, a.value)
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

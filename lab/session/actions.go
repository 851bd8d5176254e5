package session

import (
	"cmp"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/ui"
)

// Action is something that keys do on a screen S. The footer, the help and the
// README's table of keys are made of the acts, which are listed nowhere else.
type Action[S any] struct {
	KeyBinding
	Foot FooterSlot[S]
	By   int            // how many steps it moves a run or a slider; several in a row are one move
	Why  func(S) string // why it does nothing now, or ""; nil: it always does something
	Do   Handler[S]
}

// Handler is what an act does, given the key.
type Handler[S any] func(S, tea.KeyPressMsg) (Intent, tea.Cmd)

// FooterSlot is the place of an act in the footer. The zero foot has none.
type FooterSlot[S any] struct {
	Rank int            // among the others, from 1
	Keys string         // as they are shown; "" is the first of the label
	Word func(S) string // "" leaves it out now
}

// WhyNot is why an act does nothing now, or "".
func (a *Action[S]) WhyNot(s S) string {
	if a == nil || a.Why == nil {
		return ""
	}
	return a.Why(s)
}

// Actions is the table of a screen.
type Actions[S any] []Action[S]

// Bindings of the acts, in their order.
func (t Actions[S]) Bindings() KeyMap {
	out := make(KeyMap, len(t))
	for i, a := range t {
		out[i] = a.KeyBinding
	}
	return out
}

// Match finds what a key does while the keyboard is in a zone, or nil.
func (t Actions[S]) Match(z Zone, msg tea.KeyPressMsg) *Action[S] {
	for _, in := range z.Order() {
		for i := range t {
			if t[i].Zone == in && key.Matches(msg, t[i].Binding) {
				return &t[i]
			}
		}
	}
	return nil
}

// Named is the act that has a name in a zone, or nil.
func (t Actions[S]) Named(z Zone, name string) *Action[S] {
	for i := range t {
		if t[i].Zone == z && t[i].Name == name {
			return &t[i]
		}
	}
	return nil
}

// MostFooted is how many keys of the zone with the keyboard a footer has at most: more
// are not read.
const MostFooted = 8

// Footer lists the acts of some zones that do something now, by their rank; of the
// first zone, which has the keyboard, no more than most.
func (t Actions[S]) Footer(s S, zones []Zone, most int) []key.Binding {
	var now []*Action[S]
	for i := range t {
		if a := &t[i]; a.Foot.Rank > 0 && slices.Contains(zones, a.Zone) && a.WhyNot(s) == "" {
			now = append(now, a)
		}
	}
	slices.SortStableFunc(now, func(a, b *Action[S]) int { return cmp.Compare(a.Foot.Rank, b.Foot.Rank) })
	var out []key.Binding
	for _, a := range now {
		word := a.Foot.Word(s)
		if word == "" || a.Zone == zones[0] && most == 0 {
			continue
		}
		if a.Zone == zones[0] {
			most--
		}
		out = append(out, ui.Hint(cmp.Or(a.Foot.Keys, FirstKey(a.KeyBinding)), word))
	}
	return out
}

// The deeds, by what a method brings: nothing, a command, an intent, or both.
func Does[S any](f func(S)) Handler[S] {
	return func(s S, _ tea.KeyPressMsg) (Intent, tea.Cmd) { f(s); return nil, nil }
}

func Asks[S any](f func(S) tea.Cmd) Handler[S] {
	return func(s S, _ tea.KeyPressMsg) (Intent, tea.Cmd) { return nil, f(s) }
}

func Opens[S any](f func(S) Intent) Handler[S] {
	return func(s S, _ tea.KeyPressMsg) (Intent, tea.Cmd) { return f(s), nil }
}

func Leads[S any](f func(S) (Intent, tea.Cmd)) Handler[S] {
	return func(s S, _ tea.KeyPressMsg) (Intent, tea.Cmd) { return f(s) }
}

// Of returns a function that asks a part of a screen.
func Of[S, P, R any](part func(S) P, f func(P) R) func(S) R {
	return func(s S) R { return f(part(s)) }
}

// Lift returns the acts of a part of a screen as acts of the screen.
func Lift[S, P any](part func(S) P, table Actions[P]) Actions[S] {
	out := make(Actions[S], len(table))
	for i, a := range table {
		out[i] = Action[S]{KeyBinding: a.KeyBinding, Foot: FooterSlot[S]{Rank: a.Foot.Rank, Keys: a.Foot.Keys}, By: a.By}
		out[i].Do = func(s S, msg tea.KeyPressMsg) (Intent, tea.Cmd) { return a.Do(part(s), msg) }
		if a.Foot.Word != nil {
			out[i].Foot.Word = Of(part, a.Foot.Word)
		}
		if a.Why != nil {
			out[i].Why = Of(part, a.Why)
		}
	}
	return out
}

// Reason is the words where they hold, else "".
func Reason(holds bool, words string) string {
	if holds {
		return words
	}
	return ""
}

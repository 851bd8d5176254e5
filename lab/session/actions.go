package session

import (
	"cmp"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/ui"
)

// Action is something that keys do on a screen S. The footer, the help and the
// README's table of keys are made of the actions, which are listed nowhere else.
type Action[S any] struct {
	KeyBinding
	By  int            // how many steps it moves a run or a slider; several in a row are one move
	Why func(S) string // why it does nothing now, or ""; nil: it always does something

	// What it does, by what that brings: nothing, a command, an intent, or both.
	Do     func(S)
	Ask    func(S) tea.Cmd
	Open   func(S) Intent
	Lead   func(S) (Intent, tea.Cmd)
	Handle func(S, tea.KeyPressMsg) (Intent, tea.Cmd)

	// Its place in the footer. Without a rank it has none.
	Rank    int            // among the others, from 1
	Shown   string         // its keys; "" is the first of the label
	Word    string         // what it does
	WordNow func(S) string // instead of Word; "" leaves it out now
}

// Run does what the action does, given the key.
func (a *Action[S]) Run(s S, msg tea.KeyPressMsg) (Intent, tea.Cmd) {
	switch {
	case a.Do != nil:
		a.Do(s)
	case a.Ask != nil:
		return nil, a.Ask(s)
	case a.Open != nil:
		return a.Open(s), nil
	case a.Lead != nil:
		return a.Lead(s)
	case a.Handle != nil:
		return a.Handle(s, msg)
	}
	return nil, nil
}

// Does reports whether the action does anything on its screen.
func (a *Action[S]) Does() bool {
	return a.Do != nil || a.Ask != nil || a.Open != nil || a.Lead != nil || a.Handle != nil
}

// WhyNot is why an action does nothing now, or "".
func (a *Action[S]) WhyNot(s S) string {
	if a == nil || a.Why == nil {
		return ""
	}
	return a.Why(s)
}

// Actions is the table of a screen.
type Actions[S any] []Action[S]

// Bindings of the actions, in their order.
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

// Named is the action that has a name in a zone, or nil.
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

// Footer lists the actions of some zones that do something now, by their rank; of the
// first zone, which has the keyboard, no more than most.
func (t Actions[S]) Footer(s S, zones []Zone, most int) []key.Binding {
	var now []*Action[S]
	for i := range t {
		if a := &t[i]; a.Rank > 0 && slices.Contains(zones, a.Zone) && a.WhyNot(s) == "" {
			now = append(now, a)
		}
	}
	slices.SortStableFunc(now, func(a, b *Action[S]) int { return cmp.Compare(a.Rank, b.Rank) })
	var out []key.Binding
	for _, a := range now {
		word := a.Word
		if a.WordNow != nil {
			word = a.WordNow(s)
		}
		if word == "" || a.Zone == zones[0] && most == 0 {
			continue
		}
		if a.Zone == zones[0] {
			most--
		}
		out = append(out, ui.Hint(cmp.Or(a.Shown, FirstKey(a.KeyBinding)), word))
	}
	return out
}

// Of returns a function that asks a part of a screen.
func Of[S, P, R any](part func(S) P, f func(P) R) func(S) R {
	return func(s S) R { return f(part(s)) }
}

// Lift returns the actions of a part of a screen as actions of the screen.
func Lift[S, P any](part func(S) P, table Actions[P]) Actions[S] {
	out := make(Actions[S], len(table))
	for i, a := range table {
		out[i] = Action[S]{KeyBinding: a.KeyBinding, By: a.By, Rank: a.Rank, Shown: a.Shown, Word: a.Word}
		out[i].Handle = func(s S, msg tea.KeyPressMsg) (Intent, tea.Cmd) { return a.Run(part(s), msg) }
		if a.WordNow != nil {
			out[i].WordNow = Of(part, a.WordNow)
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

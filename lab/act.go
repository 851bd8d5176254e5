package lab

import (
	"cmp"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/ui"
)

// act is something that keys do on a screen S. The footer, the help and the
// README's table of keys are made of the acts, which are listed nowhere else.
type act[S any] struct {
	binding
	foot foot[S]
	by   int            // how many steps it moves a run or a slider; several in a row are one move
	why  func(S) string // why it does nothing now, or ""; nil: it always does something
	do   deed[S]
}

// deed is what an act does, given the key.
type deed[S any] func(S, tea.KeyPressMsg) (intent, tea.Cmd)

// foot is the place of an act in the footer. The zero foot has none.
type foot[S any] struct {
	rank int            // among the others, from 1
	keys string         // as they are shown; "" is the first of the label
	word func(S) string // "" leaves it out now
}

// whyNot is why an act does nothing now, or "".
func (a *act[S]) whyNot(s S) string {
	if a == nil || a.why == nil {
		return ""
	}
	return a.why(s)
}

// acts is the table of a screen.
type acts[S any] []act[S]

// bindings of the acts, in their order.
func (t acts[S]) bindings() keyMap {
	out := make(keyMap, len(t))
	for i, a := range t {
		out[i] = a.binding
	}
	return out
}

// match finds what a key does while the keyboard is in a zone, or nil.
func (t acts[S]) match(z zone, msg tea.KeyPressMsg) *act[S] {
	for _, in := range z.order() {
		for i := range t {
			if t[i].zone == in && key.Matches(msg, t[i].Binding) {
				return &t[i]
			}
		}
	}
	return nil
}

// named is the act that has a name in a zone, or nil.
func (t acts[S]) named(z zone, name string) *act[S] {
	for i := range t {
		if t[i].zone == z && t[i].name == name {
			return &t[i]
		}
	}
	return nil
}

// mostFooted is how many keys of the zone with the keyboard a footer has at most: more
// are not read.
const mostFooted = 8

// footer lists the acts of some zones that do something now, by their rank; of the
// first zone, which has the keyboard, no more than most.
func (t acts[S]) footer(s S, zones []zone, most int) []key.Binding {
	var now []*act[S]
	for i := range t {
		if a := &t[i]; a.foot.rank > 0 && slices.Contains(zones, a.zone) && a.whyNot(s) == "" {
			now = append(now, a)
		}
	}
	slices.SortStableFunc(now, func(a, b *act[S]) int { return cmp.Compare(a.foot.rank, b.foot.rank) })
	var out []key.Binding
	for _, a := range now {
		word := a.foot.word(s)
		if word == "" || a.zone == zones[0] && most == 0 {
			continue
		}
		if a.zone == zones[0] {
			most--
		}
		out = append(out, ui.Hint(cmp.Or(a.foot.keys, firstKey(a.binding)), word))
	}
	return out
}

// The deeds, by what a method brings: nothing, a command, an intent, or both.
func does[S any](f func(S)) deed[S] {
	return func(s S, _ tea.KeyPressMsg) (intent, tea.Cmd) { f(s); return nil, nil }
}

func asks[S any](f func(S) tea.Cmd) deed[S] {
	return func(s S, _ tea.KeyPressMsg) (intent, tea.Cmd) { return nil, f(s) }
}

func opens[S any](f func(S) intent) deed[S] {
	return func(s S, _ tea.KeyPressMsg) (intent, tea.Cmd) { return f(s), nil }
}

func leads[S any](f func(S) (intent, tea.Cmd)) deed[S] {
	return func(s S, _ tea.KeyPressMsg) (intent, tea.Cmd) { return f(s) }
}

// of returns a function that asks a part of a screen.
func of[S, P, R any](part func(S) P, f func(P) R) func(S) R {
	return func(s S) R { return f(part(s)) }
}

// lift returns the acts of a part of a screen as acts of the screen.
func lift[S, P any](part func(S) P, table acts[P]) acts[S] {
	out := make(acts[S], len(table))
	for i, a := range table {
		out[i] = act[S]{binding: a.binding, foot: foot[S]{rank: a.foot.rank, keys: a.foot.keys}, by: a.by}
		out[i].do = func(s S, msg tea.KeyPressMsg) (intent, tea.Cmd) { return a.do(part(s), msg) }
		if a.foot.word != nil {
			out[i].foot.word = of(part, a.foot.word)
		}
		if a.why != nil {
			out[i].why = of(part, a.why)
		}
	}
	return out
}

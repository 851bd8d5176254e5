package session

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/ui"
)

// Zone is a kind of place that can have the focus, such as a text field, a slider or the stage (the
// part of the screen with the figures). What a key does depends on the zone of the place that has
// the focus.
type Zone uint8

// The zones. Keys of ZoneEverywhere work even in a text field, and keys of ZoneOutsideFields work
// everywhere except in text fields and in windows.
const (
	ZoneEverywhere Zone = iota
	ZoneOutsideFields
	ZoneContents
	ZoneBoard
	ZoneField
	ZoneChoice
	ZoneControl
	ZoneStage
	ZonePanel
	ZoneBreakpoints
	ZoneWhatIf
	ZoneQuestion
	ZoneOverlay
)

// String returns the heading of the zone in the help screen and the key table.
func (z Zone) String() string {
	return [...]string{
		ZoneEverywhere:    "Everywhere",
		ZoneOutsideFields: "Outside a text field",
		ZoneContents:      "Contents",
		ZoneBoard:         "On a teacher's board",
		ZoneField:         "In a text field",
		ZoneChoice:        "In a list of choices",
		ZoneControl:       "On a slider or a button",
		ZoneStage:         "On the stage",
		ZonePanel:         "In a panel of “why” or of the ledger",
		ZoneBreakpoints:   "In the window of conditions",
		ZoneWhatIf:        "While “what if” is open",
		ZoneQuestion:      "In a question about the next step",
		ZoneOverlay:       "In a window in front of the screen",
	}[z]
}

// SearchOrder returns the zones whose bindings work while the focus is in z, in the
// order in which they are searched. A text field and a window handle every plain key. A
// question passes unbound keys to its fields. A panel also has the keys of the stage.
func (z Zone) SearchOrder() []Zone {
	switch z {
	case ZoneQuestion:
		return []Zone{z}
	case ZoneField, ZoneOverlay, ZoneBreakpoints:
		return []Zone{z, ZoneEverywhere}
	case ZonePanel:
		return []Zone{z, ZoneStage, ZoneOutsideFields, ZoneEverywhere}
	}
	return []Zone{z, ZoneOutsideFields, ZoneEverywhere}
}

// KeyBinding binds keys in a zone. Code refers to a binding by its name, which is unique in the
// zone.
type KeyBinding struct {
	Name string
	Zone Zone
	key.Binding
}

// Bind returns a binding of the given keys, separated by spaces. The help shows the keys, followed
// by the words, which describe the effect.
func (z Zone) Bind(name, keys, words string) KeyBinding {
	signs := map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", "pgdown": "pgdn"}
	list := strings.Fields(keys)
	label := ascii.Join(list, " ", func(k string) string { return cmp.Or(signs[k], k) })
	return KeyBinding{name, z, key.NewBinding(key.WithKeys(list...), key.WithHelp(label, words))}
}

// Labelled returns the binding with another label instead of its keys.
func (b KeyBinding) Labelled(label string) KeyBinding {
	b.SetHelp(label, b.Help().Desc)
	return b
}

// KeyMap lists bindings, in the order of the help. [Session.Keys] has every binding of the lab.
type KeyMap []KeyBinding

// find returns the first binding that matches, in the search order of the zone, or nil.
func (k KeyMap) find(z Zone, match func(KeyBinding) bool) *KeyBinding {
	for _, zone := range z.SearchOrder() {
		for i, b := range k {
			if b.Zone == zone && match(b) {
				return &k[i]
			}
		}
	}
	return nil
}

// Match returns the name of the binding of a key in a zone, or "" if the key is unbound. It
// searches the zones in the order of [Zone.SearchOrder].
func (k KeyMap) Match(z Zone, msg tea.KeyPressMsg) string {
	if b := k.find(z, func(b KeyBinding) bool { return key.Matches(msg, b.Binding) }); b != nil {
		return b.Name
	}
	return ""
}

// Key returns the first key of the binding that has the given name and works in a zone, or "".
func (k KeyMap) Key(z Zone, name string) string {
	b := k.find(z, func(b KeyBinding) bool { return b.Name == name })
	if b == nil {
		return ""
	}
	return FirstKey(*b)
}

// FirstKey returns the first of the keys in a binding's label.
func FirstKey(b KeyBinding) string {
	first, _, _ := strings.Cut(b.Help().Key, " ")
	return first
}

// InZone returns the bindings of a zone.
func (k KeyMap) InZone(z Zone) []KeyBinding {
	return slices.DeleteFunc(slices.Clone(k), func(b KeyBinding) bool { return b.Zone != z })
}

// Action binds keys to a handler on a screen S. The footer, the help and the
// table of keys are built from the actions, which are listed nowhere else.
type Action[S any] struct {
	KeyBinding
	Delta    int            // steps by which the action moves a run or a slider; repeated presses are merged
	Disabled func(S) string // returns why the action does nothing now, or ""; if nil, it is never disabled

	// The handler: exactly one of these functions is set. Choose the first that suffices.
	Do      func(S)                                    // only changes the screen
	Command func(S) tea.Cmd                            // also returns a command that saves or computes something
	Open    func(S) Intent                             // also returns a request to the model, such as opening a window
	Update  func(S) (Intent, tea.Cmd)                  // may return both, like [Screen.Update]
	Handle  func(S, tea.KeyPressMsg) (Intent, tea.Cmd) // also depends on which key was pressed

	// The footer entry. If Rank is 0, the action has none.
	Rank     int            // order in the footer, from 1
	ShownKey string         // key to show; if "", the first key of the label
	Word     string         // describes the effect
	WordFunc func(S) string // replaces Word; if it returns "", the footer omits the action
}

// Run calls the handler. msg is the key that was pressed.
func (a *Action[S]) Run(s S, msg tea.KeyPressMsg) (Intent, tea.Cmd) {
	switch {
	case a.Do != nil:
		a.Do(s)
	case a.Command != nil:
		return nil, a.Command(s)
	case a.Open != nil:
		return a.Open(s), nil
	case a.Update != nil:
		return a.Update(s)
	case a.Handle != nil:
		return a.Handle(s, msg)
	}
	return nil, nil
}

// HasHandler reports whether the action does anything on its screen.
func (a *Action[S]) HasHandler() bool {
	return a.Do != nil || a.Command != nil || a.Open != nil || a.Update != nil || a.Handle != nil
}

// DisabledReason returns why an action does nothing now, or "".
func (a *Action[S]) DisabledReason(s S) string {
	if a == nil || a.Disabled == nil {
		return ""
	}
	return a.Disabled(s)
}

// Actions is the table of actions of a screen.
type Actions[S any] []Action[S]

// Bindings returns the bindings of the actions, in the same order.
func (t Actions[S]) Bindings() KeyMap {
	out := make(KeyMap, len(t))
	for i, a := range t {
		out[i] = a.KeyBinding
	}
	return out
}

// WithDisabledReason sets Disabled to reason in every action where it is nil.
func (t Actions[S]) WithDisabledReason(reason func(S) string) Actions[S] {
	for i := range t {
		if t[i].Disabled == nil {
			t[i].Disabled = reason
		}
	}
	return t
}

// Match returns the action of a key in a zone, or nil.
func (t Actions[S]) Match(z Zone, msg tea.KeyPressMsg) *Action[S] {
	for _, zone := range z.SearchOrder() {
		for i := range t {
			if t[i].Zone == zone && key.Matches(msg, t[i].Binding) {
				return &t[i]
			}
		}
	}
	return nil
}

// Find returns the action with a name in a zone, or nil.
func (t Actions[S]) Find(z Zone, name string) *Action[S] {
	for i := range t {
		if t[i].Zone == z && t[i].Name == name {
			return &t[i]
		}
	}
	return nil
}

// MaxFooterKeys is the maximum number of keys of the focused zone in a footer, because
// nobody reads more.
const MaxFooterKeys = 8

// Press runs the action of a key in a zone. If the action is disabled and belongs to that zone,
// Press shows the reason. The exercise screen does not use Press: it shows the reason of every
// disabled action, whatever its zone.
func (t Actions[S]) Press(s S, z Zone, msg tea.KeyPressMsg, session *Session) (Intent, tea.Cmd) {
	a := t.Match(z, msg)
	switch why := a.DisabledReason(s); {
	case a == nil:
	case why == "":
		return a.Run(s, msg)
	case a.Zone == z:
		session.Notice = why
	}
	return nil, nil
}

// OpenHelp opens the list of the keys that work on a screen.
func (t Actions[S]) OpenHelp(s S, z Zone, session *Session) Intent {
	return Push{NewHelp(session, z, func(b KeyBinding) bool {
		a := t.Find(b.Zone, b.Name)
		return a != nil && a.DisabledReason(s) == ""
	})}
}

// SharedActions returns an action for each binding in ZoneOutsideFields and ZoneEverywhere: the
// action in shared with the name of the binding. If there is none, the binding is disabled, because
// it works only in an exercise.
func SharedActions[S any](all KeyMap, shared map[string]Action[S]) (out Actions[S]) {
	for _, b := range slices.Concat(all.InZone(ZoneOutsideFields), all.InZone(ZoneEverywhere)) {
		a, ok := shared[b.Name]
		if !ok {
			a.Disabled = func(S) string { return "in an exercise" }
		}
		a.KeyBinding = b
		out = append(out, a)
	}
	return out
}

// Footer returns the entries of the enabled actions of some zones, by rank. The first zone has the
// focus. Footer returns at most limit entries of that zone.
func (t Actions[S]) Footer(s S, zones []Zone, limit int) []key.Binding {
	var enabled []*Action[S]
	for i := range t {
		if a := &t[i]; a.Rank > 0 && slices.Contains(zones, a.Zone) && a.DisabledReason(s) == "" {
			enabled = append(enabled, a)
		}
	}
	slices.SortStableFunc(enabled, func(a, b *Action[S]) int { return cmp.Compare(a.Rank, b.Rank) })
	var out []key.Binding
	for _, a := range enabled {
		word := a.Word
		if a.WordFunc != nil {
			word = a.WordFunc(s)
		}
		if word == "" || a.Zone == zones[0] && limit == 0 {
			continue
		}
		if a.Zone == zones[0] {
			limit--
		}
		out = append(out, ui.Hint(cmp.Or(a.ShownKey, FirstKey(a.KeyBinding)), word))
	}
	return out
}

// ForPart returns a function of a screen that calls f with a component of the screen.
func ForPart[S, P, R any](part func(S) P, f func(P) R) func(S) R {
	return func(s S) R { return f(part(s)) }
}

// PartActions returns the actions of a component as actions of its screen.
func PartActions[S, P any](part func(S) P, table Actions[P]) Actions[S] {
	out := make(Actions[S], len(table))
	for i, a := range table {
		out[i] = Action[S]{KeyBinding: a.KeyBinding, Delta: a.Delta, Rank: a.Rank, ShownKey: a.ShownKey, Word: a.Word}
		out[i].Handle = func(s S, msg tea.KeyPressMsg) (Intent, tea.Cmd) { return a.Run(part(s), msg) }
		if a.WordFunc != nil {
			out[i].WordFunc = ForPart(part, a.WordFunc)
		}
		if a.Disabled != nil {
			out[i].Disabled = ForPart(part, a.Disabled)
		}
	}
	return out
}

// TextIf returns words if the condition holds, and "" otherwise.
func TextIf(holds bool, words string) string {
	if holds {
		return words
	}
	return ""
}

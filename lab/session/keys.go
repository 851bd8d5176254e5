package session

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Zone is where the keyboard is.
type Zone uint8

// The zones. Keys of zoneEverywhere act even while a text field is being
// typed into, those of zoneLab everywhere else.
const (
	ZoneEverywhere Zone = iota
	ZoneLab
	ZoneContents
	ZoneField
	ZoneChoice
	ZoneControl
	ZoneStage
	ZonePanel
	ZoneWatch
	ZoneWhatIf
	ZoneQuiz
	ZoneOverlay
)

// String is the heading of the zone in the help screen and the key table.
func (z Zone) String() string {
	return [...]string{
		ZoneEverywhere: "Everywhere",
		ZoneLab:        "Outside a text field",
		ZoneContents:   "Contents",
		ZoneField:      "In a text field",
		ZoneChoice:     "In a list of choices",
		ZoneControl:    "On a slider or a button",
		ZoneStage:      "On the stage",
		ZonePanel:      "In a panel of “why” or of the ledger",
		ZoneWatch:      "In the window of conditions",
		ZoneWhatIf:     "Under “what if”",
		ZoneQuiz:       "In a question about the next step",
		ZoneOverlay:    "In a window laid over the screen",
	}[z]
}

// Order is the zones whose bindings act while the keyboard is in z, the first
// to be asked first. A text field and a window take every plain key; a question
// leaves what it does not bind to its fields; a panel has the keys of the stage, too.
func (z Zone) Order() []Zone {
	switch z {
	case ZoneQuiz:
		return []Zone{z}
	case ZoneField, ZoneOverlay, ZoneWatch:
		return []Zone{z, ZoneEverywhere}
	case ZonePanel:
		return []Zone{z, ZoneStage, ZoneLab, ZoneEverywhere}
	}
	return []Zone{z, ZoneLab, ZoneEverywhere}
}

// KeyBinding is keys that mean something in a zone. Its name is what code calls
// it, unique in its zone; the help has the words.
type KeyBinding struct {
	Name string
	Zone Zone
	key.Binding
}

// Bind binds keys of a zone, given with spaces between them; the footer and the
// help show them by a label, with what they do in words.
func (z Zone) Bind(name, keys, label, words string) KeyBinding {
	return KeyBinding{name, z, key.NewBinding(key.WithKeys(strings.Fields(keys)...), key.WithHelp(label, words))}
}

// KeyMap is every binding of the lab, in the order of the help.
type KeyMap []KeyBinding

// find is what match says of the first binding, in the order in which the zones
// are asked; nil where there is none.
func (k KeyMap) find(z Zone, match func(KeyBinding) bool) *KeyBinding {
	for _, in := range z.Order() {
		for i, b := range k {
			if b.Zone == in && match(b) {
				return &k[i]
			}
		}
	}
	return nil
}

// Match is the name of what a key does in a zone, "" for an unbound key: the
// zone's own binding first, then those of everywhere outside a text field, then
// those of everywhere.
func (k KeyMap) Match(z Zone, msg tea.KeyPressMsg) string {
	if b := k.find(z, func(b KeyBinding) bool { return key.Matches(msg, b.Binding) }); b != nil {
		return b.Name
	}
	return ""
}

// Key is the first key for what has a name while the keyboard is in a zone.
func (k KeyMap) Key(z Zone, name string) string {
	b := k.find(z, func(b KeyBinding) bool { return b.Name == name })
	if b == nil {
		return ""
	}
	return FirstKey(*b)
}

// FirstKey is the first of the keys in a binding's label.
func FirstKey(b KeyBinding) string {
	first, _, _ := strings.Cut(b.Help().Key, " ")
	return first
}

// In lists the bindings of a zone.
func (k KeyMap) In(z Zone) []KeyBinding {
	return slices.DeleteFunc(slices.Clone(k), func(b KeyBinding) bool { return b.Zone != z })
}

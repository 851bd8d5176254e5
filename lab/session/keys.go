package session

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Zone is a place that the keyboard can be in.
type Zone uint8

// The zones. Keys of ZoneEverywhere work even while a text field has the keyboard,
// those of ZoneLab everywhere else.
const (
	ZoneEverywhere Zone = iota
	ZoneLab
	ZoneContents
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
		ZoneEverywhere:  "Everywhere",
		ZoneLab:         "Outside a text field",
		ZoneContents:    "Contents",
		ZoneField:       "In a text field",
		ZoneChoice:      "In a list of choices",
		ZoneControl:     "On a slider or a button",
		ZoneStage:       "On the stage",
		ZonePanel:       "In a panel of “why” or of the ledger",
		ZoneBreakpoints: "In the window of conditions",
		ZoneWhatIf:      "Under “what if”",
		ZoneQuestion:    "In a question about the next step",
		ZoneOverlay:     "In a window laid over the screen",
	}[z]
}

// SearchOrder returns the zones whose bindings work while the keyboard is in z, in the
// order in which they are searched. A text field and a window take every plain key. A
// question leaves unbound keys to its fields. A panel also has the keys of the stage.
func (z Zone) SearchOrder() []Zone {
	switch z {
	case ZoneQuestion:
		return []Zone{z}
	case ZoneField, ZoneOverlay, ZoneBreakpoints:
		return []Zone{z, ZoneEverywhere}
	case ZonePanel:
		return []Zone{z, ZoneStage, ZoneLab, ZoneEverywhere}
	}
	return []Zone{z, ZoneLab, ZoneEverywhere}
}

// KeyBinding binds keys in a zone. Code refers to it by its name, which is unique in
// the zone. The help has the words.
type KeyBinding struct {
	Name string
	Zone Zone
	key.Binding
}

// Bind returns a binding of the given keys, separated by spaces. The footer and the
// help show the label for the keys and the words for what they do.
func (z Zone) Bind(name, keys, label, words string) KeyBinding {
	return KeyBinding{name, z, key.NewBinding(key.WithKeys(strings.Fields(keys)...), key.WithHelp(label, words))}
}

// KeyMap lists every binding of the lab, in the order of the help.
type KeyMap []KeyBinding

// find returns the first binding that matches, in the search order of the zone, or nil.
func (k KeyMap) find(z Zone, match func(KeyBinding) bool) *KeyBinding {
	for _, in := range z.SearchOrder() {
		for i, b := range k {
			if b.Zone == in && match(b) {
				return &k[i]
			}
		}
	}
	return nil
}

// Match returns the name of the binding of a key in a zone, or "" if the key is
// unbound. It searches the zone itself, then ZoneLab outside a text field, then
// ZoneEverywhere.
func (k KeyMap) Match(z Zone, msg tea.KeyPressMsg) string {
	if b := k.find(z, func(b KeyBinding) bool { return key.Matches(msg, b.Binding) }); b != nil {
		return b.Name
	}
	return ""
}

// Key returns the first key of the binding with a name, as seen from a zone, or "".
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

// Zone returns the bindings of a zone.
func (k KeyMap) Zone(z Zone) []KeyBinding {
	return slices.DeleteFunc(slices.Clone(k), func(b KeyBinding) bool { return b.Zone != z })
}

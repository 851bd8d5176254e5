package lab

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// zone is where the keyboard is.
type zone uint8

// The zones. Keys of zoneEverywhere act even while a text field is being
// typed into, those of zoneLab everywhere else.
const (
	zoneEverywhere zone = iota
	zoneLab
	zoneContents
	zoneField
	zoneChoice
	zoneControl
	zoneStage
	zonePanel
	zoneWatch
	zoneWhatIf
	zoneQuiz
	zoneOverlay
)

// String is the heading of the zone in the help screen and the key table.
func (z zone) String() string {
	return [...]string{
		zoneEverywhere: "Everywhere",
		zoneLab:        "Outside a text field",
		zoneContents:   "Contents",
		zoneField:      "In a text field",
		zoneChoice:     "In a list of choices",
		zoneControl:    "On a slider or a button",
		zoneStage:      "On the stage",
		zonePanel:      "In a panel of “why” or of the ledger",
		zoneWatch:      "In the window of conditions",
		zoneWhatIf:     "Under “what if”",
		zoneQuiz:       "In a question about the next step",
		zoneOverlay:    "In a window laid over the screen",
	}[z]
}

// order is the zones whose bindings act while the keyboard is in z, the first
// to be asked first. A text field and a window take every plain key; a question
// leaves what it does not bind to its fields; a panel has the keys of the stage, too.
func (z zone) order() []zone {
	switch z {
	case zoneQuiz:
		return []zone{z}
	case zoneField, zoneOverlay, zoneWatch:
		return []zone{z, zoneEverywhere}
	case zonePanel:
		return []zone{z, zoneStage, zoneLab, zoneEverywhere}
	}
	return []zone{z, zoneLab, zoneEverywhere}
}

// binding is keys that mean something in a zone. Its name is what code calls
// it, unique in its zone; the help has the words.
type binding struct {
	name string
	zone zone
	key.Binding
}

// bind binds keys of a zone, given with spaces between them; the footer and the
// help show them by a label, with what they do in words.
func (z zone) bind(name, keys, label, words string) binding {
	return binding{name, z, key.NewBinding(key.WithKeys(strings.Fields(keys)...), key.WithHelp(label, words))}
}

// keyMap is every binding of the lab, in the order of the help.
type keyMap []binding

// find is what match says of the first binding, in the order in which the zones
// are asked; nil where there is none.
func (k keyMap) find(z zone, match func(binding) bool) *binding {
	for _, in := range z.order() {
		for i, b := range k {
			if b.zone == in && match(b) {
				return &k[i]
			}
		}
	}
	return nil
}

// match is the name of what a key does in a zone, "" for an unbound key: the
// zone's own binding first, then those of everywhere outside a text field, then
// those of everywhere.
func (k keyMap) match(z zone, msg tea.KeyPressMsg) string {
	if b := k.find(z, func(b binding) bool { return key.Matches(msg, b.Binding) }); b != nil {
		return b.name
	}
	return ""
}

// key is the first key for what has a name while the keyboard is in a zone.
func (k keyMap) key(z zone, name string) string {
	b := k.find(z, func(b binding) bool { return b.name == name })
	if b == nil {
		return ""
	}
	return firstKey(*b)
}

// firstKey is the first of the keys in a binding's label.
func firstKey(b binding) string {
	first, _, _ := strings.Cut(b.Help().Key, " ")
	return first
}

// in lists the bindings of a zone.
func (k keyMap) in(z zone) []binding {
	return slices.DeleteFunc(slices.Clone(k), func(b binding) bool { return b.zone != z })
}

// newKeyMap lists the bindings of every screen and window.
func newKeyMap() keyMap {
	return slices.Concat(exerciseActs().bindings(), contentsKeys(), quizKeys(), watchKeys(), overlayKeys())
}

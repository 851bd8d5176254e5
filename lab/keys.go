package lab

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// act is something a key can do.
type act uint8

// The acts. noAct is what an unbound key does.
const (
	noAct act = iota
	actQuit
	actPalette
	actHelp
	actNotation
	actSettings
	actBack
	actUp
	actDown
	actPageUp
	actPageDown
	actFirst
	actLast
	actOpen
	actSubmit
	actHint
	actLeave
	actNextFocus
	actPrevFocus
	actNextStep
	actPrevStep
	actPick
	actAccept
	actReading
	actDispute
	actRestart
	actLess
	actMore
	actLessTen
	actMoreTen
	actForward
	actBackward
	actForwardTen
	actBackwardTen
	actStart
	actEnd
	actPlay
	actFaster
	actSlower
	actNextEvent
	actPrevEvent
	actBreak
	actWhy
	actGoto
	actEnlarge
	actNextPoint
	actPrevPoint
	actBreakBack
	actLedger
	actLedgerWindow
	actWhyWindow
	actPanelDown
	actPanelUp
	actForget
	actWhatIf
	actBranches
	actCompare
	actPredict
	actByHand
	actPeek
	actGrain
	actZoomIn
	actZoomOut
	actPanLeft
	actPanRight
	actScale
	actRecord
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
	zoneWatch
	zoneWhatIf
	zoneQuiz
	zoneOverlay
)

// String is the heading of the zone in the help screen and the key table.
func (z zone) String() string {
	switch z {
	case zoneEverywhere:
		return "Everywhere"
	case zoneLab:
		return "Outside a text field"
	case zoneContents:
		return "Contents"
	case zoneField:
		return "In a text field"
	case zoneChoice:
		return "In a list of choices"
	case zoneControl:
		return "On a slider"
	case zoneStage:
		return "On the stage"
	case zoneWatch:
		return "In the window of conditions"
	case zoneWhatIf:
		return "Under “what if”"
	case zoneQuiz:
		return "In a question about the next step"
	case zoneOverlay:
		return "In a window laid over the screen"
	}
	return ""
}

// command binds keys to an act in a zone. short is its word in the footer.
type command struct {
	act   act
	zone  zone
	bind  key.Binding
	short string
}

// keyMap is the table of all commands.
type keyMap []command

// order is the zones whose bindings act while the keyboard is in z, the first
// to be asked first. A text field and a window take every plain key.
func (z zone) order() []zone {
	if z == zoneField || z == zoneOverlay || z == zoneWatch || z == zoneQuiz {
		return []zone{z, zoneEverywhere}
	}
	return []zone{z, zoneLab, zoneEverywhere}
}

// match finds what a key does in a zone: the zone's own binding first, then
// those of everywhere outside a text field, then those of everywhere.
func (k keyMap) match(z zone, msg tea.KeyPressMsg) act {
	for _, in := range z.order() {
		for _, c := range k {
			if c.zone == in && key.Matches(msg, c.bind) {
				return c.act
			}
		}
	}
	return noAct
}

// label is the keys shown for an act while the keyboard is in a zone.
func (k keyMap) label(z zone, a act) string {
	for _, in := range z.order() {
		for _, c := range k {
			if c.zone == in && c.act == a {
				return c.bind.Help().Key
			}
		}
	}
	return ""
}

// short is the footer's word for an act.
func (k keyMap) short(z zone, a act) string {
	for _, in := range z.order() {
		for _, c := range k {
			if c.zone == in && c.act == a && c.short != "" {
				return c.short
			}
		}
	}
	return ""
}

// in lists the commands of a zone.
func (k keyMap) in(z zone) []command {
	return slices.DeleteFunc(slices.Clone(k), func(c command) bool { return c.zone != z })
}

// KeyGroup is a part of the key table: keys that act in one place.
type KeyGroup struct {
	Title string
	Rows  []KeyRow
}

// KeyRow says what some keys do.
type KeyRow struct{ Keys, Words string }

// KeyTable lists all keys by where they act, from the bindings themselves.
func KeyTable() []KeyGroup {
	k := newKeyMap()
	var out []KeyGroup
	for z := zoneEverywhere; z <= zoneOverlay; z++ {
		g := KeyGroup{Title: z.String()}
		for _, c := range k.in(z) {
			h := c.bind.Help()
			g.Rows = append(g.Rows, KeyRow{Keys: h.Key, Words: h.Desc})
		}
		out = append(out, g)
	}
	return out
}

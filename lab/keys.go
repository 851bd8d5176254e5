package lab

import (
	"slices"
	"strings"

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

// newKeyMap returns the bindings of the lab.
func newKeyMap() keyMap {
	b := func(keys, label, words string) key.Binding {
		return key.NewBinding(key.WithKeys(strings.Fields(keys)...), key.WithHelp(label, words))
	}
	return keyMap{
		{actSubmit, zoneEverywhere, b("enter", "enter", "check the answer; when it is right, go to the next step"), "answer"},
		{actHint, zoneEverywhere, b("f1 ctrl+t", "f1 ctrl+t", "show the next hint, after the third the worked solution"), "hint"},
		{actNextFocus, zoneEverywhere, b("tab", "tab", "next field, slider, then the stage"), "next"},
		{actPrevFocus, zoneEverywhere, b("shift+tab", "shift+tab", "the one before"), ""},
		{actLeave, zoneEverywhere, b("esc", "esc", "leave a field for the stage; cancel what is being computed; close a window"), "stage"},
		{actNextStep, zoneEverywhere, b("ctrl+n", "ctrl+n", "next step of the exercise, answered or not"), ""},
		{actPrevStep, zoneEverywhere, b("ctrl+b", "ctrl+b", "step before"), ""},
		{actPageDown, zoneEverywhere, b("pgdown", "pgdn", "scroll the text down"), ""},
		{actPageUp, zoneEverywhere, b("pgup", "pgup", "scroll the text up"), ""},
		{actPalette, zoneEverywhere, b("ctrl+p", "ctrl+p", "go to any exercise by typing a part of its name"), ""},
		{actReading, zoneEverywhere, b("f2 f3 f4 f5 alt+1 alt+2 alt+3 alt+4", "f2 f3 alt+1 alt+2", "where a text has two readings: take that one"), ""},
		{actDispute, zoneEverywhere, b("ctrl+x", "ctrl+x", "“that is not what I did”: take the advice back"), "not what I did"},
		{actRestart, zoneEverywhere, b("ctrl+r", "ctrl+r", "begin the exercise anew, with new numbers"), "new numbers"},
		{actBack, zoneEverywhere, b("alt+q", "alt+q", "back to the contents, also while typing"), "back"},
		{actHelp, zoneEverywhere, b("ctrl+g", "ctrl+g", "all keys, also while typing"), "help"},
		{actQuit, zoneEverywhere, b("ctrl+c", "ctrl+c", "save and quit"), ""},

		{actHelp, zoneLab, b("?", "?", "all keys"), "help"},
		{actNotation, zoneLab, b("s", "s", "symbols and conventions"), "symbols"},
		{actPalette, zoneLab, b(":", ":", "go to any exercise"), "go to"},
		{actSettings, zoneLab, b(",", ",", "settings: dark or light, speed, shape of a cell"), "settings"},
		{actDispute, zoneLab, b("!", "!", "“that is not what I did”: take the advice back"), "not what I did"},
		{actRestart, zoneLab, b("r", "r", "begin the exercise anew, with new numbers"), "new numbers"},
		{actNextStep, zoneLab, b("]", "]", "next step of the exercise, answered or not"), ""},
		{actPrevStep, zoneLab, b("[", "[", "step before"), ""},
		{actBack, zoneLab, b("q", "q", "back to the contents; from there, save and quit"), "back"},

		{actUp, zoneContents, b("up k", "↑ k", "exercise above"), ""},
		{actDown, zoneContents, b("down j", "↓ j", "exercise below"), ""},
		{actFirst, zoneContents, b("home 0", "home 0", "first exercise"), ""},
		{actLast, zoneContents, b("end $", "end $", "last exercise"), ""},

		{actPrevFocus, zoneField, b("up", "↑", "field above"), ""},
		{actNextFocus, zoneField, b("down", "↓", "field below"), ""},
		{actAccept, zoneField, b("tab", "tab", "take the correction offered; where there is none, next field"), ""},

		{actUp, zoneChoice, b("up k", "↑ k", "choice above"), ""},
		{actDown, zoneChoice, b("down j", "↓ j", "choice below"), ""},
		{actPick, zoneChoice, b("1 2 3 4 5 6 7 8 9", "1…9", "that choice"), "choose"},

		{actMore, zoneControl, b("right l", "→ l", "one step up"), ""},
		{actLess, zoneControl, b("left h", "← h", "one step down"), ""},
		{actMoreTen, zoneControl, b("L shift+right", "L", "ten steps up"), ""},
		{actLessTen, zoneControl, b("H shift+left", "H", "ten steps down"), ""},
		{actPrevFocus, zoneControl, b("up k", "↑ k", "slider above"), ""},
		{actNextFocus, zoneControl, b("down j", "↓ j", "slider below"), ""},

		{actForward, zoneStage, b("right l", "→ l", "one step forward"), ""},
		{actBackward, zoneStage, b("left h", "← h", "one step back"), ""},
		{actForwardTen, zoneStage, b("L shift+right", "L", "ten steps forward"), ""},
		{actBackwardTen, zoneStage, b("H shift+left", "H", "ten steps back"), ""},
		{actStart, zoneStage, b("0 home", "0", "start of the run"), ""},
		{actEnd, zoneStage, b("$ end", "$", "end of the run as computed so far"), ""},
		{actPlay, zoneStage, b("space", "space", "play and pause"), "play"},
		{actFaster, zoneStage, b("+ =", "+", "play faster"), ""},
		{actSlower, zoneStage, b("-", "-", "play slower"), ""},
		{actGrain, zoneStage, b("u", "u", "what a step is: an update, a line of its formula, a sweep"), ""},
		{actNextEvent, zoneStage, b("n", "n", "next event of the run"), "event"},
		{actPrevEvent, zoneStage, b("N", "N", "event before"), ""},
		{actBreak, zoneStage, b("b", "b", "run until a condition holds"), "break"},
		{actBreakBack, zoneStage, b("B", "B", "run back to the condition last used"), ""},
		{actWhy, zoneStage, b("w", "w", "why this step: the numbers behind it"), "why"},
		{actWhyWindow, zoneStage, b("W", "W", "the same in a window, also where there is room for a panel"), ""},
		{actLedger, zoneStage, b("v", "v", "what must hold at every step, and whether it does"), "invariants"},
		{actLedgerWindow, zoneStage, b("V", "V", "the same in a window that scrolls"), ""},
		{actPanelDown, zoneStage, b("J", "J", "scroll the panels of “why” and of the invariants down"), ""},
		{actPanelUp, zoneStage, b("K", "K", "scroll them up"), ""},
		{actWhatIf, zoneStage, b("i", "i", "what if: another pair, point, step size, parameter; see where it leads, then fork"), "what if"},
		{actPredict, zoneStage, b("p", "p", "predict the next step before you see it"), "predict"},
		{actByHand, zoneStage, b("y", "y", "do the next step yourself, blank by blank"), "by hand"},
		{actBranches, zoneStage, b("o", "o", "go to another branch of the run"), "branches"},
		{actCompare, zoneStage, b("c", "c", "lay another branch beside this one"), "compare"},
		{actGoto, zoneStage, b("g", "g", "go to a step by its number"), "go"},
		{actEnlarge, zoneStage, b("f", "f", "enlarge the next figure, then show all again"), "figure"},
		{actZoomIn, zoneStage, b("z", "z", "enlarged chart: zoom in, around the cursor"), ""},
		{actZoomOut, zoneStage, b("Z", "Z", "enlarged chart: zoom out"), ""},
		{actPanLeft, zoneStage, b("<", "<", "enlarged chart: the part to the left"), ""},
		{actPanRight, zoneStage, b(">", ">", "enlarged chart: the part to the right"), ""},
		{actScale, zoneStage, b("a", "a", "enlarged chart: logarithmic or linear axis"), "log axis"},
		{actRecord, zoneStage, b("E", "E", "write the run down: a file to replay it, its steps as a table, its picture"), ""},
		{actNextPoint, zoneStage, b("x", "x", "inspect the next point"), "inspect"},
		{actPrevPoint, zoneStage, b("X", "X", "inspect the point before"), ""},

		{actUp, zoneWhatIf, b("up k", "↑ k", "choice above"), ""},
		{actDown, zoneWhatIf, b("down j", "↓ j", "choice below"), ""},
		{actMore, zoneWhatIf, b("right l", "→ l", "the next value"), ""},
		{actLess, zoneWhatIf, b("left h", "← h", "the value before"), ""},
		{actMoreTen, zoneWhatIf, b("L shift+right", "L", "ten values on"), ""},
		{actLessTen, zoneWhatIf, b("H shift+left", "H", "ten values back"), ""},
		{actSubmit, zoneWhatIf, b("enter", "enter", "take this step: the run forks, the old branch stays"), "fork"},
		{actLeave, zoneWhatIf, b("esc i", "esc i", "leave the run as it is"), "leave it"},
		{actEnlarge, zoneWhatIf, b("f", "f", "enlarge the next figure, then show all again"), "figure"},
		{actNextPoint, zoneWhatIf, b("x", "x", "inspect the next point"), ""},
		{actPick, zoneWhatIf, b("space", "space", "put the point inspected, or clicked, into the choice"), ""},
		{actPrevPoint, zoneWhatIf, b("X", "X", "inspect the point before"), ""},

		{actSubmit, zoneQuiz, b("enter", "enter", "judge the answer; then go on"), ""},
		{actLeave, zoneQuiz, b("esc", "esc", "skip the question; leave a step by hand"), ""},
		{actHint, zoneQuiz, b("f1 ctrl+t", "f1 ctrl+t", "by hand: show the right value of this blank"), ""},
		{actPeek, zoneQuiz, b("ctrl+o", "ctrl+o", "look at the stage behind the window; any key comes back"), ""},

		{actUp, zoneWatch, b("up", "↑", "condition or completion above"), ""},
		{actDown, zoneWatch, b("down", "↓", "condition or completion below"), ""},
		{actAccept, zoneWatch, b("tab", "tab", "take the completion, or the correction offered"), ""},
		{actSubmit, zoneWatch, b("enter", "enter", "run on to the condition"), ""},
		{actBreakBack, zoneWatch, b("alt+enter shift+enter", "alt+enter", "run back to it"), ""},
		{actForget, zoneWatch, b("ctrl+x", "ctrl+x", "forget the condition selected"), ""},

		{actUp, zoneOverlay, b("up k", "↑ k", "up"), ""},
		{actDown, zoneOverlay, b("down j", "↓ j", "down"), ""},
		{actOpen, zoneOverlay, b("enter", "enter", "take the selected line"), ""},
		{actLess, zoneOverlay, b("left h", "← h", "change a setting; one step back under “why”"), ""},
		{actMore, zoneOverlay, b("right l", "→ l", "change a setting; one step forward under “why”"), ""},
		{actLeave, zoneOverlay, b("q ?", "q", "close"), "close"},
	}
}

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

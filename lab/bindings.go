package lab

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
)

// newKeyMap returns the bindings of the lab.
func newKeyMap() keyMap {
	return slices.Concat(screenKeys(), answerKeys(), runKeys(), questionKeys(), windowKeys())
}

// bind binds keys, given with spaces between them; the footer and the help show
// them by a label, with what they do in words.
func bind(keys, label, words string) key.Binding {
	return key.NewBinding(key.WithKeys(strings.Fields(keys)...), key.WithHelp(label, words))
}

// screenKeys are those of every screen and of those between the exercises.
func screenKeys() keyMap {
	return keyMap{
		{actSubmit, zoneEverywhere, bind("enter", "enter", "check the answer; when it is right, go to the next step"), "answer"},
		{actHint, zoneEverywhere, bind("f1 ctrl+t", "f1 ctrl+t", "show the next hint, after the third the worked solution"), "hint"},
		{actNextFocus, zoneEverywhere, bind("tab", "tab", "next field, slider, then the stage"), "next"},
		{actPrevFocus, zoneEverywhere, bind("shift+tab", "shift+tab", "the one before"), ""},
		{actLeave, zoneEverywhere, bind("esc", "esc", "leave a field for the stage; cancel what is being computed; close a window"), "stage"},
		{actNextStep, zoneEverywhere, bind("ctrl+n", "ctrl+n", "next step of the exercise, answered or not"), ""},
		{actPrevStep, zoneEverywhere, bind("ctrl+b", "ctrl+b", "step before"), ""},
		{actPageDown, zoneEverywhere, bind("pgdown", "pgdn", "scroll the text down"), ""},
		{actPageUp, zoneEverywhere, bind("pgup", "pgup", "scroll the text up"), ""},
		{actPalette, zoneEverywhere, bind("ctrl+p", "ctrl+p", "go to any exercise by typing a part of its name"), ""},
		{actReading, zoneEverywhere, bind("f2 f3 f4 f5 alt+1 alt+2 alt+3 alt+4", "f2 f3 alt+1 alt+2", "where a text has two readings: take that one"), ""},
		{actDispute, zoneEverywhere, bind("ctrl+x", "ctrl+x", "“that is not what I did”: take the advice back"), "not what I did"},
		{actRestart, zoneEverywhere, bind("ctrl+r", "ctrl+r", "begin the exercise anew, with new numbers"), "new numbers"},
		{actBack, zoneEverywhere, bind("alt+q", "alt+q", "back to the contents, also while typing"), "back"},
		{actHelp, zoneEverywhere, bind("ctrl+g", "ctrl+g", "all keys, also while typing"), "help"},
		{actQuit, zoneEverywhere, bind("ctrl+c", "ctrl+c", "save and quit"), ""},

		{actHelp, zoneLab, bind("?", "?", "all keys"), "help"},
		{actNotation, zoneLab, bind("s", "s", "symbols and conventions"), "symbols"},
		{actPalette, zoneLab, bind(":", ":", "go to any exercise"), "go to"},
		{actSettings, zoneLab, bind(",", ",", "settings: dark or light, speed, shape of a cell"), "settings"},
		{actDispute, zoneLab, bind("!", "!", "“that is not what I did”: take the advice back"), "not what I did"},
		{actRestart, zoneLab, bind("r", "r", "begin the exercise anew, with new numbers"), "new numbers"},
		{actNextStep, zoneLab, bind("]", "]", "next step of the exercise, answered or not"), ""},
		{actPrevStep, zoneLab, bind("[", "[", "step before"), ""},
		{actBack, zoneLab, bind("q", "q", "back to the contents; from there, save and quit"), "back"},

		{actUp, zoneContents, bind("up k", "↑ k", "exercise above"), ""},
		{actDown, zoneContents, bind("down j", "↓ j", "exercise below"), ""},
		{actFirst, zoneContents, bind("home 0", "home 0", "first exercise"), ""},
		{actLast, zoneContents, bind("end $", "end $", "last exercise"), ""},
	}
}

// answerKeys are those of what is filled in: fields, choices, sliders.
func answerKeys() keyMap {
	return keyMap{
		{actPrevFocus, zoneField, bind("up", "↑", "field above"), ""},
		{actNextFocus, zoneField, bind("down", "↓", "field below"), ""},
		{actAccept, zoneField, bind("tab", "tab", "take the correction offered; where there is none, next field"), ""},

		{actUp, zoneChoice, bind("up k", "↑ k", "choice above"), ""},
		{actDown, zoneChoice, bind("down j", "↓ j", "choice below"), ""},
		{actPick, zoneChoice, bind("1 2 3 4 5 6 7 8 9", "1…9", "that choice"), "choose"},

		{actMore, zoneControl, bind("right l", "→ l", "one step up"), ""},
		{actLess, zoneControl, bind("left h", "← h", "one step down"), ""},
		{actMoreTen, zoneControl, bind("L shift+right", "L", "ten steps up"), ""},
		{actLessTen, zoneControl, bind("H shift+left", "H", "ten steps down"), ""},
		{actPrevFocus, zoneControl, bind("up k", "↑ k", "slider above"), ""},
		{actNextFocus, zoneControl, bind("down j", "↓ j", "slider below"), ""},
	}
}

// runKeys are those that move along a run.
func runKeys() keyMap {
	return keyMap{
		{actForward, zoneStage, bind("right l", "→ l", "one step forward"), ""},
		{actBackward, zoneStage, bind("left h", "← h", "one step back"), ""},
		{actForwardTen, zoneStage, bind("L shift+right", "L", "ten steps forward"), ""},
		{actBackwardTen, zoneStage, bind("H shift+left", "H", "ten steps back"), ""},
		{actStart, zoneStage, bind("0 home", "0", "start of the run"), ""},
		{actEnd, zoneStage, bind("$ end", "$", "end of the run as computed so far"), ""},
		{actPlay, zoneStage, bind("space", "space", "play and pause"), "play"},
		{actFaster, zoneStage, bind("+ =", "+", "play faster"), ""},
		{actSlower, zoneStage, bind("-", "-", "play slower"), ""},
		{actGrain, zoneStage, bind("u", "u", "what a step is: an update, a line of its formula, a sweep"), ""},
		{actNextEvent, zoneStage, bind("n", "n", "next event of the run"), "event"},
		{actPrevEvent, zoneStage, bind("N", "N", "event before"), ""},
		{actBreak, zoneStage, bind("b", "b", "run until a condition holds"), "break"},
		{actBreakBack, zoneStage, bind("B", "B", "run back to the condition last used"), ""},
	}
}

// questionKeys are those that question the run, and the picture of it.
func questionKeys() keyMap {
	return keyMap{
		{actWhy, zoneStage, bind("w", "w", "why this step: the numbers behind it"), "why"},
		{actWhyWindow, zoneStage, bind("W", "W", "the same in a window, also where there is room for a panel"), ""},
		{actLedger, zoneStage, bind("v", "v", "what must hold at every step, and whether it does"), "invariants"},
		{actLedgerWindow, zoneStage, bind("V", "V", "the same in a window that scrolls"), ""},
		{actPanelDown, zoneStage, bind("J", "J", "scroll the panels of “why” and of the invariants down"), ""},
		{actPanelUp, zoneStage, bind("K", "K", "scroll them up"), ""},
		{actWhatIf, zoneStage, bind("i", "i", "what if: another pair, point, step size, parameter; see where it leads, then fork"), "what if"},
		{actPredict, zoneStage, bind("p", "p", "predict the next step before you see it"), "predict"},
		{actByHand, zoneStage, bind("y", "y", "do the next step yourself, blank by blank"), "by hand"},
		{actBranches, zoneStage, bind("o", "o", "go to another branch of the run"), "branches"},
		{actCompare, zoneStage, bind("c", "c", "lay another branch beside this one"), "compare"},
		{actGoto, zoneStage, bind("g", "g", "go to a step by its number"), "go"},
		{actEnlarge, zoneStage, bind("f", "f", "enlarge the next figure, then show all again"), "figure"},
		{actZoomIn, zoneStage, bind("z", "z", "enlarged chart: zoom in, around the cursor"), ""},
		{actZoomOut, zoneStage, bind("Z", "Z", "enlarged chart: zoom out"), ""},
		{actPanLeft, zoneStage, bind("<", "<", "enlarged chart: the part to the left"), ""},
		{actPanRight, zoneStage, bind(">", ">", "enlarged chart: the part to the right"), ""},
		{actScale, zoneStage, bind("a", "a", "enlarged chart: logarithmic or linear axis"), "log axis"},
		{actRecord, zoneStage, bind("E", "E", "write the run down: a file to replay it, its steps as a table, its picture"), ""},
		{actNextPoint, zoneStage, bind("x", "x", "inspect the next point"), "inspect"},
		{actPrevPoint, zoneStage, bind("X", "X", "inspect the point before"), ""},
	}
}

// windowKeys are those of what stands in place of the stage or before it.
func windowKeys() keyMap {
	return keyMap{
		{actUp, zoneWhatIf, bind("up k", "↑ k", "choice above"), ""},
		{actDown, zoneWhatIf, bind("down j", "↓ j", "choice below"), ""},
		{actMore, zoneWhatIf, bind("right l", "→ l", "the next value"), ""},
		{actLess, zoneWhatIf, bind("left h", "← h", "the value before"), ""},
		{actMoreTen, zoneWhatIf, bind("L shift+right", "L", "ten values on"), ""},
		{actLessTen, zoneWhatIf, bind("H shift+left", "H", "ten values back"), ""},
		{actSubmit, zoneWhatIf, bind("enter", "enter", "take this step: the run forks, the old branch stays"), "fork"},
		{actLeave, zoneWhatIf, bind("esc i", "esc i", "leave the run as it is"), "leave it"},
		{actEnlarge, zoneWhatIf, bind("f", "f", "enlarge the next figure, then show all again"), "figure"},
		{actNextPoint, zoneWhatIf, bind("x", "x", "inspect the next point"), ""},
		{actPick, zoneWhatIf, bind("space", "space", "put the point inspected, or clicked, into the choice"), ""},
		{actPrevPoint, zoneWhatIf, bind("X", "X", "inspect the point before"), ""},

		{actSubmit, zoneQuiz, bind("enter", "enter", "judge the answer; then go on"), ""},
		{actLeave, zoneQuiz, bind("esc", "esc", "skip the question; leave a step by hand"), ""},
		{actHint, zoneQuiz, bind("f1 ctrl+t", "f1 ctrl+t", "by hand: show the right value of this blank"), ""},
		{actPeek, zoneQuiz, bind("ctrl+o", "ctrl+o", "look at the stage behind the window; any key comes back"), ""},

		{actUp, zoneWatch, bind("up", "↑", "condition or completion above"), ""},
		{actDown, zoneWatch, bind("down", "↓", "condition or completion below"), ""},
		{actAccept, zoneWatch, bind("tab", "tab", "take the completion, or the correction offered"), ""},
		{actSubmit, zoneWatch, bind("enter", "enter", "run on to the condition"), ""},
		{actBreakBack, zoneWatch, bind("alt+enter shift+enter", "alt+enter", "run back to it"), ""},
		{actForget, zoneWatch, bind("ctrl+x", "ctrl+x", "forget the condition selected"), ""},

		{actUp, zoneOverlay, bind("up k", "↑ k", "up"), ""},
		{actDown, zoneOverlay, bind("down j", "↓ j", "down"), ""},
		{actOpen, zoneOverlay, bind("enter", "enter", "take the selected line"), ""},
		{actLess, zoneOverlay, bind("left h", "← h", "change a setting; one step back under “why”"), ""},
		{actMore, zoneOverlay, bind("right l", "→ l", "change a setting; one step forward under “why”"), ""},
		{actLeave, zoneOverlay, bind("q ?", "q", "close"), "close"},
	}
}

package exercise

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/debug"
	"kernellab/lab/pictures"
	"kernellab/lab/player"
	"kernellab/lab/session"
)

// Actions is everything a key does on the screen of an exercise.
func Actions() session.Actions[*Screen] {
	return slices.Concat(everywhereActions(), outsideActions(), answerActions(), controlActions(),
		session.PartActions(rightOf, runActions()), session.PartActions(rightOf, questionActions()), session.PartActions(rightOf, pictureActions()), recordActions(), session.PartActions(rightOf, panelActions()), session.PartActions(rightOf, whatIfActions()))
}

// everywhereActions are those whose keys act also while a field is typed into.
func everywhereActions() session.Actions[*Screen] {
	at := session.ZoneEverywhere.Bind
	return session.Actions[*Screen]{
		{KeyBinding: at("answer", "enter", "enter", "check the answer; when it is right, go to the next step"), Rank: 10, WordFunc: session.ForPart(leftOf, (*leftSide).enterWord), Update: (*Screen).submit},
		{KeyBinding: at("hint", "f1 ctrl+t", "f1 ctrl+t", "show the next hint, after the third the worked solution"), Rank: 93, Word: "hint", Disabled: session.ForPart(leftOf, (*leftSide).withoutHints), Update: takeHint},
		{KeyBinding: at("next", "tab", "tab", "next field, slider, then the stage"), Rank: 90, WordFunc: tabWord, Do: focusBy(1)},
		{KeyBinding: at("previous", "shift+tab", "shift+tab", "the one before; from the stage, the panel that is open"), Do: focusBy(-1)},
		{KeyBinding: at("leave", "esc", "esc", "leave a field for the stage; cancel what is being computed; close a window"), Rank: 92, WordFunc: leaveWord, Do: leave},
		{KeyBinding: at("next step", "ctrl+n", "ctrl+n", "next step of the exercise, answered or not; next task of a review"), Disabled: session.ForPart(leftOf, (*leftSide).atLastStep), Update: skip},
		{KeyBinding: at("step before", "ctrl+b", "ctrl+b", "step before"), Disabled: session.ForPart(leftOf, (*leftSide).atFirstStep), Command: goBy(-1)},
		{KeyBinding: at("page down", "pgdown", "pgdn", "scroll the text down"), Handle: scrollText},
		{KeyBinding: at("page up", "pgup", "pgup", "scroll the text up"), Handle: scrollText},
		{KeyBinding: at("go to", "ctrl+p", "ctrl+p", "find an exercise, an act, a condition, a setting by its name, also while typing"), Open: goToExercise},
		{KeyBinding: at("reading", "f2 f3 f4 f5 alt+1 alt+2 alt+3 alt+4", "f2 f3 alt+1 alt+2", "where a text has two readings: take that one"), Disabled: session.ForPart(leftOf, (*leftSide).withoutReadings), Handle: writes(0)},
		{KeyBinding: at("dispute", "ctrl+x", "ctrl+x", "“that is not what I did”: take the advice back"), Disabled: session.ForPart(leftOf, (*leftSide).withoutAdvice), Command: session.ForPart(leftOf, (*leftSide).dispute)},
		{KeyBinding: at("restart", "ctrl+r", "ctrl+r", "begin the exercise anew, with new numbers where it has any"), Disabled: session.ForPart(leftOf, (*leftSide).inRound), Open: session.ForPart(leftOf, (*leftSide).askRestart)},
		{KeyBinding: at("warm up", "ctrl+y", "ctrl+y", "before an exercise: the task of an earlier unit that is due"), Rank: 11, Word: "warm-up", Disabled: session.ForPart(leftOf, (*leftSide).withoutWarmUp), Open: session.ForPart(leftOf, (*leftSide).warmUp)},
		{KeyBinding: at("back", "alt+q", "alt+q", "back to the contents, also while typing"), Update: back},
		{KeyBinding: at("help", "ctrl+g", "ctrl+g", "all keys, also while typing"), Open: help},
		{KeyBinding: at("quit", "ctrl+c", "ctrl+c", "save and quit"), Open: func(*Screen) session.Intent { return session.Quit{} }},
	}
}

// outsideActions are those that a text field takes the keys of.
func outsideActions() session.Actions[*Screen] {
	at := session.ZoneLab.Bind
	return session.Actions[*Screen]{
		{KeyBinding: at("help", "?", "?", "all keys"), Open: help},
		{KeyBinding: at("symbols", "s", "s", "symbols and conventions"), Open: func(e *Screen) session.Intent { return e.Session.ShowSymbols() }},
		{KeyBinding: at("go to", ":", ":", "find an exercise, an act, a condition, a setting by its name"), Rank: 94, Word: "find", Open: goToExercise},
		{KeyBinding: at("settings", ",", ",", "settings: dark or light, speed, shape of a cell"), Open: func(e *Screen) session.Intent { return e.Session.ShowSettings() }},
		{KeyBinding: at("dispute", "!", "!", "“that is not what I did”: take the advice back"), Disabled: session.ForPart(leftOf, (*leftSide).withoutAdvice), Command: session.ForPart(leftOf, (*leftSide).dispute)},
		{KeyBinding: at("restart", "r", "r", "begin the exercise anew, with new numbers where it has any"), Disabled: session.ForPart(leftOf, (*leftSide).inRound), Open: session.ForPart(leftOf, (*leftSide).askRestart)},
		{KeyBinding: at("next step", "]", "]", "next step of the exercise, answered or not; next task of a review"), Disabled: session.ForPart(leftOf, (*leftSide).atLastStep), Update: skip},
		{KeyBinding: at("step before", "[", "[", "step before"), Disabled: session.ForPart(leftOf, (*leftSide).atFirstStep), Command: goBy(-1)},
		{KeyBinding: at("back", "q", "q", "back to the contents; from there, save and quit"), Update: back},
	}
}

// answerActions are those of what is filled in.
func answerActions() session.Actions[*Screen] {
	field, choice := session.ZoneField.Bind, session.ZoneChoice.Bind
	return session.Actions[*Screen]{
		{KeyBinding: field("previous", "up", "↑", "field above"), Handle: writes(-1)},
		{KeyBinding: field("next", "down", "↓", "field below"), Handle: writes(1)},
		{KeyBinding: field("reason", "ctrl+l", "ctrl+l", "in a derivation: why the line with the cursor follows, from a short list"), Rank: 12, Word: "reason", Disabled: session.ForPart(leftOf, (*leftSide).withoutReasons), Open: session.ForPart(leftOf, (*leftSide).askReason)},
		{KeyBinding: field("accept", "tab", "tab", "take the correction offered; where there is none, next field"), Handle: accept},

		{KeyBinding: choice("up", "up k", "↑ k", "choice above"), Handle: writes(0)},
		{KeyBinding: choice("down", "down j", "↓ j", "choice below"), Rank: 20, ShownKey: "↑ ↓", WordFunc: chooseWord, Handle: writes(0)},
		{KeyBinding: choice("cell left", "left h", "← h", "in a table: cell to the left"), Disabled: outsideTable, Handle: writes(0)},
		{KeyBinding: choice("cell right", "right l", "→ l", "in a table: cell to the right"), Disabled: outsideTable, Handle: writes(0)},
		{KeyBinding: choice("cycle", "space", "space", "in a table: the next choice"), Rank: 21, Word: "choose", Disabled: outsideTable, Handle: writes(0)},
		{KeyBinding: choice("pick", "1 2 3 4 5 6 7 8 9", "1…9", "that choice"), Handle: writes(0)},
	}
}

// controlActions are those of a slider, a choice and a button.
func controlActions() session.Actions[*Screen] {
	at := session.ZoneControl.Bind
	return session.Actions[*Screen]{
		{KeyBinding: at("more", "right l", "→ l", "one step up"), Delta: 1, Rank: 20, ShownKey: "← →", WordFunc: session.ForPart(rightOf, (*rightSide).slideWord), Command: slideBy(1)},
		{KeyBinding: at("less", "left h", "← h", "one step down"), Delta: -1, Command: slideBy(-1)},
		{KeyBinding: at("ten more", "L shift+right", "L", "ten steps up"), Delta: 10, Command: slideBy(10)},
		{KeyBinding: at("ten less", "H shift+left", "H", "ten steps down"), Delta: -10, Command: slideBy(-10)},
		{KeyBinding: at("previous", "up k", "↑ k", "slider above; on a button that moves a cross, up"), Rank: 21, ShownKey: "↑ ↓", WordFunc: session.ForPart(rightOf, (*rightSide).upWord), Command: upBy(-1)},
		{KeyBinding: at("next", "down j", "↓ j", "slider below; on a button that moves a cross, down"), Command: upBy(1)},
		{KeyBinding: at("press", "enter space", "enter space", "press the button; elsewhere enter checks the answer, and space takes the next option"), Rank: 19, ShownKey: "enter", WordFunc: session.ForPart(rightOf, (*rightSide).pressWord), Handle: pressed},
	}
}

// runActions are those that move along a run.
func runActions() session.Actions[*rightSide] {
	at := session.ZoneStage.Bind
	return session.Actions[*rightSide]{
		{KeyBinding: at("forward", "right l", "→ l", "one step forward"), Delta: 1, Rank: 20, ShownKey: "← → space", Word: "step, play", Disabled: (*rightSide).withoutRun, Command: debugs((*debug.Debugger).Forward)},
		{KeyBinding: at("backward", "left h", "← h", "one step back"), Delta: -1, Disabled: (*rightSide).withoutRun, Do: plays((*player.Player).StepBack)},
		{KeyBinding: at("ten forward", "L shift+right", "L", "ten steps forward"), Delta: 10, Disabled: (*rightSide).withoutRun, Do: plays(func(p *player.Player) { p.Forward(10) })},
		{KeyBinding: at("ten backward", "H shift+left", "H", "ten steps back"), Delta: -10, Disabled: (*rightSide).withoutRun, Do: plays(func(p *player.Player) { p.Seek(p.At() - 10) })},
		{KeyBinding: at("start", "0 home", "0", "start of the run"), Disabled: (*rightSide).withoutRun, Do: plays(func(p *player.Player) { p.Seek(0) })},
		{KeyBinding: at("end", "$ end", "$", "end of the run, or the next step at which a condition holds"), Disabled: (*rightSide).withoutRun, Do: plays((*player.Player).SeekEnd)},
		{KeyBinding: at("play", "space", "space", "play and pause"), Disabled: (*rightSide).withoutRun, Command: debugs((*debug.Debugger).Play)},
		{KeyBinding: at("faster", "+ =", "+", "play faster; zoom into a map that is enlarged, or that has no run"), Rank: 22, ShownKey: "+ -", WordFunc: (*rightSide).zoomWord, Disabled: (*rightSide).withoutSpeed, Do: zoomOr(pictures.KeyLevels, (*player.Clock).Faster)},
		{KeyBinding: at("slower", "-", "-", "play slower; zoom out of the map"), Disabled: (*rightSide).withoutSpeed, Do: zoomOr(-pictures.KeyLevels, (*player.Clock).Slower)},
		{KeyBinding: at("lines", "u", "u", "go line by line through the formula of the next step; once more, step by step"), Disabled: (*rightSide).withoutRun, Do: plays((*player.Player).ToggleLines)},
		{KeyBinding: at("event", "n", "n", "next event of the run"), Rank: 52, Word: "event", Disabled: (*rightSide).withoutRun, Do: plays(func(p *player.Player) { p.SeekEvent(1) })},
		{KeyBinding: at("event before", "N", "N", "event before"), Disabled: (*rightSide).withoutRun, Do: plays(func(p *player.Player) { p.SeekEvent(-1) })},
		{KeyBinding: at("break", "b", "b", "run until a condition holds; it stays armed, and can be switched off in the list"), Rank: 34, Word: "watch", Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoBreakReason), Open: session.ForPart(debuggerOf, (*debug.Debugger).AskBreak)},
	}
}

// questionActions are those that question the run.
func questionActions() session.Actions[*rightSide] {
	at := session.ZoneStage.Bind
	return session.Actions[*rightSide]{
		{KeyBinding: at("why", "w", "w", "why this step: the numbers behind it"), Rank: 32, Word: "why", Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoWhyReason), Open: (*rightSide).toggleWhy},
		{KeyBinding: at("ledger", "v", "v", "the ledger: what must hold at every step, and whether it does"), Rank: 51, Word: "ledger", Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoLedgerReason), Do: func(r *rightSide) { r.showPanel(debug.LedgerPanel, !r.Debug.Inspector.Ledger.Open) }},
		{KeyBinding: at("what if", "i", "i", "what if: another pair, point, step size, parameter; see where it leads, then fork"), Rank: 33, Word: "what if", Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoForkReason), Command: debugs((*debug.Debugger).OpenWhatIf)},
		{KeyBinding: at("predict", "p", "p", "predict the next step before you see it"), Rank: 35, Word: "predict", Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoQuestionReason), Command: asksNext(debug.Predict)},
		{KeyBinding: at("by hand", "y", "y", "do the next step yourself, blank by blank"), Rank: 37, Word: "by hand", Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoQuestionReason), Command: asksNext(debug.WorkOut)},
		{KeyBinding: at("last change", "m", "m", "back to the step at which the α of the point inspected last changed"), Disabled: (*rightSide).withoutChange, Do: func(r *rightSide) { r.Debug.LastChange(r.Stage.Point) }},
		{KeyBinding: at("branches", "o", "o", "the branches: go to one, lay one beside this one, or forget it"), Rank: 31, Word: "branches", Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoBranchReason), Open: session.ForPart(debuggerOf, (*debug.Debugger).AskBranch)},
		{KeyBinding: at("go to step", "g", "g", "go to a step by its number"), Disabled: (*rightSide).withoutRun, Open: (*rightSide).askStep},
	}
}

// pictureActions are those of the figures on the stage.
func pictureActions() session.Actions[*rightSide] {
	at := session.ZoneStage.Bind
	return session.Actions[*rightSide]{
		{KeyBinding: at("figure", "f", "f", "enlarge the next figure, then show all again"), Rank: 41, Word: "figure", Disabled: (*rightSide).oneFigure, Do: (*rightSide).nextFigure},
		{KeyBinding: at("row below", "down", "↓", "the point in the row below, in the table of the points"), Rank: 56, ShownKey: "↑ ↓", Word: "point", Disabled: (*rightSide).withoutRows, Do: pointRowBy(1)},
		{KeyBinding: at("row above", "up", "↑", "the point in the row above"), Disabled: (*rightSide).withoutRows, Do: pointRowBy(-1)},
		{KeyBinding: at("next point", "x", "x", "inspect the next point"), Rank: 30, Word: "point", Disabled: (*rightSide).withoutPoints, Do: inspectBy(1)},
		{KeyBinding: at("point before", "X", "X", "inspect the point before"), Disabled: (*rightSide).withoutPoints, Do: inspectBy(-1)},
		{KeyBinding: at("about point", "e", "e", "why the point inspected is as it is, in a window; a right click asks about what is under it"), Disabled: (*rightSide).withoutPoint, Open: (*rightSide).aboutPoint},
	}
}

// recordActions are those that write the run down.
func recordActions() session.Actions[*Screen] {
	return session.Actions[*Screen]{
		{KeyBinding: session.ZoneStage.Bind("record", "E", "E", "write the run down: a file to replay it, its steps as a table, its picture"), Disabled: withoutRecord, Open: askRecord},
	}
}

// panelActions are those of a panel with the keyboard, beside those of the stage.
func panelActions() session.Actions[*rightSide] {
	at := session.ZonePanel.Bind
	by := func(n int) func(*rightSide) {
		return func(r *rightSide) { r.Debug.ScrollPanel(r.keyboard.panel, n) }
	}
	return session.Actions[*rightSide]{
		{KeyBinding: at("up", "up k", "↑ k", "scroll the panel up"), Do: by(-1)},
		{KeyBinding: at("down", "down j", "↓ j", "scroll the panel down"), Rank: 1, ShownKey: "↑ ↓", Word: "scroll", Do: by(1)},
		{KeyBinding: at("page up", "pgup", "pgup", "scroll it up by a page"), Do: by(-10)},
		{KeyBinding: at("page down", "pgdown", "pgdn", "scroll it down by a page"), Do: by(10)},
	}
}

// whatIfActions are those of the choices under "what if".
func whatIfActions() session.Actions[*rightSide] {
	at := session.ZoneWhatIf.Bind
	return session.Actions[*rightSide]{
		{KeyBinding: at("up", "up k", "↑ k", "choice above"), Do: func(r *rightSide) { r.Debug.WhatIf.Move(-1) }},
		{KeyBinding: at("down", "down j", "↓ j", "choice below"), Rank: 3, ShownKey: "↑ ↓", Word: "choose", Do: func(r *rightSide) { r.Debug.WhatIf.Move(1) }},
		{KeyBinding: at("more", "right l", "→ l", "the next value"), Rank: 2, ShownKey: "← →", Word: "change", Command: choiceBy(1)},
		{KeyBinding: at("less", "left h", "← h", "the value before"), Command: choiceBy(-1)},
		{KeyBinding: at("ten more", "L shift+right", "L", "ten values on"), Command: choiceBy(10)},
		{KeyBinding: at("ten less", "H shift+left", "H", "ten values back"), Command: choiceBy(-10)},
		{KeyBinding: at("fork", "enter", "enter", "take this step: the run forks, the old branch stays"), Rank: 1, Word: "fork", Command: func(r *rightSide) tea.Cmd { return r.Debug.WhatIf.Fork(r.Asker) }},
		{KeyBinding: at("leave", "esc i", "esc i", "leave the run as it is"), Rank: 4, Word: "leave it", Do: func(r *rightSide) { r.Debug.WhatIf.Close() }},
		{KeyBinding: at("figure", "f", "f", "enlarge the next figure, then show all again"), Rank: 5, Word: "figure", Disabled: (*rightSide).oneFigure, Do: (*rightSide).nextFigure},
		{KeyBinding: at("next point", "x", "x", "inspect the next point"), Disabled: (*rightSide).withoutPoints, Do: inspectBy(1)},
		{KeyBinding: at("pick", "space", "space", "put the point inspected, or clicked, into the choice"), Command: func(r *rightSide) tea.Cmd { return r.Debug.WhatIf.SetPoint(r.Asker, r.Stage.Point) }},
		{KeyBinding: at("point before", "X", "X", "inspect the point before"), Disabled: (*rightSide).withoutPoints, Do: inspectBy(-1)},
	}
}

// The parts of the screen that acts are about.
func leftOf(e *Screen) *leftSide { return &e.Left }

func rightOf(e *Screen) *rightSide { return &e.Right }

func debuggerOf(r *rightSide) *debug.Debugger { return &r.Debug }

// The actions that go by a number of steps.
func goBy(n int) func(*Screen) tea.Cmd {
	return func(e *Screen) tea.Cmd { return e.goTo(e.Left.Work.Index() + n) }
}

func slideBy(n int) func(*Screen) tea.Cmd {
	return func(e *Screen) tea.Cmd { return e.Right.nudge(n) }
}

func choiceBy(n int) func(*rightSide) tea.Cmd {
	return func(r *rightSide) tea.Cmd { return r.Debug.WhatIf.Nudge(r.Asker, n) }
}

func inspectBy(n int) func(*rightSide) {
	return func(r *rightSide) { r.Stage.InspectBy(n, r.Sight(), r.Session.Terminal()) }
}

func pointRowBy(n int) func(*rightSide) {
	return func(r *rightSide) { r.Stage.InspectRow(n, r.Sight()) }
}

// plays is an action of the player, debugs one of the debugger.
func plays(f func(*player.Player)) func(*rightSide) {
	return func(r *rightSide) { f(&r.Debug.Player) }
}

func debugs(f func(*debug.Debugger) tea.Cmd) func(*rightSide) tea.Cmd {
	return session.ForPart(debuggerOf, f)
}

func asksNext(k debug.Purpose) func(*rightSide) tea.Cmd {
	return debugs(func(d *debug.Debugger) tea.Cmd { return d.AskQuestions(k) })
}

// zoomOr zooms the map that keys zoom, or changes the speed where there is none.
func zoomOr(levels int, speed func(*player.Clock)) func(*rightSide) {
	return func(r *rightSide) {
		if i := r.Stage.Zoomable(r.Sight()); i >= 0 {
			r.Stage.SetZoom(i, r.Stage.Zoom(i).Add(levels))
			return
		}
		speed(&r.Debug.Player.Clock)
	}
}

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
	return slices.Concat(everywhereActs(), outsideActs(), answerActs(), controlActs(),
		session.Lift(rightOf, runActs()), session.Lift(rightOf, questionActs()), session.Lift(rightOf, pictureActs()), recordActs(), session.Lift(rightOf, panelActs()), session.Lift(rightOf, whatIfActs()))
}

// everywhereActs are those whose keys act also while a field is typed into.
func everywhereActs() session.Actions[*Screen] {
	at := session.ZoneEverywhere.Bind
	return session.Actions[*Screen]{
		{KeyBinding: at("answer", "enter", "enter", "check the answer; when it is right, go to the next step"), Foot: session.FooterSlot[*Screen]{Rank: 10, Word: session.Of(sheetOf, (*leftSide).enterWord)}, Do: session.Leads((*Screen).submit)},
		{KeyBinding: at("hint", "f1 ctrl+t", "f1 ctrl+t", "show the next hint, after the third the worked solution"), Foot: foots[*Screen](93, "hint"), Why: session.Of(sheetOf, (*leftSide).withoutHints), Do: session.Leads(takeHint)},
		{KeyBinding: at("next", "tab", "tab", "next field, slider, then the stage"), Foot: session.FooterSlot[*Screen]{Rank: 90, Word: tabWord}, Do: session.Does(focusBy(1))},
		{KeyBinding: at("previous", "shift+tab", "shift+tab", "the one before; from the stage, the panel that is open"), Do: session.Does(focusBy(-1))},
		{KeyBinding: at("leave", "esc", "esc", "leave a field for the stage; cancel what is being computed; close a window"), Foot: session.FooterSlot[*Screen]{Rank: 92, Word: leaveWord}, Do: session.Does(leave)},
		{KeyBinding: at("next step", "ctrl+n", "ctrl+n", "next step of the exercise, answered or not; next task of a review"), Why: session.Of(sheetOf, (*leftSide).atLastStep), Do: session.Leads(skip)},
		{KeyBinding: at("step before", "ctrl+b", "ctrl+b", "step before"), Why: session.Of(sheetOf, (*leftSide).atFirstStep), Do: session.Asks(goBy(-1))},
		{KeyBinding: at("page down", "pgdown", "pgdn", "scroll the text down"), Do: scrollText},
		{KeyBinding: at("page up", "pgup", "pgup", "scroll the text up"), Do: scrollText},
		{KeyBinding: at("go to", "ctrl+p", "ctrl+p", "find an exercise, an act, a condition, a setting by its name, also while typing"), Do: session.Opens(goToExercise)},
		{KeyBinding: at("reading", "f2 f3 f4 f5 alt+1 alt+2 alt+3 alt+4", "f2 f3 alt+1 alt+2", "where a text has two readings: take that one"), Why: session.Of(sheetOf, (*leftSide).withoutReadings), Do: writes(0)},
		{KeyBinding: at("dispute", "ctrl+x", "ctrl+x", "“that is not what I did”: take the advice back"), Why: session.Of(sheetOf, (*leftSide).withoutAdvice), Do: session.Asks(session.Of(sheetOf, (*leftSide).dispute))},
		{KeyBinding: at("restart", "ctrl+r", "ctrl+r", "begin the exercise anew, with new numbers where it has any"), Why: session.Of(sheetOf, (*leftSide).inRound), Do: session.Opens(session.Of(sheetOf, (*leftSide).askRestart))},
		{KeyBinding: at("warm up", "ctrl+y", "ctrl+y", "before an exercise: the task of an earlier unit that is due"), Foot: foots[*Screen](11, "warm-up"), Why: session.Of(sheetOf, (*leftSide).withoutWarmUp), Do: session.Opens(session.Of(sheetOf, (*leftSide).warmUp))},
		{KeyBinding: at("back", "alt+q", "alt+q", "back to the contents, also while typing"), Do: session.Leads(back)},
		{KeyBinding: at("help", "ctrl+g", "ctrl+g", "all keys, also while typing"), Do: session.Opens(help)},
		{KeyBinding: at("quit", "ctrl+c", "ctrl+c", "save and quit"), Do: session.Opens(func(*Screen) session.Intent { return session.Quit{} })},
	}
}

// outsideActs are those that a text field takes the keys of.
func outsideActs() session.Actions[*Screen] {
	at := session.ZoneLab.Bind
	return session.Actions[*Screen]{
		{KeyBinding: at("help", "?", "?", "all keys"), Do: session.Opens(help)},
		{KeyBinding: at("symbols", "s", "s", "symbols and conventions"), Do: session.Opens(func(e *Screen) session.Intent { return e.Session.Symbols() })},
		{KeyBinding: at("go to", ":", ":", "find an exercise, an act, a condition, a setting by its name"), Foot: foots[*Screen](94, "find"), Do: session.Opens(goToExercise)},
		{KeyBinding: at("settings", ",", ",", "settings: dark or light, speed, shape of a cell"), Do: session.Opens(func(e *Screen) session.Intent { return e.Session.AskSettings() })},
		{KeyBinding: at("dispute", "!", "!", "“that is not what I did”: take the advice back"), Why: session.Of(sheetOf, (*leftSide).withoutAdvice), Do: session.Asks(session.Of(sheetOf, (*leftSide).dispute))},
		{KeyBinding: at("restart", "r", "r", "begin the exercise anew, with new numbers where it has any"), Why: session.Of(sheetOf, (*leftSide).inRound), Do: session.Opens(session.Of(sheetOf, (*leftSide).askRestart))},
		{KeyBinding: at("next step", "]", "]", "next step of the exercise, answered or not; next task of a review"), Why: session.Of(sheetOf, (*leftSide).atLastStep), Do: session.Leads(skip)},
		{KeyBinding: at("step before", "[", "[", "step before"), Why: session.Of(sheetOf, (*leftSide).atFirstStep), Do: session.Asks(goBy(-1))},
		{KeyBinding: at("back", "q", "q", "back to the contents; from there, save and quit"), Do: session.Leads(back)},
	}
}

// answerActs are those of what is filled in.
func answerActs() session.Actions[*Screen] {
	field, choice := session.ZoneField.Bind, session.ZoneChoice.Bind
	return session.Actions[*Screen]{
		{KeyBinding: field("previous", "up", "↑", "field above"), Do: writes(-1)},
		{KeyBinding: field("next", "down", "↓", "field below"), Do: writes(1)},
		{KeyBinding: field("reason", "ctrl+l", "ctrl+l", "in a derivation: why the line with the cursor follows, from a short list"), Foot: foots[*Screen](12, "reason"), Why: session.Of(sheetOf, (*leftSide).withoutReasons), Do: session.Opens(session.Of(sheetOf, (*leftSide).askReason))},
		{KeyBinding: field("accept", "tab", "tab", "take the correction offered; where there is none, next field"), Do: accept},

		{KeyBinding: choice("up", "up k", "↑ k", "choice above"), Do: writes(0)},
		{KeyBinding: choice("down", "down j", "↓ j", "choice below"), Foot: session.FooterSlot[*Screen]{Rank: 20, Keys: "↑ ↓", Word: chooseWord}, Do: writes(0)},
		{KeyBinding: choice("cell left", "left h", "← h", "in a table: cell to the left"), Why: outsideTable, Do: writes(0)},
		{KeyBinding: choice("cell right", "right l", "→ l", "in a table: cell to the right"), Why: outsideTable, Do: writes(0)},
		{KeyBinding: choice("cycle", "space", "space", "in a table: the next choice"), Foot: foots[*Screen](21, "choose"), Why: outsideTable, Do: writes(0)},
		{KeyBinding: choice("pick", "1 2 3 4 5 6 7 8 9", "1…9", "that choice"), Do: writes(0)},
	}
}

// controlActs are those of a slider, a choice and a button.
func controlActs() session.Actions[*Screen] {
	at := session.ZoneControl.Bind
	return session.Actions[*Screen]{
		{KeyBinding: at("more", "right l", "→ l", "one step up"), By: 1, Foot: session.FooterSlot[*Screen]{Rank: 20, Keys: "← →", Word: session.Of(rightOf, (*rightSide).slideWord)}, Do: session.Asks(slideBy(1))},
		{KeyBinding: at("less", "left h", "← h", "one step down"), By: -1, Do: session.Asks(slideBy(-1))},
		{KeyBinding: at("ten more", "L shift+right", "L", "ten steps up"), By: 10, Do: session.Asks(slideBy(10))},
		{KeyBinding: at("ten less", "H shift+left", "H", "ten steps down"), By: -10, Do: session.Asks(slideBy(-10))},
		{KeyBinding: at("previous", "up k", "↑ k", "slider above; on a button that moves a cross, up"), Foot: session.FooterSlot[*Screen]{Rank: 21, Keys: "↑ ↓", Word: session.Of(rightOf, (*rightSide).upWord)}, Do: session.Asks(upBy(-1))},
		{KeyBinding: at("next", "down j", "↓ j", "slider below; on a button that moves a cross, down"), Do: session.Asks(upBy(1))},
		{KeyBinding: at("press", "enter space", "enter space", "press the button; elsewhere enter checks the answer, and space takes the next option"), Foot: session.FooterSlot[*Screen]{Rank: 19, Keys: "enter", Word: session.Of(rightOf, (*rightSide).pressWord)}, Do: pressed},
	}
}

// runActs are those that move along a run.
func runActs() session.Actions[*rightSide] {
	at := session.ZoneStage.Bind
	return session.Actions[*rightSide]{
		{KeyBinding: at("forward", "right l", "→ l", "one step forward"), By: 1, Foot: footsAs[*rightSide]("← → space", 20, "step, play"), Why: (*rightSide).withoutRun, Do: debugs((*debug.Debugger).Forward)},
		{KeyBinding: at("backward", "left h", "← h", "one step back"), By: -1, Why: (*rightSide).withoutRun, Do: plays((*player.Player).StepBack)},
		{KeyBinding: at("ten forward", "L shift+right", "L", "ten steps forward"), By: 10, Why: (*rightSide).withoutRun, Do: plays(func(p *player.Player) { p.Forward(10) })},
		{KeyBinding: at("ten backward", "H shift+left", "H", "ten steps back"), By: -10, Why: (*rightSide).withoutRun, Do: plays(func(p *player.Player) { p.Seek(p.At() - 10) })},
		{KeyBinding: at("start", "0 home", "0", "start of the run"), Why: (*rightSide).withoutRun, Do: plays(func(p *player.Player) { p.Seek(0) })},
		{KeyBinding: at("end", "$ end", "$", "end of the run, or the next step at which a condition holds"), Why: (*rightSide).withoutRun, Do: plays((*player.Player).SeekEnd)},
		{KeyBinding: at("play", "space", "space", "play and pause"), Why: (*rightSide).withoutRun, Do: debugs((*debug.Debugger).Play)},
		{KeyBinding: at("faster", "+ =", "+", "play faster; zoom into a map that is enlarged, or that has no run"), Foot: session.FooterSlot[*rightSide]{Rank: 22, Keys: "+ -", Word: (*rightSide).zoomWord}, Why: (*rightSide).withoutSpeed, Do: zoomOr(pictures.KeyLevels, (*player.Clock).Faster)},
		{KeyBinding: at("slower", "-", "-", "play slower; zoom out of the map"), Why: (*rightSide).withoutSpeed, Do: zoomOr(-pictures.KeyLevels, (*player.Clock).Slower)},
		{KeyBinding: at("lines", "u", "u", "go line by line through the formula of the next step; once more, step by step"), Why: (*rightSide).withoutRun, Do: plays((*player.Player).ToggleLines)},
		{KeyBinding: at("event", "n", "n", "next event of the run"), Foot: foots[*rightSide](52, "event"), Why: (*rightSide).withoutRun, Do: plays(func(p *player.Player) { p.SeekEvent(1) })},
		{KeyBinding: at("event before", "N", "N", "event before"), Why: (*rightSide).withoutRun, Do: plays(func(p *player.Player) { p.SeekEvent(-1) })},
		{KeyBinding: at("break", "b", "b", "run until a condition holds; it stays armed, and can be switched off in the list"), Foot: foots[*rightSide](34, "watch"), Why: session.Of(debuggerOf, (*debug.Debugger).WithoutBreaks), Do: session.Opens(session.Of(debuggerOf, (*debug.Debugger).AskBreak))},
	}
}

// questionActs are those that question the run.
func questionActs() session.Actions[*rightSide] {
	at := session.ZoneStage.Bind
	return session.Actions[*rightSide]{
		{KeyBinding: at("why", "w", "w", "why this step: the numbers behind it"), Foot: foots[*rightSide](32, "why"), Why: session.Of(debuggerOf, (*debug.Debugger).WithoutWhy), Do: session.Opens((*rightSide).toggleWhy)},
		{KeyBinding: at("ledger", "v", "v", "the ledger: what must hold at every step, and whether it does"), Foot: foots[*rightSide](51, "ledger"), Why: session.Of(debuggerOf, (*debug.Debugger).WithoutLedger), Do: session.Does(func(r *rightSide) { r.showPanel(debug.LedgerPanel, !r.Debug.Inspector.Ledger.Open) })},
		{KeyBinding: at("what if", "i", "i", "what if: another pair, point, step size, parameter; see where it leads, then fork"), Foot: foots[*rightSide](33, "what if"), Why: session.Of(debuggerOf, (*debug.Debugger).OneWay), Do: debugs((*debug.Debugger).OpenWhatIf)},
		{KeyBinding: at("predict", "p", "p", "predict the next step before you see it"), Foot: foots[*rightSide](35, "predict"), Why: session.Of(debuggerOf, (*debug.Debugger).NothingToAsk), Do: asksNext(debug.Predict)},
		{KeyBinding: at("by hand", "y", "y", "do the next step yourself, blank by blank"), Foot: foots[*rightSide](37, "by hand"), Why: session.Of(debuggerOf, (*debug.Debugger).NothingToAsk), Do: asksNext(debug.WorkOut)},
		{KeyBinding: at("last change", "m", "m", "back to the step at which the α of the point inspected last changed"), Why: (*rightSide).withoutChange, Do: session.Does(func(r *rightSide) { r.Debug.LastChange(r.Stage.Point) })},
		{KeyBinding: at("branches", "o", "o", "the branches: go to one, lay one beside this one, or forget it"), Foot: foots[*rightSide](31, "branches"), Why: session.Of(debuggerOf, (*debug.Debugger).OneBranch), Do: session.Opens(session.Of(debuggerOf, (*debug.Debugger).AskBranch))},
		{KeyBinding: at("go to step", "g", "g", "go to a step by its number"), Why: (*rightSide).withoutRun, Do: session.Opens((*rightSide).askStep)},
	}
}

// pictureActs are those of the figures on the stage.
func pictureActs() session.Actions[*rightSide] {
	at := session.ZoneStage.Bind
	return session.Actions[*rightSide]{
		{KeyBinding: at("figure", "f", "f", "enlarge the next figure, then show all again"), Foot: foots[*rightSide](41, "figure"), Why: (*rightSide).oneFigure, Do: session.Does((*rightSide).nextFigure)},
		{KeyBinding: at("row below", "down", "↓", "the point in the row below, in the table of the points"), Foot: footsAs[*rightSide]("↑ ↓", 56, "point"), Why: (*rightSide).withoutRows, Do: session.Does(pointRowBy(1))},
		{KeyBinding: at("row above", "up", "↑", "the point in the row above"), Why: (*rightSide).withoutRows, Do: session.Does(pointRowBy(-1))},
		{KeyBinding: at("next point", "x", "x", "inspect the next point"), Foot: foots[*rightSide](30, "point"), Why: (*rightSide).withoutPoints, Do: session.Does(inspectBy(1))},
		{KeyBinding: at("point before", "X", "X", "inspect the point before"), Why: (*rightSide).withoutPoints, Do: session.Does(inspectBy(-1))},
		{KeyBinding: at("about point", "e", "e", "why the point inspected is as it is, in a window; a right click asks about what is under it"), Why: (*rightSide).withoutPoint, Do: session.Opens((*rightSide).aboutPoint)},
	}
}

// recordActs are those that write the run down.
func recordActs() session.Actions[*Screen] {
	return session.Actions[*Screen]{
		{KeyBinding: session.ZoneStage.Bind("record", "E", "E", "write the run down: a file to replay it, its steps as a table, its picture"), Why: withoutRecord, Do: session.Opens(askRecord)},
	}
}

// panelActs are those of a panel with the keyboard, beside those of the stage.
func panelActs() session.Actions[*rightSide] {
	at := session.ZonePanel.Bind
	by := func(n int) session.Handler[*rightSide] {
		return session.Does(func(r *rightSide) { r.Debug.ScrollPanel(r.keyboard.panel, n) })
	}
	return session.Actions[*rightSide]{
		{KeyBinding: at("up", "up k", "↑ k", "scroll the panel up"), Do: by(-1)},
		{KeyBinding: at("down", "down j", "↓ j", "scroll the panel down"), Foot: footsAs[*rightSide]("↑ ↓", 1, "scroll"), Do: by(1)},
		{KeyBinding: at("page up", "pgup", "pgup", "scroll it up by a page"), Do: by(-10)},
		{KeyBinding: at("page down", "pgdown", "pgdn", "scroll it down by a page"), Do: by(10)},
	}
}

// whatIfActs are those of the choices under "what if".
func whatIfActs() session.Actions[*rightSide] {
	at := session.ZoneWhatIf.Bind
	return session.Actions[*rightSide]{
		{KeyBinding: at("up", "up k", "↑ k", "choice above"), Do: session.Does(func(r *rightSide) { r.Debug.WhatIf.Move(-1) })},
		{KeyBinding: at("down", "down j", "↓ j", "choice below"), Foot: footsAs[*rightSide]("↑ ↓", 3, "choose"), Do: session.Does(func(r *rightSide) { r.Debug.WhatIf.Move(1) })},
		{KeyBinding: at("more", "right l", "→ l", "the next value"), Foot: footsAs[*rightSide]("← →", 2, "change"), Do: session.Asks(choiceBy(1))},
		{KeyBinding: at("less", "left h", "← h", "the value before"), Do: session.Asks(choiceBy(-1))},
		{KeyBinding: at("ten more", "L shift+right", "L", "ten values on"), Do: session.Asks(choiceBy(10))},
		{KeyBinding: at("ten less", "H shift+left", "H", "ten values back"), Do: session.Asks(choiceBy(-10))},
		{KeyBinding: at("fork", "enter", "enter", "take this step: the run forks, the old branch stays"), Foot: foots[*rightSide](1, "fork"), Do: session.Asks(func(r *rightSide) tea.Cmd { return r.Debug.WhatIf.Take(r.Asker) })},
		{KeyBinding: at("leave", "esc i", "esc i", "leave the run as it is"), Foot: foots[*rightSide](4, "leave it"), Do: session.Does(func(r *rightSide) { r.Debug.WhatIf.Leave() })},
		{KeyBinding: at("figure", "f", "f", "enlarge the next figure, then show all again"), Foot: foots[*rightSide](5, "figure"), Why: (*rightSide).oneFigure, Do: session.Does((*rightSide).nextFigure)},
		{KeyBinding: at("next point", "x", "x", "inspect the next point"), Why: (*rightSide).withoutPoints, Do: session.Does(inspectBy(1))},
		{KeyBinding: at("pick", "space", "space", "put the point inspected, or clicked, into the choice"), Do: session.Asks(func(r *rightSide) tea.Cmd { return r.Debug.WhatIf.Point(r.Asker, r.Stage.Point) })},
		{KeyBinding: at("point before", "X", "X", "inspect the point before"), Why: (*rightSide).withoutPoints, Do: session.Does(inspectBy(-1))},
	}
}

// foots puts an act into the footer by a word, footsAs with keys that stand for
// this act and others.
func foots[S any](rank int, word string) session.FooterSlot[S] { return footsAs[S]("", rank, word) }

func footsAs[S any](keys string, rank int, word string) session.FooterSlot[S] {
	return session.FooterSlot[S]{Rank: rank, Keys: keys, Word: func(S) string { return word }}
}

// The parts of the screen that acts are about.
func sheetOf(e *Screen) *leftSide { return &e.Left }

func rightOf(e *Screen) *rightSide { return &e.Right }

func debuggerOf(r *rightSide) *debug.Debugger { return &r.Debug }

// The acts that go by a number of steps.
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

// plays is an act of the player, debugs one of the debugger.
func plays(f func(*player.Player)) session.Handler[*rightSide] {
	return session.Does(func(r *rightSide) { f(&r.Debug.Player) })
}

func debugs(f func(*debug.Debugger) tea.Cmd) session.Handler[*rightSide] {
	return session.Asks(session.Of(debuggerOf, f))
}

func asksNext(k debug.Purpose) session.Handler[*rightSide] {
	return debugs(func(d *debug.Debugger) tea.Cmd { return d.AskNext(k) })
}

// zoomOr zooms the map that keys zoom, or changes the speed where there is none.
func zoomOr(levels int, speed func(*player.Clock)) session.Handler[*rightSide] {
	return session.Does(func(r *rightSide) {
		if i := r.Stage.Zoomable(r.Sight()); i >= 0 {
			r.Stage.SetZoom(i, r.Stage.ZoomOf(i).By(levels))
			return
		}
		speed(&r.Debug.Player.Clock)
	})
}

package lab

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/player"
)

// exerciseActs is everything a key does on the screen of an exercise.
func exerciseActs() acts[*exercise] {
	return slices.Concat(everywhereActs(), outsideActs(), answerActs(), controlActs(),
		lift(rightOf, runActs()), lift(rightOf, questionActs()), lift(rightOf, pictureActs()), recordActs(), lift(rightOf, panelActs()), lift(rightOf, whatIfActs()))
}

// everywhereActs are those whose keys act also while a field is typed into.
func everywhereActs() acts[*exercise] {
	at := zoneEverywhere.bind
	return acts[*exercise]{
		{binding: at("answer", "enter", "enter", "check the answer; when it is right, go to the next step"), foot: foot[*exercise]{rank: 10, word: of(sheetOf, (*sheet).enterWord)}, do: leads((*exercise).submit)},
		{binding: at("hint", "f1 ctrl+t", "f1 ctrl+t", "show the next hint, after the third the worked solution"), foot: foots[*exercise](93, "hint"), why: of(sheetOf, (*sheet).withoutHints), do: leads(takeHint)},
		{binding: at("next", "tab", "tab", "next field, slider, then the stage"), foot: foot[*exercise]{rank: 90, word: tabWord}, do: does(focusBy(1))},
		{binding: at("previous", "shift+tab", "shift+tab", "the one before; from the stage, the panel that is open"), do: does(focusBy(-1))},
		{binding: at("leave", "esc", "esc", "leave a field for the stage; cancel what is being computed; close a window"), foot: foot[*exercise]{rank: 92, word: leaveWord}, do: does(leave)},
		{binding: at("next step", "ctrl+n", "ctrl+n", "next step of the exercise, answered or not; next task of a review"), why: of(sheetOf, (*sheet).atLastStep), do: leads(skip)},
		{binding: at("step before", "ctrl+b", "ctrl+b", "step before"), why: of(sheetOf, (*sheet).atFirstStep), do: asks(goBy(-1))},
		{binding: at("page down", "pgdown", "pgdn", "scroll the text down"), do: scrollText},
		{binding: at("page up", "pgup", "pgup", "scroll the text up"), do: scrollText},
		{binding: at("go to", "ctrl+p", "ctrl+p", "find an exercise, an act, a condition, a setting by its name, also while typing"), do: opens(goToExercise)},
		{binding: at("reading", "f2 f3 f4 f5 alt+1 alt+2 alt+3 alt+4", "f2 f3 alt+1 alt+2", "where a text has two readings: take that one"), why: of(sheetOf, (*sheet).withoutReadings), do: writes(0)},
		{binding: at("dispute", "ctrl+x", "ctrl+x", "“that is not what I did”: take the advice back"), why: of(sheetOf, (*sheet).withoutAdvice), do: asks(of(sheetOf, (*sheet).dispute))},
		{binding: at("restart", "ctrl+r", "ctrl+r", "begin the exercise anew, with new numbers where it has any"), why: of(sheetOf, (*sheet).inRound), do: opens(of(sheetOf, (*sheet).askRestart))},
		{binding: at("warm up", "ctrl+y", "ctrl+y", "before an exercise: the task of an earlier unit that is due"), foot: foots[*exercise](11, "warm-up"), why: of(sheetOf, (*sheet).withoutWarmUp), do: opens(of(sheetOf, (*sheet).warmUp))},
		{binding: at("back", "alt+q", "alt+q", "back to the contents, also while typing"), do: leads(back)},
		{binding: at("help", "ctrl+g", "ctrl+g", "all keys, also while typing"), do: opens(help)},
		{binding: at("quit", "ctrl+c", "ctrl+c", "save and quit"), do: opens(func(*exercise) intent { return quitIntent{} })},
	}
}

// outsideActs are those that a text field takes the keys of.
func outsideActs() acts[*exercise] {
	at := zoneLab.bind
	return acts[*exercise]{
		{binding: at("help", "?", "?", "all keys"), do: opens(help)},
		{binding: at("symbols", "s", "s", "symbols and conventions"), do: opens(func(e *exercise) intent { return e.session.symbols() })},
		{binding: at("go to", ":", ":", "find an exercise, an act, a condition, a setting by its name"), foot: foots[*exercise](94, "find"), do: opens(goToExercise)},
		{binding: at("settings", ",", ",", "settings: dark or light, speed, shape of a cell"), do: opens(func(e *exercise) intent { return e.session.askSettings() })},
		{binding: at("dispute", "!", "!", "“that is not what I did”: take the advice back"), why: of(sheetOf, (*sheet).withoutAdvice), do: asks(of(sheetOf, (*sheet).dispute))},
		{binding: at("restart", "r", "r", "begin the exercise anew, with new numbers where it has any"), why: of(sheetOf, (*sheet).inRound), do: opens(of(sheetOf, (*sheet).askRestart))},
		{binding: at("next step", "]", "]", "next step of the exercise, answered or not; next task of a review"), why: of(sheetOf, (*sheet).atLastStep), do: leads(skip)},
		{binding: at("step before", "[", "[", "step before"), why: of(sheetOf, (*sheet).atFirstStep), do: asks(goBy(-1))},
		{binding: at("back", "q", "q", "back to the contents; from there, save and quit"), do: leads(back)},
	}
}

// answerActs are those of what is filled in.
func answerActs() acts[*exercise] {
	field, choice := zoneField.bind, zoneChoice.bind
	return acts[*exercise]{
		{binding: field("previous", "up", "↑", "field above"), do: writes(-1)},
		{binding: field("next", "down", "↓", "field below"), do: writes(1)},
		{binding: field("reason", "ctrl+l", "ctrl+l", "in a derivation: why the line with the cursor follows, from a short list"), foot: foots[*exercise](12, "reason"), why: of(sheetOf, (*sheet).withoutReasons), do: opens(of(sheetOf, (*sheet).askReason))},
		{binding: field("accept", "tab", "tab", "take the correction offered; where there is none, next field"), do: accept},

		{binding: choice("up", "up k", "↑ k", "choice above"), do: writes(0)},
		{binding: choice("down", "down j", "↓ j", "choice below"), foot: foot[*exercise]{20, "↑ ↓", chooseWord}, do: writes(0)},
		{binding: choice("cell left", "left h", "← h", "in a table: cell to the left"), why: outsideTable, do: writes(0)},
		{binding: choice("cell right", "right l", "→ l", "in a table: cell to the right"), why: outsideTable, do: writes(0)},
		{binding: choice("cycle", "space", "space", "in a table: the next choice"), foot: foots[*exercise](21, "choose"), why: outsideTable, do: writes(0)},
		{binding: choice("pick", "1 2 3 4 5 6 7 8 9", "1…9", "that choice"), do: writes(0)},
	}
}

// controlActs are those of a slider, a choice and a button.
func controlActs() acts[*exercise] {
	at := zoneControl.bind
	return acts[*exercise]{
		{binding: at("more", "right l", "→ l", "one step up"), by: 1, foot: foot[*exercise]{20, "← →", of(rightOf, (*rightSide).slideWord)}, do: asks(slideBy(1))},
		{binding: at("less", "left h", "← h", "one step down"), by: -1, do: asks(slideBy(-1))},
		{binding: at("ten more", "L shift+right", "L", "ten steps up"), by: 10, do: asks(slideBy(10))},
		{binding: at("ten less", "H shift+left", "H", "ten steps down"), by: -10, do: asks(slideBy(-10))},
		{binding: at("previous", "up k", "↑ k", "slider above; on a button that moves a cross, up"), foot: foot[*exercise]{21, "↑ ↓", of(rightOf, (*rightSide).upWord)}, do: asks(upBy(-1))},
		{binding: at("next", "down j", "↓ j", "slider below; on a button that moves a cross, down"), do: asks(upBy(1))},
		{binding: at("press", "enter space", "enter space", "press the button; elsewhere enter checks the answer, and space takes the next option"), foot: foot[*exercise]{19, "enter", of(rightOf, (*rightSide).pressWord)}, do: pressed},
	}
}

// runActs are those that move along a run.
func runActs() acts[*rightSide] {
	at := zoneStage.bind
	return acts[*rightSide]{
		{binding: at("forward", "right l", "→ l", "one step forward"), by: 1, foot: footsAs[*rightSide]("← → space", 20, "step, play"), why: (*rightSide).withoutRun, do: debugs((*debugger).forward)},
		{binding: at("backward", "left h", "← h", "one step back"), by: -1, why: (*rightSide).withoutRun, do: plays((*player.Player).StepBack)},
		{binding: at("ten forward", "L shift+right", "L", "ten steps forward"), by: 10, why: (*rightSide).withoutRun, do: plays(func(p *player.Player) { p.Forward(10) })},
		{binding: at("ten backward", "H shift+left", "H", "ten steps back"), by: -10, why: (*rightSide).withoutRun, do: plays(func(p *player.Player) { p.Seek(p.At() - 10) })},
		{binding: at("start", "0 home", "0", "start of the run"), why: (*rightSide).withoutRun, do: plays(func(p *player.Player) { p.Seek(0) })},
		{binding: at("end", "$ end", "$", "end of the run, or the next step at which a condition holds"), why: (*rightSide).withoutRun, do: plays((*player.Player).SeekEnd)},
		{binding: at("play", "space", "space", "play and pause"), why: (*rightSide).withoutRun, do: debugs((*debugger).play)},
		{binding: at("faster", "+ =", "+", "play faster; zoom into a map that is enlarged, or that has no run"), foot: foot[*rightSide]{22, "+ -", (*rightSide).zoomWord}, why: (*rightSide).withoutSpeed, do: zoomOr(keyLevels, (*player.Clock).Faster)},
		{binding: at("slower", "-", "-", "play slower; zoom out of the map"), why: (*rightSide).withoutSpeed, do: zoomOr(-keyLevels, (*player.Clock).Slower)},
		{binding: at("lines", "u", "u", "go line by line through the formula of the next step; once more, step by step"), why: (*rightSide).withoutRun, do: plays((*player.Player).ToggleLines)},
		{binding: at("event", "n", "n", "next event of the run"), foot: foots[*rightSide](52, "event"), why: (*rightSide).withoutRun, do: plays(func(p *player.Player) { p.SeekEvent(1) })},
		{binding: at("event before", "N", "N", "event before"), why: (*rightSide).withoutRun, do: plays(func(p *player.Player) { p.SeekEvent(-1) })},
		{binding: at("break", "b", "b", "run until a condition holds; it stays armed, and can be switched off in the list"), foot: foots[*rightSide](34, "watch"), why: of(debuggerOf, (*debugger).withoutBreaks), do: opens(of(debuggerOf, (*debugger).askBreak))},
	}
}

// questionActs are those that question the run.
func questionActs() acts[*rightSide] {
	at := zoneStage.bind
	return acts[*rightSide]{
		{binding: at("why", "w", "w", "why this step: the numbers behind it"), foot: foots[*rightSide](32, "why"), why: of(debuggerOf, (*debugger).withoutWhy), do: opens((*rightSide).toggleWhy)},
		{binding: at("ledger", "v", "v", "the ledger: what must hold at every step, and whether it does"), foot: foots[*rightSide](51, "ledger"), why: of(debuggerOf, (*debugger).withoutLedger), do: does(func(r *rightSide) { r.showPanel(ledgerPanel, !r.debug.inspector.ledger.open) })},
		{binding: at("what if", "i", "i", "what if: another pair, point, step size, parameter; see where it leads, then fork"), foot: foots[*rightSide](33, "what if"), why: of(debuggerOf, (*debugger).oneWay), do: debugs((*debugger).openWhatIf)},
		{binding: at("predict", "p", "p", "predict the next step before you see it"), foot: foots[*rightSide](35, "predict"), why: of(debuggerOf, (*debugger).nothingToAsk), do: asksNext(predicting)},
		{binding: at("by hand", "y", "y", "do the next step yourself, blank by blank"), foot: foots[*rightSide](37, "by hand"), why: of(debuggerOf, (*debugger).nothingToAsk), do: asksNext(workingOut)},
		{binding: at("last change", "m", "m", "back to the step at which the α of the point inspected last changed"), why: (*rightSide).withoutChange, do: does(func(r *rightSide) { r.debug.lastChange(r.stage.point) })},
		{binding: at("branches", "o", "o", "the branches: go to one, lay one beside this one, or forget it"), foot: foots[*rightSide](31, "branches"), why: of(debuggerOf, (*debugger).oneBranch), do: opens(of(debuggerOf, (*debugger).askBranch))},
		{binding: at("go to step", "g", "g", "go to a step by its number"), why: (*rightSide).withoutRun, do: opens((*rightSide).askStep)},
	}
}

// pictureActs are those of the figures on the stage.
func pictureActs() acts[*rightSide] {
	at := zoneStage.bind
	return acts[*rightSide]{
		{binding: at("figure", "f", "f", "enlarge the next figure, then show all again"), foot: foots[*rightSide](41, "figure"), why: (*rightSide).oneFigure, do: does((*rightSide).nextFigure)},
		{binding: at("row below", "down", "↓", "the point in the row below, in the table of the points"), foot: footsAs[*rightSide]("↑ ↓", 56, "point"), why: (*rightSide).withoutRows, do: does(pointRowBy(1))},
		{binding: at("row above", "up", "↑", "the point in the row above"), why: (*rightSide).withoutRows, do: does(pointRowBy(-1))},
		{binding: at("next point", "x", "x", "inspect the next point"), foot: foots[*rightSide](30, "point"), why: (*rightSide).withoutPoints, do: does(inspectBy(1))},
		{binding: at("point before", "X", "X", "inspect the point before"), why: (*rightSide).withoutPoints, do: does(inspectBy(-1))},
		{binding: at("about point", "e", "e", "why the point inspected is as it is, in a window; a right click asks about what is under it"), why: (*rightSide).withoutPoint, do: opens((*rightSide).aboutPoint)},
	}
}

// recordActs are those that write the run down.
func recordActs() acts[*exercise] {
	return acts[*exercise]{
		{binding: zoneStage.bind("record", "E", "E", "write the run down: a file to replay it, its steps as a table, its picture"), why: withoutRecord, do: opens(askRecord)},
	}
}

// panelActs are those of a panel with the keyboard, beside those of the stage.
func panelActs() acts[*rightSide] {
	at := zonePanel.bind
	by := func(n int) deed[*rightSide] {
		return does(func(r *rightSide) { r.debug.scrollPanel(r.keyboard.panel, n) })
	}
	return acts[*rightSide]{
		{binding: at("up", "up k", "↑ k", "scroll the panel up"), do: by(-1)},
		{binding: at("down", "down j", "↓ j", "scroll the panel down"), foot: footsAs[*rightSide]("↑ ↓", 1, "scroll"), do: by(1)},
		{binding: at("page up", "pgup", "pgup", "scroll it up by a page"), do: by(-10)},
		{binding: at("page down", "pgdown", "pgdn", "scroll it down by a page"), do: by(10)},
	}
}

// whatIfActs are those of the choices under "what if".
func whatIfActs() acts[*rightSide] {
	at := zoneWhatIf.bind
	return acts[*rightSide]{
		{binding: at("up", "up k", "↑ k", "choice above"), do: does(func(r *rightSide) { r.debug.whatIf.move(-1) })},
		{binding: at("down", "down j", "↓ j", "choice below"), foot: footsAs[*rightSide]("↑ ↓", 3, "choose"), do: does(func(r *rightSide) { r.debug.whatIf.move(1) })},
		{binding: at("more", "right l", "→ l", "the next value"), foot: footsAs[*rightSide]("← →", 2, "change"), do: asks(choiceBy(1))},
		{binding: at("less", "left h", "← h", "the value before"), do: asks(choiceBy(-1))},
		{binding: at("ten more", "L shift+right", "L", "ten values on"), do: asks(choiceBy(10))},
		{binding: at("ten less", "H shift+left", "H", "ten values back"), do: asks(choiceBy(-10))},
		{binding: at("fork", "enter", "enter", "take this step: the run forks, the old branch stays"), foot: foots[*rightSide](1, "fork"), do: asks(func(r *rightSide) tea.Cmd { return r.debug.whatIf.take(r.Asker) })},
		{binding: at("leave", "esc i", "esc i", "leave the run as it is"), foot: foots[*rightSide](4, "leave it"), do: does(func(r *rightSide) { r.debug.whatIf.leave() })},
		{binding: at("figure", "f", "f", "enlarge the next figure, then show all again"), foot: foots[*rightSide](5, "figure"), why: (*rightSide).oneFigure, do: does((*rightSide).nextFigure)},
		{binding: at("next point", "x", "x", "inspect the next point"), why: (*rightSide).withoutPoints, do: does(inspectBy(1))},
		{binding: at("pick", "space", "space", "put the point inspected, or clicked, into the choice"), do: asks(func(r *rightSide) tea.Cmd { return r.debug.whatIf.point(r.Asker, r.stage.point) })},
		{binding: at("point before", "X", "X", "inspect the point before"), why: (*rightSide).withoutPoints, do: does(inspectBy(-1))},
	}
}

// foots puts an act into the footer by a word, footsAs with keys that stand for
// this act and others.
func foots[S any](rank int, word string) foot[S] { return footsAs[S]("", rank, word) }

func footsAs[S any](keys string, rank int, word string) foot[S] {
	return foot[S]{rank, keys, func(S) string { return word }}
}

// The parts of the screen that acts are about.
func sheetOf(e *exercise) *sheet        { return &e.sheet }
func rightOf(e *exercise) *rightSide    { return &e.right }
func debuggerOf(r *rightSide) *debugger { return &r.debug }

// The acts that go by a number of steps.
func goBy(n int) func(*exercise) tea.Cmd {
	return func(e *exercise) tea.Cmd { return e.goTo(e.sheet.work.Index() + n) }
}

func slideBy(n int) func(*exercise) tea.Cmd {
	return func(e *exercise) tea.Cmd { return e.right.nudge(n) }
}

func choiceBy(n int) func(*rightSide) tea.Cmd {
	return func(r *rightSide) tea.Cmd { return r.debug.whatIf.nudge(r.Asker, n) }
}

func inspectBy(n int) func(*rightSide) {
	return func(r *rightSide) { r.stage.inspectBy(n, r.sight(), r.session.view()) }
}

func pointRowBy(n int) func(*rightSide) {
	return func(r *rightSide) { r.stage.inspectRow(n, r.sight()) }
}

// plays is an act of the player, debugs one of the debugger.
func plays(f func(*player.Player)) deed[*rightSide] {
	return does(func(r *rightSide) { f(&r.debug.player) })
}

func debugs(f func(*debugger) tea.Cmd) deed[*rightSide] { return asks(of(debuggerOf, f)) }

func asksNext(k quizKind) deed[*rightSide] {
	return debugs(func(d *debugger) tea.Cmd { return d.askNext(k) })
}

// zoomOr zooms the map that keys zoom, or changes the speed where there is none.
func zoomOr(levels int, speed func(*player.Clock)) deed[*rightSide] {
	return does(func(r *rightSide) {
		if i := r.stage.zoomable(r.sight()); i >= 0 {
			r.stage.setZoom(i, r.stage.zoomOf(i).by(levels))
			return
		}
		speed(&r.debug.player.Clock)
	})
}

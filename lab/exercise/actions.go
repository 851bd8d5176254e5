package exercise

import (
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/core"
	"kernellab/lab/debug"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
)

// Actions returns the table of actions of the exercise screen: what its keys do. The keys of an
// action work in a zone, which is a kind of place on the screen, such as a text field or a slider.
func Actions() session.Actions[*Screen] { return actions() }

// actions builds the table once for all screens, because it is large and never changes.
var actions = sync.OnceValue(func() session.Actions[*Screen] {
	return slices.Concat(everywhereActions(), outsideFieldActions(), answerActions(), controlActions(),
		session.PartActions(stageOf, runActions()), session.PartActions(stageOf,
			questionActions()), session.PartActions(stageOf,
			pictureActions()), exportActions(), session.PartActions(stageOf,
			panelActions()), session.PartActions(stageOf, whatIfActions()))
})

// classActions returns the actions of the exercise screen in a class.
var classActions = sync.OnceValue(func() session.Actions[*Screen] {
	keys := session.ClassKeys()
	return slices.Concat(actions(), session.Actions[*Screen]{
		{KeyBinding: keys[0], Open: func(e *Screen) session.Intent { return e.Session.OpenClass() }},
		{KeyBinding: keys[1], Do: func(e *Screen) { e.Session.Classroom.DismissMessage() }},
		{KeyBinding: keys[2], Disabled: func(e *Screen) string { return e.Session.NotTeacherReason() },
			Open: func(*Screen) session.Intent { return session.ToLead{} }},
	})
})

// everywhereActions returns the actions whose keys also work in a text field.
func everywhereActions() session.Actions[*Screen] {
	bind := session.ZoneEverywhere.Bind
	return session.Actions[*Screen]{
		{KeyBinding: bind("answer", "enter", "check the answer; when it is right, go to the next task"),
			Rank: 10, WordFunc: func(e *Screen) string { return e.Task.enterWord() }, Update: (*Screen).submit},
		{KeyBinding: bind("hint", "f1 ctrl+t", "show the next hint; after the third hint, the worked solution"),
			Rank: 93, Word: "hint", Disabled: session.ForPart(taskOf, (*taskView).noHintReason), Update: takeHint},
		{KeyBinding: bind("next", "tab",
			"next field that is not right yet; then the sliders, the stage, and the answer again"),
			Rank: 90, WordFunc: tabWord, Do: focusBy(1)},
		{KeyBinding: bind("previous", "shift+tab",
			"back to the previous field, slider, panel or stage"), Do: focusBy(-1)},
		{KeyBinding: bind("leave", "esc",
			"go from a field to the stage (to its first slider if it has no steps), and back; stop a computation; close a window"),
			Rank: 92, WordFunc: leaveWord, Do: leave},
		{KeyBinding: bind("next task", "ctrl+n", "next task, answered or not"),
			Disabled: session.ForPart(taskOf, (*taskView).noSkipReason), Handle: taskBy(1)},
		{KeyBinding: bind("previous task", "ctrl+b", "previous task"),
			Disabled: session.ForPart(taskOf, (*taskView).noPreviousTaskReason),
			Handle:   taskBy(-1)},
		{KeyBinding: bind("page down", "pgdown", "scroll the text down"), Handle: scrollText},
		{KeyBinding: bind("page up", "pgup", "scroll the text up"), Handle: scrollText},
		{KeyBinding: bind("go to", "ctrl+p",
			"find an exercise, an action, a topic or a symbol by its name"), Open: openPalette},
		{KeyBinding: bind("reading", "f2 f3 f4 f5 alt+1 alt+2 alt+3 alt+4",
			"if an answer can be read in two ways: choose one").Labelled("f2 f3 alt+1 alt+2"),
			Disabled: session.ForPart(taskOf, (*taskView).notAmbiguousReason), Handle: formOrFocusBy(0)},
		{KeyBinding: bind("dispute", "ctrl+x", "say that your mistake is not the one in the message"),
			Disabled: session.ForPart(taskOf, (*taskView).noAdviceReason),
			Command:  session.ForPart(taskOf, (*taskView).dispute)},
		{KeyBinding: bind("restart", "ctrl+r", "start the exercise over, with new numbers if it has any"),
			Disabled: func(e *Screen) string {
				return session.TextIf(e.Task.Work.Round() != nil, "the numbers here are already new")
			},
			Open: func(e *Screen) session.Intent { return e.Session.AskRestart(e.Task.Work.ID()) }},
		{KeyBinding: bind("warm up", "ctrl+y",
			"before the first task: review a due task from an earlier unit"), Rank: 11, Word: "warm-up",
			Disabled: func(e *Screen) string {
				_, ok := e.Session.Student.WarmUpTask(e.Task.Work)
				return session.TextIf(!ok, "no task of an earlier unit is due, or you have begun the exercise")
			},
			Open: session.ForPart(taskOf, (*taskView).warmUp)},
		{KeyBinding: bind("settings", "f6", "settings: dark or light, playing speed, proportions of your font"),
			Open: func(e *Screen) session.Intent { return e.Session.ShowSettings() }},
		{KeyBinding: bind("back", "alt+q", "back to the contents; from there, save and quit"), Update: back},
		{KeyBinding: bind("help", "ctrl+g", "the keys of this screen"), Open: help},
		{KeyBinding: bind("quit", "ctrl+c", "save and quit"),
			Open: func(*Screen) session.Intent { return session.Quit{} }},
	}
}

// outsideFieldActions returns the actions whose keys work everywhere except in a text field. Most
// of them are shorter keys for actions that work everywhere.
func outsideFieldActions() session.Actions[*Screen] {
	bind := session.ZoneOutsideFields.Bind
	out := session.Actions[*Screen]{
		{KeyBinding: bind("symbols", "s", "symbols and conventions"),
			Open: func(e *Screen) session.Intent { return e.Session.ShowSymbols() }},
		{KeyBinding: bind("go to", ":", "find an exercise, an action, a topic or a symbol by its name"), Rank: 94,
			Word: "find", Open: openPalette},
	}
	all := everywhereActions()
	shortKeys := [][2]string{{"help", "?"}, {"restart", "r"}, {"next task", "]"}, {"previous task", "["}, {"back", "q"}}
	for _, k := range shortKeys {
		a := *all.Find(session.ZoneEverywhere, k[0])
		if a.KeyBinding = bind(a.Name, k[1], a.Help().Desc); k[1] == "]" {
			a.Disabled = noNextTaskReason
		}
		out = append(out, a)
	}
	return out
}

// answerActions returns the actions in fields and choices.
func answerActions() session.Actions[*Screen] {
	field, choice := session.ZoneField.Bind, session.ZoneChoice.Bind
	return session.Actions[*Screen]{
		{KeyBinding: field("previous", "up", "field above"), Handle: formOrFocusBy(-1)},
		{KeyBinding: field("next", "down", "field below"), Handle: formOrFocusBy(1)},
		{KeyBinding: field("reason", "ctrl+l",
			"in a derivation: choose a reason for the line that the cursor is in"), Rank: 12, Word: "reason",
			Disabled: session.ForPart(taskOf, (*taskView).noJustificationReason),
			Open:     (*Screen).askReason},
		{KeyBinding: field("accept", "tab", "accept the suggested correction; if there is none, next field"),
			Handle: acceptCorrection},

		{KeyBinding: choice("up", "up k", "choice above"), Handle: formOrFocusBy(0)},
		{KeyBinding: choice("down", "down j", "choice below"), Rank: 20, ShownKey: "↑ ↓", WordFunc: chooseWord,
			Handle: formOrFocusBy(0)},
		{KeyBinding: choice("cell left", "left h", "in a table: cell to the left"),
			Disabled: outsideTableReason, Handle: formOrFocusBy(0)},
		{KeyBinding: choice("cell right", "right l", "in a table: cell to the right"),
			Disabled: outsideTableReason, Handle: formOrFocusBy(0)},
		{KeyBinding: choice("cycle", "space", "in a table: the next choice"), Rank: 21, Word: "choose",
			Disabled: outsideTableReason, Handle: formOrFocusBy(0)},
		{KeyBinding: choice("pick", "1 2 3 4 5 6 7 8 9 + - −", "that choice").Labelled("1…9"),
			Handle: formOrFocusBy(0)},
	}
}

// controlActions returns the actions on sliders, choices and buttons of the stage.
func controlActions() session.Actions[*Screen] {
	bind := session.ZoneControl.Bind
	return session.Actions[*Screen]{
		{KeyBinding: bind("more", "right l", "one step up"), Delta: 1, Rank: 20, ShownKey: "← →",
			WordFunc: session.ForPart(stageOf, (*stageView).slideWord), Command: slideBy(1)},
		{KeyBinding: bind("less", "left h", "one step down"), Delta: -1, Command: slideBy(-1)},
		{KeyBinding: bind("ten more", "L shift+right", "ten steps up").Labelled("L"), Delta: 10, Command: slideBy(10)},
		{KeyBinding: bind("ten less", "H shift+left", "ten steps down").Labelled("H"), Delta: -10,
			Command: slideBy(-10)},
		{KeyBinding: bind("least", "home", "the lowest value"), Command: slideTo(0)},
		{KeyBinding: bind("most", "end", "the highest value"), Command: slideTo(1)},
		{KeyBinding: bind("previous", "up k", "slider above; on the button that places a point: move the cross up"), Rank: 21,
			ShownKey: "↑ ↓", WordFunc: upWord, Command: moveVertically(-1)},
		{KeyBinding: bind("next", "down j", "slider below; on the button that places a point: move the cross down"),
			Command: moveVertically(1)},
		{KeyBinding: bind("press", "enter space",
			"press the button; on a slider or a switch, enter checks the answer; space turns the switch"), Rank: 19,
			ShownKey: "enter", WordFunc: session.ForPart(stageOf, (*stageView).pressWord), Handle: pressFocusedControl},
	}
}

// runActions returns the actions that move along a run, the steps of a solver on the stage.
func runActions() session.Actions[*stageView] {
	bind := session.ZoneStage.Bind
	return session.Actions[*stageView]{
		{KeyBinding: bind("forward", "right l", "one step forward"), Delta: 1, Rank: 20, ShownKey: "← → space",
			Word: "step, play", Do: onPlayer((*core.Player).StepForward)},
		{KeyBinding: bind("backward", "left h", "one step back"), Delta: -1,
			Do: onPlayer((*core.Player).StepBack)},
		{KeyBinding: bind("ten forward", "L shift+right", "ten steps forward").Labelled("L"), Delta: 10,
			Do: onPlayer(func(p *core.Player) { p.Forward(10) })},
		{KeyBinding: bind("ten backward", "H shift+left", "ten steps back").Labelled("H"), Delta: -10,
			Do: onPlayer(func(p *core.Player) { p.Seek(p.FrameNumber() - 10) })},
		{KeyBinding: bind("start", "home", "start of the run"),
			Do: onPlayer(func(p *core.Player) { p.Seek(0) })},
		{KeyBinding: bind("end", "$ end", "end of the run, or the next step at which a condition holds").Labelled("$"),
			Do: onPlayer((*core.Player).SeekEnd)},
		{KeyBinding: bind("play", "space", "play and pause"),
			Do: onPlayer((*core.Player).TogglePlaying)},
		{KeyBinding: bind("faster", "+ =", "play faster; on an enlarged map, or a map without a run: zoom in").Labelled("+"),
			Rank: 22, ShownKey: "+ _", WordFunc: (*stageView).zoomWord, Disabled: (*stageView).noSpeedReason,
			Do: zoomOrChangeSpeed(pictures.KeyLevels, (*core.Clock).Faster)},
		{KeyBinding: bind("slower", "_ -", "play slower; on an enlarged map, or a map without a run: zoom out, also with -").Labelled("_"),
			Disabled: (*stageView).noSpeedReason, Do: zoomOrChangeSpeed(-pictures.KeyLevels, (*core.Clock).Slower)},
		{KeyBinding: bind("lines", "u",
			"go line by line through the pseudo-code of the next step"), Rank: 38, Word: "code line",
			Do: onPlayer((*core.Player).ShowNextLine)},
		{KeyBinding: bind("event", "n", "next event of the run"), Rank: 52, Word: "event",
			Do: onPlayer(func(p *core.Player) { p.SeekEvent(1) })},
		{KeyBinding: bind("previous event", "N", "previous event"),
			Do: onPlayer(func(p *core.Player) { p.SeekEvent(-1) })},
		{KeyBinding: bind("break", "b",
			"run until a condition holds; conditions stay active, and can be switched off in the "+
				"list"), Rank: 34, Word: "run until", Disabled: session.ForPart(debuggerOf,
			(*debug.Debugger).NoBreakpointReason),
			Open: session.ForPart(debuggerOf, (*debug.Debugger).OpenBreakpoints)},
	}.WithDisabledReason((*stageView).noRunReason)
}

// questionActions returns the actions that ask about the run.
func questionActions() session.Actions[*stageView] {
	bind := session.ZoneStage.Bind
	return session.Actions[*stageView]{
		{KeyBinding: bind("why", "w", "why this step: the numbers behind it"), Rank: 32, Word: "why",
			Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoWhyReason), Open: (*stageView).toggleWhy},
		{KeyBinding: bind("ledger", "v", "the ledger: what must hold at every step, and whether it does"),
			Rank: 32, Word: "ledger", Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoLedgerReason),
			Do: func(r *stageView) { r.setPanelOpen(debug.LedgerPanel, !r.Debug.Ledger.Open) }},
		{KeyBinding: bind("what if", "i",
			"what if: another pair, point, step size, parameter; see where it leads, then "+
				"fork"), Rank: 33, Word: "what if",
			Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoForkReason),
			Do:       func(r *stageView) { r.Debug.OpenWhatIf() }},
		{KeyBinding: bind("predict", "p", "predict the next step before you see it"), Rank: 35, Word: "predict",
			Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoQuestionReason),
			Do:       func(r *stageView) { r.Debug.AskQuestion(core.Predict) }},
		{KeyBinding: bind("by hand", "y", "do the next step yourself, blank by blank"), Rank: 37, Word: "by hand",
			Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoQuestionReason),
			Do:       func(r *stageView) { r.Debug.AskQuestion(core.WorkOut) }},
		{KeyBinding: bind("last change", "m",
			"back to the step at which α of the inspected point last changed"), Disabled: (*stageView).noChangeReason,
			Do: func(r *stageView) { r.Debug.SeekLastChange(r.Pictures.Point) }},
		{KeyBinding: bind("branches", "o", "the branches: go to one, compare it with this one, or remove it"),
			Rank: 31, Word: "branches", Disabled: session.ForPart(debuggerOf, (*debug.Debugger).NoBranchReason),
			Open: session.ForPart(debuggerOf, (*debug.Debugger).OpenBranches)},
		{KeyBinding: bind("go to step", "g", "go to a step by its number"), Disabled: (*stageView).noRunReason,
			Open: (*stageView).askStep},
	}
}

// pictureActions returns the actions on the figures of the stage.
func pictureActions() session.Actions[*stageView] {
	bind := session.ZoneStage.Bind
	return session.Actions[*stageView]{
		{KeyBinding: bind("figure", "f", "enlarge one figure after another, then show all again"), Rank: 41,
			Word: "figure", Disabled: (*stageView).oneFigureReason, Do: (*stageView).nextFigure},
		{KeyBinding: bind("row below", "down", "the point in the row below, in the table of the points"),
			Rank: 56, ShownKey: "↑ ↓", Word: "point", Disabled: (*stageView).noRowsReason, Do: pointRowBy(1)},
		{KeyBinding: bind("row above", "up", "the point in the row above"), Disabled: (*stageView).noRowsReason,
			Do: pointRowBy(-1)},
		{KeyBinding: bind("next point", "x", "inspect the next point"), Rank: 35, Word: "point",
			Disabled: (*stageView).noPointsReason, Do: inspectBy(1)},
		{KeyBinding: bind("point before", "X", "inspect the previous point"), Disabled: (*stageView).noPointsReason,
			Do: inspectBy(-1)},
		{KeyBinding: bind("about point", "e",
			"why the inspected point has this α, in a window"), Disabled: (*stageView).noPointReason,
			Open: (*stageView).aboutPoint},
	}
}

// exportActions returns the action that exports the run.
func exportActions() session.Actions[*Screen] {
	return session.Actions[*Screen]{
		{KeyBinding: session.ZoneStage.Bind("record", "E",
			"export the run: a file to replay it, its steps as CSV or JSON Lines, its picture"), Disabled: noExportReason,
			Open: askExport},
	}
}

// panelActions returns the actions that only a focused panel has. A panel also has the actions of
// the stage.
func panelActions() session.Actions[*stageView] {
	bind := session.ZonePanel.Bind
	scrollBy := func(n int) func(*stageView) {
		return func(r *stageView) { r.Debug.ScrollPanel(r.keyboard.panel, n) }
	}
	return session.Actions[*stageView]{
		{KeyBinding: bind("up", "up k", "scroll the panel up"), Do: scrollBy(-1)},
		{KeyBinding: bind("down", "down j", "scroll the panel down"), Rank: 1, ShownKey: "↑ ↓", Word: "scroll",
			Do: scrollBy(1)},
		{KeyBinding: bind("page up", "pgup", "scroll the panel up by a page"), Do: scrollBy(-10)},
		{KeyBinding: bind("page down", "pgdown", "scroll the panel down by a page"), Do: scrollBy(10)},
	}
}

// whatIfActions returns the actions while "what if" shows an alternative to the next step.
func whatIfActions() session.Actions[*stageView] {
	bind := session.ZoneWhatIf.Bind
	return session.Actions[*stageView]{
		{KeyBinding: bind("up", "up k", "choice above"), Do: func(r *stageView) { r.Debug.WhatIf.MoveSelection(-1) }},
		{KeyBinding: bind("down", "down j", "choice below"), Rank: 3, ShownKey: "↑ ↓", Word: "choose",
			Do: func(r *stageView) { r.Debug.WhatIf.MoveSelection(1) }},
		{KeyBinding: bind("more", "right l", "the next value"), Rank: 2, ShownKey: "← →", Word: "change",
			Do: whatIfBy(1)},
		{KeyBinding: bind("less", "left h", "the previous value"), Do: whatIfBy(-1)},
		{KeyBinding: bind("ten more", "L shift+right", "ten values forward").Labelled("L"), Do: whatIfBy(10)},
		{KeyBinding: bind("ten less", "H shift+left", "ten values back").Labelled("H"), Do: whatIfBy(-10)},
		{KeyBinding: bind("fork", "enter", "take this step: the run forks, the old branch stays"), Rank: 1,
			Word: "fork", Do: func(r *stageView) { r.Debug.WhatIf.Fork() }},
		{KeyBinding: bind("leave", "esc i", "leave the run as it is"), Rank: 4, Word: "leave it",
			Do: func(r *stageView) { r.Debug.WhatIf.Close() }},
		{KeyBinding: bind("figure", "f", "enlarge one figure after another, then show all again"), Rank: 5,
			Word:     "figure",
			Disabled: (*stageView).oneFigureReason, Do: (*stageView).nextFigure},
		{KeyBinding: bind("next point", "x", "inspect the next point"), Disabled: (*stageView).noPointsReason,
			Do: inspectBy(1)},
		{KeyBinding: bind("pick", "space", "use the inspected or clicked point as the choice"),
			Do: func(r *stageView) { r.Debug.WhatIf.SetPoint(r.Pictures.Point) }},
		{KeyBinding: bind("point before", "X", "inspect the previous point"), Disabled: (*stageView).noPointsReason,
			Do: inspectBy(-1)},
	}
}

// taskOf, stageOf and debuggerOf return the component to which an action belongs.
func taskOf(e *Screen) *taskView { return &e.Task }

func stageOf(e *Screen) *stageView { return &e.Stage }

func debuggerOf(r *stageView) *debug.Debugger { return &r.Debug }

// slideBy returns a handler that moves the focused slider by n steps.
func slideBy(n int) func(*Screen) tea.Cmd {
	return func(e *Screen) tea.Cmd { return e.Stage.nudgeControl(n) }
}

// slideTo returns a handler that moves the focused slider to a fraction of its range.
func slideTo(fraction float64) func(*Screen) tea.Cmd {
	return func(e *Screen) tea.Cmd {
		if c, _ := e.Stage.FocusedControl(); c.IsSlider() {
			return e.Stage.SetControlIfChanged(e.Keyboard.Control, c.ValueAtFraction(fraction))
		}
		return nil
	}
}

// whatIfBy returns a handler that changes the selected value of “what if” by n.
func whatIfBy(n int) func(*stageView) { return func(r *stageView) { r.Debug.WhatIf.Nudge(n) } }

func inspectBy(n int) func(*stageView) {
	return func(r *stageView) { r.Pictures.InspectBy(n, r.View(), r.Session.Terminal()) }
}

func pointRowBy(n int) func(*stageView) {
	return func(r *stageView) { r.Pictures.InspectRowBy(n, r.View()) }
}

// onPlayer returns a handler that calls a method of the player.
func onPlayer(f func(*core.Player)) func(*stageView) {
	return func(r *stageView) { f(&r.Debug.Player) }
}

// zoomOrChangeSpeed returns a handler that zooms a map, see [pictures.Stage.Zoomable]. If there is
// no map to zoom, the handler changes the speed of the run.
func zoomOrChangeSpeed(levels int, changeSpeed func(*core.Clock)) func(*stageView) {
	return func(r *stageView) {
		if i := r.Pictures.Zoomable(r.View()); i >= 0 {
			r.Pictures.SetZoom(i, r.Pictures.Zoom(i).ZoomIn(levels))
			return
		}
		changeSpeed(&r.Debug.Player.Clock)
	}
}

package board

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// ownActions returns the actions that only the board has.
func ownActions() session.Actions[*Screen] {
	bind := session.ZoneBoard.Bind
	return append(session.Actions[*Screen]{
		{KeyBinding: bind("up", "up k", "student or group of wrong answers above"), Do: moveBy(-1)},
		{KeyBinding: bind("down", "down j", "student or group of wrong answers below"), Rank: 1,
			ShownKey: "↑ ↓", Word: "choose", Do: moveBy(1)},
		{KeyBinding: bind("previous task", "left h", "previous task"),
			Do: func(b *Screen) { b.selectTask(b.task - 1) }},
		{KeyBinding: bind("next task", "right l", "next task"), Rank: 2, ShownKey: "← →", Word: "task",
			Do: func(b *Screen) { b.selectTask(b.task + 1) }},
		{KeyBinding: bind("exercise", "e", "choose an exercise, or the one that most students have open"), Rank: 13,
			Word: "exercise", Open: (*Screen).openExercises},
		{KeyBinding: bind("sort", "s", "sort: stuck first, by name, by progress"), Rank: 11, Word: "sort",
			Do: func(b *Screen) { b.order = (b.order + 1) % numOrders }},
		{KeyBinding: bind("filter", "f", "show everybody, or only students who are stuck, ask for help, or have not begun"),
			Rank: 12, Word: "filter", Do: func(b *Screen) { b.filter = (b.filter + 1) % numFilters }},
		{KeyBinding: bind("back", "q", "back to your own exercises; f7 returns"), Rank: 19,
			Word: "own exercises", Open: back},
	}, teachingActions()...)
}

// Keys returns the keys that only the board has.
func Keys() session.KeyMap { return ownActions().Bindings() }

// Actions returns the table of actions of the board. It also contains the actions of an
// exercise that work here.
func Actions(all session.KeyMap) session.Actions[*Screen] {
	return append(ownActions(), session.Shared(all, map[string]session.Action[*Screen]{
		"page up": {Do: moveBy(-10)}, "page down": {Do: moveBy(10)},
		"next": {Rank: 3, WordFunc: (*Screen).tabWord, Do: func(b *Screen) { b.onAnswers = !b.onAnswers }},
		"answer": {Rank: 10, Word: "show", Open: func(b *Screen) session.Intent {
			if b.onAnswers {
				return b.openGroup()
			}
			return b.openStudent()
		}, Disabled: func(b *Screen) string {
			if b.onAnswers {
				return session.ReasonIf(len(b.groups) == 0, "there are no wrong answers")
			}
			r, _ := b.selectedStudent()
			return session.ReasonIf(r.At.Task == "", "this student is not at a task")
		}},
		"back": {Open: back},
		"help": {Open: func(b *Screen) session.Intent { return b.actions.Help(b, session.ZoneBoard, b.Session) }},
		"go to": {Open: func(b *Screen) session.Intent {
			return b.Session.ShowPalette(session.ActionRows(b.actions, b, session.ZoneBoard.SearchOrder()...))
		}},
		"settings": {Open: func(b *Screen) session.Intent { return b.Session.ShowSettings() }},
		"lead": {Rank: 9, WordFunc: (*Screen).leadWord,
			Open: func(*Screen) session.Intent { return session.ToLead{} }},
		"class": {}, "quit": {},
	})...)
}

func back(*Screen) session.Intent { return session.Pop{} }

// leadWord returns the word in the footer for the key f9, which begins or ends leading.
func (b *Screen) leadWord() string {
	if b.Session.Room.Lead.Driver == b.Session.Config.Class.ID {
		return "stop leading"
	}
	return "lead"
}

// moveBy returns a handler that moves the selection by n.
func moveBy(n int) func(*Screen) {
	return func(b *Screen) {
		if b.onAnswers {
			b.group += n // Refresh limits it
		} else if len(b.rows) > 0 {
			b.student = b.rows[max(0, min(b.index()+n, len(b.rows)-1))].ID
		}
		b.pane().Follow()
	}
}

func (b *Screen) tabWord() string {
	if b.onAnswers {
		return "students"
	}
	return "wrong answers"
}

// openExercises opens a list of the exercises.
func (b *Screen) openExercises() session.Intent {
	show := func(id string) session.Choice {
		return func() (session.Intent, tea.Cmd) {
			b.chosen = id
			return session.Pop{}, nil
		}
	}
	rows := []ui.Row{{Label: "the one that most students have open", Value: show("")}}
	for _, e := range b.Session.Student.Exercises() {
		rows = append(rows, ui.Row{Label: e.ID + "  " + e.Title, Value: show(e.ID)})
	}
	p := ui.NewPicker(b.Session.Theme, "Show on the board", rows...)
	return session.Push{Top: session.NewMenu(b.Session, p)}
}

// click selects the student under the mouse.
func (b *Screen) click(c ui.Click) {
	top, _, n := b.list.Visible()
	if i := top + c.Y; c.ID == "student" && !b.showsStrip() && i < n {
		b.onAnswers, b.student = false, b.rows[i].ID
	}
}

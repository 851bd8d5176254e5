package board

import (
	"slices"

	"kernellab/lab/session"
)

// ownActions returns the actions that only the board has.
func ownActions() session.Actions[*Screen] {
	bind := session.ZoneBoard.Bind
	return session.Actions[*Screen]{
		{KeyBinding: bind("up", "up k", "↑ k", "student above"), Do: moveBy(-1)},
		{KeyBinding: bind("down", "down j", "↓ j", "student below"), Rank: 1, ShownKey: "↑ ↓", Word: "student",
			Do: moveBy(1)},
		{KeyBinding: bind("task before", "left h", "← h", "task before"), Do: selectTask(-1)},
		{KeyBinding: bind("next task", "right l", "→ l", "next task"), Rank: 2, ShownKey: "← →", Word: "task",
			Do: selectTask(1)},
		{KeyBinding: bind("exercise before", "[", "[", "exercise before"), Do: selectExercise(-1)},
		{KeyBinding: bind("next exercise", "]", "]", "next exercise"), Rank: 3, ShownKey: "[ ]", Word: "exercise",
			Do: selectExercise(1)},
		{KeyBinding: bind("back", "esc q", "esc q", "back to your own exercises; f7 returns"), Rank: 9,
			Word: "own exercises", Open: func(*Screen) session.Intent { return session.Pop{} }},
	}
}

// Keys returns the keys that only the board has.
func Keys() session.KeyMap { return ownActions().Bindings() }

// Actions returns the table of actions of the board. It also contains the actions of an
// exercise that work here, which are found by their names.
func Actions(all session.KeyMap) session.Actions[*Screen] {
	shared := map[string]session.Action[*Screen]{
		"page up": {Do: moveBy(-10)}, "page down": {Do: moveBy(10)},
		"back":     {Open: func(*Screen) session.Intent { return session.Pop{} }},
		"help":     {Open: (*Screen).help},
		"go to":    {Rank: 8, Word: "find", Open: (*Screen).find},
		"settings": {Open: func(b *Screen) session.Intent { return b.Session.ShowSettings() }},
		"class":    {}, "quit": {},
	}
	out := ownActions()
	for _, k := range slices.Concat(all.Zone(session.ZoneLab), all.Zone(session.ZoneEverywhere)) {
		a, ok := shared[k.Name]
		if !ok {
			a.Disabled = func(*Screen) string { return "in an exercise" }
		}
		a.KeyBinding = k
		out = append(out, a)
	}
	return out
}

func (b *Screen) help() session.Intent {
	return session.Push{Top: session.NewHelp(b.Session, session.ZoneBoard, func(k session.KeyBinding) bool {
		a := b.actions.Find(k.Zone, k.Name)
		return a != nil && a.DisabledReason(b) == ""
	})}
}

// find opens the palette.
func (b *Screen) find() session.Intent {
	return b.Session.ShowPalette(session.ActionRows(b.actions, b, session.ZoneBoard, session.ZoneLab,
		session.ZoneEverywhere))
}

// moveBy returns a handler that selects the student n rows further down.
func moveBy(n int) func(*Screen) {
	return func(b *Screen) {
		if len(b.rows) > 0 {
			b.student = b.rows[max(0, min(b.index()+n, len(b.rows)-1))].ID
		}
	}
}

// selectTask returns a handler that selects the task n columns further right.
func selectTask(n int) func(*Screen) {
	return func(b *Screen) { b.task = max(0, min(b.task+n, len(b.plan.Tasks)-1)) }
}

// selectExercise returns a handler that shows the exercise n places further on.
func selectExercise(n int) func(*Screen) {
	return func(b *Screen) {
		if id := b.exercise(n); id != "" {
			b.chosen, b.stale = id, true
		}
	}
}

// Package contents is the screen with the list of exercises. Its units, which are groups of
// exercises, can be folded. It shows the student's progress and the suggested exercise, and starts
// reviews and test-outs, with which a student shows that a unit can be skipped. It only knows what
// package study reports about an exercise.
package contents

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/core"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// Screen is the first screen. It lists every exercise with its state, by units that can
// be folded, and describes the selected one.
type Screen struct {
	session.Base
	actions       session.Actions[*Screen]
	units         []study.UnitView
	Exercises     []study.ExerciseView // the exercises on the student's path, in order
	unitIndices   []int                // index of the unit of each exercise
	Selected      int                  // index of the selected exercise; in a folded unit, the unit is selected
	folds         folds
	list          *ui.Pane
	keepCentred   bool     // whether to keep the selection in the middle of the list
	planning      core.Job // chooses the tasks for a test-out
	WaitAdvisedID string   // ID of the exercise with which the student was advised to wait
}

func New(s *session.Session) *Screen {
	c := &Screen{Base: s.NewBase(), actions: Actions(s.Keys), list: ui.NewPane(s.Theme)}
	c.loadPath()
	return c
}

// loadPath loads the states, selects the exercise to continue with, and folds the finished units.
func (c *Screen) loadPath() {
	c.loadStates()
	c.Selected, c.keepCentred = max(0, c.IndexOf(c.Session.Student.Suggest())), true
	c.folds = foldDone(c.units, c.selectedUnitIndex())
}

// loadStates reads the exercises on the student's path, with their states, from the student's record.
func (c *Screen) loadStates() {
	c.units, c.unitIndices = c.Session.Student.UnitsOnPath(), nil
	var lists [][]study.ExerciseView
	for i, u := range c.units {
		lists = append(lists, u.Exercises)
		for range u.Exercises {
			c.unitIndices = append(c.unitIndices, i)
		}
	}
	c.Exercises = slices.Concat(lists...)
	// Let the views of the units share the array of c.Exercises.
	rest := c.Exercises
	for i, u := range c.units {
		n := len(u.Exercises)
		c.units[i].Exercises, rest = rest[:n:n], rest[n:]
	}
}

// Resume updates the states. If the student has come from an exercise, it selects
// [session.Session.Selection].
func (c *Screen) Resume() tea.Cmd {
	c.loadStates()
	if i := c.IndexOf(c.Session.Selection); i >= 0 {
		c.Selected, c.keepCentred = i, true
	}
	c.Session.Selection = ""
	return nil
}

// Close stops unfinished work.
func (c *Screen) Close() { c.planning.Stop() }

// selectedUnitIndex returns the index of the selected unit, or of the unit of the selected
// exercise.
func (c *Screen) selectedUnitIndex() int { return c.unitIndices[c.Selected] }

// unitIsFolded reports whether the selected unit is folded.
func (c *Screen) unitIsFolded() bool { return c.folds[c.selectedUnitIndex()] }

func (c *Screen) Overlay() bool { return false }

// KeysMustWait reports whether the tasks for a test-out are being chosen.
func (c *Screen) KeysMustWait() bool { return c.planning.Busy() }

func (c *Screen) IndexOf(id string) int {
	return slices.IndexFunc(c.Exercises, func(e study.ExerciseView) bool { return e.ID == id })
}

func (c *Screen) Update(msg tea.Msg) (session.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return c.actions.Press(c, session.ZoneContents, msg, c.Session)
	case tea.MouseClickMsg:
		c.keepCentred = false
		return c.click(msg), nil
	case tea.MouseWheelMsg:
		c.keepCentred = false
		c.move(session.WheelLines(msg) / 3)
	case plannedMsg:
		return c.startTestOut(msg), nil
	case session.Choice:
		return msg()
	}
	return nil, nil
}

// ownActions returns the actions that only the contents have.
func ownActions() session.Actions[*Screen] {
	bind := session.ZoneContents.Bind
	return session.Actions[*Screen]{
		{KeyBinding: bind("up", "up k", "exercise above"), Do: moveBy(-1)},
		{KeyBinding: bind("down", "down j", "exercise below"), Rank: 3, ShownKey: "↑ ↓", Word: "choose",
			Do: moveBy(1)},
		{KeyBinding: bind("first", "home 0", "first exercise"), Do: moveBy(-1 << 20)},
		{KeyBinding: bind("last", "end $", "last exercise"), Do: moveBy(1 << 20)},
		{KeyBinding: bind("fold", "left h", "fold the unit"), Rank: 6, ShownKey: "← →", Word: "fold",
			Disabled: (*Screen).foldedReason, Do: (*Screen).fold},
		{KeyBinding: bind("unfold", "right l", "unfold the unit"), Disabled: (*Screen).notFoldedReason,
			Do: (*Screen).unfold},
		{KeyBinding: bind("review", "r", "review what you answered correctly some days ago, with new numbers"), Rank: 2,
			WordFunc: (*Screen).reviewWord, Disabled: (*Screen).notDueReason, Open: (*Screen).review},
		{KeyBinding: bind("test out", "t", "test out of the unit: three tasks right in a row, without hints"),
			Rank: 5, WordFunc: (*Screen).testOutWord, Disabled: (*Screen).noTestOutReason, Open: (*Screen).askTestOut},
		{KeyBinding: bind("other attempt", "o", "go back to another attempt at this exercise, with its numbers"),
			Rank: 4, Word: "other attempt", Disabled: noAttemptsReason, Open: askAttempt},
		{KeyBinding: bind("sandbox", "S", "the sandbox: any data, points that you place, any kernel and solver"),
			Rank: 8, Word: "sandbox", Disabled: noSandboxReason, Open: openSandbox},
		{KeyBinding: bind("path", "p", "another path: a selection of exercises for less time, or all of them"), Rank: 1,
			Word: "path", Disabled: (*Screen).onePathReason, Handle: (*Screen).nextPath},
		{KeyBinding: bind("restart", "n", "start the exercise over, with new numbers if it has any"), Rank: 10,
			Word: "start over", Disabled: (*Screen).notBegunReason, Open: (*Screen).restart},
	}
}

// moveBy returns an action that moves the selection by n exercises.
func moveBy(n int) func(*Screen) { return func(c *Screen) { c.move(n) } }

// Keys returns the keys that only the contents have.
func Keys() session.KeyMap { return ownActions().Bindings() }

// Actions returns the table of actions of the contents. It also contains the actions of an exercise
// that work in the contents, with the keys that keyMap gives to their names.
func Actions(keyMap session.KeyMap) session.Actions[*Screen] {
	shared := map[string]session.Action[*Screen]{
		"previous": {Do: moveBy(-1)}, "next": {Do: moveBy(1)},
		"page up": {Do: moveBy(-10)}, "page down": {Do: moveBy(10)},
		"answer": {Open: (*Screen).openSelected},
		"back":   {Open: func(*Screen) session.Intent { return session.Quit{} }},
		"help": {Open: func(c *Screen) session.Intent {
			return c.actions.OpenHelp(c, session.ZoneContents, c.Session)
		}},
		"symbols": {Rank: 9, Word: "symbols", Open: func(c *Screen) session.Intent { return c.Session.ShowSymbols() }},
		"go to": {Rank: 7, Word: "find", Open: func(c *Screen) session.Intent {
			return c.Session.ShowPalette(c.actions.PaletteRows(c, session.ZoneContents, c.Session))
		}},
		"settings": {Open: func(c *Screen) session.Intent { return c.Session.ShowSettings() }},
		"class":    {Open: func(c *Screen) session.Intent { return c.Session.OpenClass() }},
		"read":     {Do: func(c *Screen) { c.Session.Classroom.DismissMessage() }},
		"lead": {Disabled: func(c *Screen) string { return c.Session.NotTeacherReason() },
			Open: func(*Screen) session.Intent { return session.ToLead{} }},
		"leave": {}, "quit": {},
	}
	return append(ownActions(), session.SharedActions(keyMap, shared)...)
}

// noSandboxReason returns why there is no sandbox to open, or "".
func noSandboxReason(c *Screen) string {
	return session.TextIf(study.SandboxOf(c.Session.Student).ID == "", "there is none here")
}

func openSandbox(c *Screen) session.Intent {
	return session.Open{Exercise: study.SandboxOf(c.Session.Student).ID}
}

// onePathReason returns why no other path can be chosen, or "".
func (c *Screen) onePathReason() string {
	paths, _ := c.Session.Student.Paths()
	return session.TextIf(len(paths) < 2, "there is only one path")
}

// nextPath chooses the next path of the list. After the full path, which is last, it
// chooses the shortest.
func (c *Screen) nextPath(tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	paths, chosen := c.Session.Student.Paths()
	c.Session.Student.SetPath(paths[(chosen+1)%len(paths)].Name)
	c.loadPath()
	return nil, c.Session.Save()
}

// notBegunReason returns why there is nothing to restart, or "".
func (c *Screen) notBegunReason() string {
	return session.TextIf(c.unitIsFolded() || c.Exercises[c.Selected].State == study.Untouched,
		"not begun yet")
}

// restart asks before it restarts the selected exercise.
func (c *Screen) restart() session.Intent {
	return c.Session.AskRestart(c.Exercises[c.Selected].ID)
}

// openSelected opens the selected exercise, or unfolds the selected unit. If the
// student should wait with an exercise, the key has to be pressed twice.
func (c *Screen) openSelected() session.Intent {
	if c.unitIsFolded() {
		c.unfold()
		return nil
	}
	e := c.Exercises[c.Selected]
	if e.Delay.IsSet() && c.WaitAdvisedID != e.ID {
		c.WaitAdvisedID, c.Session.Notice = e.ID, e.Delay.Advice(e.ID, "Press enter again to begin it now")
		return nil
	}
	return session.Open{Exercise: e.ID}
}

// move moves the selection by n exercises. A folded unit counts as one.
func (c *Screen) move(n int) {
	c.Session.Notice, c.WaitAdvisedID = "", ""
	dir := 1
	if n < 0 {
		dir, n = -1, -n
	}
	for ; n > 0; n-- {
		next := c.Selected + dir
		for c.unitIsFolded() && next >= 0 && next < len(c.Exercises) && c.unitIndices[next] == c.selectedUnitIndex() {
			next += dir
		}
		if next < 0 || next >= len(c.Exercises) {
			return
		}
		if c.Selected = next; c.unitIsFolded() {
			c.Selected = c.firstOf(c.selectedUnitIndex())
		}
	}
}

// click selects the exercise under the mouse, or opens it if it is selected already. On the title of
// a unit, it folds or unfolds the unit.
func (c *Screen) click(msg tea.MouseClickMsg) session.Intent {
	row, ok := c.RowAt(msg.X, msg.Y)
	if !ok {
		return nil
	}
	if row.Exercise < 0 {
		c.toggle(row.unit)
		return nil
	}
	if row.Exercise == c.Selected {
		return c.openSelected()
	}
	c.Selected = row.Exercise
	return nil
}

// RowAt returns the row of the list under the mouse. ok is false elsewhere.
func (c *Screen) RowAt(x, y int) (row row, ok bool) {
	rows, _ := c.rows()
	if i, ok := c.Session.Hit(tea.MouseClickMsg{X: x, Y: y}).Index("list"); ok && i < len(rows) {
		return rows[i], true
	}
	return row, false
}

// folds records which units are folded, by their index.
type folds map[int]bool

// foldDone folds the finished units, except the one with index openUnit.
func foldDone(units []study.UnitView, openUnit int) folds {
	out := folds{}
	for i, u := range units {
		out[i] = i != openUnit && len(u.Exercises) > 0 && u.Done == len(u.Exercises)
	}
	return out
}

func (c *Screen) foldedReason() string {
	return session.TextIf(c.unitIsFolded(), "folded already")
}

func (c *Screen) notFoldedReason() string {
	return session.TextIf(!c.unitIsFolded(), "not folded")
}

func (c *Screen) fold() { c.folds[c.selectedUnitIndex()] = true }

func (c *Screen) unfold() { c.folds[c.selectedUnitIndex()] = false }

// firstOf returns the index of the first exercise of a unit.
func (c *Screen) firstOf(unit int) int { return max(0, slices.Index(c.unitIndices, unit)) }

// toggle folds or unfolds a unit, and selects it.
func (c *Screen) toggle(unit int) {
	if unit != c.selectedUnitIndex() {
		c.Selected = c.firstOf(unit)
	}
	c.folds[unit] = !c.folds[unit]
}

// row identifies a line of the list by the indices of its exercise and unit. Exercise is −1 if the
// line is the title of a unit. Both are −1 if the line is blank.
type row struct{ unit, Exercise int }

// rows returns the lines of the list and the index of the selected line.
func (c *Screen) rows() (rows []row, selected int) {
	n := 0
	for i, u := range c.units {
		if i > 0 && !(c.folds[i] && c.folds[i-1]) {
			rows = append(rows, row{-1, -1})
		}
		if i == c.selectedUnitIndex() && c.folds[i] {
			selected = len(rows)
		}
		rows = append(rows, row{i, -1})
		for range u.Exercises {
			if !c.folds[i] {
				if n == c.Selected {
					selected = len(rows)
				}
				rows = append(rows, row{i, n})
			}
			n++
		}
	}
	return rows, selected
}

// review starts a review of everything that is due.
func (c *Screen) review() session.Intent {
	r, err := c.Session.Student.BeginReview()
	return c.Session.ShowRound(r, err, "nothing is due for review")
}

// reviewWord returns the word for the review in the footer, with the number of tasks due.
func (c *Screen) reviewWord() string {
	return fmt.Sprintf("review: %d due", len(c.Session.Student.DueTasks()))
}

// notDueReason returns why there is nothing to review, or "".
func (c *Screen) notDueReason() string {
	return session.TextIf(len(c.Session.Student.DueTasks()) == 0, "nothing is due yet; tasks that you solved come back after some days")
}

// noTestOutReason returns why the student cannot test out of the selected unit, or "".
func (c *Screen) noTestOutReason() string {
	if c.Session.Classroom.Pauses() {
		return "your class pauses"
	}
	u := c.selectedUnit()
	if c.Session.Student.Course().IsHomeworkUnit(u) {
		return "homework cannot be tested out"
	}
	return session.TextIf(u.Done == len(u.Exercises), "you have done or tested out of every exercise of this unit")
}

// testOutWord returns the word for a test-out in the footer. It returns "" if the text next to
// the list offers the test-out.
func (c *Screen) testOutWord() string { return session.TextIf(c.Session.Narrow(), "test out") }

// selectedUnit returns the unit of the selected exercise.
func (c *Screen) selectedUnit() study.UnitView { return c.units[c.selectedUnitIndex()] }

// askTestOut asks before a test-out starts.
func (c *Screen) askTestOut() session.Intent {
	question := fmt.Sprintf("Test out of unit %s? Three tasks right in a row, no hints", c.selectedUnit().ID)
	id := c.Exercises[c.Selected].ID
	return session.Push{Top: session.NewConfirmWindow(c.Session, question,
		func() (session.Intent, tea.Cmd) { return nil, c.requestTestOut(id) })}
}

// plannedMsg contains the tasks for a test-out.
type plannedMsg struct {
	core.Address
	exercise string
	tasks    []study.TaskID
	err      error
}

// requestTestOut returns the command that chooses the tasks for a test-out of the unit of an
// exercise.
func (c *Screen) requestTestOut(exercise string) tea.Cmd {
	choose := c.Session.Student.PlanTestOut(exercise)
	return c.StartJob(&c.planning, func(ctx context.Context, to core.Address) tea.Msg {
		tasks, err := choose(ctx)
		return plannedMsg{to, exercise, tasks, err}
	})
}

// startTestOut starts a test-out with the chosen tasks.
func (c *Screen) startTestOut(m plannedMsg) session.Intent {
	if !c.planning.Finish(m.Address) {
		return nil
	}
	if m.err != nil {
		return c.Session.ShowRound(nil, m.err, "")
	}
	r, err := c.Session.Student.BeginTestOut(m.exercise, m.tasks)
	return c.Session.ShowRound(r, err, "no task of this unit can be asked by itself")
}

// writeTestOut offers a test-out of a unit that is not finished.
func (c *Screen) writeTestOut(d *ui.Document) {
	if c.noTestOutReason() != "" {
		return
	}
	d.AddGap()
	d.AddItem(ascii.Inked(c.Session.Keys.Key(session.ZoneContents, "test out")+" ", ascii.Accent),
		ascii.Inked("test out of unit "+c.selectedUnit().ID+": three tasks right in a row", ascii.Dim))
}

// noAttemptsReason returns why there is no other attempt to resume, or "".
func noAttemptsReason(c *Screen) string {
	return session.TextIf(c.unitIsFolded() || len(c.Exercises[c.Selected].OtherAttempts) == 0,
		"you have begun no other attempt at this exercise")
}

// askAttempt asks which attempt to resume.
func askAttempt(c *Screen) session.Intent {
	e := c.Exercises[c.Selected]
	return session.Push{Top: session.NewListWindow(c.Session, "Other attempts at "+e.ID, c.Session.AttemptRows(e)...)}
}

// writeAttempts lists the other attempts.
func writeAttempts(c *Screen, d *ui.Document, v study.ExerciseView) {
	if len(v.OtherAttempts) == 0 {
		return
	}
	d.AddGap()
	for _, s := range v.OtherAttempts {
		d.Write(ascii.Line{{Text: "Also begun: ", Ink: ascii.Dim}, {Text: session.AttemptWords(v, s), Ink: ascii.Text}})
	}
	d.Write(ascii.Line{{Text: c.Session.Keys.Key(session.ZoneContents, "other attempt") + " ", Ink: ascii.Accent},
		{Text: "back to another attempt; this one is kept", Ink: ascii.Dim}})
}

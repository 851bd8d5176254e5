package contents

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/job"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// Screen is the first screen, a map: every exercise with its state, by units
// that fold, and what the selected one is about.
type Screen struct {
	session.Base
	acts     session.Actions[*Screen]
	units    []study.UnitView
	Items    []study.ExerciseView // all exercises in order
	unitOf   []int                // of each item
	Selected int
	folds    folds
	list     *ui.Pane
	centred  bool    // the selection stays in the middle of the list
	planning job.Job // of the tasks to test a unit out
	Insists  string  // the exercise that was told to be meant for later
}

func New(s *session.Session) *Screen {
	c := &Screen{Base: s.NewBase(), acts: Actions(s.Keys), list: ui.NewPane(s.Theme), centred: true}
	c.read()
	c.Selected = max(0, c.IndexOf(s.Student.Suggest()))
	c.folds = foldDone(c.units, c.unitAt())
	return c
}

// read takes the states of all exercises from the student's record.
func (c *Screen) read() {
	c.units, c.Items, c.unitOf = c.Session.Student.Units(), nil, nil
	for i, u := range c.units {
		c.Items = append(c.Items, u.Exercises...)
		for range u.Exercises {
			c.unitOf = append(c.unitOf, i)
		}
	}
}

// Resume shows the states as they are now, and selects what comes next.
func (c *Screen) Resume() tea.Cmd {
	c.read()
	if i := c.IndexOf(c.Session.Student.Suggest()); i >= 0 && c.Session.SelectNext {
		c.Selected = i
	}
	c.centred = c.centred || c.Session.SelectNext
	c.Session.SelectNext = false
	return nil
}

// Close ends what the contents have under way.
func (c *Screen) Close() { c.planning.Stop() }

// unitAt is the index of the unit that is selected, or in which the selected
// exercise is; −1 where there is none.
func (c *Screen) unitAt() int {
	if len(c.unitOf) == 0 {
		return -1
	}
	return c.unitOf[c.Selected]
}

// folded reports whether the selection is a unit's line.
func (c *Screen) folded() bool { return c.folds[c.unitAt()] }

func (c *Screen) Overlay() bool { return false }

// HoldsKeys for the tasks of a test-out.
func (c *Screen) HoldsKeys() bool { return c.planning.Busy() }

func (c *Screen) IndexOf(id string) int {
	return slices.IndexFunc(c.Items, func(e study.ExerciseView) bool { return e.ID == id })
}

func (c *Screen) Update(msg tea.Msg) (session.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return c.key(msg)
	case tea.MouseClickMsg:
		c.centred = false
		return c.click(msg), nil
	case session.RightClick:
		return aboutRow(c, msg), nil
	case tea.MouseWheelMsg:
		c.centred = false
		c.move(session.WheelStep(msg) / 3)
	case plannedMsg:
		return c.planned(msg), nil
	case session.AnswerMsg:
		return chosenAt(c, msg)
	}
	return nil, nil
}

// chosenAt follows up on a window that closed over the contents.
func chosenAt(c *Screen, m session.AnswerMsg) (session.Intent, tea.Cmd) {
	switch a := m.Answer.(type) {
	case testOutAnswer:
		return nil, c.plan(a)
	case session.ActionAnswer:
		return c.acts.RunChosen(c, a, func(why string) { c.Session.Notice = why })
	case session.SettingAnswer:
		return nil, c.Session.Set(a)
	}
	return c.Session.HandleAnswer(m), nil
}

// key does what a key means here.
func (c *Screen) key(msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	a := c.acts.Match(session.ZoneContents, msg)
	switch {
	case a == nil:
		return nil, nil
	case a.DisabledReason(c) != "":
		if a.Zone == session.ZoneContents {
			c.Session.Notice = a.DisabledReason(c)
		}
		return nil, nil
	}
	return a.Run(c, msg)
}

// ContentsKeys are those of the contents.
func ContentsKeys() session.KeyMap {
	at := session.ZoneContents.Bind
	return session.KeyMap{
		at("up", "up k", "↑ k", "exercise above"),
		at("down", "down j", "↓ j", "exercise below"),
		at("first", "home 0", "home 0", "first exercise"),
		at("last", "end $", "end $", "last exercise"),
		at("fold", "left h", "← h", "fold the unit"),
		at("unfold", "right l", "→ l", "unfold it"),
		at("review", "r", "r", "review: what you did right some days ago, with new numbers"),
		at("test out", "t", "t", "test out of the unit: three tasks right in a row, without hints"),
		at("other sheet", "o", "o", "back to a sheet of the exercise that was begun with other numbers"),
		at("sandbox", "S", "S", "the sandbox: any data, points that you place, any kernel and solver"),
		at("restart", "n", "n", "begin the exercise anew, with new numbers where it has any"),
	}
}

// Actions is everything a key does in the contents: its own keys, and those of
// an exercise by their names.
func Actions(all session.KeyMap) session.Actions[*Screen] {
	by := func(n int) session.Action[*Screen] {
		return session.Action[*Screen]{Do: func(c *Screen) { c.move(n) }}
	}
	here := map[string]session.Action[*Screen]{
		"up": by(-1), "down": by(1), "previous": by(-1), "next": by(1), "page up": by(-10), "page down": by(10),
		"first":   {Do: func(c *Screen) { c.move(-len(c.Items)) }},
		"last":    {Do: func(c *Screen) { c.move(len(c.Items)) }},
		"fold":    {Disabled: (*Screen).alreadyFolded, Do: (*Screen).fold},
		"unfold":  {Disabled: (*Screen).notFolded, Do: (*Screen).unfold},
		"answer":  {Open: (*Screen).openSelected},
		"restart": {Disabled: (*Screen).notBegun, Open: (*Screen).restart},

		"other sheet": {Disabled: withoutSheets, Open: askSheet},
		"review":      {Disabled: (*Screen).nothingDue, Open: (*Screen).review},
		"test out":    {Disabled: (*Screen).unitKnown, Open: (*Screen).askTestOut},
		"sandbox":     {Disabled: withoutSandbox, Open: openSandbox},
		"back":        {Open: func(*Screen) session.Intent { return session.Quit{} }},
		"help":        {Open: (*Screen).help},
		"symbols":     {Open: func(c *Screen) session.Intent { return c.Session.ShowSymbols() }},
		"go to": {Open: func(c *Screen) session.Intent {
			return c.Session.ShowPalette(session.ActionRows(c.acts, c, session.ZoneContents, session.ZoneLab, session.ZoneEverywhere))
		}},
		"settings": {Open: func(c *Screen) session.Intent { return c.Session.ShowSettings() }},
		"leave":    {}, "quit": {},
	}
	var out session.Actions[*Screen]
	for _, b := range all {
		a, ok := here[b.Name]
		if !ok {
			a.Disabled = func(*Screen) string { return "in an exercise" }
		}
		if b.Zone == session.ZoneLab && b.Name == "restart" { // its key is another here
			a = session.Action[*Screen]{Disabled: func(*Screen) string { return "in an exercise" }}
		}
		if a.KeyBinding = b; slices.Contains(session.ZoneContents.SearchOrder(), b.Zone) {
			out = append(out, a)
		}
	}
	return out
}

func (c *Screen) help() session.Intent {
	return session.Push{Top: session.NewHelp(c.Session, session.ZoneContents, func(b session.KeyBinding) string { return c.acts.Find(b.Zone, b.Name).DisabledReason(c) })}
}

// withoutSandbox is why there is none to open.
func withoutSandbox(c *Screen) string {
	return session.ReasonIf(study.SandboxOf(c.Session.Student).ID == "", "there is none here")
}

func openSandbox(c *Screen) session.Intent {
	return session.Open{Exercise: study.SandboxOf(c.Session.Student).ID}
}

// notBegun is why there is nothing to begin anew.
func (c *Screen) notBegun() string {
	return session.ReasonIf(len(c.Items) == 0 || c.folded() || c.Items[c.Selected].State == study.Untouched, "not begun yet")
}

// restart asks before it begins the selected exercise anew.
func (c *Screen) restart() session.Intent {
	return session.Push{Top: session.NewRestartWindow(c.Session, c.Items[c.Selected].ID)}
}

// restartHint offers new numbers where there are old ones.
func (c *Screen) restartHint() key.Binding {
	if c.notBegun() != "" || !c.Items[c.Selected].Drawn {
		return key.Binding{}
	}
	return c.Session.Hint(session.ZoneContents, "restart", "new numbers")
}

// openSelected opens the selected exercise, or the unit that is folded.
func (c *Screen) openSelected() session.Intent {
	switch {
	case len(c.Items) == 0:
		return nil
	case c.folded():
		c.unfold()
		return nil
	}
	e := c.Items[c.Selected]
	if e.Wait.Waits() && c.Insists != e.ID {
		c.Insists, c.Session.Notice = e.ID, e.Wait.Advice(e.ID, "Press enter again to begin it now")
		return nil
	}
	return session.Open{Exercise: e.ID}
}

// move goes n lines on: from exercise to exercise, over a unit that is folded in
// one.
func (c *Screen) move(n int) {
	c.Session.Notice, c.Insists = "", ""
	dir := 1
	if n < 0 {
		dir, n = -1, -n
	}
	for ; n > 0; n-- {
		next := c.Selected + dir
		for c.folded() && next >= 0 && next < len(c.Items) && c.unitOf[next] == c.unitAt() {
			next += dir
		}
		if next < 0 || next >= len(c.Items) {
			return
		}
		if c.Selected = next; c.folded() {
			c.Selected = c.firstOf(c.unitAt())
		}
	}
}

// click selects an exercise, and opens it when it is the selected one.
func (c *Screen) click(msg tea.MouseClickMsg) session.Intent {
	if msg.Button != tea.MouseLeft {
		return nil
	}
	row, ok := c.RowAt(msg.X, msg.Y)
	if !ok {
		return nil
	}
	if row.Item < 0 {
		c.toggle(row.unit)
		return nil
	}
	if row.Item == c.Selected {
		return c.openSelected()
	}
	c.Selected = row.Item
	return nil
}

// RowAt returns the row of the list under the mouse; ok is false elsewhere.
func (c *Screen) RowAt(x, y int) (row contentsRow, ok bool) {
	rows, _ := c.rows()
	if i, ok := c.Session.Hit(tea.MouseClickMsg{X: x, Y: y}).Index("list"); ok && i < len(rows) {
		return rows[i], true
	}
	return row, false
}

// aboutRow says what the exercise under the mouse is for, or what a unit is about.
func aboutRow(c *Screen, at session.RightClick) session.Intent {
	row, ok := c.RowAt(at.X, at.Y)
	if !ok {
		return nil
	}
	u := c.units[row.unit]
	if row.Item < 0 {
		return session.Push{Top: session.NewTextWindow(c.Session, u.ID+"  "+u.Title, func(d *ui.Document) { d.Write(ascii.Inked(u.Intro, ascii.Text)) })}
	}
	e := c.Items[row.Item]
	c.Selected, c.centred = row.Item, false
	return session.Push{Top: session.NewTextWindow(c.Session, e.ID+"  "+e.Title, func(d *ui.Document) { c.layAbout(d, e, u, func(*ui.Document) {}) })}
}

// folds says of each unit, by its index, whether its exercises are hidden.
type folds map[int]bool

// foldDone folds the units that are done, but for the one at an index.
func foldDone(units []study.UnitView, open int) folds {
	out := folds{}
	for i, u := range units {
		out[i] = i != open && len(u.Exercises) > 0 && u.Done == len(u.Exercises)
	}
	return out
}

func (c *Screen) alreadyFolded() string {
	return session.ReasonIf(len(c.Items) == 0 || c.folded(), "folded already")
}

func (c *Screen) notFolded() string {
	return session.ReasonIf(len(c.Items) == 0 || !c.folded(), "not folded")
}

func (c *Screen) fold() { c.folds[c.unitAt()] = true }

func (c *Screen) unfold() { c.folds[c.unitAt()] = false }

// firstOf is the first exercise of a unit.
func (c *Screen) firstOf(unit int) int { return max(0, slices.Index(c.unitOf, unit)) }

// toggle folds or unfolds a unit, and selects it.
func (c *Screen) toggle(unit int) {
	if unit != c.unitAt() {
		c.Selected = c.firstOf(unit)
	}
	c.folds[unit] = !c.folds[unit]
}

// contentsRow is a line of the list: an exercise of a unit, or with item −1 the
// unit's own; with unit −1 it is empty. Both are indices.
type contentsRow struct{ unit, Item int }

// rows are the lines of the list; at is that of the selection.
func (c *Screen) rows() (rows []contentsRow, at int) {
	n := 0
	for i, u := range c.units {
		if i > 0 && !(c.folds[i] && c.folds[i-1]) {
			rows = append(rows, contentsRow{-1, -1})
		}
		if i == c.unitAt() && c.folds[i] {
			at = len(rows)
		}
		rows = append(rows, contentsRow{i, -1})
		for range u.Exercises {
			if !c.folds[i] {
				if n == c.Selected {
					at = len(rows)
				}
				rows = append(rows, contentsRow{i, n})
			}
			n++
		}
	}
	return rows, at
}

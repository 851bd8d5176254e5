package lab

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/job"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// contents is the first screen, a map: every exercise with its state, by units
// that fold, and what the selected one is about.
type contents struct {
	base
	acts     acts[*contents]
	units    []study.UnitView
	items    []study.ExerciseView // all exercises in order
	unitOf   []int                // of each item
	selected int
	folds    folds
	list     *ui.Pane
	centred  bool    // the selection stays in the middle of the list
	planning job.Job // of the tasks to test a unit out
	insists  string  // the exercise that was told to be meant for later
}

func newContents(s *session) *contents {
	c := &contents{base: s.base(), acts: contentsActs(s.keys), list: ui.NewPane(s.theme), centred: true}
	c.read()
	c.selected = max(0, c.indexOf(s.student.Suggest()))
	c.folds = foldDone(c.units, c.unitAt())
	return c
}

// read takes the states of all exercises from the student's record.
func (c *contents) read() {
	c.units, c.items, c.unitOf = c.session.student.Units(), nil, nil
	for i, u := range c.units {
		c.items = append(c.items, u.Exercises...)
		for range u.Exercises {
			c.unitOf = append(c.unitOf, i)
		}
	}
}

// resume shows the states as they are now, and selects what comes next.
func (c *contents) resume() tea.Cmd {
	c.read()
	if i := c.indexOf(c.session.student.Suggest()); i >= 0 && c.session.returned {
		c.selected = i
	}
	c.centred = c.centred || c.session.returned
	c.session.returned = false
	return nil
}

// close ends what the contents have under way.
func (c *contents) close() { c.planning.Stop() }

// unitAt is the index of the unit that is selected, or in which the selected
// exercise is; −1 where there is none.
func (c *contents) unitAt() int {
	if len(c.unitOf) == 0 {
		return -1
	}
	return c.unitOf[c.selected]
}

// folded reports whether the selection is a unit's line.
func (c *contents) folded() bool { return c.folds[c.unitAt()] }

func (c *contents) overlay() bool { return false }

// waits for the tasks of a test-out.
func (c *contents) waits() bool { return c.planning.Busy() }

func (c *contents) indexOf(id string) int {
	return slices.IndexFunc(c.items, func(e study.ExerciseView) bool { return e.ID == id })
}

func (c *contents) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return c.key(msg)
	case tea.MouseClickMsg:
		c.centred = false
		return c.click(msg), nil
	case wonderMsg:
		return aboutRow(c, msg), nil
	case tea.MouseWheelMsg:
		c.centred = false
		c.move(wheelStep(msg) / 3)
	case plannedMsg:
		return c.planned(msg), nil
	case answered:
		return chosenAt(c, msg)
	}
	return nil, nil
}

// chosenAt follows up on a window that closed over the contents.
func chosenAt(c *contents, m answered) (intent, tea.Cmd) {
	switch a := m.answer.(type) {
	case testOutAnswer:
		return nil, c.plan(a)
	case actAnswer:
		return c.acts.take(c, a, func(why string) { c.session.notice = why })
	case settingAnswer:
		return nil, c.session.set(a)
	}
	return c.session.followAnswer(m), nil
}

// key does what a key means here.
func (c *contents) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	a := c.acts.match(zoneContents, msg)
	switch {
	case a == nil || a.do == nil:
		return nil, nil
	case a.whyNot(c) != "":
		if a.zone == zoneContents {
			c.session.notice = a.whyNot(c)
		}
		return nil, nil
	}
	return a.do(c, msg)
}

// contentsKeys are those of the contents.
func contentsKeys() keyMap {
	at := zoneContents.bind
	return keyMap{
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

// contentsActs is everything a key does in the contents: its own keys, and those of
// an exercise by their names.
func contentsActs(all keyMap) acts[*contents] {
	by := func(n int) act[*contents] { return act[*contents]{do: does(func(c *contents) { c.move(n) })} }
	here := map[string]act[*contents]{
		"up": by(-1), "down": by(1), "previous": by(-1), "next": by(1), "page up": by(-10), "page down": by(10),
		"first":   {do: does(func(c *contents) { c.move(-len(c.items)) })},
		"last":    {do: does(func(c *contents) { c.move(len(c.items)) })},
		"fold":    {why: (*contents).alreadyFolded, do: does((*contents).fold)},
		"unfold":  {why: (*contents).notFolded, do: does((*contents).unfold)},
		"answer":  {do: opens((*contents).openSelected)},
		"restart": {why: (*contents).notBegun, do: opens((*contents).restart)},

		"other sheet": {why: withoutSheets, do: opens(askSheet)},
		"review":      {why: (*contents).nothingDue, do: opens((*contents).review)},
		"test out":    {why: (*contents).unitKnown, do: opens((*contents).askTestOut)},
		"sandbox":     {why: withoutSandbox, do: opens(openSandbox)},
		"back":        {do: opens(func(*contents) intent { return quitIntent{} })},
		"help":        {do: opens((*contents).help)},
		"symbols":     {do: opens(func(c *contents) intent { return c.session.symbols() })},
		"go to": {do: opens(func(c *contents) intent {
			return c.session.palette(actItems(c.acts, c, zoneContents, zoneLab, zoneEverywhere))
		})},
		"settings": {do: opens(func(c *contents) intent { return c.session.askSettings() })},
		"leave":    {}, "quit": {},
	}
	var out acts[*contents]
	for _, b := range all {
		a, ok := here[b.name]
		if !ok {
			a.why = func(*contents) string { return "in an exercise" }
		}
		if b.zone == zoneLab && b.name == "restart" { // its key is another here
			a = act[*contents]{why: func(*contents) string { return "in an exercise" }}
		}
		if a.binding = b; slices.Contains(zoneContents.order(), b.zone) {
			out = append(out, a)
		}
	}
	return out
}

func (c *contents) help() intent {
	return pushIntent{newHelp(c.session, zoneContents, func(b binding) string { return c.acts.named(b.zone, b.name).whyNot(c) })}
}

// withoutSandbox is why there is none to open.
func withoutSandbox(c *contents) string {
	return reason(study.SandboxOf(c.session.student).ID == "", "there is none here")
}

func openSandbox(c *contents) intent {
	return openIntent{exercise: study.SandboxOf(c.session.student).ID}
}

// notBegun is why there is nothing to begin anew.
func (c *contents) notBegun() string {
	return reason(len(c.items) == 0 || c.folded() || c.items[c.selected].State == study.Untouched, "not begun yet")
}

// restart asks before it begins the selected exercise anew.
func (c *contents) restart() intent {
	return pushIntent{newRestartWindow(c.session, c.items[c.selected].ID)}
}

// restartHint offers new numbers where there are old ones.
func (c *contents) restartHint() key.Binding {
	if c.notBegun() != "" || !c.items[c.selected].Drawn {
		return key.Binding{}
	}
	return c.session.hint(zoneContents, "restart", "new numbers")
}

// openSelected opens the selected exercise, or the unit that is folded.
func (c *contents) openSelected() intent {
	switch {
	case len(c.items) == 0:
		return nil
	case c.folded():
		c.unfold()
		return nil
	}
	e := c.items[c.selected]
	if e.Wait.Waits() && c.insists != e.ID {
		c.insists, c.session.notice = e.ID, e.Wait.Advice(e.ID, "Press enter again to begin it now")
		return nil
	}
	return openIntent{exercise: e.ID}
}

// move goes n lines on: from exercise to exercise, over a unit that is folded in
// one.
func (c *contents) move(n int) {
	c.session.notice, c.insists = "", ""
	dir := 1
	if n < 0 {
		dir, n = -1, -n
	}
	for ; n > 0; n-- {
		next := c.selected + dir
		for c.folded() && next >= 0 && next < len(c.items) && c.unitOf[next] == c.unitAt() {
			next += dir
		}
		if next < 0 || next >= len(c.items) {
			return
		}
		if c.selected = next; c.folded() {
			c.selected = c.firstOf(c.unitAt())
		}
	}
}

// click selects an exercise, and opens it when it is the selected one.
func (c *contents) click(msg tea.MouseClickMsg) intent {
	if msg.Button != tea.MouseLeft {
		return nil
	}
	row, ok := c.rowAt(msg.X, msg.Y)
	if !ok {
		return nil
	}
	if row.item < 0 {
		c.toggle(row.unit)
		return nil
	}
	if row.item == c.selected {
		return c.openSelected()
	}
	c.selected = row.item
	return nil
}

// rowAt returns the row of the list under the mouse; ok is false elsewhere.
func (c *contents) rowAt(x, y int) (row contentsRow, ok bool) {
	rows, _ := c.rows()
	if i, ok := c.session.hit(tea.MouseClickMsg{X: x, Y: y}).Index("list"); ok && i < len(rows) {
		return rows[i], true
	}
	return row, false
}

// aboutRow says what the exercise under the mouse is for, or what a unit is about.
func aboutRow(c *contents, at wonderMsg) intent {
	row, ok := c.rowAt(at.x, at.y)
	if !ok {
		return nil
	}
	u := c.units[row.unit]
	if row.item < 0 {
		return pushIntent{newTextWindow(c.session, u.ID+"  "+u.Title, func(d *ui.Document) { d.Write(ascii.Inked(u.Intro, ascii.Text)) })}
	}
	e := c.items[row.item]
	c.selected, c.centred = row.item, false
	return pushIntent{newTextWindow(c.session, e.ID+"  "+e.Title, func(d *ui.Document) { c.layAbout(d, e, u, func(*ui.Document) {}) })}
}

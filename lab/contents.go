package lab

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/study"
)

// contents is the first screen: every exercise with its state, and what the
// selected one is about.
type contents struct {
	base
	acts     acts[*contents]
	units    []study.UnitView
	items    []study.ExerciseView // all exercises in order
	selected int
	insists  string // the exercise that was told to be meant for later
}

func newContents(s *session) *contents {
	c := &contents{base: s.base(), acts: contentsActs(s.acts)}
	c.read()
	c.selected = max(0, c.indexOf(s.student.Suggest()))
	return c
}

// read takes the states of all exercises from the student's record.
func (c *contents) read() {
	c.units, c.items = c.session.student.Units(), nil
	for _, u := range c.units {
		c.items = append(c.items, u.Exercises...)
	}
}

// resume shows the states as they are now, and selects what comes next.
func (c *contents) resume() tea.Cmd {
	c.read()
	if i := c.indexOf(c.session.student.Suggest()); i >= 0 && c.session.returned {
		c.selected = i
	}
	c.session.returned = false
	return nil
}

func (c *contents) overlay() bool { return false }

func (c *contents) indexOf(id string) int {
	return slices.IndexFunc(c.items, func(e study.ExerciseView) bool { return e.ID == id })
}

func (c *contents) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return c.key(msg)
	case tea.MouseClickMsg:
		return c.click(msg), nil
	case tea.MouseWheelMsg:
		c.move(wheelStep(msg) / 3)
	case answered:
		return c.session.followAnswer(msg), nil
	}
	return nil, nil
}

// key does what a key means here.
func (c *contents) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	a := c.acts.match(zoneContents, msg)
	if a == nil || a.do == nil || a.whyNot(c) != "" {
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
	}
}

// contentsActs is everything a key does in the contents: its own keys, and those of
// an exercise by their names.
func contentsActs(exercise acts[*exercise]) acts[*contents] {
	by := func(n int) act[*contents] { return act[*contents]{do: does(func(c *contents) { c.move(n) })} }
	here := map[string]act[*contents]{
		"up": by(-1), "down": by(1), "previous": by(-1), "next": by(1), "page up": by(-10), "page down": by(10),
		"first":    {do: does(func(c *contents) { c.move(-len(c.items)) })},
		"last":     {do: does(func(c *contents) { c.move(len(c.items)) })},
		"answer":   {do: opens((*contents).openSelected)},
		"restart":  {why: (*contents).notBegun, do: opens((*contents).restart)},
		"back":     {do: opens(func(*contents) intent { return quitIntent{} })},
		"help":     {do: opens((*contents).help)},
		"symbols":  {do: opens(func(c *contents) intent { return c.session.symbols() })},
		"go to":    {do: opens(func(c *contents) intent { return c.session.palette() })},
		"settings": {do: opens(func(c *contents) intent { return c.session.askSettings() })},
		"leave":    {}, "quit": {},
	}
	var out acts[*contents]
	for _, b := range slices.Concat(contentsKeys(), exercise.bindings()) {
		a, ok := here[b.name]
		if !ok {
			a.why = func(*contents) string { return "in an exercise" }
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

// notBegun is why there is nothing to begin anew.
func (c *contents) notBegun() string {
	return reason(len(c.items) == 0 || c.items[c.selected].State == study.Untouched, "not begun yet")
}

// restart asks before it begins the selected exercise anew.
func (c *contents) restart() intent {
	return pushIntent{newRestartWindow(c.session, c.items[c.selected].ID)}
}

// restartHint offers new numbers where there are old ones.
func (c *contents) restartHint() hint {
	if c.notBegun() != "" {
		return hint{}
	}
	return c.session.hint(zoneLab, "restart", "new numbers")
}

func (c *contents) openSelected() intent {
	if len(c.items) == 0 {
		return nil
	}
	e := c.items[c.selected]
	if e.Wait.Waits() && c.insists != e.ID {
		c.insists, c.session.notice = e.ID, e.Wait.Advice(e.ID, "Press enter again to begin it now")
		return nil
	}
	return openIntent{e.ID}
}

func (c *contents) move(n int) {
	c.selected = max(0, min(c.selected+n, len(c.items)-1))
	c.session.notice, c.insists = "", ""
}

// click selects an exercise, and opens it when it is the selected one.
func (c *contents) click(msg tea.MouseClickMsg) intent {
	if msg.Button != tea.MouseLeft {
		return nil
	}
	l := layoutContents(c.session.width, c.session.height)
	if !l.list.Contains(msg.X, msg.Y) {
		return nil
	}
	rows, at := c.rows()
	i := msg.Y - l.list.Y + scrollTo(at, len(rows), l.list.H)
	if i >= len(rows) || rows[i].item < 0 {
		return nil
	}
	if rows[i].item == c.selected {
		return c.openSelected()
	}
	c.selected = rows[i].item
	return nil
}

// contentsLayout is where the parts of the contents screen are.
type contentsLayout struct{ header, list, detail, footer ascii.Rect }

// layoutContents puts the selected exercise beside the list where there is
// room, and below it elsewhere.
func layoutContents(w, h int) contentsLayout {
	if w < minWidth || h < minHeight {
		return contentsLayout{}
	}
	l := contentsLayout{
		header: ascii.Rect{X: 2, W: w - 4, H: 1},
		footer: ascii.Rect{X: 2, Y: h - 1, W: w - 4, H: 1},
	}
	if w >= wideFrom {
		list := min(64, (w-4)*5/9)
		l.list = ascii.Rect{X: 2, Y: 2, W: list, H: h - 4}
		l.detail = ascii.Rect{X: 2 + list + 4, Y: 2, W: min(72, w-4-list-4), H: h - 4}
		return l
	}
	detail := min(7, (h-4)/2)
	l.list = ascii.Rect{X: 2, Y: 2, W: w - 4, H: h - 5 - detail}
	l.detail = ascii.Rect{X: 2, Y: h - 2 - detail, W: w - 4, H: detail}
	return l
}

// contentsRow is a line of the list: an exercise of a unit, or with item −1 the
// unit's title; without a unit it is empty.
type contentsRow struct {
	unit *study.UnitView
	item int
}

// rows are the lines of the list; at is that of the selected exercise.
func (c *contents) rows() (rows []contentsRow, at int) {
	n := 0
	for u := range c.units {
		if u > 0 {
			rows = append(rows, contentsRow{nil, -1})
		}
		unit := &c.units[u]
		rows = append(rows, contentsRow{unit, -1})
		for range unit.Exercises {
			if n == c.selected {
				at = len(rows)
			}
			rows = append(rows, contentsRow{unit, n})
			n++
		}
	}
	return rows, at
}

// scrollTo is the first line shown of n so that line at is in sight of h
// lines, near the middle.
func scrollTo(at, n, h int) int { return max(0, min(at-h/2, n-h)) }

func (c *contents) draw(p pen) {
	l := layoutContents(p.grid.W, p.grid.H)
	c.drawHeader(p, l.header)
	rows, at := c.rows()
	top := scrollTo(at, len(rows), l.list.H)
	for y := 0; y < l.list.H && top+y < len(rows); y++ {
		c.drawRow(p, ascii.Rect{X: l.list.X, Y: l.list.Y + y, W: l.list.W, H: 1}, rows[top+y])
	}
	if top+l.list.H < len(rows) {
		p.right(l.list.X+l.list.W, l.list.Y+l.list.H, 8, line("↓ more", ascii.Dim))
	}
	if len(c.items) > 0 {
		c.drawDetail(p, l.detail, *rows[at].unit)
	} else {
		p.write(l.detail.X, l.detail.Y, l.detail.W, line("There is no exercise here yet.", ascii.Dim))
	}
	c.session.drawFooter(p, l.footer, []hint{
		{key: "enter", word: c.verb()}, {key: "↑ ↓", word: "choose"},
		c.session.hint(zoneLab, "go to", "go to"), c.session.hint(zoneLab, "symbols", "symbols"),
		c.session.hint(zoneLab, "settings", "settings"), c.restartHint(),
	}, []hint{c.session.hint(zoneLab, "help", "help"), {key: "q", word: "quit"}})
}

func (c *contents) verb() string {
	if len(c.items) == 0 {
		return "open"
	}
	switch c.items[c.selected].State {
	case study.Untouched:
		return "start"
	case study.Begun:
		return "resume"
	}
	return "open again"
}

func (c *contents) drawHeader(p pen, r ascii.Rect) {
	p.write(r.X, r.Y, r.W, ascii.Line{{Text: "kernellab", Ink: ascii.Strong}, {Text: "   kernel methods, step by step", Ink: ascii.Dim}})
	p.right(r.X+r.W, r.Y, r.W/2, seedLine(c.session.student.Seed()))
}

func (c *contents) drawRow(p pen, r ascii.Rect, row contentsRow) {
	switch {
	case row.unit == nil:
		return
	case row.item < 0:
		p.write(r.X, r.Y, r.W, ascii.Line{{Text: row.unit.ID + "  ", Ink: ascii.Dim}, {Text: row.unit.Title, Ink: ascii.Strong}})
		return
	}
	e := c.items[row.item]
	state := stateWords(e)
	ink := ascii.Text
	if row.item == c.selected {
		p.write(r.X, r.Y, 2, line(string(p.glyph('›', '>')), ascii.Accent))
		ink = ascii.Accent
	}
	p.right(r.X+r.W, r.Y, r.W/2, ascii.Line{state})
	p.put(r.X+2, r.Y, 2, ascii.Line{stateGlyph(p, e.State)})
	p.write(r.X+5, r.Y, r.W-6-ascii.Width(state.Text)-1, ascii.Line{{Text: fmt.Sprintf("%-5s", e.ID), Ink: ascii.Dim}, {Text: e.Title, Ink: ink}})
}

// drawDetail says what the selected exercise is about.
func (c *contents) drawDetail(p pen, r ascii.Rect, u study.UnitView) {
	e := c.items[c.selected]
	d := newDocument(p, r.W)
	if u.Intro != "" && r.H > 10 {
		d.write(line(u.Intro, ascii.Dim), nil)
	}
	d.write(ascii.Line{{Text: e.ID + "  ", Ink: ascii.Dim}, {Text: e.Title, Ink: ascii.Strong}})
	d.write(line(e.Goal, ascii.Text), nil, line(effort(e), ascii.Dim))
	if r.H > 10 {
		d.gap()
		layStepNames(d, e)
	}
	if c.session.notice != "" {
		d.gap()
		d.write(line(c.session.notice, ascii.Warn))
	}
	p.lines(r, d.lines, 0)
}

// effort says how long an exercise takes, how many steps it has, and how much
// time went into it.
func effort(v study.ExerciseView) string {
	out := ascii.Count(len(v.Steps), "step")
	if v.Minutes > 0 {
		out = fmt.Sprintf("about %d minutes, %s", v.Minutes, out)
	}
	if spent := int(v.Spent.Minutes()); spent > 0 {
		out += fmt.Sprintf("; %d min spent", spent)
	}
	if v.Asked > 0 {
		out += fmt.Sprintf("; predicted %d of %d", v.Predicted, v.Asked)
	}
	return out
}

// layStepNames adds the steps of an exercise, those that are done and the one the
// student is at marked.
func layStepNames(d *document, v study.ExerciseView) {
	for i, name := range v.Steps {
		if i < len(v.StepTitles) && v.StepTitles[i] != "" {
			name = v.StepTitles[i]
		}
		state, ink := study.Untouched, ascii.Dim
		switch {
		case v.Finished[i]:
			state = study.Done
		case v.State == study.Begun && i == v.Index:
			state, ink = study.Begun, ascii.Accent
		}
		d.item(ascii.Line{stateGlyph(d.pen, state), blank(1)}, line(name, ink))
	}
}

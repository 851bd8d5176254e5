package lab

import (
	"fmt"
	"strings"
	"time"

	"kernellab/ascii"
	"kernellab/lab/study"
)

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
		list := min(72, (w-4)*5/9)
		l.list = ascii.Rect{X: 2, Y: 2, W: list, H: h - 4}
		l.detail = ascii.Rect{X: 2 + list + 4, Y: 2, W: min(100, w-4-list-4), H: h - 4}
		return l
	}
	const detail = 3
	l.list = ascii.Rect{X: 2, Y: 2, W: w - 4, H: h - 5 - detail}
	l.detail = ascii.Rect{X: 2, Y: h - 2 - detail, W: w - 4, H: detail}
	return l
}

// scrollTo is the first line shown of n so that line at is in sight of h
// lines, near the middle.
func scrollTo(at, n, h int) int { return max(0, min(at-h/2, n-h)) }

func (c *contents) draw(p pen) {
	l := layoutContents(p.grid.W, p.grid.H)
	c.drawHeader(p, l.header)
	rows, at := c.rows()
	top := c.list.first(at, len(rows), l.list.H)
	for y := 0; y < l.list.H && top+y < len(rows); y++ {
		c.drawRow(p, ascii.Rect{X: l.list.X, Y: l.list.Y + y, W: l.list.W, H: 1}, rows[top+y])
	}
	if top+l.list.H < len(rows) {
		p.right(l.list.X+l.list.W, l.list.Y+l.list.H, 8, line("↓ more", ascii.Dim))
	}
	if len(c.items) > 0 {
		c.drawDetail(p, l.detail)
	} else {
		p.write(l.detail.X, l.detail.Y, l.detail.W, line("There is no exercise here yet.", ascii.Dim))
	}
	c.session.drawFooter(p, c.footer())
}

// footer is the keys worth knowing in the contents.
func (c *contents) footer() footer {
	hints := []hint{
		{key: "enter", word: c.verb()}, c.reviewHint(), {key: "↑ ↓", word: "choose"}, sheetHint(c), testOutHint(c),
		{key: "← →", word: "fold"}, c.session.hint(zoneLab, "go to", "find"), sandboxHint(c), c.session.hint(zoneLab, "symbols", "symbols"),
		c.session.hint(zoneLab, "settings", "settings"), c.restartHint(),
	}
	pinned := []hint{c.session.hint(zoneLab, "help", "help"), {key: "q", word: "quit"}}
	return footer{layoutContents(c.session.width, c.session.height).footer, hints, pinned}
}

// sandboxHint offers the sandbox, where there is one.
func sandboxHint(c *contents) hint {
	if withoutSandbox(c) != "" {
		return hint{}
	}
	return c.session.hint(zoneContents, "sandbox", "sandbox")
}

func (c *contents) verb() string {
	if len(c.items) == 0 {
		return "open"
	}
	if c.folded() {
		return "unfold"
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
	right := append(line(c.time()+"   ", ascii.Dim), seedLine(c.session.student.Seed())...)
	x := p.right(r.X+r.W, r.Y, r.W/2, right)
	left := ascii.Line{{Text: "kernellab", Ink: ascii.Strong}, {Text: "   kernel methods, step by step", Ink: ascii.Dim}}
	if p.say(left).Width() > x-r.X-3 {
		left = left[:1]
	}
	p.write(r.X, r.Y, x-r.X-3, left)
}

// time is how long the student has been at it, of how long it takes in all.
func (c *contents) time() string {
	var spent time.Duration
	minutes := 0
	for _, e := range c.items {
		spent += e.Spent
		minutes += e.Minutes
	}
	if spent < time.Minute {
		return "about " + hours(minutes)
	}
	return hours(int(spent.Minutes())) + " of " + hours(minutes)
}

// hours writes minutes as a person would.
func hours(minutes int) string {
	h, m := minutes/60, minutes%60
	switch {
	case h == 0:
		return fmt.Sprintf("%d min", m)
	case h >= 5 || m == 0:
		return fmt.Sprintf("%d h", (minutes+30)/60)
	}
	return fmt.Sprintf("%d h %02d", h, m)
}

func (c *contents) drawRow(p pen, r ascii.Rect, row contentsRow) {
	switch {
	case row.unit < 0:
		return
	case row.item < 0:
		c.drawUnit(p, r, row.unit)
		return
	}
	e := c.items[row.item]
	state := stateWords(e)
	ink := ascii.Text
	if row.item == c.selected {
		c.drawPointer(p, r)
		ink = ascii.Accent
	}
	p.right(r.X+r.W, r.Y, r.W/2, ascii.Line{state})
	p.put(r.X+2, r.Y, 2, ascii.Line{stateGlyph(p, e.State)})
	p.write(r.X+5, r.Y, r.W-6-ascii.Width(state.Text)-1, ascii.Line{{Text: fmt.Sprintf("%-5s", e.ID), Ink: ascii.Dim}, {Text: e.Title, Ink: ink}})
}

func (c *contents) drawPointer(p pen, r ascii.Rect) {
	p.write(r.X, r.Y, 2, line(string(p.glyph('›', '>')), ascii.Accent))
}

// bar is how many cells the bar of a unit has.
const bar = 12

// drawUnit draws the line of a unit: its title, and how much of it is done.
func (c *contents) drawUnit(p pen, r ascii.Rect, i int) {
	u := c.units[i]
	ink := ascii.Strong
	if c.folds[i] && i == c.unitAt() {
		c.drawPointer(p, r)
		ink = ascii.Accent
	}
	count := fmt.Sprintf("  %d of %d", u.Done, len(u.Exercises))
	meter := append(meterOf(p, u), ascii.Span{Text: count, Ink: ascii.Dim})
	left := 0
	if c.folds[i] {
		left = 2
	}
	p.write(r.X+left, r.Y, r.W-left-meter.Width()-1, ascii.Line{{Text: u.ID + "  ", Ink: ascii.Dim}, {Text: u.Title, Ink: ink}})
	p.right(r.X+r.W, r.Y, r.W/2, meter)
}

// meterOf is the share of a unit's steps that are done, as a bar.
func meterOf(p pen, u study.UnitView) ascii.Line {
	done, all := 0, 0
	for _, e := range u.Exercises {
		all += len(e.Steps)
		if e.State >= study.Done {
			done += len(e.Steps)
			continue
		}
		done += e.StepsDone
	}
	full := 0
	if done > 0 {
		full = max(1, done*bar/all)
	}
	return ascii.Line{
		{Text: strings.Repeat(string(p.glyph('█', '#')), full), Ink: ascii.Good},
		{Text: strings.Repeat(string(p.glyph('░', '.')), bar-full), Ink: ascii.Faint},
	}
}

// drawDetail says what the selection is about.
func (c *contents) drawDetail(p pen, r ascii.Rect) {
	unit := c.units[c.unitAt()]
	d := newDocument(p, r.W)
	if c.folded() {
		d.write(ascii.Line{{Text: unit.ID + "  ", Ink: ascii.Dim}, {Text: unit.Title, Ink: ascii.Strong}})
		d.write(line(unit.Intro, ascii.Text))
		p.lines(r, d.lines, 0)
		return
	}
	e := c.items[c.selected]
	d.write(ascii.Line{{Text: e.ID + "  ", Ink: ascii.Dim}, {Text: e.Title, Ink: ascii.Strong}, {Text: "   " + effort(e), Ink: ascii.Dim}})
	if r.H <= 10 {
		d.write(line(e.Goal, ascii.Text))
		p.lines(r, d.lines, 0)
		return
	}
	d.write(nil)
	c.layAbout(d, e, unit, c.layTestOut)
	p.lines(r, d.lines, 0)
}

// layAbout says what an exercise is for, its steps, what can be done with it, and what
// was hard.
func (c *contents) layAbout(d *document, e study.ExerciseView, u study.UnitView, offer func(*document)) {
	d.write(line(e.Goal, ascii.Text), nil)
	layStepNames(d, e)
	layOtherSheets(c, d, e)
	offer(d)
	if len(e.Needs) > 0 {
		d.gap()
		d.write(c.needs(d.pen, e))
	}
	if len(e.Hard) > 0 {
		var names []string
		for _, i := range e.Hard {
			names = append(names, e.StepTitle(i))
		}
		d.gap()
		d.write(ascii.Line{{Text: "Hard for you: ", Ink: ascii.Dim}, {Text: strings.Join(names, "; "), Ink: ascii.Text}})
	}
	if u.Intro != "" {
		d.gap()
		d.write(line("Unit "+u.ID+": "+u.Intro, ascii.Dim))
	}
}

// needs are the exercises that one builds on, with how far the student is there.
func (c *contents) needs(p pen, e study.ExerciseView) ascii.Line {
	out := ascii.Line{{Text: "Builds on:", Ink: ascii.Dim}}
	for _, id := range e.Needs {
		if i := c.indexOf(id); i >= 0 {
			out = append(out, blank(1), ascii.Span{Text: id, Ink: ascii.Text}, blank(1), stateGlyph(p, c.items[i].State))
		}
	}
	return out
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
	for i := range v.Steps {
		state, ink := study.Untouched, ascii.Dim
		switch {
		case v.Finished[i]:
			state = study.Done
		case v.State == study.Begun && i == v.Index:
			state, ink = study.Begun, ascii.Accent
		}
		d.item(ascii.Line{stateGlyph(d.pen, state), blank(1)}, line(v.StepTitle(i), ink))
	}
}

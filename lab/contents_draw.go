package lab

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
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

func (c *contents) lay() { c.layList(layoutContents(c.session.width, c.session.height).list) }

func (c *contents) layers() []*lipgloss.Layer {
	l, t := layoutContents(c.session.width, c.session.height), c.session.theme
	detail := ui.NewDocument(t, l.detail.W)
	c.layDetail(detail, l.detail.H)
	text := lipgloss.NewStyle().MaxHeight(l.detail.H).Render(detail.String())
	return append(c.list.Layers("list", l.list.X, l.list.Y),
		layerAt("", t.Line(c.header(l.header.W)), l.header.X, l.header.Y),
		layerAt("", text, l.detail.X, l.detail.Y))
}

// layList lays out the list. Each exercise or unit is a part with the index of its row.
func (c *contents) layList(r ascii.Rect) {
	d := ui.NewDocument(c.session.theme, r.W)
	rows, at := c.rows()
	for i, row := range rows {
		switch {
		case row.unit < 0:
			d.Add(nil)
		case row.item < 0:
			d.AddPart(strconv.Itoa(i), c.unitLine(r.W, row.unit))
		default:
			d.AddPart(strconv.Itoa(i), c.itemLine(r.W, row.item))
		}
	}
	from, to := at, at
	if c.centred {
		from = max(0, min(at-r.H/2, len(rows)-r.H))
		to = from + r.H - 1
	}
	d.Keep(from, to)
	for top, _, _ := c.list.Visible(); !c.centred && d.Len() < top+r.H; { // a unit that folds stays under the mouse
		d.Add(nil)
	}
	c.list.SetSize(r.W, r.H)
	c.list.Show(d)
}

// footer is the keys worth knowing in the contents.
func (c *contents) footer() footer {
	hints := []key.Binding{
		ui.Hint("enter", c.verb()), c.reviewHint(), ui.Hint("↑ ↓", "choose"), sheetHint(c), testOutHint(c),
		ui.Hint("← →", "fold"), c.session.hint(zoneLab, "go to", "find"), sandboxHint(c), c.session.hint(zoneLab, "symbols", "symbols"),
		c.session.hint(zoneLab, "settings", "settings"), c.restartHint(),
	}
	pinned := []key.Binding{c.session.hint(zoneLab, "help", "help"), ui.Hint("q", "quit")}
	return footer{layoutContents(c.session.width, c.session.height).footer, hints, pinned}
}

// sandboxHint offers the sandbox, where there is one.
func sandboxHint(c *contents) key.Binding {
	if withoutSandbox(c) != "" {
		return key.Binding{}
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

func (c *contents) header(w int) ascii.Line {
	right := append(ascii.Inked(c.time()+"   ", ascii.Dim), seedLine(c.session.student.Seed())...)
	left := ascii.Line{{Text: "kernellab", Ink: ascii.Strong}, {Text: "   kernel methods, step by step", Ink: ascii.Dim}}
	if left.Width()+3+right.Width() > w {
		left = left[:1]
	}
	return ui.Spread(c.session.theme, w, left, right)
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

// itemLine is the row of an exercise.
func (c *contents) itemLine(w, i int) ascii.Line {
	e := c.items[i]
	pointer, ink := ascii.Span{Text: "  "}, ascii.Text
	if i == c.selected {
		pointer, ink = c.pointer(), ascii.Accent
	}
	left := ascii.Line{pointer, stateGlyph(c.session.theme, e.State), {Text: fmt.Sprintf("  %-5s", e.ID), Ink: ascii.Dim}, {Text: e.Title, Ink: ink}}
	return ui.Spread(c.session.theme, w, left, ascii.Line{stateWords(e)})
}

// pointer is the sign before the selected row.
func (c *contents) pointer() ascii.Span {
	return ascii.Span{Text: c.session.theme.Glyph('›', '>') + " ", Ink: ascii.Accent}
}

// bar is the width of the bar of a unit.
const bar = 12

// unitLine is the row of a unit: its title, and how much of it is done.
func (c *contents) unitLine(w, i int) ascii.Line {
	u, t := c.units[i], c.session.theme
	left := ascii.Line{{Text: u.ID + "  ", Ink: ascii.Dim}, {Text: u.Title, Ink: ascii.Strong}}
	switch selected := i == c.unitAt(); {
	case c.folds[i] && selected:
		left[1].Ink = ascii.Accent
		left = append(ascii.Line{c.pointer()}, left...)
	case c.folds[i]:
		left = append(ascii.Blanks(2), left...)
	}
	count := ascii.Span{Text: fmt.Sprintf("  %d of %d", u.Done, len(u.Exercises)), Ink: ascii.Dim}
	return ui.Spread(t, w, left, append(meterOf(t, u), count))
}

// meterOf is the share of a unit's steps that are done, as a bar.
func meterOf(t *theme.Theme, u study.UnitView) ascii.Line {
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
		{Text: strings.Repeat(t.Glyph('█', '#'), full), Ink: ascii.Good},
		{Text: strings.Repeat(t.Glyph('░', '.'), bar-full), Ink: ascii.Faint},
	}
}

// layDetail says what the selection is about, in a few words if there are few rows.
func (c *contents) layDetail(d *ui.Document, rows int) {
	if len(c.items) == 0 {
		d.Write(ascii.Inked("There is no exercise here yet.", ascii.Dim))
		return
	}
	unit := c.units[c.unitAt()]
	if c.folded() {
		d.Write(ascii.Line{{Text: unit.ID + "  ", Ink: ascii.Dim}, {Text: unit.Title, Ink: ascii.Strong}}, ascii.Inked(unit.Intro, ascii.Text))
		return
	}
	e := c.items[c.selected]
	d.Write(ascii.Line{{Text: e.ID + "  ", Ink: ascii.Dim}, {Text: e.Title, Ink: ascii.Strong}, {Text: "   " + effort(e), Ink: ascii.Dim}})
	if rows <= 10 {
		d.Write(ascii.Inked(e.Goal, ascii.Text))
		return
	}
	d.Write(nil)
	c.layAbout(d, e, unit, c.layTestOut)
}

// layAbout says what an exercise is for, its steps, what can be done with it, and what
// was hard.
func (c *contents) layAbout(d *ui.Document, e study.ExerciseView, u study.UnitView, offer func(*ui.Document)) {
	d.Write(ascii.Inked(e.Goal, ascii.Text), nil)
	layStepNames(c.session.theme, d, e)
	layOtherSheets(c, d, e)
	offer(d)
	if len(e.Needs) > 0 {
		d.Gap()
		d.Write(c.needs(e))
	}
	if len(e.Hard) > 0 {
		var names []string
		for _, i := range e.Hard {
			names = append(names, e.StepTitle(i))
		}
		d.Gap()
		d.Write(ascii.Line{{Text: "Hard for you: ", Ink: ascii.Dim}, {Text: strings.Join(names, "; "), Ink: ascii.Text}})
	}
	if u.Intro != "" {
		d.Gap()
		d.Write(ascii.Inked("Unit "+u.ID+": "+u.Intro, ascii.Dim))
	}
}

// needs are the exercises that one builds on, with how far the student is there.
func (c *contents) needs(e study.ExerciseView) ascii.Line {
	out := ascii.Line{{Text: "Builds on:", Ink: ascii.Dim}}
	for _, id := range e.Needs {
		if i := c.indexOf(id); i >= 0 {
			out = append(out, ascii.Span{Text: " " + id + " ", Ink: ascii.Text}, stateGlyph(c.session.theme, c.items[i].State))
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
func layStepNames(t *theme.Theme, d *ui.Document, v study.ExerciseView) {
	for i := range v.Steps {
		state, ink := study.Untouched, ascii.Dim
		switch {
		case v.Finished[i]:
			state = study.Done
		case v.State == study.Begun && i == v.Index:
			state, ink = study.Begun, ascii.Accent
		}
		d.Item(ascii.Line{stateGlyph(t, state), {Text: " "}}, ascii.Inked(v.StepTitle(i), ink))
	}
}

package board

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// layout returns the places of the list of students and of the wrong answers. On a narrow
// screen only the one that has the keyboard is visible, and the other is empty.
func (b *Screen) layout() (list, answers ascii.Rect) {
	answers = ascii.Rect{X: 2, Y: 2, W: b.Session.Width - 4, H: b.Session.Height - 8}
	list = answers
	list.Y, list.H = list.Y+2, list.H-2 // below the heads of the columns
	switch {
	case !b.Session.Narrow():
		list.W = list.W * 5 / 8
		answers.X, answers.W = answers.X+list.W+4, answers.W-list.W-4
	case b.onAnswers:
		list = ascii.Rect{}
	default:
		answers = ascii.Rect{}
	}
	return list, answers
}

// pane returns the pane that has the keyboard.
func (b *Screen) pane() *ui.Pane {
	if b.onAnswers {
		return b.answers
	}
	return b.list
}

func (b *Screen) Layout() {
	if len(b.plan.Tasks) == 0 {
		return
	}
	list, answers := b.layout()
	d := ui.NewDocument(b.Session.Theme, list.W)
	if b.showsStrip() {
		b.writeStrip(d)
	} else {
		b.writeRows(d)
	}
	b.list.SetSize(list.W, list.H)
	b.list.Show(d)
	d = ui.NewDocument(b.Session.Theme, answers.W)
	b.writeAnswers(d)
	b.answers.SetSize(answers.W, answers.H)
	b.answers.Show(d)
}

func (b *Screen) Layers() []*lipgloss.Layer {
	list, answers := b.layout()
	var out []*lipgloss.Layer
	add := func(y int, w int, l ascii.Line) {
		out = append(out, ui.NewLayer("", b.Session.Theme.Line(b.Session.Theme.View().Clip(l, w)), 2, y))
	}
	w, h := b.Session.Width-4, b.Session.Height
	add(0, w, b.header(w))
	if len(b.plan.Tasks) == 0 {
		return out
	}
	add(1, w, ascii.Line{{Text: fmt.Sprintf("task %d   ", b.task+1), Ink: ascii.Accent},
		{Text: b.plan.Tasks[b.task].Title, Ink: ascii.Text}})
	if list.H > 0 {
		out = append(out, b.list.Layers("student", list.X, list.Y)...)
		for i, l := range b.heads(list.W) {
			add(list.Y-2+i, list.W-signWidth, l)
		}
	}
	if answers.H > 0 {
		out = append(out, b.answers.Layers("group", answers.X, answers.Y)...)
	}
	add(h-5, w, b.legend())
	if r, ok := b.Student(); ok {
		add(h-4, w, b.about(r))
	}
	add(h-3, w, b.status(w))
	return out
}

// signWidth is the width of the sign of a pane that there are lines above.
const signWidth = 7

// Footer returns the keys that are useful on the board.
func (b *Screen) Footer() session.Footer {
	keys := b.actions.Footer(b, []session.Zone{session.ZoneBoard, session.ZoneEverywhere}, session.MaxFooterKeys)
	return session.Footer{Area: ascii.Rect{X: 2, Y: b.Session.Height - 1, W: b.Session.Width - 4, H: 1}, Keys: keys,
		Pinned: []key.Binding{b.Session.Hint(session.ZoneLab, "help", "help")}}
}

// header names the exercise, and what the rows show.
func (b *Screen) header(w int) ascii.Line {
	left := ascii.Line{{Text: "board   ", Ink: ascii.Strong}, {Text: b.plan.Exercise + "  ", Ink: ascii.Dim},
		{Text: b.plan.Title, Ink: ascii.Text}}
	left = append(left, b.gateLine()...)
	shown := fmt.Sprintf("%d of %s%s, %s", len(b.rows), ascii.Count(b.counts.students, "student"), b.filter.words(),
		b.order.words())
	return ui.Spread(b.Session.Theme, w, left, ascii.Inked(shown, ascii.Dim))
}

// pointer returns what is before a row or a group, and the ink of its text.
func (b *Screen) pointer(selected bool) (ascii.Line, ascii.Ink) {
	if !selected {
		return ascii.Blanks(2), ascii.Text
	}
	return ascii.Inked(b.Session.Theme.Glyph('›', '>')+" ", ascii.Accent), ascii.Accent
}

// nameWidth is the width of a name and the pointer before it.
const nameWidth = 18

// taskWidth returns the width of the column of a task. It leaves some room for remarks on
// the students.
func (b *Screen) taskWidth(w int) int {
	const remark = 20
	return max(4, min((w-nameWidth-remark)/len(b.plan.Tasks), 6))
}

// pad extends a line to w cells, or cuts it.
func (b *Screen) pad(l ascii.Line, w int) ascii.Line { return ui.Spread(b.Session.Theme, w, l, nil) }

// heads returns the two rows above the list: the numbers of the tasks, and the share of
// the students that have done each of them.
func (b *Screen) heads(w int) (out [2]ascii.Line) {
	out[0] = b.pad(ascii.Inked("  task", ascii.Dim), nameWidth)
	out[1] = b.pad(ascii.Inked("  done, %", ascii.Dim), nameWidth)
	for i, share := range b.counts.shares {
		ink := ascii.Dim
		if i == b.task {
			ink = ascii.Accent
		}
		gate := ascii.Span{Text: " ", Ink: ascii.Select}
		if i == b.gateIndex() {
			gate.Text = b.Session.Theme.Glyph('▐', '|')
		}
		for k, n := range []int{i + 1, share} {
			out[k] = append(out[k], b.pad(ascii.Line{gate, {Text: fmt.Sprint(n), Ink: ink}}, b.taskWidth(w))...)
		}
	}
	return out
}

// writeRows writes a row for each student, which is a part with its index.
func (b *Screen) writeRows(d *ui.Document) {
	selected, w := b.index(), b.taskWidth(d.Width)
	for i, r := range b.rows {
		mark, ink := b.pointer(i == selected && !b.onAnswers)
		if i == selected {
			d.Keep(i, i)
		}
		line := b.pad(append(mark, ascii.Span{Text: nameOf(r), Ink: ink}), nameWidth-1)
		line = append(line, ascii.Blanks(1)...)
		for task, c := range r.Cells {
			line = append(line, b.pad(append(ascii.Blanks(1), b.look(r, task).cell(b.Session.Theme, c)...), w)...)
		}
		line = append(line, ascii.Blanks(1)...)
		if remarks := b.remarks(r); len(remarks) > 0 {
			line = append(line, remarks[0])
		}
		d.AddPart(strconv.Itoa(i), b.pad(line, d.Width))
	}
}

// legend explains the signs, with the number of students for each at the selected task.
func (b *Screen) legend() (out ascii.Line) {
	for l := range numLooks {
		out = append(out, l.sign(b.Session.Theme), ascii.Span{Text: fmt.Sprint(b.counts.looks[l]), Ink: ascii.Text},
			ascii.Span{Text: " " + l.words() + b.gap()[1:], Ink: ascii.Dim})
	}
	return out
}

// gap returns the blanks between the parts of the lines below the panes.
func (b *Screen) gap() string {
	if b.Session.Narrow() {
		return "  "
	}
	return "    "
}

// status returns how far the class is with the selected task.
func (b *Screen) status(w int) ascii.Line {
	const meter = 20
	t, c := b.Session.Theme, b.counts
	n, share := c.done()
	var out, advice ascii.Line
	if !b.Session.Narrow() {
		full := min(share, 100) * meter / 100
		out = ascii.Line{{Text: strings.Repeat(t.Glyph('█', '#'), full), Ink: ascii.Good},
			{Text: strings.Repeat(t.Glyph('░', '.'), meter-full) + b.gap(), Ink: ascii.Faint}}
	}
	faster, slower := b.Session.Room.CountPaces(b.Now())
	for _, text := range []string{fmt.Sprintf("%d of %d done", n, c.present), fmt.Sprintf("%d at it", c.At),
		fmt.Sprintf("median %d of %d min", minutes(c.Median), minutes(b.plan.TaskTime())),
		fmt.Sprintf("help %d", len(b.requests)), fmt.Sprintf("faster %d, slower %d", faster, slower)} {
		out = append(out, ascii.Span{Text: text + b.gap(), Ink: ascii.Text})
	}
	if c.present > 0 && share >= moveOn {
		advice = ascii.Inked(fmt.Sprintf("%d %% done: move on?", share), ascii.Accent)
	}
	return ui.Spread(t, w, out, advice)
}

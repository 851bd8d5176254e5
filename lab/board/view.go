package board

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/core"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// layout returns the rectangles of the list of students and of the wrong answers. On a narrow
// screen only the one that has the focus is visible, and the other is empty.
func (b *Screen) layout() (list, answers ascii.Rect) {
	answers = ascii.Rect{X: 2, Y: 2, W: b.Session.Width - 4, H: b.Session.Height - 8}
	if b.Session.Height >= 30 {
		answers = answers.Rows(1, answers.H-1) // below an empty row
	}
	list = answers.Rows(2, answers.H-2) // below the column headings
	switch {
	case !b.Session.Narrow():
		list.W = list.W * 5 / 8
		answers = answers.Columns(list.W+4, answers.W-list.W-4)
	case b.answersFocused:
		list = ascii.Rect{}
	default:
		answers = ascii.Rect{}
	}
	return list, answers
}

// pane returns the pane that has the focus.
func (b *Screen) pane() *ui.Pane {
	if b.answersFocused {
		return b.answers
	}
	return b.list
}

// Layout writes the current state into both panes and sizes the panes. The list scrolls only when a
// key moves the selection, so that stuck students stay visible.
func (b *Screen) Layout() {
	if len(b.plan.Tasks) == 0 {
		return
	}
	list, answers := b.layout()
	fill := func(p *ui.Pane, area ascii.Rect, write func(*ui.Document)) {
		d := ui.NewDocument(b.Session.Theme, area.W)
		write(d)
		p.SetSize(area.W, area.H)
		p.SetDocument(d)
	}
	if b.showsStrip() {
		fill(b.list, list, b.writeStrip)
	} else {
		fill(b.list, list, b.writeRows)
	}
	b.list.Follows = list.H == 0
	fill(b.answers, answers, b.writeAnswers)
}

func (b *Screen) Layers() []*lipgloss.Layer {
	list, answers := b.layout()
	w, t := b.Session.Width-4, b.Session.Theme
	var out []*lipgloss.Layer
	block := func(y, w int, lines ...ascii.Line) {
		for i, l := range lines {
			lines[i] = t.View().Clip(l, w)
		}
		out = append(out, ui.NewLayer("", t.Lines(lines), 2, y))
	}
	if len(b.plan.Tasks) == 0 {
		return nil
	}
	if list.H > 0 {
		out = b.list.Layers("student", list.X, list.Y)
		block(list.Y-2, list.W-signWidth, b.headings(list.W)...)
	}
	if answers.H > 0 {
		out = append(out, b.answers.Layers("group", answers.X, answers.Y)...)
	}
	block(0, w, b.header(w), ui.Spread(t, w, b.title(), b.activityLine()))
	block(b.Session.Height-5, w, b.legend(), b.selectedLine(), b.status(w))
	return out
}

// signWidth is the width of the sign that a pane shows if lines above are hidden.
const signWidth = 7

// Footer returns hints for the keys that are useful on the board.
func (b *Screen) Footer() session.Footer {
	f := b.Session.WindowFooter(b.actions.Footer(b, []session.Zone{session.ZoneBoard, session.ZoneEverywhere},
		session.MaxFooterKeys))
	f.Pinned = []key.Binding{b.Session.Hint(session.ZoneOutsideFields, "help", "help")}
	return f
}

// header names the exercise and states which students are listed, in which order.
func (b *Screen) header(w int) ascii.Line {
	left := ascii.Line{{Text: "board   ", Ink: ascii.Strong}, {Text: b.plan.Exercise + "  ", Ink: ascii.Dim},
		{Text: b.plan.Title, Ink: ascii.Text}}
	shown := fmt.Sprintf("%d of %s%s, %s", len(b.rows), ascii.Count(b.counts.students, "student"), b.filter.words(),
		b.order.words())
	return ui.Spread(b.Session.Theme, w, left, ascii.Inked(shown, ascii.Dim))
}

// title returns the number and the title of the selected task.
func (b *Screen) title() ascii.Line {
	return ascii.Line{{Text: fmt.Sprintf("task %d   ", b.task+1), Ink: ascii.Accent},
		{Text: b.plan.Tasks[b.task].Title, Ink: ascii.Text}}
}

// nameWidth is the width of a name and the pointer before it.
const nameWidth = 16

// taskWidth returns the width of the column of a task. It leaves some room for remarks on
// the students.
func (b *Screen) taskWidth(w int) int {
	const remark = 20
	return max(4, min((w-nameWidth-remark)/len(b.plan.Tasks), 8))
}

// pad extends or truncates a line to w cells.
func (b *Screen) pad(l ascii.Line, w int) ascii.Line { return ui.Spread(b.Session.Theme, w, l, nil) }

// headings returns the two rows above the list: the numbers of the tasks, and how many students
// have done each of them.
func (b *Screen) headings(w int) []ascii.Line {
	out := []ascii.Line{b.pad(ascii.Inked("  task", ascii.Dim), nameWidth),
		b.pad(ascii.Inked("  done", ascii.Dim), nameWidth)}
	for i, n := range b.counts.done {
		ink := ascii.Dim
		if i == b.task {
			ink = ascii.Accent
		}
		gate := ascii.Span{Text: " ", Ink: ascii.Select}
		if i == b.gateIndex() {
			gate.Text = b.Session.Theme.Glyph('▐', '|')
		}
		for k, n := range []int{i + 1, n} {
			out[k] = append(out[k], b.pad(ascii.Line{{Text: fmt.Sprint(" ", n), Ink: ink}, gate}, b.taskWidth(w))...)
		}
	}
	return out
}

// writeRows writes a row for each student.
func (b *Screen) writeRows(d *ui.Document) {
	selected, w := b.selectedIndex(), b.taskWidth(d.Width)
	d.KeepVisible(selected, selected)
	for i, r := range b.rows {
		mark, ink := ui.Pointer(b.Session.Theme, i == selected && !b.answersFocused)
		line := b.pad(append(mark, ascii.Span{Text: nameOf(r), Ink: ink}), nameWidth)
		for task, c := range r.Cells {
			cell := b.lookOf(r, task).cell(b.Session.Theme, c)
			line = append(line, b.pad(append(ascii.Blanks(1), cell), w)...)
		}
		remark, ink := b.remark(r)
		d.Add(b.pad(append(line, ascii.Span{Text: " " + remark, Ink: ink}), d.Width))
	}
}

// legend explains each sign and states how many students have it at the selected task.
func (b *Screen) legend() (out ascii.Line) {
	for l := range numLooks {
		if l == look(class.OutOfAttempts) && b.counts.looks[l] == 0 { // rare
			continue
		}
		out = append(out, l.sign(b.Session.Theme), ascii.Span{Text: fmt.Sprint(b.counts.looks[l]), Ink: ascii.Text},
			ascii.Span{Text: " " + l.words() + " ", Ink: ascii.Dim})
	}
	return out
}

// gap separates the parts of the lines below the panes.
const gap = "  "

// moveOnShare is the percentage of present students who must have done the task before the board
// suggests moving on.
const moveOnShare = 80

// status describes how far the class has got with the selected task.
func (b *Screen) status(w int) ascii.Line {
	const meter = 20
	t, c := b.Session.Theme, b.counts
	n := c.done[b.task]
	share := (100*n + c.present/2) / max(1, c.present)
	var out ascii.Line
	if !b.Session.Narrow() {
		out = append(ui.Meter(t, share*meter/100, meter), ascii.Blanks(1)...)
	}
	add := func(visible bool, format string, numbers ...any) {
		if visible {
			out = append(out, ascii.Span{Text: fmt.Sprintf(format, numbers...) + gap, Ink: ascii.Text})
		}
	}
	plannedMinutes, helpCount := minutes(b.plan.TaskTime()), len(b.Session.Room.HelpRequests)
	faster, slower := b.Session.Room.CountPaces(b.Now())
	add(true, "%d of %d done", n, c.present)
	add(!b.Session.Narrow(), "%d at it", c.atWork) // on 80 columns, only the legend shows this
	add(n == 0, "planned %d min", plannedMinutes)
	add(n > 0, "median %.1f of %d min", c.median.Minutes(), plannedMinutes)
	add(helpCount > 0, "help %d", helpCount)
	add(faster > 0, "faster %d", faster)
	add(slower > 0, "slower %d", slower)
	advice := ""
	if share >= moveOnShare {
		advice = "move on?"
	}
	return ui.Spread(t, w, out, ascii.Inked(advice, ascii.Accent))
}

// studentsPerLine is the number of students in a line of the strip.
const studentsPerLine = 40

// showsStrip reports whether the list shows each student as a cell instead of a row, because more
// than three times as many students are listed as rows fit.
func (b *Screen) showsStrip() bool {
	list, _ := b.layout()
	return len(b.rows) > 3*list.H
}

// writeStrip writes a cell for each student, with the state at the selected task. Ten cells
// form a group.
func (b *Screen) writeStrip(d *ui.Document) {
	const label = 6
	t, selected, pitch := b.Session.Theme, b.selectedIndex(), 1
	if label+2*studentsPerLine+studentsPerLine/10 <= d.Width {
		pitch = 2
	}
	for line := range slices.Chunk(b.rows, studentsPerLine) {
		cells := ascii.Inked(fmt.Sprintf("%4d", d.Len()*studentsPerLine+1), ascii.Dim)
		for i, r := range line {
			x, sign := label+i*pitch+i/10, b.lookOf(r, b.task).sign(t)
			cells = append(append(cells, ascii.Blanks(x-cells.Width())...), sign)
			if d.Len()*studentsPerLine+i == selected {
				d.KeepVisible(d.Len(), d.Len())
				d.PlacePart("selected", ascii.Rect{X: x, Y: d.Len(), W: 1, H: 1},
					t.Style(sign.Ink).Reverse(true).Render(sign.Text))
			}
		}
		d.Add(cells)
	}
}

// Print writes the board as text, with the wrong answers of every task. The width of the
// session must be set.
func (b *Screen) Print(ctx context.Context, out io.Writer) error {
	w := b.Session.Width
	d := ui.NewDocument(b.Session.Theme, w)
	if err := b.showExercise(b.exerciseToShow()); err != nil {
		return err
	}
	b.Refresh()
	b.answersFocused = true // marks no student as selected
	d.Add(append([]ascii.Line{b.header(w), b.activityLine()}, b.headings(w)...)...)
	b.writeRows(d)
	b.answersFocused = false
	for i := range b.plan.Tasks {
		b.selectTask(i)
		b.explanations = explain(ctx, b.variants, i)
		b.Refresh()
		d.AddGap()
		d.Add(b.title(), b.status(w), b.legend())
		b.writeAnswers(d)
	}
	var text strings.Builder
	for _, l := range d.Lines() {
		fmt.Fprintln(&text, strings.TrimRight(b.Session.Theme.View().TransliterateLine(l).String(), " "))
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// explainedMsg contains the result of explain.
type explainedMsg struct {
	core.Address
	sentences map[string]string
}

// explain returns, by id, the first sentence of the advice on each misconception of a task.
// A sentence that depends on the numbers drawn is "", because those differ from student to
// student.
func explain(ctx context.Context, variants []*exercises.Exercise, task int) map[string]string {
	out := map[string]string{}
	for k, e := range variants {
		t := e.Tasks[task]
		for _, m := range t.Info().Misconceptions {
			r := t.Check(ctx, m.Example)
			firstSentence, _, _ := strings.Cut(ascii.Join(r.Advice, " ", ascii.Line.String), ". ")
			firstSentence = strings.TrimSuffix(firstSentence, ".")
			if r.Misconception != m.ID || k > 0 && firstSentence != out[m.ID] {
				firstSentence = ""
			}
			out[m.ID] = firstSentence
		}
	}
	return out
}

// groupName returns the name of a group.
func groupName(g *class.AnswerGroup) string {
	switch {
	case g.Misconception != "":
		return class.MistakeWords(g.Misconception)
	case g.Unreadable:
		return "cannot be read: " + g.Reading
	}
	return g.Reading
}

// tally returns the different texts in a group, the commonest first, and how often each was
// typed.
func tally(g *class.AnswerGroup) (texts []string, counts map[string]int) {
	counts = map[string]int{}
	for _, typed := range g.Texts {
		counts[strings.Join(strings.Fields(typed), " ")]++
	}
	texts = slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return texts, counts
}

// writeAnswers writes the groups of wrong answers at the selected task.
func (b *Screen) writeAnswers(d *ui.Document) {
	const indent, maxLabelLines = 7, 2
	head := "Wrong answers, by number of students"
	switch {
	case len(b.groups) == 0:
		head = "No wrong answers yet"
	case b.groups[0].Event.Kind == progress.PredictionMade:
		head = "Predictions, by number of students"
	}
	d.Write(ascii.Inked(head, ascii.Dim), nil)
	for i, g := range b.groups {
		from := d.Len()
		mark, ink := ui.Pointer(b.Session.Theme, b.answersFocused && i == b.group)
		d.AddItem(append(mark, ascii.Span{Text: fmt.Sprintf("%3d  ", len(g.Names)), Ink: ascii.Strong}),
			b.Session.Theme.View().Clip(ascii.Inked(groupName(g), ink), maxLabelLines*(d.Width-indent)))
		if why := b.explanations[g.Misconception]; why != "" {
			d.AddItem(ascii.Blanks(indent), ascii.Inked(why, ascii.Dim))
		}
		if texts, _ := tally(g); !g.Unreadable {
			typed := ascii.Inked("typed  "+strings.Join(texts, "   "), ascii.Dim)
			d.Add(append(ascii.Blanks(indent), b.Session.Theme.View().Clip(typed, d.Width-indent)...))
		}
		if i == b.group {
			d.KeepVisible(from, d.Len()-1)
		}
		d.AddGap()
	}
}

// openStudent shows the wrong answers of the selected student at his or her current task.
func (b *Screen) openStudent() session.Intent {
	r := b.selectedStudent()
	work := b.member.Board().TaskWork(r.ID, r.CurrentTask)
	return session.Push{Top: session.NewTextWindow(b.Session, nameOf(r), func(d *ui.Document) {
		d.Write(ascii.Inked(b.taskTitle(r.CurrentTask), ascii.Accent),
			ascii.Inked(progressWords(work), ascii.Dim))
		d.AddGap()
		for i, a := range work.Wrong {
			why := class.MistakeWords(a.Misconception)
			if a.Unreadable {
				why = "cannot be read"
			}
			d.AddItem(ascii.Inked(fmt.Sprintf("%3d  ", i+1), ascii.Dim), ascii.Inked(a.Text, ascii.Text))
			d.AddItem(ascii.Blanks(5), ascii.Inked(why, ascii.Dim))
		}
	})}
}

// progressWords describes the work of a student at a task.
func progressWords(work class.TaskWork) string {
	out, wrong := "", work.CountWrong()
	if n := len(work.Wrong) - wrong; n > 0 {
		out = fmt.Sprintf("%d unreadable, ", n)
	}
	out += ascii.Count(wrong, "wrong answer") + ", " + ascii.Count(work.Hints, "hint")
	if work.SolutionShown {
		out += ", saw the solution"
	}
	if work.Done {
		out += ", solved now"
	}
	return out
}

// openGroup shows the raw answers of the selected group.
func (b *Screen) openGroup() session.Intent {
	g := b.groups[b.group]
	texts, counts := tally(g)
	title := fmt.Sprintf("%s of %s", ascii.Count(len(g.Texts), "answer"), ascii.Count(len(g.Names), "student"))
	return session.Push{Top: session.NewTextWindow(b.Session, title, func(d *ui.Document) {
		d.Write(ascii.Inked(groupName(g), ascii.Accent), ascii.Inked(b.explanations[g.Misconception], ascii.Text))
		d.Write(ascii.Inked(strings.Join(g.Names, ", "), ascii.Dim))
		d.AddGap()
		for _, text := range texts {
			d.AddItem(ascii.Inked(fmt.Sprintf("%3d  ", counts[text]), ascii.Dim), ascii.Inked(text, ascii.Text))
		}
	})}
}

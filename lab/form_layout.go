package lab

import (
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// example is the form of an answer, shown while there is none.
func (f *form) example(p pen, i int) ascii.Line {
	if !f.isText(i) {
		return nil
	}
	return p.say(line(f.info.Fields[i].Placeholder, ascii.Dim))
}

// formPage is a form on its way into a document.
type formPage struct {
	*form
	*document
}

// lay adds what is asked to a document: the text, the question, the fields.
func (f *form) lay(d *document) {
	d.blocks(f.info.Text)
	f.layQuestion(d)
}

// layQuestion adds the question and the fields.
func (f *form) layQuestion(d *document) {
	if len(f.info.Question) > 0 {
		d.gap()
		d.asked = len(d.lines)
		d.write(questionLine(f.info.Question))
	}
	if len(f.info.Fields)+len(f.info.Tables) > 0 {
		d.gap()
		formPage{f, d}.layFields()
	}
}

// verdicts are those beside the fields.
func (f *form) verdicts() *exercises.Report {
	if f.report != nil {
		return f.report
	}
	return f.marks
}

// layFields adds the fields. Neighbours of one group share a line as far as they
// fit.
func (f formPage) layFields() {
	f.tables = len(f.lines)
	f.layTables()
	for i := 0; i < len(f.info.Fields); {
		if f.inTable(i) {
			i++
			continue
		}
		if f.info.Fields[i].Kind == exercises.ChoiceField {
			f.layChoice(i)
			i++
			continue
		}
		last := i + 1
		for f.info.Fields[i].Group != "" && last < len(f.info.Fields) && f.info.Fields[last].Group == f.info.Fields[i].Group && f.isText(last) {
			last++
		}
		f.layGroup(i, last)
		i = last
	}
}

// below are the labels of the text fields that stand under one another around
// field i, each on a line of its own: the column in which their boxes begin.
func (f formPage) below(i int) int {
	alone := func(k int) bool {
		return k >= 0 && k < len(f.info.Fields) && f.isText(k) && f.info.Fields[k].Group == "" && !f.inTable(k)
	}
	widest := 0
	measure := func(k int) {
		if w := f.pen.say(line(f.info.Fields[k].Label, 0)).Width(); w <= f.width/2 {
			widest = max(widest, w)
		}
	}
	for k := i; alone(k); k++ {
		measure(k)
	}
	for k := i - 1; alone(i) && alone(k); k-- {
		measure(k)
	}
	return widest
}

// layGroup places the text fields first … last−1 side by side, breaking the
// line where the width ends, and their readings and messages below.
func (f formPage) layGroup(first, last int) {
	cells := f.groupCells(first, last)
	mark := markWidth(cells, f.width)
	x := 0
	f.add(ascii.Line{})
	for i := first; i < last; i++ {
		c := cells[i-first]
		if x > 0 && x+c.label+c.box+mark > f.width {
			f.add(ascii.Line{})
			x = 0
		}
		row := len(f.lines) - 1
		label := f.pen.say(line(f.info.Fields[i].Label, f.labelInk(i)))
		l := f.lines[row]
		l = append(l, blank(x-l.Width()))
		if label.Width() > c.label {
			f.lines[row] = nil
			wrapped := label.Wrap(f.width)
			f.lines = append(f.lines[:row], wrapped...)
			row = len(f.lines)
			f.add(ascii.Line{})
			l, x, label, c.label = nil, 0, nil, 0
		}
		l = append(l, label...)
		boxX := x + c.label
		l = append(l, blank(boxX-l.Width()), blank(c.box), f.tick(i, mark))
		f.lines[row] = l
		rows := f.rowsFor(i, c.box)
		f.spots = append(f.spots, spot{field: i, choice: -1, at: ascii.Rect{X: boxX, Y: row, W: c.box, H: rows}})
		for range rows - 1 {
			f.add(blankLine(boxX + c.box))
		}
		x = boxX + c.box + mark + 1
	}
	for i := first; i < last; i++ {
		f.layBelow(i)
	}
}

type groupCell struct{ label, box int }

// groupCells sizes the labels and boxes of a group: labels as wide as their
// text and a blank, boxes as wide as asked for. A group that needs more than
// one line stands in columns, every cell as wide as the widest.
func (f formPage) groupCells(first, last int) []groupCell {
	out := make([]groupCell, last-first)
	for i := first; i < last; i++ {
		label := f.pen.say(line(f.info.Fields[i].Label, 0)).Width()
		if label > 0 {
			label = max(label, f.below(i))
		}
		if label > 0 {
			label++
		}
		if label > f.width-10 {
			label = 0
		}
		box := f.info.Fields[i].Width + 1
		if f.info.Fields[i].Width <= 0 {
			box = f.width - label - 2
			if last-first > 1 {
				box = 9
			}
		}
		box = max(3, min(box, f.width-label-2))
		out[i-first] = groupCell{label, box}
	}
	inColumns(out, f.width)
	return out
}

// The columns of a mark: with a blank before it, and right beside its box.
const (
	wideMark   = 2
	narrowMark = 1
)

// markWidth is how many columns the mark beside each cell takes: the blank
// before it goes where more cells then fit on the first line of w columns.
func markWidth(cells []groupCell, w int) int {
	for n := len(cells); n > 0; n-- {
		if lineWidth(cells[:n], wideMark) <= w {
			break
		}
		if lineWidth(cells[:n], narrowMark) <= w {
			return narrowMark
		}
	}
	return wideMark
}

// lineWidth is that of cells side by side, each with its mark.
func lineWidth(cells []groupCell, mark int) int {
	total := len(cells) - 1
	for _, c := range cells {
		total += c.label + c.box + mark
	}
	return total
}

// inColumns makes cells equal where they do not fit on one line of w columns
// and two of the widest still do; with less room the boxes begin in one column.
func inColumns(cells []groupCell, w int) {
	if lineWidth(cells, narrowMark) <= w {
		return
	}
	widest := groupCell{}
	for _, c := range cells {
		widest = groupCell{max(widest.label, c.label), max(widest.box, c.box)}
	}
	if lineWidth([]groupCell{widest, widest}, wideMark) > w {
		for i, c := range cells {
			if c.label > 0 && widest.label+c.box <= w-2 {
				cells[i].label = widest.label
			}
		}
		return
	}
	for i := range cells {
		cells[i] = widest
	}
}

func (f formPage) labelInk(i int) ascii.Ink {
	if i == f.at {
		return ascii.Accent
	}
	return ascii.Text
}

// tick is the verdict beside a field, in so many columns.
func (f formPage) tick(i, width int) ascii.Span {
	report := f.verdicts()
	if report == nil {
		return ascii.Span{}
	}
	r, ok := report.Fields[f.info.Fields[i].Name]
	if !ok || !r.Verdict.Counts() {
		return ascii.Span{}
	}
	before := strings.Repeat(" ", width-1)
	if r.Verdict == exercises.Equal || r.Verdict == exercises.OtherForm {
		return ascii.Span{Text: before + string(f.pen.glyph('✓', '+')), Ink: ascii.Good}
	}
	if r.Follows {
		return ascii.Span{Text: before + "~", Ink: ascii.Dim}
	}
	return ascii.Span{Text: before + string(f.pen.glyph('✗', 'x')), Ink: ascii.Bad}
}

// layBelow adds what is said of a field: a message of the report, else how
// the text is read while the field has the keyboard.
func (f formPage) layBelow(i int) {
	name := f.info.Fields[i].Name
	if report := f.verdicts(); report != nil {
		if r := report.Fields[name]; r.Message != "" {
			f.layCaret(i, r.At)
			f.item(blankLine(2), f.message(i, r.Message))
			f.layOffers(i)
			return
		}
	}
	if i != f.at {
		return
	}
	if example := f.example(f.pen, i); len(f.inputs[i].text) == 0 && example.Width() > f.box(i).W {
		f.add(indented(blankLine(2), example, f.width)...)
		return
	}
	e, ok := f.echoes[name]
	if !ok {
		return
	}
	switch {
	case e.Note != "":
		f.item(blankLine(2), line(e.Note, ascii.Dim))
	case e.Problem != "":
		f.layCaret(i, e.At)
		f.item(blankLine(2), line(e.Problem, ascii.Dim))
	case e.Reading != "" && len(e.Readings) < 2:
		f.item(line("  = ", ascii.Dim), line(e.Reading, ascii.Dim))
	}
	f.layOffers(i)
}

// message is what a report says of field i, with the field's name before it
// where several share a line.
func (f *form) message(i int, text string) ascii.Line {
	label := called(f.info.Fields[i])
	if f.info.Fields[i].Group == "" || label == "" {
		return line(text, ascii.Dim)
	}
	return ascii.Line{{Text: label + "  ", Ink: ascii.Text}, {Text: text, Ink: ascii.Dim}}
}

// layCaret points at rune at of field i, right under its box, where that rune
// is in sight in the last row.
func (f formPage) layCaret(i, at int) {
	box := f.box(i)
	if at < 0 || box.Y+box.H != len(f.lines) {
		return
	}
	if x, y, ok := f.place(i, at, box); ok && y == box.H-1 {
		f.add(ascii.Line{blank(box.X + x), {Text: string(f.pen.glyph('↑', '^')), Ink: ascii.Warn}})
	}
}

// layChoice adds a list of options.
func (f formPage) layChoice(i int) {
	field := f.info.Fields[i]
	if field.Label != "" {
		f.write(line(field.Label, f.labelInk(i)))
	}
	at := chosen(field.Choices, f.answers[field.Name])
	for c, option := range field.Choices {
		mark, ink := "( ) ", ascii.Dim
		if c == at {
			mark, ink = "("+string(f.pen.glyph('•', '*'))+") ", ascii.Strong
		}
		text := ascii.Text
		if i == f.at {
			ink = ascii.Accent
		}
		if c == at {
			text = ascii.Strong
		}
		head := ascii.Line{{Text: mark, Ink: ink}}
		if i == f.at {
			head = ascii.Line{{Text: strconv.Itoa(c+1) + " ", Ink: ascii.Dim}, head[0]}
		} else {
			head = ascii.Line{blank(2), head[0]}
		}
		rows := indented(head, f.pen.say(line(option.Label, text)), f.width)
		if c == at {
			rows[0] = append(rows[0], f.tick(i, wideMark))
		}
		f.spots = append(f.spots, spot{field: i, choice: c, at: ascii.Rect{X: 0, Y: len(f.lines), W: f.width, H: len(rows)}})
		f.add(rows...)
	}
	f.layBelow(i)
}

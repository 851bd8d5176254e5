package lab

import (
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// spot is a place in a document that can be clicked or drawn over: the box of
// a text field or the line of a choice.
type spot struct {
	field  int
	choice int // −1: the box of a text field
	at     ascii.Rect
}

// document is the text of a step, laid out for a width, and its spots.
type document struct {
	lines []ascii.Line
	spots []spot
}

func (d *document) add(lines ...ascii.Line) { d.lines = append(d.lines, lines...) }

// gap puts one empty line between parts.
func (d *document) gap() {
	if n := len(d.lines); n > 0 && len(d.lines[n-1]) > 0 {
		d.lines = append(d.lines, nil)
	}
}

// box is where field i is typed into.
func (d *document) box(i int) ascii.Rect {
	for _, s := range d.spots {
		if s.field == i && s.choice < 0 {
			return s.at
		}
	}
	return ascii.Rect{}
}

// example is the form of an answer, shown while there is none.
func (f *form) example(p pen, i int) ascii.Line {
	if !f.isText(i) {
		return nil
	}
	return p.say(line(f.fields[i].Placeholder, ascii.Axis))
}

// formStyle is what laying out a form needs to know beside the form.
type formStyle struct {
	pen     pen
	width   int
	focus   int // index of the field with the keyboard, or −1
	answers exercises.Answers
	report  *exercises.Report // nil: none for these answers
}

// lay adds the fields to a document. Neighbours of one group share a line as
// far as they fit.
func (f *form) lay(d *document, s formStyle) {
	for i := 0; i < len(f.fields); {
		if f.fields[i].Kind == exercises.ChoiceField {
			f.layChoice(d, s, i)
			i++
			continue
		}
		last := i + 1
		for f.fields[i].Group != "" && last < len(f.fields) && f.fields[last].Group == f.fields[i].Group && f.isText(last) {
			last++
		}
		f.layGroup(d, s, i, last)
		i = last
	}
}

// below are the labels of the text fields that stand under one another around
// field i, each on a line of its own: the column in which their boxes begin.
func (f *form) below(s formStyle, i int) int {
	alone := func(k int) bool {
		return k >= 0 && k < len(f.fields) && f.isText(k) && f.fields[k].Group == ""
	}
	widest := 0
	measure := func(k int) {
		if w := lineWidth(s.pen.say(line(f.fields[k].Label, 0))); w <= s.width/2 {
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
func (f *form) layGroup(d *document, s formStyle, first, last int) {
	cells := f.groupCells(s, first, last)
	x := 0
	d.add(ascii.Line{})
	for i := first; i < last; i++ {
		c := cells[i-first]
		if x > 0 && x+c.label+c.box > s.width {
			d.add(ascii.Line{})
			x = 0
		}
		row := len(d.lines) - 1
		label := s.pen.say(line(f.fields[i].Label, f.labelInk(s, i)))
		l := d.lines[row]
		l = append(l, blank(x-lineWidth(l)))
		if lineWidth(label) > c.label {
			d.lines[row] = nil
			wrapped := wrap(label, s.width)
			d.lines = append(d.lines[:row], wrapped...)
			row = len(d.lines)
			d.add(ascii.Line{})
			l, x, label, c.label = nil, 0, nil, 0
		}
		l = append(l, label...)
		boxX := x + c.label
		l = append(l, blank(boxX-lineWidth(l)), blank(c.box), f.tick(s, i))
		d.lines[row] = l
		d.spots = append(d.spots, spot{field: i, choice: -1, at: ascii.Rect{X: boxX, Y: row, W: c.box, H: 1}})
		x = boxX + c.box + 3
	}
	for i := first; i < last; i++ {
		f.layBelow(d, s, i)
	}
}

type groupCell struct{ label, box int }

// groupCells sizes the labels and boxes of a group: labels as wide as their
// text and a blank, boxes as wide as asked for. A group that needs more than
// one line stands in columns, every cell as wide as the widest.
func (f *form) groupCells(s formStyle, first, last int) []groupCell {
	out := make([]groupCell, last-first)
	for i := first; i < last; i++ {
		label := lineWidth(s.pen.say(line(f.fields[i].Label, 0)))
		if label > 0 {
			label = max(label, f.below(s, i))
		}
		if label > 0 {
			label++
		}
		if label > s.width-10 {
			label = 0
		}
		box := f.fields[i].Width + 1
		if f.fields[i].Width <= 0 {
			box = s.width - label - 2
			if last-first > 1 {
				box = 9
			}
		}
		box = max(3, min(box, s.width-label-2))
		out[i-first] = groupCell{label, box}
	}
	inColumns(out, s.width)
	return out
}

// inColumns makes cells equal where they do not fit on one line of w columns
// and two of the widest still do; with less room the boxes begin in one column.
func inColumns(cells []groupCell, w int) {
	total, widest := -3, groupCell{}
	for _, c := range cells {
		total += c.label + c.box + 3
		widest = groupCell{max(widest.label, c.label), max(widest.box, c.box)}
	}
	if total <= w {
		return
	}
	if 2*(widest.label+widest.box)+3 > w {
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

func blank(n int) ascii.Span { return ascii.Span{Text: strings.Repeat(" ", max(0, n))} }

func (f *form) labelInk(s formStyle, i int) ascii.Ink {
	if i == s.focus {
		return ascii.Accent
	}
	return ascii.Text
}

// tick is the verdict beside a field.
func (f *form) tick(s formStyle, i int) ascii.Span {
	if s.report == nil {
		return ascii.Span{}
	}
	r, ok := s.report.Fields[f.fields[i].Name]
	if !ok || !r.Verdict.Counts() {
		return ascii.Span{}
	}
	if r.Verdict == exercises.Equal || r.Verdict == exercises.OtherForm {
		return ascii.Span{Text: " " + string(s.pen.glyph('✓', '+')), Ink: ascii.Good}
	}
	return ascii.Span{Text: " " + string(s.pen.glyph('✗', 'x')), Ink: ascii.Bad}
}

// layBelow adds what is said of a field: a message of the report, else how
// the text is read while the field has the keyboard.
func (f *form) layBelow(d *document, s formStyle, i int) {
	name := f.fields[i].Name
	if s.report != nil {
		if r := s.report.Fields[name]; r.Message != "" {
			f.layCaret(d, s, i, r.At)
			d.add(indented(blankLine(2), s.pen.say(f.message(i, r.Message)), s.width)...)
			f.layOffers(d, s, i)
			return
		}
	}
	if i != s.focus {
		return
	}
	if example := f.example(s.pen, i); len(f.inputs[i].text) == 0 && lineWidth(example) > d.box(i).W {
		d.add(indented(blankLine(2), example, s.width)...)
		return
	}
	e, ok := f.echoes[name]
	if !ok {
		return
	}
	switch {
	case e.Note != "":
		d.add(indented(blankLine(2), s.pen.say(line(e.Note, ascii.Dim)), s.width)...)
	case e.Problem != "":
		f.layCaret(d, s, i, e.At)
		d.add(indented(blankLine(2), s.pen.say(line(e.Problem, ascii.Dim)), s.width)...)
	case e.Reading != "" && len(e.Readings) < 2:
		d.add(indented(s.pen.say(line("  = ", ascii.Dim)), s.pen.say(line(e.Reading, ascii.Dim)), s.width)...)
	}
	f.layOffers(d, s, i)
}

// message is what a report says of field i, with the field's name before it
// where several share a line.
func (f *form) message(i int, text string) ascii.Line {
	label := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(f.fields[i].Label), "="))
	if f.fields[i].Group == "" || label == "" {
		return line(text, ascii.Dim)
	}
	return ascii.Line{{Text: label + "  ", Ink: ascii.Text}, {Text: text, Ink: ascii.Dim}}
}

func blankLine(n int) ascii.Line { return ascii.Line{blank(n)} }

// layCaret points at rune at of field i, right under its box, where that rune
// is in sight.
func (f *form) layCaret(d *document, s formStyle, i, at int) {
	box := d.box(i)
	if at < 0 || box.Y != len(d.lines)-1 {
		return
	}
	value := f.inputs[i].text
	left := f.scrolled(i, box.W, i == s.focus)
	x := 0
	for j, r := range value {
		if j >= left && j < at {
			x += columns(r)
		}
	}
	if at < left || x >= box.W {
		return
	}
	d.add(ascii.Line{blank(box.X + x), {Text: string(s.pen.glyph('↑', '^')), Ink: ascii.Warn}})
}

// layChoice adds a list of options.
func (f *form) layChoice(d *document, s formStyle, i int) {
	field := f.fields[i]
	if field.Label != "" {
		d.add(wrap(s.pen.say(line(field.Label, f.labelInk(s, i))), s.width)...)
	}
	at := chosen(field.Choices, s.answers[field.Name])
	for c, option := range field.Choices {
		mark, ink := "( ) ", ascii.Dim
		if c == at {
			mark, ink = "("+string(s.pen.glyph('•', '*'))+") ", ascii.Strong
		}
		text := ascii.Text
		if i == s.focus {
			ink = ascii.Accent
		}
		if c == at {
			text = ascii.Strong
		}
		head := ascii.Line{{Text: mark, Ink: ink}}
		if i == s.focus {
			head = ascii.Line{{Text: strconv.Itoa(c+1) + " ", Ink: ascii.Dim}, head[0]}
		} else {
			head = ascii.Line{blank(2), head[0]}
		}
		rows := indented(head, s.pen.say(line(option.Label, text)), s.width)
		if c == at {
			rows[0] = append(rows[0], f.tick(s, i))
		}
		d.spots = append(d.spots, spot{field: i, choice: c, at: ascii.Rect{X: 0, Y: len(d.lines), W: s.width, H: len(rows)}})
		d.add(rows...)
	}
	f.layBelow(d, s, i)
}

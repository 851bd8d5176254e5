package lab

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// form edits the fields of a step. It holds the editing state only (cursor,
// scroll, what the step reads in a text); the texts themselves live in the
// answers it is given.
type form struct {
	fields []exercises.Field
	inputs []editor         // one a field, unused by choices
	echoer exercises.Echoer // nil: the step has no reading
	echoes map[string]exercises.Echo
}

// newForm returns the form of a step with the answers in place.
func newForm(step exercises.Step, fields []exercises.Field, a exercises.Answers) *form {
	f := &form{fields: fields, inputs: make([]editor, len(fields)), echoes: map[string]exercises.Echo{}}
	f.echoer, _ = step.(exercises.Echoer)
	for i, field := range fields {
		f.inputs[i].set(a[field.Name])
		f.read(i)
	}
	return f
}

// isText reports whether field i is typed into.
func (f *form) isText(i int) bool {
	return i >= 0 && i < len(f.fields) && f.fields[i].Kind == exercises.TextField
}

// edit gives a key or a paste to the editor of field i and returns its text.
func (f *form) edit(i int, msg tea.Msg) (text string, changed bool) {
	before := f.inputs[i].value()
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		f.inputs[i].key(msg)
	case tea.PasteMsg:
		f.inputs[i].insert(msg.Content)
	}
	text = f.inputs[i].value()
	if text == before {
		return text, false
	}
	f.read(i)
	return text, true
}

// set replaces the text of field i.
func (f *form) set(i int, text string) {
	f.inputs[i].set(text)
	f.read(i)
}

// read asks the step how it reads field i.
func (f *form) read(i int) {
	name := f.fields[i].Name
	text := f.inputs[i].value()
	if f.echoer == nil || !f.isText(i) || strings.TrimSpace(text) == "" {
		delete(f.echoes, name)
		return
	}
	f.echoes[name] = f.echoer.Echo(name, text)
}

// choose moves the choice of field i by n, or takes the one at index at where
// n is 0, and returns its value.
func (f *form) choose(i, n, at int, a exercises.Answers) (value string, ok bool) {
	choices := f.fields[i].Choices
	if len(choices) == 0 {
		return "", false
	}
	if n == 0 {
		if at < 0 || at >= len(choices) {
			return "", false
		}
		return choices[at].Value, true
	}
	now := chosen(choices, a[f.fields[i].Name])
	switch {
	case now < 0 && n > 0:
		return choices[0].Value, true
	case now < 0:
		return choices[len(choices)-1].Value, true
	}
	return choices[max(0, min(now+n, len(choices)-1))].Value, true
}

// chosen is the index of a value among choices, or −1.
func chosen(choices []exercises.Choice, value string) int {
	for i, c := range choices {
		if c.Value == value && value != "" {
			return i
		}
	}
	return -1
}

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
// and two of the widest still do.
func inColumns(cells []groupCell, w int) {
	total, widest := -3, groupCell{}
	for _, c := range cells {
		total += c.label + c.box + 3
		widest = groupCell{max(widest.label, c.label), max(widest.box, c.box)}
	}
	if total <= w || 2*(widest.label+widest.box)+3 > w {
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
	if e.Problem != "" {
		f.layCaret(d, s, i, e.At)
		d.add(indented(blankLine(2), s.pen.say(line(e.Problem, ascii.Dim)), s.width)...)
		return
	}
	if e.Reading != "" {
		d.add(indented(s.pen.say(line("  = ", ascii.Dim)), s.pen.say(line(e.Reading, ascii.Dim)), s.width)...)
	}
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

// scrolled is the first rune shown of field i in a box of w columns: the
// cursor is always in sight.
func (f *form) scrolled(i, w int, focused bool) int {
	if !focused {
		return 0
	}
	value := f.inputs[i].text
	at := f.inputs[i].at
	used := 0
	for j := min(at, len(value)) - 1; j >= 0; j-- {
		used += columns(value[j])
		if used > w-1 {
			return j + 1
		}
	}
	return 0
}

// drawBox writes the text of field i into its box on the screen and returns
// where the cursor is.
func (f *form) drawBox(p pen, i int, box ascii.Rect, focused bool) (cx, cy int) {
	bg := ascii.None
	if p.filled() {
		bg = ascii.Field
	}
	for x := box.X; x < box.X+box.W; x++ {
		if p.filled() {
			p.grid.Set(x, box.Y, ascii.Cell{Bg: bg})
			continue
		}
		p.grid.Set(x, box.Y, ascii.Cell{Rune: '_', Fg: ascii.Dim})
	}
	value := f.inputs[i].text
	if len(value) == 0 {
		if example := f.example(p, i); lineWidth(example) <= box.W {
			p.put(box.X, box.Y, box.W, example, bg)
		}
		return box.X, box.Y
	}
	left := f.scrolled(i, box.W, focused)
	cursor := box.X
	for j := left; j < len(value); j++ {
		if j == f.inputs[i].at {
			cx = cursor
		}
		shown := value[j]
		if p.view.Profile == ascii.SevenBit && shown > 0x7e {
			shown = '?'
		}
		cursor = p.put(cursor, box.Y, box.X+box.W-cursor, ascii.Line{{Text: string(shown), Ink: ascii.Strong}}, bg)
	}
	if f.inputs[i].at >= len(value) {
		cx = cursor
	}
	return min(cx, box.X+box.W-1), box.Y
}

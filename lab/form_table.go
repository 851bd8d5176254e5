package lab

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// The columns of a blank whose field names no width, and the fewest that one is cut
// to.
const cellWidth, leastCell = 7, 3

// cycled is the choice of a spot that stands for all of a field's: a cell in which
// they take turns.
const cycled = -2

// cells are the tables of a form.
type cells struct{ *form }

// tableAt is the table in which field i stands and its place there, not ok where it
// stands in none.
func (f cells) tableAt(i int) (s exercises.FieldTable, at exercises.Blank, ok bool) {
	if i < 0 || i >= len(f.info.Fields) {
		return s, at, false
	}
	for _, s := range f.info.Tables {
		if at, ok = s.Blank(f.info.Fields[i].Name); ok {
			return s, at, true
		}
	}
	return s, at, false
}

func (f *form) inTable(i int) bool {
	_, _, ok := cells{f}.tableAt(i)
	return ok
}

// nameOf is the name of field i, "" for none.
func (f *form) nameOf(i int) string {
	if i < 0 || i >= len(f.info.Fields) {
		return ""
	}
	return f.info.Fields[i].Name
}

// named is the index of a field, or −1.
func (f *form) named(name string) int {
	return slices.IndexFunc(f.info.Fields, func(field exercises.Field) bool { return field.Name == name })
}

// walk puts the keyboard into the next cell of its table in a direction: in its row,
// or in the nearest row that has one the nearest to its column. It reports whether
// there is one.
func (f cells) walk(dx, dy int) bool {
	s, here, ok := f.tableAt(f.at)
	if !ok {
		return false
	}
	best, least := "", 0
	for _, b := range s.Blanks() {
		x, y := b.Column-here.Column, b.Row-here.Row
		if x*dx+y*dy <= 0 || dx != 0 && y != 0 {
			continue
		}
		if far := 1000*y*dy + max(x, -x); best == "" || far < least {
			best, least = b.Field, far
		}
	}
	if best != "" {
		f.at = f.named(best)
	}
	return best != ""
}

// beyond is the field before or after the table with the keyboard, −1 where there is
// none.
func (f cells) beyond(by int) int {
	s, _, _ := f.tableAt(f.at)
	for i := f.at + by; i >= 0 && i < len(f.info.Fields); i += by {
		if _, inside := s.Blank(f.info.Fields[i].Name); !inside {
			return i
		}
	}
	return -1
}

// row goes a row up or down, from the edge of the table to the field beyond it, if
// there is one. It reports whether the keyboard was in a table.
func (f cells) row(n int) bool {
	switch {
	case !f.inTable(f.at):
		return false
	case f.walk(0, n):
	case f.beyond(n) >= 0:
		f.at = f.beyond(n)
	}
	return true
}

// cross moves from a text to the cell beside it where an arrow points beyond its end,
// and reports whether it did.
func (f cells) cross(key string) bool {
	if !f.isText(f.at) {
		return false
	}
	input := &f.inputs[f.at]
	switch key {
	case "left":
		return input.at == 0 && f.walk(-1, 0)
	case "right":
		return input.at == len(input.text) && f.walk(1, 0)
	}
	return false
}

// right reports whether a field is known to be right.
func (f *form) right(name string) bool {
	report := f.verdicts()
	if report == nil {
		return false
	}
	v := report.Fields[name].Verdict
	return v == exercises.Equal || v == exercises.OtherForm
}

// tableGrid is how a table stands in columns.
type tableGrid struct {
	widths    []int
	gap, mark int
}

// columns is how wide the table is.
func (g tableGrid) columns() int {
	total := g.gap * (len(g.widths) - 1)
	for _, w := range g.widths {
		total += w
	}
	return total
}

// gridOf gives every column of a table its width: gaps, marks, boxes and then the
// widest column give way where w columns do not hold all.
func (f cells) gridOf(p pen, s exercises.FieldTable, w int) tableGrid {
	g := f.gridWith(p, s, 2, wideMark, 80)
	for _, less := range []tableGrid{{gap: 2, mark: narrowMark}, {gap: 1, mark: narrowMark}} {
		if g.columns() > w {
			g = f.gridWith(p, s, less.gap, less.mark, 80)
		}
	}
	for box := cellWidth; g.columns() > w && box >= leastCell; box-- {
		g = f.gridWith(p, s, 1, narrowMark, box)
	}
	for g.columns() > w {
		i := slices.Index(g.widths, slices.Max(g.widths))
		g.widths[i]--
	}
	return g
}

// gridWith is a grid with boxes of at most so many columns.
func (f cells) gridWith(p pen, s exercises.FieldTable, gap, mark, most int) tableGrid {
	g := tableGrid{widths: make([]int, len(s.Columns)), gap: gap, mark: mark}
	for x, c := range s.Columns {
		g.widths[x] = p.say(line(c.Title, ascii.Dim)).Width()
		for _, row := range s.Rows {
			cell := row[x]
			n := max(p.say(cell.Text).Width(), p.say(cell.Before).Width())
			if i := f.named(cell.Field); i >= 0 {
				n = min(f.cellBox(p, i), most) + mark
			}
			g.widths[x] = max(g.widths[x], n)
		}
	}
	return g
}

// cellBox is how many columns the box of a field wants in a table.
func (f cells) cellBox(p pen, i int) int {
	field := f.info.Fields[i]
	if field.Kind == exercises.TextField {
		return boxOf(field)
	}
	n := leastCell
	for _, c := range field.Choices {
		n = max(n, p.say(line(c.Label, ascii.Text)).Width()+4)
	}
	return n
}

// boxOf is how many columns a text wants.
func boxOf(field exercises.Field) int {
	if field.Width > 0 {
		return field.Width + 1
	}
	return cellWidth
}

// tabled is how many columns the tables of the form take, 0 without one.
func (f cells) tabled(p pen) int {
	n := 0
	for _, s := range f.info.Tables {
		n = max(n, f.gridWith(p, s, 2, wideMark, 80).columns())
	}
	return n
}

// layTables adds the tables, each with a line for what is said of the cell with the
// keyboard.
func (f formPage) layTables() {
	for _, s := range f.info.Tables {
		f.layTable(s, cells{f.form}.gridOf(f.pen, s, f.width))
		if len(s.Blanks()) > 0 {
			f.layCellSays(s)
		}
		f.gap()
	}
}

func (f formPage) layTable(s exercises.FieldTable, g tableGrid) {
	here, focused := s.Blank(f.nameOf(f.at))
	if slices.ContainsFunc(s.Columns, func(c ascii.Column) bool { return c.Title != "" }) {
		var head ascii.Line
		for x, c := range s.Columns {
			ink := ascii.Dim
			if focused && x == here.Column {
				ink = ascii.Accent
			}
			head = g.put(head, x, f.pen.say(line(c.Title, ink)), c.Right && !s.Filled(x))
		}
		f.add(head)
	}
	for y, row := range s.Rows {
		var l ascii.Line
		for x, c := range row {
			if i := f.named(c.Field); i >= 0 {
				l = f.layCell(l, s, g, x, i)
				continue
			}
			text := f.pen.say(c.Shown(f.form.right))
			if focused && y == here.Row && x == 0 {
				text = line(text.String(), ascii.Accent)
			}
			l = g.put(l, x, text, s.Columns[x].Right && !s.Filled(x))
		}
		f.add(l)
	}
}

// layCell adds the box of a field and its mark to a row.
func (f formPage) layCell(l ascii.Line, s exercises.FieldTable, g tableGrid, x, i int) ascii.Line {
	l = g.from(l, x)
	box := min(f.boxes(s, x), g.widths[x]-g.mark)
	choice := -1
	if !f.isText(i) {
		choice = cycled
	}
	f.spots = append(f.spots, spot{field: i, choice: choice, at: ascii.Rect{X: l.Width(), Y: len(f.lines), W: box, H: 1}})
	return append(l, blank(box), f.tick(i, g.mark))
}

// boxes is how many columns the boxes in column x of a table want.
func (f formPage) boxes(s exercises.FieldTable, x int) int {
	n := 0
	for _, row := range s.Rows {
		if i := f.named(row[x].Field); i >= 0 {
			n = max(n, cells{f.form}.cellBox(f.pen, i))
		}
	}
	return n
}

// from is a row filled up to where column x begins.
func (g tableGrid) from(l ascii.Line, x int) ascii.Line {
	at := x * g.gap
	for _, w := range g.widths[:x] {
		at += w
	}
	return append(l, blank(at-l.Width()))
}

// put adds a text in column x to a row.
func (g tableGrid) put(l ascii.Line, x int, text ascii.Line, right bool) ascii.Line {
	l = g.from(l, x)
	text, _ = text.Cut(g.widths[x])
	if right {
		l = append(l, blank(g.widths[x]-text.Width()))
	}
	return append(l, text...)
}

// layCellSays adds what is said of the cell with the keyboard, and notes that it is
// to be in sight with its table. Without such a cell its line is free.
func (f formPage) layCellSays(s exercises.FieldTable) {
	if _, ok := s.Blank(f.nameOf(f.at)); !ok {
		f.add(line(" ", ascii.Text))
		return
	}
	if says := (cells{f.form}).cellSays(f.at); len(says) == 0 {
		f.add(line(" ", ascii.Text))
	} else {
		f.item(line(strings.TrimRight(called(f.info.Fields[f.at]), ": ")+"  ", ascii.Accent), says)
	}
	f.layOffers(f.at)
	f.told = len(f.lines) - 1
}

// cellSays is the line about field i: the verdict, else how it is read, else what
// may stand there.
func (f cells) cellSays(i int) ascii.Line {
	name := f.info.Fields[i].Name
	if report := f.verdicts(); report != nil {
		if r, ok := report.Fields[name]; ok && (r.Message != "" || r.Verdict.Counts() && !f.right(name)) {
			return line(cmp.Or(r.Message, r.Words()), ascii.Dim)
		}
	}
	e := f.echoes[name]
	switch {
	case e.Note != "":
		return line(e.Note, ascii.Dim)
	case e.Problem != "":
		return line(e.Problem, ascii.Dim)
	case e.Reading != "" && e.Reading != shownAs(f.answers[name]) && len(e.Readings) < 2:
		return line("= "+e.Reading, ascii.Dim)
	case !f.isText(i):
		return f.choicesOf(i)
	case f.answers[name] == "":
		return line(f.info.Fields[i].Placeholder, ascii.Dim)
	}
	return nil
}

// called is a field's label without the sign that its box stands behind.
func called(f exercises.Field) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(f.Label), "="))
}

// shownAs is a text as it would be read where it is a number already.
func shownAs(typed string) string {
	return strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(typed), "+"), "-", "−")
}

// choicesOf lists the choices of field i with their keys.
func (f cells) choicesOf(i int) ascii.Line {
	var out ascii.Line
	for k, c := range f.info.Fields[i].Choices {
		key := strconv.Itoa(k + 1)
		if out = append(out, ascii.Span{Text: key + "  ", Ink: ascii.Accent}); c.Label != key {
			out = append(out, ascii.Span{Text: c.Label + "   ", Ink: ascii.Dim})
		}
	}
	return out
}

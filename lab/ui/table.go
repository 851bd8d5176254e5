package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// The default and the minimum width of a box in a table, in columns of the terminal.
const defaultBoxWidth, minBoxWidth = 7, 3

// The width of a mark, with and without a blank before it.
const wideMark, narrowMark = 2, 1

// Table is a table with fields and choices. Each cell contains the mark of its entry.
// The line below the table is about the cell that has the focus.
type Table struct {
	Columns []ascii.Column // only Title and Right are used
	Rows    [][]Cell

	theme *theme.Theme
}

// Cell is a cell of a table: an entry or, if Entry is nil, a text.
type Cell struct {
	Text          ascii.Line
	ReservedWidth int // columns to reserve for a longer text that comes later
	Entry         *Entry
}

// NewTable returns a table. The caller may change the texts of its rows.
func NewTable(t *theme.Theme, columns []ascii.Column, rows [][]Cell) *Table {
	return &Table{columns, rows, t}
}

// FocusedEntry returns the entry that has the focus with its column and row, or nil.
func (t *Table) FocusedEntry() (e *Entry, x, y int) {
	for y, row := range t.Rows {
		for x, c := range row {
			if c.Entry != nil && c.Entry.Input.Focused() {
				return c.Entry, x, y
			}
		}
	}
	return nil, -1, -1
}

// Update moves between cells or passes the message to the cell that has the
// focus. The keys left and right leave a text field only at the ends of its text.
func (t *Table) Update(msg tea.Msg) Event {
	e, x, y := t.FocusedEntry()
	if e == nil {
		return Ignored
	}
	if dx, dy, ok := direction(msg, e.Input); ok {
		return t.moveFocus(e, x, y, dx, dy)
	}
	return e.Input.Update(msg)
}

// direction returns the direction in which a key leaves an input. ok is false if the
// key is not an arrow or the input handles it.
func direction(msg tea.Msg, in Input) (dx, dy int, ok bool) {
	press, _ := msg.(tea.KeyPressMsg)
	keys := Keys()
	f, isField := in.(*Field)
	switch {
	case isField && press.Text != "":
	case key.Matches(press, keys.Up):
		return 0, -1, true
	case key.Matches(press, keys.Down):
		return 0, 1, true
	case key.Matches(press, keys.Left) && (!isField || f.Cursor() == 0):
		return -1, 0, true
	case key.Matches(press, keys.Right) && (!isField || f.Cursor() == len(f.runes())):
		return 1, 0, true
	}
	return 0, 0, false
}

// moveFocus moves the focus from the entry in column x0 and row y0 in a direction. To
// the left or right it goes to the nearest entry of the row. Up or down it goes to the next
// row with an entry, and there to the entry closest to column x0.
func (t *Table) moveFocus(from *Entry, x0, y0, dx, dy int) Event {
	var best *Entry
	bestDistance := 0
	for y, row := range t.Rows {
		for x, c := range row {
			ahead, sideways := (x-x0)*dx+(y-y0)*dy, max(x-x0, x0-x)
			if c.Entry == nil || ahead <= 0 || dx != 0 && y != y0 {
				continue
			}
			if distance := 1000*(y-y0)*dy + sideways; best == nil || distance < bestDistance {
				best, bestDistance = c.Entry, distance
			}
		}
	}
	if best == nil {
		return Ignored
	}
	from.Input.SetFocused(false)
	best.Input.SetFocused(true)
	return Moved
}

// grid holds the widths of the columns of a table and of the boxes in them. A column of texts has
// a box of width 0. mark is the width of the mark after each box.
type grid struct {
	widths, boxes []int
	gap, mark     int
}

// width returns the width of the whole table.
func (g grid) width() int {
	total := g.gap * (len(g.widths) - 1)
	for _, w := range g.widths {
		total += w
	}
	return total
}

// leftEdge returns the position of column x.
func (g grid) leftEdge(x int) int {
	return grid{widths: g.widths[:x], gap: g.gap}.width() + g.gap
}

// Width returns the preferred width of the table.
func (t *Table) Width() int { return t.grid(2, wideMark, 80).width() }

// fit returns a grid of at most w columns. It narrows gaps and marks first, then
// the boxes, then the widest column.
func (t *Table) fit(w int) grid {
	g := t.grid(2, wideMark, 80)
	for _, narrower := range []grid{{gap: 2, mark: narrowMark}, {gap: 1, mark: narrowMark}} {
		if g.width() > w {
			g = t.grid(narrower.gap, narrower.mark, 80)
		}
	}
	for maxBox := defaultBoxWidth; g.width() > w && maxBox >= minBoxWidth; maxBox-- {
		g = t.grid(1, narrowMark, maxBox)
	}
	for g.width() > w && slices.Max(g.widths) > 1 {
		g.widths[slices.Index(g.widths, slices.Max(g.widths))]--
	}
	return g
}

// grid returns the grid for given gaps and marks and a maximum width of boxes.
func (t *Table) grid(gap, mark, maxBox int) grid {
	g := grid{make([]int, len(t.Columns)), make([]int, len(t.Columns)), gap, mark}
	for x, c := range t.Columns {
		n := t.theme.View().TransliterateLine(ascii.Inked(c.Title, ascii.Dim)).Width()
		for _, row := range t.Rows {
			if e := row[x].Entry; e != nil {
				g.boxes[x] = max(g.boxes[x], min(e.cellWidth(), maxBox))
			}
			n = max(n, row[x].ReservedWidth, t.theme.View().TransliterateLine(row[x].Text).Width())
		}
		g.widths[x] = n
		if g.boxes[x] > 0 {
			g.widths[x] = max(n, g.boxes[x]+mark)
		}
	}
	return g
}

// WriteTo adds the table to a document.
func (t *Table) WriteTo(d *Document) {
	g := t.fit(d.Width)
	e, column, row := t.FocusedEntry()
	t.writeHeads(d, g, column)
	top := d.Len()
	for y, cells := range t.Rows {
		t.writeRow(d, g, cells, y == row)
	}
	switch {
	case slices.Max(g.boxes) == 0:
		return
	case e == nil:
		d.Add(ascii.Inked(" ", ascii.Text))
		return
	}
	e.writeNote(d)
	d.KeepVisible(top+row, d.Len()-1)
}

// writeHeads adds the titles of the columns, if there are any, and highlights the
// column that has the focus.
func (t *Table) writeHeads(d *Document, g grid, focusedColumn int) {
	if !slices.ContainsFunc(t.Columns, func(c ascii.Column) bool { return c.Title != "" }) {
		return
	}
	var head ascii.Line
	for x, c := range t.Columns {
		ink := ascii.Dim
		if x == focusedColumn {
			ink = ascii.Accent
		}
		head = t.appendText(head, g, x, ascii.Inked(c.Title, ink))
	}
	d.Add(head)
}

// writeRow adds a row. It highlights the first text of the row that has the
// focus.
func (t *Table) writeRow(d *Document, g grid, cells []Cell, focused bool) {
	var l ascii.Line
	for x, c := range cells {
		switch {
		case c.Entry != nil:
			l = pad(l, g.leftEdge(x))
			box := ascii.Rect{X: l.Width(), Y: d.Len(), W: min(g.boxes[x], g.widths[x]-g.mark), H: 1}
			c.Entry.placeInput(d, box)
			l = append(pad(l, box.X+box.W), c.Entry.Remark.Mark.span(t.theme, g.mark))
		case focused && x == 0:
			l = t.appendText(l, g, x, ascii.Inked(c.Text.String(), ascii.Accent))
		default:
			l = t.appendText(l, g, x, c.Text)
		}
	}
	d.Add(l)
}

// appendText appends a text in column x to a row.
func (t *Table) appendText(l ascii.Line, g grid, x int, text ascii.Line) ascii.Line {
	l = pad(l, g.leftEdge(x))
	text, _ = t.theme.View().TransliterateLine(text).Cut(g.widths[x])
	if t.Columns[x].Right && g.boxes[x] == 0 {
		l = pad(l, l.Width()+g.widths[x]-text.Width())
	}
	return append(l, text...)
}

package ascii

import (
	"fmt"
	"math"
	"strings"
)

// Column is a column of a table.
type Column struct {
	Title string
	Width int  // 0: as wide as its widest cell
	Right bool // flush right, as numbers want
	// Means explains the signs of the column in a few words; "" where none need it.
	Means string
}

// Table is rows of cells under a header. Every cell is a line with inks of its
// own; a row with too few cells has empty ones at its end.
type Table struct {
	Columns []Column
	Rows    [][]Line
	// Selected is the row in the ink Select, if HasSelection is set.
	HasSelection bool
	Selected     int
}

var _ Figure = Table{}

// Draw draws the header and as many rows as fit; the last line tells how many
// more there are.
func (t Table) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() || len(t.Columns) == 0 {
		return
	}
	widths := t.widths(area.W, v)
	header := make([]Line, len(t.Columns))
	for i, c := range t.Columns {
		header[i] = Line{{c.Title, Dim}}
	}
	t.drawRow(dst, area, area.Y, widths, header, v)
	first, n := t.window(area.H - 1)
	for i := range n {
		row := t.Rows[first+i]
		if t.HasSelection && first+i == t.Selected {
			row = inked(row, Select)
		}
		t.drawRow(dst, area, area.Y+1+i, widths, row, v)
	}
	if rest := len(t.Rows) - first - n; rest > 0 && n+1 < area.H {
		clipText(dst, area, area.X, area.Y+1+n, v.Transliterate(fmt.Sprintf("… %d more", rest)), Dim)
	}
}

// window returns the first row shown and the number of rows shown in h lines.
func (t Table) window(h int) (first, n int) {
	if h <= 0 {
		return 0, 0
	}
	fit := func() int {
		if len(t.Rows)-first > h {
			return max(1, h-1) // a line for the rest
		}
		return min(h, len(t.Rows)-first)
	}
	if t.HasSelection && t.Selected >= 0 && t.Selected < len(t.Rows) {
		for t.Selected >= first+fit() {
			first++
		}
	}
	return first, fit()
}

// widths gives every column its width; the widest give way where all together
// are too wide.
func (t Table) widths(room int, v View) []int {
	out := make([]int, len(t.Columns))
	total := 2 * (len(out) - 1)
	for i, c := range t.Columns {
		out[i] = c.Width
		if c.Width <= 0 {
			out[i] = Width(v.Transliterate(c.Title))
			for _, r := range t.Rows {
				if i < len(r) {
					out[i] = max(out[i], v.Line(r[i]).Width())
				}
			}
		}
		total += out[i]
	}
	for ; total > room; total-- {
		widest := 0
		for i, w := range out {
			if w > out[widest] {
				widest = i
			}
		}
		if out[widest] == 0 {
			break
		}
		out[widest]--
	}
	return out
}

func (t Table) drawRow(dst *Grid, area Rect, y int, widths []int, row []Line, v View) {
	x := area.X
	for i, w := range widths {
		if i < len(row) {
			l := v.Clip(row[i], w)
			at := x
			if t.Columns[i].Right {
				at += w - l.Width()
			}
			clipSpans(dst, area, at, y, l)
		}
		x += w + 2
	}
}

// Width is how many columns the table takes where nothing is cut.
func (t Table) Width(v View) int {
	total := 2 * (len(t.Columns) - 1)
	for _, w := range t.widths(math.MaxInt, v) {
		total += w
	}
	return total
}

// Header is the titles as a line of at most w columns.
func (t Table) Header(w int, v View) Line {
	titles := make([]Line, len(t.Columns))
	for i, c := range t.Columns {
		titles[i] = Line{{c.Title, Dim}}
	}
	return t.line(t.widths(w, v), titles, v)
}

// Lines are all rows as lines of at most w columns.
func (t Table) Lines(w int, v View) []Line {
	widths := t.widths(w, v)
	out := make([]Line, len(t.Rows))
	for i, row := range t.Rows {
		out[i] = t.line(widths, row, v)
	}
	return out
}

// line is a row as a line.
func (t Table) line(widths []int, row []Line, v View) Line {
	var out Line
	for i, w := range widths {
		var cell Line
		if i < len(row) {
			cell = v.Clip(row[i], w)
		}
		pad := Span{Text: strings.Repeat(" ", max(0, w-cell.Width()))}
		if t.Columns[i].Right {
			out = append(append(out, pad), cell...)
		} else {
			out = append(append(out, cell...), pad)
		}
		if i < len(widths)-1 {
			out = append(out, Span{Text: "  "})
		}
	}
	return out
}

func inked(row []Line, ink Ink) []Line {
	out := make([]Line, len(row))
	for i, l := range row {
		out[i] = Line{{l.String(), ink}}
	}
	return out
}

// Words reads the rows one by one, naming the columns.
func (t Table) Words() []string {
	out := []string{fmt.Sprintf("A table of %s.", Count(len(t.Rows), "row"))}
	for i, row := range t.Rows {
		if i == 40 {
			return append(out, AndMore(len(t.Rows)-i, "row"))
		}
		parts := t.rowWords(row)
		s := strings.Join(parts, ", ") + "."
		if t.HasSelection && i == t.Selected {
			s = "Selected: " + s
		}
		out = append(out, s)
	}
	return out
}

// rowWords are the cells of a row that have anything; of one that is all to be
// filled in behind its head, the head alone.
func (t Table) rowWords(row []Line) []string {
	var parts []string
	blank := 0
	for j, c := range t.Columns {
		if j < len(row) && strings.TrimSpace(row[j].String()) != "" {
			parts = append(parts, headed(c.Title, cellWords(row[j])))
			if cellWords(row[j]) == "blank" {
				blank++
			}
		}
	}
	if blank > 2 && blank == len(parts)-1 && cellWords(row[0]) != "blank" {
		return []string{parts[0], "the rest blank"}
	}
	return parts
}

// cellWords is a cell in words; a dot stands for what is to be filled in.
func cellWords(l Line) string {
	if s := strings.TrimSpace(l.String()); s != "·" {
		return s
	}
	return "blank"
}

// headed is a cell behind the head of its column.
func headed(head, cell string) string {
	if head == "" {
		return cell
	}
	return head + ": " + cell
}

// Rowed is how many rows a table takes with its head, in any width.
func (t Table) Rowed(int, View) int { return len(t.Rows) + 1 }

// Columned is how many columns a table takes where there is room for all of it.
func (t Table) Columned(v View) int {
	n := 2 * max(0, len(t.Columns)-1)
	for _, w := range t.widths(math.MaxInt32, v) {
		n += w
	}
	return n
}

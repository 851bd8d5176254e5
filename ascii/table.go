package ascii

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Column is a column of a table.
type Column struct {
	Title string
	Width int  // if 0, the width of the widest cell
	Right bool // right-aligned, for numbers
	// Legend explains the symbols of the column in a few words. It may be empty.
	Legend string
}

// Columns returns a column of words followed by right-aligned columns of
// numbers.
func Columns(words string, numbers ...string) []Column {
	out := []Column{{Title: words}}
	for _, title := range numbers {
		out = append(out, Column{Title: title, Right: true})
	}
	return out
}

// Table is a header and rows of cells. Each cell is a [Line], so it can have several inks. Missing
// cells at the end of a row are empty.
type Table struct {
	Columns []Column
	Rows    [][]Line
	// Selected is the row in the ink Select, if HasSelection is set.
	HasSelection bool
	Selected     int
}

// Add appends a row.
func (t *Table) Add(cells ...Line) { t.Rows = append(t.Rows, cells) }

// Draw draws the header and as many rows as fit. If rows below them do not fit, the last line gives
// the number of these rows.
func (t Table) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() || len(t.Columns) == 0 {
		return
	}
	widths := t.widths(area.W, v)
	clipSpans(dst, area, area.X, area.Y, t.line(widths, t.titles(), v))
	first, n := t.visibleRows(area.H - 1)
	for i := range n {
		row := t.Rows[first+i]
		if t.HasSelection && first+i == t.Selected {
			row = withInk(row, Select)
		}
		clipSpans(dst, area, area.X, area.Y+1+i, t.line(widths, row, v))
	}
	if hiddenCount := len(t.Rows) - first - n; hiddenCount > 0 && n+1 < area.H {
		clipText(dst, area, area.X, area.Y+1+n, v.Transliterate(fmt.Sprintf("… %d more", hiddenCount)), Dim)
	}
}

// visibleRows returns the first visible row and the number of visible rows in h
// lines.
func (t Table) visibleRows(h int) (first, n int) {
	if h <= 0 {
		return 0, 0
	}
	visibleCount := func() int {
		if len(t.Rows)-first > h {
			return max(1, h-1) // a line for the number of hidden rows
		}
		return min(h, len(t.Rows)-first)
	}
	if t.HasSelection && t.Selected >= 0 && t.Selected < len(t.Rows) {
		for t.Selected >= first+visibleCount() {
			first++
		}
	}
	return first, visibleCount()
}

// widths returns the width of every column. If the columns do not fit together, it narrows the
// widest ones.
func (t Table) widths(room int, v View) []int {
	out := make([]int, len(t.Columns))
	total := 2 * (len(out) - 1)
	for i, c := range t.Columns {
		out[i] = c.Width
		if c.Width <= 0 {
			out[i] = Width(v.Transliterate(c.Title))
			for _, r := range t.Rows {
				if i < len(r) {
					out[i] = max(out[i], v.TransliterateLine(r[i]).Width())
				}
			}
		}
		total += out[i]
	}
	for ; total > room; total-- {
		widestColumn := 0
		for i, w := range out {
			if w > out[widestColumn] {
				widestColumn = i
			}
		}
		if out[widestColumn] == 0 {
			break
		}
		out[widestColumn]--
	}
	return out
}

// Header returns the titles as a line that is at most w characters wide.
func (t Table) Header(w int, v View) Line {
	return t.line(t.widths(w, v), t.titles(), v)
}

// titles returns the header as a row.
func (t Table) titles() []Line {
	out := make([]Line, len(t.Columns))
	for i, c := range t.Columns {
		out[i] = Line{{c.Title, Dim}}
	}
	return out
}

// Lines returns all rows as lines that are at most w characters wide.
func (t Table) Lines(w int, v View) []Line {
	widths := t.widths(w, v)
	out := make([]Line, len(t.Rows))
	for i, row := range t.Rows {
		out[i] = t.line(widths, row, v)
	}
	return out
}

// line returns a row as a line.
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

func withInk(row []Line, ink Ink) []Line {
	out := make([]Line, len(row))
	for i, l := range row {
		out[i] = Line{{l.String(), ink}}
	}
	return out
}

// Words describes the rows one by one and names the columns.
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

// rowWords returns the nonempty cells of a row in words. If the first is known and the others, at
// least three, are still to be filled in, it returns only the first and a remark.
func (t Table) rowWords(row []Line) []string {
	var parts []string
	blankCount := 0
	for j, c := range t.Columns {
		if j < len(row) && strings.TrimSpace(row[j].String()) != "" {
			parts = append(parts, withTitle(c.Title, cellWords(row[j])))
			if cellWords(row[j]) == "blank" {
				blankCount++
			}
		}
	}
	if blankCount > 2 && blankCount == len(parts)-1 && cellWords(row[0]) != "blank" {
		return []string{parts[0], "the rest blank"}
	}
	return parts
}

// cellWords returns a cell in words. A dot is a cell that is still to be filled
// in.
func cellWords(l Line) string {
	if s := strings.TrimSpace(l.String()); s != "·" {
		return s
	}
	return "blank"
}

// withTitle returns the title of a column, followed by a cell.
func withTitle(title, cell string) string {
	if title == "" {
		return cell
	}
	return title + ": " + cell
}

// PreferredHeight returns the number of rows of a table with its header, regardless of the width.
func (t Table) PreferredHeight(int, View) int { return len(t.Rows) + 1 }

// PreferredWidth returns the width at which no column has to be narrowed.
func (t Table) PreferredWidth(v View) int {
	n := 2 * max(0, len(t.Columns)-1)
	for _, w := range t.widths(math.MaxInt32, v) {
		n += w
	}
	return n
}

// PointTable is a table with a row for each of many points. It shows the most important points and as
// many others as fit. Its columns have fixed widths, so nothing moves when numbers change.
type PointTable struct {
	Columns []Column // the first column is for the letter of a point, such as k
	// OptionalColumn is the index of the column to leave out if the table is too wide. If 0, no
	// column is left out.
	OptionalColumn int
	// Order lists the points from the top. The first Pinned points are visible whichever point is
	// selected.
	Order  []int
	Pinned int
	// Cells returns the row of a point.
	Cells func(i int) []Line
	// Sentence returns the row of a point as a sentence.
	Sentence func(i int) string
	// If HasSelection is set, the row of the point Selected is visible and in the ink Select.
	HasSelection bool
	Selected     int
}

// Draw draws the header and the rows that fit.
func (r PointTable) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	points := r.visiblePoints(area.H - 1)
	t := Table{Columns: slices.Clone(r.Columns), Selected: slices.Index(points, r.Selected)}
	t.HasSelection = r.HasSelection && t.Selected >= 0
	for _, point := range points {
		t.Add(r.Cells(point)...)
	}
	if r.OptionalColumn > 0 && t.PreferredWidth(v) > area.W {
		t.Columns = slices.Delete(t.Columns, r.OptionalColumn, r.OptionalColumn+1)
		for i, row := range t.Rows {
			t.Rows[i] = slices.Delete(row, r.OptionalColumn, r.OptionalColumn+1)
		}
	}
	t.Draw(dst, area, v)
}

// visiblePoints returns the points shown in h rows: the first Pinned points, then as many others as
// fit. The others are scrolled so that the selected point is visible.
func (r PointTable) visiblePoints(h int) []int {
	n := min(h, len(r.Order))
	if n <= 0 {
		return nil
	}
	pinned := min(r.Pinned, n-1)
	first := pinned
	if index := slices.Index(r.Order, r.Selected); r.HasSelection && index >= n {
		first = index - (n - pinned) + 1
	}
	return append(slices.Clone(r.Order[:pinned]), r.Order[first:first+n-pinned]...)
}

// PointAt returns the point whose row is drawn in line y of the grid. For the header and below the
// rows, it returns −1 and false.
func (r PointTable) PointAt(area Rect, y int) (point int, ok bool) {
	points := r.visiblePoints(area.H - 1)
	if row := y - area.Y - 1; row >= 0 && row < len(points) {
		return points[row], true
	}
	return -1, false
}

// Neighbour returns the point n rows below the given one, or −1 if there is no such row. If point
// is −1, Neighbour counts n rows from the edge: 1 is the first row and −1 the last.
func (r PointTable) Neighbour(point, n int) int {
	index := slices.Index(r.Order, point)
	if index < 0 && n < 0 {
		index = len(r.Order)
	}
	if index += n; index >= 0 && index < len(r.Order) {
		return r.Order[index]
	}
	return -1
}

// maxDescribedPoints is the maximum number of rows that Words describes.
const maxDescribedPoints = 4

// Words returns the sentences of the first rows.
func (r PointTable) Words() []string {
	out := []string{fmt.Sprintf("A table with a row for each of %s, the most important first.",
		Count(len(r.Order), "point"))}
	for n, i := range r.Order {
		if n == maxDescribedPoints {
			return append(out, fmt.Sprintf("And %d more.", len(r.Order)-n))
		}
		s := r.Sentence(i)
		if r.HasSelection && i == r.Selected {
			s = "Selected: " + s
		}
		out = append(out, s)
	}
	return out
}

// TextBlock shows lines of styled text. If Wrap is set, lines that are too long are wrapped.
// Otherwise they are cut.
type TextBlock struct {
	Lines []Line
	Wrap  bool
}

// Draw writes the lines. If some do not fit, the last row says so.
func (t TextBlock) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() {
		return
	}
	lines := t.linesIn(area.W, v)
	n := len(lines)
	if n > area.H && area.H > 1 {
		n = area.H - 1
		clipText(dst, area, area.X, area.Y+n, v.Transliterate(fmt.Sprintf("… %s more", Count(len(lines)-n, "line"))),
			Dim)
	}
	for i, l := range lines[:min(n, area.H)] {
		clipSpans(dst, area, area.X, area.Y+i, l)
	}
}

// linesIn returns the lines, wrapped or cut to w columns.
func (t TextBlock) linesIn(w int, v View) (lines []Line) {
	for _, l := range t.Lines {
		if t.Wrap {
			lines = append(lines, v.TransliterateLine(l).Wrap(w)...)
			continue
		}
		lines = append(lines, v.Clip(l, w))
	}
	return lines
}

// PreferredHeight returns the number of rows of the lines in w columns.
func (t TextBlock) PreferredHeight(w int, v View) int { return len(t.linesIn(w, v)) }

// Words returns the text of the lines, with their indents: entries of a matrix stay below each other.
func (t TextBlock) Words() []string {
	var out []string
	for _, l := range t.Lines {
		if s := strings.TrimRight(l.String(), " "); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// PreferredWidth returns the width of the longest unbroken line.
func (t TextBlock) PreferredWidth(v View) int {
	n := 0
	for _, l := range t.Lines {
		n = max(n, v.TransliterateLine(l).Width())
	}
	return n
}

// Listing is pseudo-code with its current line marked. The first line is the head of a
// loop, and the others are its body.
type Listing struct {
	Code    []Line
	Current int // index of the current line
}

// rows returns the lines, wrapped to w columns, and the index of the first row of the current line.
func (l Listing) rows(w int, v View) (out []Line, current int) {
	for i, line := range l.Code {
		mark := Blanks(2)
		if i == l.Current {
			current, mark, line = len(out), Inked("› ", Accent), Inked(line.String(), Accent)
		}
		if i > 0 {
			mark = append(mark, Blanks(2)...)
		}
		out = append(out, v.TransliterateLine(line).WrapAfter(v.TransliterateLine(mark), w)...)
	}
	return out, current
}

// Draw writes the lines. If some do not fit, it writes the rows around the current line.
func (l Listing) Draw(dst *Grid, area Rect, v View) {
	rows, current := l.rows(area.W, v)
	top := max(0, min(current-area.H/2, len(rows)-area.H))
	for i, row := range rows[top:min(len(rows), top+area.H)] {
		clipSpans(dst, area, area.X, area.Y+i, row)
	}
}

// PreferredHeight returns the number of rows of the lines in w columns.
func (l Listing) PreferredHeight(w int, v View) int {
	rows, _ := l.rows(w, v)
	return len(rows)
}

// Words returns the lines without a mark on the current one.
func (l Listing) Words() []string {
	return strings.Split(strings.Join(TextBlock{Lines: l.Code}.Words(), "\n  "), "\n")
}

package ascii

import (
	"fmt"
	"slices"
)

// Roster is a table with a row for each of many points, of which a few are shown:
// those that matter most, and as many others as there is room for. Its columns
// have widths, so that nothing moves as its numbers change.
type Roster struct {
	Columns []Column // the first is for a letter
	// Spare is the column that is left out where all are too wide; 0: none.
	Spare int
	// Order is the points from the top, Kept how many of them stay in sight
	// whatever is selected.
	Order []int
	Kept  int
	// Cells is the row of a point.
	Cells func(i int) []Line
	// Said is the same in a sentence.
	Said func(i int) string
	// Selected is the point whose row is in the ink Select, and in sight, if
	// HasSelection is set.
	HasSelection bool
	Selected     int
}

// longestLetter is the letter of a row that takes most columns in ASCII: ell.
const longestLetter = "ℓ"

var _ Figure = Roster{}

// Draw draws the header and the rows that fit.
func (r Roster) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() || len(r.Columns) == 0 {
		return
	}
	fits := func(row []Line) []Line { return row }
	t := Table{Columns: slices.Clone(r.Columns)}
	if lead := &t.Columns[0]; lead.Width > 0 {
		lead.Width = max(lead.Width, Width(v.Transliterate(longestLetter)))
	}
	if r.Spare > 0 && t.Width(v) > area.W {
		t.Columns = slices.Delete(t.Columns, r.Spare, r.Spare+1)
		fits = func(row []Line) []Line { return slices.Delete(row, r.Spare, r.Spare+1) }
	}
	widths := t.widths(area.W, v)
	header := make([]Line, len(t.Columns))
	for i, c := range t.Columns {
		header[i] = Line{{c.Title, Dim}}
	}
	t.drawRow(dst, area, area.Y, widths, header, v)
	for y, point := range r.shown(area.H - 1) {
		row := fits(r.Cells(point))
		if r.HasSelection && point == r.Selected {
			row = inked(row, Select)
		}
		t.drawRow(dst, area, area.Y+1+y, widths, row, v)
	}
}

// shown are the points with a row among h of them: the first ones, and the last of
// these gives way to the one selected.
func (r Roster) shown(h int) []int {
	n := min(h, len(r.Order))
	if n <= 0 {
		return nil
	}
	kept := min(r.Kept, n-1)
	first := kept
	if at := slices.Index(r.Order, r.Selected); r.HasSelection && at >= n {
		first = at - (n - kept) + 1
	}
	return append(slices.Clone(r.Order[:kept]), r.Order[first:first+n-kept]...)
}

// At is the point whose row is at line y of an area.
func (r Roster) At(area Rect, y int) (point int, ok bool) {
	shown := r.shown(area.H - 1)
	if row := y - area.Y - 1; row >= 0 && row < len(shown) {
		return shown[row], true
	}
	return 0, false
}

// Beside is the point n rows below that of a point, −1 above the first and below
// the last; from −1 it is the first, or the last.
func (r Roster) Beside(point, n int) int {
	at := slices.Index(r.Order, point)
	if at < 0 && n < 0 {
		at = len(r.Order)
	}
	if at += n; at >= 0 && at < len(r.Order) {
		return r.Order[at]
	}
	return -1
}

// mostRead is how many rows are read out.
const mostRead = 4

// Words reads the first rows, as they are said.
func (r Roster) Words() []string {
	out := []string{fmt.Sprintf("A table with a row for each of %s, those that matter most first.", Count(len(r.Order), "point"))}
	for n, i := range r.Order {
		if n == mostRead {
			return append(out, fmt.Sprintf("And %d more.", len(r.Order)-n))
		}
		s := r.Said(i)
		if r.HasSelection && i == r.Selected {
			s = "Selected: " + s
		}
		out = append(out, s)
	}
	return out
}

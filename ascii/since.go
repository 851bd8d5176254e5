package ascii

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

var (
	_ Changing = Bars{}
	_ Changing = Chart{}
	_ Changing = Table{}
	_ Changing = NumberLine{}
	_ Changing = Heatmap{}
	_ Changing = Board{}
	_ Changing = TextBlock{}
)

// mostChanges is how many changes are told one by one.
const mostChanges = 6

// went says how a number changed.
func went(name, from, to string, up bool) string {
	if up {
		return fmt.Sprintf("%s rose from %s to %s", name, from, to)
	}
	return fmt.Sprintf("%s fell from %s to %s", name, from, to)
}

// Since tells which bars changed: each of a few, of many how many, and the one that
// changed most.
func (b Bars) Since(before Figure) ([]string, bool) {
	was, ok := before.(Bars)
	if !ok || len(was.Bars) != len(b.Bars) || b.First != was.First {
		return nil, false
	}
	var changed []string
	most, at := -1.0, 0
	for i, x := range b.Bars {
		from := was.Bars[i].Value
		if x.Value == from {
			continue
		}
		changed = append(changed, went(b.name(i), was.said(from), b.said(x.Value), x.Value > from)+".")
		if d := math.Abs(x.Value - from); d > most {
			most, at = d, len(changed)-1
		}
	}
	if n := len(changed); n > mostChanges {
		return []string{fmt.Sprintf("%d bars changed, and one most of all:", n), changed[at]}, true
	}
	return changed, true
}

// Since tells how every coloured series changed from cursor to cursor.
func (c Chart) Since(before Figure) ([]string, bool) {
	was, ok := before.(Chart)
	if !ok || len(was.Series) != len(c.Series) || !c.HasCursor || !was.HasCursor {
		return nil, false
	}
	var changed []string
	for i, s := range c.Series {
		now, ok := s.near(c.Cursor)
		from, had := was.Series[i].near(was.Cursor)
		if s.Dim || s.Name != was.Series[i].Name || !ok || !had || now == from {
			continue
		}
		if a, b := FormatValue(from), FormatValue(now); a != b {
			changed = append(changed, went(c.seriesName(i), a, b, now > from)+".")
		}
	}
	return changed, true
}

// Since tells which cells changed, row by row; a row goes by its first cell.
func (t Table) Since(before Figure) ([]string, bool) {
	was, ok := before.(Table)
	if !ok || len(was.Rows) != len(t.Rows) || !slices.Equal(was.Columns, t.Columns) {
		return nil, false
	}
	var changed []string
	for i, row := range t.Rows {
		if s := t.rowSince(row, was.Rows[i]); s != "" {
			changed = append(changed, s)
		}
	}
	if n := len(changed); n > mostChanges {
		return []string{fmt.Sprintf("%d rows of the table changed.", n)}, true
	}
	return changed, true
}

func (t Table) rowSince(row, was []Line) string {
	if len(row) == 0 || len(row) != len(was) {
		return ""
	}
	var parts []string
	for j := 1; j < len(row) && j < len(t.Columns); j++ {
		if now := cellWords(row[j]); now != cellWords(was[j]) {
			parts = append(parts, headed(t.Columns[j].Title, now))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return headed(t.Columns[0].Title, cellWords(row[0])) + ": now " + strings.Join(parts, ", ") + "."
}

// Since tells where the sign changes now, and where the cursor stands.
func (n NumberLine) Since(before Figure) ([]string, bool) {
	was, ok := before.(NumberLine)
	if !ok {
		return nil, false
	}
	var out []string
	switch {
	case slices.Equal(was.Roots, n.Roots):
	case len(n.Roots) == 0:
		out = append(out, "The sign does not change any more.")
	default:
		out = append(out, "The sign changes at "+join(n.Roots)+" now.")
	}
	if n.HasCursor && (!was.HasCursor || was.Cursor != n.Cursor) {
		out = append(out, "The cursor stands at "+FormatValue(n.Cursor)+" now.")
	}
	return out, true
}

// Since tells how many entries changed, each of a few, and where the cursor went.
func (h Heatmap) Since(before Figure) ([]string, bool) {
	was, ok := before.(Heatmap)
	if !ok || was.Rows != h.Rows || was.Cols != h.Cols {
		return nil, false
	}
	var out []string
	n := 0
	for i := range h.Rows {
		for j := range h.Cols {
			if a, b := was.At(i, j), h.At(i, j); a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
				n++
				out = append(out, fmt.Sprintf("Row %d, column %d is %s now.", i+1, j+1, FormatValue(b)))
			}
		}
	}
	if n > mostChanges {
		out = append([]string{fmt.Sprintf("%d entries changed.", n)}, h.largeWords(h.entries())...)
	}
	if h.HasCursor && h.inside() && (!was.HasCursor || was.CursorRow != h.CursorRow || was.CursorCol != h.CursorCol) {
		out = append(out, fmt.Sprintf("The cursor is at row %d, column %d: %s.", h.CursorRow+1, h.CursorCol+1, FormatValue(h.At(h.CursorRow, h.CursorCol))))
	}
	return out, true
}

// Since tells what changed in each of the pictures, under its first line.
func (b Board) Since(before Figure) ([]string, bool) {
	was, ok := before.(Board)
	if !ok || len(was.Panels) != len(b.Panels) {
		return nil, false
	}
	var out []string
	for i, p := range b.Panels {
		var heads []string
		for j, l := range p.Head {
			if j >= len(was.Panels[i].Head) || was.Panels[i].Head[j].String() != l.String() {
				heads = append(heads, l.String()+".")
			}
		}
		out = append(out, heads...)
		c, tells := p.Plot.(Changing)
		if !tells || was.Panels[i].Plot == nil || len(b.Panels) > toldWhole {
			continue
		}
		changes, ok := c.Since(was.Panels[i].Plot)
		if !ok {
			return nil, false
		}
		out = append(out, changes...)
	}
	return out, true
}

// Since tells the lines that are new.
func (t TextBlock) Since(before Figure) ([]string, bool) {
	was, ok := before.(TextBlock)
	if !ok {
		return nil, false
	}
	old := was.Words()
	var out []string
	for _, l := range t.Words() {
		if !slices.Contains(old, l) {
			out = append(out, l)
		}
	}
	return out, true
}

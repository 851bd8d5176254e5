package exercises

import (
	"slices"
	"strings"

	"kernellab/ascii"
)

// FieldTable is a table that is filled in: given cells, and blanks between them, each
// of which is a field of the step. It says where the fields stand and nothing
// else: a field is asked, judged and saved as any other.
type FieldTable struct {
	Columns []ascii.Column // their heads; Width is not used
	Rows    [][]Cell
}

// SideBySide is a table of fields alone, each behind its label, so many in a row.
func SideBySide(fields []Field, across int) FieldTable {
	t := FieldTable{Columns: make([]ascii.Column, 2*across)}
	for i, f := range fields {
		if i%across == 0 {
			t.Rows = append(t.Rows, make([]Cell, 2*across))
		}
		row, x := t.Rows[len(t.Rows)-1], 2*(i%across)
		row[x], row[x+1] = Cell{Text: ascii.Plain(strings.TrimSuffix(f.Label, " ="))}, Cell{Field: f.Name}
	}
	return t
}

// Cell is one cell of a table: a text, or the blank of a field.
type Cell struct {
	Text  ascii.Line
	Field string // it is filled in here; "" for a text
	// Once are fields. Until what is in all of them is right, Before stands in the
	// place of Text, which would give it away.
	Once   []string
	Before ascii.Line
}

// Shown is the text of a cell, given which fields are right.
func (c Cell) Shown(right func(field string) bool) ascii.Line {
	for _, field := range c.Once {
		if !right(field) {
			return c.Before
		}
	}
	return c.Text
}

// Blanks are the fields of a table with their places, row by row.
func (t FieldTable) Blanks() []Blank {
	var out []Blank
	for y, row := range t.Rows {
		for x, c := range row {
			if c.Field != "" {
				out = append(out, Blank{c.Field, x, y})
			}
		}
	}
	return out
}

// Blank is the place of a field, not ok where it stands elsewhere.
func (t FieldTable) Blank(field string) (b Blank, ok bool) {
	all := t.Blanks()
	i := slices.IndexFunc(all, func(b Blank) bool { return b.Field == field && field != "" })
	if i < 0 {
		return b, false
	}
	return all[i], true
}

// Filled reports whether there are blanks in a column.
func (t FieldTable) Filled(column int) bool {
	return slices.ContainsFunc(t.Blanks(), func(b Blank) bool { return b.Column == column })
}

// Blank is the place of a field in a table.
type Blank struct {
	Field       string
	Column, Row int
}

// Table is a table to be read, with a text for every blank.
func (t FieldTable) Table(right func(field string) bool, blank func(field string) ascii.Line) ascii.Table {
	out := ascii.Table{Columns: slices.Clone(t.Columns)}
	for _, row := range t.Rows {
		var cells []ascii.Line
		for _, c := range row {
			if c.Field != "" {
				cells = append(cells, blank(c.Field))
			} else {
				cells = append(cells, c.Shown(right))
			}
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// Texts are all texts of a table, those that wait for a field included.
func (t FieldTable) Texts() []ascii.Line {
	var out []ascii.Line
	for _, c := range t.Columns {
		out = append(out, ascii.Plain(c.Title))
	}
	for _, row := range t.Rows {
		for _, c := range row {
			out = append(out, c.Text, c.Before)
		}
	}
	return out
}
